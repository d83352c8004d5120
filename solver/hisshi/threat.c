/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passing, and what comes of it. */
#include "solver/hisshi/threat.h"

#include "core/rules/attack.h"

bool kj_threat_pass(const KjPosition *pos, KjPosition *out)
{
    KjSide us = (KjSide)pos->side;
    if (pos->king[us] != KJ_NO_SQUARE && kj_in_check(pos, us))
        return false;
    *out = *pos;
    kj_position_set_side(out, kj_other(us));
    return true;
}

void kj_threat_ask(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjAnswer *out)
{
    KjPosition passed;
    if (!kj_threat_pass(pos, &passed)) {
        *out = (KjAnswer){.verdict = KJ_NOMATE, .none = KJ_ANY_LENGTH};
        return;
    }
    kj_query_mate(solver, &passed, KJ_ANY_LENGTH, limits, out);
}
