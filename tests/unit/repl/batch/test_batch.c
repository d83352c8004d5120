/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Batches: canonical positions, budgets, files in archives. */
#include <string.h>

#include "core/format/sfen.h"
#include "core/rules/movegen.h"
#include "repl/batch/budget.h"
#include "repl/batch/progress.h"
#include "repl/store/canonical.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

static char *canonical_of(const KjPosition *pos, KjSide attacker, unsigned *turn)
{
    return kj_canonical_make(pos, attacker, kj_canonical_mirrors(pos->game), turn);
}

TEST(a_problem_its_mirror_and_its_turn_are_one)
{
    static const char *const texts[] = {
        "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1",
        "+R6k1/9/6BP1/9/9/9/9/9/9 b G 1",
        "k^7/8/1K^6/8/8/8/8/7R / O/o",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        KjPosition pos = position_of(texts[i]), other = pos;
        unsigned turn;
        g_autofree char *canonical = canonical_of(&pos, KJ_SENTE, &turn);
        other = kj_position_mirror(&pos);
        g_autofree char *mirrored = canonical_of(&other, KJ_SENTE, &turn);
        assert_string_equal(canonical, mirrored);
        other = kj_position_flip(&pos);
        g_autofree char *turned = canonical_of(&other, KJ_GOTE, &turn);
        assert_string_equal(canonical, turned);
        assert_true(turn & KJ_CANONICAL_TURNED);
        // the attacker counts: the same board with the other one is another problem
        g_autofree char *defended = canonical_of(&pos, KJ_GOTE, &turn);
        assert_string_not_equal(canonical, defended);
    }
}

/* By their own rules games look the same from both sides, so that turning a problem changes
 * nothing. */
TEST(games_are_the_same_turned)
{
    for (size_t i = 0; i < kj_game_count(); i++)
        assert_true(kj_canonical_turns(kj_game_at(i)));
    KjGame game = *kj_game_find("ogi"); // its kings do not start on opposite squares
    game.rules.try_rule = KJ_TRY_ON;
    assert_false(kj_canonical_turns(&game));
}

TEST(a_try_square_beside_the_middle_forbids_mirroring)
{
    KjGame game = *kj_game_find("shogi");
    assert_true(kj_canonical_mirrors(&game));
    KjTables tables = *game.t;
    tables.try_squares[KJ_SENTE] = kj_bit(0);
    game.t = &tables;
    game.rules.try_rule = KJ_TRY_ON;
    assert_false(kj_canonical_mirrors(&game));
    game.rules.try_rule = KJ_TRY_OFF;
    assert_true(kj_canonical_mirrors(&game));
}

/* Every legal move, turned and mirrored, is legal there and leads to the turned position. */
TEST(moves_are_turned_as_positions_are)
{
    KjPosition pos = position_of("6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1");
    for (unsigned turn = 0; turn < 4; turn++) {
        KjPosition turned = kj_canonical_undo(&pos, turn);
        KjMoveList list;
        kj_gen_legal(&pos, &list);
        for (unsigned i = 0; i < list.n; i++) {
            KjPosition a = pos, b = turned, expected;
            KjUndo undo;
            KjMove move = kj_canonical_move(pos.game, list.move[i], turn);
            kj_position_make(&a, list.move[i], &undo);
            kj_position_make(&b, move, &undo);
            expected = kj_canonical_undo(&a, turn);
            assert_true(kj_position_equal(&b, &expected));
            assert_int_equal(kj_canonical_move(pos.game, move, turn), list.move[i]);
        }
    }
}

TEST(budgets_are_read)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) budgets = kj_budgets_read("0.5,10s,2m,1h", &error);
    assert_null(error);
    assert_int_equal(budgets->len, 4);
    assert_true(g_array_index(budgets, KjBudget, 0).seconds == 0.5);
    assert_true(g_array_index(budgets, KjBudget, 3).seconds == 3600);
    g_autoptr(GArray) nodes = kj_budgets_read("500n,20kn,1.5Mn", &error);
    assert_int_equal(nodes->len, 3);
    assert_int_equal(g_array_index(nodes, KjBudget, 2).nodes, 1500000);
    assert_true(g_array_index(nodes, KjBudget, 2).seconds == 0);
}

TEST(wrong_budgets_are_refused)
{
    static const char *const texts[] = {"",        "x",        "1,",    "10,1", "1,1",      "-1",
                                        "1,0n",    "nan",      "1e300", "5kk",  "1,10n,5s", "0",
                                        "10n,10n", "1kn,999n", "1,1s",  "60,1m"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GArray) budgets = kj_budgets_read(texts[i], &error);
        assert_null(budgets);
        assert_true(g_error_matches(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION));
    }
}

TEST(seconds_left)
{
    static const struct {
        const char *budgets;
        unsigned pass, jobs;
        guint64 done, total, open; // problems of the pass; `open`: left so by those that are done
        double in_pass, left;
    } rows[] = {
        {"10", 0, 1, 0, 100, 0, 60, -1},  // nothing was seen yet
        {"10", 0, 1, 1, 100, 0, 0.4, -1}, // or not for long
        {"10", 0, 1, 20, 100, 0, 5, 20},
        {"10", 0, 1, 100, 100, 0, 5, 0},
        {"1,10", 0, 1, 20, 100, 2, 5, 20 + 10 * 10}, // ten are left open in all
        {"1,10", 0, 4, 20, 100, 2, 5, 20 + 10 * 10 / 4.0},
        {"1,10,100", 0, 4, 50, 100, 2, 5, 5 + 4 * (10 + 100) / 4.0},
        {"1,10", 1, 4, 20, 100, 2, 5, 20},
        {"1kn,10kn", 0, 1, 20, 100, 2, 5, 20}, // what nodes take is not known
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GArray) budgets = kj_budgets_read(rows[i].budgets, NULL);
        const KjBatchProgress progress = {.budgets = budgets,
                                          .pass = rows[i].pass,
                                          .jobs = rows[i].jobs,
                                          .pass_done = rows[i].done,
                                          .pass_total = rows[i].total,
                                          .pass_open = rows[i].open};
        assert_float_equal(kj_progress_seconds_left(&progress, rows[i].in_pass), rows[i].left,
                           1e-4);
    }
}
