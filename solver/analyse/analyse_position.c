/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position of a game, both sides. */
#include "solver/analyse/analyse_position.h"

#include "core/rules/attack.h"

/* What either side forces by checks and threats. */
static void ask_forced(KjAnalyst *a, const KjPosition *pos, KjPositionReport *out)
{
    KjSide mover = (KjSide)pos->side;
    const KjKingReport *own = &out->king[mover], *other = &out->king[kj_other(mover)];
    bool under = own->state == KJ_KING_PASS && other->mate.verdict != KJ_MATE;
    if (kj_can_capture_king(pos))
        return;
    kj_analyse_brink(a, pos, under ? own->mate.verdict : KJ_NOMATE, out->moves, &out->brink);
    out->forces_asked = other->state == KJ_KING_ATTACK && other->mate.verdict == KJ_NOMATE;
    if (out->forces_asked)
        kj_analyst_forced(a, pos, mover, &out->forces);
}

void kj_analyse_position(KjAnalyst *a, const KjPosition *pos, const KjPast *past,
                         const KjAnalyseLimits *limits, KjPositionReport *out)
{
    KjSide mover = (KjSide)pos->side;
    kj_analyst_begin(a, limits);
    *out = (KjPositionReport){.nodes = 0};
    out->check = pos->king[mover] != KJ_NO_SQUARE && kj_in_check(pos, mover);
    kj_analyse_king(a, pos, kj_other(mover), past, &out->king[kj_other(mover)]);
    kj_analyse_king(a, pos, mover, past, &out->king[mover]);
    for (unsigned side = 0; side < 2; side++)
        kj_analyse_first(a, past, &out->king[side]);
    out->moves = kj_analyse_moves(a, pos, past, true);
    ask_forced(a, pos, out);
    for (unsigned side = 0; side < 2; side++)
        kj_analyse_safety(a, &out->king[side]); // last: it may take what is left
    out->nodes = kj_analyst_nodes(a);
}

void kj_position_report_clear(KjPositionReport *report)
{
    for (unsigned side = 0; side < 2; side++)
        kj_king_report_clear(&report->king[side]);
    g_clear_pointer(&report->moves, g_array_unref);
}

bool kj_position_report_open(const KjPositionReport *report)
{
    bool open =
        report->king[0].mate.verdict == KJ_UNKNOWN || report->king[1].mate.verdict == KJ_UNKNOWN;
    for (unsigned i = 0; i < report->moves->len; i++) {
        const KjMoveFact *fact = &g_array_index(report->moves, KjMoveFact, i);
        open |= fact->loses.verdict == KJ_UNKNOWN ||
                (fact->threatens_asked && fact->threatens.verdict == KJ_UNKNOWN);
    }
    return open;
}
