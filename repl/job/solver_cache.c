/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What searches leave for those after them. */
#include "repl/job/solver_cache.h"

#include <string.h>

enum { MOST = 256 }; // results; the oldest goes

/* A result and the question it answers. */
typedef struct {
    KjQuestion question; // root is not used
    KjPosition root;
    KjGame game; // of the root, with its switches
    bool whole;
    uint64_t proof_nodes; // 0 not known
    KjResult result;
} Known;

struct KjShelf {
    GMutex lock;
    KjSolver *solver; // or NULL: none, or taken
    KjSolverOptions options;
    GPtrArray *known; // Known*, oldest first
    unsigned serial;
};

static void known_free(Known *known)
{
    kj_result_clear(&known->result);
    g_free(known);
}

KjShelf *kj_shelf_new(void)
{
    KjShelf *shelf = g_new0(KjShelf, 1);
    g_mutex_init(&shelf->lock);
    shelf->known = g_ptr_array_new_with_free_func((GDestroyNotify)known_free);
    return shelf;
}

void kj_shelf_free(KjShelf *shelf)
{
    if (!shelf)
        return;
    kj_solver_free(shelf->solver);
    g_ptr_array_unref(shelf->known);
    g_mutex_clear(&shelf->lock);
    g_free(shelf);
}

/* ---- the solver ---- */

static bool same(const KjSolverOptions *a, const KjSolverOptions *b)
{
    return a->attacker_moves == b->attacker_moves && a->loops == b->loops &&
           a->memory_mib == b->memory_mib;
}

KjSolver *kj_shelf_take(KjShelf *shelf, const KjSolverOptions *options)
{
    KjSolver *solver = NULL;
    g_mutex_lock(&shelf->lock);
    if (shelf->solver && same(&shelf->options, options))
        solver = g_steal_pointer(&shelf->solver);
    g_mutex_unlock(&shelf->lock);
    return solver;
}

void kj_shelf_put(KjShelf *shelf, KjSolver *solver, const KjSolverOptions *options)
{
    g_mutex_lock(&shelf->lock);
    KjSolver *old = shelf->solver;
    shelf->solver = solver;
    shelf->options = *options;
    g_mutex_unlock(&shelf->lock);
    kj_solver_free(old);
}

/* ---- results ---- */

/* Whether the answer may depend on the moves before the root. */
static bool asks_for_past(const KjQuestion *question)
{
    return question->n_past && kj_loops_by_law(question->options.loops, question->root->game);
}

/* Whether two questions mean the same, of whatever positions. */
static bool same_meaning(const Known *known, const KjQuestion *question)
{
    const KjSolverOptions *a = &known->question.options, *b = &question->options;
    const KjGame *game = question->root->game;
    return known->game.row == game->row && known->question.attacker == question->attacker &&
           kj_rules_equal(&known->game.rules, &game->rules) &&
           a->attacker_moves == b->attacker_moves && a->loops == b->loops &&
           a->interpositions == b->interpositions && a->tolerance == b->tolerance;
}

/* Nothing can be added to it. */
static bool is_final(const KjResult *result)
{
    return result->verdict == KJ_NOMATE ||
           (result->plies_proved && result->line_kind == KJ_LINE_MAIN);
}

/* Whether a limit is at least as high as another; 0 none. */
static bool as_high(double limit, double other)
{
    return limit == 0 || (other != 0 && limit >= other);
}

/* Whether a result came of at least the effort that a question allows. */
static bool tried_as_hard(const Known *known, const KjQuestion *question)
{
    const KjQuestion *was = &known->question;
    return known->whole && as_high(was->limits.seconds, question->limits.seconds) &&
           as_high((double)was->limits.nodes, (double)question->limits.nodes) &&
           as_high(was->options.shortening_factor, question->options.shortening_factor) &&
           was->options.find_shortest >= question->options.find_shortest &&
           was->options.memory_mib >= question->options.memory_mib;
}

/* How far along the line of a known mate a position is, 0 the root; -1 nowhere, or where the mate cannot be
 * told from that of the root. */
static int place_on_line(const Known *known, const KjPosition *position)
{
    const KjResult *result = &known->result;
    KjPosition at = known->root;
    at.game = &known->game;
    if (kj_position_equal(&at, position))
        return 0;
    if (!result->plies_proved || result->tolerated || result->n_line != result->plies ||
        kj_loops_by_law(known->question.options.loops, &known->game))
        return -1;
    for (unsigned i = 0; i + 1 < result->n_line; i++) {
        KjUndo undo;
        kj_position_make(&at, result->line[i], &undo);
        if (kj_position_equal(&at, position))
            return (int)i + 1;
    }
    return -1;
}

