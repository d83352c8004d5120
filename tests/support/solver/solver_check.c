/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver against brute force on random problems. */
#include "tests/support/solver/solver_check.h"

#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "solver/query.h"
#include "solver/search/search.h"
#include "solver/search/team.h"
#include "solver/solve.h"
#include "tests/naive/oracle.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/solver/solver_audit.h"

enum {
    MEMORY_MIB = 16,
    MORE = 50, // times the nodes a problem needed is enough for its mirror image
    // Of the problems solved in fewer nodes than EASY_NODES only one in EASY_EVERY is compared.
    EASY_NODES = 30,
    EASY_EVERY = 8,
    // The share of mates is kept between these, in percent.
    LEAST_MATES = 40,
    MOST_MATES = 60,
    VARIATIONS = 20, // of one problem with a mate
    LEAST_PLIES = 5, // of that mate
};

typedef struct {
    const SolverCheckPlan *plan;
    SolverCheckCount *count;
    KjGame game;
    NvRng rng;
    KjSolver *solver;
    Reference *reference, *second;
    NvOracleResult *oracle;
    KjPosition pos;
    KjResult result;
    ReferenceVerdict truth;
    unsigned plies;
} Check;

KjSolverOptions solver_check_options(size_t memory_mib)
{
    return (KjSolverOptions){.attacker_moves = KJ_CHECKS_ONLY,
                             .loops = KJ_LOOPS_FAIL,
                             .memory_mib = memory_mib,
                             .find_shortest = true,
                             .shortening_factor = 0,
                             .shortening_base = 100000};
}

void solver_check_solve(KjSolver *solver, const KjPosition *pos, KjSide attacker, KjResult *out)
{
    const KjLimits none = {0};
    kj_solver_solve(solver, pos, attacker, &none, out);
}

const char *solver_check_line(Reference *reference, const KjPosition *root, KjSide attacker,
                              KjAttackerMoves moves, const KjResult *result)
{
    KjPosition pos = *root;
    KjMoveList list;
    KjUndo undo;
    if (!result->line_complete || result->n_line != result->pure_plies)
        return "line of another length";
    for (unsigned i = 0; i < result->n_line; i++) {
        unsigned left = result->n_line - i - 1;
        bool too_big = false, attacks = pos.side == attacker;
        kj_gen_safe(&pos, &list);
        if (!kj_list_has(&list, result->line[i]))
            return "line with an illegal move";
        kj_position_make(&pos, result->line[i], &undo);
        if (attacks && moves == KJ_CHECKS_ONLY && !kj_in_check(&pos, kj_other(attacker)))
            return "line with a quiet move";
        int exact = reference_distance(reference, &pos, left, &too_big);
        if (!too_big && exact != (int)left)
            return attacks ? "line with a slower attack" : "line with a shorter defence";
    }
    bool stalemate = moves == KJ_CHECKS_ONLY && !kj_in_check(&pos, kj_other(attacker));
    if (pos.side == attacker || kj_has_safe_move(&pos) || stalemate)
        return "line not ending in mate";
    return result->leftover == pos.hand[attacker] ? NULL : "leftover hand";
}

static bool differ(const Check *c, const char *what)
{
    static const char *const truth[] = {"mate", "no mate", "?"};
    g_autofree char *sfen = kj_sfen_write(&c->pos, 1);
    printf("%s differs: %s %s | solver %s %s %u %s, brute force %s %u | seed %llu line", what,
           c->plan->game, sfen, kj_verdict_text(c->result.verdict), kj_cause_text(c->result.cause),
           c->result.pure_plies, c->result.plies_proved ? "proved" : "", truth[c->truth], c->plies,
           (unsigned long long)c->plan->seed);
    KjPosition pos = c->pos;
    for (unsigned i = 0; i < c->result.n_line; i++) {
        char usi[KJ_USI_MOVE];
        KjUndo undo;
        kj_usi_move_write(&pos, c->result.line[i], usi);
        kj_position_make(&pos, c->result.line[i], &undo);
        printf(" %s", usi);
    }
    printf("\n");
    return false;
}

static bool agrees(const KjResult *result, ReferenceVerdict truth, unsigned plies)
{
    if (truth == REFERENCE_NO_MATE)
        return result->verdict == KJ_NOMATE;
    return result->verdict == KJ_MATE && result->plies_proved && result->pure_plies == plies;
}

/*
 * The naive oracle, on rules written a second time. It counts stalemate of a side that is not in
 * check as lost in Ōgi and dobutsu; at the root of a problem of checks it is none (R12.5).
 */
