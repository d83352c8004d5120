/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Learns the first guesses of the search: learn WEIGHT FILE... prints solver/search/initial_pn.def.
 *
 * Every problem is solved; at every position of its main line, after every check, every reply is
 * asked about. A class of replies is proved, refuted or left open so and so often. The guess is how
 * much harder than usual a class is to prove, in doublings:
 *
 *   pn += WEIGHT log2(share proved of all replies / share proved of the class)
 *
 * and dn the same with refutations. Shares are drawn to the usual one as if PRIOR more had been
 * seen. A weight of 0 gives a table that guesses nothing; begin with that one, for what the program
 * guesses already colours what it learns. Only node counts decide, so a run can be repeated.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/format/problem.h"
#include "core/rules/movegen.h"
#include "solver/search/initial_pn.h"
#include "solver/solver.h"

enum {
    MEMORY_MIB = 64,
    PROBLEM = 100000, // nodes for a problem
    QUESTION = 300,   // and for a move
    PRIOR = 30,
    MOST = 3, // doublings
};

typedef struct {
    unsigned long seen, proved, refuted;
} Count;

typedef struct {
    KjSolver *solver;
    KjSide attacker;
    Count reply[KJ_REPLY_CLASSES];
} Learner;

static void ask(Learner *l, const KjPosition *pos, Count *count)
{
    KjLimits limits = {.nodes = QUESTION};
    g_auto(KjResult) result;
    kj_solver_solve(l->solver, pos, l->attacker, &limits, &result);
    count->seen++;
    count->proved += result.verdict == KJ_MATE;
    count->refuted += result.verdict == KJ_NOMATE;
}

static void learn_replies(Learner *l, KjPosition *pos)
{
    KjMoveList replies;
    kj_gen_evasions(pos, &replies, NULL);
    for (unsigned i = 0; i < replies.n; i++) {
        Count *count = &l->reply[kj_initial_pn_class(pos, replies.move[i])];
        KjUndo undo;
        kj_position_make(pos, replies.move[i], &undo);
        ask(l, pos, count);
        kj_position_unmake(pos, replies.move[i], &undo);
    }
}

static void learn_checks(Learner *l, KjPosition *pos)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        KjUndo undo;
        kj_position_make(pos, checks.move[i], &undo);
        learn_replies(l, pos);
        kj_position_unmake(pos, checks.move[i], &undo);
    }
}

static void learn_problem(Learner *l, const KjPosition *root)
{
    KjLimits limits = {.nodes = PROBLEM};
    g_auto(KjResult) result;
    l->attacker = kj_default_attacker(root);
    kj_solver_solve(l->solver, root, l->attacker, &limits, &result);
    KjPosition pos = *root;
    for (unsigned i = 0; i < result.n_line; i++) {
        if (pos.side == l->attacker)
            learn_checks(l, &pos);
        KjUndo undo;
        kj_position_make(&pos, result.line[i], &undo);
    }
}

/* How many doublings a class is away from all. */
static int doublings(double weight, double part, double of, double all_part, double all)
{
    double usual = (all_part + 1) / (all + 2);
    double share = (part + PRIOR * usual) / (of + PRIOR);
    double d = weight * log2(usual / share);
    return (int)lrint(fmin(fmax(d, -MOST), MOST));
}

static void print_table(const Count *counts, double weight)
{
    Count all = {0, 0, 0};
    for (unsigned i = 0; i < KJ_REPLY_CLASSES; i++) {
        all.seen += counts[i].seen;
        all.proved += counts[i].proved;
        all.refuted += counts[i].refuted;
    }
    printf("/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
           "/* First guesses, written by tests/tools/learn.c; not to be edited by hand. */\n");
    for (unsigned i = 0; i < KJ_REPLY_CLASSES; i++) {
        const Count *c = &counts[i];
        if (!c->seen)
            continue;
        int pn = doublings(weight, (double)c->proved, (double)c->seen, (double)all.proved,
                           (double)all.seen);
        int dn = doublings(weight, (double)c->refuted, (double)c->seen, (double)all.refuted,
                           (double)all.seen);
        printf("KJ_INITIAL_PN(%u, %d, %d) // %lu: %lu proved, %lu refuted\n", i, pn, dn, c->seen,
               c->proved, c->refuted);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: learn WEIGHT FILE...\n");
        return 2;
    }
    KjSolverOptions options = {
        .attacker_moves = KJ_CHECKS_ONLY, .loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB};
    Learner l = {.solver = kj_solver_new(&options, NULL)};
    for (int i = 2; i < argc; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) problems = kj_problems_from_file(argv[i], NULL, &error);
        if (!problems) {
            fprintf(stderr, "learn: %s\n", error->message);
            return 1;
        }
        for (guint j = 0; j < problems->len; j++) {
            KjProblem *problem = g_ptr_array_index(problems, j);
            if (problem->error)
                continue;
            KjPosition root = kj_position_text_end(&problem->position);
            learn_problem(&l, &root);
        }
    }
    print_table(l.reply, strtod(argv[1], NULL));
    kj_solver_free(l.solver);
    return 0;
}
