/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One problem from position to result: prove or refute, shorten to the exact length, find the line.
 */
#include <assert.h>
#include <string.h>

#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "solver/checkpoint.h"
#include "solver/history_solve.h"
#include "solver/query.h"
#include "solver/repetition/fourfold.h"
#include "solver/search/ablation.h"
#include "solver/search/examples.h"
#include "solver/search/node.h"
#include "solver/search/table_probe.h"
#include "solver/search/team.h"
#include "solver/solve.h"

struct KjSolver {
    KjSearch search;
    KjHistorySearch *history; // where the law forbids repeating; NULL until needed
    KjPast past;              // what was played before the next root
    KjLastSolve solved;
    uint64_t table_size; // its largest, with nothing lent
    KjSpent spent;       // by earlier tries of the next root
    bool goes_on;        // the next solve keeps the table
};

enum {
    LOOP_SHARE = 16,     // the loop table gets this part of the memory
    LINE_NODES = 100000, // a main line by the law of repetition may take at least this
    EXACT_SHARE = 4,     // the search with history takes this part of the memory
    TABLE_SHARE = 4,     // and the table keeps this one whatever is lent
    PATIENCE = 10,       // see find_length
    PATIENT_BASES = 20,
    FIRST_KEEP = 1, // seconds after which a search is kept for the first time at the latest
};

KjSolver *kj_solver_new(const KjSolverOptions *options, GError **error)
{
    KjSolver *solver = g_new0(KjSolver, 1);
    KjSearch *s = &solver->search;
    s->options = *options;
    unsigned threads = MAX(1, options->threads);
    size_t loops = options->memory_mib / LOOP_SHARE;
    s->arena = kj_arena_new();
    s->examples = kj_examples_new();
    if (!s->arena || !s->examples || !kj_table_init(&s->table, options->memory_mib - loops) ||
        !kj_path_init(&s->path, loops / threads)) {
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                     "cannot get memory for a table of %zu MiB", options->memory_mib);
        kj_solver_free(solver);
        return NULL;
    }
    solver->table_size = s->table.max_size;
    if (threads > 1) {
        s->team = kj_team_new(threads - 1, loops / threads * (threads - 1));
        s->trail = kj_team_trail(s->team);
    }
    return solver;
}

static void free_exact(KjSolver *solver)
{
    if (solver->history)
        kj_history_search_free(solver->history);
    g_clear_pointer(&solver->history, g_free);
}

void kj_solver_free(KjSolver *solver)
{
    if (!solver)
        return;
    KjSearch *s = &solver->search;
    free_exact(solver);
    kj_team_free(s->team);
    kj_arena_free(s->arena);
    kj_examples_free(s->examples);
    kj_table_free(&s->table);
    kj_path_free(&s->path);
    g_free(solver);
}

KjSearch *kj_solver_search(KjSolver *solver)
{
    return &solver->search;
}

void kj_solver_lend(KjSolver *solver, size_t mib)
{
    uint64_t lent = ((uint64_t)mib << 20) / sizeof(KjEntry);
    uint64_t least = solver->table_size / TABLE_SHARE;
    solver->search.table.max_size =
        solver->table_size > lent + least ? solver->table_size - lent : least;
}

void kj_solver_set_progress(KjSolver *solver, KjProgressFn fn, void *user_data)
{
    solver->search.progress = fn;
    solver->search.progress_data = user_data;
}

void kj_solver_set_first(KjSolver *solver, KjFirstFn fn, void *user_data)
{
    solver->search.first = fn;
    solver->search.first_data = user_data;
}

void kj_solver_set_keep(KjSolver *solver, double seconds, KjKeepFn fn, void *user_data)
{
    KjSearch *s = &solver->search;
    s->keep = fn;
    s->keep_data = user_data;
    s->keep_every = seconds;
    s->keep_begun = kj_search_clock();
    s->next_keep = s->keep_begun + MIN(seconds, FIRST_KEEP);
}

const KjLastSolve *kj_solver_solved(const KjSolver *solver)
{
    return &solver->solved;
}

void kj_solver_resume(KjSolver *solver, const KjSpent *spent)
{
    solver->spent = *spent;
    solver->goes_on = true;
}

KjSpent kj_solver_spent(const KjSolver *solver)
{
    const KjSearch *s = &solver->search;
    return (KjSpent){s->nodes, s->proof_nodes, kj_search_seconds(s)};
}

