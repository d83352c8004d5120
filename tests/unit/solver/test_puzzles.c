/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The collections in puzzles/: every position is possible, the defender of an original holds the
 * rest of the set, and none occurs twice. That they are sound tests/cli/compose.t has checked. Runs in
 * the top folder unless KANJU_PUZZLES names the collections' folder.
 */
#include <string.h>

#include "core/format/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/draft.h"
#include "tests/support/works.h"

/* The position of a problem that can be read and can be. */
static KjPosition position_in(const KjProblem *problem)
{
    if (problem->error)
        fail_msg("%s: %s", problem->source, problem->error->message);
    KjPosition pos = kj_position_text_end(&problem->position);
    KjPositionFault fault = kj_position_check(&pos, NULL, NULL);
    if (fault != KJ_POSITION_OK)
        fail_msg("%s: %s", problem->source, kj_position_fault_text(fault));
    return pos;
}

/* Whether the defender holds what is nowhere else (docs/rules.md R12.13). */
static void expect_full_set(const KjProblem *problem, const KjPosition *pos)
{
    Draft draft;
    KjPosition completed;
    draft_from_position(&draft, pos);
    if (!draft_position(&draft, &completed) || !kj_position_equal(pos, &completed))
        fail_msg("%s: the defender does not hold the rest of the set", problem->source);
}

TEST(originals_are_whole)
{
    static const struct {
        const char *game;
        unsigned least;
    } lists[] = {{"shogi", 40},    {"56shogi", 40}, {"ogi", 40},
                 {"minishogi", 5}, {"gorogoro", 5}, {"dobutsu", 5}};
    for (size_t g = 0; g < G_N_ELEMENTS(lists); g++) {
        g_autofree char *name = g_strconcat(lists[g].game, "/original.tsv", NULL);
        g_autoptr(GPtrArray) problems = puzzles_of(name, lists[g].game);
        assert_true(problems->len >= lists[g].least);
        for (unsigned i = 0; i < problems->len; i++) {
            const KjProblem *problem = g_ptr_array_index(problems, i);
            KjPosition pos = position_in(problem);
            assert_ptr_equal(pos.game, kj_game_find(lists[g].game));
            assert_in_range(problem->plies, 1, 15);
            expect_full_set(problem, &pos);
        }
    }
}

TEST(no_original_occurs_twice)
{
    static const char *const games[] = {"shogi",     "56shogi",  "ogi",
                                        "minishogi", "gorogoro", "dobutsu"};
    for (size_t g = 0; g < G_N_ELEMENTS(games); g++) {
        g_autofree char *name = g_strconcat(games[g], "/original.tsv", NULL);
        g_autoptr(GPtrArray) problems = puzzles_of(name, games[g]);
        g_autoptr(GHashTable) ids = g_hash_table_new(g_str_hash, g_str_equal);
        g_autoptr(GHashTable) patterns =
            g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
        for (unsigned i = 0; i < problems->len; i++) {
            const KjProblem *problem = g_ptr_array_index(problems, i);
            KjPosition pos = position_in(problem);
            gint64 *pattern = g_new(gint64, 1);
            *pattern = (gint64)draft_pattern(&pos, KJ_MAX_RANKS);
            assert_true(g_hash_table_add(ids, problem->id));
            if (!g_hash_table_add(patterns, pattern))
                fail_msg("%s: shifted or mirrored, it is another one's board", problem->source);
        }
    }
}

/* The solver's part in the classics is the business of its own tests. */
TEST(classics_can_be_read_and_use_no_more_than_a_set)
{
    g_autoptr(GPtrArray) problems = puzzles_of("shogi/classics.tsv", NULL);
    assert_int_equal(problems->len, 8);
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        position_in(problem);
        assert_non_null(problem->note);
        assert_non_null(strstr(problem->note, "手"));
    }
}
