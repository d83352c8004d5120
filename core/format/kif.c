/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading KIF, KI2 and BOD: each line is told (kif_line.c), and each kind of line has its reader. */
#include "core/format/kif.h"

#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/handicap.h"
#include "core/format/kif-priv.h"
#include "core/format/record_reader-priv.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"

typedef struct {
    KjRecordReader base;
    KjKifBoard board;
    char *handicap;         // the value of 手合割, or NULL
    unsigned handicap_line; // where it stands
} Reader;

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

/* Sets the start from 手合割; false with an error if it needs a diagram. */
static bool set_named_start(Reader *reader, const KjGame *named, GError **error)
{
    const KjGame *game = named ? named : reader->base.asked ? reader->base.asked : kj_game_at(0);
    const char *name = reader->handicap && !named ? reader->handicap : "平手";
    char quote[KJ_TEXT_QUOTE];
    if (kj_handicap_find(game, name, &reader->base.file->tree->start))
        return true;
    reader->base.error_line = reader->handicap_line;
    return kj_text_error_set(error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_POSITION,
                             "no handicap of %s is called %s, expected a diagram with it",
                             kj_game_name(game), kj_text_quote(name, (int)strlen(name), quote));
}

static bool find_start(KjRecordReader *base, KjPosition *out, const char **out_text, GError **error)
{
    Reader *reader = (Reader *)base;
    const KjGame *named = reader->handicap ? named_game(reader->handicap) : NULL;
    bool drawn = reader->board.rows && reader->board.rows->len > 0;
    base->drawn = drawn;
    base->file->rows = kj_kif_board_rows(&reader->board);
    // hands and the like may stand beside the name of a start, in place of a board nothing does
    if (!drawn && reader->board.line && (!reader->handicap || reader->board.framed)) {
        base->error_line = reader->board.line;
        return kj_text_error_set(error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX,
                                 "a diagram without rows, expected a board in it");
    }
    if (!drawn && !set_named_start(reader, named, error))
        return false;
    *out_text = reader->board.raw ? reader->board.raw->str : NULL;
    return !kj_kif_board_any(&reader->board) ||
           kj_kif_board_read(&reader->board, base->asked ? base->asked : named, out,
                             &base->file->cut, &base->error_line, error);
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

/* `( 0:16/00:00:16)`; the place after it, or NULL. */
static const char *read_time(const char *at, KjMoveNode *node)
{
    int64_t spent, total = -1;
    const char *end = *at == '(' ? read_clock(at + 1, &spent) : NULL;
    const char *slash = end && *(end += strspn(end, " ")) == '/' ? end + 1 : NULL;
    if (slash) {
        end = read_clock(slash, &total);
        end = end ? end : slash;
    }
    if (!end || *(end += strspn(end, " ")) != ')')
        return NULL;
    node->spent = spent;
    node->total = total;
    return end + 1;
}

/* The times after a move, of which the last counts, and a `+` for branches to come. */
static const char *read_times(const char *at, KjMoveNode *node)
{
    at = kj_match_blanks(at);
    for (const char *end; (end = read_time(at, node));)
        at = kj_match_blanks(end);
    return kj_match_blanks(at + (*at == '+'));
}

static bool add_move(Reader *reader, KjScan *scan, GError **error)
{
    GError *inner = NULL;
    KjMove move;
    size_t length = kj_kif_word(scan->at);
    g_autofree char *word = g_strndup(scan->at, length);
    KjGameEnd end = kj_game_end_from_ja(word);
    const char *at = scan->at;
    if (g_str_has_prefix(word, "封じ手")) { // no move, and the game goes on after it
        kj_move_node_note(reader->base.cursor.at, KJ_NOTE_LINE, NULL, scan->text);
        scan->at += strlen(scan->at);
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
    scan->at = read_times(scan->at, reader->base.cursor.at);
    return true;
}

static bool read_branch(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    const char *number = line->value;
    KjScan scan = {text, number};
    unsigned ply;
    if (!kj_record_reader_play(&reader->base, error))
        return false;
    bool wide = !g_ascii_isdigit(*number) && kj_kanji_number_read(number, &ply) && ply;
    if (!wide && !kj_scan_number(&scan, KJ_MOVE_TREE_MAX, &ply, error))
        return false;
    unsigned reached = reader->base.cursor.at->ply;
    if (ply > reached + (reader->base.cursor.at->end == KJ_END_NONE))
        return kj_scan_fail(&scan, number, KJ_TEXT_ERROR_MOVE, error,
                            "a branch at move %u, expected at most %u, the last move before it",
                            ply, reached);
    kj_move_cursor_back(&reader->base.cursor, ply - 1);
    return true;
}

static bool read_trailer(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    KjGameEnd end = kj_ki2_trailer_read(line->at);
    if (end == KJ_END_NONE) {
        kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LINE, NULL, line->plain);
        return true;
    }
    if (!kj_record_reader_play(&reader->base, error))
        return false;
    KjMoveNode *node = kj_record_reader_place(&reader->base);
    if (node->end == KJ_END_NONE) {
        KjScan scan = {text, line->at};
        GError *inner = NULL;
        if (!kj_move_cursor_end(&reader->base.cursor, end, &inner))
            return kj_scan_propagate(&scan, line->at, inner, error);
        node = reader->base.cursor.at;
        node->implied = true;
        if (reader->base.file->format == KJ_FORMAT_BOD)
            reader->base.file->format = KJ_FORMAT_KIF;
    }
    kj_move_node_note(node, KJ_NOTE_LAYOUT, NULL, line->at);
    return true;
}

/* ---- lines before the moves ---- */

/* A header; one that is known begins the next record after moves, or if it comes again after a
 * diagram. */
static bool read_header(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    (void)text;
    bool again = reader->board.rows && reader->board.rows->len &&
                 kj_game_file_header(reader->base.file, line->key);
    if ((reader->base.playing || again) && kj_game_file_header_known(line->key)) {
        if (!kj_record_reader_next(&reader->base, error))
            return false;
    }
    if (strcmp(line->key, "手合割") == 0) {
        g_free(reader->handicap);
        reader->handicap = g_strdup(kj_match_blanks(line->value));
        reader->handicap_line = reader->base.line;
        g_strchomp(reader->handicap);
        // some pad it with full-width blanks
        while (g_str_has_suffix(reader->handicap, "　"))
            reader->handicap[strlen(reader->handicap) - strlen("　")] = '\0';
    }
    kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_HEADER, line->key,
                      line->value);
    return true;
}

