/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the moves beside a line, by the graph of all mates. */
#include "core/rules/attack.h"
#include "tests/support/brute_force/classify-priv.h"

/* A line within the graph. */
typedef struct {
    const Classify *c;
    const KjMove *move;
    unsigned n;
    unsigned *at;  // n + 1 position numbers
    int *loop_key; // values if the positions up to the present one are barred
    int *line_key; // and if all of the line are
    int *same_key; // but not those in which the defender holds other pieces
} Line;

/* The position after a move of position `i`, or NEVER when there is no such move. */
static unsigned after(const Classify *c, unsigned i, KjMove move)
{
    for (unsigned e = FIRST(c, i); e < FIRST(c, i + 1); e++)
        if (EDGE(c, e)->move == move)
            return EDGE(c, e)->to;
    return (unsigned)NEVER;
}

/*
 * Values with the attacker's positions of the line barred, from ply 0 up to `last`; a position with
 * the same board and no better hand is barred as well. `same`: unless the defender's hand is
 * poorer, as where captured pieces may stay promoted.
 */
static int *barred_key(const Line *l, unsigned last, bool same)
{
    KjSide us = l->c->attacker, them = kj_other(us);
    g_autofree bool *barred = g_new0(bool, l->c->pos->len);
    for (unsigned k = 0; k <= last; k++) {
        const KjPosition *on_line = POS(l->c, l->at[k]);
        if (on_line->side != us)
            continue;
        for (unsigned i = 0; i < l->c->pos->len; i++) {
            const KjPosition *pos = POS(l->c, i);
            const KjTables *t = pos->game->t;
            barred[i] |= pos->key == on_line->key &&
                         kj_hand_covers(t, on_line->hand[us], pos->hand[us]) &&
                         (!same || kj_hand_covers(t, pos->hand[them], on_line->hand[them]));
        }
    }
    return classify_solve(l->c, barred);
}

static bool is_end(const Line *l, unsigned i)
{
    return FIRST(l->c, i) == FIRST(l->c, i + 1) && l->c->key[i] != NEVER;
}

/* Whether the line goes on from ply `k` to its end at position `i`, a piece that was put elsewhere or
 * turned over moving on from where it is, and promoting whenever that helps. */
static bool goes_on(const Line *l, unsigned i, unsigned k, unsigned was, unsigned is)
{
    if (i == (unsigned)NEVER)
        return false;
    if (k == l->n)
        return is_end(l, i);
    KjMove next = l->move[k];
    if (!kj_move_is_drop(next) && kj_move_from(next) == was) {
        unsigned to = kj_move_to(next);
        next = (KjMove)((next & ~(127u << 7)) | is << 7);
        return goes_on(l, after(l->c, i, next), k + 1, to, to) ||
               goes_on(l, after(l->c, i, next ^ KJ_MOVE_PROMOTE), k + 1, to, to);
    }
    if (kj_move_to(next) != was)
        return goes_on(l, after(l->c, i, next), k + 1, was, is);
    next = (KjMove)((next & ~127u) | is); // taken where it is, and kept promoted if it can be
    unsigned taken = after(l->c, i, next);
    if (taken == (unsigned)NEVER)
        taken = after(l->c, i, next ^ KJ_MOVE_KEEP);
    return goes_on(l, taken, k + 1, KJ_NO_SQUARE, KJ_NO_SQUARE);
}

static bool same_rest(const Line *l, unsigned ply, KjMove move)
{
    unsigned i = after(l->c, l->at[ply], move);
    return goes_on(l, i, ply + 1, kj_move_to(l->move[ply]), kj_move_to(move));
}

