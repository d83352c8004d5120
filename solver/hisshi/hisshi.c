/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about 必至: verdict, length, main line. */
#include "solver/hisshi/hisshi.h"

#include <string.h>

#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "solver/hisshi/hisshi-priv.h"
#include "solver/hisshi/threat.h"
#include "solver/solve.h"

enum {
    LOOP_SHARE = 16,
    FIRST_SLICE = 2000, // nodes, see prove
    LONG_SHARE = 4,
    LINE_NODES = 100000,
};

KjHisshi *kj_hisshi_new(KjSolver *solver, size_t mib, GError **error)
{
    KjHisshi *x = g_new0(KjHisshi, 1);
    x->solver = solver;
    x->s = kj_solver_search(solver);
    size_t loops = mib / LOOP_SHARE;
    x->arena = kj_arena_new();
    x->refuted = g_new0(uint8_t, KJ_HISSHI_MOVES);
    x->proved = g_new0(uint8_t, KJ_HISSHI_MOVES);
    if (!x->arena || !kj_table_init(&x->table, mib - loops) || !kj_path_init(&x->path, loops)) {
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                     "cannot get memory for a table of %zu MiB", mib);
        kj_hisshi_free(x);
        return NULL;
    }
    return x;
}

KjHisshi *kj_hisshi_with_solver(const KjSolverOptions *options, KjSolver **out_solver,
                                GError **error)
{
    KjSolverOptions half = *options;
    half.memory_mib = MAX(1, options->memory_mib / 2);
    *out_solver = kj_solver_new(&half, error);
    KjHisshi *x = *out_solver ? kj_hisshi_new(*out_solver, half.memory_mib, error) : NULL;
    if (!x)
        g_clear_pointer(out_solver, kj_solver_free);
    return x;
}

void kj_hisshi_free(KjHisshi *x)
{
    if (!x)
        return;
    kj_arena_free(x->arena);
    kj_table_free(&x->table);
    kj_path_free(&x->path);
    g_free(x->refuted);
    g_free(x->proved);
    g_free(x);
}

static void clear(KjHisshi *x)
{
    kj_table_clear(&x->table);
    kj_path_clear(&x->path);
    x->n_forbidden = 0;
    x->salt = 0;
    memset(x->refuted, 0, KJ_HISSHI_MOVES);
    memset(x->proved, 0, KJ_HISSHI_MOVES);
}

void kj_hisshi_forget(KjHisshi *x)
{
    clear(x);
    x->opened = false;
}

void kj_hisshi_open(KjHisshi *x, const KjGame *game, KjSide attacker)
{
    kj_query_open(x->solver, game, attacker);
    bool same = x->opened && x->attacker == attacker && x->game.t == game->t &&
                kj_rules_equal(&x->game.rules, &game->rules);
    if (same)
        return;
    kj_hisshi_forget(x);
    x->game = *game;
    x->attacker = attacker;
    x->exact_hands = !x->s->exact_hands && game->rules.stalemate == KJ_STALEMATE_DRAW;
    x->opened = true;
}

void kj_hisshi_forbid(KjHisshi *x, const KjPosition *positions, unsigned n)
{
    uint64_t sum = 0;
    while (x->path.length)
        kj_path_pop(&x->path);
    for (unsigned i = 0; i < n; i++)
        sum += kj_mix(positions[i].key ^ kj_mix(positions[i].hand[x->attacker] + 1));
    x->salt = n ? kj_mix(sum) : 0;
    x->n_forbidden = 0;
    for (unsigned turn = 0; n && turn < 2; turn++) { // questions come in either part of the table
        x->part = turn ? KJ_TURN_ANY : KJ_TURN_SHORT;
        for (unsigned i = 0; i < n; i++, x->n_forbidden++)
            kj_path_push(&x->path, kj_hisshi_key(x, &positions[i]), positions[i].hand[x->attacker]);
    }
}

uint64_t kj_hisshi_forbids(const KjHisshi *x)
{
    return x->salt;
}

/* Lengths inside and outside (hisshi-priv.h). */
static unsigned inside(unsigned plies)
{
    return plies == KJ_ANY_LENGTH ? KJ_LEN_INF : plies + 1;
}

static unsigned outside(unsigned len)
{
    return len == KJ_LEN_INF ? KJ_ANY_LENGTH : len - 1;
}

/* What is known while a question is asked: of lengths inside. */
typedef struct {
    KjVerdict verdict;
    unsigned none, len; // refuted within; proved within
} Bounds;