static void begin_solve(KjSolver *solver, const KjGame *game, KjSide attacker,
                        const KjLimits *limits)
{
    KjSearch *s = &solver->search;
    if (!solver->goes_on)
        solver->spent = (KjSpent){0};
    kj_search_go_on(s, limits, solver->spent.nodes, solver->spent.seconds);
    s->proof_nodes = solver->spent.proof_nodes;
    kj_search_begin(s, game, attacker);
    s->game = *game;
    s->n_forbidden = 0;
    if (!solver->goes_on) {
        kj_table_clear(&s->table);
        if (kj_without(KJ_HEURISTIC_own_table))
            kj_table_share(&s->table);
        s->home.known = s->resumed = false;
    }
    solver->goes_on = false;
    kj_path_clear(&s->path);
    kj_examples_clear(s->examples);
    if (s->team)
        kj_team_forget(s->team);
}

uint64_t kj_solve_shortening_limit(const KjSolverOptions *options, uint64_t proof_nodes,
                                   uint64_t limit)
{
    if (options->shortening_factor <= 0)
        return limit;
    double extra = (double)proof_nodes * options->shortening_factor;
    uint64_t most = proof_nodes + options->shortening_base + (uint64_t)extra;
    return most < limit ? most : limit;
}

static void shorten(KjSearch *s, const KjPosition *root, KjBounds *b, KjResult *out)
{
    if (s->options.interpositions) {
        kj_solve_conventional_length(s, root, b, out);
    } else {
        out->pure_proved = out->plies_proved = kj_solve_shorten(s, root, b);
        out->plies = b->plies;
    }
}

/* What shortening may take where most of the line has nothing shorter when its limit comes: ten times
 * that, but for hard works, which have much already, no more than twenty times the base on top. */
static uint64_t patient_limit(const KjSearch *s, uint64_t most, uint64_t whole)
{
    uint64_t extra = most - s->proof_nodes;
    uint64_t more = MIN((PATIENCE - 1) * extra, PATIENT_BASES * s->options.shortening_base);
    return more < whole - most ? most + more : whole;
}

/* The length. Of the time that is left an eighth is kept for the line. */
static void find_length(KjSearch *s, const KjPosition *root, KjBounds *b, KjResult *out)
{
    uint64_t whole = s->node_limit;
    uint64_t most = kj_solve_shortening_limit(&s->options, s->proof_nodes, whole);
    s->node_limit = most;
    if (s->limits->seconds > 0)
        s->deadline -= (s->limits->seconds - kj_search_seconds(s)) / 8;
    shorten(s, root, b, out);
    if (out->plies_proved || s->stopped != KJ_CAUSE_NODES || s->nodes >= whole || !b->promising)
        return;
    s->node_limit = patient_limit(s, most, whole);
    s->stopped = KJ_CAUSE_NONE;
    shorten(s, root, b, out);
}

/* Takes the line of `spare`, if it ends in mate, where there is none. */
static void take_line(KjResult *out, KjResult *spare)
{
    if (out->line_complete || !spare->line_complete)
        return;
    kj_result_clear(out);
    out->line = g_steal_pointer(&spare->line);
    out->n_line = spare->n_line;
    out->leftover = spare->leftover;
    out->line_complete = true;
}

/* The line of a mate of which no conventional one was found. `spare` is what was known when there
 * was a mate at first. */
static void line_of_mate(KjSearch *s, const KjPosition *root, KjResult *spare, KjResult *out)
{
    kj_solve_begin_line(s, s->options.shortening_base);
    kj_solve_line(s, root, out->pure_plies, out->pure_proved, out);
    take_line(out, spare);
    out->line_kind = kj_solve_line_kind(out, s->options.interpositions != KJ_INTERPOSITIONS_COUNT);
}

static void solve_mate(KjSearch *s, const KjPosition *root, KjBounds *b, KjResult *out)
{
    g_auto(KjResult) spare = {0};
    out->plies = b->plies;
    if (!s->proof_nodes)
        s->proof_nodes = s->nodes;
    kj_line_known(s, root, b->plies, &spare);
    kj_solve_report_first(s, root, b->plies, NULL);
    if (s->options.find_shortest) {
        find_length(s, root, b, out);
    } else {
        out->pure_proved = b->plies <= b->none + 2; // known at no cost
        out->plies_proved = out->pure_proved && (!s->options.interpositions || b->plies <= 1);
        take_line(out, &spare);
    }
    out->pure_plies = b->plies;
    if (!out->line_complete)
        line_of_mate(s, root, &spare, out);
}

/* A king that can be taken at once: a mate in 0 plies has the capture for its line. */
static bool solve_capture(KjSearch *s, const KjPosition *root, KjResult *out)
{
    if (!kj_query_capture(root, s->attacker, &out->verdict))
        return false;
    if (out->verdict == KJ_MATE) {
        KjMove capture = kj_king_capture(root);
        out->plies_proved = out->pure_proved = out->line_complete = true;
        out->line = g_memdup2(&capture, sizeof capture);
        out->n_line = 1;
        out->leftover = root->hand[s->attacker];
    }
    return true;
}

