/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Initial proof and disproof numbers of a position after a reply, by the class of the reply. They
 * are learned from solved problems: tests/tools/learn.c writes initial_pn.def.
 */
#pragma once

#include "core/rules/position.h"

enum { KJ_REPLY_CLASSES = 16 }; // by the king, captures, dropped, covered: a bit each

/* What is added to the numbers a position after a reply starts with. */
typedef struct {
    int8_t pn, dn;
} KjInitialPn;

/* The class of a reply of `pos`, which has not been played. */
unsigned kj_initial_pn_class(const KjPosition *pos, KjMove move);

/* The guess for a class. */
KjInitialPn kj_initial_pn(unsigned reply_class);
