/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The check where the law forbids to repeat (R3.9): perpetual check is a solution, a cook,
 * and no way to go on. Everything said of the moves beside the line is held against an oracle that
 * carries the whole game along (tests/naive/history.h), where that is able to answer.
 */
#include <stdio.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/record.h"
#include "solver/check/check.h"
#include "tests/naive/history.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/loops.h"

enum { MEMORY_MIB = 64, MAX_POSITIONS = 20000, MAX_VISITS = 300000, MAX_PAST = 64 };

static void check(const char *text, KjLoops loops, KjReport *out)
{
    KjSolverOptions options = {.loops = loops, .memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_auto(KjPositionText) position;
    assert_true(kj_position_text_read(text, kj_game_find("ogi"), &position, NULL));
    KjLimits limits = {0};
    KjCheckOptions check_options = {.recorded_plies = -1, .lines = true};
    kj_check(solver, &position.start, KJ_SENTE, &check_options, &limits, out);
}

/* How many alternatives of a class there are. */
static unsigned count(const KjReport *report, KjClass class)
{
    unsigned n = 0;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++)
            n += g_array_index(node->alternatives, KjAlternative, k).class == class;
    }
    return n;
}

/* ---- the oracle ---- */

typedef struct {
    NvPos root, pos; // of the naive rules; `pos` after the moves
    NvMove past[MAX_PAST];
    int n;
} Play;

static void play(Play *p, const KjGame *game, KjMove move)
{
    NvMove list[NV_MAX_MOVES];
    int n = nv_legal(&p->pos, list);
    for (int i = 0; i < n; i++) {
        if (bridge_move(game, list[i]) != move)
            continue;
        p->past[p->n++] = list[i];
        p->pos = nv_make(&p->pos, list[i]);
        return;
    }
    fail_msg("a move the naive rules do not know");
}

/* Whether an alternative is as the oracle says; true too where that gives up. */
static bool is_right(const KjReport *report, const KjCheckNode *node, const KjAlternative *alt,
                     const KjPosition *root, unsigned *compared)
{
    Play p = {.n = 0};
    g_autofree char *sfen = kj_sfen_write(root, 1);
    assert_true(nv_parse(&p.root, "ogi", sfen));
    p.pos = p.root;
    for (unsigned i = 0; i < node->ply; i++)
        play(&p, root->game, report->line[i]);
    play(&p, root->game, alt->move);
    const NvHistoryOptions question = {.attacker = NV_SENTE,
                                       .repeat = NV_REPEAT_LITERAL,
                                       .max_plies = 15,
                                       .max_positions = MAX_POSITIONS,
                                       .max_visits = MAX_VISITS,
                                       .past_root = &p.root,
                                       .past = p.past,
                                       .past_count = p.n};
    NvHistoryResult result;
    nv_history(&p.pos, &question, &result);
    if (result.verdict == NV_HISTORY_TOO_BIG)
        return true;
    ++*compared;
    bool mates = result.verdict == NV_HISTORY_MATE;
    if (mates != (alt->verdict == KJ_MATE))
        return false;
    return !mates || !alt->exact || result.plies < 0 || (unsigned)result.plies + 1 == alt->plies;
}

/* Holds all moves of a report against the oracle. */
static void compare(const char *text, unsigned at_least)
{
    KjReport report;
    unsigned compared = 0;
    check(text, KJ_LOOPS_USUAL, &report);
    for (unsigned i = 0; i < report.nodes->len; i++) {
        const KjCheckNode *root = &g_array_index(report.nodes, KjCheckNode, 0);
        const KjCheckNode *node = &g_array_index(report.nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            char usi[KJ_USI_MOVE];
            kj_usi_move_write(&node->position, alt->move, usi);
            if (!is_right(&report, node, alt, &root->position, &compared))
                fail_msg("%s, ply %u, %s: %s", text, node->ply + 1, usi, kj_class_code(alt->class));
        }
    }
    kj_report_clear(&report);
    print_message("%s: %u moves compared\n", text, compared);
    assert_true(compared >= at_least);
}

