/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for 必至 against brute force on random positions, for the quick and the slow tests. */
#pragma once

#include "solver/hisshi/hisshi.h"

typedef struct {
    const char *game;
    uint64_t seed;
    unsigned wanted;  // positions to decide
    uint64_t nodes;   // for the search; positions that need more do not count
    size_t max_nodes; // for brute force; likewise
} HisshiCheckPlan;

enum { HISSHI_CHECK_LENGTHS = 8 };

typedef struct {
    unsigned decided, too_big, unsolved, refuted, defender_first, both_kings;
    unsigned certified, forged;               // certificates verified, and false ones, all refused
    unsigned mates;                           // by checks, the attacker to move
    unsigned by_length[HISSHI_CHECK_LENGTHS]; // forced and no mate, by plies; the last: or more
} HisshiCheckCount;

/* Solver options for mates by checks. */
KjSolverOptions hisshi_check_options(size_t memory_mib);

/* True if all agree on verdict, length and main line, what is forced has a valid certificate, and
 * false ones are refused; else prints the first where not. */
bool hisshi_check_run(const HisshiCheckPlan *plan, HisshiCheckCount *count);
void hisshi_check_print(const HisshiCheckPlan *plan, const HisshiCheckCount *count);
