/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Genres: what the diagram, or the diagram and the mate, are like (docs/themes.md). */
#include <string.h>

#include "solver/themes/themes-priv.h"

enum { SIMPLE_BOARD = 5, SIMPLE_HAND = 4 };

/* The pieces on the board but the kings. */
static KjBb pieces(const KjPosition *pos)
{
    KjBb bb = kj_occupied(pos);
    for (unsigned side = 0; side < 2; side++)
        if (pos->king[side] != KJ_NO_SQUARE)
            bb &= ~kj_bit(pos->king[side]);
    return bb;
}

static KjKind base_at(const KjPosition *pos, unsigned square)
{
    return kj_base_kind(kj_piece_kind(pos->board[square]));
}

/* Whether the game has all the pieces of these letters. */
static bool has_all(const KjGame *game, const char *letters)
{
    for (; *letters; letters++)
        if (kj_game_kind(game, *letters) == KJ_NONE)
            return false;
    return true;
}

static bool named(const KjGame *game, KjKind base, const char *letters)
{
    return strchr(letters, game->row->pieces[base - 1].letter) != NULL;
}

/* How many pieces of these letters stand on the board, or of the others. */
static unsigned on_board(const KjPosition *pos, const char *letters, bool of_them)
{
    unsigned count = 0;
    for (KjBb left = pieces(pos); left;)
        count += named(pos->game, base_at(pos, kj_bb_pop(&left)), letters) == of_them;
    return count;
}

static unsigned in_hand(const KjPosition *pos, KjSide side, const char *letters, bool of_them)
{
    const KjTables *t = pos->game->t;
    unsigned count = 0;
    for (unsigned i = 0; i < t->n_hand; i++)
        if (named(pos->game, kj_base_kind(t->hand_kind[i]), letters) == of_them)
            count += kj_hand_count(t, pos->hand[side], t->hand_kind[i]);
    return count;
}

void kj_theme_bare_king(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    if (!pieces(l->pos) && l->pos->king[l->attacker] == KJ_NO_SQUARE)
        kj_theme_yes(out);
}

void kj_theme_two_kings(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    if (l->pos->king[l->attacker] != KJ_NO_SQUARE)
        kj_theme_yes(out);
}

/*
 * At the beginning the whole set but the kinds `without` is on the board and nothing in a hand (the
 * kinds left out are the defender's); in the end no more than three pieces are there, or four with
 * two kings.
 */
void kj_theme_smoke(const KjThemeLine *l, const char *without, KjThemeFound *out)
{
    const KjPosition *start = &l->pos[0], *end = &l->pos[l->n];
    unsigned kings = end->king[l->attacker] != KJ_NO_SQUARE ? 2 : 1;
    if (!l->mated || !has_all(l->game, without) || start->hand[l->attacker] ||
        on_board(start, without, true) || in_hand(start, l->defender, without, false))
        return;
    if (!pieces(start) || kj_bb_count(pieces(end)) > 2 ||
        kj_bb_count(kj_occupied(end)) == (int)kings)
        return;
    // What is in no hand must be on the board: the set may be given incompletely.
    for (unsigned base = 1; base <= l->game->row->n_pieces; base++) {
        const KjPieceRow *row = &l->game->row->pieces[base - 1];
        char letter[2] = {row->letter, 0};
        if (!row->royal && !strchr(without, row->letter) &&
            on_board(start, letter, true) != row->set)
            return;
    }
    kj_theme_yes(out);
}

void kj_theme_centre(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    unsigned king = l->pos[l->n].king[l->defender];
    if (l->mated && l->t->files % 2 && l->t->ranks % 2 && l->t->file_of[king] == l->t->files / 2 &&
        l->t->rank_of[king] == l->t->ranks / 2)
        kj_theme_yes(out);
}

void kj_theme_corner(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    unsigned king = l->pos[l->n].king[l->defender];
    if (l->mated && (l->t->file_of[king] == 0 || l->t->file_of[king] == l->t->files - 1) &&
        (l->t->rank_of[king] == 0 || l->t->rank_of[king] == l->t->ranks - 1))
        kj_theme_yes(out);
}

void kj_theme_return(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    unsigned king = l->pos[0].king[l->defender];
    if (!l->mated || l->pos[l->n].king[l->defender] != king)
        return;
    for (unsigned i = 1; i < l->n; i++)
        if (l->pos[i].king[l->defender] != king) {
            kj_theme_yes(out);
            return;
        }
}

/* Two or more pieces on the board, promoted or not, all of one kind. */
void kj_theme_one_kind(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    KjBb all = pieces(l->pos);
    if (!kj_bb_many(all))
        return;
    KjKind base = base_at(l->pos, kj_bb_first(all));
    for (KjBb left = all; left;)
        if (base_at(l->pos, kj_bb_pop(&left)) != base)
            return;
    kj_theme_yes(out);
}

/* Something on the board, and nothing but these, promoted or not. */
void kj_theme_only(const KjThemeLine *l, const char *letters, KjThemeFound *out)
{
    if (has_all(l->game, letters) && pieces(l->pos) && !on_board(l->pos, letters, false))
        kj_theme_yes(out);
}

/* None of these on the board or in the attacker's hand, though the game has them. */
void kj_theme_without(const KjThemeLine *l, const char *letters, KjThemeFound *out)
{
    if (has_all(l->game, letters) && !on_board(l->pos, letters, true) &&
        !in_hand(l->pos, l->attacker, letters, true))
        kj_theme_yes(out);
}

void kj_theme_simple(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    if (kj_bb_count(kj_occupied(l->pos)) <= SIMPLE_BOARD &&
        kj_hand_total(l->t, l->pos->hand[l->attacker]) <= SIMPLE_HAND)
        kj_theme_yes(out);
}

void kj_theme_no_attackers(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    if (!(pieces(l->pos) & l->pos->by_side[l->attacker]))
        kj_theme_yes(out);
}

void kj_theme_no_defenders(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    if (!(pieces(l->pos) & l->pos->by_side[l->defender]))
        kj_theme_yes(out);
}

void kj_theme_whole_set(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    unsigned all = 0;
    for (unsigned base = 1; base <= l->game->row->n_pieces; base++)
        all += l->game->row->pieces[base - 1].royal ? 0 : l->game->row->pieces[base - 1].set;
    if ((unsigned)kj_bb_count(pieces(l->pos)) == all)
        kj_theme_yes(out);
}

/* No square next to the mated king is guarded twice; lines pass through the king. */
void kj_theme_model_mate(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    const KjPosition *end = &l->pos[l->n];
    if (!l->mated)
        return;
    unsigned king = end->king[l->defender];
    KjBb occupied = kj_occupied(end) & ~kj_bit(king);
    for (KjBb left = l->t->step[0][king][l->t->step_class[l->t->king]]; left;) {
        unsigned square = kj_bb_pop(&left);
        if (kj_bb_many(kj_attackers(end, l->attacker, square, end->by_side[l->attacker], occupied)))
            return;
    }
    kj_theme_yes(out);
}