static bool same_as_naive(Check *c)
{
    if (c->plan->moves != KJ_CHECKS_ONLY ||
        reference_positions(c->reference) >= c->plan->naive_below ||
        (c->pos.side == KJ_GOTE && !kj_has_safe_move(&c->pos) && !kj_in_check(&c->pos, KJ_GOTE)))
        return true;
    char *sfen = kj_sfen_write(&c->pos, 1);
    NvPos naive;
    bool read = nv_parse(&naive, c->plan->game, sfen);
    g_free(sfen);
    if (!read)
        return differ(c, "naive reading");
    bridge_switches(&naive, &c->game.rules);
    const NvOracleOptions options = {
        .attacker = NV_SENTE, .method = NV_BY_ALL, .max_positions = 4 * c->plan->naive_below};
    nv_oracle(&naive, &options, c->oracle);
    if (c->oracle->verdict == NV_TOO_BIG)
        return true;
    c->count->naive++;
    bool same = c->truth == REFERENCE_MATE
                    ? c->oracle->verdict == NV_MATE && c->oracle->plies == (int)c->plies
                    : c->oracle->verdict == NV_NO_MATE;
    return same || differ(c, "naive oracle");
}

/* The same problem in another shape has the same answer. */
static bool same_turned(Check *c, const KjPosition *turned, KjSide attacker, const char *what)
{
    g_auto(KjResult) result;
    const KjLimits limits = {.nodes = MORE * c->plan->nodes};
    kj_solver_solve(c->solver, turned, attacker, &limits, &result);
    bool same = result.verdict == c->result.verdict && result.pure_plies == c->result.pure_plies &&
                result.plies_proved == c->result.plies_proved;
    return same || differ(c, what);
}

/* A piece of the defender's hand in the attacker's never makes a mate longer, nor undoes it. Only
 * with the attacker to move: a defender who is not in check may be forced to move something. */
static bool richer_is_no_worse(Check *c)
{
    const KjTables *t = c->game.t;
    KjKind kind = t->hand_kind[nv_random(&c->rng, t->n_hand)];
    if (c->pos.side != KJ_SENTE || (t->hand_mask[kind] & t->hand_apart) ||
        !(c->pos.hand[KJ_GOTE] & t->hand_mask[kind]))
        return true;
    KjPosition richer = c->pos;
    richer.hand[KJ_GOTE] -= t->hand_one[kind];
    richer.hand[KJ_SENTE] += t->hand_one[kind];
    const KjLimits limits = {.nodes = c->plan->nodes};
    g_auto(KjResult) result;
    kj_solver_solve(c->solver, &richer, KJ_SENTE, &limits, &result);
    bool worse = c->result.verdict == KJ_MATE &&
                 (result.verdict == KJ_NOMATE ||
                  (result.plies_proved && result.pure_plies > c->result.pure_plies));
    return !worse || differ(c, "attack with one piece more");
}

static bool same_in_other_shapes(Check *c)
{
    KjPosition turned = kj_position_mirror(&c->pos);
    if (!same_turned(c, &turned, KJ_SENTE, "mirrored problem"))
        return false;
    turned = kj_position_flip(&c->pos);
    if (!same_turned(c, &turned, KJ_GOTE, "turned problem") || !richer_is_no_worse(c))
        return false;
    if (c->plan->threads > 1)
        return true; // they may take another way
    g_auto(KjResult) again;
    const KjLimits limits = {.nodes = c->plan->nodes};
    kj_solver_solve(c->solver, &c->pos, KJ_SENTE, &limits, &again);
    bool same = again.nodes == c->result.nodes && again.n_line == c->result.n_line &&
                (again.n_line == 0 ||
                 memcmp(again.line, c->result.line, again.n_line * sizeof again.line[0]) == 0);
    return same || differ(c, "second run");
}

static void count_it(Check *c)
{
    c->count->decided++;
    c->count->defender_first += c->pos.side == KJ_GOTE;
    if (c->truth != REFERENCE_MATE)
        return;
    unsigned moves = (c->plies + 1) / 2;
    c->count->mates++;
    c->count->by_moves[moves < SOLVER_CHECK_MOVES ? moves : SOLVER_CHECK_MOVES - 1]++;
    c->count->longest = c->plies > c->count->longest ? c->plies : c->count->longest;
}

/* Every fact the search left in its table about positions of this problem is true. */
static bool audit(Check *c)
{
    char fault[SOLVER_AUDIT_TEXT];
    if (c->plan->audit_every == 0 || nv_random(&c->rng, (int)c->plan->audit_every) != 0)
        return true;
    c->count->audited++;
    int facts = solver_audit(c->solver, &c->pos, c->reference, c->second, &c->rng, fault);
    if (facts >= 0) {
        c->count->facts += (unsigned)facts;
        return true;
    }
    printf("%s\n", fault);
    return differ(c, "table");
}