/* Whether two moves put the same slider on one line with a royal piece, on the same side of it. */
static bool same_ray(const KjPosition *pos, KjMove a, KjMove b)
{
    const KjTables *t = pos->game->t;
    KjKind kind =
        kj_move_is_drop(a) ? kj_move_drop_kind(a) : kj_piece_kind(pos->board[kj_move_from(a)]);
    if (kj_move_from(a) != kj_move_from(b) || kj_move_promotes(a) != kj_move_promotes(b))
        return false;
    if (kj_move_promotes(a))
        kind |= KJ_PROMOTED;
    if (!t->slide_class[kind])
        return false;
    unsigned x = kj_move_to(a), y = kj_move_to(b);
    for (unsigned king = 0; king < t->squares; king++) {
        KjPiece piece = pos->board[king];
        if (piece && kj_piece_side(piece) != pos->side && t->royal[kj_piece_kind(piece)] &&
            (kj_bb_has(t->between[king][x], y) || kj_bb_has(t->between[king][y], x)))
            return true;
    }
    return false;
}

/* Whether the position is its own mirror image and the moves are each other's. */
static bool mirrored(const KjPosition *pos, KjMove a, KjMove b)
{
    const KjTables *t = pos->game->t;
    KjPosition other = kj_position_mirror(pos);
    unsigned last = t->files - 1u;
    unsigned to = (last - t->file_of[kj_move_to(a)]) * t->ranks + t->rank_of[kj_move_to(a)];
    unsigned from = kj_move_from(a);
    if (!kj_move_is_drop(a))
        from = (last - t->file_of[from]) * t->ranks + t->rank_of[from];
    return kj_position_equal(&other, pos) &&
           b == (KjMove)((a & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)) | from << 7 | to);
}

/* The position after plies `ply`..`until` of the line when two of them change places, and the
 * replies to these two if asked for; NEVER when that cannot be played. */
static unsigned exchanged(const Line *l, unsigned ply, unsigned later, unsigned until, bool replies)
{
    unsigned i = l->at[ply];
    for (unsigned k = ply; k < until && i != (unsigned)NEVER; k++) {
        unsigned from = k;
        if (k == ply || k == later)
            from = k == ply ? later : ply;
        else if (replies && (k == ply + 1 || k == later + 1))
            from = k == ply + 1 ? later + 1 : ply + 1;
        i = after(l->c, i, l->move[from]);
    }
    return i;
}

/* Whether `move` is a later one of the line, and exchanging the two leads to the same position. */
static bool is_order(const Line *l, unsigned ply, KjMove move)
{
    for (unsigned j = ply + 2; j < l->n; j += 2) {
        if (l->move[j] != move)
            continue;
        if (exchanged(l, ply, j, j + 1, false) == l->at[j + 1] ||
            (j + 1 < l->n && exchanged(l, ply, j, j + 2, true) == l->at[j + 2]))
            return true;
    }
    return false;
}

static bool moves_later(const Line *l, unsigned ply, KjMove move)
{
    for (unsigned j = ply + 2; j < l->n; j += 2)
        if (l->move[j] == move)
            return true;
    return false;
}

/* The names of a check that mates, key `key` after it, against one of the line with `left` plies
 * left. */
static unsigned names_of_mate(const Line *l, unsigned ply, KjMove move, int plies)
{
    const KjPosition *pos = POS(l->c, l->at[ply]);
    unsigned names = 0, left = l->n - ply, to = after(l->c, l->at[ply], move);
    bool last = left == 1 && plies == 1;
    unsigned length = plies < (int)left    ? CLASSIFY_EARLY
                      : plies == (int)left ? CLASSIFY_EQUAL
                                           : CLASSIFY_LATE;
    if (l->loop_key[to] == NEVER)
        return CLASSIFY_FAILS | CLASSIFY_DETOUR; // only by coming back to here or before
    if (mirrored(pos, l->move[ply], move))
        names |= CLASSIFY_MIRROR;
    if (last)
        names |= CLASSIFY_LAST;
    if (plies == (int)left && (move ^ l->move[ply]) == KJ_MOVE_PROMOTE && same_rest(l, ply, move))
        names |= CLASSIFY_PROMOTION;
    if (plies == (int)left && same_ray(pos, move, l->move[ply]) && same_rest(l, ply, move))
        names |= kj_move_is_drop(move) ? CLASSIFY_CHOICE : CLASSIFY_CHOICE | CLASSIFY_EQUAL;
    if (!last && !names && l->line_key[to] == NEVER && plies >= (int)left) {
        if (plies > (int)left)
            names |= CLASSIFY_DETOUR;
        else if (is_order(l, ply, move))
            names |= CLASSIFY_ORDER;
        else
            names |= moves_later(l, ply, move) ? CLASSIFY_REJOIN | CLASSIFY_ORDER : CLASSIFY_REJOIN;
        if (l->same_key[to] != NEVER) // it is the same position or not
            names |= length;
    }
    return names ? names : length;
}

