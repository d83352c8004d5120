/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading CSA. */
#include "core/format/csa.h"

#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/kif-priv.h"
#include "core/format/record_reader-priv.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"

typedef struct {
    KjRecordReader base;
    GArray *board; // KjCsaLine
    GString *raw;  // the lines of the start position as they were
    KjSide side;   // who begins
} Reader;

static void clear_line(gpointer data)
{
    g_free(((KjCsaLine *)data)->text);
}

static void begin_record(KjRecordReader *base)
{
    Reader *reader = (Reader *)base;
    g_array_set_size(reader->board, 0);
    g_string_set_size(reader->raw, 0);
    reader->side = KJ_SENTE;
}

static bool find_start(KjRecordReader *base, KjPosition *out, const char **out_text, GError **error)
{
    Reader *reader = (Reader *)base;
    *out_text = reader->raw->str;
    base->drawn = reader->board->len > 0;
    base->file->rows = kj_csa_board_rows(reader->board);
    if (!kj_csa_board_read(reader->board, base->asked, out, &base->error_line, error))
        return false;
    kj_position_set_side(out, reader->side);
    return true;
}

/* A record without anything that could be a position or moves is none. */
static bool is_empty(const KjRecordReader *base)
{
    return !base->playing && ((const Reader *)base)->board->len == 0;
}

/* Moves begin, with this side. */
static bool begin_play(Reader *reader, KjSide side, GError **error)
{
    reader->side = side;
    return kj_record_reader_play(&reader->base, error);
}

/* ---- moves ---- */

/* Reads seconds; decimals are those of version 3. Returns what stands behind them. */
static const char *read_time(KjMoveNode *node, const char *text)
{
    char *end;
    guint64 seconds = g_ascii_strtoull(text, &end, 10);
    int64_t spent = (int64_t)MIN(seconds, 100000000u) * 1000, unit = 100;
    for (end += *end == '.'; g_ascii_isdigit(*end); end++, unit /= 10)
        spent += (*end - '0') * unit;
    node->spent = spent;
    const KjMoveNode *before = node->parent ? node->parent->parent : NULL;
    node->total = spent + (before && before->total > 0 ? before->total : 0);
    return end;
}

static bool read_square(const KjGame *game, const char *at, unsigned *out)
{
    unsigned file = (unsigned)(at[0] - '1'), rank = (unsigned)(at[1] - '1');
    *out = file * game->t->ranks + rank;
    return file < game->t->files && rank < game->t->ranks;
}

/* The move of `7776FU`; its piece is the one after the move. */
static bool read_move(const KjScan *scan, const KjPosition *pos, KjMove *out, GError **error)
{
    const KjGame *game = pos->game;
    const char *at = scan->at;
    unsigned from = KJ_NO_SQUARE, to = KJ_NO_SQUARE;
    char quote[KJ_TEXT_QUOTE];
    bool drop = g_str_has_prefix(at, "00");
    bool squares =
        strlen(at) >= 6 && (drop || read_square(game, at, &from)) && read_square(game, at + 2, &to);
    KjKind kind = squares ? kj_csa_kind(game, at + 4) : KJ_NONE;
    if (kind == KJ_NONE)
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                            "%s is not a move of %s, expected one such as 7776FU",
                            kj_text_quote(at, KJ_TEXT_UNTIL_BLANK, quote), kj_game_name(game));
    if (drop) {
        *out = kj_make_drop(kind, to);
        return true;
    }
    KjKind before = kj_piece_kind(pos->board[from]);
    if (kj_base_kind(before) != kj_base_kind(kind) || (before & ~kind)) {
        g_autofree char *why = kj_piece_missing_text(pos, kind, from);
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_MOVE, error, "%s", why);
    }
    *out = kj_make_move(from, to) | (before != kind ? KJ_MOVE_PROMOTE : 0);
    return true;
}

static bool add_move(Reader *reader, const KjScan *scan, GError **error)
{
    KjSide side = *scan->text == '-' ? KJ_GOTE : KJ_SENTE;
    g_autoptr(GError) inner = NULL;
    KjMove move = KJ_MOVE_NONE;
    if (!begin_play(reader, side, error))
        return false;
    if (reader->base.cursor.position.side != side)
        return kj_scan_fail(scan, scan->text, KJ_TEXT_ERROR_MOVE, error,
                            "a move of %s, expected one of %s", kj_tr(kj_side_name(side)),
                            kj_tr(kj_side_name(kj_other(side))));
    if (!read_move(scan, &reader->base.cursor.position, &move, error))
        return false;
    if (kj_move_cursor_play(&reader->base.cursor, move, &inner))
        return true;
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_MOVE, error, "%s", inner->message);
}

