/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checking moves of the attacker. */
#include <assert.h>
#include <string.h>

#include "core/rules/gen.h"

/* Whether a move attacks a royal piece of the other side's that it does not take. */
static inline bool attacks_royal(const KjPosition *pos, KjMove move, unsigned king)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    unsigned to = kj_move_to(move);
    if (king == KJ_NO_SQUARE || king == to)
        return false;
    KjBb occupied = kj_occupied(pos) | kj_bit(to);
    if (kj_move_is_drop(move)) {
        KjBb attack = kj_kind_attack(t, us, kj_move_drop_kind(move), to, occupied);
        return kj_bb_has(attack, king);
    }
    unsigned from = kj_move_from(move);
    occupied &= ~kj_bit(from);
    KjKind kind = kj_piece_kind(pos->board[from]);
    if (kj_move_promotes(move))
        kind |= KJ_PROMOTED;
    return kj_bb_has(kj_kind_attack(t, us, kind, to, occupied), king) ||
           kj_attacked(pos, us, king, pos->by_side[us] & ~kj_bit(from), occupied);
}

/* As attacks_royal, where the king may have been attacked before: a drop leaves it so. */
static bool attacks_one_of_royals(const KjPosition *pos, KjMove move, unsigned king)
{
    KjSide us = (KjSide)pos->side;
    KjBb occupied = kj_occupied(pos) | kj_bit(kj_move_to(move));
    bool stands = kj_move_is_drop(move) && kj_attacked(pos, us, king, pos->by_side[us], occupied);
    return stands || attacks_royal(pos, move, king);
}

bool kj_gives_check(const KjPosition *pos, KjMove move)
{
    KjSide them = kj_other((KjSide)pos->side);
    if (!pos->spare[them])
        return attacks_royal(pos, move, pos->king[them]);
    for (KjBb left = pos->royal[them]; left;) {
        if (attacks_one_of_royals(pos, move, kj_bb_pop(&left)))
            return true;
    }
    return false;
}

/* What one generation of checks needs again and again. */
typedef struct {
    const KjPosition *pos;
    KjSide us;
    unsigned enemy_king;
    KjBb occupied, pinned, discoverers;
    KjBb rays; // from the enemy king
} Checks;

/* The squares from which a kind of ours attacks the enemy king as the board stands. */
static KjBb check_squares(const Checks *c, KjKind kind)
{
    const KjTables *t = c->pos->game->t;
    KjSide them = kj_other(c->us);
    return t->step[them][c->enemy_king][t->step_class[kind]] |
           (t->slide[them][c->enemy_king][t->slide_class[kind]] & c->rays);
}

/* Adds those out of a set of moves that check, tested one by one. */
static void add_tested(KjMoveList *list, const KjPosition *pos, unsigned from, KjBb targets,
                       unsigned flags)
{
    while (targets) {
        KjMove move = (KjMove)(kj_make_move(from, kj_bb_pop(&targets)) | flags);
        if (kj_gives_check(pos, move))
            kj_list_add(list, move);
    }
}

static void add_piece_checks(Checks *c, KjMoveList *list, unsigned from)
{
    const KjPosition *pos = c->pos;
    const KjTables *t = pos->game->t;
    KjKind kind = kj_piece_kind(pos->board[from]);
    KjBb reach = kj_kind_attack(t, c->us, kind, from, c->occupied) & ~pos->by_side[c->us];
    KjBb targets = reach, promotable = reach;
    if (kj_bb_has(c->pinned, from)) {
        targets = kj_pinned_targets(pos, from, reach);
        promotable = kj_becomes_royal(t, kind) ? reach : targets; // the king may be taken then
    }
    KjBb discovered = 0;
    if (kj_bb_has(c->discoverers, from))
        discovered = reach & ~t->line_through[c->enemy_king][from];
    KjBb plain = kj_plain_targets(pos->game, c->us, kind, from, targets);
    KjBb promoted = kj_promoted_targets(pos->game, c->us, kind, from, promotable);
    if (t->leaps[kind]) {
        // Leaping along a line, it may open that very line.
        add_tested(list, pos, from, promoted, KJ_MOVE_PROMOTE);
        add_tested(list, pos, from, plain, 0);
        return;
    }
    if (promoted) {
        KjKind after = kind | KJ_PROMOTED;
        // The square just left may open a line the new face slides along.
        if (t->gains_slides[kind])
            add_tested(list, pos, from, promoted, KJ_MOVE_PROMOTE);
        else
            kj_add_moves(list, from, promoted & (discovered | check_squares(c, after)),
                         KJ_MOVE_PROMOTE);
    }
    if (plain)
        kj_add_moves(list, from, plain & (discovered | check_squares(c, kind)), 0);
}

