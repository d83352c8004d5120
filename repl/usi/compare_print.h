/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `compare` prints. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/usi/compare.h"
#include "repl/usi/engine.h"

/* How the two answers to a problem stand to each other; those after UNDECIDED are differences. */
typedef enum {
    KJ_SAME,
    KJ_UNDECIDED, // one of them does not know
    KJ_DIFFERENT_LENGTH,
    KJ_DIFFERENT_VERDICT,
    KJ_DIFFERENT_LINE, // the engine claims a mate by a line that is none
    KJ_DIFFERENT_FAILURE,
    KJ_DIFFERENCES,
} KjAnswerDifference;

/* One problem. */
typedef struct {
    KjSolveJob job;
    KjEngineAnswer answer;
    KjComparedLine line; // of the engine, if it claims a mate
    KjAnswerDifference difference;
    GPtrArray *remarks; // char*
} KjComparison;

typedef struct {
    unsigned id_columns; // of the table
    unsigned count[KJ_DIFFERENCES], not_understood;
    unsigned decided[2]; // by Kanju, by the engine
    uint64_t nodes[2];
    double seconds[2];
} KjCompareTotals;

/* The head of the table. */
void kj_compare_print_head(KjPrinter *printer, const KjCompareTotals *totals);

/* A row, or a record of kanju.compare/1; counted in `totals`. */
void kj_compare_print(const KjCall *call, const KjComparison *c, KjCompareTotals *totals);

void kj_compare_print_totals(const KjCall *call, const KjCompareTotals *totals);