TEST(all_moves_are_as_an_oracle_with_history_says)
{
    compare("k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o", 8);
    compare("4k^1I1/8/8/8/8/8/3K^4/8 / O/o", 1);
    compare("8/8/8/2+I5/2+p5/8/1+P6/k^7 /14p4l4n4s2b2ri O/o", 1);
}

TEST(a_rook_wins_by_checking_on_and_on)
{
    KjReport report;
    check("k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o", KJ_LOOPS_USUAL, &report);
    assert_int_equal(report.mate, KJ_MATE);
    assert_int_equal(report.plies, 5);
    assert_int_equal(report.n_open, 0);
    assert_int_equal(report.verdict, KJ_WORK_SOUND);
    kj_report_clear(&report);
    check("k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o", KJ_LOOPS_FAIL, &report);
    assert_int_equal(report.mate, KJ_NOMATE);
    kj_report_clear(&report);
}

TEST(and_loses_where_it_is_his_turn_to_repeat)
{
    g_auto(KjReport) report;
    check("1k^l5/3l4/+R7/8/8/8/8/4K^3 / O/o", KJ_LOOPS_USUAL, &report);
    assert_int_equal(report.mate, KJ_NOMATE);
}

TEST(a_lone_princess_has_many_ways)
{
    g_auto(KjReport) report;
    check("4k^1I1/8/8/8/8/8/3K^4/8 / O/o", KJ_LOOPS_USUAL, &report);
    assert_int_equal(report.plies, 5);
    assert_true(count(&report, KJ_CLASS_LATE) > 0);
    assert_int_equal(report.verdict, KJ_WORK_UNSOUND);
}

/* A work that is sound but for two knight drops at the first move, which mate by perpetual
 * check. */
TEST(perpetual_check_is_a_cook)
{
    const char *text = "8/5+P2/5+P2/6k^1/8/6S1/8/8 NS/14p4l3n2b2i2r2s O/o";
    KjReport report;
    check(text, KJ_LOOPS_FAIL, &report);
    assert_int_equal(report.verdict, KJ_WORK_SOUND);
    kj_report_clear(&report);
    check(text, KJ_LOOPS_USUAL, &report);
    assert_int_equal(report.verdict, KJ_WORK_UNSOUND);
    assert_int_equal(count(&report, KJ_CLASS_LATE), 2);
    assert_int_equal(report.plies, 5);
    kj_report_clear(&report);
}

/* What mates if a loop fails mates by the law, and no later. */
TEST(the_law_only_helps_the_attacker)
{
    g_auto(KjReport) report;
    check("8/7k^/4B1P1/5+P1N/8/8/8/8 /14p4l4s3n2i2rb O/o", KJ_LOOPS_USUAL, &report);
    assert_int_equal(report.verdict, KJ_WORK_SOUND);
    assert_int_equal(report.plies, 7);
}

/* Whether `solver` finds a mate by the law after the line up to a node, a move and a reply. */
static KjVerdict after(KjSolver *solver, const KjReport *report, const KjCheckNode *node,
                       const KjAlternative *alt)
{
    const KjPosition *root = &g_array_index(report->nodes, KjCheckNode, 0).position;
    g_autofree KjMove *past = g_new(KjMove, node->ply + 2);
    memcpy(past, report->line, node->ply * sizeof *past);
    past[node->ply] = alt->move;
    past[node->ply + 1] = alt->line[0];
    KjPosition pos = node->position;
    KjUndo undo;
    kj_position_make(&pos, past[node->ply], &undo);
    kj_position_make(&pos, past[node->ply + 1], &undo);
    const KjLimits limits = {.nodes = 100000};
    KjResult result;
    kj_solver_set_past(solver, root, past, node->ply + 2);
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
    kj_result_clear(&result);
    return result.verdict;
}