/* What is left of a known mate at a place of its line. */
static KjResult rest_of(const KjResult *result, unsigned place)
{
    KjResult rest = *result;
    rest.n_line -= place;
    rest.line = g_memdup2(result->line + place, rest.n_line * sizeof(KjMove));
    if (place == 0)
        return rest;
    bool pure = result->pure_proved && result->pure_plies == result->plies;
    rest.plies -= place;
    rest.pure_plies = pure ? rest.plies : 0;
    rest.pure_proved = pure;
    return rest;
}

/* Whether one result says more than another about the same question. */
static bool says_more(const KjResult *result, const KjResult *other)
{
    if (is_final(result) != is_final(other))
        return is_final(result);
    if (other->verdict == KJ_UNKNOWN)
        return result->verdict != KJ_UNKNOWN;
    return result->verdict == KJ_MATE && other->verdict == KJ_MATE && result->plies < other->plies;
}

/* The result of the same question, or NULL. */
static Known *find(const KjShelf *shelf, const KjQuestion *question)
{
    for (unsigned i = 0; i < shelf->known->len; i++) {
        Known *known = shelf->known->pdata[i];
        if (same_meaning(known, question) && kj_position_equal(&known->root, question->root))
            return known;
    }
    return NULL;
}

void kj_shelf_remember(KjShelf *shelf, const KjQuestion *question, const KjResult *result,
                       bool whole, uint64_t proof_nodes)
{
    static const KjResult nothing = {.verdict = KJ_UNKNOWN};
    bool decided =
        result->verdict == KJ_NOMATE || (result->verdict == KJ_MATE && result->line_complete);
    if (asks_for_past(question) || (!decided && !proof_nodes))
        return;
    result = decided ? result : &nothing;
    g_mutex_lock(&shelf->lock);
    Known *known = find(shelf, question);
    if (known && known->proof_nodes)
        proof_nodes = known->proof_nodes;
    if (known && says_more(&known->result, result)) {
        known->proof_nodes = proof_nodes;
        g_mutex_unlock(&shelf->lock);
        return;
    }
    if (known)
        g_ptr_array_remove(shelf->known, known);
    else if (shelf->known->len == MOST)
        g_ptr_array_remove_index(shelf->known, 0);
    known = g_new(Known, 1);
    *known = (Known){*question, *question->root, *question->root->game,
                     whole,     proof_nodes,     rest_of(result, 0)};
    g_ptr_array_add(shelf->known, known);
    shelf->serial += decided;
    g_mutex_unlock(&shelf->lock);
}

uint64_t kj_shelf_proof_nodes(KjShelf *shelf, const KjQuestion *question)
{
    g_mutex_lock(&shelf->lock);
    const Known *known = find(shelf, question);
    uint64_t nodes = known ? known->proof_nodes : 0;
    g_mutex_unlock(&shelf->lock);
    return nodes;
}

bool kj_shelf_recall(KjShelf *shelf, const KjQuestion *question, bool settled, KjResult *out)
{
    memset(out, 0, sizeof *out);
    if (asks_for_past(question))
        return false;
    bool found = false;
    g_mutex_lock(&shelf->lock);
    for (unsigned i = shelf->known->len; i-- > 0;) {
        const Known *known = shelf->known->pdata[i];
        if (known->result.verdict == KJ_UNKNOWN || !same_meaning(known, question) ||
            (settled && !is_final(&known->result) && !tried_as_hard(known, question)))
            continue;
        int place = place_on_line(known, question->root);
        if (place < 0)
            continue;
        KjResult rest = rest_of(&known->result, (unsigned)place);
        if (found && !says_more(&rest, out)) {
            kj_result_clear(&rest);
            continue;
        }
        kj_result_clear(out);
        *out = rest;
        found = true;
    }
    g_mutex_unlock(&shelf->lock);
    return found;
}

unsigned kj_shelf_serial(KjShelf *shelf)
{
    g_mutex_lock(&shelf->lock);
    unsigned serial = shelf->serial;
    g_mutex_unlock(&shelf->lock);
    return serial;
}
