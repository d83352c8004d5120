/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The collections in puzzles/: every position is possible, and the original problems are sound,
 * which is to say (docs/check.md): the defender holds the rest of the set, the recorded
 * length is the proved one, the attacker's moves are the only ones that mate in every line of
 * longest defence, nothing is left over, no interposition is simply taken, and every piece is
 * needed. Runs in the top folder unless KANJU_PUZZLES names the collections' folder.
 */
#include <string.h>

#include "core/format/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/draft.h"
#include "tests/support/problems/soundness.h"

enum { MEMORY_MIB = 64, NODE_LIMIT = 3000000 };

/* Boards do not always tell the game, so it may be given. */
static GPtrArray *read_list(const char *name, const char *game)
{
    const char *folder = g_getenv("KANJU_PUZZLES");
    g_autofree char *path = g_build_filename(folder ? folder : "puzzles", name, NULL);
    GError *error = NULL;
    GPtrArray *problems = kj_problems_from_file(path, game ? kj_game_find(game) : NULL, &error);
    if (!problems)
        fail_msg("%s", error->message);
    return problems;
}

/* The position of a problem that can be read and can be. */
static KjPosition position_of(const KjProblem *problem)
{
    KjPosition pos;
    if (problem->error)
        fail_msg("%s: %s", problem->source, problem->error->message);
    kj_position_text_end(&problem->position, &pos);
    KjPositionFault fault = kj_position_check(&pos, NULL, NULL);
    if (fault != KJ_POSITION_OK)
        fail_msg("%s: %s", problem->source, kj_position_fault_text(fault));
    return pos;
}

/* Solves a problem and compares; the first move has to be the only one that mates. */
static void expect_solved(Judge *judge, const KjProblem *problem)
{
    KjPosition pos = position_of(problem);
    Solution solution;
    if (problem->plies == 0) {
        if (!judge_refutes(judge, &pos))
            fail_msg("%s: not refuted", problem->source);
        return;
    }
    if (!judge_solve(judge, &pos, &solution))
        fail_msg("%s: not solved", problem->source);
    if ((int)solution.plies != problem->plies)
        fail_msg("%s: %u plies, recorded are %d", problem->source, solution.plies, problem->plies);
    if (!judge_only_move(judge, &pos, solution.line[0]))
        fail_msg("%s: another first move mates", problem->source);
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

static void expect_sound(Judge *judge, const KjProblem *problem, const KjPosition *pos)
{
    unsigned plies = (unsigned)problem->plies;
    Solution solution;
    if (!judge_sound(judge, pos, plies, plies, &solution))
        fail_msg("%s: not a sound problem of %u plies", problem->source, plies);
}

/* Without any single piece the problem is no longer sound, and no answer is missing. */
static void expect_all_pieces_needed(Judge *judge, const KjProblem *problem, const KjPosition *pos)
{
    unsigned plies = (unsigned)problem->plies;
    Draft draft;
    draft_from_position(&draft, pos);
    judge->undecided = 0;
    for (unsigned i = 0; i < draft_n_removable(&draft); i++) {
        Draft less = draft;
        KjPosition without;
        Solution solution;
        draft_remove(&less, i);
        if (draft_position(&less, &without) &&
            judge_sound(judge, &without, plies, plies, &solution))
            fail_msg("%s: piece %u is not needed", problem->source, i);
    }
    if (judge->undecided)
        fail_msg("%s: whether every piece is needed was not decided", problem->source);
}

static void expect_originals(const char *game, unsigned at_least)
{
    g_autofree char *name = g_strconcat(game, "/original.tsv", NULL);
    g_autoptr(GPtrArray) problems = read_list(name, game);
    Judge judge = judge_new(MEMORY_MIB, NODE_LIMIT);
    assert_true(problems->len >= at_least);
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        KjPosition pos = position_of(problem);
        assert_ptr_equal(pos.game, kj_game_find(game));
        assert_in_range(problem->plies, 1, 15);
        expect_full_set(problem, &pos);
        expect_sound(&judge, problem, &pos);
        expect_all_pieces_needed(&judge, problem, &pos);
    }
    judge_clear(&judge);
}

static void test_originals_of_shogi_are_sound(void **state)
{
    (void)state;
    expect_originals("shogi", 40);
}

static void test_originals_of_56shogi_are_sound(void **state)
{
    (void)state;
    expect_originals("56shogi", 40);
}

