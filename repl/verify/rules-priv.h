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
    return piece - KV_GOTE * side < KV_EMPTY; // what is below is beyond it, too
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

/* The first piece in direction d from a cell, if it is one of `side` that moves to the cell, or
 * KV_NONE; `n` steps away. */
unsigned kv_mover(const KvRules *r, const KvPosition *p, unsigned side, unsigned cell, unsigned d,
                  unsigned *n);

/* What checks, as seen from the only royal piece of the side to move. */
typedef struct {
    unsigned royal, direction, checker, steps;
} KvRay;

/* False if nothing checks, more than one piece does, or there is no such royal piece. */
bool kv_find_ray(const KvRules *r, const KvPosition *p, KvRay *out);

/* A move as it is written. */
typedef struct {
    unsigned from, to; // from: KV_NONE, a drop
    unsigned kind;     // of a drop
    bool plus;         // it promotes, drops what is promoted, or keeps what it takes so
    bool reaches;      // the piece is the mover's and goes there, if its own are not there
} KvPattern;

/* The move that is written so, if it is one of those wanted. It is judged alone. */
bool kv_judge(KvRules *r, const KvPosition *p, KvWanted wanted, const KvPattern *like, KvMove *out);

/* Rows from the mover's far edge. */
unsigned kv_depth_of(const KvRules *r, unsigned side, unsigned cell);

/* A move in USI, as a number; `keeps`: a king keeps what it takes promoted (R3.5). */
uint64_t kv_text_of(const KvRules *r, const KvMove *m, bool keeps);

/* Whether a move is a try, whatever that comes to: the royal piece that makes it is safe there, as one
 * of several need not be (R14.9). */
bool kv_goes_for_try(const KvRules *r, const KvPosition *p, const KvMove *move);
