/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it costs to check a work again after an edit: nodes and CPU time of a solver that has checked
 * the work before, against those of a new one.
 *
 *     recheck SEED EDITS NODES [PROFILE] <WORKS
 *
 * A line of WORKS is an id, a tab, and a position. Works that take more than NODES to check, or
 * stay open, are passed over. The neighbours of a work are checked by one solver, of which it is the
 * base.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solver/check/recheck.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/solver/neighbours.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 512, TRIES = 1000, DRAWN = 12 };

/* What one check took. */
typedef struct {
    uint64_t nodes;
    double seconds;
} Cost;

/* An edit: what the second check took of the first. */
typedef struct {
    double nodes, seconds;
    bool sound; // the work is as it was
} Share;

static double cpu(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

typedef struct {
    const KjProfile *profile;
    uint64_t most;
    GArray *shares; // of Share
    unsigned different;
} Bench;

static Cost check(const Bench *bench, KjSolver *solver, const KjPosition *pos, bool base,
                  KjReport *out)
{
    KjCheckOptions options = {
        .recorded_plies = -1, .profile = bench->profile, .spares = KJ_CHECK_SPARES};
    KjLimits limits = {.nodes = bench->most};
    double begun = cpu();
    KjSide attacker = kj_default_attacker(pos);
    (base ? kj_recheck_base : kj_recheck)(solver, pos, attacker, &options, &limits, out);
    return (Cost){out->searched, cpu() - begun};
}

/* Whether two reports find the same fault with two works. */
static bool as_before(const KjReport *a, const KjReport *b)
{
    return a->verdict == b->verdict && a->plies == b->plies && a->n_defects == b->n_defects;
}

/* A neighbour, checked from nothing and again by a solver that knows the work. */
static void compare(Bench *bench, const char *id, KjSolver *old, const KjPosition *edited,
                    const char *kind, const KjReport *cold, Cost from_nothing, bool sound)
{
    g_auto(KjReport) warm;
    Cost again = check(bench, old, edited, false, &warm);
    Share share = {(double)again.nodes / (double)MAX(from_nothing.nodes, 1),
                   again.seconds / from_nothing.seconds, sound};
    g_autofree char *a = neighbour_report(cold), *b = neighbour_report(&warm);
    bool open = neighbour_open(cold) || neighbour_open(&warm);
    bench->different += !open && !g_str_equal(a, b);
    printf("%s\t%s\t%s %u\t%" G_GUINT64_FORMAT "\t%" G_GUINT64_FORMAT
           "\t%.3f\t%.3f s\t%.3f s\t%.3f%s%s\n",
           id, kind, kj_work_text(cold->verdict), cold->plies, from_nothing.nodes, again.nodes,
           share.nodes, from_nothing.seconds, again.seconds, share.seconds,
           sound ? "\tas before" : "",
           open                ? "\topen"
           : g_str_equal(a, b) ? ""
                               : "\tDIFFERENT");
    fflush(stdout);
    if (!open)
        g_array_append_val(bench->shares, share);
}

/* Draws a neighbour; false if there is none of the kind drawn. Returns whether it is as sound as
 * the work in `*out_sound`. */
static bool draw(Bench *bench, const char *id, KjSolver *old, const KjPosition *work,
                 const KjReport *report, DraftRng *rng, bool any, bool *out_sound)
{
    KjPosition edited;
    NeighbourKind kind = (NeighbourKind)draft_random(rng, NEIGHBOUR_KINDS);
    bool made = false;
    for (unsigned tries = 0; tries < TRIES && !made; tries++)
        made = neighbour_make(&edited, work, kind, rng);
    if (!made)
        return false;
    g_auto(KjReport) cold;
    g_autoptr(KjSolver) fresh = usual_solver(MEMORY_MIB);
    Cost cost = check(bench, fresh, &edited, false, &cold);
    *out_sound = as_before(report, &cold);
    if (any || *out_sound)
        compare(bench, id, old, &edited, neighbour_text(kind), &cold, cost, *out_sound);
    return true;
}

/* So many neighbours that are as sound as the work, and as many others, if so many are found. */
static void visit(Bench *bench, const char *id, const KjPosition *work, unsigned edits,
                  DraftRng *rng)
{
    g_auto(KjReport) report;
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    Cost cost = check(bench, solver, work, true, &report);
    bool open = neighbour_open(&report) || report.mate != KJ_MATE || cost.nodes >= bench->most;
    unsigned sound = 0, others = 0;
    for (unsigned n = 0; n < DRAWN * edits && !open && sound < edits; n++) {
        bool is_sound = false;
        if (draw(bench, id, solver, work, &report, rng, others < edits, &is_sound))
            *(is_sound ? &sound : &others) += 1;
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median, 90 in 100 and the largest of the nodes and seconds of some edits. */
static void print_shares(const char *what, const Bench *bench, bool sound_only, bool nodes)
{
    g_autofree double *value = g_new(double, bench->shares->len + 1);
    unsigned n = 0;
    for (unsigned i = 0; i < bench->shares->len; i++) {
        const Share *share = &g_array_index(bench->shares, Share, i);
        if (!sound_only || share->sound)
            value[n++] = nodes ? share->nodes : share->seconds;
    }
    if (n == 0)
        return;
    qsort(value, n, sizeof *value, by_value);
    printf("%s, %s: %u edits, median %.3f, 90%% %.3f, most %.3f\n", what, nodes ? "nodes" : "CPU",
           n, value[n / 2], value[n * 9 / 10], value[n - 1]);
}

/* NULL: unknown */
static const KjProfile *profile_named(const char *name)
{
    for (size_t i = 0; i < kj_profile_count(); i++) {
        if (strcmp(kj_profile_at(i)->name, name) == 0)
            return kj_profile_at(i);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const KjProfile *profile = argc > 4 ? profile_named(argv[4]) : NULL;
    if (argc < 4 || (argc > 4 && !profile)) {
        fprintf(stderr, "usage: %s SEED EDITS NODES [PROFILE] <WORKS\n", argv[0]);
        return 2;
    }
    DraftRng rng = {g_ascii_strtoull(argv[1], NULL, 10)};
    unsigned edits = (unsigned)g_ascii_strtoull(argv[2], NULL, 10);
    Bench bench = {.profile = profile,
                   .most = g_ascii_strtoull(argv[3], NULL, 10),
                   .shares = g_array_new(FALSE, FALSE, sizeof(Share))};
    char *id;
    for (KjPosition pos; work_list_next(stdin, &id, &pos); g_free(id))
        visit(&bench, id, &pos, edits, &rng);
    print_shares("as before", &bench, true, true);
    print_shares("as before", &bench, true, false);
    print_shares("all", &bench, false, true);
    print_shares("all", &bench, false, false);
    printf("%u different\n", bench.different);
    g_array_unref(bench.shares);
    return bench.different ? EXIT_FAILURE : EXIT_SUCCESS;
}
