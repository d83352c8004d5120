/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers that a position after a reply starts with, learned from solved problems.
 *
 * Both of them by the class of the reply: tests/tools/learn.c writes initial_pn.def. Where a
 * refutation is expected, the disproof number by what it will probably take to refute the position,
 * from what can be counted there, an additive model in small tables: tests/tools/learn_costs.c
 * writes reply_cost.def. Internal to solver/.
 */
#pragma once

#include "core/rules/checks.h"

enum { KJ_REPLY_CLASSES = 16 }; // by the king, captures, dropped, covered: a bit each

/* What is added to the numbers a position after a reply starts with. */
typedef struct {
    int8_t pn, dn;
} KjInitialPn;

/* The class of a reply of `pos`, which has not been played. */
unsigned kj_initial_pn_class(const KjPosition *pos, KjMove move);

/* The guess for a class. */
KjInitialPn kj_initial_pn(unsigned reply_class);

enum {
    KJ_COST_COUNTS = 18, // what is counted
    KJ_COST_LEVELS = 16, // a count is at most one less
    KJ_COST_UNIT = 16,   // a doubling in the tables
};

/* What is counted, the attacker to move: his checks, of which he has some, and the class of the
 * reply before (kj_initial_pn_class). */
void kj_cost_count(const KjPosition *pos, KjChecks *checks, unsigned reply_class,
                   uint8_t out[KJ_COST_COUNTS]);

/* The disproof number to start with. */
uint32_t kj_cost_dn(const KjPosition *pos, KjChecks *checks, unsigned reply_class);
