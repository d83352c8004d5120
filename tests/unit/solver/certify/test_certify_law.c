/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates of what the law of repetition decides. Those of searches that share nothing with the
 * solver, sound and broken: tests/unit/repl/verify/certificates.txt.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "tests/support/certify/certified.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/loops.h"

enum { MEMORY_MIB = 16, NODES = 100000, MAX_PAST = 8, MOST_FLIPPED = 60 };

static KjSolver *new_solver(void)
{
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    return solver;
}

/* ---- named problems ---- */

static const struct {
    const char *text;
    unsigned plies; // 0: no mate
    KjDecidedBy by;
} problems[] = {
    // docs/repetition.md: a loop that wins, and the same one failing
    {"k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o", 5, KJ_BY_REPETITION},
    {"1k^l5/3l4/+R7/8/8/8/8/4K^3 / O/o", 0, KJ_BY_REPETITION},
    {"4k^1I1/8/8/8/8/8/3K^4/8 / O/o", 5, KJ_BY_REPETITION},
    // R12.18: with a past the first is won at once
    {"k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o moves b5a6 a8b8 a6b6 b8a8", 1, KJ_BY_REPETITION},
    {"8/7k/8/8/7+P/8/8/1K6 b P+I 1", 3, KJ_BY_NO_REPETITION},
    {"8/8/3k1p2/8/8/8/8/8 b SL+P 1", 0, KJ_BY_EXHAUSTION},
};

/* Certifies and verifies a position text; what was said of it is in `out`. */
static void certify(KjSolver *solver, const char *text, bool pair, bool shortest, Certified *out)
{
    g_autoptr(GError) error = NULL;
    KjGame game = *kj_game_find("ogi");
    game.rules.same_move = pair ? KJ_SAME_PAIR : KJ_SAME_LITERAL;
    g_auto(KjPositionText) read;
    if (!kj_position_text_read(text, &game, &read, &error))
        fail_msg("%s: %s", text, error->message);
    KjPosition root = kj_position_text_end(&read);
    const KjLimits none = {0};
    CertifiedPlan plan = {.solver = solver, .shortest = shortest};
    memset(out, 0, sizeof *out);
    kj_solver_set_past(solver, &read.start, read.moves, read.n_moves);
    kj_solver_solve(solver, &root, KJ_SENTE, &none, &out->result);
    g_autofree char *wrong = certified_write(&plan, &root, out);
    if (wrong)
        fail_msg("%s: %s", text, wrong);
    assert_string_equal(out->verdict.repetition, pair ? "pair" : "literal");
    assert_int_equal(out->verdict.past, read.n_moves);
}

TEST(named_problems_are_certified_in_both_readings)
{
    g_autoptr(KjSolver) solver = new_solver();
    for (unsigned i = 0; i < 4 * G_N_ELEMENTS(problems); i++) {
        g_auto(Certified) c;
        certify(solver, problems[i / 4].text, i & 1, i & 2, &c);
        assert_int_equal(c.result.verdict, problems[i / 4].plies ? KJ_MATE : KJ_NOMATE);
        assert_int_equal(c.result.pure_plies, problems[i / 4].plies);
        assert_int_equal(c.result.decided_by, problems[i / 4].by);
    }
}

/* Writer and verifier agree where a quiet move leaves a safe reply that the law takes, and where the
 * root occurred before: with checks, all moves, and those that leave no reply. */
TEST(quiet_moves_and_roots_that_occurred_before_are_certified)
{
    static const char *const texts[] = {
        "k2K4/5R2/8/8/8/8/8/8 b - 1 moves f7h7 a8b8 h7g7 b8a8",
        "k2K4/7R/8/8/8/8/8/8 b - 1 moves d8e8 a8b7 e8d8 b7a8",
        "k2K4/7R/8/8/8/8/8/8 w - 1 moves a8b7 d8e8 b7a8 e8d8",
        "k1l5/3l4/8/1+R6/8/8/8/4K3 b - 1 moves e1e2 a8b8 e2e1 b8a8",
        "k1l5/3l4/1+R6/8/8/8/8/4K3 b - 1 moves e1e2 a8b8 e2e1 b8a8",
    };
    unsigned mates = 0;
    for (unsigned i = 0; i < 6 * G_N_ELEMENTS(texts); i++) {
        KjSolverOptions options = {.memory_mib = MEMORY_MIB,
                                   .find_shortest = true,
                                   .attacker_moves = (KjAttackerMoves)(i % 3)};
        g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
        KjGame game = *kj_game_find("ogi");
        game.rules.same_move = i / 3 % 2 ? KJ_SAME_PAIR : KJ_SAME_LITERAL;
        g_auto(KjPositionText) read;
        g_auto(Certified) c = {0};
        const KjLimits limits = {.nodes = NODES};
        CertifiedPlan plan = {.solver = solver};
        assert_true(kj_position_text_read(texts[i / 6], &game, &read, NULL));
        KjPosition root = kj_position_text_end(&read);
        kj_solver_set_past(solver, &read.start, read.moves, read.n_moves);
        kj_solver_solve(solver, &root, KJ_SENTE, &limits, &c.result);
        if (c.result.verdict != KJ_UNKNOWN) {
            g_autofree char *wrong = certified_write(&plan, &root, &c);
            if (wrong)
                fail_msg("%s, moves %u: %s", texts[i / 6], i % 3, wrong);
            assert_int_equal(c.verdict.past, read.n_moves);
            mates += c.result.verdict == KJ_MATE;
        }
    }
    print_message("%u mates\n", mates);
    assert_true(mates > 4);
}

