/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checking moves of the attacker. */
#include <assert.h>
#include <string.h>

#include "core/rules/checks.h"
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
    KjChecks *out;
    KjSide us;
    unsigned enemy_king;
    KjBb occupied, pinned, discoverers;
    KjBb rays; // from the enemy king
} Finder;

/* The squares from which a kind of ours attacks the enemy king as the board stands. */
static KjBb check_squares(const Finder *c, KjKind kind)
{
    const KjTables *t = c->pos->game->t;
    KjSide them = kj_other(c->us);
    return t->step[them][c->enemy_king][t->step_class[kind]] |
           (t->slide[them][c->enemy_king][t->slide_class[kind]] & c->rays);
}

static void add_set(Finder *c, KjMove move, KjBb to)
{
    if (!to)
        return;
    c->out->set[c->out->n_sets++] = (KjCheckSet){move, to};
    c->out->n += (unsigned)kj_bb_count(to);
}

/* Adds those out of a set of moves that check, tested one by one. */
static void add_tested(Finder *c, KjMove move, KjBb targets)
{
    for (KjBb left = targets; left;) {
        unsigned to = kj_bb_pop(&left);
        if (!kj_gives_check(c->pos, (KjMove)(move | to)))
            targets &= ~kj_bit(to);
    }
    add_set(c, move, targets);
}

/* Adds the checks of the next of `movers`. */
static void add_next_checks(Finder *c, KjBb *movers)
{
    const KjPosition *pos = c->pos;
    const KjTables *t = pos->game->t;
    unsigned from = kj_bb_pop(movers);
    KjKind kind = kj_piece_kind(pos->board[from]);
    bool discovers = kj_bb_has(c->discoverers, from);
    if (!discovers && !kj_bb_has(t->may_check[c->us][c->enemy_king][kind], from))
        return;
    KjBb reach = kj_kind_attack(t, c->us, kind, from, c->occupied) & ~pos->by_side[c->us];
    KjBb targets = reach, promotable = reach, discovered = 0;
    if (kj_bb_has(c->pinned, from)) {
        targets = kj_pinned_targets(pos, from, reach);
        promotable = kj_becomes_royal(t, kind) ? reach : targets; // the king may be taken then
    }
    if (discovers)
        discovered = reach & ~t->line_through[c->enemy_king][from];
    KjBb plain = kj_plain_targets(pos->game, c->us, kind, from, targets);
    KjBb promoted = kj_promoted_targets(pos->game, c->us, kind, from, promotable);
    KjMove move = kj_make_move(from, 0);
    // Leaping along a line a piece may open that very line, and the square it leaves may open one
    // that its new face slides along.
    if (promoted && (t->leaps[kind] || t->gains_slides[kind]))
        add_tested(c, move | KJ_MOVE_PROMOTE, promoted);
    else if (promoted)
        add_set(c, move | KJ_MOVE_PROMOTE,
                promoted & (discovered | check_squares(c, kind | KJ_PROMOTED)));
    if (plain && t->leaps[kind])
        add_tested(c, move, plain);
    else if (plain)
        add_set(c, move, plain & (discovered | check_squares(c, kind)));
}

/* A king checks only by stepping off a line. */
static void add_king_checks(Finder *c)
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
        if (kj_attacked(pos, them, to, pos->by_side[them], occupied))
            continue;
        add_set(c, kj_make_move(king, 0), kj_bit(to));
        if (kj_may_keep(pos->game, pos->board[to]))
            add_set(c, kj_make_move(king, 0) | KJ_MOVE_KEEP, kj_bit(to));
    }
}

/* Out of `targets`, from which the kind checks, those where it does not mate. Few need a closer
 * look: from the others it leaves the king a step. */
static KjBb without_drop_mates(Finder *c, KjKind kind, KjBb targets)
{
    kj_checks_flights(c->pos, c->out);
    KjBb doubtful = targets & kj_flights_cover(c->pos, &c->out->flights, kind);
    while (doubtful) {
        unsigned to = kj_bb_pop(&doubtful);
        if (kj_is_mate(c->pos, kj_make_drop(kind, to)))
            targets &= ~kj_bit(to);
    }
    return targets;
}

