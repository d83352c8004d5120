/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading problem lists. */
#include "core/format/problem.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/format/format.h"
#include "core/format/jkf.h"
#include "core/format/table.h"
#include "core/notation/piece_kanji.h"
#include "core/os/file.h"
#include "core/text/archive.h"
#include "core/text/lang.h"

enum {
    MAX_LINE = 1 << 16, // bytes; a game of 10,000 moves fits
    MAX_PLIES = 99999,
};

/* ---- one line ---- */

void kj_problem_free(KjProblem *problem)
{
    if (!problem)
        return;
    g_free(problem->id);
    g_free(problem->source);
    kj_position_text_clear(&problem->position);
    g_free(problem->note);
    kj_game_file_free(problem->file);
    g_clear_error(&problem->error);
    g_free(problem);
}

static KjProblem *problem_new(const char *name, unsigned line)
{
    KjProblem *problem = g_new0(KjProblem, 1);
    problem->source = g_strdup_printf("%s:%u", name, line);
    problem->line = line;
    problem->plies = -1;
    return problem;
}

/* The number a header holds, in digits of either width or kanji, or -1. */
static int header_number(const char *text)
{
    unsigned number;
    text = text ? text + strspn(text, " ") : NULL;
    return text && kj_kanji_number_read(text, &number) ? (int)number : -1;
}

/* Fills in what a record says of the problem, which it takes over: the position is the start, the
 * id 作品番号 or 作品名, the recorded length 手数. */
static void take_record(KjProblem *problem, KjGameFile *file)
{
    const char *id = kj_game_file_header(file, "作品番号");
    if (!id || !*id)
        id = kj_game_file_header(file, kj_about_key(KJ_ABOUT_TITLE));
    problem->id = g_strdup(id && *id ? id : problem->source);
    problem->plies = header_number(kj_game_file_header(file, "手数"));
    problem->note = g_strdup(kj_game_file_header(file, kj_about_key(KJ_ABOUT_NOTE)));
    problem->file = file;
}

/* ---- rows ---- */

/* Sets an error at a field of a row: in its column, where the columns have names with it. */
static bool fail_field(const KjTableRow *row, KjTableColumn column, GError *inner, GError **error)
{
    bool outside = column == KJ_TABLE_MOVES; // what was read is not the field alone
    KjTextPlace place = kj_text_error_place(inner);
    place.column = outside ? row->before[column] + 1 : place.column + row->before[column];
    const char *name = row->named ? kj_table_column(column) : "";
    kj_text_error_set(error, place, (KjTextError)inner->code, "%s%s%s", name, *name ? ": " : "",
                      inner->message);
    g_error_free(inner);
    return false;
}

/* The number of plies, if the row has one. */
static bool read_plies(const KjTableRow *row, int *out, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    const char *text = row->field[KJ_TABLE_PLIES];
    guint64 plies;
    if (!text)
        return true;
    if (g_ascii_string_to_unsigned(text, 10, 0, MAX_PLIES, &plies, NULL))
        *out = (int)plies;
    else if (row->named)
        *out = header_number(text);
    if (*out >= 0)
        return true;
    GError *inner = NULL;
    kj_text_error_set(&inner, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX,
                      "%s is not a number of plies, expected 0 to %d or nothing",
                      kj_text_quote(text, (int)strlen(text), quote), MAX_PLIES);
    return fail_field(row, KJ_TABLE_PLIES, inner, error);
}

/* Reads moves of a field of their own. */
static bool read_moves(const KjTableRow *row, KjPositionText *out, GError **error)
{
    const char *field = row->field[KJ_TABLE_MOVES];
    if (!field || out->n_moves)
        return true;
    g_autofree char *start = kj_position_write(&out->start);
    g_autofree char *moves = g_strdelimit(g_strdup(field), ",", ' ');
    g_autofree char *text = g_strdup_printf("%s moves %s", start, moves);
    GError *inner = NULL;
    return kj_position_text_read(text, out->start.game, out, &inner) ||
           fail_field(row, KJ_TABLE_MOVES, inner, error);
}

static bool read_position(const KjTableRow *row, const KjGame *game, KjPositionText *out,
                          GError **error)
{
    const char *field = row->field[KJ_TABLE_POSITION];
    GError *inner = NULL;
    if (!field && row->named)
        return kj_text_error_set(error, (KjTextPlace){0}, KJ_TEXT_ERROR_SYNTAX,
                                 "no position, expected one as '%s'",
                                 kj_table_column(KJ_TABLE_POSITION));
    if (!kj_position_text_read(field ? field : "", game, out, &inner))
        return fail_field(row, KJ_TABLE_POSITION, inner, error);
    return read_moves(row, out, error);
}