static void remove_board_note(KjMoveNode *root)
{
    for (guint i = root->notes ? root->notes->len : 0; i-- > 0;) {
        if (((const KjNote *)root->notes->pdata[i])->kind == KJ_NOTE_BOARD)
            g_ptr_array_remove_index(root->notes, i);
    }
}

static bool read_board_line(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    if (reader->base.playing || kj_kif_board_again(&reader->board, line)) {
        if (!kj_record_reader_next(&reader->base, error))
            return false;
    }
    // where its last line stands, so that what comes between the lines stays before it
    remove_board_note(reader->base.file->tree->root);
    kj_move_node_note(reader->base.file->tree->root, KJ_NOTE_BOARD, NULL, "");
    return kj_kif_board_take(&reader->board, line, text, reader->base.line, error);
}

/* Moves begin; a record without them was a diagram alone. */
static bool begin_moves(Reader *reader, KjFormat format, GError **error)
{
    if (!kj_record_reader_play(&reader->base, error))
        return false;
    if (reader->base.file->format == KJ_FORMAT_BOD)
        reader->base.file->format = format;
    return true;
}

static bool read_ruler(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    (void)text;
    if (!begin_moves(reader, KJ_FORMAT_KIF, error))
        return false;
    kj_move_node_note(kj_record_reader_place(&reader->base), KJ_NOTE_LAYOUT, NULL, line->at);
    return true;
}

/* A move with its number; others may follow in the line, or a comment. */
static bool read_move(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    KjKifLine next = *line;
    KjScan scan = {text, line->value};
    do {
        scan.at = next.value;
        if (!begin_moves(reader, KJ_FORMAT_KIF, error) || !add_move(reader, &scan, error))
            return false;
        next = kj_kif_line(scan.at);
    } while (next.is == KJ_KIF_MOVE && kj_kif_is_play(scan.at));
    if (next.is == KJ_KIF_MOVES)
        return kj_ki2_line_read(&reader->base.cursor, &scan, error);
    if (*scan.at)
        kj_move_node_note(reader->base.cursor.at, KJ_NOTE_COMMENT, NULL, scan.at);
    return true;
}

static bool read_moves(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    KjScan scan = {text, line->value};
    return begin_moves(reader, KJ_FORMAT_KI2, error) &&
           kj_ki2_line_read(&reader->base.cursor, &scan, error);
}

/* A line that is kept as it is; one of another format would be lost among them. */
static bool read_note(Reader *reader, const KjKifLine *line, const char *text, GError **error)
{
    static const KjNoteKind kinds[KJ_KIF_CLASSES] = {
        [KJ_KIF_COMMENT] = KJ_NOTE_COMMENT,
        [KJ_KIF_BOOKMARK] = KJ_NOTE_BOOKMARK,
        [KJ_KIF_SOFTWARE] = KJ_NOTE_SOFTWARE,
        [KJ_KIF_PROSE] = KJ_NOTE_LINE,
    };
    bool marked = line->is == KJ_KIF_COMMENT || line->is == KJ_KIF_BOOKMARK;
    KjScan scan = {text, line->at};
    KjMove move;
    g_autofree char *word = g_strndup(line->at, kj_kif_word(line->at));
    bool other = kj_csa_is_play(line->at) || kj_usi_move_read_bare(kj_game_at(0), word, &move);
    if (line->is == KJ_KIF_PROSE && other)
        return kj_scan_fail(&scan, line->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "a line of CSA or USI in a record of KIF, expected one of them");
    kj_move_node_note(kj_record_reader_place(&reader->base), kinds[line->is], NULL,
                      line->is == KJ_KIF_PROSE ? line->plain : line->at + marked);
    return true;
}

static bool read_line(KjRecordReader *base, const char *text, GError **error)
{
    typedef bool (*Read)(Reader *, const KjKifLine *, const char *text, GError **);
    static const Read reads[KJ_KIF_CLASSES] = {
        [KJ_KIF_COMMENT] = read_note,     [KJ_KIF_BOOKMARK] = read_note,
        [KJ_KIF_SOFTWARE] = read_note,    [KJ_KIF_PROSE] = read_note,
        [KJ_KIF_ROW] = read_board_line,   [KJ_KIF_FRAME] = read_board_line,
        [KJ_KIF_FILES] = read_board_line, [KJ_KIF_HAND] = read_board_line,
        [KJ_KIF_TURN] = read_board_line,  [KJ_KIF_COUNT] = read_board_line,
        [KJ_KIF_RULER] = read_ruler,      [KJ_KIF_MOVE] = read_move,
        [KJ_KIF_MOVES] = read_moves,      [KJ_KIF_BRANCH] = read_branch,
        [KJ_KIF_TRAILER] = read_trailer,  [KJ_KIF_HEADER] = read_header,
    };
    KjKifLine line = kj_kif_line(text);
    return line.is == KJ_KIF_BLANK || reads[line.is]((Reader *)base, &line, text, error);
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
