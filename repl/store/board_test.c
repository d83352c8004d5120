/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces, squares, moves and patterns. */
#include "repl/store/board_test.h"

#include <glib.h>
#include <string.h>

#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/store/canonical.h"

enum { ANY = 255, OUT_OF_GAME = 254 }; // cells of patterns that are no piece

/* ---- values ---- */

/* Reads `+R`, `p` and the like; gives the place after it, or NULL. */
static const char *read_piece(const KjGame *game, const char *text, unsigned *out)
{
    bool promoted = *text == '+';
    text += promoted;
    *out = OUT_OF_GAME;
    if (!g_ascii_isalpha(*text))
        return NULL;
    KjKind kind = game ? kj_game_kind(game, g_ascii_toupper(*text)) : KJ_NONE;
    if (kind != KJ_NONE)
        *out = kj_piece(g_ascii_islower(*text) ? KJ_GOTE : KJ_SENTE,
                        kind | (promoted ? KJ_PROMOTED : 0));
    return text + 1;
}

/* Reads `2R` or `R`; gives the place after it, or NULL. */
static const char *read_counted(const KjGame *game, const char *text, unsigned *out,
                                unsigned *out_count)
{
    *out_count = 1;
    if (g_ascii_isdigit(*text)) {
        char *end;
        *out_count = (unsigned)g_ascii_strtoull(text, &end, 10);
        text = end;
    }
    return read_piece(game, text, out);
}

static bool are_pieces(const char *value)
{
    unsigned piece, count;
    while (value && *value && strcmp(value, "-") != 0)
        value = read_counted(NULL, value, &piece, &count);
    return value != NULL;
}

/* The end of a square in either naming, or NULL. */
static const char *square_end(const char *text)
{
    bool shogi = text[0] >= '1' && text[0] <= '9' && text[1] >= 'a' && text[1] <= 'i';
    bool letters = text[0] >= 'a' && text[0] <= 'i' && text[1] >= '1' && text[1] <= '9';
    return shogi || letters ? text + 2 : NULL;
}

static bool is_square(const char *value)
{
    const char *end = square_end(value);
    return end && !*end;
}

static bool are_places(const char *value)
{
    unsigned piece;
    for (;;) {
        value = square_end(value);
        if (!value || *value++ != '=')
            return false;
        value = *value == '.' ? value + 1 : read_piece(NULL, value, &piece);
        if (!value || (*value && *value != ','))
            return false;
        if (!*value++)
            return true;
    }
}

static bool is_move(const char *value)
{
    return strlen(value) >= 4 && strlen(value) < KJ_USI_MOVE;
}

static bool is_pattern(const char *value)
{
    unsigned piece;
    bool cells = false;
    while (value && *value) {
        if (strchr("/.?", *value) || g_ascii_isdigit(*value))
            value++;
        else
            value = read_piece(NULL, value, &piece);
        cells |= value && *value != '/';
    }
    return value && cells;
}

static const struct {
    const char *name;
    bool (*check)(const char *value);
    const char *expected;
} values[] = {
    {"board", are_pieces, "pieces as in R2Gb"},
    {"hand", are_pieces, "pieces as in R2G, or - for none"},
    {"uses", are_pieces, "pieces as in R2G"},
    {"at", are_places, "SQUARE=PIECE as in 1a=k, 1a=. for an empty one, several joined by commas"},
    {"king", is_square, "a square as in 5a"},
    {"mate", is_square, "a square as in 5a"},
    {"first", is_move, "a move as in R*1b or 2c3d+"},
    {"last", is_move, "a move as in R*1b or 2c3d+"},
    {"move", is_move, "a move as in R*1b or 2c3d+"},
    {"pattern", is_pattern,
     "rows of cells joined by /: . empty, 2 two of them, ? any, P p +P pieces"},
};

const char *kj_board_test_value(const char *name)
{
    size_t i = 0;
    while (strcmp(values[i].name, name) != 0)
        i++;
    return values[i].expected;
}

char *kj_board_test_check(const char *name, const char *value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(values); i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].check(value) ? NULL
                                          : g_strdup_printf(kj_tr("'%s': expected %s"), value,
                                                            kj_tr(values[i].expected));
    return g_strdup_printf(kj_tr("unknown test '%s'"), name);
}

/* ---- pieces ---- */

/* Which pieces a test counts. */
typedef struct {
    bool board, hands;
} Where;

