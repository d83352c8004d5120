/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagrams of KIF and BOD: boards of every size, hands, the side to move. */
#include <string.h>

#include "core/format/kif-priv.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/textboard.h"
#include "core/text/lang.h"

static const char *after_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (g_str_has_prefix(text, *words))
            return text + strlen(*words);
    return NULL;
}

void kj_kif_board_clear(KjKifBoard *board)
{
    if (board->rows)
        g_ptr_array_unref(board->rows);
    if (board->row_lines)
        g_array_unref(board->row_lines);
    if (board->raw)
        g_string_free(board->raw, TRUE);
    g_free(board->hand[0]);
    g_free(board->hand[1]);
    memset(board, 0, sizeof *board);
}

bool kj_kif_board_any(const KjKifBoard *board)
{
    return board->raw != NULL;
}

/* ---- cells ---- */

const char *kj_kif_cell_face(const char *at, KjSide *out)
{
    static const char *const marks[] = {"v", "V", "ｖ", "Ｖ", "▽", "△", "▼", NULL};
    at = kj_match_blanks(at);
    at += *at == '^';
    const char *face = after_any(at, marks);
    *out = face ? KJ_GOTE : KJ_SENTE;
    return face ? face : at;
}

const char *kj_kif_cell_empty(const char *at)
{
    static const char *const empties[] = {"・", "．", ".", "*", "･", NULL};
    return after_any(at, empties);
}

/* Skips a cell and gives its piece: KJ_NONE with `out_empty` set, or what `game` knows; a cell's
 * face is not looked at for `game` NULL. NULL at the end of the row. */
static const char *read_cell(const char *at, const KjGame *game, KjPiece *out, bool *out_empty)
{
    KjSide side;
    KjKind kind = KJ_NONE;
    const char *face = kj_kif_cell_face(at, &side), *next = kj_kif_cell_empty(face);
    *out = KJ_NONE;
    *out_empty = next != NULL;
    if (next)
        return next;
    if (game && (next = kj_piece_kanji_read(game, face, &kind))) {
        *out = kj_piece(side, kind);
        return next;
    }
    if (g_str_has_prefix(face, "成") && face[3] && !kj_kif_bar(face + 3))
        face += 3;
    return *face && !kj_kif_bar(face) ? face + g_utf8_skip[(unsigned char)*face] : NULL;
}

/* Whether a row ends here, with blanks before its bar. */
static bool ends(const char *at)
{
    return kj_kif_bar(kj_match_blanks(at)) > 0;
}

/* The number of cells in a row, 0 if it is not closed. */
static unsigned count_cells(const char *row)
{
    unsigned n = 0;
    const char *at = kj_kif_line(row).at;
    KjPiece piece;
    bool empty;
    size_t bar = kj_kif_bar(at);
    at = bar ? at + bar : NULL;
    for (; at && *at && !ends(at); n++)
        at = read_cell(at, NULL, &piece, &empty);
    return at && *at ? n : 0;
}

/* ---- lines ---- */

bool kj_kif_board_again(const KjKifBoard *board, const KjKifLine *line)
{
    if (!board->rows || !board->rows->len)
        return false;
    bool drawing = line->is == KJ_KIF_FRAME || line->is == KJ_KIF_FILES;
    bool hand = line->is == KJ_KIF_HAND && line->side == KJ_GOTE;
    return (drawing && board->closed) || (hand && board->hand[KJ_GOTE]);
}

static bool take_row(KjKifBoard *board, const KjKifLine *line, const char *text, unsigned number,
                     GError **error)
{
    KjScan scan = {text, line->at};
    if (!count_cells(text))
        return kj_scan_fail(&scan, line->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "a row that is cut, expected '|' before and behind its squares");
    g_ptr_array_add(board->rows, g_strdup(text));
    g_array_append_val(board->row_lines, number);
    board->closed = false; // the frame before was a line between rows
    return true;
}