/* A king checks only by stepping off a line. */
static void add_king_checks(Checks *c, KjMoveList *list)
{
    const KjPosition *pos = c->pos;
    const KjTables *t = pos->game->t;
    unsigned king = pos->king[c->us];
    KjSide them = kj_other(c->us);
    KjBb targets = kj_kind_attack(t, c->us, t->king, king, c->occupied) & ~pos->by_side[c->us] &
                   ~t->line_through[c->enemy_king][king];
    KjBb occupied = c->occupied & ~kj_bit(king);
    while (targets) {
        unsigned to = kj_bb_pop(&targets);
        if (!kj_attacked(pos, them, to, pos->by_side[them], occupied))
            kj_add_king_move(list, pos, king, to);
    }
}

static void add_drop_checks(Checks *c, KjMoveList *list)
{
    const KjTables *t = c->pos->game->t;
    KjHand hand = c->pos->hand[c->us];
    for (unsigned i = 0; i < t->n_hand && hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (!(hand & t->hand_mask[kind]))
            continue;
        KjBb targets = check_squares(c, kind) & ~c->occupied;
        if (targets)
            targets = kj_drop_targets(c->pos, kind, targets);
        while (targets)
            kj_list_add(list, kj_make_drop(kind, kj_bb_pop(&targets)));
    }
}

/* Whether a side without a royal piece may make its first. */
static bool may_make_prince(const KjPosition *pos, KjSide us)
{
    const KjTables *t = pos->game->t;
    return pos->king[us] == KJ_NO_SQUARE &&
           (pos->by_step[t->step_class[kj_base_kind(t->prince)]] & pos->by_side[us]);
}

/* Whether the side to move is in check, or the other has several royal pieces, or the one without
 * any may make its first. */
static inline bool needs_trial(const KjPosition *pos)
{
    KjSide us = (KjSide)pos->side;
    return pos->spare[us ^ 1] || kj_in_check(pos, us) ||
           (pos->game->t->prince && may_make_prince(pos, us));
}

/* Looks at what stands around a royal piece of the other side. */
static void look_at_king(Checks *c, const KjPosition *pos, unsigned king)
{
    KjSide us = (KjSide)pos->side;
    c->pos = pos;
    c->us = us;
    c->enemy_king = king;
    c->occupied = kj_occupied(pos);
    c->discoverers = kj_blockers(pos, us, king, pos->by_side[us], c->occupied) & pos->by_side[us];
    c->rays = kj_rays(pos->game->t, king, c->occupied);
}

/* Whether a move attacks a royal piece that was not attacked before. */
static inline bool attacks_now(const Checks *c, KjMove move)
{
    const KjTables *t = c->pos->game->t;
    unsigned to = kj_move_to(move), king = c->enemy_king;
    if (kj_move_is_drop(move))
        return kj_bb_has(check_squares(c, kj_move_drop_kind(move)), to);
    unsigned from = kj_move_from(move);
    KjKind kind = kj_piece_kind(c->pos->board[from]);
    bool promotes = kj_move_promotes(move);
    if (t->leaps[kind] || (promotes && t->gains_slides[kind])) // as in add_piece_checks
        return attacks_royal(c->pos, move, king);
    if (promotes)
        kind |= KJ_PROMOTED;
    bool discovers = kj_bb_has(c->discoverers, from) && !kj_bb_has(t->line_through[king][from], to);
    return to != king && (discovers || kj_bb_has(check_squares(c, kind), to));
}

