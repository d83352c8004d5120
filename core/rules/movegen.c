/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All legal and all safe moves, evasions, and perft. */
#include "core/rules/movegen.h"

#include <assert.h>

#include "core/rules/gen.h"

/* Whether this drop leaves the opponent not in check but without a safe move. */
static bool drop_stalemates(const KjPosition *pos, KjMove drop)
{
    KjPosition after = *pos;
    KjUndo undo;
    kj_position_make(&after, drop, &undo);
    return !kj_in_check(&after, (KjSide)after.side) && !kj_has_safe_move(&after);
}

static KjBb without_stalemates(const KjPosition *pos, KjKind kind, KjBb squares)
{
    KjBb left = squares;
    while (left) {
        unsigned square = kj_bb_pop(&left);
        if (drop_stalemates(pos, kj_make_drop(kind, square)))
            squares &= ~kj_bit(square);
    }
    return squares;
}

KjBb kj_drop_targets(const KjPosition *pos, KjKind kind, KjBb squares)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side, them = kj_other(us);
    squares = kj_drop_room(pos, us, kind, pos->by_side[us], squares);
    if (squares && t->is_no_mate_drop[kind] && kj_lone_king(pos, them) != KJ_NO_SQUARE) {
        // Such a kind checks by a step only, so at most a few squares need the test.
        KjBb checks = squares & t->step[them][pos->king[them]][t->step_class[kind]];
        while (checks) {
            unsigned square = kj_bb_pop(&checks);
            if (kj_is_mate(pos, kj_make_drop(kind, square)))
                squares &= ~kj_bit(square);
        }
        if (pos->game->rules.drop_stalemate_illegal)
            squares = without_stalemates(pos, kind, squares);
    }
    return squares;
}

/* The moves with which a lone king's side makes another royal piece. They may leave the king
 * attacked, so they stand beside the others, which `list` may have among them. */
static void add_royal_promotions(KjMoveList *list, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    KjKind kind = kj_base_kind(t->prince);
    KjBb own = pos->by_side[us], left = pos->by_step[t->step_class[kind]] & own;
    unsigned n = list->n;
    while (left) {
        unsigned from = kj_bb_pop(&left);
        if (kj_piece_kind(pos->board[from]) != kind)
            continue;
        KjBb to = kj_kind_attack(t, us, kind, from, kj_occupied(pos)) & ~own;
        to = kj_promoted_targets(pos->game, us, kind, from, to);
        for (unsigned i = 0; i < n; i++) {
            if (kj_move_from(list->move[i]) == from && kj_move_promotes(list->move[i]))
                to &= ~kj_bit(kj_move_to(list->move[i]));
        }
        kj_add_moves(list, from, to, KJ_MOVE_PROMOTE);
    }
}

static void add_piece_moves(KjMoveList *list, const KjPosition *pos, unsigned from, KjBb targets)
{
    const KjGame *game = pos->game;
    KjSide us = (KjSide)pos->side;
    KjKind kind = kj_piece_kind(pos->board[from]);
    kj_add_moves(list, from, kj_promoted_targets(game, us, kind, from, targets), KJ_MOVE_PROMOTE);
    kj_add_moves(list, from, kj_plain_targets(game, us, kind, from, targets), 0);
}

/* King moves out of `targets`; with `safe` only those to squares the enemy does not attack once the
 * king has left its square. */
static void add_king_moves(KjMoveList *list, const KjPosition *pos, KjBb targets, bool safe)
{
    KjSide us = (KjSide)pos->side, them = kj_other(us);
    unsigned king = pos->king[us];
    if (safe)
        targets &= ~kj_guards(pos, them, king, kj_occupied(pos) & ~kj_bit(king)).once;
    while (targets)
        kj_add_king_move(list, pos, king, kj_bb_pop(&targets));
}

static KjBb king_targets(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    return kj_kind_attack(t, us, t->king, pos->king[us], kj_occupied(pos)) & ~pos->by_side[us];
}

static void add_all_drops(KjMoveList *list, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjHand hand = pos->hand[pos->side];
    KjBb empty = t->all & ~kj_occupied(pos);
    for (unsigned i = 0; i < t->n_hand && hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (!(hand & t->hand_mask[kind]))
            continue;
        KjBb targets = kj_drop_targets(pos, kind, empty);
        while (targets)
            kj_list_add(list, kj_make_drop(kind, kj_bb_pop(&targets)));
    }
}

