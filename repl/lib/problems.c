/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: reading. */
#include "repl/lib/problems.h"

#include <string.h>

#include "repl/job/input_record.h"
#include "repl/job/position_error.h"
#include "version.h"

const char *kanju_version(void)
{
    return KJ_VERSION;
}

void kanju_free(void *text)
{
    g_free(text);
}

/* Whether a name of an option begins here. */
static bool is_option(const char *at)
{
    g_autofree char *name = g_strndup(at, strspn(at, "abcdefghijklmnopqrstuvwxyz-"));
    return kj_option_find_in(~(uint64_t)0, name) != NULL;
}

char *kj_lib_words(const char *message)
{
    GString *words = g_string_new(NULL);
    for (const char *at = message; *at; at++) {
        bool begins = at == message || strchr(" '\"(", at[-1]);
        if (begins && g_str_has_prefix(at, "--") && is_option(at + 2))
            at += 2;
        g_string_append_c(words, *at);
    }
    return g_string_free(words, FALSE);
}

void kj_lib_say(char **error, const char *message)
{
    if (error)
        *error = kj_lib_words(message);
}

static void clear_problem(void *data)
{
    KjLibProblem *problem = data;
    kj_problem_free(problem->read);
    g_free(problem->position);
    g_free(problem->error);
}

const KjLibProblem *kj_lib_problem_hold(const KjLibProblem *problem)
{
    return g_atomic_rc_box_acquire((void *)(gsize)problem);
}

void kj_lib_problem_release(const KjLibProblem *problem)
{
    if (problem)
        g_atomic_rc_box_release_full((void *)(gsize)problem, clear_problem);
}

/* GDestroyNotify. */
static void release(void *problem)
{
    kj_lib_problem_release(problem);
}

/* Takes over what was read, and looks whether the positions can be. */
static kanju_problems *new_problems(GPtrArray *read)
{
    kanju_problems *problems = g_new0(kanju_problems, 1);
    problems->list = g_ptr_array_new_with_free_func(release);
    while (read->len) {
        KjLibProblem *problem = g_atomic_rc_box_new0(KjLibProblem);
        g_ptr_array_add(problems->list, problem);
        problem->read = g_ptr_array_steal_index(read, 0);
        if (problem->read->error) {
            problem->error = kj_text_error_write(problem->read->error);
            continue;
        }
        unsigned square;
        KjInput input;
        kj_lib_input(problem, NULL, &input);
        problem->position = kj_position_write(&input.position);
        g_free(input.error);
        problem->error = kj_position_error_text(&problem->read->position.start, &square);
    }
    return problems;
}

/* The game of an id; false if there is none. */
static bool find_game(const char *id, const KjGame **out, char **error)
{
    *out = id ? kj_game_find(id) : NULL;
    if (!id || *out)
        return true;
    g_autofree char *message = g_strdup_printf("unknown game '%s'", id);
    kj_lib_say(error, message);
    return false;
}

kanju_problems *kanju_parse(const char *text, size_t length, const char *game, char **error)
{
    const KjGame *found;
    if (!find_game(game, &found, error))
        return NULL;
    if (!text || length > KJ_PROBLEM_MAX_FILE) {
        kj_lib_say(error, text ? "the text is too big, expected at most 256 MiB" : "no text");
        return NULL;
    }
    g_autofree char *copy = g_malloc(length + 1); // readers want a NUL after it
    memcpy(copy, text, length);
    copy[length] = '\0';
    g_autoptr(GPtrArray) read = kj_problems_from_text(copy, (gssize)length, "text", found);
    return new_problems(read);
}

kanju_problems *kanju_parse_file(const char *path, const char *game, char **error)
{
    const KjGame *found;
    if (!find_game(game, &found, error))
        return NULL;
    if (!path) {
        kj_lib_say(error, "no file");
        return NULL;
    }
    g_autoptr(GError) why = NULL;
    g_autoptr(GPtrArray) read = kj_problems_from_file(path, found, &why);
    if (!read) {
        kj_lib_say(error, why->message);
        return NULL;
    }
    return new_problems(read);
}

void kanju_problems_free(kanju_problems *problems)
{
    if (!problems)
        return;
    g_ptr_array_unref(problems->list);
    g_free(problems);
}

size_t kanju_problems_count(const kanju_problems *problems)
{
    return problems ? problems->list->len : 0;
}

const KjLibProblem *kj_lib_problem(const kanju_problems *problems, size_t index)
{
    return index < kanju_problems_count(problems) ? problems->list->pdata[index] : NULL;
}

const char *kanju_problem_error(const kanju_problems *problems, size_t index)
{
    const KjLibProblem *problem = kj_lib_problem(problems, index);
    return problem ? problem->error : "there is no problem of that number";
}

const char *kanju_problem_id(const kanju_problems *problems, size_t index)
{
    const KjLibProblem *problem = kj_lib_problem(problems, index);
    return !problem ? NULL : problem->read->id ? problem->read->id : problem->read->source;
}

const char *kanju_problem_game(const kanju_problems *problems, size_t index)
{
    const KjLibProblem *problem = kj_lib_problem(problems, index);
    bool good = problem && !problem->error;
    return good ? problem->read->position.start.game->row->id : NULL;
}

const char *kanju_problem_position(const kanju_problems *problems, size_t index)
{
    const KjLibProblem *problem = kj_lib_problem(problems, index);
    return problem && !problem->error ? problem->position : NULL;
}

int kanju_problem_plies(const kanju_problems *problems, size_t index)
{
    const KjLibProblem *problem = kj_lib_problem(problems, index);
    return problem && !problem->error ? problem->read->plies : -1;
}

void kj_lib_input(const KjLibProblem *problem, const kanju_solver *solver, KjInput *out)
{
    g_autoptr(KjValues) usual = solver ? NULL : kj_values_new();
    *out = (KjInput){.id = problem->read->id,
                     .place = problem->read->source,
                     .text = problem->read->position,
                     .recorded_plies = problem->read->plies,
                     .note = problem->read->note,
                     .file = problem->read->file};
    kj_input_settle(out, solver ? solver->values : usual);
    if (!out->error)
        out->error = kj_position_over_text(&out->text, KJ_MAY_END);
}

char *kanju_problem_record(const kanju_problems *problems, size_t index, const char *format,
                           char **error)
{
    const char *wrong = kanju_problem_error(problems, index);
    if (wrong) {
        kj_lib_say(error, wrong);
        return NULL;
    }
    const KjLibProblem *problem = kj_lib_problem(problems, index);
    KjInput input;
    kj_lib_input(problem, NULL, &input);
    g_free(input.error); // the switches may allow it
    g_autoptr(KjGameFile) made = kj_input_made_record(&input, kj_lib_format(format));
    return kj_lib_record(made ? made->tree : input.file->tree, format, error);
}