static bool take_hand(KjKifBoard *board, const KjKifLine *line, const char *text, unsigned number,
                      GError **error)
{
    KjScan scan = {text, line->at};
    if (!line->side_known)
        return kj_scan_fail(&scan, line->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "a hand of nobody known, expected 先手 or 後手");
    if (board->hand[line->side])
        return kj_scan_fail(&scan, line->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "a second hand of %s, expected one", kj_tr(kj_side_name(line->side)));
    board->hand[line->side] = g_strdup(text);
    board->hand_line[line->side] = number;
    return true;
}

bool kj_kif_board_take(KjKifBoard *board, const KjKifLine *line, const char *text, unsigned number,
                       GError **error)
{
    if (!board->raw) {
        board->raw = g_string_new(NULL);
        board->rows = g_ptr_array_new_with_free_func(g_free);
        board->row_lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
        board->line = number;
    }
    g_autofree char *plain = kj_kif_line_text(text);
    g_string_append_printf(board->raw, "%s\n", plain);
    switch (line->is) {
    case KJ_KIF_ROW: return take_row(board, line, text, number, error);
    case KJ_KIF_HAND: return take_hand(board, line, text, number, error);
    case KJ_KIF_TURN: board->gote_moves = line->side == KJ_GOTE; break;
    case KJ_KIF_FRAME:
    case KJ_KIF_FILES:
        board->framed = true;
        board->closed |= line->is == KJ_KIF_FRAME && board->rows->len;
        break;
    default: break;
    }
    return true;
}

static bool read_row(const char *row, unsigned rank, KjPosition *out, GError **error)
{
    const KjTables *t = out->game->t;
    char quote[KJ_TEXT_QUOTE];
    KjScan scan = {row, row};
    const char *at = kj_kif_line(row).at;
    at += kj_kif_bar(at);
    for (unsigned file = t->files; file-- > 0;) {
        KjPiece piece;
        bool empty;
        const char *cell = at;
        at = ends(at) ? NULL : read_cell(at, out->game, &piece, &empty);
        if (!at)
            return kj_scan_fail(&scan, cell, KJ_TEXT_ERROR_SYNTAX, error,
                                "row %u has %u squares, expected %u", rank + 1,
                                t->files - file - 1u, t->files);
        if (!empty && piece == KJ_NONE)
            return kj_scan_fail(&scan, cell, KJ_TEXT_ERROR_SYNTAX, error,
                                "%s is not a piece of %s, expected one or ・",
                                kj_text_quote(cell, (int)(at - cell), quote),
                                kj_game_name(out->game));
        if (piece != KJ_NONE)
            kj_position_put(out, file * t->ranks + rank, piece);
    }
    if (ends(at))
        return true;
    return kj_scan_fail(&scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                        "row %u has more than %u squares, expected '|'", rank + 1, t->files);
}

/* `なし`, and nothing after it. */
static bool is_empty_hand(const char *at)
{
    static const char *const words[] = {"なし", "ナシ", "無し", "無", NULL};
    const char *end = after_any(at, words);
    return end && !*kj_match_blanks(end);
}

/* `残り駒全部` and the like, and nothing after it. */
static bool is_rest(const char *line)
{
    static const char *const words[] = {"残り駒", "残駒", "残り", NULL};
    static const char *const all[] = {"全部", "全て", "すべて", "", NULL};
    const char *end = after_any(kj_match_blanks(kj_kif_line(line).value), words);
    return end && !*kj_match_blanks(after_any(kj_match_blanks(end), all));
}

