/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of made works, and which version is the more economical, as tables. */
#include "solver/compose/appeal.h"
#include "solver/compose/candidate.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 16, NODES = 200000 };

/* A theme by its code, as a set. */
static uint64_t theme(const char *code)
{
    for (size_t i = 0; i < kj_theme_count(); i++)
        if (strcmp(kj_theme_at(i)->code, code) == 0)
            return (uint64_t)1 << i;
    fail_msg("no theme %s", code);
    return 0;
}

TEST(points_of_themes_and_sizes)
{
    static const struct {
        unsigned pieces, plies;
        bool by_law;
        const char *theme; // or NULL
        double points;
    } rows[] = {
        {0, 0, false, NULL, 0},
        {5, 0, false, NULL, -2}, // off for pieces
        {0, 5, false, NULL, 1.5},
        {5, 5, false, NULL, -0.5},
        {0, 0, true, NULL, 4},
        {0, 0, false, "unpromoted-rook", 6},
        {0, 0, false, "mid-interposition", 5},
        {0, 0, false, "focal-sacrifice", 3},
        {0, 0, false, "discovered-check", 1},
        {5, 5, true, "unpromoted-pawn", 9.5},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjMade made = {.pieces = rows[i].pieces,
                       .n_line = rows[i].plies,
                       .by_law = rows[i].by_law,
                       .themes = rows[i].theme ? theme(rows[i].theme) : 0};
        assert_float_equal(kj_appeal_of(&made), rows[i].points, 1e-5);
    }
}

TEST(points_of_measures)
{
    static const struct {
        KjMeasure measure;
        unsigned value;
        double points;
    } rows[] = {
        {KJ_MEASURE_SACRIFICES, 1, 2}, {KJ_MEASURE_SACRIFICES, 3, 6}, {KJ_MEASURE_SACRIFICES, 9, 6},
        {KJ_MEASURE_QUIET, 1, 2},      {KJ_MEASURE_ECONOMY, 50, 2},   {KJ_MEASURE_ECONOMY, 100, 4},
        {KJ_MEASURE_TRIES, 5, 2},      {KJ_MEASURE_TRIES, 50, 3},     {KJ_MEASURE_CAPTURES, 2, -2},
        {KJ_MEASURE_CAPTURES, 9, -4},  {KJ_MEASURE_CHASE, 50, -3},    {KJ_MEASURE_CHASE, 100, -6},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjMade made = {.n_line = 0};
        made.measured.value[rows[i].measure] = rows[i].value;
        assert_float_equal(kj_appeal_of(&made), rows[i].points, 1e-5);
    }
}

/* The parts say what speaks against a work, too; what gives nothing is none. */
TEST(points_have_parts)
{
    KjMade made = {.pieces = 5, .n_line = 7, .themes = theme("focal-sacrifice")};
    made.measured.value[KJ_MEASURE_CHASE] = 50;
    static const struct {
        const char *code;
        double points;
        KjMeasure measure;
    } expected[] = {{"pieces", -2, KJ_MEASURES},
                    {"plies", 2.1, KJ_MEASURES},
                    {"focal-sacrifice", 3, KJ_MEASURES},
                    {"chase", -3, KJ_MEASURE_CHASE}};
    KjAppealPart part[KJ_APPEAL_PARTS];
    assert_int_equal(kj_appeal_parts(&made, part), G_N_ELEMENTS(expected));
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        assert_string_equal(part[i].code, expected[i].code);
        assert_float_equal(part[i].points, expected[i].points, 1e-5);
        assert_int_equal(part[i].measure, expected[i].measure);
        assert_ptr_equal(part[i].theme, kj_theme_find(expected[i].code));
    }
    assert_float_equal(kj_appeal_of(&made), 0.1, 1e-5);
}

/* A work with its points, as a check finds it. */
static KjMade judged(const char *text)
{
    KjPosition pos = position_of(text);
    KjSolverOptions solver_options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&solver_options, NULL);
    KjCheckOptions options = {.recorded_plies = -1, .spares = KJ_CHECK_SPARES, .themes = true};
    KjLimits limits = {.nodes = NODES};
    g_auto(KjReport) report;
    KjMade made;
    kj_check(solver, &pos, KJ_SENTE, &options, &limits, &report);
    assert_true(report.verdict <= KJ_WORK_BLEMISHED);
    kj_made_of_report(&pos, &report, &made);
    return made;
}

/* Of two works the first is to be shown before the second, and has more points. */
TEST(what_has_little_to_show_comes_late)
{
    static const struct {
        const char *better, *worse;
    } rows[] = {
        // of nine plies: sacrifices; a chase
        {"6g2/8k/8N/6+P+R1/9/9/9/9/9 b Pr2b3g4s2n4l16p 1",
         "9/9/9/9/9/9/7+R1/k8/N8 b Sr2b4g3s3n4l18p 1"},
        // a piece that does nothing
        {"9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1", "9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1"},
        // of three plies: a sacrifice on a focus; nothing of note
        {"4k4/9/4G1N2/2b6/3r5/9/9/9/9 b GNrb2g4s2n4l18p 1",
         "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjMade better = judged(rows[i].better), worse = judged(rows[i].worse);
        assert_int_equal(better.n_line, worse.n_line);
        assert_true(better.appeal > worse.appeal);
        assert_true(kj_made_compare(&better, &worse) < 0);
    }
}

/* Pieces before strength, before what the unpromoted faces are worth. */
TEST(economy)
{
    static const struct {
        KjEconomy a, b;
        int order;
    } rows[] = {
        {{0, 0, 0, 0}, {0, 0, 0, 9}, 0},   // how far pieces move is not economy
        {{-1, 0, 0, 0}, {0, 0, 0, 0}, -1}, // fewer pieces,
        {{-1, 9, 0, 0}, {0, -9, 0, 0}, -1},
        {{0, -1, 0, 0}, {0, 0, 0, 0}, -1}, // then weaker ones,
        {{0, -1, 9, 0}, {0, 0, -9, 0}, -1},
        {{0, 0, -1, 0}, {0, 0, 0, 0}, -1}, // then those that are promoted
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_int_equal(kj_economy_compare(&rows[i].a, &rows[i].b), rows[i].order);
        assert_int_equal(kj_economy_compare(&rows[i].b, &rows[i].a), -rows[i].order);
        KjCandidate a = {.n_changes = 1, .economy = rows[i].a};
        KjCandidate b = {.n_changes = 1, .economy = rows[i].b};
        int order = rows[i].order ? rows[i].order : -1; // there what moves least
        assert_int_equal(kj_candidate_compare(&a, &b), order);
        assert_int_equal(kj_candidate_compare(&b, &a), -order);
        a.n_changes = 2; // more changes come later, whatever they save
        assert_int_equal(kj_candidate_compare(&a, &b), 1);
    }
}
