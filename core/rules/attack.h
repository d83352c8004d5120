/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which squares a piece attacks and which pieces attack a square. All inline: every generator is
 * built on these few lines.
 */
#pragma once

#include "core/rules/position.h"

/*
 * The squares a slider sees both ways along one line: all up to and including the first piece on
 * each side. From the nearest blocker below (or the edge) a subtraction carries up to the nearest
 * blocker above, so the changed bits are exactly the stretch between the two.
 */
static inline KjBb kj_line_attack(const KjTables *t, int line, unsigned square, KjBb occupied)
{
    KjBb low = t->line_low[line][square], high = t->line_high[line][square];
    KjBb above = occupied & high;
    KjBb below = kj_bit(kj_bb_last((occupied & low) | 1));
    return (above ^ (above - below)) & (low | high);
}

/* Attack of a slide class from a square. */
static inline KjBb kj_slide_attack(const KjTables *t, KjSide side, unsigned slide, unsigned square,
                                   KjBb occupied)
{
    KjBb attack = 0;
    unsigned lines = t->slide_lines[slide];
    while (lines) {
        int line = __builtin_ctz(lines);
        lines &= lines - 1;
        attack |= kj_line_attack(t, line, square, occupied);
    }
    return attack & t->slide[side][square][slide];
}

/* The squares seen from a square along all lines. A slide class sees those of them that are its
 * own. */
static inline KjBb kj_rays(const KjTables *t, unsigned square, KjBb occupied)
{
    KjBb rays = 0;
    for (int line = 0; line < KJ_LINES; line++)
        rays |= kj_line_attack(t, line, square, occupied);
    return rays;
}

/* Attack of a piece kind from a square. */
static inline KjBb kj_kind_attack(const KjTables *t, KjSide side, KjKind kind, unsigned square,
                                  KjBb occupied)
{
    KjBb attack = t->step[side][square][t->step_class[kind]];
    if (t->slide_class[kind])
        attack |= kj_slide_attack(t, side, t->slide_class[kind], square, occupied);
    return attack;
}

/*
 * The squares from which a piece of `side` and this kind would attack `square`. A piece of the
 * other side moves point-reflected, so its attack from `square` is just that.
 */
static inline KjBb kj_kind_attack_from(const KjTables *t, KjSide side, KjKind kind, unsigned square,
                                       KjBb occupied)
{
    return kj_kind_attack(t, kj_other(side), kind, square, occupied);
}

/* Two sets side by side: a vector register where the processor has such. */
typedef uint64_t KjBbPair __attribute__((vector_size(32), aligned(16), may_alias));

/* All squares that are in both sets of one of eight pairs (a[i], b[i]). */
static inline KjBb kj_common8(const KjBb *a, const KjBb *b)
{
    const KjBbPair *x = (const KjBbPair *)a, *y = (const KjBbPair *)b;
    KjBbPair found = (x[0] & y[0]) | (x[1] & y[1]) | (x[2] & y[2]) | (x[3] & y[3]);
    return (KjBb)(found[KJ_UPPER_WORD] | found[2 + KJ_UPPER_WORD]) << 64 |
           (found[KJ_LOWER_WORD] | found[2 + KJ_LOWER_WORD]);
}

_Static_assert(KJ_MAX_STEP_CLASSES == 16 && KJ_MAX_SLIDE_CLASSES == 8, "sets are joined by eights");

/* The pieces out of `pieces` (all of `side`) that attack a square by a step. */
static inline KjBb kj_step_attackers(const KjPosition *pos, KjSide side, unsigned square,
                                     KjBb pieces)
{
    const KjTables *t = pos->game->t;
    const KjBb *step = t->step[side ^ 1][square];
    KjBb found = kj_common8(step, pos->by_step);
    if (t->n_step > 8)
        found |= kj_common8(step + 8, pos->by_step + 8);
    return found & pieces;
}

/* The sliders out of `pieces` that would attack a square on an empty board. */
static inline KjBb kj_aimed_sliders(const KjPosition *pos, KjSide side, unsigned square,
                                    KjBb pieces)
{
    const KjTables *t = pos->game->t;
    return kj_common8(t->slide[side ^ 1][square], pos->by_slide) & pieces;
}

/* The pieces out of `pieces` (all of `side`) that attack a square, given what is occupied. */
static inline KjBb kj_attackers(const KjPosition *pos, KjSide side, unsigned square, KjBb pieces,
                                KjBb occupied)
{
    const KjTables *t = pos->game->t;
    KjBb found = kj_step_attackers(pos, side, square, pieces);
    KjBb aimed = kj_aimed_sliders(pos, side, square, pieces);
    while (aimed) {
        unsigned from = kj_bb_pop(&aimed);
        if (!(t->between[square][from] & occupied))
            found |= kj_bit(from);
    }
    return found;
}

