/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is it mate? Decided on the position as it would stand after a move, without making it: the move
 * is described by what it does to the sets of pieces.
 */
#include <assert.h>

#include "core/rules/checks.h"
#include "core/rules/gen.h"

/* The position after an attacker's move, seen by the defender. */
typedef struct {
    const KjPosition *pos;
    KjMove move;     // KJ_MOVE_NONE: the position as it stands
    KjSide us, them; // defender, attacker
    unsigned king;   // of the defender
    KjBb occupied;
    KjBb own;    // defender's pieces, without a captured one
    KjBb enemy;  // attacker's pieces, without the one that moved
    unsigned to; // where that one is now, KJ_NO_SQUARE if none
    KjKind kind; // and its kind there
} After;

static After after_move(const KjPosition *pos, KjMove move)
{
    After a;
    a.pos = pos;
    a.move = move;
    a.them = (KjSide)pos->side;
    a.us = kj_other(a.them);
    a.king = pos->king[a.us];
    a.to = kj_move_to(move);
    a.own = pos->by_side[a.us] & ~kj_bit(a.to);
    a.enemy = pos->by_side[a.them];
    if (kj_move_is_drop(move)) {
        a.kind = kj_move_drop_kind(move);
    } else {
        unsigned from = kj_move_from(move);
        a.kind = kj_piece_kind(pos->board[from]);
        if (kj_move_promotes(move))
            a.kind |= KJ_PROMOTED;
        a.enemy &= ~kj_bit(from);
    }
    a.occupied = a.own | a.enemy | kj_bit(a.to);
    return a;
}

static After as_it_stands(const KjPosition *pos)
{
    After a;
    a.pos = pos;
    a.move = KJ_MOVE_NONE;
    a.us = (KjSide)pos->side;
    a.them = kj_other(a.us);
    a.king = pos->king[a.us];
    a.own = pos->by_side[a.us];
    a.enemy = pos->by_side[a.them];
    a.occupied = a.own | a.enemy;
    a.to = KJ_NO_SQUARE;
    a.kind = KJ_NONE;
    return a;
}

static bool king_can_flee(const After *a)
{
    const KjTables *t = a->pos->game->t;
    KjBb occupied = a->occupied & ~kj_bit(a->king);
    KjBb squares = kj_kind_attack(t, a->us, t->king, a->king, a->occupied) & ~a->own;
    if (a->to != KJ_NO_SQUARE)
        squares &= ~kj_kind_attack(t, a->them, a->kind, a->to, occupied);
    while (squares) {
        if (!kj_attacked(a->pos, a->them, kj_bb_pop(&squares), a->enemy, occupied))
            return true;
    }
    return false;
}

/* Defender's pieces that may not leave the line to their king. */
static KjBb pinned_after(const After *a)
{
    const KjTables *t = a->pos->game->t;
    KjBb pinned = kj_blockers(a->pos, a->them, a->king, a->enemy, a->occupied);
    unsigned slide = t->slide_class[a->kind];
    if (slide && kj_bb_has(t->slide[a->us][a->king][slide], a->to)) {
        KjBb between = t->between[a->king][a->to] & a->occupied;
        if (between && !kj_bb_many(between))
            pinned |= between;
    }
    return pinned & a->own;
}

/*
 * A drop that may not mate (a pawn) and that would check the attacker's king: whether it is legal
 * needs the position itself. Only possible with two kings on the board, and rare.
 */
static bool risky_drop_is_legal(const After *a, KjKind kind, unsigned square)
{
    KjPosition copy = *a->pos;
    KjUndo undo;
    if (a->move != KJ_MOVE_NONE)
        kj_position_make(&copy, a->move, &undo);
    return kj_drop_targets(&copy, kind, kj_bit(square)) != 0;
}

static bool can_drop_between(const After *a, KjBb between)
{
    const KjTables *t = a->pos->game->t;
    KjHand hand = a->pos->hand[a->us];
    unsigned enemy_king = a->pos->king[a->them];
    if (t->royal[a->kind])
        enemy_king = a->to;
    for (unsigned i = 0; i < t->n_hand && hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (!(hand & t->hand_mask[kind]))
            continue;
        KjBb squares = kj_drop_room(a->pos, a->us, kind, a->own, between);
        if (!squares)
            continue;
        KjBb risky = 0;
        if (t->is_no_mate_drop[kind] && enemy_king != KJ_NO_SQUARE)
            risky = a->pos->game->rules.drop_stalemate_illegal
                        ? squares
                        : squares & t->step[a->them][enemy_king][t->step_class[kind]];
        if (squares & ~risky)
            return true;
        while (risky) {
            if (risky_drop_is_legal(a, kind, kj_bb_pop(&risky)))
                return true;
        }
    }
    return false;
}

