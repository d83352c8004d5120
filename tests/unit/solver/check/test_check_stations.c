/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line as a proof: the bounds that `check` gives of the mate from each node agree with what a
 * solver finds for that position alone; with next to no effort what is left open is said, and what
 * is said is true. On planted defects of two games and a work of 21 plies.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "core/rules/attack.h"
#include "solver/check/check.h"
#include "solver/query.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/planted.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 64, MAX_LINE = 64 };

/* A work: where it begins, and its author's line if there is one. */
typedef struct {
    const KjPosition *root;
    const KjMove *line;
    unsigned n_line;
} Work;

/* Checks with so many nodes for a question, 0: as usual, and so many in all, 0: no limit. */
static void check(const Work *work, uint64_t question, uint64_t whole, KjReport *out)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjLimits limits = {.nodes = whole};
    KjCheckOptions options = {.author = work->line, .n_author = work->n_line, .recorded_plies = -1};
    if (question) {
        options.n_passes = 1;
        options.pass_nodes[0] = question;
    }
    kj_check(solver, work->root, kj_default_attacker(work->root), &options, &limits, out);
}

static const KjCheckNode *node_at(const KjReport *report, unsigned i)
{
    return &g_array_index(report->nodes, KjCheckNode, i);
}

/* The length of the mate from a position, by a solver that knows nothing else. */
static KjAnswer alone(const KjPosition *pos, const KjReport *report)
{
    KjSolverOptions options = {.loops = KJ_LOOPS_USUAL,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true,
                               .interpositions = report->interpositions};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    KjLimits limits = {0};
    KjAnswer answer;
    kj_query_open(solver, pos->game, report->attacker);
    kj_query_conventional(solver, pos, &limits, &answer);
    return answer;
}

/* The bounds of every attacker's node are those of the position. */
static void expect_bounds_hold(const char *id, const KjReport *report, bool settled)
{
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = node_at(report, i);
        assert_true(node->least <= node->most);
        if (!node->attacks)
            continue;
        KjAnswer answer = alone(&node->position, report);
        if (node->mate != KJ_UNKNOWN)
            assert_int_equal(node->mate, answer.verdict);
        else if (settled)
            fail_msg("%s, ply %u: open", id, i + 1);
        if (answer.verdict != KJ_MATE)
            continue;
        assert_true(kj_answer_exact(&answer));
        if (answer.plies < node->least || answer.plies > node->most ||
            (settled && node->least != node->most))
            fail_msg("%s, ply %u: %u to %u, but %u", id, i + 1, node->least, node->most,
                     answer.plies);
    }
}

/* A move has the name it has with all effort, or none. */
static void expect_no_guess(const char *id, const KjReport *some, const KjReport *all)
{
    assert_int_equal(some->nodes->len, all->nodes->len);
    for (unsigned i = 0; i < some->nodes->len; i++) {
        const GArray *x = node_at(some, i)->alternatives, *y = node_at(all, i)->alternatives;
        assert_int_equal(x->len, y->len);
        for (unsigned k = 0; k < x->len; k++) {
            const KjAlternative *a = &g_array_index(x, KjAlternative, k);
            const KjAlternative *b = &g_array_index(y, KjAlternative, k);
            if (a->class != KJ_CLASS_UNKNOWN && a->class != b->class)
                fail_msg("%s, ply %u: %s, but %s", id, i + 1, kj_class_code(a->class),
                         kj_class_code(b->class));
            if (a->verdict != KJ_UNKNOWN)
                assert_int_equal(a->verdict, b->verdict);
        }
    }
    assert_true(some->n_open == 0 || some->verdict == KJ_WORK_UNKNOWN ||
                some->verdict == KJ_WORK_UNSOUND);
    if (some->verdict != KJ_WORK_UNKNOWN)
        assert_int_equal(some->verdict, all->verdict);
}

