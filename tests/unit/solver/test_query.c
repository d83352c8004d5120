/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to a warm table, against brute force on the whole graphs of small problems. */
#include "solver/query.h"

#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/key_table.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/solver_check.h"
#include "tests/support/works.h"

enum {
    MIB = 16,
    MAX_POSITIONS = SAMPLES(3000, 1500),
    PROBLEMS = SAMPLES(4, 3),
    NO_MATE = 0xffff,
    MAX_FORBIDDEN = 60,
    VARIATIONS = SAMPLES(60, 8)
};

/* All positions below a root, their children and their plies to mate. */
typedef struct {
    GArray *positions; // KjPosition
    GArray *children;  // unsigned, those of a position one after the other
    GArray *first;     // unsigned, into children, one more than positions
    GHashTable *index; // of a position's key, plus 1
    unsigned *plies;
} Graph;

static unsigned add(Graph *graph, const KjPosition *pos)
{
    uint64_t key = kj_position_full_key(pos);
    gpointer found = g_hash_table_lookup(graph->index, KEY(key));
    if (found)
        return GPOINTER_TO_UINT(found) - 1;
    unsigned at = graph->positions->len;
    g_array_append_val(graph->positions, *pos);
    g_hash_table_insert(graph->index, KEY(key), GUINT_TO_POINTER(at + 1));
    return at;
}

static void moves_of(const KjPosition *pos, KjMoveList *list)
{
    if (pos->side == KJ_SENTE)
        kj_gen_checks(pos, list);
    else
        kj_gen_safe(pos, list);
}

/* The graph of one root after the other, in the same memory: most are thrown away. */
static Graph graph_new(void)
{
    return (Graph){g_array_new(FALSE, FALSE, sizeof(KjPosition)),
                   g_array_new(FALSE, FALSE, sizeof(unsigned)),
                   g_array_new(FALSE, FALSE, sizeof(unsigned)), key_table_new(NULL), NULL};
}

/* False when there are too many. */
static bool graph_build(Graph *graph, const KjPosition *root)
{
    g_array_set_size(graph->positions, 0);
    g_array_set_size(graph->children, 0);
    g_array_set_size(graph->first, 0);
    g_hash_table_remove_all(graph->index);
    add(graph, root);
    for (unsigned i = 0; i < graph->positions->len; i++) {
        if (graph->positions->len > MAX_POSITIONS)
            return false;
        KjPosition pos = g_array_index(graph->positions, KjPosition, i);
        KjMoveList list;
        moves_of(&pos, &list);
        g_array_append_val(graph->first, graph->children->len);
        for (unsigned m = 0; m < list.n; m++) {
            KjUndo undo;
            kj_position_make(&pos, list.move[m], &undo);
            unsigned child = add(graph, &pos);
            kj_position_unmake(&pos, list.move[m], &undo);
            g_array_append_val(graph->children, child);
        }
    }
    g_array_append_val(graph->first, graph->children->len);
    graph->plies = g_renew(unsigned, graph->plies, graph->positions->len);
    return true;
}

static void graph_clear(Graph *graph)
{
    g_array_unref(graph->positions);
    g_array_unref(graph->children);
    g_array_unref(graph->first);
    g_hash_table_unref(graph->index);
    g_free(graph->plies);
}

static bool is_forbidden(const KjPosition *pos, const KjPosition *forbidden, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const KjTables *t = pos->game->t;
        if (pos->side == KJ_SENTE && pos->key == forbidden[i].key &&
            (pos->hand[1] & t->hand_apart) == (forbidden[i].hand[1] & t->hand_apart) &&
            kj_hand_covers(t, forbidden[i].hand[0], pos->hand[0]))
            return true;
    }
    return false;
}

/* The plies to mate that follow from those of the children. */
static unsigned plies_from_children(const Graph *graph, unsigned i)
{
    const KjPosition *pos = &g_array_index(graph->positions, KjPosition, i);
    bool attacks = pos->side == KJ_SENTE;
    unsigned begin = g_array_index(graph->first, unsigned, i);
    unsigned end = g_array_index(graph->first, unsigned, i + 1);
    if (begin == end)
        return !attacks && kj_checkers(pos, KJ_GOTE) ? 0 : NO_MATE;
    unsigned best = attacks ? NO_MATE : 0;
    for (unsigned c = begin; c < end; c++) {
        unsigned plies = graph->plies[g_array_index(graph->children, unsigned, c)];
        best = attacks ? MIN(best, plies) : MAX(best, plies);
    }
    return best == NO_MATE ? NO_MATE : best + 1;
}

/* Mates from the shortest to the longest, those through the forbidden positions left out. */
static void graph_solve(Graph *graph, const KjPosition *forbidden, unsigned n)
{
    for (unsigned i = 0; i < graph->positions->len; i++)
        graph->plies[i] = NO_MATE;
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < graph->positions->len; i++) {
            if (is_forbidden(&g_array_index(graph->positions, KjPosition, i), forbidden, n))
                continue;
            unsigned plies = plies_from_children(graph, i);
            more = more || plies != graph->plies[i];
            graph->plies[i] = plies;
        }
    }
}

static void assert_answers(KjSolver *solver, const Graph *graph, unsigned step,
                           const KjPosition *forbidden, unsigned n)
{
    KjLimits none = {0};
    for (unsigned i = 1; i < graph->positions->len; i += step) {
        const KjPosition *pos = &g_array_index(graph->positions, KjPosition, i);
        if ((pos->side == KJ_SENTE && kj_can_capture_king(pos)) || is_forbidden(pos, forbidden, n))
            continue;
        KjAnswer answer;
        kj_query_length(solver, pos, &none, &answer);
        unsigned plies = graph->plies[i];
        assert_int_equal(answer.verdict, plies == NO_MATE ? KJ_NOMATE : KJ_MATE);
        if (plies == NO_MATE)
            continue;
        assert_int_equal(answer.plies, plies);
        assert_true(kj_answer_exact(&answer));
        kj_query_mate(solver, pos, plies, &none, &answer);
        assert_int_equal(answer.verdict, KJ_MATE);
        if (plies >= 2) {
            kj_query_mate(solver, pos, plies - 2, &none, &answer);
            assert_int_equal(answer.verdict, KJ_NOMATE);
        }
    }
}

