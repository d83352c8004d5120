/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the workbench. */
#include "repl/workbench/workbench.h"

#include <string.h>
#include <unistd.h>

#include "core/format/handicap.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/settings.h"
#include "repl/collection/collection.h"
#include "repl/collection/tree_text.h"
#include "repl/job/solve.h"
#include "repl/job/solver_cache.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/watch.h"

KjWorkbench *kj_workbench_new(void)
{
    KjWorkbench *bench = g_new0(KjWorkbench, 1);
    bench->names =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)kj_move_tree_free);
    bench->jobs = kj_jobs_new();
    bench->cache = kj_solver_cache_new();
    bench->slot_lock = -1;
    bench->settings = kj_settings_new();
    bench->games = g_new(KjGame, kj_game_count());
    kj_workbench_set_rules(bench);
    bench->pasted = g_ptr_array_new_with_free_func(g_free);
    kj_wake_pipe(bench->wake);
    KjPosition start;
    const KjGame *game = kj_game_at(0);
    bool found = kj_handicap_find(game, kj_handicap_at(game, 0)->id, &start);
    g_assert(found);
    bench->states = kj_states_new(kj_move_tree_new(&start));
    return bench;
}

void kj_workbench_free(KjWorkbench *bench)
{
    if (!bench)
        return;
    kj_watch_free(bench->watch);
    kj_jobs_free(bench->jobs);
    kj_solver_cache_free(bench->cache);
    kj_collection_free(bench->collection);
    kj_states_free(bench->states);
    g_ptr_array_unref(bench->pasted);
    close(bench->wake[0]);
    close(bench->wake[1]);
    g_hash_table_unref(bench->names);
    kj_settings_free(bench->settings);
    g_free(bench->games);
    g_free(bench->once);
    g_free(bench->repeat);
    g_free(bench->state_folder);
    if (bench->slot_lock >= 0)
        close(bench->slot_lock);
    g_free(bench);
}

KjMoveTree *kj_workbench_tree(const KjWorkbench *bench)
{
    return kj_states_tree(bench->states);
}

/* What is on the board is something else: it is to be drawn. */
static void touch(KjWorkbench *bench)
{
    bench->serial++;
    bench->quiet = false;
}

void kj_workbench_moved(KjWorkbench *bench)
{
    touch(bench);
}

void kj_workbench_position(const KjWorkbench *bench, KjPosition *out)
{
    kj_move_tree_position(kj_workbench_tree(bench), out);
    kj_workbench_obey(bench, out);
}

void kj_workbench_obey(const KjWorkbench *bench, KjPosition *position)
{
    for (size_t i = 0; i < kj_game_count(); i++)
        if (bench->games[i].row == position->game->row)
            position->game = &bench->games[i];
}

void kj_workbench_set_rules(KjWorkbench *bench)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_RULES, values);
    for (size_t i = 0; i < kj_game_count(); i++) {
        bench->games[i] = *kj_game_at(i);
        kj_rules_apply(values, &bench->games[i].rules);
    }
    bench->serial++;
}

void kj_workbench_change(KjWorkbench *bench, KjMoveTree *tree)
{
    // a tree outlives the rules in force
    tree->start.game = kj_game_find(tree->start.game->row->id);
    kj_states_push(bench->states, tree, NULL);
    touch(bench);
}

KjSide kj_workbench_defender(const KjWorkbench *bench, const KjPosition *position)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_TSUME, values);
    return kj_other(kj_solve_attacker(values, position));
}

void kj_workbench_enter(KjWorkbench *bench, KjMoveTree *tree)
{
    KjSide defender = kj_workbench_defender(bench, &tree->start);
    if (kj_rest_unsaid(&tree->start, defender))
        kj_unplaced_give(&tree->start, defender);
    kj_workbench_change(bench, tree);
}

void kj_workbench_edit(KjWorkbench *bench, const KjPosition *position)
{
    KjPosition before, after = *position;
    kj_workbench_position(bench, &before);
    kj_edit_tidy(&after);
    KjSide was = kj_workbench_defender(bench, &before);
    KjSide is = kj_workbench_defender(bench, &after);
    if (kj_workbench_tree(bench)->as_written && kj_rest_unsaid(&before, was))
        kj_unplaced_give(&before, was);
    kj_unplaced_keep(&after, &before, was, is);
    if (before.game != after.game || !kj_position_equal(&before, &after))
        kj_workbench_change(bench, kj_move_tree_new(&after));
}

unsigned kj_workbench_undo(KjWorkbench *bench, unsigned n)
{
    n = MIN(n, kj_states_at(bench->states));
    kj_states_go(bench->states, kj_states_at(bench->states) - n);
    if (n)
        touch(bench);
    return n;
}

