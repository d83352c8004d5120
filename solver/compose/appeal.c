/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points for themes and measures. */
#include "solver/compose/appeal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Points of a theme; those that are not named get none, being of the diagram more than of the play.
static const struct {
    const char *code;
    double points;
} of_theme[] = {
    {"unpromoted-rook", 6},
    {"unpromoted-bishop", 6},
    {"unpromoted-princess", 6},
    {"unpromoted-lance", 4},
    {"unpromoted-pawn", 6},
    {"drop-mate-avoided", 4},
    {"mid-interposition", 5},
    {"moving-interposition", 2},
    {"moving-mid-interposition", 5},
    {"interposition", 1},
    {"interposition-choice", 3},
    {"counter-check", 4},
    {"kings-privilege", 4},
    {"try-refutes", 3},
    {"promoted-drop", 3},
    {"focal-sacrifice", 3},
    {"long-drop", 1},
    {"exact-drop", 2},
    {"discovered-check", 1},
    {"given-interposition", 3},
    {"dragon-at-one", 1},
    {"knight-mate", 1},
    {"manoeuvre-again", 2},
    {"double-check", 1},
    {"rook-before-lance", 4},
    {"rook-before-pawn", 4},
    {"gold-before-pawn", 3},
    {"silver-before-pawn", 3},
    {"lance-before-pawn", 4},
    {"hand-exchange", 3},
    {"saw", 4},
    {"king-returns", 2},
    {"centre-mate", 1},
    {"model-mate", 1},
    {"bare-king", 4},
    {"one-kind", 3},
    {"no-attackers", 2},
    {"no-defenders", 1},
    {"simple", 1},
};

// Points of a unit of a measure, no more than `most` in all.
static const struct {
    double points, most;
} of_measure[KJ_MEASURES] = {
    [KJ_MEASURE_CHASE] = {-0.06, 6},    [KJ_MEASURE_CAPTURES] = {-1, 4},
    [KJ_MEASURE_ECONOMY] = {0.04, 4},   [KJ_MEASURE_QUIET] = {2, 2},
    [KJ_MEASURE_OPENNESS] = {0.5, 2},   [KJ_MEASURE_SACRIFICES] = {2, 6},
    [KJ_MEASURE_LONG_DROPS] = {0.5, 1}, [KJ_MEASURE_DECLINED] = {0.5, 1},
    [KJ_MEASURE_TRIES] = {0.4, 3},
};

#define PER_PIECE (-0.4)
#define PER_PLY 0.3
#define BY_LAW 4

static double measure_points(const KjMade *made, KjMeasure measure)
{
    double points = of_measure[measure].points * made->measured.value[measure];
    return CLAMP(points, -of_measure[measure].most, of_measure[measure].most);
}

static_assert(G_N_ELEMENTS(of_theme) + KJ_MEASURES + 3 <= KJ_APPEAL_PARTS, "parts");

static void add_part(KjAppealPart part, KjAppealPart *out, unsigned *n)
{
    if (part.points < 0 || part.points > 0)
        out[(*n)++] = part;
}

unsigned kj_appeal_parts(const KjMade *made, KjAppealPart *out)
{
    const KjAppealPart sizes[] = {{"pieces", PER_PIECE * made->pieces, NULL, KJ_MEASURES},
                                  {"plies", PER_PLY * made->n_line, NULL, KJ_MEASURES},
                                  {"law", BY_LAW * made->by_law, NULL, KJ_MEASURES}};
    unsigned n = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        add_part(sizes[i], out, &n);
    for (size_t i = 0; i < G_N_ELEMENTS(of_theme); i++) {
        const char *code = of_theme[i].code;
        if (kj_made_shows(made, code))
            add_part((KjAppealPart){code, of_theme[i].points, kj_theme_find(code), KJ_MEASURES},
                     out, &n);
    }
    for (KjMeasure m = 0; m < KJ_MEASURES; m++)
        add_part((KjAppealPart){kj_measure_code(m), measure_points(made, m), NULL, m}, out, &n);
    return n;
}

double kj_appeal_of(const KjMade *made)
{
    KjAppealPart part[KJ_APPEAL_PARTS];
    unsigned n = kj_appeal_parts(made, part);
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += part[i].points;
    return sum;
}

static int by_points(const void *a, const void *b)
{
    const KjAppealPart *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    if (!x->theme != !y->theme)
        return x->theme ? -1 : 1;
    return x->theme ? (x->theme > y->theme) - (x->theme < y->theme)
                    : (int)x->measure - (int)y->measure;
}

/* Whether it may be told as what speaks for a work. */
static bool is_reason(const KjAppealPart *part)
{
    return part->theme || (part->measure < KJ_MEASURES && part->points >= 1);
}

unsigned kj_appeal_reasons(const KjMade *made, KjAppealPart *out, unsigned most)
{
    KjAppealPart part[KJ_APPEAL_PARTS];
    unsigned n_parts = kj_appeal_parts(made, part), n = 0;
    for (unsigned i = 0; i < n_parts; i++)
        if (is_reason(&part[i]))
            part[n++] = part[i];
    qsort(part, n, sizeof *part, by_points);
    n = MIN(n, most);
    memcpy(out, part, n * sizeof *out);
    return n;
}
