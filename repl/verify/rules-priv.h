/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the rules share; report_facts.c looks along lines by it, too. */
#pragma once

#include "repl/verify/rules.h"

enum {
    KV_NO_KIND = -1,
    KV_WAYS = 8, // directions that pieces slide in; in the others they jump
};

static inline bool kv_is_of(unsigned piece, unsigned side)
{
    return piece % KV_GOTE != KV_EMPTY && piece / KV_GOTE == side;
}

/*
 * The end of the way from `cell` in direction d: the first piece, or KV_NONE; after a jump the cell
 * it leads to. `n` counts the steps.
 */
static inline unsigned kv_look(const KvRules *r, const KvPosition *p, unsigned cell, unsigned d,
                               unsigned *n)
{
    *n = 1;
    unsigned at = r->next[cell][d];
    for (; d < KV_WAYS && at != KV_NONE && p->cell[at] == KV_EMPTY; ++*n)
        at = r->next[at][d];
    return at;
}

/* Rows from the mover's far edge. */
unsigned kv_depth_of(const KvRules *r, unsigned side, unsigned cell);

/* A move in USI, as a number; `keeps`: a king keeps what it takes promoted (R3.5). */
uint64_t kv_text_of(const KvRules *r, const KvMove *m, bool keeps);

/* Whether a safe move is a try, whatever that comes to. */
bool kv_goes_for_try(const KvRules *r, const KvPosition *p, const KvMove *move);