/* What a row says of the work, as headers. */
static void add_headers(const KjTableRow *row, int plies, KjGameFile *file)
{
    static const struct {
        KjTableColumn column;
        KjAbout about;
    } headers[] = {{KJ_TABLE_TITLE, KJ_ABOUT_TITLE},
                   {KJ_TABLE_AUTHOR, KJ_ABOUT_AUTHOR},
                   {KJ_TABLE_DATE, KJ_ABOUT_DATE},
                   {KJ_TABLE_NOTE, KJ_ABOUT_NOTE}};
    KjMoveNode *root = file->tree->root;
    const char *id = row->field[KJ_TABLE_ID];
    bool number = row->field[KJ_TABLE_TITLE] || (id && !id[strspn(id, "0123456789")]);
    if (id)
        kj_move_node_note(root, KJ_NOTE_HEADER, number ? "作品番号" : kj_about_key(KJ_ABOUT_TITLE),
                          id);
    for (size_t i = 0; i < G_N_ELEMENTS(headers); i++)
        if (row->field[headers[i].column])
            kj_move_node_note(root, KJ_NOTE_HEADER, kj_about_key(headers[i].about),
                              row->field[headers[i].column]);
    g_autofree char *length = plies < 0 ? NULL : g_strdup_printf("%d", plies);
    if (length)
        kj_move_node_note(root, KJ_NOTE_HEADER, "手数", length);
}

/* A record of a row: its position, its moves and what it says of the work. (transfer full) */
static KjGameFile *record_of(const KjTableRow *row, const KjPositionText *text, int plies)
{
    KjGameFile *file = kj_game_file_of(kj_move_tree_new(&text->start));
    file->format = KJ_FORMAT_TSV;
    file->line = row->line;
    add_headers(row, plies, file);
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, file->tree);
    for (unsigned i = 0; i < text->n_moves; i++)
        kj_move_cursor_play(&cursor, text->moves[i], NULL);
    if (text->end)
        kj_move_cursor_end(&cursor, text->end, NULL);
    return file;
}

/* A number where moves are expected is their number. */
static void mend_row(KjTableRow *row)
{
    const char *moves = row->field[KJ_TABLE_MOVES];
    if (moves && !row->field[KJ_TABLE_PLIES] && !moves[strspn(moves, "0123456789")]) {
        row->field[KJ_TABLE_PLIES] = g_steal_pointer(&row->field[KJ_TABLE_MOVES]);
        row->before[KJ_TABLE_PLIES] = row->before[KJ_TABLE_MOVES];
    }
}

/* The problem of a row. `name` stands for the file. (transfer full) */
static KjProblem *problem_of_row(KjTableRow *row, const char *name, const KjGame *game)
{
    KjProblem *problem = problem_new(name, row->line);
    int plies = -1;
    mend_row(row);
    problem->error = g_steal_pointer(&row->error);
    if (!problem->error && read_plies(row, &plies, &problem->error) &&
        read_position(row, game, &problem->position, &problem->error)) {
        take_record(problem, record_of(row, &problem->position, plies));
        return problem;
    }
    kj_text_error_set_line(problem->error, 0); // it is in the place of the problem
    const char *id = row->field[KJ_TABLE_ID];
    problem->id = g_strdup(id ? id : problem->source);
    kj_position_text_clear(&problem->position);
    return problem;
}

/* ---- whole texts ---- */

static bool is_blank_or_comment(const char *line)
{
    while (g_ascii_isspace(*line) || *line == '\x1a')
        line++;
    return *line == '\0' || *line == '#';
}

GPtrArray *kj_problems_from_lines(char *text, const char *name, unsigned first, const KjGame *game)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func((GDestroyNotify)kj_problem_free);
    unsigned number = first - 1;
    for (char *line; (line = kj_text_next_line(&text));) {
        size_t length = strlen(line);
        number++;
        if (is_blank_or_comment(line))
            continue;
        KjTableRow *row = kj_table_row_of_line(length < MAX_LINE ? line : "", number);
        if (length >= MAX_LINE)
            kj_text_error_set(&row->error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX,
                              "a line of %zu bytes, expected at most %d", length, MAX_LINE - 1);
        g_ptr_array_add(problems, problem_of_row(row, name, game));
        kj_table_row_free(row);
    }
    return problems;
}