/* The search as it is where a refutation is expected: it looks further at first looks. */
static bool refuting_agrees(Check *c)
{
    KjSearch *s = kj_solver_search(c->solver);
    const KjLimits limits = {.nodes = MORE * c->plan->nodes};
    kj_query_forget(c->solver);
    kj_query_open(c->solver, &c->game, KJ_SENTE);
    kj_search_limit(s, &limits);
    s->counting = KJ_COUNT_COSTS;
    KjNodeValue value = kj_search_root(s, &c->pos, KJ_LEN_INF);
    s->counting = KJ_COUNT_BRANCHES;
    bool same = c->truth == REFERENCE_MATE ? value.pn == 0 : value.dn == 0;
    return (same || differ(c, "answer in the refuting count")) && audit(c);
}

static bool compare(Check *c)
{
    c->plies = 0;
    c->truth = reference_solve(c->reference, &c->pos, &c->plies);
    if (c->truth == REFERENCE_TOO_BIG) {
        c->count->undecided++;
        return true;
    }
    count_it(c);
    if (!same_as_naive(c))
        return false;
    if (!agrees(&c->result, c->truth, c->plies))
        return differ(c, "answer");
    if (c->result.verdict == KJ_MATE) {
        const char *wrong =
            solver_check_line(c->reference, &c->pos, KJ_SENTE, c->plan->moves, &c->result);
        if (wrong)
            return differ(c, wrong);
    }
    return audit(c) && same_in_other_shapes(c) && refuting_agrees(c);
}

/* Whether a solved problem is worth comparing: not too many easy ones, enough mates. */
static bool interesting(Check *c)
{
    const KjResult *r = &c->result;
    if (r->verdict == KJ_UNKNOWN || (r->verdict == KJ_MATE && !r->plies_proved)) {
        c->count->unsolved++;
        return false;
    }
    unsigned mates = c->count->mates * 100, decided = c->count->decided;
    if (r->verdict == KJ_MATE ? mates > decided * MOST_MATES : mates < decided * LEAST_MATES)
        return false;
    return r->nodes >= EASY_NODES || nv_random(&c->rng, EASY_EVERY) == 0;
}

/* The next problem: a new one, or a variation of `base`, the last one with a mate of some
 * length. */
static void next_problem(Check *c, KjPosition *base, unsigned *left)
{
    if (*left > 0) {
        --*left;
        random_variation(&c->pos, base, &c->rng);
    } else {
        random_problem(&c->pos, &c->game, &c->rng);
    }
}

static bool run(Check *c)
{
    const KjLimits limits = {.nodes = c->plan->nodes};
    KjPosition base;
    unsigned left = 0, longest = 0; // variations still to make; plies of the base
    bool same = true;
    while (same && c->count->decided < c->plan->wanted) {
        next_problem(c, &base, &left);
        kj_solver_solve(c->solver, &c->pos, KJ_SENTE, &limits, &c->result);
        unsigned mates = c->count->mates;
        if (interesting(c))
            same = compare(c);
        if (c->count->mates > mates && c->plies >= (left ? longest : LEAST_PLIES)) {
            if (left == 0 || c->plies > longest)
                left = VARIATIONS;
            longest = c->plies;
            base = c->pos;
        }
        kj_result_clear(&c->result);
    }
    return same;
}

bool solver_check_run(const SolverCheckPlan *plan, SolverCheckCount *count)
{
    memset(count, 0, sizeof *count);
    Check c = {.plan = plan, .count = count, .game = *kj_game_find(plan->game)};
    c.game.rules = plan->rules ? *plan->rules : c.game.rules;
    c.rng.state = plan->seed;
    KjSolverOptions options = solver_check_options(MEMORY_MIB);
    options.attacker_moves = plan->moves;
    options.threads = plan->threads;
    c.solver = kj_solver_new(&options, NULL);
    if (plan->threads > 1)
        kj_team_be_eager(kj_solver_search(c.solver));
    c.reference = reference_new(KJ_SENTE, (ReferenceMoves)plan->moves, plan->max_positions);
    c.second = reference_new(KJ_SENTE, (ReferenceMoves)plan->moves, plan->max_positions);
    c.oracle = g_new(NvOracleResult, 1);
    bool same = c.solver && run(&c);
    g_free(c.oracle);
    reference_free(c.reference);
    reference_free(c.second);
    kj_solver_free(c.solver);
    return same;
}

void solver_check_print(const SolverCheckPlan *plan, const SolverCheckCount *count)
{
    printf("%s: %u decided (%u unsolved, %u too big), %u by the naive oracle too, %u with the "
           "defender first, %u facts in %u tables; %u mates, longest %u plies; by moves",
           plan->game, count->decided, count->unsolved, count->undecided, count->naive,
           count->defender_first, count->facts, count->audited, count->mates, count->longest);
    for (unsigned i = 0; i < SOLVER_CHECK_MOVES; i++) {
        if (count->by_moves[i])
            printf(" %u:%u", i, count->by_moves[i]);
    }
    printf("\n");
}
