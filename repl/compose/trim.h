/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trimming under way, and how it is printed. */
#pragma once

#include "repl/compose/compose.h"

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *reasons; // of KjRepair: each piece taken away by itself
    GArray *forms;   // of KjRepair: those of which nothing more can be taken, best first
    unsigned n_versions, n_undecided;
    bool moves;        // pieces are moved, too
    unsigned narrowed; // there were more forms than are followed at a time, this many; else 0
} KjTrimCall;

/* Prints a finished trimming: JSON, or for people. */
void kj_trim_print(const KjTrimCall *c);
