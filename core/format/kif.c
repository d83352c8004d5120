/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading KIF, KI2 and BOD: each line tells by its beginning what it is. */
#include "core/format/kif.h"

#include <string.h>

#include "core/format/handicap.h"
#include "core/format/kif-priv.h"
#include "core/format/record_reader-priv.h"
#include "core/text/lang.h"

typedef struct {
    KjRecordReader base;
    KjKifBoard board;
    char *handicap;         // the value of 手合割, or NULL
    unsigned handicap_line; // where it stands
} Reader;

static const char *after(const char *text, const char *word)
{
    return g_str_has_prefix(text, word) ? text + strlen(word) : NULL;
}

/* ---- records ---- */

static void begin_record(KjRecordReader *base)
{
    Reader *reader = (Reader *)base;
    kj_kif_board_clear(&reader->board);
    g_clear_pointer(&reader->handicap, g_free);
}

/* The game whose name the handicap line has, as lishogi writes it, or NULL. */
static const KjGame *named_game(const char *name)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        if (strcmp(kj_game_at(i)->row->name_ja, name) == 0)
            return kj_game_at(i);
    }
    return NULL;
}

/* Sets the start from 手合割; false with an error if it needs a diagram and there is none. */
static bool set_named_start(Reader *reader, const KjGame *named, GError **error)
{
    const KjGame *game = named ? named : reader->base.asked ? reader->base.asked : kj_game_at(0);
    const char *name = reader->handicap && !named ? reader->handicap : "平手";
    char quote[KJ_TEXT_QUOTE];
    if (kj_handicap_find(game, name, &reader->base.file->tree->start) || reader->board.rows)
        return true;
    reader->base.error_line = reader->handicap_line;
    return kj_text_error_set(error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_POSITION,
                             "no handicap of %s is called %s, expected a diagram with it",
                             game->row->name_en, kj_text_quote(name, (int)strlen(name), quote));
}

static bool find_start(KjRecordReader *base, KjPosition *out, const char **out_text, GError **error)
{
    Reader *reader = (Reader *)base;
    const KjGame *named = reader->handicap ? named_game(reader->handicap) : NULL;
    bool any = kj_kif_board_any(&reader->board);
    bool drawn = reader->board.rows && reader->board.rows->len > 0;
    if (!drawn && !set_named_start(reader, named, error))
        return false;
    if (!drawn && any && !out->game)
        kj_handicap_find(base->asked ? base->asked : kj_game_at(0), "平手", out);
    *out_text = reader->board.raw ? reader->board.raw->str : NULL;
    return !any || kj_kif_board_read(&reader->board, base->asked ? base->asked : named, out,
                                     &base->error_line, error);
}

static bool is_empty(const KjRecordReader *reader)
{
    return kj_game_file_is_empty(reader->file);
}

/* ---- lines of moves ---- */

/* Reads `h:m:s`, `m:s` or `s` to milliseconds; NULL if there is no number. */
static const char *read_clock(const char *at, int64_t *out)
{
    int64_t seconds = 0;
    unsigned parts = 0;
    while (*at == ' ')
        at++;
    for (; g_ascii_isdigit(*at) && parts < 3; parts++) {
        char *end;
        seconds = seconds * 60 + (int64_t)MIN(g_ascii_strtoull(at, &end, 10), 1000000u);
        at = *end == ':' ? end + 1 : end;
        if (*end != ':')
            parts = 2; // the last
    }
    if (parts == 0)
        return NULL;
    *out = seconds * 1000;
    return at;
}

/* `( 0:16/00:00:16)` after a move, and a `+` for branches to come. */
static const char *read_times(const char *at, KjMoveNode *node)
{
    at += strspn(at, " \t");
    const char *end = *at == '(' ? read_clock(at + 1, &node->spent) : NULL;
    const char *slash = end && *(end += strspn(end, " ")) == '/' ? end + 1 : NULL;
    if (slash) {
        const char *total = read_clock(slash, &node->total);
        end = total ? total : slash;
    }
    if (end)
        end += strspn(end, " ");
    if (end && *end == ')')
        at = end + 1;
    else
        node->spent = node->total = -1;
    at += strspn(at, " \t");
    at += *at == '+';
    return at + strspn(at, " \t");
}