static GPtrArray *read_table(const char *text, const char *name, const KjGame *game)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func((GDestroyNotify)kj_problem_free);
    g_autoptr(GPtrArray) rows = kj_table_read(text);
    for (guint i = 0; i < rows->len; i++)
        g_ptr_array_add(problems, problem_of_row(rows->pdata[i], name, game));
    return problems;
}

/* ---- files of games ---- */

/* What stands for a text that cannot be read from its first line on, or from one on that the error
 * does not tell. */
static KjProblem *problem_of_error(const char *name, GError *error)
{
    unsigned line = kj_text_error_place(error).line;
    KjProblem *problem = problem_new(name, MAX(line, 1));
    problem->id = g_strdup(problem->source);
    problem->whole = line == 0;
    problem->error = error;
    return problem;
}

static GPtrArray *read_games(char *text, KjFormat format, const char *name, const KjGame *game,
                             const KjTextEncoding *encoding)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func((GDestroyNotify)kj_problem_free);
    GError *error = NULL;
    g_autoptr(GPtrArray) files = kj_format_read(text, format, game, &error);
    while (files->len) {
        KjGameFile *file = g_ptr_array_steal_index(files, 0);
        file->encoding = *encoding;
        KjProblem *problem = problem_new(name, file->line);
        problem->position = (KjPositionText){.start = file->tree->start, .number = 1};
        take_record(problem, file);
        g_ptr_array_add(problems, problem);
    }
    if (error)
        g_ptr_array_add(problems, problem_of_error(name, error));
    return problems;
}

/* Bytes to problems; NULL with an error when there is none. */
static GPtrArray *read_bytes(const char *bytes, size_t length, const char *name, const KjGame *game,
                             GError **error)
{
    KjTextEncoding encoding;
    KjFormat format;
    g_autofree char *text = kj_text_decode(bytes, length, &encoding, error);
    if (!text)
        return NULL;
    bool table = kj_table_is(text);
    bool games = !table && kj_format_recognise(text, name, &format) &&
                 (format != KJ_FORMAT_JKF || kj_jkf_is(text, strlen(text)));
    GPtrArray *problems = games   ? read_games(text, format, name, game, &encoding)
                          : table ? read_table(text, name, game)
                                  : kj_problems_from_lines(text, name, 1, game);
    if (problems->len > 0)
        return problems;
    g_ptr_array_unref(problems);
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                 !length ? "empty, expected a problem"
                 : games ? "no position, move or header in it, expected a record"
                         : "no problem in it, expected one a line");
    return NULL;
}

GPtrArray *kj_problems_from_text(const char *text, gssize length, const char *name,
                                 const KjGame *game)
{
    GError *error = NULL;
    size_t size = length < 0 ? strlen(text) : (size_t)length;
    GPtrArray *problems = read_bytes(text, size, name, game, &error);
    if (problems)
        return problems;
    problems = g_ptr_array_new_with_free_func((GDestroyNotify)kj_problem_free);
    g_ptr_array_add(problems, problem_of_error(name, error));
    return problems;
}

char *kj_problem_bytes(const char *path, size_t *out_length, GError **error)
{
    int file = path ? kj_os_open_read(path) : STDIN_FILENO;
    char *bytes =
        file < 0 ? NULL : kj_bytes_read(file, KJ_PROBLEM_MAX_FILE, NULL, NULL, out_length);
    int code = errno;
    if (path && file >= 0)
        close(file);
    if (!bytes && code == 0)
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "too big, expected at most %d MiB",
                     KJ_PROBLEM_MAX_FILE >> 20);
    else if (!bytes)
        g_set_error_literal(error, G_FILE_ERROR, g_file_error_from_errno(code), kj_os_text(code));
    g_autofree char *refusal =
        bytes ? kj_archive_refusal(path ? path : "stdin", bytes, *out_length) : NULL;
    if (!refusal)
        return bytes;
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, refusal);
    g_free(bytes);
    return NULL;
}

GPtrArray *kj_problems_from_file(const char *path, const KjGame *game, GError **error)
{
    size_t length;
    g_autofree char *bytes = kj_problem_bytes(path, &length, error);
    GPtrArray *problems = bytes ? read_bytes(bytes, length, path, game, error) : NULL;
    if (!problems)
        kj_text_error_prefix(error, "%s: ", path);
    return problems;
}
