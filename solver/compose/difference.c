/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading changes off two positions. */
#include "solver/compose/difference.h"

#include <stdlib.h>
#include <string.h>

static bool same_board(const KjPosition *a, const KjPosition *b)
{
    return memcmp(a->board, b->board, a->game->t->squares) == 0;
}

static void add(KjDifference *d, KjChangeKind kind, unsigned from, unsigned to, KjPiece piece,
                KjPiece instead)
{
    KjChange change = {.kind = (uint8_t)kind,
                       .from = (uint8_t)from,
                       .to = (uint8_t)to,
                       .piece = piece,
                       .instead = instead};
    g_array_append_val(d->changes, change);
}

/* ---- the whole board ---- */

/* The first square that is not empty, in the order of squares; KJ_NO_SQUARE none. */
static unsigned first_piece(const KjPosition *pos)
{
    for (unsigned square = 0; square < pos->game->t->squares; square++)
        if (pos->board[square])
            return square;
    return KJ_NO_SQUARE;
}

/* A shift keeps the order of squares: so the first piece goes to the first piece. */
static bool find_shift(const KjPosition *from, const KjPosition *to, KjDifference *out)
{
    const KjTables *t = from->game->t;
    unsigned a = first_piece(from), b = first_piece(to);
    if (a == KJ_NO_SQUARE || b == KJ_NO_SQUARE)
        return false;
    int left = t->file_of[b] - t->file_of[a], down = t->rank_of[b] - t->rank_of[a];
    unsigned n_from = 0, n_to = 0;
    for (unsigned square = 0; square < t->squares; square++) {
        n_to += to->board[square] != KJ_NONE;
        if (!from->board[square])
            continue;
        n_from++;
        int file = t->file_of[square] + left, rank = t->rank_of[square] + down;
        if (file < 0 || file >= t->files || rank < 0 || rank >= t->ranks ||
            to->board[file * t->ranks + rank] != from->board[square])
            return false;
    }
    if (n_from != n_to)
        return false;
    KjChange change = {.kind = KJ_CHANGE_SHIFT,
                       .from = KJ_NO_SQUARE,
                       .to = KJ_NO_SQUARE,
                       .left = (int8_t)left,
                       .down = (int8_t)down};
    g_array_append_val(out->changes, change);
    return true;
}

/* Whether one change of all pieces does it; more than one piece must stand there, since of one
 * alone the user sees that it has moved. */
static bool find_whole(const KjPosition *from, const KjPosition *to, KjDifference *out)
{
    unsigned n = 0;
    for (unsigned square = 0; square < from->game->t->squares; square++)
        n += from->board[square] != KJ_NONE;
    if (n < 2 || same_board(from, to))
        return false;
    KjPosition other = kj_position_mirror(from);
    if (same_board(&other, to)) {
        add(out, KJ_CHANGE_MIRROR, KJ_NO_SQUARE, KJ_NO_SQUARE, KJ_NONE, KJ_NONE);
        return true;
    }
    return find_shift(from, to, out);
}

/* ---- piece by piece ---- */

/* Pieces that are on a square of one board only. */
typedef struct {
    KjPiece gone[KJ_MAX_SQUARES], come[KJ_MAX_SQUARES];
} Squares;

static int distance(const KjTables *t, unsigned a, unsigned b)
{
    return MAX(abs(t->file_of[a] - t->file_of[b]), abs(t->rank_of[a] - t->rank_of[b]));
}

static void find_exchanged(const KjTables *t, Squares *s, KjDifference *out)
{
    for (unsigned square = 0; square < t->squares; square++) {
        KjPiece gone = s->gone[square], come = s->come[square];
        if (!gone || !come)
            continue;
        bool over = (gone ^ come) == KJ_GOTE_PIECE;
        add(out, over ? KJ_CHANGE_HAND_OVER : KJ_CHANGE_REPLACE, square, KJ_NO_SQUARE, gone, come);
        s->gone[square] = s->come[square] = KJ_NONE;
    }
}

