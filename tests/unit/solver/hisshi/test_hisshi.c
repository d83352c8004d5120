/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 必至: the search and brute force agree on random positions of every game, with and without the
 * attacker's king, on verdict, length and every move of the main line; in tests/slow on thousands.
 */
#include "solver/hisshi/hisshi.h"

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/hisshi_check.h"
#include "tests/support/works.h"

enum { SEED = SIZES(20261123, 20261122, 20261122) };

/* Small positions, and in tests/slow some with longer lines. */
static void compare(const char *game)
{
    static const struct {
        unsigned wanted;
        uint64_t nodes;
        size_t positions;
    } size[] = {{SIZES(5000, 40, 15), 300, 500}, {300, 1500, 3000}};
    for (unsigned i = 0; i < SIZES(2, 1, 1); i++) {
        HisshiCheckPlan plan = {.game = game,
                                .seed = sampling_seed(SEED),
                                .wanted = size[i].wanted,
                                .nodes = size[i].nodes,
                                .max_nodes = size[i].positions};
        print_message("%s: seed %llu\n", game, (unsigned long long)plan.seed);
        HisshiCheckCount count;
        bool same = hisshi_check_run(&plan, &count);
        hisshi_check_print(&plan, &count);
        assert_true(same);
        assert_true(count.decided >= plan.wanted);
        assert_true(!SLOW_SUITE || count.both_kings > plan.wanted / 8);
        assert_true(!SLOW_SUITE || count.by_length[1] > plan.wanted / 50);
    }
}

TEST(shogi_agrees_with_brute_force)
{
    compare("shogi");
}

TEST(56shogi_agrees_with_brute_force)
{
    compare("56shogi");
}

TEST(ogi_agrees_with_brute_force)
{
    compare("ogi");
}

TEST(suizo_agrees_with_brute_force)
{
    // [R14.8]
    compare("suizo");
}

static KjHisshiResult solve(KjHisshi *hisshi, const char *sfen)
{
    static const KjLimits limits = {.nodes = 100000};
    KjHisshiResult result;
    KjPosition pos;
    assert_true(kj_sfen_read(sfen, kj_game_find("56shogi"), &pos, NULL, NULL));
    kj_hisshi_solve(hisshi, &pos, KJ_SENTE, &limits, &result);
    kj_hisshi_result_clear(&result);
    return result;
}

/* What the defender has in hand is not in the key, so nothing may be kept from a problem with
 * another set of pieces; and equal problems cost the same. */
TEST(problems_do_not_meet)
{
    static const char *const board = "5/k4/2gK1/5/1B2P/5 b ";
    static const char *const hands[] = {"-", "r", "g", "s", "p", "r2s", "-"};
    KjSolverOptions options = hisshi_check_options(8);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_autoptr(KjHisshi) reused = kj_hisshi_new(solver, 8, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(hands); i++) {
        g_autofree char *sfen = g_strconcat(board, hands[i], " 1", NULL);
        g_autoptr(KjSolver) other = kj_solver_new(&options, NULL);
        g_autoptr(KjHisshi) fresh = kj_hisshi_new(other, 8, NULL);
        KjHisshiResult a = solve(reused, sfen), b = solve(fresh, sfen);
        assert_int_equal(a.verdict, b.verdict);
        assert_int_equal(a.plies, b.plies);
        assert_int_equal(a.nodes, b.nodes);
    }
}

/* As test_problems_do_not_meet, of questions to what is warm. */
TEST(sets_of_pieces_do_not_meet)
{
    static const char *const sfens[] = {"k8/9/K8/9/9/9/9/9/8R b - 1",
                                        "k8/9/K8/9/9/9/9/9/8R b 2g 1"};
    static const unsigned plies[] = {1, 5};
    static const KjLimits limits = {.nodes = 100000};
    KjSolverOptions options = hisshi_check_options(8);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    for (unsigned i = 0; i < 4; i++) {
        KjAnswer answer;
        KjPosition pos = position_of(sfens[i % 2]);
        kj_query_open(solver, pos.game, KJ_SENTE);
        kj_query_length(solver, &pos, &limits, &answer);
        assert_int_equal(answer.verdict, KJ_MATE);
        assert_int_equal(answer.plies, plies[i % 2]);
    }
}

/*
 * What is forbidden with one hand is allowed with a richer one, and a proof that goes there says
 * nothing of the poorer one: with a second silver the only solution of the problem leads to another
 * position than the one that is forbidden.
 */
