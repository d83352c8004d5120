/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Telling author's lines from moves that have been played. */
#include "repl/job/input_moves.h"

#include "core/rules/attack.h"
#include "repl/job/solve_job.h"
#include "solver/hisshi/threat.h"
#include "solver/search/thread.h"

enum {
    MOST_NODES = 300000, // to find out whether a move threatens mate
    MEMORY_MIB = 16,
    TASK_HISSHI = 2, // of --task
};

static KjMovesRule rule_of(const KjValues *values)
{
    const KjValue *value = values->value;
    KjMovesRule rule = (KjMovesRule)value[KJ_OPT(GIVEN)].choice;
    bool hisshi = value[KJ_OPT(GOAL)].choice != 0 || value[KJ_OPT(TASK)].choice == TASK_HISSHI;
    return hisshi && rule == KJ_MOVES_CHECKS && !value[KJ_OPT(GIVEN)].set ? KJ_MOVES_THREATS : rule;
}

/* The question whether the side to move, who is not in check, would be mated if he passed. */
typedef struct {
    const KjValues *values;
    KjPosition position;
    KjAnswer answer; // UNKNOWN where there was no memory
} Threat;

static void *ask(void *data)
{
    Threat *threat = data;
    KjSolveRequest request;
    kj_solve_request(threat->values, 1, &request);
    request.solver.memory_mib = MEMORY_MIB;
    request.solver.threads = 1;
    g_autoptr(KjSolver) solver = kj_solver_new(&request.solver, NULL);
    const KjPosition *pos = &threat->position;
    KjLimits limits = {.nodes = MOST_NODES};
    if (!solver)
        return NULL;
    kj_query_open(solver, pos->game, kj_other((KjSide)pos->side));
    kj_threat_ask(solver, pos, &limits, &threat->answer);
    return NULL;
}

/* Asks on a thread with a stack for searches. */
static KjVerdict threatened(const KjValues *values, const KjPosition *pos)
{
    Threat threat = {.values = values, .position = *pos, .answer = {.verdict = KJ_UNKNOWN}};
    pthread_t thread;
    if (!KJ_THREADS)
        ask(&threat);
    else if (kj_thread_start(&thread, ask, &threat))
        pthread_join(thread, NULL);
    return threat.answer.verdict;
}

KjMovesAre kj_moves_are(const KjValues *values, const KjPositionText *text, KjSide attacker,
                        unsigned *out_ply)
{
    KjMovesRule rule = rule_of(values);
    KjPosition pos = text->start;
    unsigned attacks = 0;
    if (rule == KJ_MOVES_PLAYED || rule == KJ_MOVES_LINE)
        return rule == KJ_MOVES_LINE ? KJ_MOVES_ARE_LINE : KJ_MOVES_ARE_PLAYED;
    for (unsigned i = 0; i < text->n_moves; i++) {
        bool attacks_now = pos.side == attacker;
        pos = kj_position_after(&pos, text->moves[i]);
        attacks += attacks_now;
        if (!attacks_now || kj_in_check(&pos, (KjSide)pos.side))
            continue;
        KjVerdict threat = rule == KJ_MOVES_THREATS ? threatened(values, &pos) : KJ_NOMATE;
        *out_ply = i + 1;
        if (threat != KJ_MATE)
            return threat == KJ_NOMATE ? KJ_MOVES_ARE_PLAYED : KJ_MOVES_ARE_OPEN;
    }
    return attacks ? KJ_MOVES_ARE_LINE : KJ_MOVES_ARE_PLAYED;
}
