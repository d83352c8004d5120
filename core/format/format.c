/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Telling and choosing formats. */
#include "core/format/format.h"

#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/csa.h"
#include "core/format/feen.h"
#include "core/format/handicap.h"
#include "core/format/jkf.h"
#include "core/format/kif-priv.h"
#include "core/format/kif.h"
#include "core/format/position_text.h"
#include "core/format/record_reader-priv.h"
#include "core/format/sfen.h"
#include "core/format/table.h"
#include "core/format/usen.h"
#include "core/notation/notation.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/text/lang.h"

static const char *const names[KJ_FORMAT_COUNT] = {"sfen", "usi", "feen", "kif",  "ki2",
                                                   "bod",  "csa", "jkf",  "usen", "tsv"};

const char *kj_format_name(KjFormat format)
{
    return names[format];
}

/* ---- recognising ---- */

/* A line of KIF that nothing else has: a diagram, a move with its number, a header it knows. */
static bool is_kif_line(const char *text)
{
    KjKifLine line = kj_kif_line(text);
    if (line.is == KJ_KIF_HEADER)
        return kj_game_file_header_known(line.key);
    if (line.is == KJ_KIF_MOVE)
        return kj_kif_is_play(text) || (unsigned char)*line.value >= 0x80;
    return line.is >= KJ_KIF_ROW && line.is < KJ_KIF_HEADER;
}

static bool is_csa_line(const char *text)
{
    const char *line = kj_match_blanks(kj_record_unquoted(text));
    bool sign = *line == '+' || *line == '-';
    return (sign && line[1] == '\0') || kj_csa_is_play(line) || g_str_has_prefix(line, "'CSA ") ||
           g_str_has_prefix(line, "N+") || g_str_has_prefix(line, "N-") ||
           (*line == '$' && strchr(line, ':')) ||
           (*line == 'V' && g_ascii_isdigit(line[1]) && (line[2] == '\0' || line[2] == '.'));
}

static bool by_extension(const char *name, KjFormat *out)
{
    static const struct {
        const char *extension;
        KjFormat format;
    } extensions[] = {
        {".kif", KJ_FORMAT_KIF},  {".kifu", KJ_FORMAT_KIF}, {".ki2", KJ_FORMAT_KIF},
        {".ki2u", KJ_FORMAT_KIF}, {".bod", KJ_FORMAT_KIF},  {".csa", KJ_FORMAT_CSA},
        {".jkf", KJ_FORMAT_JKF},
    };
    g_autofree char *lower = g_ascii_strdown(name, -1);
    for (size_t i = 0; i < G_N_ELEMENTS(extensions); i++) {
        *out = extensions[i].format;
        if (g_str_has_suffix(lower, extensions[i].extension))
            return true;
    }
    return false;
}

bool kj_format_recognise(const char *text, const char *name, KjFormat *out)
{
    unsigned lines = 0;
    *out = KJ_FORMAT_JKF;
    if (text[strspn(text, " \t\r\n")] == '{')
        return true;
    for (size_t length; *text && lines < 100; text += length + (text[length] != '\0')) {
        length = strcspn(text, "\r\n");
        if (length == 0 || *text == '#' || *text == '*')
            continue;
        g_autofree char *line = g_strndup(text, length);
        lines++;
        *out = KJ_FORMAT_USEN;
        if (lines == 1 && kj_usen_is(g_strstrip(line)))
            return true;
        *out = KJ_FORMAT_KIF;
        if (is_kif_line(line))
            return true;
        *out = KJ_FORMAT_CSA;
        if (is_csa_line(line))
            return true;
    }
    return by_extension(name, out);
}

/* ---- reading and writing ---- */

GPtrArray *kj_format_read(char *text, KjFormat format, const KjGame *game, GError **error)
{
    switch (format) {
    case KJ_FORMAT_JKF: return kj_jkf_read(text, error);
    case KJ_FORMAT_CSA: return kj_csa_read(text, game, error);
    case KJ_FORMAT_USEN: return kj_usen_read(text, game, error);
    default: return kj_kif_read(text, game, error);
    }
}