static void add_drop_checks(Finder *c)
{
    const KjTables *t = c->pos->game->t;
    KjHand hand = c->pos->hand[c->us];
    for (unsigned i = 0; i < t->n_hand && hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (!(hand & t->hand_mask[kind]))
            continue;
        KjBb targets = kj_drop_room(c->pos, c->us, kind, c->pos->by_side[c->us],
                                    check_squares(c, kind) & ~c->occupied);
        if (targets && t->is_no_mate_drop[kind])
            targets = without_drop_mates(c, kind, targets);
        add_set(c, kj_make_drop(kind, 0), targets);
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
static void look_at_king(Finder *c, const KjPosition *pos, unsigned king)
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
static inline bool attacks_now(const Finder *c, KjMove move)
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
    Finder c;
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
static KjBb begin_checks(Finder *c, const KjPosition *pos)
{
    look_at_king(c, pos, pos->king[kj_other((KjSide)pos->side)]);
    KjSide us = c->us;
    c->pinned = kj_pinned(pos, us);
    KjBb movers =
        c->discoverers | pos->by_slide[0] | pos->game->t->stepper_may_check[us][c->enemy_king];
    movers &= pos->by_side[us];
    unsigned king = kj_lone_king(pos, us);
    return king == KJ_NO_SQUARE ? movers : movers & ~kj_bit(king);
}

static void add_own_king_checks(Finder *c)
{
    unsigned king = kj_lone_king(c->pos, c->us);
    if (king != KJ_NO_SQUARE && kj_bb_has(c->discoverers, king))
        add_king_checks(c);
}

/* The moves of a list as sets. */
static void add_list(Finder *c, const KjMoveList *list)
{
    for (unsigned i = 0; i < list->n; i++) {
        unsigned to = kj_move_to(list->move[i]);
        add_set(c, list->move[i] ^ (KjMove)to, kj_bit(to));
    }
}

static void begin(Finder *c, const KjPosition *pos, KjChecks *checks)
{
    assert(pos->king[kj_other((KjSide)pos->side)] != KJ_NO_SQUARE);
    c->pos = pos;
    c->out = checks;
    checks->n = checks->n_sets = 0;
    checks->looked = false;
}

static void find_by_trial(Finder *c)
{
    KjMoveList list;
    gen_by_trial(c->pos, &list);
    add_list(c, &list);
}

void kj_find_checks(const KjPosition *pos, KjChecks *checks)
{
    Finder c;
    begin(&c, pos, checks);
    if (needs_trial(pos)) {
        find_by_trial(&c);
        return;
    }
    KjBb movers = begin_checks(&c, pos);
    add_own_king_checks(&c);
    while (movers)
        add_next_checks(&c, &movers);
    add_drop_checks(&c);
}

void kj_list_checks(const KjChecks *checks, KjMoveList *list)
{
    list->n = 0;
    for (unsigned i = 0; i < checks->n_sets; i++) {
        for (KjBb left = checks->set[i].to; left;)
            kj_list_add(list, (KjMove)(checks->set[i].move | kj_bb_pop(&left)));
    }
}

void kj_gen_checks(const KjPosition *pos, KjMoveList *list)
{
    KjChecks checks;
    kj_find_checks(pos, &checks);
    kj_list_checks(&checks, list);
}

bool kj_has_check(const KjPosition *pos)
{
    Finder c;
    KjChecks checks;
    begin(&c, pos, &checks);
    if (needs_trial(pos)) {
        find_by_trial(&c);
        return checks.n > 0;
    }
    KjBb movers = begin_checks(&c, pos);
    add_drop_checks(&c);
    while (movers && checks.n == 0)
        add_next_checks(&c, &movers);
    if (checks.n == 0)
        add_own_king_checks(&c);
    return checks.n > 0;
}
