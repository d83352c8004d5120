/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of made works, and which version is the more economical, as tables. */
#include "solver/compose/appeal.h"
#include "solver/compose/candidate.h"
#include "tests/support/cmocka.h"

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
    static const KjAppealPart expected[] = {
        {"pieces", -2}, {"plies", 2.1}, {"focal-sacrifice", 3}, {"chase", -3}};
    KjAppealPart part[KJ_APPEAL_PARTS];
    assert_int_equal(kj_appeal_parts(&made, part), G_N_ELEMENTS(expected));
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        assert_string_equal(part[i].code, expected[i].code);
        assert_float_equal(part[i].points, expected[i].points, 1e-5);
    }
    assert_float_equal(kj_appeal_of(&made), 0.1, 1e-5);
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
