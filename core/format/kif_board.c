/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagrams of KIF and BOD: boards of every size, hands, the side to move. */
#include <string.h>

#include "core/format/kif-priv.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/textboard.h"

static const struct {
    const char *name;
    KjSide side;
} sides[] = {{"先手", KJ_SENTE}, {"下手", KJ_SENTE}, {"後手", KJ_GOTE}, {"上手", KJ_GOTE}};

static const char *after(const char *text, const char *word)
{
    return g_str_has_prefix(text, word) ? text + strlen(word) : NULL;
}

/* The place after a side and a word, and the side. */
static const char *after_side(const char *line, const char *word, KjSide *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) {
        const char *at = after(line, sides[i].name);
        *out = sides[i].side;
        if (at && (at = after(at, word)))
            return at;
    }
    return NULL;
}

static const char *skip_blanks(const char *at)
{
    for (const char *next; *at; at = next) {
        if (*at == ' ' || *at == '\t')
            next = at + 1;
        else if (!(next = after(at, "　")))
            break;
    }
    return at;
}

/* The ruler of files: blanks and at least two digits or letters, alone. */
static bool is_file_ruler(const char *line)
{
    unsigned n = 0, unused;
    const char *at = skip_blanks(line);
    if (at == line)
        return false;
    while (*at) {
        const char *next = kj_wide_digit_read(at, false, false, &unused);
        if (!next)
            next = kj_wide_digit_read(at, false, true, &unused);
        if (!next)
            return false;
        n++;
        at = skip_blanks(next);
    }
    return n >= 2;
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

bool kj_kif_board_is(const char *line)
{
    KjSide side;
    const char *turn = after_side(line, "番", &side);
    return *line == '|' || g_str_has_prefix(line, "+--") || is_file_ruler(line) ||
           after_side(line, "の持駒：", &side) || after_side(line, "の持駒:", &side) ||
           after_side(line, "の持ち駒：", &side) || (turn && !*skip_blanks(turn)) ||
           after(line, "手数＝") || after(line, "手数=");
}

const char *kj_kif_hand_line(const char *line, KjSide *out)
{
    const char *at = after_side(line, "の持", out);
    const char *wide = at ? strstr(at, "：") : NULL;
    const char *colon = wide || !at ? wide : strchr(at, ':');
    return colon ? colon + (wide ? strlen("：") : 1) : NULL;
}

const char *kj_kif_turn_line(const char *line, KjSide *out)
{
    const char *at = after_side(line, "番", out);
    return at && !*skip_blanks(at) ? at : NULL;
}

void kj_kif_board_take(KjKifBoard *board, const char *line, unsigned number)
{
    KjSide side;
    if (!board->raw) {
        board->raw = g_string_new(NULL);
        board->rows = g_ptr_array_new_with_free_func(g_free);
        board->row_lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
    }
    g_string_append_printf(board->raw, "%s\n", line);
    if (*line == '|') {
        g_ptr_array_add(board->rows, g_strdup(line));
        g_array_append_val(board->row_lines, number);
    } else if (after_side(line, "の持", &side)) {
        g_free(board->hand[side]);
        board->hand[side] = g_strdup(line);
        board->hand_line[side] = number;
    } else if (after_side(line, "番", &side)) {
        board->gote_moves = side == KJ_GOTE;
    }
}

/* Skips a cell and gives its piece: KJ_NONE with `out_empty` set, or what `game` knows; a cell's
 * face is not looked at for `game` NULL. */
static const char *read_cell(const char *at, const KjGame *game, KjPiece *out, bool *out_empty)
{
    static const char *const empties[] = {"・", "．", ".", "*", "･"};
    static const char *const gote_marks[] = {"v", "V", "▽", "△", "▼"};
    const char *next;
    KjSide side = KJ_SENTE;
    if (*at == ' ' || *at == '^')
        at++;
    for (size_t i = 0; i < G_N_ELEMENTS(gote_marks) && side == KJ_SENTE; i++) {
        if ((next = after(at, gote_marks[i]))) {
            side = KJ_GOTE;
            at = next;
        }
    }
    *out = KJ_NONE;
    *out_empty = true;
    for (size_t i = 0; i < G_N_ELEMENTS(empties); i++) {
        if ((next = after(at, empties[i])))
            return next;
    }
    *out_empty = false;
    KjKind kind = KJ_NONE;
    if (game && (next = kj_piece_kanji_read(game, at, &kind))) {
        *out = kj_piece(side, kind);
        return next;
    }
    if ((next = after(at, "成")) && *next && *next != '|')
        at = next;
    return *at && *at != '|' ? at + g_utf8_skip[(unsigned char)*at] : NULL;
}

char *kj_kif_row_merge(const char *row, const char *wanted, const KjGame *game)
{
    GString *out = g_string_new("|");
    const char *at = row + 1, *other = wanted + 1;
    while (at && other && *at && *at != '|' && *other != '|') {
        KjPiece here, there;
        bool empty;
        const char *end = read_cell(at, game, &here, &empty);
        const char *other_end = read_cell(other, game, &there, &empty);
        if (end && other_end && here == there)
            g_string_append_len(out, at, end - at);
        else if (other_end)
            g_string_append_len(out, other, other_end - other);
        at = end;
        other = other_end;
    }
    bool fits = at && other && *at == '|' && *other == '|';
    if (fits)
        g_string_append(out, at);
    return g_string_free(out, !fits);
}

/* The number of cells in a row, 0 if it is not closed. */
static unsigned count_cells(const char *row)
{
    unsigned n = 0;
    const char *at = row + 1;
    KjPiece piece;
    bool empty;
    while (at && *at && *at != '|') {
        at = read_cell(at, NULL, &piece, &empty);
        n++;
    }
    return at && *at == '|' ? n : 0;
}

static bool read_row(const char *row, unsigned rank, KjPosition *out, GError **error)
{
    const KjTables *t = out->game->t;
    char quote[KJ_TEXT_QUOTE];
    KjScan scan = {row, row};
    const char *at = row + 1;
    for (unsigned file = t->files; file-- > 0;) {
        KjPiece piece;
        bool empty;
        const char *cell = at;
        at = *at == '|' ? NULL : read_cell(at, out->game, &piece, &empty);
        if (!at)
            return kj_scan_fail(&scan, cell, KJ_TEXT_ERROR_SYNTAX, error,
                                "row %u has %u squares, expected %u", rank + 1,
                                t->files - file - 1u, t->files);
        if (!empty && piece == KJ_NONE)
            return kj_scan_fail(&scan, cell, KJ_TEXT_ERROR_SYNTAX, error,
                                "%s is not a piece of %s, expected one or ・",
                                kj_text_quote(cell, (int)(at - cell), quote),
                                out->game->row->name_en);
        if (piece != KJ_NONE)
            kj_position_put(out, file * t->ranks + rank, piece);
    }
    if (*at == '|')
        return true;
    return kj_scan_fail(&scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                        "row %u has more than %u squares, expected '|'", rank + 1, t->files);
}

static bool read_hand(const char *line, KjSide side, KjPosition *out, GError **error)
{
    KjScan scan = {line, line};
    const char *colon = strstr(line, "：");
    const char *at = colon ? colon + strlen("：") : strchr(line, ':') + 1;
    char quote[KJ_TEXT_QUOTE];
    out->hand[side] = 0;
    at = skip_blanks(at);
    if (g_str_has_prefix(at, "なし"))
        return true;
    while (*at) {
        KjKind kind;
        unsigned count = 1;
        const char *piece = at, *next = kj_piece_kanji_read(out->game, at, &kind);
        if (!next)
            return kj_scan_fail(&scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                                "%s is not a piece of %s, expected one or なし",
                                kj_text_quote_char(at, quote), out->game->row->name_en);
        const char *number = kj_kanji_number_read(next, &count);
        if (!kj_scan_hand(&scan, piece, out, kj_piece(side, kind), count, error))
            return false;
        at = skip_blanks(number ? number : next);
        const char *comma = after(at, "、");
        at = skip_blanks(comma ? comma : at);
    }
    return true;
}

static bool read_rows(const KjKifBoard *board, const KjGame *game, KjPosition *out,
                      unsigned *out_line, GError **error)
{
    unsigned files = count_cells(board->rows->pdata[0]), ranks = board->rows->len;
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
                            game->row->name_en);
    kj_position_clear(out, game);
    for (unsigned rank = 0; rank < ranks; rank++) {
        *out_line = g_array_index(board->row_lines, unsigned, rank);
        if (!read_row(board->rows->pdata[rank], rank, out, error))
            return false;
    }
    return true;
}

bool kj_kif_board_read(const KjKifBoard *board, const KjGame *game, KjPosition *out,
                       unsigned *out_line, GError **error)
{
    if (board->rows->len && !read_rows(board, game, out, out_line, error))
        return false;
    for (int side = 0; side < 2; side++) {
        *out_line = board->hand_line[side];
        if (board->hand[side] && !read_hand(board->hand[side], (KjSide)side, out, error))
            return false;
    }
    if (board->gote_moves)
        kj_position_set_side(out, KJ_GOTE);
    else if (board->rows->len)
        kj_position_set_side(out, KJ_SENTE);
    return true;
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