/* Whether any piece out of `pieces` attacks a square. */
static inline bool kj_attacked(const KjPosition *pos, KjSide side, unsigned square, KjBb pieces,
                               KjBb occupied)
{
    const KjTables *t = pos->game->t;
    if (kj_step_attackers(pos, side, square, pieces))
        return true;
    KjBb aimed = kj_aimed_sliders(pos, side, square, pieces);
    while (aimed) {
        unsigned from = kj_bb_pop(&aimed);
        if (!(t->between[square][from] & occupied))
            return true;
    }
    return false;
}

/* The square of the only royal piece of a side, which no move may leave attacked; KJ_NO_SQUARE: it
 * has none or several, and is free of that (docs/rules.md R1.11, R14.3). */
static inline unsigned kj_lone_king(const KjPosition *pos, KjSide side)
{
    return pos->spare[side] ? KJ_NO_SQUARE : pos->king[side];
}

/* The squares of all royal pieces of a side that has one. */
static inline KjBb kj_royals(const KjPosition *pos, KjSide side)
{
    return pos->spare[side] ? pos->royal[side] : kj_bit(pos->king[side]);
}

/* Whether a move takes the last royal piece of the other side, and so wins (docs/rules.md R14.3). */
static inline bool kj_takes_last_royal(const KjPosition *pos, KjMove move)
{
    KjSide enemy = kj_other((KjSide)pos->side);
    return !pos->spare[enemy] && kj_move_to(move) == pos->king[enemy];
}

/* The enemy pieces that attack royal pieces of `side`, where it has several. */
KjBb kj_attackers_of_royals(const KjPosition *pos, KjSide side);

/* The enemy pieces that attack a royal piece of `side`; empty when it has none. */
static inline KjBb kj_checkers(const KjPosition *pos, KjSide side)
{
    if (pos->spare[side])
        return kj_attackers_of_royals(pos, side);
    if (pos->king[side] == KJ_NO_SQUARE)
        return 0;
    KjSide enemy = kj_other(side);
    return kj_attackers(pos, enemy, pos->king[side], pos->by_side[enemy], kj_occupied(pos));
}

/* Whether a royal piece of `side` is attacked. */
static inline bool kj_in_check(const KjPosition *pos, KjSide side)
{
    KjSide enemy = kj_other(side);
    if (pos->spare[side])
        return kj_attackers_of_royals(pos, side) != 0;
    return pos->king[side] != KJ_NO_SQUARE &&
           kj_attacked(pos, enemy, pos->king[side], pos->by_side[enemy], kj_occupied(pos));
}

/*
 * The pieces of any side that alone stand between `square` and a slider out of `sliders` (all of
 * `side`): pinned when theirs is the king on `square`, discoverers when it is the enemy's.
 */
static inline KjBb kj_blockers(const KjPosition *pos, KjSide side, unsigned square, KjBb sliders,
                               KjBb occupied)
{
    const KjTables *t = pos->game->t;
    KjBb blockers = 0;
    KjBb aimed = kj_aimed_sliders(pos, side, square, sliders);
    while (aimed) {
        KjBb between = t->between[square][kj_bb_pop(&aimed)] & occupied;
        if (between && !kj_bb_many(between))
            blockers |= between;
    }
    return blockers;
}

/* What pieces of one side do to the squares that the other side's king could step to. */
typedef struct {
    KjBb once, twice; // of these squares those that at least one, and at least two pieces attack
    KjBb aimed;       // all squares that sliders would attack on an empty board
} KjGuards;

/* The guards of `side` around a king on `king`, given what is occupied: piece by piece, as few are
 * near. */
static inline KjGuards kj_guards(const KjPosition *pos, KjSide side, unsigned king, KjBb occupied)
{
    const KjTables *t = pos->game->t;
    KjBb around = t->step[side ^ 1][king][t->step_class[t->king]];
    KjBb sliders = pos->by_slide[0] & pos->by_side[side];
    KjGuards guards = {0, 0, 0};
    KjBb steppers = t->may_guard[side][king] & pos->by_side[side] & ~sliders;
    while (steppers) {
        unsigned from = kj_bb_pop(&steppers);
        KjBb attack = t->step[side][from][t->step_class[kj_piece_kind(pos->board[from])]] & around;
        guards.twice |= guards.once & attack;
        guards.once |= attack;
    }
    while (sliders) {
        unsigned from = kj_bb_pop(&sliders);
        KjKind kind = kj_piece_kind(pos->board[from]);
        KjBb attack = t->step[side][from][t->step_class[kind]] & around;
        KjBb aimed = t->slide[side][from][t->slide_class[kind]];
        guards.aimed |= aimed;
        aimed &= around & ~attack;
        while (aimed) {
            unsigned to = kj_bb_pop(&aimed);
            if (!(t->between[from][to] & occupied))
                attack |= kj_bit(to);
        }
        guards.twice |= guards.once & attack;
        guards.once |= attack;
    }
    return guards;
}