/* Whether he can make a second royal piece. */
static bool can_make_prince(const After *a)
{
    const KjTables *t = a->pos->game->t;
    KjKind kind = kj_base_kind(t->prince);
    KjBb left = a->pos->by_step[t->step_class[kind]] & a->own;
    while (left) {
        unsigned from = kj_bb_pop(&left);
        KjBb to = kj_kind_attack(t, a->us, kind, from, a->occupied) & ~a->own;
        if (kj_piece_kind(a->pos->board[from]) == kind &&
            kj_promoted_targets(a->pos->game, a->us, kind, from, to))
            return true;
    }
    return false;
}

/* Whether the defender, whose only royal piece is attacked, has a safe reply. */
static bool has_evasion(const After *a)
{
    const KjTables *t = a->pos->game->t;
    if (king_can_flee(a) || (t->prince && can_make_prince(a)))
        return true;
    KjBb checkers = kj_attackers(a->pos, a->them, a->king, a->enemy, a->occupied);
    if (a->to != KJ_NO_SQUARE &&
        kj_bb_has(kj_kind_attack(t, a->them, a->kind, a->to, a->occupied), a->king))
        checkers |= kj_bit(a->to);
    assert(checkers);
    if (kj_bb_many(checkers))
        return false;
    unsigned checker = kj_bb_first(checkers);
    KjBb movers = a->own & ~kj_bit(a->king) & ~pinned_after(a);
    if (kj_attacked(a->pos, a->us, checker, movers, a->occupied))
        return true;
    KjKind kind = checker == a->to ? a->kind : kj_piece_kind(a->pos->board[checker]);
    KjBb between = kj_check_path(t, a->us, a->king, checker, kind);
    if (!between)
        return false;
    if (can_drop_between(a, between))
        return true;
    while (between) {
        if (kj_attacked(a->pos, a->us, kj_bb_pop(&between), movers, a->occupied))
            return true;
    }
    return false;
}

/* Whether the king of a side that keeps several royal pieces has a square to step to. */
static bool king_steps_freely(const KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    return (t->step[side][pos->king[side]][t->step_class[t->king]] & ~pos->by_side[side]) != 0;
}

/* Whether a move mates a side with several royal pieces. */
static bool mates_royals(const KjPosition *pos, KjMove move, KjSide them)
{
    if (!kj_bb_has(pos->royal[them], kj_move_to(move)) && king_steps_freely(pos, them))
        return false;
    KjPosition after = kj_position_after(pos, move);
    return !kj_has_safe_move(&after);
}

/* Whether a check mates a side with one. */
static inline bool mates_king(const KjPosition *pos, KjMove move)
{
    After a = after_move(pos, move);
    return !has_evasion(&a);
}

bool kj_is_mate(const KjPosition *pos, KjMove move)
{
    KjSide them = kj_other((KjSide)pos->side);
    return pos->spare[them] ? mates_royals(pos, move, them) : mates_king(pos, move);
}

const KjFlights *kj_checks_flights(const KjPosition *pos, KjChecks *checks)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side, them = kj_other(us);
    unsigned king = pos->king[them];
    KjFlights *f = &checks->flights;
    if (checks->looked)
        return f;
    checks->looked = true;
    f->occupied = kj_occupied(pos) & ~kj_bit(king);
    f->guards = kj_guards(pos, us, king, f->occupied);
    f->free = t->step[them][king][t->step_class[t->king]] & ~f->guards.once;
    f->alone = f->guards.once & ~f->guards.twice;
    f->known = 0;
    return f;
}

static KjBb find_cover(const KjPosition *pos, const KjFlights *f, KjKind kind)
{
    const KjTables *t = pos->game->t;
    KjSide them = kj_other((KjSide)pos->side);
    KjBb all = t->all, left = f->free & ~pos->by_side[them];
    while (left && all) {
        unsigned square = kj_bb_pop(&left);
        all &= t->step[them][square][t->step_class[kind]] |
               t->slide[them][square][t->slide_class[kind]];
    }
    return all;
}