static bool add_move(Reader *reader, KjScan *scan, GError **error)
{
    GError *inner = NULL;
    KjMove move;
    size_t length = strcspn(scan->at, " \t(+");
    g_autofree char *word = g_strndup(scan->at, length);
    KjGameEnd end = kj_game_end_from_ja(word);
    const char *at = scan->at;
    if (g_str_has_prefix(word, "封じ手")) { // no move, and the game goes on after it
        kj_move_node_note(reader->base.cursor.at, KJ_NOTE_LINE, NULL, scan->text);
        return true;
    }
    if (end != KJ_END_NONE) {
        scan->at += length;
        if (!kj_move_cursor_end(&reader->base.cursor, end, &inner))
            return kj_scan_propagate(scan, at, inner, error);
    } else {
        const KjPosition *before = &reader->base.cursor.position;
        if (!kj_kif_move_read(scan, before, kj_move_cursor_last(&reader->base.cursor), &move,
                              error))
            return false;
        bool other = kj_kif_has_other_name(before, move, at, (size_t)(scan->at - at));
        if (!kj_move_cursor_play(&reader->base.cursor, move, &inner))
            return kj_scan_propagate(scan, at, inner, error);
        reader->base.cursor.at->other_name = other;
    }
    const char *rest = read_times(scan->at, reader->base.cursor.at);
    if (*rest)
        kj_move_node_note(reader->base.cursor.at, KJ_NOTE_COMMENT, NULL, rest);
    return true;
}

/* Whether a line is a numbered move; the place after the number. */
static const char *after_number(const char *line)
{
    const char *at = line + strspn(line, " \t");
    size_t digits = strspn(at, "0123456789");
    size_t blanks = strspn(at + digits, " \t");
    return digits && digits < 7 && blanks ? at + digits + blanks : NULL;
}

static bool read_branch(Reader *reader, const char *line, GError **error)
{
    KjScan scan = {line, line + strlen("変化")};
    const char *colon = after(scan.at, "：");
    scan.at = colon ? colon : scan.at + (*scan.at == ':');
    scan.at += strspn(scan.at, " ");
    const char *number = scan.at;
    unsigned ply;
    if (!kj_record_reader_play(&reader->base, error) ||
        !kj_scan_number(&scan, KJ_MOVE_TREE_MAX, &ply, error))
        return false;
    unsigned reached = reader->base.cursor.at->ply;
    if (ply > reached + (reader->base.cursor.at->end == KJ_END_NONE))
        return kj_scan_fail(&scan, number, KJ_TEXT_ERROR_MOVE, error,
                            "a branch at move %u, expected at most %u, the last move before it",
                            ply, reached);
    kj_move_cursor_back(&reader->base.cursor, ply - 1);
    return true;
}

static bool read_trailer(Reader *reader, const char *line, GError **error)
{
    KjGameEnd end = kj_ki2_trailer_read(line);
    if (end == KJ_END_NONE) {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, line);
        return true;
    }
    if (!kj_record_reader_play(&reader->base, error))
        return false;
    KjMoveNode *node = kj_record_reader_place(&reader->base);
    if (node->end == KJ_END_NONE) {
        KjScan scan = {line, line};
        GError *inner = NULL;
        if (!kj_move_cursor_end(&reader->base.cursor, end, &inner))
            return kj_scan_propagate(&scan, line, inner, error);
        node = reader->base.cursor.at;
        node->implied = true;
        if (reader->base.file->format == KJ_FORMAT_BOD)
            reader->base.file->format = KJ_FORMAT_KIF;
    }
    kj_move_node_note(node, KJ_NOTE_LAYOUT, NULL, line);
    return true;
}

/* ---- lines before the moves ---- */

/* Splits `key：value` at the first colon of either width; false if that is no key. */
static bool split_header(const char *line, char **out_key, const char **out_value)
{
    const char *wide = strstr(line, "："), *narrow = strchr(line, ':');
    bool is_wide = wide && (!narrow || wide < narrow);
    const char *colon = is_wide ? wide : narrow;
    if (!colon || colon == line)
        return false;
    char *key = g_strndup(line, (gsize)(colon - line));
    bool bad = strpbrk(key, " \t|") || strstr(key, "　") || strlen(key) > 64;
    // a half-width colon is common in texts that are no headers
    if (bad || (!is_wide && !kj_game_file_header_known(key))) {
        g_free(key);
        return false;
    }
    *out_key = key;
    *out_value = colon + (is_wide ? strlen("：") : 1);
    return true;
}

/* A header; one that is known begins the next record after moves, or if it comes again after a
 * diagram. */