/* Marks those out of a list of moves that attack one royal piece. */
static void mark_checks(const KjPosition *pos, const KjMoveList *list, unsigned king, bool *marked)
{
    KjSide us = (KjSide)pos->side;
    bool attacked =
        pos->spare[us ^ 1] && kj_attacked(pos, us, king, pos->by_side[us], kj_occupied(pos));
    Checks c;
    look_at_king(&c, pos, king);
    for (unsigned i = 0; i < list->n; i++) {
        KjMove move = list->move[i];
        marked[i] = marked[i] ||
                    (attacked ? attacks_one_of_royals(pos, move, king) : attacks_now(&c, move));
    }
}

/* The moves that check, found among all. */
static void gen_by_trial(const KjPosition *pos, KjMoveList *list)
{
    KjSide them = kj_other((KjSide)pos->side);
    kj_gen_safe(pos, list);
    bool marked[KJ_MAX_MOVES];
    memset(marked, 0, list->n * sizeof *marked);
    for (KjBb left = kj_royals(pos, them); left;)
        mark_checks(pos, list, kj_bb_pop(&left), marked);
    unsigned kept = 0;
    for (unsigned i = 0; i < list->n; i++) {
        if (marked[i])
            list->move[kept++] = list->move[i];
    }
    list->n = kept;
}

/* The pieces of the side to move that may check, its king apart: most are steppers too far away and
 * left out all at once. */
static KjBb begin_checks(Checks *c, const KjPosition *pos)
{
    look_at_king(c, pos, pos->king[kj_other((KjSide)pos->side)]);
    KjSide us = c->us;
    c->pinned = kj_pinned(pos, us);
    KjBb movers = c->discoverers | pos->game->t->stepper_may_check[us][c->enemy_king];
    for (unsigned slide = 1; slide < pos->game->t->n_slide; slide++)
        movers |= pos->by_slide[slide];
    movers &= pos->by_side[us];
    unsigned king = kj_lone_king(pos, us);
    return king == KJ_NO_SQUARE ? movers : movers & ~kj_bit(king);
}

static void add_own_king_checks(Checks *c, KjMoveList *list)
{
    unsigned king = kj_lone_king(c->pos, c->us);
    if (king != KJ_NO_SQUARE && kj_bb_has(c->discoverers, king))
        add_king_checks(c, list);
}

/* Adds the checks of the next of `movers`. */
static void add_next_checks(Checks *c, KjMoveList *list, KjBb *movers)
{
    const KjPosition *pos = c->pos;
    unsigned from = kj_bb_pop(movers);
    KjKind kind = kj_piece_kind(pos->board[from]);
    if (kj_bb_has(c->discoverers | pos->game->t->may_check[c->us][c->enemy_king][kind], from))
        add_piece_checks(c, list, from);
}

void kj_gen_checks(const KjPosition *pos, KjMoveList *list)
{
    assert(pos->king[kj_other((KjSide)pos->side)] != KJ_NO_SQUARE);
    if (needs_trial(pos)) {
        gen_by_trial(pos, list);
        return;
    }
    Checks c;
    KjBb movers = begin_checks(&c, pos);
    list->n = 0;
    add_own_king_checks(&c, list);
    while (movers)
        add_next_checks(&c, list, &movers);
    add_drop_checks(&c, list);
}

bool kj_has_check(const KjPosition *pos)
{
    assert(pos->king[kj_other((KjSide)pos->side)] != KJ_NO_SQUARE);
    KjMoveList list;
    if (needs_trial(pos)) {
        gen_by_trial(pos, &list);
        return list.n > 0;
    }
    Checks c;
    KjBb movers = begin_checks(&c, pos);
    list.n = 0;
    add_drop_checks(&c, &list);
    while (movers && list.n == 0)
        add_next_checks(&c, &list, &movers);
    if (list.n == 0)
        add_own_king_checks(&c, &list);
    return list.n > 0;
}
