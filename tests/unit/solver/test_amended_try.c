/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A try that does not end the game (R1.19) where the attacker may play quiet moves: after it he
 * must check with every move until he mates. Solver and certificates against brute force.
 */
#include "tests/support/certify/certified.h"
#include "tests/support/certify/forge.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"

enum { MEMORY_MIB = 16, NODES = 3000, CERTIFY_NODES = 30000, WITHIN = 3, NOT_WITHIN = -1 };
enum { WANTED = 120, SEED = 20261122 };

static KjSolver *new_solver(KjAttackerMoves moves)
{
    KjSolverOptions options = {.attacker_moves = moves,
                               .loops = KJ_LOOPS_FAIL,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true,
                               .shortening_base = NODES};
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    return solver;
}

/* A random problem of the kind in question. */
static void draw(const char *game, NvRng *rng, ForgeWorld *out)
{
    while (!forge_world(game, FORGE_HONEST, rng, out) || !out->start.try_goes_on ||
           out->attacks == NV_ATTACK_CHECKS || out->repeat != NV_REPEAT_FAIL)
        ;
}

/* The plies of a short mate, or NOT_WITHIN; false if brute force takes too much. */
static bool ask_oracle(const ForgeWorld *w, int *out_plies)
{
    const NvHistoryOptions question = {.attacker = w->attacker,
                                       .attacks = w->attacks,
                                       .stalemate_wins = !w->stalemate_draws,
                                       .repeat = NV_REPEAT_FAIL,
                                       .max_positions = 20000,
                                       .max_visits = 20000};
    *out_plies = NOT_WITHIN;
    for (int n = w->start.turn == w->attacker ? 1 : 0; n <= WITHIN; n += 2) {
        NvHistoryVerdict verdict = nv_history_within(&w->start, &question, n);
        if (verdict == NV_HISTORY_MATE)
            *out_plies = n;
        if (verdict != NV_HISTORY_NO_MATE)
            return verdict == NV_HISTORY_MATE;
    }
    return true;
}

static bool agree(const KjResult *result, int truth)
{
    int plies = (int)result->pure_plies;
    if (result->verdict != KJ_MATE)
        return result->verdict == KJ_UNKNOWN || truth == NOT_WITHIN;
    if (plies <= WITHIN)
        return truth != NOT_WITHIN && truth <= plies && (!result->pure_proved || truth == plies);
    return !result->pure_proved || truth == NOT_WITHIN;
}

static void compare(const ForgeWorld *w, int truth, unsigned *mates)
{
    static const KjAttackerMoves moves[] = {
        [NV_ATTACK_ZUGZWANG] = KJ_CHECKS_OR_ZUGZWANG, [NV_ATTACK_ALL] = KJ_ALL_MOVES};
    KjGame game = *kj_game_find(nv_game(w->start.game)->id);
    game.rules.try_rule = KJ_TRY_ON_UNLESS_MATED;
    game.rules.stalemate = w->stalemate_draws ? KJ_STALEMATE_DRAW : KJ_STALEMATE_LOSS;
    game.rules.drop_stalemate_illegal = w->start.no_drop_stalemate;
    g_autoptr(KjSolver) solver = new_solver(moves[w->attacks]);
    CertifiedPlan plan = {.solver = solver,
                          .attacker = w->attacker == NV_SENTE ? KJ_SENTE : KJ_GOTE,
                          .limits = {.nodes = CERTIFY_NODES},
                          .shortest = true};
    KjPosition pos;
    g_auto(Certified) c = {0};
    const KjLimits limits = {.nodes = NODES};
    bridge_position(&pos, &game, &w->start);
    kj_solver_solve(solver, &pos, plan.attacker, &limits, &c.result);
    char sfen[NV_SFEN];
    nv_format(&w->start, sfen, sizeof sfen);
    if (!agree(&c.result, truth))
        fail_msg("%s %s, moves %d: brute force %d, solver %s %u", game.row->id, sfen,
                 (int)w->attacks, truth, kj_verdict_text(c.result.verdict), c.result.pure_plies);
    if (c.result.verdict != KJ_UNKNOWN) {
        g_autofree char *wrong = certified_write(&plan, &pos, &c);
        if (wrong && !c.limited)
            fail_msg("%s %s: %s", game.row->id, sfen, wrong);
        if (!wrong)
            assert_string_equal(c.verdict.try_rule, "unless-mated");
    }
    *mates += c.result.verdict == KJ_MATE;
}

TEST(random_problems_are_as_brute_force_says)
{
    // [R1.19] [R12.7]
    static const char *const games[] = {"56shogi", "dobutsu", "minishogi", "gorogoro"};
    NvRng rng = {SEED};
    unsigned mates = 0, judged = 0;
    for (unsigned drawn = 0; judged < WANTED; drawn++) {
        ForgeWorld world;
        int truth;
        draw(games[drawn % G_N_ELEMENTS(games)], &rng, &world);
        if (!ask_oracle(&world, &truth))
            continue;
        compare(&world, truth, &mates);
        judged++;
    }
    forge_forget();
    print_message("%u problems, %u mates\n", judged, mates);
    assert_true(mates > WANTED / 10);
}

TEST(a_quiet_move_after_a_try_is_no_mate)
{
    // [R12.7] without the try it is mate in three: 2c2d 3e3f, and now a quiet 1b5f
    KjGame game = *kj_game_find("56shogi");
    g_autoptr(KjSolver) solver = new_solver(KJ_ALL_MOVES);
    const KjLimits none = {0};
    const KjTry rules[] = {KJ_TRY_OFF, KJ_TRY_ON, KJ_TRY_ON_UNLESS_MATED};
    const unsigned plies[] = {3, 5, 5};
    for (unsigned i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_auto(KjResult) result;
        game.rules.try_rule = rules[i];
        KjPosition pos = bridge_read(&game, "5/4+B/3+R1/4+P/2k2/5 b - 1");
        kj_solver_solve(solver, &pos, KJ_SENTE, &none, &result);
        assert_int_equal(result.verdict, KJ_MATE);
        assert_true(result.pure_proved);
        assert_int_equal(result.pure_plies, plies[i]);
    }
}