static unsigned names_of_reply(const Line *l, unsigned ply, int key)
{
    int left = (int)(l->n - ply), plies = key / 2 + 1;
    bool rest = key % 2 == 0;
    if (plies < left)
        return CLASSIFY_SHORTER;
    if (plies == left)
        return rest ? CLASSIFY_LEFTOVER : left == 2 ? CLASSIFY_SAME_LAST : CLASSIFY_SAME;
    return rest ? CLASSIFY_LONGER : CLASSIFY_NOT_MAIN;
}

static ClassifyMove name_move(const Line *l, unsigned ply, const Edge *edge)
{
    int key = l->c->key[edge->to];
    ClassifyMove m = {ply, edge->move, 0, key == NEVER ? -1 : key / 2 + 1};
    bool attacks = POS(l->c, l->at[ply])->side == l->c->attacker;
    if (key == NEVER)
        m.names = attacks ? CLASSIFY_FAILS : CLASSIFY_ESCAPE;
    else
        m.names =
            attacks ? names_of_mate(l, ply, edge->move, m.plies) : names_of_reply(l, ply, key);
    return m;
}

/* Adds the futile replies at a position of the line that are no quicker mates. */
static void add_futile(const Line *l, unsigned ply, GArray *all)
{
    KjPosition pos = *POS(l->c, l->at[ply]);
    ReferencePlan plan = classify_plan(l->c);
    KjMoveList list;
    if (pos.side == l->c->attacker || l->c->rule == KJ_INTERPOSITIONS_COUNT)
        return;
    kj_gen_safe(&pos, &list);
    for (unsigned k = 0; k < list.n; k++) {
        KjPosition next = pos;
        KjUndo undo;
        if (after(l->c, l->at[ply], list.move[k]) != (unsigned)NEVER)
            continue;
        kj_position_make(&next, list.move[k], &undo);
        int key = conventional_reference(&plan, &next);
        ClassifyMove m = {ply, list.move[k], CLASSIFY_FUTILE, key / 2 + 1};
        if (key == REFERENCE_TOO_MUCH || key == REFERENCE_NONE)
            m.names = CLASSIFY_FUTILE | CLASSIFY_SHORTER; // not known
        else if (m.plies < (int)(l->n - ply))
            m.names = CLASSIFY_SHORTER;
        g_array_append_val(all, m);
    }
}

GArray *classify_moves(const Classify *c, const KjMove *line, unsigned n)
{
    g_autofree unsigned *at = g_new0(unsigned, n + 1);
    for (unsigned k = 0; k < n; k++) {
        at[k + 1] = after(c, at[k], line[k]);
        if (at[k + 1] == (unsigned)NEVER)
            return NULL;
    }
    if (c->key[at[n]] / 2 != 0)
        return NULL;
    Line l = {c, line, n, at, NULL, NULL, NULL};
    GArray *all = g_array_new(FALSE, FALSE, sizeof(ClassifyMove));
    l.line_key = barred_key(&l, n, false);
    l.same_key = barred_key(&l, n, true);
    for (unsigned k = 0; k < n; k++) {
        g_free(l.loop_key);
        l.loop_key = barred_key(&l, k, false);
        for (unsigned e = FIRST(c, at[k]); e < FIRST(c, at[k] + 1); e++) {
            if (EDGE(c, e)->move == line[k])
                continue;
            ClassifyMove m = name_move(&l, k, EDGE(c, e));
            g_array_append_val(all, m);
        }
        add_futile(&l, k, all);
    }
    g_free(l.loop_key);
    g_free(l.line_key);
    g_free(l.same_key);
    return all;
}
