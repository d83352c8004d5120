/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a check spends beside the question whether moves mate: a cook longer than the line is
 * measured with little, but on where there is a limit of the whole to use up; useless pieces are
 * not looked for by asking again what is open. Works of three plies with long cooks.
 */
#include "core/format/position_text.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"

enum { MEMORY_MIB = 64, WHOLE = 1000000 };

typedef struct {
    KjPositionText text;
    KjSolver *solver;
    KjReport report;
} Checked;

/* Checks a position with the moves of its line. `whole`: nodes of the whole check, 0: no limit. */
static void check(const char *work, uint64_t question, uint64_t whole, unsigned spares,
                  Checked *out)
{
    KjSolverOptions solver = {
        .loops = KJ_LOOPS_USUAL, .memory_mib = MEMORY_MIB, .find_shortest = true};
    assert_true(kj_position_text_read(work, NULL, &out->text, NULL));
    KjCheckOptions options = {.author = out->text.moves,
                              .n_author = out->text.n_moves,
                              .recorded_plies = -1,
                              .n_passes = 1,
                              .pass_nodes = {question},
                              .spares = spares};
    KjLimits limits = {.nodes = whole};
    out->solver = kj_solver_new(&solver, NULL);
    kj_check(out->solver, &out->text.start, KJ_SENTE, &options, &limits, &out->report);
}

static void done(Checked *checked)
{
    kj_report_clear(&checked->report);
    kj_solver_free(checked->solver);
    kj_position_text_clear(&checked->text);
}

/* The late cooks at the first node. */
static unsigned late(const Checked *checked, const KjAlternative *out[], unsigned room)
{
    const KjCheckNode *node = &g_array_index(checked->report.nodes, KjCheckNode, 0);
    unsigned n = 0;
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class == KJ_CLASS_LATE && n < room)
            out[n++] = alt;
    }
    return n;
}

/* 1d4a and 1d4a+ mate in 13 plies, which takes longer to prove than that they mate at all. */
TEST(late_cooks_are_measured_where_a_limit_is_to_be_used_up)
{
    enum { ROOM = 8 };
    static const char work[] = "9/4k4/3R5/8B/9/9/9/9/9 b RNb4g4s3n4l18p 1 moves R*6b 5b5a 6c5c+";
    const KjAlternative *short_of[ROOM], *with[ROOM];
    Checked little, limited;
    check(work, 100000, 0, 0, &little);
    check(work, 100000, WHOLE, 0, &limited);
    unsigned n = late(&little, short_of, ROOM), bounds = 0;
    assert_int_equal(n, late(&limited, with, ROOM));
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(short_of[i]->move, with[i]->move);
        assert_true(with[i]->exact);
        assert_true(short_of[i]->exact ? short_of[i]->plies == with[i]->plies
                                       : short_of[i]->plies >= with[i]->plies);
        bounds += !short_of[i]->exact;
    }
    assert_true(bounds > 0);
    assert_int_equal(little.report.verdict, limited.report.verdict);
    assert_true(little.report.searched < limited.report.searched);
    done(&little);
    done(&limited);
}

/* Moves stay open here, so it is open whether the silvers are needed; that may cost as much as the
 * rest, not several times as much. */
TEST(useless_pieces_beside_open_moves)
{
    static const char work[] = "5Sk2/8S/9/8S/9/9/9/9/9 b 2R2b4gs4n4l18p 1 moves R*3b 3a4a R*3a";
    Checked without, with;
    check(work, 5000, 0, 0, &without);
    check(work, 5000, 0, KJ_CHECK_SPARES, &with);
    assert_true(without.report.n_open > 0);
    assert_int_equal(without.report.n_open, with.report.n_open);
    assert_true(kj_report_useless(&with.report, KJ_OPEN) > 0);
    assert_true(with.report.searched > without.report.searched);
    assert_true(with.report.searched < 2 * without.report.searched);
    done(&without);
    done(&with);
}

/* Two pieces are not needed here; it takes more than a few nodes to see that. */
static const char not_needed[] = "7S1/6S1P/8k/9/9/9/9/9/9 b RGr2b3g2s4n4l17p 1";

/* The verdict by the profile of this name, with a weight turned or NULL. */
static KjWork verdict_by(const KjReport *report, const char *name, const char *weight)
{
    for (size_t i = 0; i < kj_profile_count(); i++) {
        KjProfile profile = *kj_profile_at(i);
        if (g_strcmp0(profile.name, name) != 0)
            continue;
        assert_true(!weight || kj_profile_weigh(&profile, "useless", weight));
        return kj_report_judge(report, &profile, NULL);
    }
    fail_msg("no profile %s", name);
    return KJ_WORK_UNKNOWN;
}

/* The severity of a fault that was found, or -1. */
static int severity_of(const KjReport *report, KjFault fault)
{
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        if (f->is_fault && f->fault == fault)
            return (int)f->severity;
    }
    return -1;
}

/* What is open weighs as what it may be: where a useless piece is a defect the verdict is open. */
TEST(open_useless_pieces_leave_the_verdict_open)
{
    static const struct {
        const char *profile, *weight;
        KjWork work;
    } cases[] = {
        {"modern", NULL, KJ_WORK_SOUND},       {"app", NULL, KJ_WORK_UNKNOWN},
        {"classic", NULL, KJ_WORK_SOUND},      {"strict", "blemish", KJ_WORK_UNSOUND},
        {"modern", "defect", KJ_WORK_UNKNOWN}, {"app", "note", KJ_WORK_SOUND},
    };
    Checked c;
    check(not_needed, 100000, 50000, KJ_CHECK_SPARES, &c);
    assert_int_equal(c.report.n_open, 0);
    assert_int_equal(kj_report_useless(&c.report, KJ_OPEN), 2);
    assert_int_equal(kj_report_useless(&c.report, KJ_YES), 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_string_equal(kj_work_text(verdict_by(&c.report, cases[i].profile, cases[i].weight)),
                            kj_work_text(cases[i].work));
    assert_int_equal(severity_of(&c.report, KJ_FAULT_OPEN_USELESS), KJ_SEVERITY_NOTE);
    assert_int_equal(severity_of(&c.report, KJ_FAULT_USELESS), -1);
    done(&c);
    // what is decided is no longer open
    check(not_needed, 1000000, 0, KJ_CHECK_SPARES, &c);
    assert_int_equal(kj_report_useless(&c.report, KJ_YES), 2);
    assert_int_equal(severity_of(&c.report, KJ_FAULT_OPEN_USELESS), -1);
    assert_int_equal(verdict_by(&c.report, "modern", NULL), KJ_WORK_BLEMISHED);
    assert_int_equal(verdict_by(&c.report, "app", NULL), KJ_WORK_UNSOUND);
    done(&c);
    // what was not asked for is not open
    check(not_needed, 100000, 0, 0, &c);
    assert_int_equal(verdict_by(&c.report, "app", NULL), KJ_WORK_SOUND);
    done(&c);
}
