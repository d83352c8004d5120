/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks for mates that only the law of repetition makes: scan_loops SEED DRAWN. Of so many random
 * positions of Ōgi with pieces that can go on checking (tests/support/solver/loops.h), the defender
 * holding the rest of the set, it prints those that are mates by history alone and leave nothing in
 * hand, with their lengths, as a list for `kanju check`. The same arguments print the same list.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/format/feen.h"
#include "core/rules/movegen.h"
#include "repl/job/unplaced_pieces.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/solver/loops.h"

enum { NODES = 4000, MEMORY_MIB = 8, LEAST_PLIES = 3 };

static void look_at(KjSolver *solver, const KjPosition *pos)
{
    const KjLimits limits = {.nodes = NODES};
    g_auto(KjResult) result;
    kj_solver_solve(solver, pos, KJ_SENTE, &limits, &result);
    if (result.verdict == KJ_MATE && result.decided_by == KJ_BY_REPETITION && result.plies_proved &&
        result.leftover == 0 && result.pure_plies >= LEAST_PLIES) {
        g_autofree char *feen = kj_feen_write(pos);
        printf("%s\t%u\n", feen, result.pure_plies);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: scan_loops SEED DRAWN\n", stderr);
        return 2;
    }
    NvRng rng = {g_ascii_strtoull(argv[1], NULL, 10)};
    const guint64 drawn = g_ascii_strtoull(argv[2], NULL, 10);
    const KjGame *game = kj_game_find("ogi");
    const KjSolverOptions options = {.memory_mib = MEMORY_MIB,
                                     .find_shortest = true,
                                     .shortening_base = NODES,
                                     .loops = KJ_LOOPS_LAW};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    for (guint64 i = 0; solver && i < drawn; i++) {
        NvPos drawing;
        KjPosition pos;
        loops_position(&drawing, "ogi", &rng);
        if (drawing.turn != NV_SENTE)
            continue;
        bridge_position(&pos, game, &drawing);
        kj_unplaced_give(&pos, KJ_GOTE);
        if (!kj_can_capture_king(&pos))
            look_at(solver, &pos);
    }
    return solver ? 0 : 1;
}
