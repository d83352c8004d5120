/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solved work and its positions. */
#include "solver/themes/solved.h"

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

const char *kj_tri_text(KjTri tri)
{
    static const char *const text[] = {[KJ_NO] = "no", [KJ_YES] = "yes", [KJ_OPEN] = "unknown"};
    return text[tri];
}

KjPosition *kj_solved_positions(const KjSolvedWork *work)
{
    KjPosition *positions = g_new(KjPosition, work->n_line + 1);
    positions[0] = *work->root;
    for (unsigned i = 0; i < work->n_line; i++) {
        KjUndo undo;
        positions[i + 1] = positions[i];
        kj_position_make(&positions[i + 1], work->line[i], &undo);
    }
    return positions;
}

void kj_solved_attacks(const KjSolvedWork *work, const KjPosition *pos, KjMoveList *list)
{
    if (work->quiet)
        kj_gen_safe(pos, list);
    else
        kj_gen_checks(pos, list);
}

bool kj_solved_mated(const KjSolvedWork *work, const KjPosition *pos)
{
    KjSide defender = kj_other(work->attacker);
    if (work->quiet)
        return pos->side == defender && kj_solved_mates(work, pos, 0) == KJ_MATE;
    if (pos->side != defender || pos->king[defender] == KJ_NO_SQUARE || !kj_in_check(pos, defender))
        return false;
    return !kj_has_safe_move(pos) || kj_solved_mates(work, pos, 0) == KJ_MATE;
}