/* How many moves beside the line mate or not, as against a solver's own answer. */
static void expect_facts(const char *id, const KjReport *report)
{
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = node_at(report, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            if (alt->verdict == KJ_UNKNOWN)
                continue;
            KjPosition next = kj_position_after(&node->position, alt->move);
            if (alone(&next, report).verdict != alt->verdict)
                fail_msg("%s, ply %u: not so", id, i + 1);
        }
    }
}

static unsigned count_fault(const KjReport *report, KjFault fault)
{
    unsigned n = 0;
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        n += finding->is_fault && finding->fault == fault;
    }
    return n;
}

/* The report and the first position of its line say the same of whether it mates and how soon. */
static void expect_one_length(const char *id, const KjReport *report)
{
    if (!report->nodes->len)
        return;
    const KjCheckNode *first = &g_array_index(report->nodes, KjCheckNode, 0);
    bool known = first->most < KJ_NO_BOUND;
    bool same = report->mate == first->mate;
    if (report->mate == KJ_MATE)
        same = same && (known ? report->shortest == first->most : !report->shortest) &&
               report->shortest_proved == (known && first->least >= first->most);
    if (report->interpositions == KJ_INTERPOSITIONS_COUNT && report->mate == KJ_MATE)
        same = same && report->pure_plies == report->shortest &&
               report->pure_proved == report->shortest_proved;
    if (!same)
        print_error("%s: mate %d in %u, proved %d; the line: %d, %u to %u\n", id, report->mate,
                    report->shortest, report->shortest_proved, first->mate, first->least,
                    first->most);
    assert_true(same);
}

/* What the tests of a game see. */
typedef struct {
    unsigned open_lengths, tentative;
} Seen;

/* Where all interpositions count there is one length, not two. */
static void try_by_count(const Planted *row)
{
    static const uint64_t questions[] = {4, 16, 64};
    const KjProfile *bare = kj_profile_at(kj_profile_count() - 1);
    KjCheckOptions options = {.profile = bare,
                              .author = row->line,
                              .n_author = row->n_line,
                              .recorded_plies = -1,
                              .n_passes = 1};
    for (unsigned i = 0; i < G_N_ELEMENTS(questions); i++) {
        g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
        KjLimits limits = {0};
        g_auto(KjReport) report;
        options.pass_nodes[0] = questions[i];
        kj_check(solver, &row->pos, kj_default_attacker(&row->pos), &options, &limits, &report);
        assert_int_equal(report.interpositions, KJ_INTERPOSITIONS_COUNT);
        expect_one_length(row->id, &report);
    }
}

/* A row with its line and little effort. */
static void try_with_line(const Planted *row, Seen *seen)
{
    static const uint64_t questions[] = {1, 4, 16, 64};
    Work work = {&row->pos, row->line, row->n_line};
    g_auto(KjReport) all;
    check(&work, 0, 0, &all);
    assert_false(all.tentative);
    expect_one_length(row->id, &all);
    if (all.authors) {
        expect_bounds_hold(row->id, &all, true);
        assert_int_equal(all.n_open_lengths, 0);
        assert_int_equal(count_fault(&all, KJ_FAULT_OPEN_LENGTH), 0);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(questions) && all.authors; i++) {
        g_auto(KjReport) some;
        check(&work, questions[i], 0, &some);
        assert_true(some.authors);
        expect_one_length(row->id, &some);
        expect_bounds_hold(row->id, &some, false);
        if (!some.tentative)
            expect_no_guess(row->id, &some, &all);
        assert_int_equal(count_fault(&some, KJ_FAULT_OPEN_LENGTH), some.n_open_lengths > 0);
        seen->open_lengths += some.n_open_lengths > 0;
    }
}

