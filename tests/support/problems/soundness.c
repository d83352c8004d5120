/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to the solver that decide whether a problem is sound. */
#include "tests/support/problems/soundness.h"

#include <string.h>

#include "core/rules/movegen.h"

enum { MAX_POSITIONS = 40 }; // attacker positions in the lines of longest defence

Judge judge_new(size_t memory_mib, uint64_t node_limit)
{
    KjSolverOptions options = {.memory_mib = memory_mib, .find_shortest = true};
    GError *error = NULL;
    KjSolver *solver = kj_solver_new(&options, &error);
    if (!solver)
        g_error("%s", error->message);
    return (Judge){.solver = solver, .node_limit = node_limit};
}

void judge_clear(Judge *judge)
{
    kj_solver_free(judge->solver);
    judge->solver = NULL;
}

static void ask(Judge *judge, const KjPosition *pos, KjSide attacker, KjResult *out)
{
    KjLimits limits = {.nodes = judge->node_limit};
    kj_solver_set_past(judge->solver, judge->start, judge->past, judge->n_past);
    kj_solver_solve(judge->solver, pos, attacker, &limits, out);
    judge->nodes += out->nodes + 1;
    judge->undecided +=
        out->verdict == KJ_UNKNOWN || (out->verdict == KJ_MATE && !out->plies_proved);
}

/* Begins a line of play at `pos` unless one goes on. True if so: the caller then ends it. */
static bool begin_line(Judge *judge, const KjPosition *pos)
{
    if (judge->start)
        return false;
    judge->start = pos;
    judge->n_past = 0;
    return true;
}

static void end_line(Judge *judge, bool begun)
{
    if (begun)
        judge->start = NULL;
}

static void step(Judge *judge, KjMove move)
{
    if (judge->n_past >= G_N_ELEMENTS(judge->past))
        g_error("a line too long to judge");
    judge->past[judge->n_past++] = move;
}

bool judge_solve(Judge *judge, const KjPosition *pos, Solution *out)
{
    KjResult result;
    ask(judge, pos, (KjSide)pos->side, &result);
    bool solved = result.verdict == KJ_MATE && result.plies_proved && result.line_complete &&
                  result.n_line == result.pure_plies && result.pure_plies > 0 &&
                  result.pure_plies <= SOUNDNESS_MAX_PLIES;
    if (solved) {
        *out = (Solution){
            .plies = result.pure_plies, .leftover = result.leftover, .nodes = result.nodes};
        memcpy(out->line, result.line, result.n_line * sizeof out->line[0]);
    }
    kj_result_clear(&result);
    return solved;
}

bool judge_refutes(Judge *judge, const KjPosition *pos)
{
    KjResult result;
    ask(judge, pos, (KjSide)pos->side, &result);
    bool refuted = result.verdict == KJ_NOMATE;
    kj_result_clear(&result);
    return refuted;
}

/* Whether this check does not mate, by proof. */
static bool check_fails(Judge *judge, const KjPosition *pos, KjMove check)
{
    KjSide attacker = (KjSide)pos->side;
    KjPosition after = *pos;
    KjUndo undo;
    KjResult result;
    kj_position_make(&after, check, &undo);
    bool begun = begin_line(judge, pos);
    step(judge, check);
    ask(judge, &after, attacker, &result);
    judge->n_past--;
    end_line(judge, begun);
    bool fails = result.verdict == KJ_NOMATE;
    kj_result_clear(&result);
    return fails;
}

bool judge_only_move(Judge *judge, const KjPosition *pos, KjMove key)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    // Mates at once are the commonest second solution and cost nothing to find.
    for (unsigned i = 0; i < checks.n; i++)
        if (checks.move[i] != key && kj_is_mate(pos, checks.move[i]))
            return false;
    for (unsigned i = 0; i < checks.n; i++)
        if (checks.move[i] != key && !check_fails(judge, pos, checks.move[i]))
            return false;
    return true;
}