void kj_solver_set_past(KjSolver *solver, const KjPosition *start, const KjMove *moves,
                        unsigned n_moves)
{
    solver->past = (KjPast){start, moves, start ? n_moves : 0};
}

/* What the search with history may take. */
static size_t history_mib(const KjSearch *s)
{
    return MAX(1, s->options.memory_mib / EXACT_SHARE);
}

/* Whether that search may be needed: then it gets its share, else it goes. */
static void share_memory(KjSolver *solver, bool by_law)
{
    bool needed = by_law || solver->search.options.loops == KJ_LOOPS_LAW;
    kj_solver_lend(solver, needed ? history_mib(&solver->search) : 0);
    if (!needed)
        free_exact(solver);
}

/* The search with history, ready at the root; NULL when memory or the past is too short or long. */
static KjHistorySearch *begin_exact(KjSolver *solver, const KjPosition *root)
{
    KjSearch *s = &solver->search;
    if (!solver->history) {
        solver->history = g_new0(KjHistorySearch, 1);
        if (!kj_history_search_init(solver->history, s, history_mib(s))) {
            free_exact(solver);
            return NULL;
        }
    }
    if (!solver->past.start)
        solver->past = (KjPast){.start = root};
    return kj_history_search_begin(solver->history, &solver->past) ? solver->history : NULL;
}

/* Whatever the search without loops proves keeps clear of what was played before the root: the
 * law may forbid either side to go back there. */
static void forbid_past(KjSolver *solver)
{
    const KjPast *past = &solver->past;
    g_autofree KjPosition *positions = g_new(KjPosition, past->n + 1u);
    positions[0] = *past->start;
    for (unsigned i = 0; i < past->n; i++) {
        KjUndo undo;
        positions[i + 1] = positions[i];
        kj_position_make(&positions[i + 1], past->moves[i], &undo);
    }
    kj_query_forbid(solver, positions, past->n); // the last one is the root
}

static void solve_by_law(KjSolver *solver, const KjPosition *root, KjResult *out)
{
    KjSearch *s = &solver->search;
    KjHistorySearch *x = begin_exact(solver, root);
    if (!x) {
        out->verdict = KJ_UNKNOWN;
        out->cause = KJ_CAUSE_MEMORY;
        return;
    }
    solver->solved.history = x;
    forbid_past(solver);
    kj_history_solve(x, solver->past.n > 0, root, out);
    if (out->verdict != KJ_MATE)
        return;
    out->plies = out->pure_plies; // all interpositions count: rules.md R12.19
    out->pure_proved = out->plies_proved;
    kj_solve_begin_line(s, MAX(s->options.shortening_base, LINE_NODES));
    if (out->decided_by == KJ_BY_NO_REPETITION && solver->past.n == 0)
        kj_solve_line(s, root, out->pure_plies, out->plies_proved, out);
    else
        kj_solve_line_by_law(x, out->pure_plies, out);
    out->line_kind = kj_solve_line_kind(out, false);
}

/* A position that comes back fails, whatever the law says. */
static void solve_without_loops(KjSearch *s, const KjPosition *root, KjResult *out)
{
    unsigned first = root->side == s->attacker ? 1 : 2;
    KjBounds bounds = {.verdict = KJ_UNKNOWN, .none = first - 1};
    kj_solve_prove(s, root, first, &bounds);
    out->verdict = bounds.verdict;
    if (bounds.verdict == KJ_UNKNOWN)
        out->cause = s->stopped;
    else if (!s->home.known || s->resumed)
        kj_search_settle(s);
    if (bounds.verdict == KJ_MATE)
        solve_mate(s, root, &bounds, out);
    if (bounds.verdict != KJ_UNKNOWN)
        out->decided_by = KJ_BY_NO_REPETITION;
}

static void leave_open(KjResult *out, KjCause cause)
{
    kj_result_clear(out);
    *out = (KjResult){.verdict = KJ_UNKNOWN, .cause = cause ? cause : KJ_CAUSE_REPETITION};
}

/* A mate again, one that keeps clear of what ends the game. The bounds known are still good: fewer
 * moves mate no sooner. */
static void avoid(KjSolver *solver, const KjPosition *root, const GArray *spent, KjResult *out)
{
    KjSearch *s = &solver->search;
    kj_query_forbid(solver, (const KjPosition *)(void *)spent->data, spent->len);
    KjNodeValue value = kj_search_root(s, root, KJ_LEN_INF);
    if (value.pn != 0) {
        leave_open(out, s->stopped);
        return;
    }
    kj_result_clear(out);
    KjBounds bounds = {.verdict = KJ_MATE, .plies = value.len};
    bool exact = s->options.find_shortest && kj_solve_shorten(s, root, &bounds);
    out->plies = out->pure_plies = bounds.plies;
    out->plies_proved = out->pure_proved = exact;
    kj_solve_begin_line(s, s->options.shortening_base);
    kj_solve_line(s, root, bounds.plies, exact, out);
    out->line_kind = kj_solve_line_kind(out, s->options.interpositions != KJ_INTERPOSITIONS_COUNT);
}

