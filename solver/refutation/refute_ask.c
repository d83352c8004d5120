/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What positions of a refutation are worth, by the law in force, and moves to and fro between
 * them. */
#include <string.h>

#include "solver/query.h"
#include "solver/refutation/refute-priv.h"
#include "solver/repetition/fourfold.h"
#include "solver/search/table_probe.h"

enum {
    GRAPH_SHARE = 16,             // the graph takes this part of the memory
    GRAPH_NODES = KJ_MAX_PLY - 1, // so no line gets too long to tell
};

static KjRefuteMode mode_of(const KjRefuter *r, const KjPosition *root, const KjPast *past)
{
    if (!kj_loops_by_law(r->s->options.loops, root->game))
        return KJ_REFUTE_BY_TABLE;
    if (root->game->row->repetition == KJ_REPETITION_MOVER_LOSES)
        return KJ_REFUTE_BY_HISTORY;
    return kj_fourfold_may_win(r->s, root, past) ? KJ_REFUTE_BY_ENDING : KJ_REFUTE_BY_TABLE;
}

/* The positions played through before the root. */
static GHashTable *past_keys(const KjPast *past)
{
    GHashTable *keys = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    KjPosition pos = *past->start;
    for (unsigned i = 0; i < past->n; i++) {
        uint64_t key = kj_position_state_key(&pos);
        g_hash_table_add(keys, g_memdup2(&key, sizeof key));
        KjUndo undo;
        kj_position_make(&pos, past->moves[i], &undo);
    }
    return keys;
}

static void own_search_free(KjHistorySearch *x)
{
    if (x)
        kj_history_search_free(x);
    g_free(x);
}

/* A search beside that of the solver, after a past; NULL when memory is short. */
static KjHistorySearch *own_search(const KjRefuter *r, const KjPast *past)
{
    KjHistorySearch *x = g_new0(KjHistorySearch, 1);
    if (kj_history_search_init(x, r->s, MAX(1, r->s->options.memory_mib / GRAPH_SHARE)) &&
        kj_history_search_begin(x, past))
        return x;
    own_search_free(x);
    return NULL;
}

void kj_refuter_begin(KjRefuter *r, KjSolver *solver, const KjPosition *root, KjSide attacker,
                      const KjLimits *limits)
{
    const KjLastSolve *solved = kj_solver_solved(solver);
    r->solver = solver;
    r->s = kj_solver_search(solver);
    r->s->attacker = attacker;
    r->mode = mode_of(r, root, &solved->past);
    bool there = solved->history && kj_position_equal(&solved->history->pos, root);
    r->x = r->mode == KJ_REFUTE_BY_HISTORY && there ? solved->history : NULL;
    r->pos = *root;
    r->start = solved->past.n ? solved->past.start : root;
    r->played = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_array_append_vals(r->played, solved->past.moves, solved->past.n);
    r->stop = limits->stop;
    r->seconds_end = limits->seconds;
    r->node_end = limits->nodes ? limits->nodes : UINT64_MAX;
    r->begun = g_get_monotonic_time();
    if (r->mode != KJ_REFUTE_BY_TABLE && solved->past.n)
        r->past = past_keys(&solved->past);
    if (r->s->options.attacker_moves != KJ_ALL_MOVES)
        r->run_out = kj_run_out_new(r->s, r->past);
    r->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
}

void kj_refuter_clear(KjRefuter *r)
{
    kj_run_out_free(r->run_out);
    g_hash_table_unref(r->seen);
    g_array_unref(r->played);
    if (r->past)
        g_hash_table_unref(r->past);
    own_search_free(r->graph);
}

bool kj_refuter_ask(KjRefuter *r)
{
    double seconds = (double)(g_get_monotonic_time() - r->begun) / 1e6;
    bool late = r->seconds_end > 0 && seconds >= r->seconds_end;
    if (late || r->spent >= r->node_end || (r->stop && *r->stop)) {
        r->out->cut = true;
        return false;
    }
    r->now = (KjLimits){.nodes = r->node_end == UINT64_MAX ? 0 : r->node_end - r->spent,
                        .seconds = r->seconds_end > 0 ? r->seconds_end - seconds : 0,
                        .stop = r->stop};
    kj_search_limit(r->s, &r->now);
    r->s->phase = "refutation";
    return true;
}

void kj_refuter_asked(KjRefuter *r)
{
    r->spent += r->s->nodes;
}

/* ---- moves ---- */

void kj_refuter_play(KjRefuter *r, KjMove move, KjRefuteStep *out)
{
    out->move = move;
    if (!move)
        return;
    out->law_move = kj_history_move(&r->pos, move);
    kj_position_make(&r->pos, move, &out->undo);
    g_array_append_val(r->played, move);
    if (!r->x)
        return;
    out->key = kj_position_state_key(&r->pos);
    kj_history_push(&r->x->history, out->law_move, out->key);
    r->x->pos = r->pos;
    r->x->ply++;
}