static bool write_feen(GString *out, const KjGameFile *file, GError **error)
{
    g_autofree char *feen = kj_feen_write(&file->tree->start);
    if (feen)
        g_string_append_printf(out, "%s\n", feen);
    else
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                     "FEEN has no style for %s, expected shogi or ogi",
                     kj_game_name(file->tree->start.game));
    return feen != NULL;
}

/* The start as it is written there, and the main line after it. */
static void write_line(GString *out, KjMoveTree *tree, const char *start)
{
    g_string_append(out, start);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, tree);
    for (KjMoveNode *node = tree->root->child; node && !node->end; node = node->child) {
        g_autofree char *move =
            kj_move_text(&cursor.position, node->move, KJ_MOVE_NONE, KJ_NOTATION_USI);
        g_string_append_printf(out, "%s %s", node == tree->root->child ? " moves" : "", move);
        kj_move_cursor_enter(&cursor, node);
    }
    kj_move_cursor_clear(&cursor);
    g_string_append_c(out, '\n');
}

static void write_usi(GString *out, KjMoveTree *tree)
{
    g_autofree char *sfen = kj_sfen_write(&tree->start, 1);
    g_string_append(out, "position sfen ");
    write_line(out, tree, sfen);
}

// The headers that a table has columns for.
static const char *const column_keys[KJ_TABLE_COLUMNS] = {
    [KJ_TABLE_ID] = "作品番号",  [KJ_TABLE_PLIES] = "手数",  [KJ_TABLE_NOTE] = "備考",
    [KJ_TABLE_TITLE] = "作品名", [KJ_TABLE_AUTHOR] = "作者", [KJ_TABLE_DATE] = "発表年月"};

/* A line of a table (table.h). A title stands for the number where there is none. */
static void write_row(GString *out, const KjGameFile *file)
{
    static const char moves[] = " moves ";
    KjTableRow *row = g_new0(KjTableRow, 1);
    for (unsigned i = 0; i < KJ_TABLE_COLUMNS; i++)
        row->field[i] = column_keys[i] ? g_strdup(kj_game_file_header(file, column_keys[i])) : NULL;
    if (!row->field[KJ_TABLE_ID])
        row->field[KJ_TABLE_ID] = g_steal_pointer(&row->field[KJ_TABLE_TITLE]);
    g_autofree char *start = kj_position_write(&file->tree->start);
    g_autoptr(GString) line = g_string_new(NULL);
    write_line(line, file->tree, start);
    const char *behind = strstr(g_strchomp(line->str), moves);
    row->field[KJ_TABLE_MOVES] = g_strdup(behind ? behind + strlen(moves) : NULL);
    row->field[KJ_TABLE_POSITION] = g_steal_pointer(&start);
    kj_table_row_write(out, row);
    kj_table_row_free(row);
}

bool kj_format_write(GString *out, KjGameFile *file, KjFormat format, GError **error)
{
    g_autofree char *sfen = NULL;
    switch (format) {
    case KJ_FORMAT_SFEN:
        sfen = kj_sfen_write(&file->tree->start, 1);
        g_string_append_printf(out, "%s\n", sfen);
        return true;
    case KJ_FORMAT_USI: write_usi(out, file->tree); return true;
    case KJ_FORMAT_TSV: write_row(out, file); return true;
    case KJ_FORMAT_FEEN: return write_feen(out, file, error);
    case KJ_FORMAT_CSA: return kj_csa_write(out, file, error);
    case KJ_FORMAT_JKF: return kj_jkf_write(out, file, error);
    case KJ_FORMAT_USEN: return kj_usen_write(out, file, error);
    default: kj_kif_write(out, file, format); return true;
    }
}

/* The place behind a row of a diagram, NULL: it is none. */
static const char *behind_row(const char *line)
{
    const char *behind = NULL;
    for (const char *at = kj_kif_bar(line) ? line : ""; *at; at += g_utf8_skip[(guchar)*at])
        if (kj_kif_bar(at))
            behind = at + kj_kif_bar(at);
    return behind;
}

/* What is written behind the rows of a diagram, but for the ranks, becomes comments. False: there
 * are no rows. */
