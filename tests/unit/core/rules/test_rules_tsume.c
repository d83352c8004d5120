/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conventions of mate problems, clause by clause as docs/rules.md numbers them. */
#include "tests/support/rules/record_text.h"

#include "solver/solver.h"

/* What is asked of the solver besides the position; zero is the default. */
typedef struct {
    KjAttackerMoves moves;
    KjLoops loops;
    uint64_t nodes;
    bool gote_attacks;
    const char *past; // moves to play first
} Ask;

/* A solved position. */
typedef struct {
    KjVerdict verdict;
    KjCause cause;
    unsigned plies, line;
    bool proved;
} Answer;

static Answer solve_as(const KjGame *game, const char *sfen, Ask ask)
{
    KjPosition root = position_from(game, sfen);
    KjRecord *record = record_from(game, sfen);
    if (ask.past)
        play(record, ask.past);
    KjMove moves[16];
    unsigned n_moves = kj_record_plies(record);
    for (unsigned i = 0; i < n_moves; i++)
        moves[i] = kj_record_move(record, i);
    KjPosition start = root;
    root = *kj_record_position(record);
    kj_record_free(record);
    KjSolverOptions options = {
        .attacker_moves = ask.moves, .loops = ask.loops, .memory_mib = 16, .find_shortest = true};
    // A limit no answer below comes near to, so that a fault of the search ends.
    KjLimits limits = {.nodes = ask.nodes ? ask.nodes : 5000000};
    GError *error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&options, &error);
    if (!solver)
        fail_msg("%s", error->message);
    g_auto(KjResult) result;
    kj_solver_set_past(solver, &start, moves, n_moves);
    kj_solver_solve(solver, &root, ask.gote_attacks ? KJ_GOTE : KJ_SENTE, &limits, &result);
    Answer answer = {result.verdict, result.cause, result.pure_plies, result.n_line,
                     result.plies_proved};
    return answer;
}

static void assert_mate(const KjGame *game, const char *sfen, Ask ask, unsigned plies)
{
    Answer answer = solve_as(game, sfen, ask);
    assert_string_equal(kj_verdict_text(answer.verdict), "mate");
    assert_int_equal(answer.plies, plies);
    assert_true(answer.proved);
}

static void assert_no_mate(const KjGame *game, const char *sfen, Ask ask)
{
    Answer answer = solve_as(game, sfen, ask);
    assert_string_equal(kj_verdict_text(answer.verdict), "nomate");
}

static const Ask usual = {.moves = KJ_CHECKS_ONLY};
static const Ask zugzwang = {.moves = KJ_CHECKS_OR_ZUGZWANG};
static const Ask any_move = {.moves = KJ_ALL_MOVES};

#define DROPPED_GOLD "7k1/9/6B1R/9/9/9/9/9/9 b G 1"

TEST(side_to_move_attacks_unless_it_alone_has_a_king)
{
    // [R12.1]
    const KjGame *shogi = kj_game_find("shogi");
    KjPosition pos = position_from(shogi, DROPPED_GOLD);
    assert_int_equal(kj_default_attacker(&pos), KJ_SENTE);
    pos = position_from(shogi, "7k1/7G1/7P1/9/9/9/9/9/9 w - 1");
    assert_int_equal(kj_default_attacker(&pos), KJ_SENTE);
    pos = position_from(shogi, "4k4/9/9/9/9/9/9/9/4K4 w - 1");
    assert_int_equal(kj_default_attacker(&pos), KJ_GOTE);
}

TEST(attacker_must_check_unless_told_otherwise)
{
    // [R12.2] the gold must come nearer first
    const KjGame *shogi = kj_game_find("shogi");
    assert_no_mate(shogi, "8k/9/9/7G1/9/9/9/9/9 b G 1", usual);
    assert_mate(shogi, "8k/9/9/7G1/9/9/9/9/9 b G 1", any_move, 3);
    const KjGame *ogi = kj_game_find("ogi");
    const char *caught = "k7/8/1K6/8/8/8/8/1R6 b - 1"; // b6a6 leaves no safe move
    assert_mate(ogi, caught, usual, 5);
    assert_mate(ogi, caught, zugzwang, 1);
}

TEST(defender_interposes_what_he_holds)
{
    // [R12.3]
    const KjGame *shogi = kj_game_find("shogi");
    assert_mate(shogi, "8k/9/5B1G1/9/9/9/9/9/R8 b - 1", usual, 1);
    assert_no_mate(shogi, "8k/9/6G2/9/9/9/9/9/R8 b r 1", usual);
}

TEST(every_interposition_counts)
{
    // [R12.10]
    const KjGame *shogi = kj_game_find("shogi");
    assert_mate(shogi, "8k/9/5B1G1/9/9/9/9/9/R8 b p 1", usual, 3);
}

TEST(mate_is_check_without_a_safe_reply)
{
    // [R12.4]
    const KjGame *shogi = kj_game_find("shogi");
    assert_mate(shogi, DROPPED_GOLD, usual, 1);
    assert_mate(shogi, "7k1/7G1/7P1/9/9/9/9/9/9 w - 1", usual, 0);
}