unsigned kj_workbench_redo(KjWorkbench *bench, unsigned n)
{
    n = MIN(n, kj_states_count(bench->states) - 1 - kj_states_at(bench->states));
    kj_states_go(bench->states, kj_states_at(bench->states) + n);
    if (n)
        touch(bench);
    return n;
}

/* ---- to survive a kill ---- */

char *kj_workbench_file(const KjWorkbench *bench, const char *name)
{
    g_autofree char *numbered =
        bench->slot > 1 ? g_strdup_printf("%s-%u", name, bench->slot) : g_strdup(name);
    return g_build_filename(bench->state_folder, numbered, NULL);
}

enum { KEPT_STATES = 100 }; // before the one on the board

// The first line; sections follow, of which names are as kj_tree_text_write has trees.
static const char header[] = "kanju workbench 2\n";
static const char old_header[] = "kanju workbench 1\n"; // each state whole

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

char *kj_workbench_write(const KjWorkbench *bench)
{
    GString *text = g_string_new(header);
    GList *names = g_list_sort(g_hash_table_get_keys(bench->names), compare_names);
    for (GList *name = names; name; name = name->next) {
        g_autofree char *tree = kj_tree_text_write(g_hash_table_lookup(bench->names, name->data));
        g_string_append_printf(text, "name %s\n%s", (char *)name->data, tree);
    }
    g_list_free(names);
    // earlier states as well, so that undo goes on after a kill
    unsigned at = kj_states_at(bench->states);
    kj_states_write(bench->states, at > KEPT_STATES ? at - KEPT_STATES : 0, text);
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++) {
        const char *value = kj_settings_get(bench->settings, kj_option_at((KjOptionId)i));
        if (value)
            g_string_append_printf(text, "set %s %s\n", kj_option_at((KjOptionId)i)->name, value);
    }
    if (bench->collection) {
        g_autofree char *collection = kj_collection_write(bench->collection);
        g_string_append_printf(text, "collection\n%s", collection);
    }
    return g_string_free(text, FALSE);
}

static bool is_section(const char *line)
{
    return g_str_has_prefix(line, "name ") || g_str_has_prefix(line, "set ") ||
           strcmp(line, "board") == 0 || strcmp(line, "state") == 0 ||
           strcmp(line, "collection") == 0;
}

/* "OPTION VALUE" */
static bool read_setting(KjWorkbench *bench, const char *text, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 2);
    const KjOption *option = kj_setting_find(words[0], error);
    return option && kj_settings_set(bench->settings, option, words[1] ? words[1] : "", error);
}

/* Puts one section into the workbench being read. */
static bool read_section(KjWorkbench *bench, KjStatesReader *states, const char *title,
                         const char *text, GError **error)
{
    if (strcmp(title, "collection") == 0) {
        kj_collection_free(bench->collection);
        bench->collection = kj_collection_read(text, error);
        return bench->collection != NULL;
    }
    if (g_str_has_prefix(title, "set "))
        return read_setting(bench, title + strlen("set "), error);
    bool done, name = g_str_has_prefix(title, "name ");
    if (name) {
        KjMoveTree *tree = kj_tree_text_read(text, error);
        done = tree != NULL;
        if (tree)
            g_hash_table_replace(bench->names, g_strdup(title + strlen("name ")), tree);
    } else {
        done = kj_states_reader_add(states, text, strcmp(title, "board") == 0, error);
    }
    if (!done)
        kj_text_error_prefix(error, "%s: ", title);
    return done;
}

static bool read_sections(KjWorkbench *bench, KjStatesReader *states, char **lines, GError **error)
{
    for (unsigned i = 0; lines[i] && *lines[i];) {
        const char *title = lines[i++];
        if (!is_section(title)) {
            kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                         "line %u: expected a section title", i + 1);
            return false;
        }
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
    GHashTable *names = bench->names;
    bench->names = read->names;
    read->names = names;
    struct KjCollection *collection = bench->collection;
    bench->collection = read->collection;
    read->collection = collection;
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++) {
        const KjOption *option = kj_option_at((KjOptionId)i);
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
    if (!g_str_has_prefix(text, header) && !g_str_has_prefix(text, old_header)) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "not a saved workbench, expected '%.*s'", (int)strlen(header) - 1, header);
        return false;
    }
    g_autoptr(KjWorkbench) read = kj_workbench_new();
    g_autoptr(KjStatesReader) reader = kj_states_reader_new();
    g_auto(GStrv) lines = g_strsplit(text + strlen(header), "\n", -1);
    if (!read_sections(read, reader, lines, error))
        return false;
    KjStates *states = kj_states_reader_take(reader);
    if (!states) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "no position, expected a board");
        return false;
    }
    kj_states_free(read->states);
    read->states = states;
    take_over(bench, read);
    return true;
}
