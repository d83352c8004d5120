/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards as text. All styles share one layout: cells of three columns between two rulers. */
#include "core/notation/textboard.h"

#include <glib.h>

#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/text.h"

#define RED "\033[31m"
#define REVERSED "\033[7m"
#define PLAIN "\033[0m"

/* What is being drawn. */
typedef struct {
    GString *out;
    const KjPosition *pos;
    const KjBoardLook *look;
    bool kanji, color;
    unsigned last; // square of the last move's target, or KJ_NO_SQUARE
    KjMove move;   // the last move, or KJ_MOVE_NONE
} Drawing;

static char letter_of(const KjGame *game, KjPiece piece)
{
    char letter = kj_game_piece(game, kj_piece_kind(piece))->letter;
    return kj_piece_side(piece) == KJ_SENTE ? letter : g_ascii_tolower(letter);
}

static const char *face_of(const Drawing *d, KjPiece piece)
{
    return d->look->other_faces ? kj_piece_kanji_write_other(d->pos->game, piece)
                                : kj_piece_kanji_write(d->pos->game, piece);
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
                                   face_of(d, kj_piece(side, kind)));
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
        g_string_append_printf(d->out, "%s%s", gote ? "v" : " ", piece ? face_of(d, piece) : "・");
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

/* How the last move is to be told from others there: 打, 不成, （特権）, or "". */
static const char *manner_ja(const Drawing *d, KjPiece piece)
{
    const KjTables *t = d->pos->game->t;
    KjKind kind = kj_piece_kind(piece);
    if (kj_move_keeps(d->move))
        return "（特権）";
    if (kj_move_is_drop(d->move))
        return "打";
    KjBb zone = t->zone[kj_other((KjSide)d->pos->side)];
    bool in_zone = kj_bb_has(zone, kj_move_from(d->move)) || kj_bb_has(zone, d->last);
    return piece && in_zone && t->promotes[kind] && !kj_move_promotes(d->move) ? "不成" : "";
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
        g_string_append_printf(d->out, "last move to %s%s\n", square,
                               kj_move_keeps(d->move) ? ", keeping what it took promoted" : "");
        return;
    }
    g_string_append(d->out, "最終手：");
    kj_append_square_ja(d->out, d->pos->game, d->last);
    g_string_append_printf(d->out, "%s%s\n", piece ? face_of(d, piece) : "", manner_ja(d, piece));
}

static void draw_board(const Drawing *d)
{
    draw_files(d);
    draw_ruler(d);
    for (unsigned rank = 0; rank < d->pos->game->t->ranks; rank++)
        draw_rank(d, rank);
    draw_ruler(d);
}

/* ---- hands beside the board ---- */

/* The lines of a hand beside the board, all characters two columns wide. (transfer full) */
static char **hand_lines(const Drawing *d, KjSide side)
{
    const KjTables *t = d->pos->game->t;
    GPtrArray *lines = g_ptr_array_new();
    g_ptr_array_add(lines, g_strdup(side == KJ_SENTE ? "先手持駒" : "後手持駒"));
    for (unsigned i = 0; i < t->n_hand; i++) {
        unsigned count = kj_hand_count(t, d->pos->hand[side], t->hand_kind[i]);
        if (!count)
            continue;
        GString *line = g_string_new(face_of(d, kj_piece(side, t->hand_kind[i])));
        if (count > 1)
            kj_kanji_number_append(line, count);
        g_ptr_array_add(lines, g_string_free(line, FALSE));
    }
    if (lines->len == 1)
        g_ptr_array_add(lines, g_strdup("なし"));
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

enum { HAND_COLUMNS = 8, GAP = 2 };

/*
 * Columns of line `i` of the board: rulers end before the numbers of the ranks, those of files too.
 */
static unsigned board_columns(const Drawing *d, unsigned i)
{
    const KjTables *t = d->pos->game->t;
    unsigned ruler = 3u * t->files + 2;
    if (i == 0)
        return ruler - 1;
    return i >= 2 && i < 2u + t->ranks ? ruler + (d->pos->game->row->letter_files ? 1 : 2) : ruler;
}

static void draw_beside(Drawing *d)
{
    GString *out = d->out;
    d->out = g_string_new(NULL);
    draw_board(d);
    g_auto(GStrv) board = g_strsplit(g_strchomp(d->out->str), "\n", -1);
    g_string_free(d->out, TRUE);
    d->out = out;
    g_auto(GStrv) left = d->look->no_hand[KJ_GOTE] ? NULL : hand_lines(d, KJ_GOTE);
    g_auto(GStrv) right = d->look->no_hand[KJ_SENTE] ? NULL : hand_lines(d, KJ_SENTE);
    unsigned n_left = left ? g_strv_length(left) : 0, n_right = right ? g_strv_length(right) : 0;
    unsigned n_board = g_strv_length(board);
    for (unsigned i = 0; i < MAX(n_board, 1 + MAX(n_left, n_right)); i++) {
        const char *at_left = i >= 1 && i <= n_left ? left[i - 1] : "";
        const char *at_right = i >= 1 && i <= n_right ? right[i - 1] : "";
        unsigned columns = 0;
        if (left) {
            g_string_append(out, at_left);
            columns = 2u * (unsigned)g_utf8_strlen(at_left, -1);
        }
        if (i < n_board) {
            g_string_append_printf(out, "%*s%s", left ? (int)(HAND_COLUMNS + GAP - columns) : 0, "",
                                   board[i]);
            columns = (left ? HAND_COLUMNS + GAP : 0) + board_columns(d, i);
        }
        unsigned begin = (left ? HAND_COLUMNS + GAP : 0) + board_columns(d, 2) + GAP;
        if (*at_right)
            g_string_append_printf(out, "%*s%s", (int)(begin - columns), "", at_right);
        g_string_append_c(out, '\n');
    }
}

char *kj_board_draw(const KjPosition *pos, const KjBoardLook *look, KjMove last)
{
    Drawing d = {
        .out = g_string_new(NULL),
        .pos = pos,
        .look = look,
        .kanji = look->style != KJ_BOARD_ASCII,
        .color = look->color,
        .last = last == KJ_MOVE_NONE ? KJ_NO_SQUARE : kj_move_to(last),
        .move = last,
    };
    if (look->style == KJ_BOARD_MAGAZINE) {
        draw_beside(&d);
    } else {
        draw_hand(&d, KJ_GOTE);
        draw_board(&d);
        draw_hand(&d, KJ_SENTE);
    }
    draw_foot(&d);
    return g_string_free(d.out, FALSE);
}

char *kj_board_text(const KjPosition *pos, KjBoardStyle style, bool color, KjMove last)
{
    KjBoardLook look = {.style = style, .color = color};
    return kj_board_draw(pos, &look, last);
}