void kj_refuter_back(KjRefuter *r, const KjRefuteStep *step)
{
    if (!step->move)
        return;
    kj_position_unmake(&r->pos, step->move, &step->undo);
    g_array_set_size(r->played, r->played->len - 1);
    if (!r->x)
        return;
    kj_history_pop(&r->x->history, step->law_move, step->key);
    r->x->pos = r->pos;
    r->x->ply--;
}

static bool forbidden(KjRefuter *r, KjMove move)
{
    if (!r->x)
        return false;
    KjUndo undo;
    uint64_t law_move = kj_history_move(&r->pos, move);
    kj_position_make(&r->pos, move, &undo);
    uint64_t key = kj_position_state_key(&r->pos);
    kj_position_unmake(&r->pos, move, &undo);
    return kj_history_forbids(&r->x->history, law_move, key);
}

void kj_refuter_moves(KjRefuter *r, KjMoveList *out)
{
    if (r->pos.side == r->s->attacker)
        kj_search_attacks(r->s, &r->pos, out);
    else
        kj_gen_safe(&r->pos, out);
    unsigned n = 0;
    for (unsigned i = 0; i < out->n; i++)
        if (!forbidden(r, out->move[i]))
            out->move[n++] = out->move[i];
    out->n = n;
}

/* ---- questions ---- */

/*
 * By a search that begins with all that was played. The solver's own search takes a position from
 * which the defender escapes as the end of a line (docs/repetition.md). The tree goes on behind
 * such positions, and there the law may forbid him to come back.
 */
static KjVerdict by_history(KjRefuter *r)
{
    const KjPast all = {r->start, (const KjMove *)(const void *)r->played->data, r->played->len};
    if (!r->x || !kj_refuter_ask(r))
        return KJ_UNKNOWN;
    KjHistorySearch *x = own_search(r, &all);
    KjHistoryValue v = x ? kj_history_search(x, KJ_LEN_INF) : (KjHistoryValue){1, 1, 0};
    own_search_free(x);
    kj_refuter_asked(r);
    return v.pn == 0 ? KJ_MATE : v.dn == 0 ? KJ_NOMATE : KJ_UNKNOWN;
}

static KjVerdict by_table(KjRefuter *r)
{
    KjAnswer answer;
    KjNodeValue known = kj_probe_known(r->s, &r->pos, KJ_LEN_INF); // costs nothing
    if (kj_value_final(&known))
        return known.pn == 0 ? KJ_MATE : KJ_NOMATE;
    if (!kj_refuter_ask(r))
        return KJ_UNKNOWN;
    kj_query_mate(r->solver, &r->pos, KJ_ANY_LENGTH, &r->now, &answer);
    kj_refuter_asked(r);
    return answer.verdict;
}

/* Where the law counts: in L there is a mate, outside G none. */
static KjVerdict by_ending(KjRefuter *r)
{
    if (kj_probe_known(r->s, &r->pos, KJ_LEN_INF).pn == 0)
        return KJ_MATE;
    return kj_refuter_endless(r) == KJ_NOMATE ? KJ_NOMATE : KJ_UNKNOWN;
}

KjVerdict kj_refuter_mate(KjRefuter *r)
{
    static KjVerdict (*const ask[])(KjRefuter *) = {[KJ_REFUTE_BY_TABLE] = by_table,
                                                    [KJ_REFUTE_BY_HISTORY] = by_history,
                                                    [KJ_REFUTE_BY_ENDING] = by_ending};
    KjVerdict verdict = ask[r->mode](r);
    r->out->cut = r->out->cut || verdict == KJ_UNKNOWN;
    return verdict;
}

/* That of questions which do not depend on the tree's line, with the past in it; NULL when memory is
 * short. */
static KjHistorySearch *graph_of(KjRefuter *r)
{
    const KjPast nothing = {.start = &r->pos}, *past = &kj_solver_solved(r->solver)->past;
    if (!r->graph && !r->graph_failed)
        r->graph = own_search(r, r->past ? past : &nothing);
    r->graph_failed = !r->graph;
    return r->graph;
}

KjVerdict kj_refuter_endless(KjRefuter *r)
{
    KjHistorySearch *x = graph_of(r);
    if (!x || x->graph.full || !kj_refuter_ask(r))
        return KJ_UNKNOWN;
    r->s->node_limit = MIN(r->s->node_limit, GRAPH_NODES);
    x->pos = r->pos;
    x->root = kj_graph_add(&x->graph, r->s, &r->pos);
    bool decided = x->root != UINT32_MAX && kj_history_exhaust(x);
    kj_refuter_asked(r);
    if (!decided)
        return KJ_UNKNOWN;
    return x->graph.node[x->root].no_win ? KJ_NOMATE : KJ_MATE;
}
