/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gists: searches that are cut short again and again end as undisturbed ones do, with fewer nodes.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "repl/store/pack.h"
#include "solver/checkpoint.h"
#include "solver/hisshi/hisshi.h"
#include "solver/query.h"
#include "solver/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/solver/solver_check.h"

enum { MIB = 16, SMALL = 40, PROBLEMS = 20, FIRST = 30, TIMES = 3, MOST = 100000 };

static KjSolver *new_solver(void)
{
    KjSolverOptions options = solver_check_options(MIB);
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    return solver;
}

static bool is_settled(const KjResult *result)
{
    return result->verdict == KJ_NOMATE || (result->verdict == KJ_MATE && result->plies_proved);
}

/* Solves with limits that grow, each time in a solver that knows nothing but the checkpoint of
 * `most` entries of the time before (0: nothing). Returns the nodes of all tries. */
static uint64_t solve_in_tries(const KjPosition *root, unsigned most, KjResult *out)
{
    g_autoptr(GBytes) checkpoint = NULL;
    uint64_t sum = 0;
    for (uint64_t nodes = FIRST; nodes < MOST; nodes *= TIMES) {
        g_autoptr(KjSolver) solver = new_solver();
        KjLimits limits = {.nodes = nodes};
        KjSpent spent = {0};
        if (checkpoint) {
            assert_true(kj_solver_restore(solver, root, KJ_SENTE, checkpoint, &spent));
            if (spent.nodes < nodes)
                kj_solver_resume(solver, &spent);
            else
                spent = (KjSpent){0};
        }
        kj_solver_solve(solver, root, KJ_SENTE, &limits, out);
        assert_true(out->nodes >= spent.nodes);
        sum += out->nodes - spent.nodes;
        if (is_settled(out))
            return sum;
        kj_result_clear(out);
        spent = kj_solver_spent(solver);
        g_clear_pointer(&checkpoint, g_bytes_unref);
        checkpoint = most ? kj_solver_checkpoint(solver, root, &spent, most) : NULL;
    }
    fail_msg("not solved");
    return 0;
}

static void check_game(const char *name, unsigned seed, uint64_t sum[3])
{
    NvRng rng = {seed};
    for (unsigned done = 0; done < PROBLEMS;) {
        KjPosition root;
        random_problem(&root, kj_game_find(name), &rng);
        g_autoptr(KjSolver) solver = new_solver();
        KjLimits limits = {.nodes = MOST / 10};
        KjResult whole, part;
        kj_solver_solve(solver, &root, KJ_SENTE, &limits, &whole);
        if (is_settled(&whole) && whole.nodes > FIRST) {
            static const unsigned most[] = {0, SMALL, KJ_CHECKPOINT_ENTRIES};
            for (unsigned i = 0; i < 3; i++) {
                sum[i] += solve_in_tries(&root, most[i], &part);
                assert_int_equal(part.verdict, whole.verdict);
                assert_int_equal(part.plies, whole.plies);
                assert_int_equal(part.n_line, whole.n_line);
                kj_result_clear(&part);
            }
            done++;
        }
        kj_result_clear(&whole);
    }
    print_message("%s: %u nodes without checkpoints, %u with small ones, %u with large ones\n",
                  name, (unsigned)sum[0], (unsigned)sum[1], (unsigned)sum[2]);
}

TEST(tries_end_as_one_search_does_and_checkpoints_save_nodes)
{
    static const char *const games[] = {"shogi", "minishogi", "ogi"};
    uint64_t sum[3] = {0};
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++)
        check_game(games[i], i + 1, sum);
    assert_true(sum[1] < sum[0]);
    assert_true(sum[2] < sum[1]);
    assert_true(sum[2] * 10 < sum[0] * 9);
}

/* zuko-100, a mate that takes 400,000 nodes. */
static const char hard[] =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
static const char easy[] = "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1";

static void read_position(const char *text, KjPosition *out)
{
    g_auto(KjPositionText) read;
    assert_true(kj_position_text_read(text, kj_game_find("shogi"), &read, NULL));
    *out = read.start;
}

static GBytes *checkpoint_of(const KjPosition *root, uint64_t nodes)
{
    g_autoptr(KjSolver) solver = new_solver();
    KjLimits limits = {.nodes = nodes};
    KjResult result;
    kj_solver_solve(solver, root, KJ_SENTE, &limits, &result);
    kj_result_clear(&result);
    KjSpent spent = kj_solver_spent(solver);
    spent.seconds = 1; // the clock is not the same twice
    assert_int_equal(spent.nodes, nodes);
    return kj_solver_checkpoint(solver, root, &spent, KJ_CHECKPOINT_ENTRIES);
}