/* A line `%TORYO`; one not known is kept as it is. */
static bool add_end(Reader *reader, const char *line, GError **error)
{
    const char *word = line + 1;
    if (!begin_play(reader, KJ_SENTE, error))
        return false;
    KjGameEnd found = kj_game_end_from_csa(word, (KjSide)reader->base.cursor.position.side);
    // some servers write the end twice
    if (found == KJ_END_NONE || reader->base.cursor.at->end != KJ_END_NONE) {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, line);
        return true;
    }
    g_autoptr(GError) inner = NULL;
    if (kj_move_cursor_end(&reader->base.cursor, found, &inner))
        return true;
    return kj_text_error_set(error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX, "%s",
                             inner->message);
}

/* ---- other lines ---- */

/* `'*` is for people and programs; a header that CSA has no name for is kept there. */
static void add_comment(Reader *reader, const char *line)
{
    if (g_str_has_prefix(line, "'CSA encoding="))
        return; // told anew when it is written
    const char *text = line + 2;
    const char *colon = line[1] == '*' ? strstr(text, "：") : NULL;
    g_autofree char *key = colon ? g_strndup(text, (gsize)(colon - text)) : NULL;
    if (key && !reader->base.playing && kj_game_file_header_known(key))
        kj_move_node_note(reader->base.file->tree->root, KJ_NOTE_HEADER, key, colon + strlen("："));
    else if (line[1] == '*')
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_COMMENT, NULL, text);
    else
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_SOFTWARE, NULL, line);
}

static void add_header(Reader *reader, const char *line)
{
    const char *colon = strchr(line, ':');
    if (*line == 'N') {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_HEADER,
                          line[1] == '+' ? "先手" : "後手", line + 2);
    } else if (colon) {
        g_autofree char *name = g_strndup(line, (gsize)(colon - line));
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_HEADER, kj_csa_key(name),
                          colon + 1);
    } else {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, line);
    }
}

static bool add_board_line(Reader *reader, const char *line, unsigned before, GError **error)
{
    KjCsaLine kept = {g_strdup(line), reader->base.line, before};
    if (reader->base.playing) {
        g_free(kept.text);
        return kj_text_error_set(
            error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX,
            "a line of the board after moves, expected / before another record");
    }
    if (reader->board->len == 0 && reader->raw->len == 0)
        kj_move_node_note(reader->base.file->tree->root, KJ_NOTE_BOARD, NULL, "");
    g_array_append_val(reader->board, kept);
    g_string_append_printf(reader->raw, "%s\n", line);
    return true;
}

/* A line that holds only the side to move. */
static bool read_turn(Reader *reader, const char *line, GError **error)
{
    KjSide side = *line == '-' ? KJ_GOTE : KJ_SENTE;
    if (reader->base.playing && reader->base.cursor.position.side != side)
        return kj_text_error_set(error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_MOVE,
                                 "%s to move, expected %s", kj_tr(kj_side_name(side)),
                                 kj_tr(kj_side_name(kj_other(side))));
    if (reader->base.playing) { // said once more
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, line);
        return true;
    }
    if (reader->raw->len == 0)
        kj_move_node_note(reader->base.file->tree->root, KJ_NOTE_BOARD, NULL, "");
    g_string_append_printf(reader->raw, "%s\n", line);
    return begin_play(reader, side, error);
}

/* Whether a line tells a board or a move in another form: of KIF or USI, without a sign, in small
 * letters. */
static bool is_other_form(const char *text)
{
    KjMove move;
    g_autofree char *word = g_strndup(text, kj_kif_word(text));
    g_autofree char *capital = g_ascii_strup(text, -1);
    bool bare = strspn(text, "0123456789") == 4 && g_ascii_isalpha(text[4]) &&
                g_ascii_isalpha(text[5]) && kj_is_break(text[6]);
    return bare || kj_kif_is_play(text) || kj_csa_is_play(capital) ||
           kj_usi_move_read_bare(kj_game_at(0), word, &move);
}

