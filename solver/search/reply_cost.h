/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it will probably take to refute the position after a reply: from what can be counted there,
 * an additive model in small tables. They are learned: tests/tools/learn_costs.c writes
 * reply_cost.def. Internal to solver/.
 */
#pragma once

#include "core/rules/movegen.h"

enum {
    KJ_COST_COUNTS = 18, // what is counted
    KJ_COST_LEVELS = 16, // a count is at most one less
    KJ_COST_UNIT = 16,   // a doubling in the tables
};

/* What is counted, the attacker to move: his checks, of which he has some, and the class of the
 * reply before (kj_initial_pn_class). */
void kj_cost_count(const KjPosition *pos, const KjMoveList *checks, unsigned reply_class,
                   uint8_t out[KJ_COST_COUNTS]);

/* The disproof number to start with. */
uint32_t kj_cost_dn(const KjPosition *pos, const KjMoveList *checks, unsigned reply_class);