bool judge_unique(Judge *judge, const KjPosition *pos, const Solution *solution, unsigned *out_ply)
{
    KjPosition at = *pos;
    bool unique = true, begun = begin_line(judge, pos);
    unsigned n_past = judge->n_past;
    for (unsigned ply = 0; ply < solution->plies && unique; ply++) {
        KjUndo undo;
        unique = ply % 2 == 1 || judge_only_move(judge, &at, solution->line[ply]);
        if (!unique && out_ply)
            *out_ply = ply;
        step(judge, solution->line[ply]);
        kj_position_make(&at, solution->line[ply], &undo);
    }
    judge->n_past = n_past;
    end_line(judge, begun);
    return unique;
}

typedef struct {
    Judge *judge;
    unsigned positions, max_positions;
    bool leftover; // the main line leaves pieces over
} Everywhere;

static bool unique_from(Everywhere *e, const KjPosition *pos, const Solution *solution);

/* All replies after which the mate takes `plies` more, after the attacker's move in `pos`. */
static bool unique_after(Everywhere *e, const KjPosition *pos, unsigned plies)
{
    KjMoveList replies;
    kj_gen_evasions(pos, &replies, NULL);
    for (unsigned i = 0; i < replies.n; i++) {
        KjPosition next = *pos;
        KjUndo undo;
        Solution solution;
        kj_position_make(&next, replies.move[i], &undo);
        step(e->judge, replies.move[i]);
        if (!judge_solve(e->judge, &next, &solution))
            return false;
        if (solution.plies == plies && (e->leftover || !solution.leftover) &&
            !unique_from(e, &next, &solution))
            return false;
        e->judge->n_past--;
    }
    return true;
}

static bool unique_from(Everywhere *e, const KjPosition *pos, const Solution *solution)
{
    if (++e->positions > e->max_positions || !judge_only_move(e->judge, pos, solution->line[0]))
        return false;
    if (solution->plies == 1)
        return true;
    KjPosition after = *pos;
    KjUndo undo;
    kj_position_make(&after, solution->line[0], &undo);
    step(e->judge, solution->line[0]);
    bool unique = unique_after(e, &after, solution->plies - 2);
    e->judge->n_past--;
    return unique;
}

bool judge_unique_everywhere(Judge *judge, const KjPosition *pos, const Solution *solution,
                             unsigned max_positions)
{
    Everywhere e = {judge, 0, max_positions, solution->leftover != 0};
    bool begun = begin_line(judge, pos);
    unsigned n_past = judge->n_past;
    bool unique = unique_from(&e, pos, solution);
    judge->n_past = n_past; // a failure leaves at any depth
    end_line(judge, begun);
    return unique;
}

bool solution_takes_interposition(const Solution *solution)
{
    for (unsigned ply = 1; ply + 1 < solution->plies; ply += 2)
        if (kj_move_is_drop(solution->line[ply]) &&
            kj_move_to(solution->line[ply]) == kj_move_to(solution->line[ply + 1]))
            return true;
    return false;
}

bool solution_leaves_piece(const KjGame *game, const Solution *solution)
{
    const KjTables *t = game->t;
    for (unsigned i = 0; i < t->n_hand; i++)
        if (t->drop_ok[KJ_SENTE][t->hand_kind[i]] &&
            kj_hand_count(t, solution->leftover, t->hand_kind[i]))
            return true;
    return false;
}

bool judge_sound(Judge *judge, const KjPosition *pos, unsigned min, unsigned max, Solution *out)
{
    return judge_solve(judge, pos, out) && out->plies >= min && out->plies <= max &&
           !solution_leaves_piece(pos->game, out) && !solution_takes_interposition(out) &&
           judge_unique(judge, pos, out, NULL) &&
           judge_unique_everywhere(judge, pos, out, MAX_POSITIONS);
}
