/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First guesses, by classes of replies and by what there is to count. */
#include "solver/search/initial_pn.h"

#include "core/rules/attack.h"

static const KjInitialPn replies[KJ_REPLY_CLASSES] = {
#define KJ_INITIAL_PN(class, pn, dn) [class] = {pn, dn},
#include "solver/search/initial_pn.def"
#undef KJ_INITIAL_PN
};

KjInitialPn kj_initial_pn(unsigned reply_class)
{
    return replies[reply_class];
}

/*
 * Whether the mover has a piece besides the one that moves and the king that attacks where it goes.
 */
static bool covered(const KjPosition *pos, KjMove move)
{
    KjSide us = (KjSide)pos->side;
    KjBb pieces = pos->by_side[us], occupied = kj_occupied(pos);
    if (pos->king[us] != KJ_NO_SQUARE)
        pieces &= ~kj_bit(pos->king[us]);
    if (!kj_move_is_drop(move)) {
        pieces &= ~kj_bit(kj_move_from(move));
        occupied &= ~kj_bit(kj_move_from(move));
    }
    return kj_attacked(pos, us, kj_move_to(move), pieces, occupied);
}

unsigned kj_initial_pn_class(const KjPosition *pos, KjMove move)
{
    KjSide us = (KjSide)pos->side;
    bool drop = kj_move_is_drop(move), king = !drop && kj_move_from(move) == pos->king[us];
    bool captures = pos->board[kj_move_to(move)] != KJ_NONE;
    return king | (unsigned)captures << 1 | (unsigned)drop << 2 | (unsigned)covered(pos, move) << 3;
}

/* ---- what it will probably take to refute a position ---- */

static const int16_t cost[KJ_COST_COUNTS][KJ_COST_LEVELS] = {
#define KJ_REPLY_COST(count, ...) [count] = {__VA_ARGS__},
#include "solver/search/reply_cost.def"
#undef KJ_REPLY_COST
};

enum { MOST = 8 * KJ_COST_UNIT - 1 }; // keeps first numbers below 256

static uint8_t level(int count)
{
    return (uint8_t)(count < KJ_COST_LEVELS ? count : KJ_COST_LEVELS - 1);
}

enum { CHECK_COUNTS = 9 };

/* The checks by where they come from and where they go; `around`: the squares next to the king,
 * `theirs`: those that a piece of his guards. */
static void count_checks(const KjPosition *pos, const KjChecks *checks, KjBb around, KjBb theirs,
                         uint8_t out[CHECK_COUNTS])
{
    const KjGuards *ours = &checks->flights.guards;
    KjBb from = 0, to = 0;
    unsigned kinds = 0;
    int near = 0, drops = 0, captures = 0, safe = 0, guarded = 0;
    for (unsigned i = 0; i < checks->n_sets; i++) {
        const KjCheckSet *set = &checks->set[i];
        KjBb next = set->to & around;
        KjBb supported = ours->twice;
        to |= set->to;
        if (kj_move_is_drop(set->move)) {
            drops += kj_bb_count(set->to);
            kinds |= 1u << kj_move_drop_kind(set->move);
            supported = ours->once;
        } else {
            from |= kj_bit(kj_move_from(set->move));
            captures += kj_bb_count(set->to & pos->by_side[pos->side ^ 1]);
            near += kj_bb_count(next);
        }
        guarded += kj_bb_count(next & theirs);
        safe += kj_bb_count(next & ~theirs & supported);
    }
    const int counts[CHECK_COUNTS] = {(int)checks->n,
                                      near,
                                      drops,
                                      captures,
                                      kj_bb_count(from),
                                      kj_bb_count(to),
                                      __builtin_popcount(kinds),
                                      safe,
                                      guarded};
    for (unsigned i = 0; i < CHECK_COUNTS; i++)
        out[i] = level(counts[i]);
}

void kj_cost_count(const KjPosition *pos, KjChecks *checks, unsigned reply_class,
                   uint8_t out[KJ_COST_COUNTS])
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side, them = kj_other(us);
    unsigned king = pos->king[them];
    KjBb mine = pos->by_side[us];
    KjBb around = t->step[them][king][t->step_class[t->king]];
    KjBb theirs = kj_guards(pos, them, king, kj_occupied(pos)).twice;
    KjBb attacked = kj_checks_flights(pos, checks)->guards.once & around;
    KjBb own = around & pos->by_side[them];
    count_checks(pos, checks, around, theirs, out);
    const int counts[KJ_COST_COUNTS - CHECK_COUNTS] = {
        (int)reply_class,
        kj_bb_count(pos->by_slide[0] & mine),
        kj_bb_count(mine),
        kj_bb_count(around & ~attacked & ~own),
        kj_bb_count(attacked),
        kj_bb_count(own),
        kj_bb_count(around & mine),
        kj_bb_count(around),
        kj_bb_count(theirs & around),
    };
    for (unsigned i = CHECK_COUNTS; i < KJ_COST_COUNTS; i++)
        out[i] = level(counts[i - CHECK_COUNTS]);
}

uint32_t kj_cost_dn(const KjPosition *pos, KjChecks *checks, unsigned reply_class)
{
    static const uint16_t part[KJ_COST_UNIT] = {256, 267, 279, 292, 304, 318, 332, 347,
                                                362, 378, 395, 412, 431, 450, 470, 490};
    uint8_t counts[KJ_COST_COUNTS];
    int sum = 0;
    kj_cost_count(pos, checks, reply_class, counts);
    for (unsigned i = 0; i < KJ_COST_COUNTS; i++)
        sum += cost[i][counts[i]];
    sum = sum < 0 ? 0 : sum > MOST ? MOST : sum;
    return (uint32_t)part[sum % KJ_COST_UNIT] << (sum / KJ_COST_UNIT) >> 8;
}
