/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the workbench. */
#include "repl/workbench/workbench.h"

#include <string.h>

#include "core/format/handicap.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/offers.h"
#include "repl/cli/settings.h"
#include "repl/collection/collection.h"
#include "repl/collection/tree_text.h"
#include "repl/job/solve_job.h"
#include "repl/job/solver_cache.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/left_jobs.h"
#include "repl/workbench/sessions.h"
#include "repl/workbench/watch.h"

KjWorkbench *kj_workbench_new(void)
{
    KjWorkbench *bench = g_new0(KjWorkbench, 1);
    kj_beside_init(&bench->beside);
    bench->jobs = kj_jobs_new();
    bench->cache = kj_solver_cache_new();
    bench->left = kj_left_jobs_new();
    bench->settings = kj_settings_new();
    bench->games = g_new(KjGame, kj_game_count());
    kj_workbench_set_rules(bench);
    bench->pasted = g_ptr_array_new_with_free_func(g_free);
    bench->wake = kj_os_wake_new();
    KjPosition start;
    const KjGame *game = kj_game_at(0);
    bool found = kj_handicap_find(game, kj_handicap_at(game, 0)->id, &start);
    g_assert(found);
    bench->states = kj_states_new(kj_move_tree_new(&start), &bench->beside);
    bench->versions = kj_versions_new();
    bench->offered = kj_offers_new();
    return bench;
}

void kj_workbench_free(KjWorkbench *bench)
{
    if (!bench)
        return;
    kj_watch_free(bench->watch);
    kj_jobs_free(bench->jobs);
    kj_solver_cache_free(bench->cache);
    kj_states_free(bench->states);
    kj_beside_clear(&bench->beside);
    kj_versions_free(bench->versions);
    kj_offers_free(bench->offered);
    g_ptr_array_unref(bench->pasted);
    kj_os_wake_free(bench->wake);
    kj_settings_free(bench->settings);
    g_free(bench->games);
    g_free(bench->command);
    g_free(bench->repeat);
    g_free(bench->written);
    g_free(bench->light);
    g_ptr_array_unref(bench->left);
    kj_sessions_close(bench->sessions);
    g_free(bench);
}

KjMoveTree *kj_workbench_tree(const KjWorkbench *bench)
{
    return kj_states_tree(bench->states);
}

void kj_workbench_moved(KjWorkbench *bench)
{
    bench->serial++;
    bench->quiet = false; // it is to be drawn
}

KjPosition kj_workbench_position(const KjWorkbench *bench)
{
    KjPosition position = kj_move_tree_position(kj_workbench_tree(bench));
    kj_workbench_obey(bench, &position);
    return position;
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

bool kj_workbench_draws(const KjWorkbench *bench)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, kj_option_at(KJ_OPT(DIAGRAM))->groups, values);
    const KjValue *diagram = &values->value[KJ_OPT(DIAGRAM)];
    return diagram->set ? diagram->flag : bench->interactive;
}

/* Whether two trees say the same of the work and begin alike. */
static bool begin_alike(const KjMoveTree *a, const KjMoveTree *b)
{
    bool same = a->start.game->row == b->start.game->row && kj_position_equal(&a->start, &b->start);
    for (unsigned i = 0; i < KJ_ABOUTS && same; i++) {
        const char *key = kj_about_key((KjAbout)i);
        same = g_strcmp0(kj_move_tree_header(a, key), kj_move_tree_header(b, key)) == 0;
    }
    return same;
}

static void push(KjWorkbench *bench, KjMoveTree *tree)
{
    // a tree outlives the rules in force
    tree->start.game = kj_game_find(tree->start.game->row->id);
    // what is intended is so of a start
    const KjMoveTree *before = kj_workbench_tree(bench);
    GArray *line = kj_states_intended(bench->states);
    bool same =
        before->start.game == tree->start.game && kj_position_equal(&before->start, &tree->start);
    kj_states_push(bench->states, tree, same && line ? g_array_copy(line) : NULL, &bench->beside,
                   bench->command);
    kj_workbench_moved(bench);
}

void kj_workbench_learn(KjWorkbench *bench, KjMoveTree *tree)
{
    bench->beside.found |= kj_workbench_tree(bench)->nodes->len == 1;
    push(bench, tree);
}

void kj_workbench_change(KjWorkbench *bench, KjMoveTree *tree)
{
    // a move that is there already is but gone into
    bench->beside.found &= kj_workbench_tree(bench)->nodes->len == tree->nodes->len;
    // in a list moves are looked at; its line is what is intended
    const KjCollection *collection = bench->beside.collection;
    bool moves = collection && collection->files &&
                 kj_collection_holds(collection, false) != KJ_HOLDS_NO_MOVES;
    if (collection && (moves || !begin_alike(kj_workbench_tree(bench), tree)))
        bench->beside.edited = true;
    push(bench, tree);
}

/* The line intended on the board, or NULL. (transfer full) */
static GArray *intended(const KjWorkbench *bench)
{
    GArray *line = kj_states_intended(bench->states);
    return line ? g_array_copy(line) : NULL;
}

void kj_workbench_commit(KjWorkbench *bench)
{
    kj_states_push(bench->states, NULL, intended(bench), &bench->beside, bench->command);
    kj_workbench_moved(bench);
}

/* What is on the board. (transfer full) */
static KjKept *kept(const KjWorkbench *bench)
{
    return kj_kept_new(kj_move_tree_copy(kj_workbench_tree(bench)), intended(bench));
}

void kj_workbench_keep_edit(KjWorkbench *bench)
{
    if (bench->beside.edited)
        kj_beside_keep(&bench->beside, bench->beside.collection->current, kept(bench));
}

void kj_workbench_name(KjWorkbench *bench, const char *name)
{
    kj_beside_name(&bench->beside, name, kept(bench));
    kj_workbench_commit(bench);
}

void kj_workbench_take(KjWorkbench *bench, const KjKept *read, bool own)
{
    KjMoveTree *tree = kj_move_tree_copy(read->tree);
    tree->start.game = kj_game_find(tree->start.game->row->id);
    bench->beside.found = false;
    bench->beside.edited = !own && bench->beside.collection;
    kj_states_push(bench->states, tree, read->intended ? g_array_copy(read->intended) : NULL,
                   &bench->beside, bench->command);
    kj_workbench_moved(bench);
}

void kj_workbench_show(KjWorkbench *bench, const KjKept *read)
{
    unsigned problem = bench->beside.collection->current;
    const KjKept *edit = kj_beside_unput(&bench->beside, problem);
    if (!edit) {
        kj_workbench_take(bench, read, true);
        return;
    }
    g_autoptr(KjKept) kept = g_rc_box_acquire((KjKept *)(gsize)edit);
    kj_beside_keep(&bench->beside, problem, NULL);
    kj_workbench_take(bench, kept, false);
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
    if (kj_unplaced_unsaid(&tree->start, defender))
        kj_unplaced_give(&tree->start, defender);
    kj_workbench_change(bench, tree);
}

static unsigned step(KjWorkbench *bench, unsigned n, bool back)
{
    unsigned gone = 0;
    while (gone < n && kj_states_step(bench->states, back, &bench->beside))
        gone++;
    if (gone)
        kj_workbench_moved(bench);
    return gone;
}

unsigned kj_workbench_undo(KjWorkbench *bench, unsigned n)
{
    return step(bench, n, true);
}

unsigned kj_workbench_redo(KjWorkbench *bench, unsigned n)
{
    return step(bench, n, false);
}
