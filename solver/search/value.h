/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the search knows of a position: proof and disproof numbers, lengths, and what a disproof
 * leans on. */
#pragma once

#include "core/rules/position.h"

enum {
    KJ_MAX_PLY = 4096,    // longest line followed; beyond it a search gives up ("memory")
    KJ_LEN_INF = 0xffff,  // "however long"
    KJ_DEP_NONE = 0xffff, // a disproof that relies on no ancestor
    KJ_PN_INF = 1 << 28,  // infinite proof or disproof number; open nodes stay below
    KJ_PN_MAX = KJ_PN_INF - 1,
};

/*
 * A proved node has pn 0 and dn KJ_PN_INF: the attacker, with the hand `hand` or a better one,
 * mates within `len` plies whatever happened before. A disproved one has dn 0 and pn KJ_PN_INF:
 * with `hand` or a worse one he cannot mate within `len` plies, as long as the positions on the
 * path from ply `dep` on count as failures. The hand of a disproof that relies on ancestors (dep !=
 * KJ_DEP_NONE) is the position's own.
 */
typedef struct {
    KjHand hand;
    uint32_t pn, dn;
    uint16_t len;
    uint16_t dep;
} KjNodeValue;

static inline bool kj_value_final(const KjNodeValue *v)
{
    return v->pn == 0 || v->dn == 0;
}

/* Whether it is decided on every path. */
static inline bool kj_value_fact(const KjNodeValue *v)
{
    return v->pn == 0 || (v->dn == 0 && v->dep == KJ_DEP_NONE);
}

static inline KjNodeValue kj_value_proved(KjHand hand, unsigned len)
{
    return (KjNodeValue){hand, 0, KJ_PN_INF, (uint16_t)len, KJ_DEP_NONE};
}

static inline KjNodeValue kj_value_disproved(KjHand hand, unsigned len, unsigned dep)
{
    return (KjNodeValue){hand, KJ_PN_INF, 0, (uint16_t)len, (uint16_t)dep};
}

static inline KjNodeValue kj_value_open(uint32_t pn, uint32_t dn)
{
    return (KjNodeValue){0, pn, dn, 0, KJ_DEP_NONE};
}

/* Lengths of parent and child; "however long" stays so. */
static inline unsigned kj_len_less(unsigned len)
{
    return len == KJ_LEN_INF ? KJ_LEN_INF : len - 1;
}

static inline unsigned kj_len_more(unsigned len)
{
    return len == KJ_LEN_INF ? KJ_LEN_INF : len + 1;
}