/* A row without its line, with limits that may end before its main line is found. */
static void try_without_line(const Planted *row, Seen *seen)
{
    for (uint64_t whole = 8; whole <= 512; whole *= 2) {
        Work work = {&row->pos, NULL, 0};
        g_auto(KjReport) report;
        check(&work, 0, whole, &report);
        assert_int_equal(count_fault(&report, KJ_FAULT_TENTATIVE), report.tentative);
        expect_one_length(row->id, &report);
        if (report.tentative) {
            assert_int_equal(report.verdict, KJ_WORK_UNKNOWN);
            assert_int_equal(report.mate, KJ_MATE);
            assert_int_equal(report.n_defects + report.n_blemishes, 0);
            assert_true(report.n_line > 0);
            expect_bounds_hold(row->id, &report, false);
            expect_facts(row->id, &report);
            seen->tentative++;
        }
    }
}

static void try_row(Planted *row, void *data)
{
    if (!row->n_line)
        return;
    try_with_line(row, data);
    try_by_count(row);
    try_without_line(row, data);
}

TEST(bounds_and_open_lengths_of_planted_works)
{
    Seen seen = {0};
    planted_each("shogi", 3, try_row, &seen);
    planted_each("56shogi", 5, try_row, &seen);
    print_message("# open lengths in %u reports, %u tentative lines\n", seen.open_lengths,
                  seen.tentative);
    assert_true(seen.open_lengths > 10);
    assert_true(seen.tentative > 10);
}

static const char zuko2[] = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";

/* The line of a mate in 21, as the usual effort finds it. */
static unsigned line_of(const KjPosition *root, KjMove out[MAX_LINE])
{
    Work work = {root, NULL, 0};
    g_auto(KjReport) report;
    check(&work, 0, 0, &report);
    unsigned n = report.n_line;
    assert_int_equal(n, 21);
    memcpy(out, report.line, n * sizeof *out);
    return n;
}

TEST(the_authors_line_proves_what_a_search_did_not)
{
    g_auto(KjPositionText) text;
    KjMove line[MAX_LINE];
    assert_true(kj_position_text_read(zuko2, NULL, &text, NULL));
    KjPosition root = kj_position_text_end(&text);
    Work with = {&root, line, line_of(&root, line)}, without = {&root, NULL, 0};
    KjReport report;
    check(&without, 1500, 0, &report); // too little to solve it
    assert_int_equal(report.mate, KJ_UNKNOWN);
    assert_int_equal(report.nodes->len, 0);
    kj_report_clear(&report);
    check(&with, 1500, 0, &report);
    assert_int_equal(report.mate, KJ_MATE);
    assert_int_equal(report.shortest, 21);
    assert_false(report.tentative);
    kj_report_clear(&report);
}

/* All stations after the deepest one that is open are settled. */
TEST(what_lies_beyond_an_open_length_is_settled)
{
    KjPositionText text;
    KjMove line[MAX_LINE];
    assert_true(kj_position_text_read(zuko2, NULL, &text, NULL));
    KjPosition root = kj_position_text_end(&text);
    Work work = {&root, line, line_of(&root, line)};
    KjReport report;
    check(&work, 600, 0, &report);
    assert_int_equal(report.verdict, KJ_WORK_UNKNOWN);
    assert_true(report.n_open > 0 && report.n_open_lengths > 0);
    int deepest = -1;
    for (unsigned i = 0; i < report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(report.findings, KjFinding, i);
        if (finding->is_fault && finding->fault == KJ_FAULT_OPEN_LENGTH)
            deepest = finding->ply;
    }
    assert_true(deepest >= 0 && deepest < 20);
    for (unsigned i = (unsigned)deepest + 1; i < report.nodes->len; i++) {
        const KjCheckNode *node = node_at(&report, i);
        if (!node->attacks) // the replies before that node may be open as well
            continue;
        assert_int_equal(node->mate, KJ_MATE);
        assert_int_equal(node->least, node->plies);
        assert_int_equal(node->most, node->plies);
    }
    kj_report_clear(&report);
    kj_position_text_clear(&text);
}
