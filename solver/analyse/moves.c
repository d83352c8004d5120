/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each move of the side to move leads to. */
#include "solver/analyse/moves.h"

#include "core/rules/attack.h"
#include "solver/hisshi/threat.h"

bool kj_move_wins(const KjPosition *pos, KjMove move)
{
    return kj_takes_last_royal(pos, move) || kj_try_ends(pos, move);
}

/* Whether the side to move could be mated at all: its king is on the board. */
static bool has_king(const KjPosition *pos, KjSide side)
{
    return pos->king[side] != KJ_NO_SQUARE;
}

static void ask_loses(KjAnalyst *a, const KjPosition *pos, const KjPast *past, KjMoveFact *fact)
{
    KjSide mover = (KjSide)pos->side;
    KjPosition after = kj_position_after(pos, fact->move);
    KjLongerPast longer;
    fact->check = has_king(&after, kj_other(mover)) && kj_in_check(&after, kj_other(mover));
    fact->wins = kj_move_wins(pos, fact->move);
    fact->loses = (KjAnswer){.verdict = KJ_NOMATE, .none = KJ_ANY_LENGTH};
    if (!fact->wins && has_king(pos, mover))
        kj_analyst_ask(a, &after, kj_other(mover), kj_past_after(past, fact->move, &longer),
                       &fact->loses);
}

static void ask_threatens(KjAnalyst *a, const KjPosition *pos, KjMoveFact *fact)
{
    KjSide mover = (KjSide)pos->side;
    KjPosition after = kj_position_after(pos, fact->move), passed;
    if (fact->check || fact->wins || fact->loses.verdict == KJ_MATE ||
        !has_king(pos, kj_other(mover)) || !kj_threat_pass(&after, &passed))
        return;
    fact->threatens_asked = true;
    kj_analyst_ask_less(a, &passed, mover, &fact->threatens);
}

GArray *kj_analyse_moves(KjAnalyst *a, const KjPosition *pos, const KjPast *past, bool threats)
{
    GArray *moves = g_array_new(FALSE, TRUE, sizeof(KjMoveFact));
    KjMoveList list;
    kj_gen_safe(pos, &list);
    g_array_set_size(moves, list.n);
    for (unsigned i = 0; i < list.n; i++) {
        KjMoveFact *fact = &g_array_index(moves, KjMoveFact, i);
        fact->move = list.move[i];
        ask_loses(a, pos, past, fact);
    }
    for (unsigned i = 0; threats && i < list.n; i++)
        ask_threatens(a, pos, &g_array_index(moves, KjMoveFact, i));
    return moves;
}

unsigned kj_count_moves(const GArray *moves, KjVerdict loses)
{
    unsigned n = 0;
    for (unsigned i = 0; i < moves->len; i++)
        n += g_array_index(moves, KjMoveFact, i).loses.verdict == loses;
    return n;
}
