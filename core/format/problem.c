/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading problem lists. */
#include "core/format/problem.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/format/format.h"
#include "core/format/jkf.h"
#include "core/notation/piece_kanji.h"
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

/* Splits a line into up to four fields in place; returns how many. The last takes the rest. */
static unsigned split(char *line, char *fields[4])
{
    unsigned n = 0;
    fields[n++] = line;
    for (char *tab = strchr(line, '\t'); tab && n < 4; tab = strchr(tab + 1, '\t')) {
        *tab = '\0';
        fields[n++] = tab + 1;
    }
    return n;
}

/* The number of plies, if the field has one. `before` columns of the line lie before the field. */
static bool read_plies(const char *field, unsigned before, int *out, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    g_autofree char *text = g_strstrip(g_strdup(field));
    if (*text == '\0')
        return true;
    guint64 plies;
    if (g_ascii_string_to_unsigned(text, 10, 0, MAX_PLIES, &plies, NULL)) {
        *out = (int)plies;
        return true;
    }
    return kj_text_error_set(error, (KjTextPlace){.column = before + 1}, KJ_TEXT_ERROR_SYNTAX,
                             "%s is not a number of plies, expected 0 to %d or nothing",
                             kj_text_quote(text, (int)strlen(text), quote), MAX_PLIES);
}

/* Reads a position before which there are `before` columns of its line. */
static bool read_position(const char *field, unsigned before, const KjGame *game,
                          KjPositionText *out, GError **error)
{
    if (kj_position_text_read(field, game, out, error))
        return true;
    kj_text_error_move(*error, 0, before);
    return false;
}

static void read_line(KjProblem *problem, char *line, const KjGame *game)
{
    char *fields[4];
    unsigned n = split(line, fields);
    unsigned before[4] = {0};
    for (unsigned i = 1; i < n; i++)
        before[i] = before[i - 1] + (unsigned)g_utf8_strlen(fields[i - 1], -1) + 1;
    unsigned position = n > 1; // with a single field there is no id
    if (n > 1 && *g_strstrip(fields[0]))
        problem->id = g_strdup(fields[0]);
    if (n > 3 && *g_strstrip(fields[3]))
        problem->note = g_strdup(fields[3]);
    if (n > 2 && !read_plies(fields[2], before[2], &problem->plies, &problem->error))
        return;
    if (!read_position(fields[position], before[position], game, &problem->position,
                       &problem->error))
        problem->position = (KjPositionText){.number = 1};
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
        if (!is_blank_or_comment(line)) {
            KjProblem *problem = problem_new(name, number);
            g_ptr_array_add(problems, problem);
            if (length >= MAX_LINE)
                kj_text_error_set(&problem->error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX,
                                  "a line of %zu bytes, expected at most %d", length, MAX_LINE - 1);
            else
                read_line(problem, line, game);
            if (!problem->id)
                problem->id = g_strdup(problem->source);
        }
    }
    return problems;
}

/* ---- files of games ---- */

/* The number a header holds, in digits of either width or kanji, or -1. */
static int header_number(const char *text)
{
    unsigned number;
    text = text ? text + strspn(text, " ") : NULL;
    return text && kj_kanji_number_read(text, &number) ? (int)number : -1;
}

/*
 * Makes a problem of a game, which it takes over: the position is the start, the id 作品番号 or
 * 作品名, the recorded length 手数. `name` stands for the file. (transfer full)
 */
static KjProblem *problem_from_game(KjGameFile *file, const char *name)
{
    KjProblem *problem = problem_new(name, file->line);
    const char *id = kj_game_file_header(file, "作品番号");
    if (!id || !*id)
        id = kj_game_file_header(file, "作品名");
    problem->id = g_strdup(id && *id ? id : problem->source);
    problem->plies = header_number(kj_game_file_header(file, "手数"));
    problem->note = g_strdup(kj_game_file_header(file, kj_about_key(KJ_ABOUT_NOTE)));
    problem->position = (KjPositionText){.start = file->tree->start, .number = 1};
    problem->file = file;
    return problem;
}

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
        g_ptr_array_add(problems, problem_from_game(file, name));
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
    bool games = kj_format_recognise(text, name, &format) &&
                 (format != KJ_FORMAT_JKF || kj_jkf_is(text, strlen(text)));
    GPtrArray *problems = games ? read_games(text, format, name, game, &encoding)
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
    int file = path ? g_open(path, O_RDONLY | O_CLOEXEC, 0) : STDIN_FILENO;
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
    return bytes;
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
