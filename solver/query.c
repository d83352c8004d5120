/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about single positions to a warm table. */
#include "solver/query.h"

#include <assert.h>
#include <string.h>

#include "solver/search/examples.h"
#include "solver/search/table_probe.h"
#include "solver/search/team.h"
#include "solver/solve.h"

_Static_assert((int)KJ_ANY_LENGTH == (int)KJ_LEN_INF, "the two are the same");

static bool same_game(const KjGame *a, const KjGame *b)
{
    return a->t == b->t && kj_rules_equal(&a->rules, &b->rules);
}

static void forget_positions(KjSearch *s)
{
    kj_table_clear(&s->table);
    kj_path_clear(&s->path);
    kj_examples_clear(s->examples);
    if (s->team)
        kj_team_forget(s->team);
    s->home.known = s->resumed = false;
    s->set = 0;
}

void kj_query_forget(KjSolver *solver)
{
    KjSearch *s = kj_solver_search(solver);
    forget_positions(s);
    s->n_forbidden = 0;
    s->game = (KjGame){0};
}

/* A number of how many pieces there are of each kind that hands can hold, never 0. */
static uint64_t set_of(const KjPosition *pos)
{
    KjPieceCounts counts;
    uint64_t sum = 1;
    kj_position_count(pos, &counts);
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++)
        if (pos->game->t->hand_bits[kind])
            sum = kj_mix(sum + kj_piece_count(&counts, kind));
    return sum | 1;
}

void kj_query_about(KjSolver *solver, const KjPosition *pos)
{
    KjSearch *s = kj_solver_search(solver);
    if (s->n_forbidden) // about positions of the work that forbids them
        return;
    uint64_t set = set_of(pos);
    if (s->set && s->set != set)
        forget_positions(s);
    s->set = set;
}

void kj_query_open(KjSolver *solver, const KjGame *game, KjSide attacker)
{
    KjSearch *s = kj_solver_search(solver);
    kj_query_forbid(solver, NULL, 0);
    if (!same_game(&s->game, game))
        kj_query_forget(solver);
    else if (s->attacker == attacker)
        return; // the same part of the table, see kj_solve_prove
    s->game = *game;
    kj_search_begin(s, game, attacker);
}

void kj_query_forbid_ahead(KjSearch *s, const KjPosition *positions, unsigned n)
{
    while (s->path.length)
        kj_path_pop(&s->path);
    if (s->n_forbidden)
        s->salt = s->salt_allowed;
    s->salt_allowed = s->salt;
    s->n_forbidden = n;
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += kj_mix(positions[i].key ^ kj_mix(positions[i].hand[s->attacker] + 1));
    if (n)
        s->salt ^= kj_mix(sum);
    for (unsigned i = 0; i < n; i++)
        kj_path_push(&s->path, kj_search_key(s, &positions[i]), positions[i].hand[s->attacker]);
}

void kj_query_forbid(KjSolver *solver, const KjPosition *positions, unsigned n)
{
    kj_query_forbid_ahead(kj_solver_search(solver), positions, n);
}

bool kj_query_capture(const KjPosition *pos, KjSide attacker, KjVerdict *out)
{
    if (!kj_can_capture_king(pos))
        return false;
    *out = pos->side == attacker ? KJ_MATE : KJ_NOMATE;
    return true;
}

/* What needs no search; false if it does. */
static bool at_once(KjSearch *s, const KjPosition *pos, unsigned len, KjAnswer *out)
{
    KjVerdict verdict;
    if (kj_query_capture(pos, s->attacker, &verdict)) {
        *out = (KjAnswer){.verdict = verdict, .none = verdict == KJ_MATE ? 0 : KJ_ANY_LENGTH};
        return true;
    }
    if (pos->side != s->attacker && !kj_has_safe_move(pos)) {
        bool mated = kj_probe_mated(s, pos);
        *out =
            (KjAnswer){.verdict = mated ? KJ_MATE : KJ_NOMATE, .none = mated ? 0 : KJ_ANY_LENGTH};
        return true;
    }
    unsigned first = pos->side == s->attacker ? 1 : 2;
    if (len >= first)
        return false;
    *out = (KjAnswer){.verdict = KJ_NOMATE, .none = len};
    return true;
}

static void finish_answer(const KjSearch *s, const KjBounds *bounds, KjAnswer *out)
{
    *out = (KjAnswer){.verdict = bounds->verdict,
                      .cause = bounds->verdict == KJ_UNKNOWN ? s->stopped : KJ_CAUSE_NONE,
                      .plies = bounds->verdict == KJ_MATE ? bounds->plies : 0,
                      .none = bounds->verdict == KJ_NOMATE ? KJ_ANY_LENGTH : bounds->none,
                      .nodes = s->nodes};
}

/* Looks for a mate of any length; the part of the table and the counting are as before if the
 * table was warm: what is known lies there. */