/* A side without a royal piece may make one, but not where it is taken at once. */
static void remove_princes_in_capture(KjMoveList *list, const KjPosition *pos)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->n; i++) {
        KjMove move = list->move[i];
        KjPosition after;
        if (kj_move_promotes(move) &&
            kj_becomes_royal(pos->game->t, kj_piece_kind(pos->board[kj_move_from(move)]))) {
            after = kj_position_after(pos, move);
            if (kj_in_check(&after, (KjSide)pos->side))
                continue;
        }
        list->move[kept++] = move;
    }
    list->n = kept;
}

/* All moves of pieces on the board, of a side that need not answer a check. */
static void gen_board(const KjPosition *pos, KjMoveList *list, bool safe)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    KjBb own = pos->by_side[us], occupied = kj_occupied(pos);
    KjBb pinned = safe ? kj_pinned(pos, us) : 0;
    unsigned king = kj_lone_king(pos, us);
    KjBb movers = own;
    if (king != KJ_NO_SQUARE) {
        add_king_moves(list, pos, king_targets(pos), safe);
        movers &= ~kj_bit(king);
    }
    while (movers) {
        unsigned from = kj_bb_pop(&movers);
        KjKind kind = kj_piece_kind(pos->board[from]);
        KjBb targets = kj_kind_attack(t, us, kind, from, occupied) & ~own;
        if (kj_bb_has(pinned, from))
            targets = kj_pinned_targets(pos, from, targets);
        add_piece_moves(list, pos, from, targets);
    }
    if (t->prince && pinned)
        add_royal_promotions(list, pos);
    if (safe && t->prince && pos->king[us] == KJ_NO_SQUARE)
        remove_princes_in_capture(list, pos);
}

/* All moves of such a side. The index of the first drop goes to *out_first_drop, if that is not
 * NULL. */
static void gen_all(const KjPosition *pos, KjMoveList *list, bool safe, unsigned *out_first_drop)
{
    gen_board(pos, list, safe);
    if (out_first_drop)
        *out_first_drop = list->n;
    add_all_drops(list, pos);
}

/* A king that was on the board and is gone has been captured. */
static bool king_lost(const KjPosition *pos)
{
    return pos->king[pos->side] == KJ_NO_SQUARE && pos->has_king[pos->side];
}

/* Whether a side that need not answer a check may drop something. Kinds that may not mate come
 * last: whether they stalemate is this question again, of the other side. */
static bool has_drop(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjHand hand = pos->hand[pos->side];
    KjBb empty = t->all & ~kj_occupied(pos);
    for (unsigned i = 0; i < 2 * t->n_hand && hand; i++) {
        KjKind kind = t->hand_kind[i % t->n_hand];
        bool last = i >= t->n_hand;
        if ((hand & t->hand_mask[kind]) && t->is_no_mate_drop[kind] == last &&
            kj_drop_targets(pos, kind, empty))
            return true;
    }
    return false;
}

bool kj_has_free_move(const KjPosition *pos)
{
    KjMoveList list = {.n = 0};
    if (king_lost(pos))
        return false;
    gen_board(pos, &list, true);
    return list.n > 0 || has_drop(pos);
}

KjBb kj_attackers_of_royals(const KjPosition *pos, KjSide side)
{
    KjSide enemy = kj_other(side);
    KjBb found = 0;
    for (KjBb left = pos->royal[side]; left;)
        found |= kj_attackers(pos, enemy, kj_bb_pop(&left), pos->by_side[enemy], kj_occupied(pos));
    return found;
}

void kj_gen_safe(const KjPosition *pos, KjMoveList *list)
{
    list->n = 0;
    if (king_lost(pos))
        return;
    if (kj_in_check(pos, (KjSide)pos->side))
        kj_gen_evasions(pos, list, NULL);
    else
        gen_all(pos, list, true, NULL);
}

/* Whether the king may step there although kings are captured in this game: not into capture,
 * unless it takes the enemy king and so ends the game (docs/rules.md R6.8). */
static bool king_step_allowed(const KjPosition *pos, unsigned to)
{
    KjSide them = kj_other((KjSide)pos->side);
    KjBb occupied = kj_occupied(pos) & ~kj_bit(pos->king[pos->side]);
    return to == pos->king[them] || !kj_attacked(pos, them, to, pos->by_side[them], occupied);
}

static void remove_king_steps_into_capture(const KjPosition *pos, KjMoveList *list)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->n; i++) {
        KjMove move = list->move[i];
        if (kj_move_from(move) != pos->king[pos->side] || king_step_allowed(pos, kj_move_to(move)))
            list->move[kept++] = move;
    }
    list->n = kept;
}

void kj_gen_legal(const KjPosition *pos, KjMoveList *list)
{
    if (!pos->game->row->king_capture) {
        kj_gen_safe(pos, list);
        return;
    }
    list->n = 0;
    if (king_lost(pos))
        return;
    gen_all(pos, list, false, NULL);
    if (pos->game->rules.lion_safe_only)
        remove_king_steps_into_capture(pos, list);
}