static bool keep_words(KjMoveTree *tree)
{
    const char *board = "";
    for (guint i = 0; tree->root->notes && i < tree->root->notes->len; i++) {
        const KjNote *note = tree->root->notes->pdata[i];
        board = note->kind == KJ_NOTE_BOARD ? note->text : board;
    }
    unsigned rows = 0, rank;
    g_autoptr(GPtrArray) lines = kj_text_lines(board, false);
    for (guint i = 0; i < lines->len; i++) {
        const char *words = behind_row(lines->pdata[i]);
        if (!words)
            continue;
        rows++;
        const char *end = kj_kanji_number_read(words, &rank);
        words = kj_match_blanks(end && rank == rows ? end : words);
        if (*words)
            kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, words);
    }
    return rows > 0;
}

void kj_format_renew_start(KjGameFile *file)
{
    KjMoveTree *tree = file->tree;
    const char *old = kj_move_tree_header(tree, "手合割");
    g_autoptr(GString) text = g_string_new(NULL);
    bool draw = true;
    if (file->format == KJ_FORMAT_JKF || file->format == KJ_FORMAT_USEN)
        return; // their writers tell the start of the tree
    if (file->format == KJ_FORMAT_CSA) {
        kj_csa_board_write(text, &tree->start);
    } else {
        KjPosition named;
        const char *name = kj_kif_handicap_name(&tree->start, &draw);
        // 詰将棋 and the like stay beside a diagram
        bool tells = !keep_words(tree) || strcmp(name, "その他") != 0 ||
                     (old && kj_handicap_find(tree->start.game, old, &named));
        if (!draw || (old && tells))
            kj_move_tree_set_header(tree, "手合割", name);
        kj_kif_board_write(text, &tree->start);
    }
    kj_move_tree_set_board(tree, draw ? text->str : NULL);
}

/* ---- losses ---- */

typedef struct {
    unsigned headers, comments;
    bool times, ends;
    bool other_ends; // than USEN has
} Contents;

/* Whether a table has a column for a header. */
static bool has_column(const char *key)
{
    for (unsigned i = 0; i < KJ_TABLE_COLUMNS; i++)
        if (g_strcmp0(key, column_keys[i]) == 0)
            return true;
    return false;
}

static void count(const KjGameFile *file, KjFormat format, Contents *out)
{
    for (guint i = 0; i < file->tree->nodes->len; i++) {
        const KjMoveNode *node = file->tree->nodes->pdata[i];
        out->times |= node->spent >= 0;
        out->ends |= node->end != KJ_END_NONE;
        out->other_ends |= node->end != KJ_END_NONE && !kj_usen_has_end(node->end);
        for (guint j = 0; node->notes && j < node->notes->len; j++) {
            const KjNote *note = node->notes->pdata[j];
            out->headers += note->kind == KJ_NOTE_HEADER && strcmp(note->key, "手合割") != 0 &&
                            !(format == KJ_FORMAT_TSV && has_column(note->key));
            out->comments += note->kind == KJ_NOTE_COMMENT || note->kind == KJ_NOTE_BOOKMARK;
        }
    }
}

static void add_loss(GString *out, bool lost, const char *what)
{
    if (lost)
        g_string_append_printf(out, "%s%s", out->len ? ", " : "", kj_tr(what));
}

char *kj_format_losses(const KjGameFile *file, KjFormat format)
{
    Contents contents = {0};
    count(file, format, &contents);
    unsigned branches = kj_move_tree_branches(file->tree);
    bool position = format == KJ_FORMAT_SFEN || format == KJ_FORMAT_FEEN || format == KJ_FORMAT_BOD;
    bool line = format == KJ_FORMAT_USI || format == KJ_FORMAT_TSV;
    bool usen = format == KJ_FORMAT_USEN;
    bool bare = (position && format != KJ_FORMAT_BOD) || line || usen; // without words
    GString *out = g_string_new(NULL);
    g_autofree char *some =
        g_strdup_printf(kj_tr_n(branches, "%u branch", "%u branches"), branches);
    add_loss(out, position && kj_move_tree_plies(file->tree), "moves");
    add_loss(out, branches && (position || line || format == KJ_FORMAT_CSA), some);
    add_loss(out, contents.headers && bare, "headers");
    add_loss(out, contents.comments && bare, "comments");
    add_loss(out, contents.times && (position || bare || format == KJ_FORMAT_KI2), "times");
    add_loss(out, usen ? contents.other_ends : contents.ends && (position || line), "how it ends");
    return g_string_free(out, out->len == 0);
}