static bool read_header(Reader *reader, char *key, const char *value, GError **error)
{
    bool again = reader->board.rows && reader->board.rows->len &&
                 kj_game_file_header(reader->base.file, key);
    if ((reader->base.playing || again) && kj_game_file_header_known(key)) {
        if (!kj_record_reader_next(&reader->base, error))
            return false;
    }
    if (strcmp(key, "手合割") == 0) {
        g_free(reader->handicap);
        reader->handicap = g_strstrip(g_strdup(value));
        reader->handicap_line = reader->base.line;
        // some pad it with full-width blanks
        while (g_str_has_suffix(reader->handicap, "　"))
            reader->handicap[strlen(reader->handicap) - strlen("　")] = '\0';
    }
    kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_HEADER, key, value);
    return true;
}

static void remove_board_note(KjMoveNode *root)
{
    for (guint i = root->notes ? root->notes->len : 0; i-- > 0;) {
        if (((const KjNote *)root->notes->pdata[i])->kind == KJ_NOTE_BOARD)
            g_ptr_array_remove_index(root->notes, i);
    }
}

static bool read_board_line(Reader *reader, const char *line, GError **error)
{
    bool second = kj_kif_board_any(&reader->board) && reader->board.rows->len &&
                  reader->board.hand[KJ_GOTE] && strstr(line, "の持") &&
                  (g_str_has_prefix(line, "後手") || g_str_has_prefix(line, "上手"));
    if (reader->base.playing || second) {
        if (!kj_record_reader_next(&reader->base, error))
            return false;
    }
    // where its last line stands, so that what comes between the lines stays before it
    remove_board_note(reader->base.file->tree->root);
    kj_move_node_note(reader->base.file->tree->root, KJ_NOTE_BOARD, NULL, "");
    kj_kif_board_take(&reader->board, line, reader->base.line);
    return true;
}

static bool read_move_line(Reader *reader, const char *line, const char *at, GError **error)
{
    KjScan scan = {line, at};
    if (!kj_record_reader_play(&reader->base, error))
        return false;
    if (reader->base.file->format == KJ_FORMAT_BOD)
        reader->base.file->format = kj_ki2_mark(line) ? KJ_FORMAT_KI2 : KJ_FORMAT_KIF;
    return kj_ki2_mark(line) ? kj_ki2_line_read(&reader->base.cursor, line, error)
                             : add_move(reader, &scan, error);
}

static bool read_line(KjRecordReader *base, const char *line, GError **error)
{
    Reader *reader = (Reader *)base;
    const char *number = after_number(line), *value;
    char *key;
    if (line[strspn(line, " \t\f\x1a")] == '\0')
        return true;
    if (*line == '*' || *line == '&') {
        kj_move_node_note(kj_record_reader_place(&reader->base),
                          *line == '*' ? KJ_NOTE_COMMENT : KJ_NOTE_BOOKMARK, NULL, line + 1);
    } else if (*line == '#') {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_SOFTWARE, NULL, line);
    } else if (kj_kif_board_is(line)) {
        return read_board_line(reader, line, error);
    } else if (g_str_has_prefix(line, "手数--")) {
        if (!kj_record_reader_play(&reader->base, error))
            return false;
        if (reader->base.file->format == KJ_FORMAT_BOD)
            reader->base.file->format = KJ_FORMAT_KIF;
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LAYOUT, NULL, line);
    } else if (g_str_has_prefix(line, "変化：") || g_str_has_prefix(line, "変化:")) {
        return read_branch(reader, line, error);
    } else if (number || kj_ki2_mark(line)) {
        return read_move_line(reader, line, number ? number : line, error);
    } else if (g_str_has_prefix(line, "まで")) {
        return read_trailer(reader, line, error);
    } else if (split_header(line, &key, &value)) {
        bool ok = read_header(reader, key, value, error);
        g_free(key);
        return ok;
    } else {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, line);
    }
    return true;
}

GPtrArray *kj_kif_read(char *text, const KjGame *game, GError **error)
{
    static const KjRecordSyntax syntax = {KJ_FORMAT_BOD, begin_record, read_line, find_start,
                                          is_empty};
    Reader reader = {.base = {.syntax = &syntax, .asked = game}};
    GPtrArray *files = kj_record_reader_read(&reader.base, text, error);
    kj_kif_board_clear(&reader.board);
    g_free(reader.handicap);
    return files;
}