static void learn(Bounds *b, const KjNodeValue *v)
{
    if (v->pn == 0) {
        b->verdict = KJ_MATE;
        b->len = v->len;
    } else if (v->dn == 0) {
        b->none = v->len > b->none ? v->len : b->none;
        if (v->len == KJ_LEN_INF)
            b->verdict = KJ_NOMATE;
    }
}

/* The next length there can be after `none`: even ones with the attacker to move, odd ones else. */
static unsigned next_length(const KjHisshi *x, const KjPosition *pos, unsigned none)
{
    unsigned len = none + 1;
    bool odd = pos->side != x->attacker;
    return len > 1 && len % 2 != odd ? len + 1 : len;
}

static void search_short(KjHisshi *x, const KjPosition *pos, uint64_t nodes, Bounds *b)
{
    KjSearch *s = x->s;
    uint64_t end = s->nodes + nodes;
    x->part = KJ_TURN_SHORT;
    while (b->verdict == KJ_UNKNOWN && !s->stopped && s->nodes < end) {
        unsigned before = b->none;
        KjNodeValue v = kj_hisshi_slice(x, pos, next_length(x, pos, b->none), end - s->nodes);
        learn(b, &v);
        if (b->verdict == KJ_UNKNOWN && b->none == before)
            break;
    }
}

/* In turns, as kj_solve_prove: within one more move than refuted so far, and of any length. */
static void prove(KjHisshi *x, const KjPosition *pos, Bounds *b)
{
    KjSearch *s = x->s;
    for (uint64_t slice = FIRST_SLICE; b->verdict == KJ_UNKNOWN && !s->stopped; slice *= 2) {
        search_short(x, pos, slice, b);
        if (b->verdict != KJ_UNKNOWN || s->stopped)
            break;
        x->part = KJ_TURN_ANY;
        KjNodeValue v = kj_hisshi_slice(x, pos, KJ_LEN_INF, slice * LONG_SHARE);
        learn(b, &v);
    }
}

/* Refutes shorter lengths until one is found that cannot be; true if the length is then exact. */
static bool shorten(KjHisshi *x, const KjPosition *pos, Bounds *b)
{
    x->part = KJ_TURN_SHORT;
    while (b->len > next_length(x, pos, b->none) && !x->s->stopped) {
        unsigned len = b->len > 3 ? b->len - 2 : 1;
        KjNodeValue v = kj_hisshi_root(x, pos, len, true);
        learn(b, &v);
        if (v.dn == 0)
            break;
    }
    return b->len <= next_length(x, pos, b->none);
}

/* Whether the position is a mate by checks, or with the defender to move and not in check 詰めろ;
 * what is known of it, or searched with all that is left. */
static KjVerdict mate_of(KjHisshi *x, const KjPosition *pos, bool search)
{
    KjPosition at = *pos;
    uint64_t nodes = !search ? 0 : x->s->node_limit - x->s->nodes;
    KjNodeValue v = {.pn = 1, .dn = 1};
    if (pos->side != x->attacker)
        (void)kj_threat_pass(pos, &at);
    for (uint64_t slice = FIRST_SLICE; nodes && !x->s->stopped; slice *= 2) {
        v = kj_hisshi_mate(x, &at, MIN(slice, x->s->node_limit - x->s->nodes));
        if (kj_value_final(&v))
            break;
    }
    if (!nodes)
        v = kj_hisshi_mate(x, &at, 0);
    return v.pn == 0 ? KJ_MATE : v.dn == 0 ? KJ_NOMATE : KJ_UNKNOWN;
}

static void finish_hisshi(KjHisshi *x, const KjPosition *pos, const Bounds *b, unsigned asked,
                          KjHisshiAnswer *out)
{
    *out = (KjHisshiAnswer){.verdict = b->verdict, .nodes = x->s->nodes};
    if (b->verdict == KJ_MATE)
        out->plies = outside(b->len);
    if (b->verdict == KJ_UNKNOWN && b->none >= asked)
        out->verdict = KJ_NOMATE;
    out->none_known = b->none > 0;
    out->none = out->none_known ? outside(b->none) : 0;
    if (b->verdict == KJ_MATE && b->len == 1 && pos->side == x->attacker)
        out->mate = KJ_MATE;
    else if (b->none > 0 && pos->side == x->attacker)
        out->mate = KJ_NOMATE;
    else
        out->mate = mate_of(x, pos, false);
    if (out->verdict == KJ_UNKNOWN)
        out->cause = x->s->stopped;
}