static void test_originals_of_ogi_are_sound(void **state)
{
    (void)state;
    expect_originals("ogi", 40);
}

static void test_originals_of_minishogi_are_sound(void **state)
{
    (void)state;
    expect_originals("minishogi", 5);
}

static void test_originals_of_gorogoro_are_sound(void **state)
{
    (void)state;
    expect_originals("gorogoro", 5);
}

static void test_originals_of_dobutsu_are_sound(void **state)
{
    (void)state;
    expect_originals("dobutsu", 5);
}

static void test_no_original_occurs_twice(void **state)
{
    (void)state;
    static const char *const games[] = {"shogi",     "56shogi",  "ogi",
                                        "minishogi", "gorogoro", "dobutsu"};
    for (size_t g = 0; g < G_N_ELEMENTS(games); g++) {
        g_autofree char *name = g_strconcat(games[g], "/original.tsv", NULL);
        g_autoptr(GPtrArray) problems = read_list(name, games[g]);
        g_autoptr(GHashTable) ids = g_hash_table_new(g_str_hash, g_str_equal);
        g_autoptr(GHashTable) patterns =
            g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
        for (unsigned i = 0; i < problems->len; i++) {
            const KjProblem *problem = g_ptr_array_index(problems, i);
            KjPosition pos = position_of(problem);
            gint64 *pattern = g_new(gint64, 1);
            *pattern = (gint64)draft_pattern(&pos, KJ_MAX_RANKS);
            assert_true(g_hash_table_add(ids, problem->id));
            if (!g_hash_table_add(patterns, pattern))
                fail_msg("%s: shifted or mirrored, it is another one's board", problem->source);
        }
    }
}

/* The solver's part in the classics is the business of its own tests. */
static void test_classics_can_be_read_and_use_no_more_than_a_set(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) problems = read_list("shogi/classics.tsv", NULL);
    assert_int_equal(problems->len, 8);
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        position_of(problem);
        assert_non_null(problem->note);
        assert_non_null(strstr(problem->note, "手"));
    }
}

static void test_demo_problems_are_what_their_names_say(void **state)
{
    (void)state;
    static const struct {
        const char *file, *game;
        bool mate;
    } demo[] = {
        {"demo/shogi.sfen", "shogi", true},
        {"demo/56shogi.sfen", "56shogi", true},
        {"demo/ogi.feen", "ogi", true},
        {"demo/nomate.sfen", "shogi", false},
    };
    Judge judge = judge_new(MEMORY_MIB, NODE_LIMIT);
    for (size_t i = 0; i < G_N_ELEMENTS(demo); i++) {
        g_autoptr(GPtrArray) problems = read_list(demo[i].file, NULL);
        assert_int_equal(problems->len, 1);
        KjPosition pos = position_of(g_ptr_array_index(problems, 0));
        Solution solution;
        assert_ptr_equal(pos.game, kj_game_find(demo[i].game));
        if (demo[i].mate) {
            assert_true(judge_solve(&judge, &pos, &solution));
            assert_in_range(solution.plies, 7, 9);
            assert_true(judge_only_move(&judge, &pos, solution.line[0]));
        } else {
            assert_true(judge_refutes(&judge, &pos));
        }
    }
    judge_clear(&judge);
}

static void test_the_demo_collection_has_its_recorded_lengths(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) problems = read_list("demo/collection.tsv", NULL);
    Judge judge = judge_new(MEMORY_MIB, NODE_LIMIT);
    assert_int_equal(problems->len, 10);
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        assert_in_range(problem->plies, 0, 15);
        expect_solved(&judge, problem);
    }
    judge_clear(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_originals_of_shogi_are_sound),
        cmocka_unit_test(test_originals_of_56shogi_are_sound),
        cmocka_unit_test(test_originals_of_ogi_are_sound),
        cmocka_unit_test(test_originals_of_minishogi_are_sound),
        cmocka_unit_test(test_originals_of_gorogoro_are_sound),
        cmocka_unit_test(test_originals_of_dobutsu_are_sound),
        cmocka_unit_test(test_no_original_occurs_twice),
        cmocka_unit_test(test_classics_can_be_read_and_use_no_more_than_a_set),
        cmocka_unit_test(test_demo_problems_are_what_their_names_say),
        cmocka_unit_test(test_the_demo_collection_has_its_recorded_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