/* Whether the law allows the line up to a node, a move there and what is said to follow it. */
static bool allowed(const KjReport *report, const KjCheckNode *node, const KjAlternative *alt)
{
    KjRecord *record = kj_record_new(&g_array_index(report->nodes, KjCheckNode, 0).position);
    bool good = true;
    for (unsigned i = 0; i < node->ply && good; i++)
        good = kj_record_play(record, report->line[i]) == KJ_MOVE_LEGAL;
    good = good && kj_record_play(record, alt->move) == KJ_MOVE_LEGAL;
    for (unsigned i = 0; i < alt->n_line && good; i++)
        good = kj_record_play(record, alt->line[i]) == KJ_MOVE_LEGAL;
    kj_record_free(record);
    return good;
}

static void assert_lines_allowed(const KjReport *report, const KjCheckNode *node)
{
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (allowed(report, node, alt))
            continue;
        const KjPosition *root = &g_array_index(report->nodes, KjCheckNode, 0).position;
        g_autofree char *sfen = kj_sfen_write(root, 1);
        fail_msg("ply %u, %s, a line the law forbids: %s", node->ply + 1, kj_class_code(alt->class),
                 sfen);
    }
}

/* At ply 9 a mate found without the law would go back to where the line has been. */
TEST(an_undecided_move_has_no_line_that_is_forbidden)
{
    KjPosition root;
    g_auto(KjReport) report;
    const KjSolverOptions options = {.memory_mib = 16, .find_shortest = true};
    const KjCheckOptions check_options = {.recorded_plies = -1, .lines = true};
    const KjLimits limits = {.nodes = 20000};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    assert_true(
        kj_sfen_read("8/6k1/8/7n/8/4+I3/8/8 b - 1", kj_game_find("ogi"), &root, NULL, NULL));
    kj_check(solver, &root, KJ_SENTE, &check_options, &limits, &report);
    assert_int_equal(report.n_line, 9);
    for (unsigned i = 0; i < report.nodes->len; i++)
        assert_lines_allowed(&report, &g_array_index(report.nodes, KjCheckNode, i));
}

/* The reply that is said to refute a check leaves no mate by the law either. */
TEST(what_refutes_refutes_by_the_law)
{
    enum { WORKS = SAMPLES(60, 20) };
    KjGame game = *kj_game_find("ogi");
    KjSolverOptions options = {.memory_mib = 16, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL), law = kj_solver_new(&options, NULL);
    NvRng rng = {sampling_seed(20261122)};
    unsigned works = 0, replies = 0, lines = 0;
    while (works < WORKS) {
        NvPos naive;
        KjPosition root;
        KjReport report;
        loops_position(&naive, "ogi", &rng);
        bridge_position(&root, &game, &naive);
        const KjLimits limits = {.nodes = 20000};
        const KjCheckOptions check_options = {.recorded_plies = -1, .lines = true};
        kj_check(solver, &root, KJ_SENTE, &check_options, &limits, &report);
        works += report.n_line > 2;
        for (unsigned i = 0; i < report.nodes->len && report.n_line > 2; i++) {
            const KjCheckNode *node = &g_array_index(report.nodes, KjCheckNode, i);
            assert_lines_allowed(&report, node);
            for (unsigned k = 0; k < node->alternatives->len; k++) {
                const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
                lines += alt->n_line > 1;
                if (alt->class != KJ_CLASS_FAILS || !alt->n_line)
                    continue;
                replies++;
                if (after(law, &report, node, alt) == KJ_MATE) {
                    g_autofree char *sfen = kj_sfen_write(&root, 1);
                    fail_msg("ply %u, a reply that loses: %s", i + 1, sfen);
                }
            }
        }
        kj_report_clear(&report);
    }
    printf("# %u replies refute, %u lines are allowed\n", replies, lines);
    assert_true(replies > WORKS);
}