/* What the verdict without loops is worth under a law that counts (docs/repetition.md). */
static void review_by_count(KjSolver *solver, const KjPosition *root, uint64_t node_limit,
                            KjResult *out)
{
    KjSearch *s = &solver->search;
    s->node_limit = node_limit; // finding the line may have raised it
    const KjPast past = solver->past;
    bool may_win = kj_fourfold_may_win(s, root, &past);
    if (out->verdict == KJ_NOMATE && may_win) {
        KjHistorySearch *x = begin_exact(solver, root);
        if (x && kj_history_exhaust(x) && x->graph.node[x->root].no_win)
            out->decided_by = KJ_BY_EXHAUSTION;
        else
            leave_open(out, x ? s->stopped : KJ_CAUSE_MEMORY);
    }
    if (out->verdict != KJ_MATE)
        return;
    g_autoptr(GArray) spent = kj_fourfold_spent(&past, root);
    if (spent->len)
        avoid(solver, root, spent, out);
    if (may_win && (past.n || out->pure_plies > kj_fourfold_first(root->game)))
        out->plies_proved = out->pure_proved = false; // a loop may be quicker
}

/* After a try that does not end the game the attacker may only check: then equal positions are not
 * equal to play, and what docs/repetition.md says of laws that forbid does not hold. */
static bool may_have_to_check(const KjSearch *s, const KjGame *game)
{
    return game->rules.try_rule == KJ_TRY_ON_UNLESS_MATED &&
           s->options.attacker_moves != KJ_CHECKS_ONLY;
}

void kj_solver_solve(KjSolver *solver, const KjPosition *root, KjSide attacker,
                     const KjLimits *limits, KjResult *out)
{
    KjSearch *s = &solver->search;
    assert(root->king[attacker ^ 1] != KJ_NO_SQUARE);
    memset(out, 0, sizeof *out);
    begin_solve(solver, root->game, attacker, limits);
    s->set = 0;
    kj_query_about(solver, root);
    const uint64_t node_limit = s->node_limit;
    bool forbids = root->game->row->repetition == KJ_REPETITION_MOVER_LOSES;
    bool by_law = forbids && s->options.loops != KJ_LOOPS_FAIL;
    solver->solved = (KjLastSolve){.by_law = by_law, .past = solver->past};
    share_memory(solver, by_law);
    if (solve_capture(s, root, out)) {
        out->decided_by = KJ_BY_NO_REPETITION;
    } else if (by_law && may_have_to_check(s, root->game)) {
        leave_open(out, KJ_CAUSE_REPETITION);
    } else if (by_law) {
        solve_by_law(solver, root, out);
    } else {
        solve_without_loops(s, root, out);
        if (s->options.loops == KJ_LOOPS_LAW)
            review_by_count(solver, root, node_limit, out);
    }
    kj_solver_set_past(solver, NULL, NULL, 0);
    out->nodes = s->nodes;
    out->positions = s->nodes + s->looks;
    out->seconds = kj_search_seconds(s);
}

void kj_query_solve(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjResult *out)
{
    KjSearch *s = &solver->search;
    unsigned part = s->part;
    KjCounting counting = s->counting;
    kj_query_about(solver, pos);
    bool warm = s->table.used > 0;
    memset(out, 0, sizeof *out);
    kj_search_limit(s, limits);
    s->proof_nodes = 0;
    s->best_plies = 0;
    s->best_proved = false;
    if (!solve_capture(s, pos, out))
        solve_without_loops(s, pos, out);
    if (warm) { // as in kj_query_mate
        s->part = part;
        s->counting = counting;
    }
    out->nodes = s->nodes;
    out->positions = s->nodes + s->looks;
    out->seconds = kj_search_seconds(s);
}

bool kj_loops_by_law(KjLoops loops, const KjGame *game)
{
    return loops == KJ_LOOPS_LAW ||
           (loops == KJ_LOOPS_USUAL && game->row->repetition == KJ_REPETITION_MOVER_LOSES);
}

KjSide kj_default_attacker(const KjPosition *root)
{
    KjSide mover = (KjSide)root->side, other = kj_other(mover);
    bool only_mover_has_king =
        root->king[mover] != KJ_NO_SQUARE && root->king[other] == KJ_NO_SQUARE;
    return only_mover_has_king ? other : mover;
}