TEST(richer_hand_proves_nothing_of_what_is_forbidden)
{
    static const KjLimits enough = {.nodes = 60000}, few = {.nodes = 300};
    KjPosition poor, rich;
    KjHisshiAnswer answer;
    KjMove solution;
    poor = position_of("9/9/9/S8/k8/2+N6/9/9/9 b S2r2b4g2s3n4l18p 1");
    rich = position_of("9/9/9/S8/k8/2+N6/9/9/9 b 2S2r2b4gs3n4l18p 1");
    assert_true(kj_usi_move_read(&poor, "9d8e", &solution, NULL));
    KjPosition forbidden = kj_position_after(&poor, solution);
    KjSolverOptions options = hisshi_check_options(8);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_autoptr(KjHisshi) hisshi = kj_hisshi_new(solver, 8, NULL);
    kj_hisshi_open(hisshi, poor.game, KJ_SENTE);
    kj_hisshi_forbid(hisshi, &forbidden, 1);
    kj_hisshi_ask(hisshi, &rich, 1, &enough, &answer);
    assert_int_equal(answer.verdict, KJ_MATE);
    kj_hisshi_ask(hisshi, &poor, KJ_ANY_LENGTH, &few, &answer);
    assert_false(answer.verdict == KJ_MATE && answer.plies <= 1);
}

typedef struct {
    const char *game, *sfen;
    KjSide attacker;
    KjVerdict verdict;
} Capture;

/* Every question there is about a position in which a king can be taken at once. */
static void ask_all(const Capture *c)
{
    static const KjLimits limits = {.nodes = 10000};
    KjPosition pos;
    KjAnswer a[4];
    KjHisshiAnswer b[3];
    KjHisshiResult solved;
    KjSolverOptions options = hisshi_check_options(8);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_autoptr(KjHisshi) hisshi = kj_hisshi_new(solver, 8, NULL);
    assert_true(kj_sfen_read(c->sfen, kj_game_find(c->game), &pos, NULL, NULL));
    kj_hisshi_open(hisshi, pos.game, c->attacker);
    kj_query_mate(solver, &pos, 0, &limits, &a[0]);
    kj_query_refute(solver, &pos, &limits, &a[1]);
    kj_query_length(solver, &pos, &limits, &a[2]);
    kj_query_conventional(solver, &pos, &limits, &a[3]);
    kj_hisshi_ask(hisshi, &pos, 0, &limits, &b[0]);
    kj_hisshi_ask(hisshi, &pos, KJ_ANY_LENGTH, &limits, &b[1]);
    kj_hisshi_length(hisshi, &pos, &limits, &b[2]);
    kj_hisshi_solve(hisshi, &pos, c->attacker, &limits, &solved);
    for (unsigned i = 0; i < G_N_ELEMENTS(a); i++) {
        assert_int_equal(a[i].verdict, c->verdict);
        assert_int_equal(a[i].plies, 0);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(b); i++) {
        assert_int_equal(b[i].verdict, c->verdict);
        assert_int_equal(b[i].mate, c->verdict);
        assert_int_equal(b[i].plies, 0);
    }
    assert_int_equal(solved.verdict, c->verdict);
    assert_int_equal(solved.by_checks, c->verdict == KJ_MATE);
    assert_int_equal(solved.plies + solved.n_line, 0);
    kj_hisshi_result_clear(&solved);
}

TEST(king_that_can_be_taken_decides_every_question)
{
    // [R12.9] [R12.16]
    static const Capture captures[] = {
        {"dobutsu", "3/l2/C2/2L b - 1", KJ_SENTE, KJ_MATE},
        {"dobutsu", "3/l2/C2/2L b - 1", KJ_GOTE, KJ_NOMATE},
        {"dobutsu", "2l/1E1/L2/3 b GEc 1", KJ_SENTE, KJ_MATE},
        {"dobutsu", "3/l2/L2/3 w G 1", KJ_SENTE, KJ_NOMATE}, // both can be taken
        {"ogi", "8/8/k7/8/R7/8/8/7K b S 1", KJ_SENTE, KJ_MATE},
        {"ogi", "k6R/8/1K6/8/8/8/8/1r6 w - 1", KJ_SENTE, KJ_NOMATE},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(captures); i++)
        ask_all(&captures[i]);
}