static bool read_hand(const char *line, KjSide side, KjPosition *out, GError **error)
{
    static const char *const commas[] = {"、", "，", ",", "・", NULL};
    KjScan scan = {line, line};
    const char *at = kj_match_blanks(kj_kif_line(line).value);
    char quote[KJ_TEXT_QUOTE];
    out->hand[side] = 0;
    if (is_empty_hand(at))
        return true;
    while (*at) {
        KjKind kind;
        unsigned count = 1;
        const char *piece = at, *next = kj_piece_kanji_read(out->game, at, &kind);
        if (!next)
            return kj_scan_fail(&scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                                "%s is not a piece of %s, expected one or なし",
                                kj_text_quote_char(at, quote), kj_game_name(out->game));
        const char *number = kj_kanji_number_read(next, &count);
        if (!kj_scan_hand(&scan, piece, out, kj_piece(side, kind), count, error))
            return false;
        next = number ? number : next;
        at = kj_match_blanks(g_str_has_prefix(next, "枚") ? next + strlen("枚") : next);
        const char *comma = after_any(at, commas);
        at = comma ? kj_match_blanks(comma) : at;
    }
    return true;
}

static bool read_rows(const KjKifBoard *board, const KjGame *game, KjPosition *out,
                      unsigned *out_line, GError **error)
{
    unsigned files = 0, ranks = board->rows->len;
    for (unsigned rank = 0; rank < ranks; rank++) // one may be cut short
        files = MAX(files, count_cells(board->rows->pdata[rank]));
    KjScan scan = {board->rows->pdata[0], board->rows->pdata[0]};
    *out_line = g_array_index(board->row_lines, unsigned, 0);
    if (!game)
        game = kj_game_by_size(files, ranks);
    if (!game)
        return kj_scan_fail(&scan, scan.at, KJ_TEXT_ERROR_POSITION, error,
                            "no game has a board of %u files and %u ranks", files, ranks);
    if (ranks != game->t->ranks)
        return kj_scan_fail(&scan, scan.at, KJ_TEXT_ERROR_POSITION, error,
                            "a board of %u ranks, expected %u for %s", ranks, game->t->ranks,
                            kj_game_name(game));
    kj_position_clear(out, game);
    for (unsigned rank = 0; rank < ranks; rank++) {
        *out_line = g_array_index(board->row_lines, unsigned, rank);
        if (!read_row(board->rows->pdata[rank], rank, out, error))
            return false;
    }
    return true;
}

bool kj_kif_board_read(const KjKifBoard *board, const KjGame *game, KjPosition *out,
                       unsigned *out_cut, unsigned *out_line, GError **error)
{
    if (board->rows->len && !read_rows(board, game, out, out_line, error))
        return false;
    for (int side = 0; side < 2; side++) {
        *out_line = board->hand_line[side];
        if (board->hand[side] && !is_rest(board->hand[side]) &&
            !read_hand(board->hand[side], (KjSide)side, out, error))
            return false;
    }
    for (int side = 0; side < 2; side++) {
        if (board->hand[side] && is_rest(board->hand[side]))
            kj_position_give_rest(out, (KjSide)side);
    }
    if (board->gote_moves)
        kj_position_set_side(out, KJ_GOTE);
    else if (board->rows->len)
        kj_position_set_side(out, KJ_SENTE);
    bool problem = out->king[out->side] == KJ_NO_SQUARE;
    *out_cut = problem ? kj_position_cut_hand(out, kj_other((KjSide)out->side)) : 0;
    return true;
}

unsigned kj_kif_board_rows(const KjKifBoard *board)
{
    const GArray *lines = board->row_lines;
    unsigned first = lines && lines->len ? g_array_index(lines, unsigned, 0) : 0;
    bool together =
        first && g_array_index(lines, unsigned, lines->len - 1) == first + lines->len - 1;
    return together ? first : 0;
}

void kj_kif_board_write(GString *out, const KjPosition *pos)
{
    static const char turn[] = "先手番\n";
    g_autofree char *text = kj_board_text(pos, KJ_BOARD_KANJI, false, KJ_MOVE_NONE);
    size_t length = strlen(text);
    // a diagram is sente's to move unless it says otherwise
    if (g_str_has_suffix(text, turn))
        length -= strlen(turn);
    g_string_append_len(out, text, (gssize)length);
}
