/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing SFEN. */
#include "core/format/sfen.h"

#include <string.h>

#include "core/text/lang.h"

enum { MAX_NUMBER = 1000000 };

/* How wide a board text is and how many rows it has; both stop growing at LARGE. */
typedef struct {
    unsigned files, ranks;
} Shape;

enum { LARGE = 64 };

/* The shape of a board text without looking at its letters. The width is that of most rows, so a
 * single bad row is still told apart from another game. */
static Shape measure(const char *board)
{
    unsigned rows_of_width[LARGE + 1] = {0};
    unsigned width = 0, ranks = 0;
    for (const char *p = board;; p++) {
        bool end = kj_is_break(*p);
        if (end || *p == '/') {
            rows_of_width[MIN(width, LARGE)]++;
            ranks += ranks < LARGE;
            width = 0;
        } else if (width < LARGE) {
            width += g_ascii_isdigit(*p) ? (unsigned)(*p - '0') : *p != '+';
        }
        if (end)
            break;
    }
    unsigned files = 0;
    for (unsigned w = 1; w <= LARGE; w++) {
        if (rows_of_width[w] > rows_of_width[files])
            files = w;
    }
    return (Shape){files, ranks};
}

/* Whether every letter of a board is one of the game's pieces. */
static bool has_letters(const KjGame *game, const char *board)
{
    for (; *board && !g_ascii_isspace(*board); board++)
        if (g_ascii_isalpha(*board) && !kj_game_kind(game, g_ascii_toupper(*board)))
            return false;
    return true;
}

/* The first game with a board of this size and, if there is one, with all its pieces. */
static const KjGame *game_of_size(Shape shape, const char *board)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGameRow *row = kj_game_at(i)->row;
        if (row->files == shape.files && row->ranks == shape.ranks &&
            has_letters(kj_game_at(i), board))
            return kj_game_at(i);
    }
    return kj_game_by_size(shape.files, shape.ranks);
}

static const KjGame *game_by_shape(const KjScan *scan, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    Shape shape = measure(scan->at);
    if (shape.ranks < 2) {
        kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                     "%s is not a board, expected rows with '/' between them",
                     kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote));
        return NULL;
    }
    const KjGame *game = game_of_size(shape, scan->at);
    if (game)
        return game;
    g_autoptr(GString) sizes = g_string_new(NULL);
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGameRow *row = kj_game_at(i)->row;
        if (kj_game_by_size(row->files, row->ranks)->row == row)
            g_string_append_printf(sizes, "%s%ux%u", i ? ", " : "", row->files, row->ranks);
    }
    kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                 "a board of %u files and %u ranks%s belongs to no game, expected one of %s",
                 shape.files, shape.ranks,
                 shape.files == LARGE || shape.ranks == LARGE ? kj_tr(" or more") : "", sizes->str);
    return NULL;
}

bool kj_sfen_piece_scan(KjScan *scan, const KjGame *game, KjPiece *out, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    bool promoted = *scan->at == '+';
    scan->at += promoted;
    if (promoted && !g_ascii_isalpha(*scan->at))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "%s after '+', expected a piece letter",
                            kj_text_quote_char(scan->at, quote));
    return kj_scan_piece(scan, game, promoted, out, error);
}

/* The number of empty squares, which in SFEN is a digit. */
static bool read_empty(KjScan *scan, const KjTables *t, bool digits, unsigned *out, GError **error)
{
    if (!digits)
        return kj_scan_number(scan, KJ_MAX_SQUARES, out, error);
    *out = (unsigned)(*scan->at - '0');
    if (*out == 0)
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "'0' in a row, expected 1 to %u empty squares", t->files);
    scan->at++;
    return true;
}

/* One row; stops at the '/' or blank after it. */
static bool read_row(KjScan *scan, KjPosition *pos, unsigned rank, KjPieceScanFn read, bool digits,
                     GError **error)
{
    const KjTables *t = pos->game->t;
    unsigned width = 0;
    while (*scan->at != '/' && !kj_is_break(*scan->at)) {
        const char *start = scan->at;
        unsigned step = 1;
        KjPiece piece = KJ_NONE;
        if (g_ascii_isdigit(*start) ? !read_empty(scan, t, digits, &step, error)
                                    : !read(scan, pos->game, &piece, error))
            return false;
        if (step > t->files - width)
            return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                                "row %u is too long, expected %u squares", rank + 1, t->files);
        width += step;
        if (piece)
            kj_position_put(pos, (t->files - width) * t->ranks + rank, piece);
    }
    if (width < t->files)
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            kj_tr_n(width, "row %u has %u square, expected %u",
                                    "row %u has %u squares, expected %u"),
                            rank + 1, width, t->files);
    return true;
}

bool kj_sfen_board_scan(KjScan *scan, KjPosition *pos, KjPieceScanFn read, bool digits,
                        GError **error)
{
    const KjTables *t = pos->game->t;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        if (rank > 0) {
            if (*scan->at != '/')
                return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                                    "the board ends after %u rows, expected %u", rank, t->ranks);
            scan->at++;
        }
        if (!read_row(scan, pos, rank, read, digits, error))
            return false;
    }
    if (*scan->at == '/')
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "more than %u rows, expected the end of the board", t->ranks);
    return true;
}