/* A line that says nothing is kept. */
static bool keep_line(Reader *reader, const char *text, GError **error)
{
    const char *line = kj_match_blanks(text);
    KjScan scan = {text, line};
    if (is_other_form(line))
        return kj_scan_fail(&scan, line, KJ_TEXT_ERROR_SYNTAX, error,
                            "a board or move in another form, expected one such as +7776FU");
    if (text[strspn(text, " \t\f\x1a")])
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, text);
    return true;
}

/* Whether the statement of a move or its time ends at `rest`. */
static bool ends(const char *line, const char *rest, GError **error)
{
    KjScan scan = {line, line};
    char quote[KJ_TEXT_QUOTE];
    return !*rest || kj_scan_fail(&scan, rest, KJ_TEXT_ERROR_SYNTAX, error,
                                  "%s after the move, expected a blank or the end",
                                  kj_text_quote(rest, KJ_TEXT_UNTIL_BLANK, quote));
}

static bool read_statement(Reader *reader, const char *line, unsigned before, GError **error)
{
    enum { MOVE = 7 }; // +7776FU
    KjScan scan = {line, line + 1};
    bool sign = *line == '+' || *line == '-';
    if (sign && line[1] == '\0')
        return read_turn(reader, line, error);
    if (sign)
        return add_move(reader, &scan, error) && ends(line, line + MOVE, error);
    if (*line == '%')
        return add_end(reader, line, error);
    if (kj_csa_is_board(line))
        return add_board_line(reader, line, before, error);
    if (*line == 'T' && g_ascii_isdigit(line[1]))
        return ends(line, read_time(kj_record_reader_place(&reader->base), line + 1), error);
    if (*line == '/') // on a line of its own it would separate records
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_COMMENT, NULL, line);
    else
        return keep_line(reader, line, error);
    return true;
}

/* A statement ends at a comma, one that is a word at a blank, too. */
static size_t statement_length(const char *at)
{
    size_t length = 0;
    bool word = strchr("+-%T", *at) != NULL;
    while (at[length] && at[length] != ',' && !(word && kj_match_blanks(at + length) > at + length))
        length++;
    return length;
}

/* Several statements may stand in a line; a comment takes the rest. */
static bool read_statements(Reader *reader, const char *text, const char *line, GError **error)
{
    for (const char *at = line; *at;) {
        size_t length = statement_length(at);
        unsigned before = kj_text_column(text, at) - 1;
        if (*at == '\'') {
            add_comment(reader, at);
            return true;
        }
        g_autofree char *bare = g_strndup(at, length);
        if (bare[0] != 'P' || !g_ascii_isdigit(bare[1]))
            g_strchomp(bare); // a row may end in an empty square
        if (*bare && !read_statement(reader, bare, before, error)) {
            if (error && reader->base.error_line == reader->base.line)
                kj_text_error_move(*error, 0, before);
            return false;
        }
        at = kj_match_blanks(at + length);
        at = kj_match_blanks(at + (*at == ','));
    }
    return true;
}

static bool read_line(KjRecordReader *base, const char *text, GError **error)
{
    Reader *reader = (Reader *)base;
    const char *line = kj_match_blanks(kj_record_unquoted(text));
    if (*line == '/' && !*kj_match_blanks(line + 1)) {
        if (!kj_record_reader_next(base, error))
            return false;
        base->file->line++;
        return true;
    }
    if (*line == '\'')
        add_comment(reader, line);
    else if (*line == '$' || g_str_has_prefix(line, "N+") || g_str_has_prefix(line, "N-"))
        add_header(reader, line);
    else if (*line == 'V' && g_ascii_isdigit(line[1]) && !reader->base.file->csa_version)
        reader->base.file->csa_version = g_strchomp(g_strdup(line + 1));
    else if (*line && strchr("+-%TP", *line))
        return read_statements(reader, text, line, error);
    else
        return keep_line(reader, text, error);
    return true;
}

GPtrArray *kj_csa_read(char *text, const KjGame *game, GError **error)
{
    static const KjRecordSyntax syntax = {KJ_FORMAT_CSA, begin_record, read_line, find_start,
                                          is_empty};
    Reader reader = {.base = {.syntax = &syntax, .asked = game}};
    reader.board = g_array_new(FALSE, FALSE, sizeof(KjCsaLine));
    g_array_set_clear_func(reader.board, clear_line);
    reader.raw = g_string_new(NULL);
    GPtrArray *files = kj_record_reader_read(&reader.base, text, error);
    g_array_unref(reader.board);
    g_string_free(reader.raw, TRUE);
    return files;
}
