/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workbench as text, to survive a kill, and back. */
#include "repl/workbench/workbench.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/settings.h"
#include "repl/collection/collection.h"
#include "repl/collection/tree_text.h"
#include "repl/job/files.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/left_jobs.h"

enum { KEPT_STATES = 100 }; // before the one on the board

// The first line; sections follow.
static const char header[] = KJ_MAGIC_SESSION "5\n";

// 4: names beside all states; 3: without titles and the like; 2: without verdicts and jobs; 1: each state whole
static const char *const old_headers[] = {KJ_MAGIC_SESSION "4\n", KJ_MAGIC_SESSION "3\n",
                                          KJ_MAGIC_SESSION "2\n", KJ_MAGIC_SESSION "1\n"};

char *kj_workbench_write(const KjWorkbench *bench)
{
    GString *text = g_string_new(header);
    // earlier states as well, so that undo goes on after a kill
    kj_states_write(bench->states, KEPT_STATES, text);
    kj_versions_write(bench->versions, text);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const char *value = kj_settings_get(bench->settings, option);
        if (value)
            g_string_append_printf(text, "set %s %s\n", option->name, value);
    }
    if (bench->beside.collection) {
        g_autofree char *collection = kj_collection_write(bench->beside.collection);
        g_string_append_printf(text, "collection\n%s", collection);
    }
    g_autoptr(GPtrArray) running = kj_jobs_left(bench->jobs);
    for (unsigned i = 0; i < running->len; i++)
        kj_left_job_write(running->pdata[i], text);
    for (unsigned i = 0; i < bench->left->len; i++)
        kj_left_job_write(bench->left->pdata[i], text);
    if (bench->light)
        g_string_append_printf(text, "light %s\n", bench->light);
    if (bench->watch)
        g_string_append(text, "watch\n");
    return g_string_free(text, FALSE);
}

static bool is_section(const char *line)
{
    return g_str_has_prefix(line, "name ") || g_str_has_prefix(line, "set ") ||
           g_str_has_prefix(line, "version ") || strcmp(line, "board") == 0 ||
           g_str_has_prefix(line, "light ") || strcmp(line, "job") == 0 ||
           strcmp(line, "watch") == 0 || strcmp(line, "state") == 0 || strcmp(line, "kept") == 0 ||
           strcmp(line, "collection") == 0;
}

/* "OPTION VALUE" */
static bool read_setting(KjWorkbench *bench, const char *text, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 2);
    g_autoptr(GError) why = NULL;
    const KjOption *option = kj_setting_find(words[0], &why);
    if (option && kj_settings_set(bench->settings, option, words[1] ? words[1] : "", &why))
        return true;
    g_set_error_literal(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, why->message);
    return false;
}

/* Puts one section into the workbench being read. */
static bool read_section(KjWorkbench *bench, KjStatesReader *states, const char *title,
                         const char *text, GError **error)
{
    if (strcmp(title, "collection") == 0) {
        kj_collection_unref(bench->beside.collection);
        bench->beside.collection = kj_collection_read(text, error);
        return bench->beside.collection != NULL;
    }
    if (strcmp(title, "job") == 0) {
        KjLeftJob *job = kj_left_job_read(text, error);
        if (job)
            g_ptr_array_add(bench->left, job);
        return job != NULL;
    }
    if (g_str_has_prefix(title, "light ")) {
        g_free(bench->light);
        bench->light = g_strdup(title + strlen("light "));
        return true;
    }
    if (strcmp(title, "watch") == 0)
        return bench->watched = true;
    if (g_str_has_prefix(title, "set "))
        return read_setting(bench, title + strlen("set "), error);
    if (g_str_has_prefix(title, "version "))
        return kj_versions_read(bench->versions, title + strlen("version "), text, error);
    bool name = g_str_has_prefix(title, "name ");
    bool done =
        name || strcmp(title, "kept") == 0
            ? kj_states_reader_keep(states, name ? title + strlen("name ") : NULL, text, error)
            : kj_states_reader_add(states, text, strcmp(title, "board") == 0, error);
    if (!done)
        kj_text_error_prefix(error, "%s: ", title);
    return done;
}

static bool read_sections(KjWorkbench *bench, KjStatesReader *states, char **lines, GError **error)
{
    for (unsigned i = 0; lines[i] && *lines[i];) {
        const char *title = lines[i++];
        if (!is_section(title))
            return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                                "line %u: expected a section title", i + 1);
        g_autoptr(GString) text = g_string_new(NULL);
        for (; lines[i] && !is_section(lines[i]); i++)
            g_string_append_printf(text, "%s\n", lines[i]);
        if (!read_section(bench, states, title, text->str, error))
            return false;
    }
    return true;
}

/* Puts what was read in the place of what is there; the session's switches stay. */
static void take_over(KjWorkbench *bench, KjWorkbench *read)
{
    KjStates *states = bench->states;
    bench->states = read->states;
    read->states = states;
    KjBeside beside = bench->beside;
    bench->beside = read->beside;
    read->beside = beside;
    bench->watched = read->watched;
    KjVersions *versions = bench->versions;
    bench->versions = read->versions;
    read->versions = versions;
    char *light = bench->light;
    bench->light = read->light;
    read->light = light;
    GPtrArray *left = bench->left;
    bench->left = read->left;
    read->left = left;
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const char *value = kj_settings_get(read->settings, option);
        if (value)
            kj_settings_set(bench->settings, option, value, NULL);
        else
            kj_settings_unset(bench->settings, option);
    }
    kj_workbench_set_rules(bench);
}

bool kj_workbench_read(KjWorkbench *bench, const char *text, GError **error)
{
    bool ours = g_str_has_prefix(text, header);
    for (size_t i = 0; i < G_N_ELEMENTS(old_headers); i++)
        ours |= g_str_has_prefix(text, old_headers[i]);
    if (!ours)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "not a saved workbench, expected '%.*s'", (int)strlen(header) - 1,
                            header);
    const char *bad;
    if (!g_utf8_validate(text, -1, &bad))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "damaged, expected UTF-8 at byte %u", (unsigned)(bad - text) + 1);
    g_autoptr(KjWorkbench) read = kj_workbench_new();
    g_autoptr(KjStatesReader) reader = kj_states_reader_new();
    g_auto(GStrv) lines = g_strsplit(text + strlen(header), "\n", -1);
    if (!read_sections(read, reader, lines, error))
        return false;
    g_autoptr(KjCollection) collection = kj_collection_ref(read->beside.collection);
    KjStates *states = kj_states_reader_take(reader, collection, &read->beside);
    if (!states)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "no position, expected a board");
    kj_states_free(read->states);
    read->states = states;
    take_over(bench, read);
    return true;
}