/* Begins a question about `pos`. What was learnt of another set of pieces is not true of it. */
static void begin_hisshi(KjHisshi *x, const KjPosition *pos, const KjLimits *limits)
{
    kj_query_about(x->solver, pos);
    if (x->set != x->s->set && !x->n_forbidden)
        clear(x);
    x->set = x->s->set;
    kj_search_limit(x->s, limits);
    x->s->phase = "asking";
}

/* The answer where a king can be taken; false: none can. */
static bool answer_capture(const KjHisshi *x, const KjPosition *pos, KjHisshiAnswer *out)
{
    KjVerdict verdict;
    if (!kj_query_capture(pos, x->attacker, &verdict))
        return false;
    *out = (KjHisshiAnswer){.verdict = verdict,
                            .mate = verdict,
                            .none_known = verdict == KJ_NOMATE,
                            .none = verdict == KJ_NOMATE ? KJ_ANY_LENGTH : 0};
    return true;
}

void kj_hisshi_ask(KjHisshi *x, const KjPosition *pos, unsigned plies, const KjLimits *limits,
                   KjHisshiAnswer *out)
{
    Bounds b = {.verdict = KJ_UNKNOWN};
    KjMove move = KJ_MOVE_NONE;
    if (answer_capture(x, pos, out))
        return;
    begin_hisshi(x, pos, limits);
    if (plies == KJ_ANY_LENGTH) {
        prove(x, pos, &b);
        if (b.verdict != KJ_UNKNOWN && !x->root_move) // the table knew it
            (void)kj_hisshi_root(x, pos, KJ_LEN_INF, false);
        move = x->root_move;
    } else {
        x->part = KJ_TURN_SHORT;
        KjNodeValue v = kj_hisshi_root(x, pos, inside(plies), false);
        learn(&b, &v);
        move = x->root_move;
    }
    finish_hisshi(x, pos, &b, inside(plies), out);
    out->move = move;
}

void kj_hisshi_length(KjHisshi *x, const KjPosition *pos, const KjLimits *limits,
                      KjHisshiAnswer *out)
{
    Bounds b = {.verdict = KJ_UNKNOWN};
    if (answer_capture(x, pos, out))
        return;
    begin_hisshi(x, pos, limits);
    prove(x, pos, &b);
    if (b.verdict == KJ_MATE)
        (void)shorten(x, pos, &b);
    finish_hisshi(x, pos, &b, KJ_LEN_INF, out);
}

/* ---- the main line ---- */

/* The attacker's move that keeps to a length; KJ_MOVE_NONE at a limit. */
static KjMove best_attack(KjHisshi *x, const KjPosition *pos, unsigned len)
{
    x->part = KJ_TURN_SHORT;
    KjNodeValue v = kj_hisshi_root(x, pos, len, false);
    return v.pn == 0 ? x->root_move : KJ_MOVE_NONE;
}

/* The first reply that holds out for `len`: not proved within less. */
static KjMove best_reply(KjHisshi *x, const KjPosition *pos, unsigned len)
{
    KjMoveList list;
    unsigned less = len > 3 ? len - 2 : 1;
    kj_gen_safe(pos, &list);
    for (unsigned i = 0; i < list.n && !x->s->stopped; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        x->part = KJ_TURN_SHORT;
        KjNodeValue v = kj_hisshi_root(x, &after, less, true);
        if (v.dn == 0)
            return list.move[i];
    }
    return KJ_MOVE_NONE;
}

/* The line from a position that is won within `len`. */
static void main_line(KjHisshi *x, const KjPosition *root, unsigned len, KjHisshiResult *out)
{
    g_autoptr(GArray) line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    KjPosition pos = *root;
    while (len > 1) {
        bool attacks = pos.side == x->attacker;
        KjMove move = attacks ? best_attack(x, &pos, len) : best_reply(x, &pos, len - 1);
        if (!move && !attacks && len > 3 && !x->s->stopped) {
            len -= 2; // it was a bound
            continue;
        }
        if (!move)
            break;
        g_array_append_val(line, move);
        pos = kj_position_after(&pos, move);
        len--;
    }
    out->line_complete = len <= 1;
    out->n_line = line->len;
    out->line = g_array_steal(line, NULL);
}

KjMove *kj_hisshi_line(KjHisshi *x, const KjPosition *pos, unsigned plies, const KjLimits *limits,
                       unsigned *out_n, uint64_t *out_nodes)
{
    KjHisshiResult result = {0};
    begin_hisshi(x, pos, limits);
    main_line(x, pos, inside(plies), &result);
    *out_n = result.n_line;
    *out_nodes = x->s->nodes;
    return result.line;
}

