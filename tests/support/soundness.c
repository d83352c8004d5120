/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to the solver that decide whether a problem is sound. */
#include "tests/support/soundness.h"

#include <string.h>

#include "core/movegen.h"

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
    kj_solver_solve(judge->solver, pos, attacker, &limits, out);
    judge->nodes += out->nodes + 1;
    judge->undecided +=
        out->verdict == KJ_UNKNOWN || (out->verdict == KJ_MATE && !out->plies_proved);
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
    ask(judge, &after, attacker, &result);
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
    for (unsigned ply = 0; ply < solution->plies; ply++) {
        KjUndo undo;
        if (ply % 2 == 0 && !judge_only_move(judge, &at, solution->line[ply])) {
            if (out_ply)
                *out_ply = ply;
            return false;
        }
        kj_position_make(&at, solution->line[ply], &undo);
    }
    return true;
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
        if (!judge_solve(e->judge, &next, &solution))
            return false;
        if (solution.plies == plies && (e->leftover || !solution.leftover) &&
            !unique_from(e, &next, &solution))
            return false;
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
    return unique_after(e, &after, solution->plies - 2);
}

bool judge_unique_everywhere(Judge *judge, const KjPosition *pos, const Solution *solution,
                             unsigned max_positions)
{
    Everywhere e = {judge, 0, max_positions, solution->leftover != 0};
    return unique_from(&e, pos, solution);
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
        if (!kj_game_piece(game, t->hand_kind[i])->never_dropped &&
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
