/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of reports: written, verified, saying what the report says; and false ones. */
#include <string.h>

#include "core/format/sfen.h"
#include "tests/support/certify/report_forge.h"
#include "tests/support/certify/reported.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/works.h"

enum { NODES = 20000 };

TEST(reports_of_random_works_are_verified)
{
    static const char *const games[] = {
        "shogi",         "56shogi", "minishogi",           "gorogoro",
        "dobutsu",       "suizo",   "suizo elephant=hand", "suizo drops=no",
        "shogi drops=no"};
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++) {
        bool switched = strchr(games[i], ' ') != NULL; // by brute force in tests/slow
        ReportedTotal total = {.brute_force = !switched};
        bool ok = reported_random(games[i], 7 + i, SAMPLES(7, 3), NODES, &total);
        reported_print(games[i], &total);
        assert_true(ok);
    }
}

TEST(reports_of_lists_are_verified)
{
    static const struct {
        const char *path;
        unsigned step;
        bool brute_force;
    } lists[] = {
        {"tests/data/defects/shogi.tsv", 30, true}, {"tests/data/defects/56shogi.tsv", 30, true},
        {"puzzles/composed/suizo.tsv", 6, true},    {"puzzles/shogi/original.tsv", 3, false},
        {"puzzles/composed/shogi.tsv", 30, false},  {"puzzles/minishogi/original.tsv", 1, false},
        {"puzzles/dobutsu/original.tsv", 1, false}};
    for (unsigned i = 0; i < G_N_ELEMENTS(lists); i++) {
        ReportedTotal total = {.brute_force = lists[i].brute_force};
        bool ok = reported_list(lists[i].path, SAMPLES(1, 3) * lists[i].step, 10 * NODES, &total);
        reported_print(lists[i].path, &total);
        assert_true(ok);
        assert_int_equal(total.open, 0);
        assert_int_equal(total.without, 0);
    }
}

/* So little effort that moves stay open. */
TEST(bounds_of_open_moves_are_verified)
{
    static const char *const lists[] = {"tests/data/defects/shogi.tsv",
                                        "tests/data/defects/56shogi.tsv"};
    for (unsigned i = 0; i < G_N_ELEMENTS(lists); i++) {
        ReportedTotal total = {.brute_force = false};
        for (uint64_t nodes = 200; nodes <= 3200; nodes *= 2)
            assert_true(reported_list(lists[i], SAMPLES(5, 20), nodes, &total));
        reported_print(lists[i], &total);
        assert_true(total.bounded > 10);
    }
}

/* Checks a sound work, with so much effort for writing its certificate. */
static void check_with_effort(const char *work, uint64_t effort, Reported *r)
{
    KjPosition pos = position_of(work);
    g_autoptr(KjSolver) solver = reported_solver();
    *r = (Reported){.bytes = g_byte_array_new(),
                    .claims = g_array_new(FALSE, FALSE, sizeof(KvMoveClaim))};
    r->certificate.sink = (KjCertificateSink){kj_certificate_hold, r->bytes};
    r->certificate.effort = effort;
    const KjCheckOptions options = {.profile = kj_profile_at(0),
                                    .recorded_plies = -1,
                                    .spares = KJ_CHECK_SPARES,
                                    .certificate = &r->certificate};
    const KjLimits limits = {.nodes = NODES};
    kj_check(solver, &pos, KJ_SENTE, &options, &limits, &r->report);
    assert_int_equal(r->report.verdict, KJ_WORK_SOUND);
    assert_true(r->certificate.nodes <= 2 * effort + 1000);
}

/* What shows a report may be many times what found it: the writing ends, and the report stays. */
TEST(writing_has_an_effort_of_its_own)
{
    for (uint64_t effort = 1; effort <= 100000; effort *= 100000) {
        g_auto(Reported) r;
        check_with_effort("5+B2k/9/7B1/9/9/9/9/9/9 b S2r4g3s4n4l18p 1", effort, &r);
        bool whole = r.certificate.written && r.certificate.verdict == KJ_WORK_SOUND;
        assert_int_equal(whole, effort > 1);
    }
}

/* A move that takes all effort stays open, and the others are shown all the same. */
TEST(a_dear_move_leaves_effort_for_others)
{
    g_auto(Reported) r;
    check_with_effort("9/9/9/9/9/9/1+S7/2L6/k+sB6 b GS2rb3gs4n3l18p 1", 50, &r);
    assert_true(r.certificate.written);
    assert_int_equal(r.certificate.open, 1);
    assert_true(r.certificate.claims > 10);
}

TEST(interpositions_that_hang_on_each_other)
{
    static const char *const works[] = {
        "7rk/6G1s/5R2N/8S/9/9/9/9/9 b 2b3g2s3n4l18p 1", // what is futile at no mate
        "9/9/9/9/9/9/9/9/6+P1k b Rr2b4g4s4n4l17p 1",    // a line of seven squares
    };
    const KjSolverOptions options = {
        .loops = KJ_LOOPS_FAIL, .memory_mib = 16, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(works); i++) {
        for (unsigned k = 0; k < kj_profile_count(); k++) {
            g_auto(Reported) r;
            const KjLimits limits = {.nodes = 15 * NODES};
            KjPosition pos = position_of(works[i]);
            g_autofree char *wrong = reported_run(solver, &pos, kj_profile_at(k), &limits, &r);
            if (wrong)
                fail_msg("%s", wrong);
            assert_true(r.certificate.written);
        }
    }
}

TEST(forged_reports_are_refused)
{
    assert_true(report_forge(SAMPLES(5, 1), 40, 8));
}

/* A report is not taken for a certificate of a mate by those who ask for one. */
TEST(a_report_is_not_given_for_a_mate)
{
    static const char text[] = "kanju-report 4\ngame shogi\n";
    FILE *in = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "rb");
    const KvLimits limits = {.memory = KV_DEFAULT_MEMORY};
    KvResult result = kv_verify(in, &limits);
    fclose(in);
    assert_int_equal(result.status, KV_UNREADABLE);
}
