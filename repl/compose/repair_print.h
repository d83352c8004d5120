/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A repair under way, and how it is printed. */
#pragma once

#include "repl/compose/compose.h"

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    KjDefect fault[KJ_MAX_DEFECTS]; // of the work as it is
    bool sound;                     // there is nothing to repair
    unsigned n_versions;
    unsigned count[KJ_FATES]; // of those judged
    GArray *found, *near;     // of KjRepair, best first
} KjRepairCall;

/* Prints a finished repair: JSON, or for people. */
void kj_repair_print(const KjRepairCall *r);