TEST(stalemate_is_no_mate)
{
    // [R12.5]
    KjGame game = *kj_game_find("shogi");
    const char *sfen = "8k/6B2/7G1/9/9/9/9/9/9 w - 1";
    assert_no_mate(&game, sfen, usual);
    assert_mate(&game, sfen, zugzwang, 0);
    game.rules.stalemate = KJ_STALEMATE_DRAW;
    assert_no_mate(&game, sfen, zugzwang);
}

TEST(perpetual_check_is_no_mate)
{
    // [R12.6]
    assert_no_mate(kj_game_find("shogi"), "4k4/8R/9/9/9/9/9/9/9 b - 1", usual);
    assert_no_mate(kj_game_find("minishogi"), "4k/R4/5/5/5 b - 1", usual);
}

TEST(safe_step_onto_the_try_square_refutes)
{
    // [R12.7]
    KjGame game = *kj_game_find("56shogi");
    const char *sfen = "5/5/5/1G3/2k1B/4+P b G2rb2g4s9p 1";
    assert_no_mate(&game, sfen, usual);
    game.rules.try_rule = KJ_TRY_ON_UNLESS_MATED;
    assert_mate(&game, sfen, usual, 3);
    game.rules.try_rule = KJ_TRY_OFF;
    assert_mate(&game, sfen, usual, 3);
}

TEST(lengths_end_before_the_capture_of_the_king)
{
    // [R12.8]
    assert_mate(kj_game_find("ogi"), "k7/8/1K6/8/8/8/8/7R b - 1", usual, 1);
    assert_mate(kj_game_find("dobutsu"), "G1l/3/2L/3 b E 1", usual, 1);
}

TEST(king_that_can_be_taken_at_once_is_won_in_0_plies)
{
    // [R12.9]
    const KjGame *ogi = kj_game_find("ogi");
    const char *sfen = "4r2k/8/6N1/8/8/8/8/4K2R b - 1";
    assert_mate(ogi, sfen, usual, 0);
    assert_int_equal(solve_as(ogi, sfen, usual).line, 1);
    assert_mate(ogi, "4r2k/8/6N1/8/8/8/8/4K2R w - 1", (Ask){.gote_attacks = true}, 0);
}

TEST(attacker_in_check_must_answer_with_a_check)
{
    // [R12.11]
    const KjGame *shogi = kj_game_find("shogi");
    assert_no_mate(shogi, "r6k1/9/6B1R/9/9/9/9/9/K8 b G 1", usual);
    assert_mate(shogi, "1r5k1/9/6B1R/9/9/9/9/9/K8 b G 1", usual, 1);
}

TEST(defender_may_be_to_move)
{
    // [R12.12]
    const KjGame *shogi = kj_game_find("shogi");
    assert_mate(shogi, "+R7k/9/5B1G1/9/9/9/9/9/9 w p 1", usual, 2);
    assert_mate(shogi, "8k/9/8G/9/9/9/9/9/9 w G 1", usual, 2); // not in check
}

TEST(repetition_is_forbidden_in_ogi_and_fails_the_attacker_elsewhere)
{
    // [R12.17] gote would have to repeat a8b8 at ply 6; [R12.6]
    const char *sfen = "k1l5/3l4/8/1+R6/8/8/8/4K3 b - 1";
    assert_mate(kj_game_find("ogi"), sfen, usual, 5);
    assert_no_mate(kj_game_find("ogi"), sfen, (Ask){.loops = KJ_LOOPS_FAIL});
    assert_no_mate(kj_game_find("shogi"), "k1l6/3l5/9/1+R7/9/9/9/9/4K4 b - 1", usual);
    // started inside the loop it is sente who would repeat first
    assert_no_mate(kj_game_find("ogi"), "1kl5/3l4/+R7/8/8/8/8/4K3 b - 1", usual);
}

TEST(a_past_counts_where_repeating_is_forbidden)
{
    (void)
        state; // [R12.18] inside the loop sente repeats first, unless he came into it from outside
    const KjGame *ogi = kj_game_find("ogi");
    assert_no_mate(ogi, "k1l5/3l4/1+R6/8/8/8/8/4K3 b - 1", usual);
    Ask came_in = {.past = "b5a6 a8b8 a6b6 b8a8"};
    assert_mate(ogi, "k1l5/3l4/8/1+R6/8/8/8/4K3 b - 1", came_in, 1);
    // [R12.14] elsewhere moves before the diagram are not looked at
    Ask walked = {.past = "9h9g 2a3a 9g9h 3a2a"};
    assert_mate(kj_game_find("shogi"), "7k1/9/6B1R/9/9/9/9/K8/9 b G 1", walked, 1);
}

TEST(limit_makes_the_answer_unknown)
{
    // [R12.15]
    const char *hard =
        "l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b Lnl5p 1";
    Answer answer = solve_as(kj_game_find("shogi"), hard, (Ask){.nodes = 100});
    assert_string_equal(kj_verdict_text(answer.verdict), "unknown");
    assert_int_equal(answer.cause, KJ_CAUSE_NODES);
}

TEST(defender_who_can_take_the_king_has_won)
{
    // [R12.16] sente's rook checks, but gote's takes the king
    const KjGame *ogi = kj_game_find("ogi");
    assert_no_mate(ogi, "k6R/8/1K6/8/8/8/8/1r6 w - 1", usual);
}