static void count_pieces(const KjPosition *pos, Where where, unsigned counts[KJ_MAX_PIECES])
{
    const KjTables *t = pos->game->t;
    memset(counts, 0, KJ_MAX_PIECES * sizeof *counts);
    for (unsigned square = 0; where.board && square < t->squares; square++)
        if (pos->board[square] && kj_piece_kind(pos->board[square]) != t->king)
            counts[pos->board[square]]++;
    for (unsigned side = 0; where.hands && side < 2; side++)
        for (unsigned i = 0; i < t->n_hand; i++)
            counts[kj_piece((KjSide)side, t->hand_kind[i])] +=
                kj_hand_count(t, pos->hand[side], t->hand_kind[i]);
}

/* At least these pieces; strictly: these and no others of the attacker's. */
static bool has_pieces(const KjPosition *pos, Where where, const char *value, bool strict)
{
    unsigned counts[KJ_MAX_PIECES], wanted[KJ_MAX_PIECES] = {0};
    count_pieces(pos, where, counts);
    while (*value && strcmp(value, "-") != 0) {
        unsigned piece, count;
        value = read_counted(pos->game, value, &piece, &count);
        if (piece == OUT_OF_GAME || piece >= KJ_MAX_PIECES)
            return false;
        wanted[piece] += count;
    }
    for (unsigned piece = 0; piece < KJ_MAX_PIECES; piece++) {
        bool attackers = kj_piece_side((KjPiece)piece) == KJ_SENTE;
        if (counts[piece] < wanted[piece] || (strict && attackers && counts[piece] > wanted[piece]))
            return false;
    }
    return true;
}

/* ---- squares ---- */

/* The piece on a square of the problem as it was read. */
static KjPiece piece_at(const KjBoardSubject *s, unsigned square)
{
    return s->canonical->board[kj_canonical_square(s->canonical->game, square, s->turn)];
}

static bool has_places(const KjBoardSubject *s, const char *value)
{
    const KjGame *game = s->canonical->game;
    for (;;) {
        unsigned square, piece = KJ_NONE;
        const char *end;
        if (!kj_square_read(game, value, &square, &end) || *end++ != '=')
            return false;
        end = *end == '.' ? end + 1 : read_piece(game, end, &piece);
        if (!end || piece_at(s, square) != piece)
            return false;
        if (*end != ',')
            return true;
        value = end + 1;
    }
}

static bool is_at(const KjBoardSubject *s, unsigned square, const char *value)
{
    unsigned wanted;
    if (square == KJ_NO_SQUARE || !kj_square_read(s->canonical->game, value, &wanted, NULL))
        return false;
    return kj_canonical_square(s->canonical->game, square, s->turn) == wanted;
}

/* ---- moves ---- */

/* Goes through the line; `out_last` gets the position at its end. Whether the move that is asked
 * for comes: first, last or (0) anywhere. */
static bool plays(const KjBoardSubject *s, const char *value, int which, KjPosition *out_end)
{
    *out_end = *s->canonical;
    bool found = false, first = true;
    g_auto(GStrv) words = g_strsplit(s->line ? s->line : "", " ", -1);
    for (char **word = words; *word && **word; word++, first = false) {
        KjMove move;
        if (!kj_usi_move_read(out_end, *word, &move, NULL))
            return false;
        if (value && (which == 0 || (which > 0 && first) || (which < 0 && !word[1]))) {
            // as it is written in the problem as it was read
            char text[KJ_USI_MOVE];
            KjPosition there = kj_canonical_undo(out_end, s->turn);
            kj_usi_move_write(&there, kj_canonical_move(there.game, move, s->turn), text);
            found |= strcmp(text, value) == 0;
        }
        *out_end = kj_position_after(out_end, move);
    }
    return found;
}

static bool is_mated_at(const KjBoardSubject *s, const char *value)
{
    KjPosition end;
    plays(s, NULL, 0, &end);
    return s->line && is_at(s, end.king[KJ_GOTE], value);
}

/* ---- patterns ---- */

typedef struct {
    unsigned rows, columns;
    uint8_t cell[KJ_MAX_RANKS][KJ_MAX_FILES]; // KjPiece, ANY or OUT_OF_GAME; short rows end in ANY
} Pattern;