static void solve_forced(KjHisshi *x, const KjPosition *root, Bounds *b, KjHisshiResult *out)
{
    KjSearch *s = x->s;
    out->plies_proved = shorten(x, root, b);
    out->plies = outside(b->len);
    out->mate = root->side == x->attacker && b->none > 0 ? KJ_NOMATE : mate_of(x, root, true);
    bool quiet = root->side != x->attacker && !kj_in_check(root, kj_other(x->attacker));
    out->by_checks = out->mate == KJ_MATE && !quiet;
    if (out->by_checks) {
        out->plies = 0;
        out->plies_proved = out->line_complete = true;
        return;
    }
    kj_solve_begin_line(s, LINE_NODES);
    if (out->plies_proved)
        main_line(x, root, b->len, out);
}

/* Everything that needs a search. */
static void search_result(KjHisshi *x, const KjPosition *root, KjHisshiResult *out)
{
    KjSearch *s = x->s;
    Bounds b = {.verdict = KJ_UNKNOWN};
    s->phase = "proving";
    prove(x, root, &b);
    out->verdict = b.verdict;
    out->cause = b.verdict == KJ_UNKNOWN ? s->stopped : KJ_CAUSE_NONE;
    s->phase = "shortening";
    if (b.verdict == KJ_MATE)
        solve_forced(x, root, &b, out);
    else
        out->mate = b.verdict == KJ_NOMATE && root->side == x->attacker ? KJ_NOMATE
                                                                        : mate_of(x, root, false);
}

/* A king that can be taken at once: a mate in 0 plies. */
static bool solve_hisshi_capture(const KjPosition *root, KjSide attacker, KjHisshiResult *out)
{
    if (!kj_query_capture(root, attacker, &out->verdict))
        return false;
    out->mate = out->verdict;
    out->by_checks = out->plies_proved = out->line_complete = out->verdict == KJ_MATE;
    return true;
}

void kj_hisshi_solve(KjHisshi *x, const KjPosition *root, KjSide attacker, const KjLimits *limits,
                     KjHisshiResult *out)
{
    KjSearch *s = x->s;
    *out = (KjHisshiResult){.verdict = KJ_UNKNOWN, .mate = KJ_UNKNOWN};
    if (!x->goes_on) {
        kj_hisshi_forget(x);
        kj_query_forget(x->solver);
        x->spent = (KjSpent){0};
    }
    x->goes_on = false;
    kj_hisshi_open(x, root->game, attacker);
    kj_search_go_on(s, limits, x->spent.nodes, x->spent.seconds);
    kj_query_about(x->solver, root);
    x->set = s->set;
    if (!solve_hisshi_capture(root, attacker, out))
        search_result(x, root, out);
    out->nodes = s->nodes;
    out->positions = s->nodes + s->looks;
    out->seconds = kj_search_seconds(s);
}

bool kj_hisshi_result_final(const KjHisshiResult *result)
{
    return result->verdict == KJ_NOMATE ||
           (result->verdict == KJ_MATE && result->plies_proved && result->line_complete);
}

const char *kj_hisshi_verdict_text(const KjHisshiResult *result)
{
    if (result->verdict == KJ_UNKNOWN)
        return "unknown";
    if (result->verdict == KJ_NOMATE)
        return "none";
    return result->by_checks ? "mate" : "hisshi";
}

void kj_hisshi_result_clear(KjHisshiResult *result)
{
    g_clear_pointer(&result->line, g_free);
    result->n_line = 0;
}

/* ---- kept in a file ---- */

bool kj_hisshi_save(KjHisshi *x, KjBytesOutFn out, void *data)
{
    return kj_solver_save(x->solver, out, data) && kj_table_save(&x->table, out, data);
}

bool kj_hisshi_load(KjHisshi *x, const KjPosition *root, KjSide attacker, KjBytesInFn in,
                    void *data)
{
    kj_hisshi_forget(x);
    if (!kj_solver_load(x->solver, root, attacker, in, data))
        return false;
    kj_hisshi_open(x, root->game, attacker);
    x->set = x->s->set;
    if (kj_table_load(&x->table, root->game->t, in, data))
        return true;
    kj_hisshi_forget(x);
    kj_query_forget(x->solver);
    return false;
}

void kj_hisshi_resume(KjHisshi *x, const KjSpent *spent)
{
    x->spent = *spent;
    x->goes_on = true;
}
