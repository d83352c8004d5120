/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Learns what it will cost to refute the position after a reply: learn_costs DOUBLINGS PARTS PART
 * FILE... prints solver/search/reply_cost.def.
 *
 * Every problem whose number in its file is not PART modulo PARTS (0 0: every problem) is solved. At
 * every position of the attacker on its main line, after every third check beside it, a play goes on
 * at random for a few plies. At each of its positions of the defender all replies are looked at that
 * do not decide at once whether there is a mate: is the position after it refuted within QUESTION
 * nodes, and with how many? What is refuted within the limit has cost the logarithm of its nodes, in
 * doublings; what is not, a little more than the limit; a mate, more than that.
 *
 * A cost is the sum of one number for each count of kj_cost_count, by least squares: only replies to
 * the same check are compared, since it is the choice between them that matters. PRIOR draws what
 * was seldom seen to what is usual. The disproof number is to double for so many DOUBLINGS of the
 * cost. Only node counts decide, so a run can be repeated.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/problem.h"
#include "solver/query.h"
#include "solver/search/initial_pn.h"

enum {
    MEMORY_MIB = 64,
    PROBLEM = 100000, // nodes for a problem
    QUESTION = 1000,  // and for a reply
    PLAY = 5,         // checks of a play at most
    MOVES = 3,        // one check of so many has a play
    PRIOR = 20,
    SIZE = KJ_COST_COUNTS * KJ_COST_LEVELS,
};

static const double late = 1.5, mates = 3; // doublings beyond the limit
static const double least = 1;             // what costs so much starts at a disproof number of 1

typedef struct {
    uint8_t count[KJ_COST_COUNTS];
    double cost;
} Row;

typedef struct {
    KjSolver *solver, *asked;
    KjSide attacker;
    uint64_t random;
    GHashTable *met;                             // positions that were gone through, by their keys
    double product[SIZE][SIZE], with_cost[SIZE]; // of what is above or below the mean of a group
    double squares;                              // of the costs, likewise
    double seen[SIZE], cost;                     // sums over all rows,
    unsigned long rows, groups;                  // so many
} Learner;

static unsigned draw(Learner *l, unsigned n)
{
    l->random = kj_mix(l->random + 1);
    return (unsigned)(l->random % n);
}

static unsigned column(const Row *row, unsigned i)
{
    return i * KJ_COST_LEVELS + row->count[i];
}

/* Adds the replies to one check. */
static void add_group(Learner *l, const GArray *rows)
{
    double *sum = g_new0(double, SIZE), cost = 0, n = rows->len;
    for (guint k = 0; k < rows->len; k++) {
        const Row *row = &g_array_index(rows, Row, k);
        cost += row->cost;
        l->squares += row->cost * row->cost;
        for (unsigned i = 0; i < KJ_COST_COUNTS; i++) {
            sum[column(row, i)]++;
            l->with_cost[column(row, i)] += row->cost;
            for (unsigned j = 0; j < KJ_COST_COUNTS; j++)
                l->product[column(row, i)][column(row, j)]++;
        }
    }
    for (unsigned i = 0; i < SIZE; i++) {
        if (sum[i] == 0)
            continue;
        l->seen[i] += sum[i];
        l->with_cost[i] -= sum[i] * cost / n;
        for (unsigned j = 0; j < SIZE; j++)
            l->product[i][j] -= sum[i] * sum[j] / n;
    }
    l->cost += cost;
    l->squares -= cost * cost / n;
    l->rows += rows->len;
    l->groups++;
    g_free(sum);
}

/* What it costs to refute a position of the attacker. */
static double measure(Learner *l, const KjPosition *pos)
{
    KjLimits limits = {.nodes = QUESTION};
    KjAnswer answer;
    kj_query_forget(l->asked);
    kj_query_open(l->asked, pos->game, l->attacker);
    kj_query_refute(l->asked, pos, &limits, &answer);
    if (answer.verdict == KJ_NOMATE)
        return log2((double)answer.nodes + 1);
    return log2(QUESTION) + (answer.verdict == KJ_MATE ? mates : late);
}

/* Adds the replies at `pos`. Those are left that may be played, none if one refutes at once. */
static void learn_replies(Learner *l, const KjPosition *pos, KjMoveList *left)
{
    KjMoveList replies;
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Row));
    kj_gen_evasions(pos, &replies, NULL);
    left->n = 0;
    for (unsigned i = 0; i < replies.n; i++) {
        KjPosition next = *pos;
        KjUndo undo;
        kj_position_make(&next, replies.move[i], &undo);
        if (!kj_has_check(&next))
            return;
        if (!kj_mate_in_one(&next))
            kj_list_add(left, replies.move[i]);
    }
    for (unsigned i = 0; i < left->n && left->n > 1; i++) {
        KjPosition next = *pos;
        KjChecks checks;
        KjUndo undo;
        kj_position_make(&next, left->move[i], &undo);
        kj_find_checks(&next, &checks);
        Row row = {.cost = measure(l, &next)};
        kj_cost_count(&next, &checks, kj_initial_pn_class(pos, left->move[i]), row.count);
        g_array_append_val(rows, row);
    }
    if (rows->len)
        add_group(l, rows);
}