static void search_any_length(KjSearch *s, const KjPosition *pos, unsigned first, KjProver prove,
                              KjBounds *bounds)
{
    unsigned part = s->part;
    KjCounting counting = s->counting;
    bool begun = s->resumed && !s->home.known; // it was the first question, and goes on
    bool warm = !kj_table_empty(&s->table) && !begun;
    prove(s, pos, first, bounds);
    if (warm) {
        s->part = part;
        s->counting = counting;
    } else if (s->stopped != KJ_CAUSE_STOPPED && s->stopped != KJ_CAUSE_TIME) {
        kj_search_settle(s);
    }
}

/* What needs a search, from what is known on. */
static void search_bounds(KjSearch *s, const KjPosition *pos, unsigned len, KjProver prove,
                          KjBounds *bounds)
{
    unsigned first = pos->side == s->attacker ? 1 : 2;
    *bounds = (KjBounds){.verdict = KJ_UNKNOWN, .none = first - 1};
    KjNodeValue value = kj_probe_known(s, pos, len);
    kj_bounds_learn(bounds, &value);
    // What is forbidden is known to one part of the table only, so kj_solve_prove is not for it.
    if (len == KJ_ANY_LENGTH && prove == kj_solve_prove && s->n_forbidden)
        prove = kj_solve_refute;
    if (len == KJ_ANY_LENGTH && bounds->verdict == KJ_UNKNOWN) {
        search_any_length(s, pos, first, prove, bounds);
    } else if (bounds->verdict == KJ_UNKNOWN && bounds->none < len) {
        value = kj_search_root(s, pos, len);
        kj_bounds_learn(bounds, &value);
    }
}

static void ask_within_plies(KjSolver *solver, const KjPosition *pos, unsigned len,
                             const KjLimits *limits, KjProver prove, KjAnswer *out)
{
    KjSearch *s = kj_solver_search(solver);
    kj_query_about(solver, pos);
    if (at_once(s, pos, len, out))
        return;
    kj_search_limit(s, limits);
    s->phase = "asking";
    KjBounds bounds;
    search_bounds(s, pos, len, prove, &bounds);
    finish_answer(s, &bounds, out);
    if (out->verdict == KJ_UNKNOWN && bounds.none >= len) {
        out->verdict = KJ_NOMATE; // within `len`
        out->cause = KJ_CAUSE_NONE;
    }
}

void kj_query_mate(KjSolver *solver, const KjPosition *pos, unsigned len, const KjLimits *limits,
                   KjAnswer *out)
{
    ask_within_plies(solver, pos, len, limits, kj_solve_prove, out);
}

void kj_query_refute(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjAnswer *out)
{
    ask_within_plies(solver, pos, KJ_ANY_LENGTH, limits, kj_solve_refute, out);
}

void kj_query_refute_ahead(KjSearch *s, const KjPosition *pos)
{
    KjAnswer answer;
    KjBounds bounds;
    if (!at_once(s, pos, KJ_ANY_LENGTH, &answer))
        search_bounds(s, pos, KJ_ANY_LENGTH, kj_solve_refute, &bounds);
}

void kj_query_length(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjAnswer *out)
{
    KjSearch *s = kj_solver_search(solver);
    kj_query_mate(solver, pos, KJ_ANY_LENGTH, limits, out);
    if (out->verdict != KJ_MATE || kj_answer_exact(out))
        return;
    kj_search_go_on(s, limits, out->nodes, kj_search_seconds(s)); // of the same question
    KjBounds bounds = {.verdict = KJ_MATE, .none = out->none, .plies = out->plies};
    (void)kj_solve_shorten(s, pos, &bounds);
    finish_answer(s, &bounds, out);
}

void kj_query_conventional(KjSolver *solver, const KjPosition *pos, const KjLimits *limits,
                           KjAnswer *out)
{
    KjSearch *s = kj_solver_search(solver);
    bool by_law = kj_loops_by_law(s->options.loops, pos->game);
    if (by_law || s->options.interpositions == KJ_INTERPOSITIONS_COUNT) {
        kj_query_length(solver, pos, limits, out);
        if (by_law && out->verdict == KJ_MATE)
            out->none = 0; // a loop may be quicker
        return;
    }
    kj_query_mate(solver, pos, KJ_ANY_LENGTH, limits, out);
    if (out->verdict != KJ_MATE || out->plies <= 1)
        return;
    kj_search_go_on(s, limits, out->nodes, kj_search_seconds(s)); // of the same question
    g_autoptr(KjConventional) c = kj_conventional_new(s);
    KjBounds bounds = {.verdict = KJ_MATE, .none = out->none, .plies = out->plies};
    KjResult lengths = {0};
    kj_solve_lengths(s, c, pos, &bounds, &lengths);
    // A line that leaves nothing is none that others may be longer than.
    bool strict =
        s->options.tolerance == 0 ||
        (lengths.plies_proved && kj_conventional_within(c, pos, lengths.plies, true) == KJ_NOMATE);
    bool exact = lengths.plies_proved && strict;
    *out = (KjAnswer){.verdict = KJ_MATE,
                      .plies = lengths.plies,
                      .none = exact && lengths.plies > 0 ? lengths.plies - 1 : 0,
                      .nodes = s->nodes};
}
