/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a check costs again when one piece has been moved: nodes of a solver that has checked the
 * work before against those of a new one.
 *
 *     warm_check SEED CHANGES [near] <WORKS
 *
 * A line of WORKS is an id, a tab, and a position, perhaps with moves that lead to the one that is
 * meant. Each change moves one piece other than a king to an empty square, a neighbouring one with
 * `near`.
 *
 *     warm_check front PLIES <WORKS
 *
 * What a check costs after PLIES moves have been put in front of a sound work: each of WORKS is
 * taken for that; it is checked from nothing; with only those plies to look at, from nothing; and
 * both again by a solver that has checked the work without them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/check/check.h"
#include "tests/support/problems/draft.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 256, TRIES = 10000, QUESTION = 300000 };

/* Changes of one sort: nodes in all, and the logarithms of the shares that were searched again. */
typedef struct {
    uint64_t cold, warm;
    double logs;
    unsigned n;
} Sum;

/* Looks at the first `plies` plies, 0: all. */
static void check(KjSolver *solver, const KjPosition *pos, unsigned plies, KjReport *out)
{
    KjCheckOptions options = {.recorded_plies = -1, .lines = true, .plies = plies};
    options.n_passes = 1;
    options.pass_nodes[0] = QUESTION;
    KjLimits limits = {0};
    kj_check(solver, pos, (KjSide)pos->side, &options, &limits, out);
}

static bool neighbours(const KjTables *t, unsigned a, unsigned b)
{
    return abs(t->file_of[a] - t->file_of[b]) <= 1 && abs(t->rank_of[a] - t->rank_of[b]) <= 1;
}

/* Moves a piece at random; false if the result can be no work. */
static bool change(const KjPosition *pos, DraftRng *rng, bool near, KjPosition *out,
                   unsigned moved[2])
{
    const KjTables *t = pos->game->t;
    *out = *pos;
    unsigned from = draft_random(rng, t->squares), to = draft_random(rng, t->squares);
    if (!pos->board[from] || pos->board[to] || kj_piece_kind(pos->board[from]) == t->king)
        return false;
    if (near && !neighbours(t, from, to))
        return false;
    kj_position_put(out, to, kj_position_remove(out, from));
    moved[0] = from;
    moved[1] = to;
    return kj_position_check(out, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(out) &&
           !kj_in_check(out, (KjSide)out->side);
}

static void add(Sum *sum, uint64_t cold, uint64_t warm)
{
    sum->cold += cold;
    sum->warm += warm;
    sum->logs += log((double)MAX(warm, 1) / (double)MAX(cold, 1));
    sum->n++;
}

static void print_sum(const char *what, const Sum *sum)
{
    if (sum->n)
        printf("%s: %u changes, %" G_GUINT64_FORMAT " nodes anew, %" G_GUINT64_FORMAT
               " again, %.3f; geometric mean %.3f\n",
               what, sum->n, sum->cold, sum->warm, (double)sum->warm / (double)sum->cold,
               exp(sum->logs / sum->n));
}

/* Sums of the changes that keep the length of the mate, and of the others. */
static void measure(const char *id, const KjPosition *pos, const KjPosition *changed,
                    const unsigned moved[2], Sum sums[2])
{
    KjReport first, cold, warm;
    KjSolver *old = usual_solver(MEMORY_MIB), *fresh = usual_solver(MEMORY_MIB);
    check(old, pos, 0, &first);
    check(fresh, changed, 0, &cold);
    check(old, changed, 0, &warm);
    char from[KJ_SQUARE_TEXT], to[KJ_SQUARE_TEXT];
    kj_square_write(pos->game, moved[0], from);
    kj_square_write(pos->game, moved[1], to);
    printf("%s %s-%s: %s %u -> %s %u; %" G_GUINT64_FORMAT " nodes, changed %" G_GUINT64_FORMAT
           ", again %" G_GUINT64_FORMAT "\n",
           id, from, to, kj_work_text(first.verdict), first.plies, kj_work_text(cold.verdict),
           cold.plies, first.searched, cold.searched, warm.searched);
    fflush(stdout);
    add(&sums[cold.plies != first.plies], cold.searched, warm.searched);
    kj_report_clear(&first);
    kj_report_clear(&cold);
    kj_report_clear(&warm);
    kj_solver_free(old);
    kj_solver_free(fresh);
}

/* Nodes of a check by a solver that has checked `before`, if given. */
static uint64_t nodes_after(const KjPosition *before, const KjPosition *pos, unsigned plies,
                            KjReport *out)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjReport first;
    if (before) {
        check(solver, before, 0, &first);
        kj_report_clear(&first);
    }
    check(solver, pos, plies, out);
    return out->searched;
}

/* The ways to check a work whose part after `plies` plies has been checked; the shares are
 * added. */
static void measure_front(const char *id, const KjPosition *pos, unsigned plies, Sum sums[3])
{
    KjReport all, other;
    KjPosition part = *pos;
    uint64_t whole = nodes_after(NULL, pos, 0, &all);
    if (all.n_line > plies + 1 && !all.n_open) {
        for (unsigned i = 0; i < plies; i++) {
            KjUndo undo;
            kj_position_make(&part, all.line[i], &undo);
        }
        uint64_t nodes[3];
        nodes[0] = nodes_after(NULL, pos, plies, &other);
        kj_report_clear(&other);
        nodes[1] = nodes_after(&part, pos, 0, &other);
        kj_report_clear(&other);
        nodes[2] = nodes_after(&part, pos, plies, &other);
        kj_report_clear(&other);
        printf("%s: %s, %u plies, %" G_GUINT64_FORMAT " nodes; only the first %u %" G_GUINT64_FORMAT
               "; warm %" G_GUINT64_FORMAT ", only the first %" G_GUINT64_FORMAT "\n",
               id, kj_work_text(all.verdict), all.plies, whole, plies, nodes[0], nodes[1],
               nodes[2]);
        fflush(stdout);
        for (unsigned i = 0; i < 3; i++)
            add(&sums[i], whole, nodes[i]);
    }
    kj_report_clear(&all);
}

static int run_front(unsigned plies)
{
    Sum sums[3] = {{0}};
    char *id;
    for (KjPosition pos; work_list_next(stdin, &id, &pos); g_free(id))
        measure_front(id, &pos, plies, sums);
    print_sum("only the first plies", &sums[0]);
    print_sum("warm", &sums[1]);
    print_sum("warm, only the first plies", &sums[2]);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s SEED CHANGES [near] <WORKS\n       %s front PLIES <WORKS\n",
                argv[0], argv[0]);
        return 2;
    }
    if (strcmp(argv[1], "front") == 0)
        return run_front((unsigned)g_ascii_strtoull(argv[2], NULL, 10));
    DraftRng rng = {g_ascii_strtoull(argv[1], NULL, 10)};
    unsigned changes = (unsigned)g_ascii_strtoull(argv[2], NULL, 10);
    bool near = argc > 3 && strcmp(argv[3], "near") == 0;
    Sum sums[2] = {{0}};
    char *id;
    for (KjPosition pos; work_list_next(stdin, &id, &pos); g_free(id)) {
        KjPosition changed;
        unsigned moved[2];
        for (unsigned n = 0, tries = 0; n < changes && tries < TRIES; tries++) {
            if (!change(&pos, &rng, near, &changed, moved))
                continue;
            measure(id, &pos, &changed, moved, sums);
            n++;
        }
    }
    print_sum("the length stays", &sums[0]);
    print_sum("it does not", &sums[1]);
    return EXIT_SUCCESS;
}
