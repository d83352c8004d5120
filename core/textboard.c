/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards as text. Both styles share one layout: cells of three columns between two rulers. */
#include "core/textboard.h"

#include <glib.h>

#include "core/faces.h"
#include "core/notation-priv.h"
#include "core/text.h"
#include "core/usi.h"

#define RED "\033[31m"
#define REVERSED "\033[7m"
#define PLAIN "\033[0m"

/* What is being drawn. */
typedef struct {
    GString *out;
    const KjPosition *pos;
    bool kanji;
    bool color;
    unsigned last; // square of the last move's target, or KJ_NO_SQUARE
} Drawing;

static char letter_of(const KjGame *game, KjPiece piece)
{
    char letter = kj_game_piece(game, kj_piece_kind(piece))->letter;
    return kj_piece_side(piece) == KJ_SENTE ? letter : g_ascii_tolower(letter);
}

static void draw_hand(const Drawing *d, KjSide side)
{
    const KjTables *t = d->pos->game->t;
    if (d->kanji)
        g_string_append(d->out, side == KJ_SENTE ? "先手の持駒：" : "後手の持駒：");
    else
        g_string_append_printf(d->out, "%s in hand:", kj_side_name(side));
    bool any = false;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        unsigned count = kj_hand_count(t, d->pos->hand[side], kind);
        if (!count)
            continue;
        if (d->kanji) {
            g_string_append_printf(d->out, "%s%s", any ? "　" : "",
                                   kj_face_write(d->pos->game, kj_piece(side, kind)));
            if (count > 1)
                kj_kanji_number_append(d->out, count);
        } else {
            g_string_append_printf(d->out, " %s%c", kind & KJ_PROMOTED ? "+" : "",
                                   letter_of(d->pos->game, kj_piece(KJ_SENTE, kind)));
            if (count > 1)
                g_string_append_printf(d->out, "%u", count);
        }
        any = true;
    }
    if (!any)
        g_string_append(d->out, d->kanji ? "なし" : " none");
    g_string_append_c(d->out, '\n');
}

/* The file letters or digits over the board. */
static void draw_files(const Drawing *d)
{
    const KjTables *t = d->pos->game->t;
    bool letters = d->pos->game->row->letter_files;
    g_string_append_c(d->out, ' ');
    for (unsigned file = t->files; file-- > 0;) {
        unsigned c = letters ? 'a' + t->files - 1 - file : '1' + file;
        if (d->kanji) {
            g_string_append_c(d->out, ' ');
            g_string_append_unichar(d->out, 0xff00 + c - 0x20); // its full-width form
        } else {
            g_string_append_printf(d->out, "  %c", (int)c);
        }
    }
    g_string_append_c(d->out, '\n');
}

static void draw_ruler(const Drawing *d)
{
    g_string_append_c(d->out, '+');
    for (unsigned i = 0; i < 3u * d->pos->game->t->files; i++)
        g_string_append_c(d->out, '-');
    g_string_append(d->out, "+\n");
}

/* Three columns: owner or promotion, and the piece. */
static void draw_cell(const Drawing *d, unsigned square)
{
    KjPiece piece = d->pos->board[square];
    bool gote = piece && kj_piece_side(piece) == KJ_GOTE;
    bool red = d->color && gote, reversed = d->color && square == d->last;
    if (red)
        g_string_append(d->out, RED);
    if (reversed)
        g_string_append(d->out, REVERSED);
    if (d->kanji) {
        g_string_append_printf(d->out, "%s%s", gote ? "v" : " ",
                               piece ? kj_face_write(d->pos->game, piece) : "・");
    } else {
        bool promoted = kj_piece_kind(piece) & KJ_PROMOTED;
        g_string_append_printf(d->out, " %c%c", promoted ? '+' : ' ',
                               piece ? letter_of(d->pos->game, piece) : '.');
    }
    if (red || reversed)
        g_string_append(d->out, PLAIN);
}

static void draw_rank(const Drawing *d, unsigned rank)
{
    static const char *const kanji[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
    const KjTables *t = d->pos->game->t;
    g_string_append_c(d->out, '|');
    for (unsigned file = t->files; file-- > 0;)
        draw_cell(d, file * t->ranks + rank);
    g_string_append_c(d->out, '|');
    if (d->pos->game->row->letter_files)
        g_string_append_printf(d->out, "%u", t->ranks - rank);
    else if (d->kanji)
        g_string_append(d->out, kanji[rank]);
    else
        g_string_append_c(d->out, (char)('a' + rank));
    g_string_append_c(d->out, '\n');
}

/* Who is to move, and where the last move went. */
static void draw_foot(const Drawing *d)
{
    KjSide side = (KjSide)d->pos->side;
    if (d->kanji)
        g_string_append(d->out, side == KJ_SENTE ? "先手番\n" : "後手番\n");
    else
        g_string_append_printf(d->out, "%s to move\n", kj_side_name(side));
    if (d->last == KJ_NO_SQUARE)
        return;
    char square[KJ_SQUARE_TEXT];
    kj_square_write(d->pos->game, d->last, square);
    KjPiece piece = d->pos->board[d->last];
    if (!d->kanji) {
        g_string_append_printf(d->out, "last move to %s\n", square);
        return;
    }
    g_string_append(d->out, "最終手：");
    kj_append_square_ja(d->out, d->pos->game, d->last);
    g_string_append_printf(d->out, "%s\n", piece ? kj_face_write(d->pos->game, piece) : "");
}

char *kj_board_text(const KjPosition *pos, KjBoardStyle style, bool color, KjMove last)
{
    Drawing d = {
        .out = g_string_new(NULL),
        .pos = pos,
        .kanji = style == KJ_BOARD_KANJI,
        .color = color,
        .last = last == KJ_MOVE_NONE ? KJ_NO_SQUARE : kj_move_to(last),
    };
    draw_hand(&d, KJ_GOTE);
    draw_files(&d);
    draw_ruler(&d);
    for (unsigned rank = 0; rank < pos->game->t->ranks; rank++)
        draw_rank(&d, rank);
    draw_ruler(&d);
    draw_hand(&d, KJ_SENTE);
    draw_foot(&d);
    return g_string_free(d.out, FALSE);
}
