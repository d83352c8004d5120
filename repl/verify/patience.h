/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long a certificate is looked at. What takes time is listing the moves of positions; a few
 * bytes can ask for many lists, so there are at most so many for each byte that has been read.
 */
#pragma once

#include "repl/verify/verify.h"

typedef struct {
    const atomic_bool *stop; // may be NULL
    double end;              // of the time, in seconds of a clock; 0: no limit
    uint64_t lists;          // so far
} KvPatience;

void kv_patience_begin(KvPatience *patience, const KvLimits *limits);

/* Counts one list more, where `bytes` have been read. NULL, or why nothing more is looked at. */
const char *kv_patience_over(KvPatience *patience, uint64_t bytes);
