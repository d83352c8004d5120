/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solved work and its positions. */
#include "solver/themes/solved.h"

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/search/futile.h"

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

KjTri kj_tri_of(KjVerdict mate)
{
    return mate == KJ_MATE ? KJ_YES : mate == KJ_NOMATE ? KJ_NO : KJ_OPEN;
}

/* Whether the defender, in check, can do something else than put a piece in between. */
static bool has_more_than_interpositions(const KjPosition *pos)
{
    unsigned checker;
    KjBb between = kj_futile_between(pos, &checker);
    KjMoveList replies;
    kj_gen_safe(pos, &replies);
    for (unsigned i = 0; i < replies.n; i++)
        if (!(kj_bit(kj_move_to(replies.move[i])) & between))
            return true;
    return false;
}

KjTri kj_solved_mated(const KjSolvedWork *work, const KjPosition *pos)
{
    KjSide defender = kj_other(work->attacker);
    if (pos->side != defender)
        return KJ_NO;
    if (work->quiet)
        return kj_tri_of(kj_solved_mates(work, pos, 0));
    if (pos->king[defender] == KJ_NO_SQUARE || !kj_in_check(pos, defender))
        return KJ_NO;
    if (!kj_has_safe_move(pos))
        return KJ_YES;
    KjTri mated = kj_tri_of(kj_solved_mates(work, pos, 0));
    return mated == KJ_OPEN && has_more_than_interpositions(pos) ? KJ_NO : mated;
}