static bool put_cell(Pattern *pattern, unsigned *column, unsigned cell)
{
    if (pattern->rows > KJ_MAX_RANKS || *column >= KJ_MAX_FILES)
        return false;
    pattern->cell[pattern->rows - 1][(*column)++] = (uint8_t)cell;
    pattern->columns = MAX(pattern->columns, *column);
    return true;
}

/* False: larger than any board. */
static bool read_pattern(const KjGame *game, const char *text, Pattern *out)
{
    unsigned column = 0, cell;
    memset(out->cell, ANY, sizeof out->cell);
    out->rows = 1;
    out->columns = 0;
    bool ok = true;
    while (*text && ok) {
        if (*text == '/') {
            out->rows++;
            column = 0;
            text++;
        } else if (g_ascii_isdigit(*text)) {
            for (int n = *text++ - '0'; n > 0 && ok; n--)
                ok = put_cell(out, &column, KJ_NONE);
        } else if (*text == '.' || *text == '?') {
            ok = put_cell(out, &column, *text++ == '.' ? KJ_NONE : ANY);
        } else {
            text = read_piece(game, text, &cell);
            ok = put_cell(out, &column, cell);
        }
    }
    return ok;
}

/* Whether the pattern lies with its upper left corner `down` ranks and `right` columns from the
 * board's. */
static bool lies_at(const KjBoardSubject *s, const Pattern *p, unsigned down, unsigned right,
                    bool mirrored)
{
    const KjTables *t = s->canonical->game->t;
    for (unsigned row = 0; row < p->rows; row++) {
        for (unsigned column = 0; column < p->columns; column++) {
            unsigned cell = p->cell[row][mirrored ? p->columns - 1 - column : column];
            unsigned file = t->files - 1u - (right + column);
            if (cell != ANY && piece_at(s, file * t->ranks + down + row) != cell)
                return false;
        }
    }
    return true;
}

/* Anywhere, mirrored too; strictly: in the upper left corner as it is. */
static bool has_pattern(const KjBoardSubject *s, const char *value, bool strict)
{
    const KjTables *t = s->canonical->game->t;
    Pattern p;
    if (!read_pattern(s->canonical->game, value, &p) || p.rows > t->ranks || p.columns > t->files)
        return false;
    if (strict)
        return lies_at(s, &p, 0, 0, false);
    for (unsigned down = 0; down + p.rows <= t->ranks; down++)
        for (unsigned right = 0; right + p.columns <= t->files; right++)
            if (lies_at(s, &p, down, right, false) || lies_at(s, &p, down, right, true))
                return true;
    return false;
}

bool kj_board_test(const KjBoardSubject *s, const char *name, const char *value)
{
    const KjPosition *pos = s->canonical;
    KjPosition end;
    bool strict = g_str_has_suffix(name, "=");
    if (g_str_has_prefix(name, "board"))
        return has_pieces(pos, (Where){.board = true}, value, strict);
    if (g_str_has_prefix(name, "hand"))
        return has_pieces(pos, (Where){.hands = true}, value, strict);
    if (g_str_has_prefix(name, "uses"))
        return has_pieces(pos, (Where){.board = true, .hands = true}, value, strict);
    if (g_str_has_prefix(name, "at"))
        return has_places(s, value);
    if (g_str_has_prefix(name, "king"))
        return is_at(s, pos->king[KJ_GOTE], value);
    if (g_str_has_prefix(name, "mate"))
        return is_mated_at(s, value);
    if (g_str_has_prefix(name, "pattern"))
        return has_pattern(s, value, strict);
    return plays(s, value, name[0] == 'f' ? 1 : name[0] == 'l' ? -1 : 0, &end);
}

bool kj_board_measure(const KjBoardSubject *s, KjMeasured *out)
{
    KjMove line[KJ_MOST_MEASURED];
    KjPosition pos = *s->canonical;
    KjSolvedWork work = {.root = s->canonical, .attacker = KJ_SENTE, .line = line};
    g_auto(GStrv) words = g_strsplit(s->line ? s->line : "", " ", -1);
    for (char **word = words; *word && **word; word++) {
        if (work.n_line == KJ_MOST_MEASURED ||
            !kj_usi_move_read(&pos, *word, &line[work.n_line], NULL))
            return false;
        pos = kj_position_after(&pos, line[work.n_line++]);
    }
    if (!work.n_line || s->canonical->side != KJ_SENTE)
        return false;
    kj_measure(&work, out);
    return true;
}
