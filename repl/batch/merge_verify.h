/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `merge --verify`: results of other stores are taken over by their certificates. */
#pragma once

#include "repl/cli/term.h"
#include "repl/store/merge.h"

typedef struct {
    KjCopy copy;    // with this as its data
    KjCopy told;    // where contradictions go
    KjTerm *term;   // for messages
    double percent; // 100: all
    GRand *chance;  // which results are in a share
    // of decided results that were not taken over: no certificate was there; it says otherwise
    unsigned uncertified, refuted;
} KjMergeVerify;

/*
 * Reads "all" or a percentage and makes `out` a judge of that: a decided result is verified, or
 * believed if it is not in the share. It is taken over only if its certificate, a file named by it
 * that is there or beside its store, is valid, is about the problem under the rules of the task, and
 * says the verdict and the length; the length of a mate is proved only if the certificate says so.
 * Results that are not decided are not taken over. One that is false makes a store worthless of
 * which not all is verified. Errors: KJ_USAGE_ERROR. Ends with kj_merge_verify_clear.
 */
bool kj_merge_verify_init(KjMergeVerify *out, const char *share, const KjCopy *told, KjTerm *term,
                          GError **error);
void kj_merge_verify_clear(KjMergeVerify *verify);