static bool read_side(KjScan *scan, KjPosition *pos, GError **error)
{
    if (kj_scan_word(scan, "b"))
        return true;
    if (kj_scan_word(scan, "w")) {
        kj_position_set_side(pos, KJ_GOTE);
        return true;
    }
    char quote[KJ_TEXT_QUOTE];
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "%s is not a side to move, expected b (sente) or w (gote)",
                        kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote));
}

static bool read_hands(KjScan *scan, KjPosition *pos, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    while (!kj_is_break(*scan->at)) {
        const char *start = scan->at;
        unsigned count = 1;
        if (g_ascii_isdigit(*start) && !kj_scan_number(scan, KJ_MAX_SQUARES, &count, error))
            return false;
        const char *plus = scan->at;
        scan->at += *plus == '+';
        if ((scan->at > start) && !g_ascii_isalpha(*scan->at))
            return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                                "%s after '%c', expected a piece letter",
                                kj_text_quote_char(scan->at, quote), scan->at[-1]);
        KjPiece piece;
        if (!kj_scan_piece(scan, pos->game, *plus == '+', &piece, error) ||
            !kj_scan_hand(scan, start, pos, piece, count, error))
            return false;
    }
    return true;
}

bool kj_sfen_scan(KjScan *scan, const KjGame *game, KjPosition *out, unsigned *out_number,
                  GError **error)
{
    kj_scan_word(scan, "sfen");
    if (!kj_scan_blanks(scan))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "no position, expected BOARD TURN HANDS");
    if (!game)
        game = game_by_shape(scan, error);
    if (!game)
        return false;
    kj_position_clear(out, game);
    if (!kj_sfen_board_scan(scan, out, kj_sfen_piece_scan, true, error) ||
        !read_side(scan, out, error))
        return false;
    unsigned number = 1;
    KjScan rest = *scan;
    if (kj_scan_blanks(scan) && !kj_scan_word(&rest, "moves")) {
        if (!kj_scan_word(scan, "-") && !read_hands(scan, out, error))
            return false;
        kj_scan_blanks(scan);
        if (g_ascii_isdigit(*scan->at) && !kj_scan_number(scan, MAX_NUMBER, &number, error))
            return false;
    }
    if (out_number)
        *out_number = number;
    return true;
}

bool kj_sfen_read(const char *text, const KjGame *game, KjPosition *out, unsigned *out_number,
                  GError **error)
{
    KjScan scan = {text, text};
    return kj_sfen_scan(&scan, game, out, out_number, error) && kj_scan_end(&scan, error);
}

void kj_sfen_piece_write(GString *out, const KjGame *game, KjPiece piece)
{
    KjKind kind = kj_piece_kind(piece);
    char letter = kj_game_piece(game, kind)->letter;
    if (kind & KJ_PROMOTED)
        g_string_append_c(out, '+');
    g_string_append_c(out, kj_piece_side(piece) == KJ_SENTE ? letter : g_ascii_tolower(letter));
}

static void write_row(GString *out, const KjPosition *pos, unsigned rank, KjPieceWriteFn write)
{
    const KjTables *t = pos->game->t;
    unsigned empty = 0;
    for (unsigned file = t->files; file-- > 0;) {
        KjPiece piece = pos->board[file * t->ranks + rank];
        empty += piece == KJ_NONE;
        if (empty && (piece || file == 0)) {
            g_string_append_printf(out, "%u", empty);
            empty = 0;
        }
        if (piece)
            write(out, pos->game, piece);
    }
}

void kj_sfen_board_write(GString *out, const KjPosition *pos, KjPieceWriteFn write)
{
    for (unsigned rank = 0; rank < pos->game->t->ranks; rank++) {
        if (rank)
            g_string_append_c(out, '/');
        write_row(out, pos, rank, write);
    }
}

void kj_sfen_hand_write(GString *out, const KjGame *game, KjHand hand, KjSide side)
{
    for (unsigned i = 0; i < game->t->n_hand; i++) {
        KjKind kind = game->t->hand_kind[i];
        unsigned count = kj_hand_count(game->t, hand, kind);
        if (count > 1)
            g_string_append_printf(out, "%u", count);
        if (count > 0)
            kj_sfen_piece_write(out, game, kj_piece(side, kind));
    }
}

char *kj_sfen_write(const KjPosition *pos, unsigned number)
{
    GString *out = g_string_new(NULL);
    kj_sfen_board_write(out, pos, kj_sfen_piece_write);
    g_string_append(out, pos->side == KJ_SENTE ? " b " : " w ");
    if (!pos->hand[KJ_SENTE] && !pos->hand[KJ_GOTE])
        g_string_append_c(out, '-');
    kj_sfen_hand_write(out, pos->game, pos->hand[KJ_SENTE], KJ_SENTE);
    kj_sfen_hand_write(out, pos->game, pos->hand[KJ_GOTE], KJ_GOTE);
    g_string_append_printf(out, " %u", number);
    return g_string_free(out, FALSE);
}
