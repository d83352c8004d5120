/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of the workbench: the line that is intended is kept, and versions are noted. */
#include <string.h>

#include "repl/cli/offers.h"
#include "repl/cli/settings.h"
#include "repl/collection/tree_text.h"
#include "repl/job/solve_job.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/workbench.h"
#include "solver/compose/difference.h"

static GArray *new_line(const KjMove *moves, unsigned n)
{
    GArray *line = g_array_sized_new(FALSE, FALSE, sizeof(KjMove), n);
    g_array_append_vals(line, moves, n);
    return line;
}

static KjLineBreak break_of(const KjWorkbench *bench, const KjPosition *start, const GArray *line)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_TSUME, values);
    KjSolveRequest request;
    kj_solve_request(values, 1, &request);
    return kj_line_break(start, kj_solve_attacker(values, start),
                         request.solver.attacker_moves != KJ_CHECKS_ONLY,
                         request.solver.interpositions, line);
}

static void start_of(const KjWorkbench *bench, KjPosition *out)
{
    *out = kj_workbench_tree(bench)->start;
    kj_workbench_obey(bench, out);
}

GArray *kj_workbench_intended(const KjWorkbench *bench)
{
    GArray *kept = kj_states_intended(bench->states);
    if (kept)
        return g_array_copy(kept);
    KjPosition start;
    start_of(bench, &start);
    GArray *line = kj_move_tree_line(kj_workbench_tree(bench), true);
    if (line->len && break_of(bench, &start, line).state == KJ_LINE_HOLDS)
        return line;
    g_array_unref(line);
    return NULL;
}

void kj_workbench_intend(KjWorkbench *bench, GArray *line)
{
    bench->beside.edited |= bench->beside.collection != NULL; // `put` writes it
    kj_states_push(bench->states, NULL, line, &bench->beside, bench->command);
    bench->serial++;
}

KjLineBreak kj_workbench_line_break(const KjWorkbench *bench)
{
    g_autoptr(GArray) line = kj_workbench_intended(bench);
    KjPosition start;
    start_of(bench, &start);
    return line ? break_of(bench, &start, line) : (KjLineBreak){.state = KJ_LINE_HOLDS};
}

char *kj_workbench_ahead(const KjWorkbench *bench, bool from_start)
{
    const KjMoveTree *tree = kj_workbench_tree(bench);
    GArray *kept = kj_states_intended(bench->states);
    if (tree->nodes->len == 1 && kept && kj_workbench_line_break(bench).state == KJ_LINE_HOLDS) {
        g_autoptr(KjMoveTree) played = kj_move_tree_new(&tree->start);
        for (unsigned i = 0; i < kept->len; i++)
            kj_move_tree_play(played, g_array_index(kept, KjMove, i));
        return kj_tree_text_ahead(played, true);
    }
    return kj_tree_text_ahead(tree, from_start);
}

/* The line intended from the place on: what is left of that from the start, or the moves of the
 * tree ahead if they mate. (transfer full, or NULL) */
static GArray *intended_from_here(const KjWorkbench *bench, const KjPosition *here)
{
    const KjMoveTree *tree = kj_workbench_tree(bench);
    g_autoptr(GArray) path = kj_move_tree_line(tree, false);
    g_autoptr(GArray) whole = kj_workbench_intended(bench);
    const KjMove *moves = whole ? (const KjMove *)(void *)whole->data : NULL;
    bool here_on_it = // an empty array has no data
        whole && path->len < whole->len &&
        (path->len == 0 || memcmp(moves, path->data, path->len * sizeof *moves) == 0);
    if (here_on_it)
        return new_line(moves + path->len, whole->len - path->len);
    g_autoptr(GArray) line = kj_move_tree_line(tree, true);
    GArray *ahead = new_line((const KjMove *)(void *)line->data + path->len, line->len - path->len);
    if (ahead->len && break_of(bench, here, ahead).state == KJ_LINE_HOLDS)
        return ahead;
    g_array_unref(ahead);
    return NULL;
}

GArray *kj_workbench_author(const KjWorkbench *bench, bool from_start)
{
    const KjMoveTree *tree = kj_workbench_tree(bench);
    GArray *kept = kj_states_intended(bench->states);
    bool as_it_is = kept && tree->as_written;
    if (!kept && bench->beside.found)
        return NULL;
    if (!from_start && tree->at->parent) {
        KjPosition here = kj_workbench_position(bench);
        return intended_from_here(bench, &here);
    }
    bool holds = kj_workbench_line_break(bench).state == KJ_LINE_HOLDS;
    return as_it_is || holds ? kj_workbench_intended(bench) : NULL;
}

/* The line in the squares of an edited position; NULL if it would leave the board. (transfer full)
 */
static GArray *line_after(const KjWorkbench *bench, const GArray *line, const KjPosition *before,
                          const KjPosition *after)
{
    if (!line || before->game->row != after->game->row)
        return NULL;
    KjDifference difference;
    kj_difference(before, after, kj_other(kj_workbench_defender(bench, before)), &difference);
    GArray *mapped = g_array_new(FALSE, FALSE, sizeof(KjMove));
    bool inside = true;
    for (unsigned i = 0; i < line->len; i++) {
        KjMove move =
            kj_difference_map(before->game->t, &difference, g_array_index(line, KjMove, i));
        g_array_append_val(mapped, move);
        inside &= move != KJ_MOVE_NONE;
    }
    kj_difference_clear(&difference);
    if (inside)
        return mapped;
    g_array_unref(mapped);
    return NULL;
}

unsigned kj_workbench_version(KjWorkbench *bench)
{
    g_autoptr(GArray) line = kj_workbench_intended(bench);
    return kj_versions_note(bench->versions, &kj_workbench_tree(bench)->start, line, 0);
}

unsigned kj_workbench_put_version(KjWorkbench *bench, const KjPosition *position, unsigned parent,
                                  GArray *line)
{
    KjMoveTree *tree = kj_move_tree_new(position);
    tree->start.game = kj_game_find(position->game->row->id);
    kj_move_tree_take_headers(tree, kj_workbench_tree(bench));
    unsigned number = kj_versions_note(bench->versions, &tree->start, line, parent);
    bench->beside.edited = bench->beside.collection != NULL;
    bench->beside.found = false;
    kj_states_push(bench->states, tree, line, &bench->beside, bench->command);
    kj_workbench_moved(bench);
    return number;
}

void kj_workbench_edit(KjWorkbench *bench, const KjPosition *position)
{
    KjPosition before, after = *position;
    before = kj_workbench_position(bench);
    kj_edit_tidy(&after);
    KjSide was = kj_workbench_defender(bench, &before);
    KjSide is = kj_workbench_defender(bench, &after);
    if (kj_workbench_tree(bench)->as_written && kj_unplaced_unsaid(&before, was))
        kj_unplaced_give(&before, was);
    kj_unplaced_keep(&after, &before, was, is);
    if (before.game == after.game && kj_position_equal(&before, &after))
        return;
    g_autoptr(GArray) line = intended_from_here(bench, &before);
    unsigned parent = kj_versions_note(bench->versions, &before, line, 0);
    kj_workbench_put_version(bench, &after, before.game->row == after.game->row ? parent : 0,
                             line_after(bench, line, &before, &after));
}

void kj_workbench_offer(KjWorkbench *bench, KjOffers *offers)
{
    if (!offers || !offers->list->len) {
        kj_offers_free(offers);
        return;
    }
    kj_offers_free(bench->offered);
    bench->offered = offers;
    bench->offer = 0;
}
