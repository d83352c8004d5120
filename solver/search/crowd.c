/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is where, and what is new. */
#include "solver/search/crowd.h"

enum {
    VISITOR = 1, // in a place of the crowd
    NEWS = 1 << 8,
    VISITORS = NEWS - 1,
    VIRTUAL_SHARE = 16, // a visitor adds one, and this part of the number
};

static _Atomic uint16_t *place_of(const KjSearch *s, KjKey key, KjHand hand)
{
    uint64_t mixed = ((uint64_t)key ^ hand * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return &s->crowd->place[mixed >> 48 & (KJ_CROWD_PLACES - 1)];
}

static unsigned read_place(const KjSearch *s, KjKey key, KjHand hand)
{
    return atomic_load_explicit(place_of(s, key, hand), memory_order_relaxed);
}

/* Adds to the place of a position; returns what was there. */
static unsigned change_place(const KjSearch *s, KjKey key, KjHand hand, unsigned by)
{
    return atomic_fetch_add_explicit(place_of(s, key, hand), (uint16_t)by, memory_order_relaxed);
}

void kj_crowd_mark(KjSearch *s, unsigned ply, KjKey key, KjHand hand)
{
    s->trail[ply].marked = true;
    s->trail[ply].seen = (uint8_t)(change_place(s, key, hand, VISITOR) / NEWS);
}

void kj_crowd_enter(KjSearch *s, const KjChild *child)
{
    unsigned ply = s->path.length; // the child's
    if (child->effort >= KJ_CROWD_EFFORT)
        kj_crowd_mark(s, ply, child->key, child->hand);
    else
        s->trail[ply].marked = false;
}

void kj_crowd_leave(KjSearch *s, KjChild *child)
{
    KjTrail *trail = &s->trail[s->path.length];
    if (!trail->marked && child->effort < KJ_CROWD_EFFORT)
        return;
    unsigned by = NEWS - (trail->marked ? VISITOR : 0);
    uint8_t before = (uint8_t)(change_place(s, child->key, child->hand, by) / NEWS);
    if (child->seen == before) // nobody else was there meanwhile
        child->seen++;
    trail->marked = false;
}

uint8_t kj_crowd_news_of(const KjSearch *s, const KjChild *child)
{
    return (uint8_t)(read_place(s, child->key, child->hand) / NEWS);
}

uint32_t kj_crowd_virtual(const KjSearch *s, const KjChild *child, uint32_t number)
{
    uint64_t visitors = read_place(s, child->key, child->hand) & VISITORS;
    return kj_number_capped(number + visitors * (1 + number / VIRTUAL_SHARE));
}

void kj_crowd_tell(KjSearch *s)
{
    unsigned ply = s->path.length - 1;
    const KjPathNode *here = &s->path.node[ply];
    bool others =
        s->trail[ply].marked && (read_place(s, here->key, here->hand) & VISITORS) > VISITOR;
    if (others)
        change_place(s, here->key, here->hand, NEWS);
    if (others || ply == s->root_ply)
        atomic_fetch_add_explicit(&s->crowd->news, 1, memory_order_release);
}

bool kj_crowd_has_news(KjSearch *s, unsigned ply)
{
    const KjPathNode *node = &s->path.node[ply];
    KjTrail *trail = &s->trail[ply];
    if (ply == s->root_ply)
        return true;
    if (!trail->marked)
        return false;
    uint8_t before = trail->seen;
    trail->seen = (uint8_t)(read_place(s, node->key, node->hand) / NEWS);
    return trail->seen != before;
}