/* Every third position of the attacker that mates, but for the root. */
static unsigned choose(const Graph *graph, NvRng *rng, KjPosition *out)
{
    unsigned n = 0;
    for (unsigned i = 1; i < graph->positions->len && n < MAX_FORBIDDEN; i++) {
        const KjPosition *pos = &g_array_index(graph->positions, KjPosition, i);
        if (pos->side == KJ_SENTE && graph->plies[i] != NO_MATE && nv_random(rng, 3) == 0)
            out[n++] = *pos;
    }
    return n;
}

/* Asks about all of a graph, with and without forbidden positions. Returns how many positions these
 * change. */
static unsigned check_graph(KjSolver *solver, Graph *graph, NvRng *rng)
{
    KjPosition forbidden[MAX_FORBIDDEN];
    graph_solve(graph, NULL, 0);
    g_autofree unsigned *before = g_memdup2(graph->plies, graph->positions->len * sizeof *before);
    assert_answers(solver, graph, 7, NULL, 0);
    unsigned n = choose(graph, rng, forbidden), changed = 0;
    graph_solve(graph, forbidden, n);
    for (unsigned i = 0; i < graph->positions->len; i++)
        changed += before[i] != graph->plies[i];
    kj_query_forbid(solver, forbidden, n);
    assert_answers(solver, graph, 3, forbidden, n);
    kj_query_forbid(solver, NULL, 0);
    graph_solve(graph, NULL, 0);
    assert_answers(solver, graph, 5, NULL, 0);
    return changed - n;
}

static void check_game(const char *name, unsigned seed)
{
    KjSolverOptions options = solver_check_options(MIB);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    const KjGame *game = kj_game_find(name);
    NvRng rng = {seed};
    Graph graph = graph_new();
    unsigned done = 0, changed = 0;
    while (done < PROBLEMS) {
        KjPosition root;
        random_problem(&root, game, &rng);
        if (graph_build(&graph, &root) && graph.positions->len > 50) {
            kj_query_open(solver, game, KJ_SENTE);
            graph_solve(&graph, NULL, 0);
            unsigned mates = 0;
            for (unsigned i = 0; i < graph.positions->len; i++)
                mates += graph.plies[i] != NO_MATE && graph.plies[i] > 2;
            if (mates > 2) {
                changed += check_graph(solver, &graph, &rng);
                done++;
            }
        }
    }
    graph_clear(&graph);
    print_message("%s: %u positions changed by what was forbidden\n", name, changed);
    assert_true(changed > PROBLEMS);
}

TEST(answers_to_a_warm_table_are_exact)
{
    check_game("gorogoro", 1);
    check_game("minishogi", 2);
    check_game("ogi", 3);
}

/* The length by a convention is that of a whole solve, or, while it is not exact, a bound of it.
 * True if it is exact. */
static bool compare_conventional(KjSolver *warm, KjSolver *fresh, const KjPosition *pos)
{
    const KjLimits limits = {.nodes = 100000};
    KjAnswer answer;
    g_auto(KjResult) result;
    kj_query_open(warm, pos->game, kj_default_attacker(pos));
    kj_query_conventional(warm, pos, &limits, &answer);
    kj_solver_solve(fresh, pos, kj_default_attacker(pos), &limits, &result);
    bool exact = answer.verdict == KJ_MATE && kj_answer_exact(&answer);
    if (result.verdict != KJ_UNKNOWN && answer.verdict != KJ_UNKNOWN)
        assert_int_equal(answer.verdict, result.verdict);
    if (exact && result.plies_proved)
        assert_int_equal(answer.plies, result.plies);
    if (answer.verdict == KJ_MATE && result.plies_proved)
        assert_true(answer.plies >= result.plies);
    bool differs = exact && result.plies < result.pure_plies;
    return differs;
}

TEST(lengths_by_convention)
{
    static const struct {
        KjInterpositions rule;
        unsigned tolerance;
    } conventions[] = {
        {KJ_INTERPOSITIONS_WIDE, 0}, {KJ_INTERPOSITIONS_STD2, 4}, {KJ_INTERPOSITIONS_COUNT, 0}};
    // 9 plies, 7 of them counted; and positions like it
    KjPosition base = position_of("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1");
    for (size_t i = 0; i < G_N_ELEMENTS(conventions); i++) {
        KjSolverOptions options = solver_check_options(MIB);
        options.interpositions = conventions[i].rule;
        options.tolerance = conventions[i].tolerance;
        g_autoptr(KjSolver) warm = kj_solver_new(&options, NULL);
        g_autoptr(KjSolver) fresh = kj_solver_new(&options, NULL);
        unsigned shorter = 0;
        NvRng rng = {1};
        for (unsigned p = 0; p < VARIATIONS; p++) {
            KjPosition pos = base;
            if (p > 0)
                random_variation(&pos, &base, &rng);
            shorter += !kj_can_capture_king(&pos) && compare_conventional(warm, fresh, &pos);
        }
        print_message("%u lengths shorter than the bare ones\n", shorter);
        assert_true(conventions[i].rule == KJ_INTERPOSITIONS_COUNT ? shorter == 0
                                                                   : shorter > VARIATIONS / 6);
    }
}