KjBb kj_flights_cover(const KjPosition *pos, KjFlights *f, KjKind kind)
{
    if (!(f->known >> kind & 1)) {
        f->known |= 1u << kind;
        f->cover[kind] = find_cover(pos, f, kind);
    }
    return f->cover[kind];
}

/* What a move of a piece on `from` leaves unguarded of the squares around the king. Leaving its
 * square it may let a slider through. */
static KjBb flights_without(const KjPosition *pos, const KjFlights *f, unsigned from)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    KjKind kind = kj_piece_kind(pos->board[from]);
    KjBb flights = f->free | (f->alone & kj_kind_attack(t, us, kind, from, f->occupied));
    if (!kj_bb_has(f->guards.aimed, from))
        return flights;
    KjBb behind = kj_aimed_sliders(pos, us, from, pos->by_side[us]);
    while (behind) {
        unsigned slider = kj_bb_pop(&behind);
        flights &= ~t->slide[us][slider][t->slide_class[kj_piece_kind(pos->board[slider])]];
    }
    return flights;
}

/*
 * The first of a set of checks that mates. Most leave the king a step surely, onto a square that
 * nobody guards, or only the piece that moves, which may be the very one that checks: a piece guards
 * from its new square what it attacks on an open board at most.
 */
static KjMove mate_of_set(const KjPosition *pos, KjFlights *f, const KjCheckSet *set)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    KjBb left = set->to, flights = 0;
    KjKind kind = KJ_NONE;
    if (kj_move_is_drop(set->move)) {
        left &= kj_flights_cover(pos, f, kj_move_drop_kind(set->move));
    } else {
        unsigned from = kj_move_from(set->move);
        kind = kj_piece_kind(pos->board[from]);
        if (kj_move_promotes(set->move))
            kind |= KJ_PROMOTED;
        if (!kj_bb_has(f->guards.aimed, from))
            left &= kj_flights_cover(pos, f, kind);
        if (left)
            flights = flights_without(pos, f, from);
    }
    while (left) {
        unsigned to = kj_bb_pop(&left);
        KjBb guarded =
            t->step[us][to][t->step_class[kind]] | t->slide[us][to][t->slide_class[kind]];
        if ((flights & ~guarded & (~pos->by_side[us ^ 1] | kj_bit(to))) == 0 &&
            mates_king(pos, (KjMove)(set->move | to)))
            return (KjMove)(set->move | to);
    }
    return KJ_MOVE_NONE;
}

static KjMove royals_mate_in_one(const KjPosition *pos, const KjChecks *checks, KjSide them)
{
    KjMoveList list;
    kj_list_checks(checks, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (mates_royals(pos, list.move[i], them))
            return list.move[i];
    return KJ_MOVE_NONE;
}

KjMove kj_checks_mate(const KjPosition *pos, KjChecks *checks)
{
    KjSide them = kj_other((KjSide)pos->side);
    KjMove mate = KJ_MOVE_NONE;
    if (checks->n == 0)
        return mate;
    if (pos->spare[them])
        return royals_mate_in_one(pos, checks, them);
    kj_checks_flights(pos, checks);
    for (unsigned i = 0; i < checks->n_sets && !mate; i++)
        mate = mate_of_set(pos, &checks->flights, &checks->set[i]);
    return mate;
}

KjMove kj_mate_in_one(const KjPosition *pos)
{
    KjChecks checks;
    kj_find_checks(pos, &checks);
    return kj_checks_mate(pos, &checks);
}

bool kj_has_safe_move(const KjPosition *pos)
{
    if (pos->spare[pos->side] && king_steps_freely(pos, (KjSide)pos->side))
        return true;
    if (!pos->spare[pos->side] && kj_in_check(pos, (KjSide)pos->side)) {
        After a = as_it_stands(pos);
        return has_evasion(&a);
    }
    return kj_has_free_move(pos);
}

bool kj_can_capture_king(const KjPosition *pos)
{
    return !pos->spare[pos->side ^ 1] && kj_in_check(pos, kj_other((KjSide)pos->side));
}

KjMove kj_king_capture(const KjPosition *pos)
{
    KjMoveList list;
    if (!kj_can_capture_king(pos))
        return KJ_MOVE_NONE;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (kj_takes_last_royal(pos, list.move[i]))
            return list.move[i];
    return KJ_MOVE_NONE;
}