TEST(a_checkpoint_repeats_and_is_small)
{
    KjPosition root;
    read_position(hard, &root);
    g_autoptr(GBytes) a = checkpoint_of(&root, 5000);
    g_autoptr(GBytes) b = checkpoint_of(&root, 5000);
    assert_true(g_bytes_equal(a, b));
    assert_true(g_bytes_get_size(a) <= 40000);
    g_autoptr(GBytes) packed = kj_pack(a);
    g_autoptr(GBytes) unpacked = kj_unpack(packed);
    assert_true(g_bytes_equal(a, unpacked));
    assert_true(g_bytes_get_size(packed) < 20000);
    // whatever is damaged is noticed
    gsize size;
    const guint8 *bytes = g_bytes_get_data(packed, &size);
    for (gsize at = 0; at < size; at += size / 50) {
        g_autofree guint8 *copy = g_memdup2(bytes, size);
        copy[at] ^= 4;
        g_autoptr(GBytes) damaged = g_bytes_new(copy, size);
        g_autoptr(GBytes) read = kj_unpack(damaged);
        assert_true(!read || g_bytes_equal(read, a));
    }
    g_autoptr(GBytes) cut = g_bytes_new(bytes, size - 1);
    assert_null(kj_unpack(cut));
}

/* The numbers of what is open stand for positions below it that are not kept. */
TEST(a_checkpoint_has_facts_alone)
{
    KjPosition root;
    read_position(hard, &root);
    g_autoptr(GBytes) checkpoint = checkpoint_of(&root, 5000);
    g_autoptr(KjSolver) solver = new_solver();
    KjSpent spent;
    assert_true(kj_solver_restore(solver, &root, KJ_SENTE, checkpoint, &spent));
    g_autofree KjEntry *entries = g_new(KjEntry, KJ_TABLE_WALK);
    uint64_t at = 0;
    unsigned n = kj_table_walk(&kj_solver_search(solver)->table, &at, entries);
    assert_true(n > KJ_CHECKPOINT_ENTRIES / 2);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(entries[i].key & KJ_TURN_MASK, KJ_TURN_FACTS);
}

TEST(what_is_no_checkpoint_of_the_problem_is_refused)
{
    KjPosition root, other;
    KjSpent spent;
    read_position(hard, &root);
    read_position(easy, &other);
    g_autoptr(GBytes) checkpoint = checkpoint_of(&root, 1000);
    g_autoptr(KjSolver) solver = new_solver();
    assert_true(kj_solver_restore(solver, &root, KJ_SENTE, checkpoint, &spent));
    assert_int_equal(spent.nodes, 1000);
    assert_false(kj_solver_restore(solver, &other, KJ_SENTE, checkpoint, &spent));
    assert_false(kj_solver_restore(solver, &root, KJ_GOTE, checkpoint, &spent));
    for (gsize size = 0; size < g_bytes_get_size(checkpoint); size += 999) {
        g_autoptr(GBytes) cut = g_bytes_new_from_bytes(checkpoint, 0, size);
        assert_false(kj_solver_restore(solver, &root, KJ_SENTE, cut, &spent));
    }
    // and the solver is as good as new
    KjLimits limits = {0};
    g_auto(KjResult) result;
    kj_solver_solve(solver, &other, KJ_SENTE, &limits, &result);
    assert_int_equal(result.plies, 1);
}

/* What the tries before took counts for the limits and in the result. */
TEST(spent_nodes_and_seconds_count)
{
    static const KjSpent spent = {.nodes = 5000, .seconds = 1000};
    static const struct {
        KjLimits limits;
        KjCause cause; // NONE: the answer is found all the same
    } rows[] = {
        {{0, 0, NULL}, KJ_CAUSE_NONE},
        {{1e6, 10000000, NULL}, KJ_CAUSE_NONE},
        {{999, 0, NULL}, KJ_CAUSE_TIME},
        {{0, 5001, NULL}, KJ_CAUSE_NODES},
    };
    KjPosition root;
    read_position("7k1/9/6B1R/9/9/9/9/9/9 b rb4g4s4n4l18p 1", &root);
    g_autoptr(KjSolver) solver = new_solver(), mates = new_solver();
    g_autoptr(KjHisshi) hisshi = kj_hisshi_new(mates, MIB, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjResult result;
        KjHisshiResult forced;
        kj_solver_resume(solver, &spent);
        kj_solver_solve(solver, &root, KJ_SENTE, &rows[i].limits, &result);
        kj_hisshi_forget(hisshi);
        kj_query_forget(mates);
        kj_hisshi_resume(hisshi, &spent);
        kj_hisshi_solve(hisshi, &root, KJ_SENTE, &rows[i].limits, &forced);
        assert_int_equal(result.cause, rows[i].cause);
        assert_int_equal(forced.cause, rows[i].cause);
        assert_true(result.nodes > spent.nodes && forced.nodes > spent.nodes);
        assert_true(result.seconds >= spent.seconds && forced.seconds >= spent.seconds);
        kj_result_clear(&result);
        kj_hisshi_result_clear(&forced);
        kj_query_forget(solver);
    }
}