/* Interposing drops, square by square from the king outwards, cheap kinds first. */
static void add_interposing_drops(KjMoveList *list, const KjPosition *pos, KjBb between,
                                  bool upwards)
{
    const KjTables *t = pos->game->t;
    KjHand hand = pos->hand[pos->side];
    KjBb targets[KJ_MAX_KINDS];
    KjKind kinds[KJ_MAX_KINDS];
    unsigned n = 0;
    for (unsigned i = t->n_hand; i-- > 0;) {
        KjKind kind = t->hand_kind[i];
        if (!(hand & t->hand_mask[kind]))
            continue;
        targets[n] = kj_drop_targets(pos, kind, between);
        kinds[n++] = kind;
    }
    while (between) {
        unsigned square = upwards ? kj_bb_first(between) : kj_bb_last(between);
        between &= ~kj_bit(square);
        for (unsigned i = 0; i < n; i++) {
            if (kj_bb_has(targets[i], square))
                kj_list_add(list, kj_make_drop(kinds[i], square));
        }
    }
}

void kj_gen_evasions(const KjPosition *pos, KjMoveList *list, unsigned *out_first_drop)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    unsigned king = pos->king[us];
    KjBb occupied = kj_occupied(pos), own = pos->by_side[us];
    list->n = 0;
    if (pos->spare[us]) { // whichever is taken, another is left
        gen_all(pos, list, true, out_first_drop);
        return;
    }
    KjBb checkers = kj_checkers(pos, us);
    assert(checkers);
    unsigned checker = kj_bb_first(checkers);
    bool single = !kj_bb_many(checkers);
    KjKind kind = kj_piece_kind(pos->board[checker]);
    KjBb between = single ? kj_check_path(t, us, king, checker, kind) : 0;
    // A pinned piece cannot answer another checker: its line ends at its own pinner.
    KjBb movers = single ? own & ~kj_pinned(pos, us) & ~kj_bit(king) : 0;
    if (single) {
        KjBb captors = kj_attackers(pos, us, checker, movers, occupied);
        while (captors)
            add_piece_moves(list, pos, kj_bb_pop(&captors), checkers);
    }
    add_king_moves(list, pos, king_targets(pos), true);
    for (KjBb left = between; left;) {
        unsigned square = kj_bb_pop(&left);
        KjBb blockers = kj_attackers(pos, us, square, movers, occupied);
        while (blockers)
            add_piece_moves(list, pos, kj_bb_pop(&blockers), kj_bit(square));
    }
    if (t->prince)
        add_royal_promotions(list, pos);
    if (out_first_drop)
        *out_first_drop = list->n;
    if (between && pos->hand[us])
        add_interposing_drops(list, pos, between, checker > king);
}

bool kj_is_try(const KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side, them = kj_other(us);
    unsigned from = kj_move_from(move), to = kj_move_to(move);
    bool royal = from == pos->king[us] || (pos->spare[us] && kj_bb_has(pos->royal[us], from));
    if (pos->game->rules.try_rule == KJ_TRY_OFF || !royal || !kj_bb_has(t->try_squares[us], to) ||
        kj_bb_has(t->try_squares[us], from))
        return false;
    KjBb occupied = kj_occupied(pos) & ~kj_bit(from);
    return !pos->game->row->try_needs_safety ||
           !kj_attacked(pos, them, to, pos->by_side[them], occupied);
}

uint64_t kj_perft(KjPosition *pos, unsigned depth)
{
    if (depth == 0)
        return 1;
    KjMoveList list;
    kj_gen_legal(pos, &list);
    if (depth == 1)
        return list.n;
    uint64_t leaves = 0;
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_is_try(pos, list.move[i]))
            continue;
        KjUndo undo;
        kj_position_make(pos, list.move[i], &undo);
        leaves += kj_perft(pos, depth - 1);
        kj_position_unmake(pos, list.move[i], &undo);
    }
    return leaves;
}

uint64_t kj_perft_tsume(KjPosition *pos, KjSide attacker, unsigned depth)
{
    if (depth == 0)
        return 1;
    KjMoveList list;
    if (pos->side == attacker)
        kj_gen_checks(pos, &list);
    else
        kj_gen_safe(pos, &list);
    uint64_t leaves = 0;
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_is_try(pos, list.move[i])) {
            leaves += depth == 1;
            continue;
        }
        KjUndo undo;
        kj_position_make(pos, list.move[i], &undo);
        leaves += kj_perft_tsume(pos, attacker, depth - 1);
        kj_position_unmake(pos, list.move[i], &undo);
    }
    return leaves;
}