static void find_moved(const KjTables *t, Squares *s, KjDifference *out)
{
    for (int far = 1; far < MAX(t->files, t->ranks); far++)
        for (unsigned from = 0; from < t->squares; from++)
            for (unsigned to = 0; s->gone[from] && to < t->squares; to++) {
                if (s->come[to] != s->gone[from] || distance(t, from, to) != far)
                    continue;
                add(out, KJ_CHANGE_MOVE, from, to, s->gone[from], KJ_NONE);
                s->gone[from] = s->come[to] = KJ_NONE;
            }
}

static void find_on_board(const KjPosition *from, const KjPosition *to, KjDifference *out)
{
    const KjTables *t = from->game->t;
    Squares s = {{KJ_NONE}, {KJ_NONE}};
    for (unsigned square = 0; square < t->squares; square++) {
        if (from->board[square] == to->board[square])
            continue;
        s.gone[square] = from->board[square];
        s.come[square] = to->board[square];
    }
    find_exchanged(t, &s, out);
    find_moved(t, &s, out);
    for (unsigned square = 0; square < t->squares; square++)
        if (s.gone[square])
            add(out, KJ_CHANGE_REMOVE, square, KJ_NO_SQUARE, s.gone[square], KJ_NONE);
    for (unsigned square = 0; square < t->squares; square++)
        if (s.come[square])
            add(out, KJ_CHANGE_ADD, KJ_NO_SQUARE, square, KJ_NONE, s.come[square]);
}

/* What the attacker holds: kinds that he holds fewer of, and those he holds more of, in pairs. */
static void find_in_hand(const KjPosition *from, const KjPosition *to, KjSide attacker,
                         KjDifference *out)
{
    const KjTables *t = from->game->t;
    g_autoptr(GArray) gone = g_array_new(FALSE, FALSE, sizeof(KjPiece));
    g_autoptr(GArray) come = g_array_new(FALSE, FALSE, sizeof(KjPiece));
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        KjPiece piece = kj_piece(attacker, kind);
        unsigned before = kj_hand_count(t, from->hand[attacker], kind);
        unsigned after = kj_hand_count(t, to->hand[attacker], kind);
        for (; before > after; before--)
            g_array_append_val(gone, piece);
        for (; after > before; after--)
            g_array_append_val(come, piece);
    }
    for (unsigned i = 0; i < MAX(gone->len, come->len); i++) {
        KjPiece a = i < gone->len ? g_array_index(gone, KjPiece, i) : KJ_NONE;
        KjPiece b = i < come->len ? g_array_index(come, KjPiece, i) : KJ_NONE;
        add(out,
            !b   ? KJ_CHANGE_HAND_REMOVE
            : !a ? KJ_CHANGE_HAND_ADD
                 : KJ_CHANGE_HAND_REPLACE,
            KJ_NO_SQUARE, KJ_NO_SQUARE, a, b);
    }
}

void kj_difference(const KjPosition *from, const KjPosition *to, KjSide attacker, KjDifference *out)
{
    *out = (KjDifference){.changes = g_array_new(FALSE, FALSE, sizeof(KjChange))};
    KjPosition flipped = kj_position_flip(from), start = *from;
    if (!same_board(from, to) && same_board(&flipped, to)) {
        out->flipped = true;
        start = flipped;
        attacker = kj_other(attacker);
    }
    if (!find_whole(&start, to, out))
        find_on_board(&start, to, out);
    find_in_hand(&start, to, attacker, out);
    out->side = start.side != to->side;
}

void kj_difference_clear(KjDifference *difference)
{
    g_clear_pointer(&difference->changes, g_array_unref);
}

KjMove kj_difference_map(const KjTables *t, const KjDifference *difference, KjMove move)
{
    if (difference->flipped) {
        unsigned last = t->squares - 1u, from = kj_move_from(move);
        from = kj_move_is_drop(move) ? from : last - from;
        move = (KjMove)((last - kj_move_to(move)) | from << 7 |
                        (move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
    }
    for (unsigned i = 0; i < difference->changes->len && move; i++) {
        const KjChange *change = &g_array_index(difference->changes, KjChange, i);
        if (change->kind == KJ_CHANGE_SHIFT || change->kind == KJ_CHANGE_MIRROR)
            move = kj_change_map(t, change, move);
    }
    return move;
}