/* A past that is none of the position, or has a move that could not be, is not written. */
TEST(a_past_must_lead_to_the_position)
{
    enum { GOOD, NO_SUCH_MOVE, ANOTHER_POSITION, CASES };
    const KjGame *game = kj_game_find("ogi");
    for (unsigned i = 0; i < CASES; i++) {
        KjPositionText read, other;
        Certified out = {0};
        g_autoptr(KjSolver) solver = new_solver();
        const KjLimits none = {0};
        CertifiedPlan plan = {.solver = solver};
        assert_true(kj_position_text_read(problems[3].text, game, &read, NULL));
        KjPosition root = kj_position_text_end(&read);
        kj_solver_set_past(solver, &read.start, read.moves, read.n_moves);
        kj_solver_solve(solver, &root, KJ_SENTE, &none, &out.result);
        g_autofree char *text =
            g_strdup_printf("k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o moves b5a6 a8b8 a6b6 %s",
                            i == ANOTHER_POSITION ? "b8c7" : "b8a8");
        assert_true(kj_position_text_read(text, game, &other, NULL));
        read.moves[3] = i == NO_SUCH_MOVE ? read.moves[0] : other.moves[3];
        g_autofree char *wrong = certified_write(&plan, &root, &out);
        assert_true(!wrong == (i == GOOD));
        assert_true(!wrong || strstr(wrong, "no certificate: at "));
        certified_clear(&out);
        kj_position_text_clear(&read);
        kj_position_text_clear(&other);
    }
}

/* What follows the header. */
static guint8 *section(const GByteArray *bytes)
{
    char *end = g_strstr_len((char *)bytes->data, (gssize)bytes->len, "\nend\n");
    assert_non_null(end);
    return (guint8 *)end + strlen("\nend\n");
}

/* Every bit of what follows the header turned over alone. What is still valid proves the same
 * claim, which is true; but most is refused. */
TEST(turned_bits_are_refused)
{
    g_autoptr(KjSolver) solver = new_solver();
    unsigned flipped = 0, valid = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(problems); i++) {
        g_auto(Certified) c;
        certify(solver, problems[i].text, false, true, &c);
        guint from = (guint)(section(c.bytes) - c.bytes->data);
        guint to = MIN(c.bytes->len, from + MOST_FLIPPED);
        for (guint bit = 8 * from; bit < 8 * to; bit++) {
            c.bytes->data[bit / 8] ^= (guint8)(1u << bit % 8);
            flipped++;
            valid += certified_verify(c.bytes).ok;
            c.bytes->data[bit / 8] ^= (guint8)(1u << bit % 8);
        }
    }
    print_message("%u bits turned over, %u certificates still valid\n", flipped, valid);
    assert_true(flipped > 500 && valid < flipped / 10);
}

/* ---- random problems ---- */

static void certify_random(NvRepeat repeat, int past, unsigned wanted)
{
    LoopsPlan plan = {.game = "ogi",
                      .repeat = repeat,
                      .past = past,
                      .seed = 20261121,
                      .wanted = wanted,
                      .nodes = NODES};
    LoopsCount count;
    bool good = loops_certify(&plan, &count);
    loops_print(&plan, &count);
    assert_true(good);
    assert_true(count.certified + count.uncertified == count.decided);
    assert_true(count.uncertified <= wanted / 25);
    assert_true(count.least && count.greatest && count.history);
}

TEST(random_verdicts_of_all_passes_are_certified)
{
    certify_random(NV_REPEAT_LITERAL, 0, 100);
    certify_random(NV_REPEAT_PAIR, 0, 50);
    certify_random(NV_REPEAT_LITERAL, MAX_PAST, 50);
    certify_random(NV_REPEAT_PAIR, MAX_PAST, 50);
}
