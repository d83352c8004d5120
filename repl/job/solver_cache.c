/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results and the warm solver of a session. */
#include "repl/job/solver_cache.h"

#include <pthread.h>
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

struct KjSolverCache {
    pthread_mutex_t lock;
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

KjSolverCache *kj_solver_cache_new(void)
{
    KjSolverCache *cache = g_new0(KjSolverCache, 1);
    pthread_mutex_init(&cache->lock, NULL);
    cache->known = g_ptr_array_new_with_free_func((GDestroyNotify)known_free);
    return cache;
}

void kj_solver_cache_free(KjSolverCache *cache)
{
    if (!cache)
        return;
    kj_solver_free(cache->solver);
    g_ptr_array_unref(cache->known);
    pthread_mutex_destroy(&cache->lock);
    g_free(cache);
}

/* ---- the solver ---- */

static bool same(const KjSolverOptions *a, const KjSolverOptions *b)
{
    return a->attacker_moves == b->attacker_moves && a->loops == b->loops &&
           a->memory_mib == b->memory_mib;
}

KjSolver *kj_solver_cache_take(KjSolverCache *cache, const KjSolverOptions *options)
{
    KjSolver *solver = NULL;
    pthread_mutex_lock(&cache->lock);
    if (cache->solver && same(&cache->options, options))
        solver = g_steal_pointer(&cache->solver);
    pthread_mutex_unlock(&cache->lock);
    return solver;
}

void kj_solver_cache_put(KjSolverCache *cache, KjSolver *solver, const KjSolverOptions *options)
{
    pthread_mutex_lock(&cache->lock);
    KjSolver *old = cache->solver;
    cache->solver = solver;
    cache->options = *options;
    pthread_mutex_unlock(&cache->lock);
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

/* How far along the line of a known mate a position is, 0 the root; -1 nowhere, or where the mate
 * cannot be told from that of the root. */
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
        at = kj_position_after(&at, result->line[i]);
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
    if (kj_result_final(result) != kj_result_final(other))
        return kj_result_final(result);
    if (other->verdict == KJ_UNKNOWN)
        return result->verdict != KJ_UNKNOWN;
    return result->verdict == KJ_MATE && other->verdict == KJ_MATE && result->plies < other->plies;
}

/* The result of the same question, or NULL. */
static Known *find(const KjSolverCache *cache, const KjQuestion *question)
{
    for (unsigned i = 0; i < cache->known->len; i++) {
        Known *known = cache->known->pdata[i];
        if (same_meaning(known, question) && kj_position_equal(&known->root, question->root))
            return known;
    }
    return NULL;
}

void kj_solver_cache_remember(KjSolverCache *cache, const KjQuestion *question,
                              const KjResult *result, bool whole, uint64_t proof_nodes)
{
    static const KjResult nothing = {.verdict = KJ_UNKNOWN};
    bool decided =
        result->verdict == KJ_NOMATE || (result->verdict == KJ_MATE && result->line_complete);
    if (asks_for_past(question) || (!decided && !proof_nodes))
        return;
    result = decided ? result : &nothing;
    pthread_mutex_lock(&cache->lock);
    Known *known = find(cache, question);
    if (known && known->proof_nodes)
        proof_nodes = known->proof_nodes;
    if (known && says_more(&known->result, result)) {
        known->proof_nodes = proof_nodes;
        pthread_mutex_unlock(&cache->lock);
        return;
    }
    if (known)
        g_ptr_array_remove(cache->known, known);
    else if (cache->known->len == MOST)
        g_ptr_array_remove_index(cache->known, 0);
    known = g_new(Known, 1);
    *known = (Known){*question, *question->root, *question->root->game,
                     whole,     proof_nodes,     rest_of(result, 0)};
    g_ptr_array_add(cache->known, known);
    cache->serial += decided;
    pthread_mutex_unlock(&cache->lock);
}

uint64_t kj_solver_cache_proof_nodes(KjSolverCache *cache, const KjQuestion *question)
{
    pthread_mutex_lock(&cache->lock);
    const Known *known = find(cache, question);
    uint64_t nodes = known ? known->proof_nodes : 0;
    pthread_mutex_unlock(&cache->lock);
    return nodes;
}

bool kj_solver_cache_recall(KjSolverCache *cache, const KjQuestion *question, bool settled,
                            KjResult *out)
{
    memset(out, 0, sizeof *out);
    if (asks_for_past(question))
        return false;
    bool found = false;
    pthread_mutex_lock(&cache->lock);
    for (unsigned i = cache->known->len; i-- > 0;) {
        const Known *known = cache->known->pdata[i];
        if (known->result.verdict == KJ_UNKNOWN || !same_meaning(known, question) ||
            (settled && !kj_result_final(&known->result) && !tried_as_hard(known, question)))
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
    pthread_mutex_unlock(&cache->lock);
    return found;
}

unsigned kj_solver_cache_serial(KjSolverCache *cache)
{
    pthread_mutex_lock(&cache->lock);
    unsigned serial = cache->serial;
    pthread_mutex_unlock(&cache->lock);
    return serial;
}
