/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be forced by checks and threats. */
#include "solver/analyse/brink.h"

#include "solver/analyse/moves.h"

/* Whether every move that gives no check is answered by a mate. */
static bool only_checks_delay(const GArray *moves)
{
    for (unsigned i = 0; i < moves->len; i++) {
        const KjMoveFact *fact = &g_array_index(moves, KjMoveFact, i);
        if (!fact->check && fact->loses.verdict != KJ_MATE)
            return false;
    }
    return true;
}

void kj_analyse_brink(KjAnalyst *a, const KjPosition *pos, KjVerdict under, const GArray *moves,
                      KjBrinkReport *out)
{
    *out = (KjBrinkReport){.brink = KJ_BRINK_NOT_ASKED};
    if (under != KJ_MATE)
        return;
    kj_analyst_forced(a, pos, kj_other((KjSide)pos->side), &out->answer);
    switch (out->answer.verdict) {
    case KJ_NOMATE: out->brink = KJ_BRINK_NONE; return;
    case KJ_UNKNOWN: out->brink = KJ_BRINK_OPEN; return;
    case KJ_MATE: break;
    }
    if (out->answer.plies == 0)
        out->brink = KJ_BRINK_HISSHI;
    else if (moves && only_checks_delay(moves))
        out->brink = KJ_BRINK_BUT_CHECKS;
    else
        out->brink = KJ_BRINK_FORCED;
}

const char *kj_brink_code(KjBrink brink)
{
    static const char *const codes[] = {NULL, "none", "open", "forced", "but-checks", "hisshi"};
    return codes[brink];
}