/* A play at random from `pos`, the defender to move. */
static void play(Learner *l, KjPosition pos)
{
    for (unsigned i = 0; i < PLAY; i++) {
        KjMoveList list;
        learn_replies(l, &pos, &list);
        if (!list.n)
            return;
        pos = kj_position_after(&pos, list.move[draw(l, list.n)]);
        kj_gen_checks(&pos, &list);
        pos = kj_position_after(&pos, list.move[draw(l, list.n)]);
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
        KjMoveList checks = {0};
        KjUndo undo;
        if (pos.side == l->attacker)
            kj_gen_checks(&pos, &checks);
        for (unsigned k = 0; k < checks.n; k++) {
            KjPosition next = pos;
            kj_position_make(&next, checks.move[k], &undo);
            if (checks.move[k] != result.line[i] && draw(l, MOVES) == 0)
                play(l, next);
        }
        kj_position_make(&pos, result.line[i], &undo);
    }
}

/* Solves product × weight = with_cost by elimination; PRIOR makes the matrix regular. */
static void fit(Learner *l, double weight[SIZE])
{
    for (unsigned i = 0; i < SIZE; i++)
        l->product[i][i] += PRIOR;
    for (unsigned i = 0; i < SIZE; i++) {
        for (unsigned row = i + 1; row < SIZE; row++) {
            double part = l->product[row][i] / l->product[i][i];
            for (unsigned k = i; part != 0 && k < SIZE; k++)
                l->product[row][k] -= part * l->product[i][k];
            l->with_cost[row] -= part * l->with_cost[i];
        }
    }
    for (unsigned i = SIZE; i-- > 0;) {
        weight[i] = l->with_cost[i];
        for (unsigned k = i + 1; k < SIZE; k++)
            weight[i] -= l->product[i][k] * weight[k];
        weight[i] /= l->product[i][i];
    }
}

static void print_table(Learner *l, double doublings)
{
    double weight[SIZE], with_cost[SIZE], usual = l->cost, explained = 0;
    memcpy(with_cost, l->with_cost, sizeof with_cost);
    fit(l, weight);
    for (unsigned i = 0; i < SIZE; i++) {
        usual -= weight[i] * l->seen[i];
        explained += weight[i] * with_cost[i];
    }
    usual = usual / (double)l->rows - least;
    printf("/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
           "/* Costs of replies, written by tests/tools/learn_costs.c; not to be edited by hand. "
           "%lu replies\n * to %lu checks; %.0f %% of what they differ by is explained. */\n",
           l->rows, l->groups, 100 * explained / l->squares);
    for (unsigned i = 0; i < KJ_COST_COUNTS; i++) {
        printf("KJ_REPLY_COST(%u", i);
        for (unsigned k = 0; k < KJ_COST_LEVELS; k++) {
            double cost = weight[i * KJ_COST_LEVELS + k] + (i == 0 ? usual : 0);
            printf(", %ld", lrint(cost / doublings * KJ_COST_UNIT));
        }
        printf(")\n");
    }
}

static bool learn_file(Learner *l, const char *name, unsigned parts, unsigned part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = kj_problems_from_file(name, NULL, &error);
    if (!problems) {
        fprintf(stderr, "learn_costs: %s\n", error->message);
        return false;
    }
    for (guint i = 0; i < problems->len; i++) {
        KjProblem *problem = g_ptr_array_index(problems, i);
        if (problem->error || (parts && i % parts == part))
            continue;
        KjPosition root = kj_position_text_end(&problem->position);
        learn_problem(l, &root);
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: learn_costs DOUBLINGS PARTS PART FILE...\n");
        return 2;
    }
    KjSolverOptions options = {
        .attacker_moves = KJ_CHECKS_ONLY, .loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB};
    g_autofree Learner *l = g_new0(Learner, 1);
    l->solver = kj_solver_new(&options, NULL);
    l->asked = kj_solver_new(&options, NULL);
    const unsigned parts = (unsigned)strtoul(argv[2], NULL, 10);
    const unsigned part = (unsigned)strtoul(argv[3], NULL, 10);
    bool read = true;
    for (int i = 4; i < argc && read; i++)
        read = learn_file(l, argv[i], parts, part);
    if (read && l->rows)
        print_table(l, strtod(argv[1], NULL));
    kj_solver_free(l->solver);
    kj_solver_free(l->asked);
    return !read;
}
