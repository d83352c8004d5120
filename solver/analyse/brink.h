/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What can be forced by checks and threats (docs/analyse.md, docs/hisshi.md): 必至, 一手一手.
 */
#pragma once

#include "solver/analyse/ask.h"

/* How a king stands. The codes are their names in JSON. */
typedef enum {
    KJ_BRINK_NOT_ASKED,  // no threat of mate stands, or its side mates first
    KJ_BRINK_NONE,       // its side gets away
    KJ_BRINK_OPEN,       // not known
    KJ_BRINK_FORCED,     // 一手一手: every move leads to 必至 or mate by checks and threats
    KJ_BRINK_BUT_CHECKS, // 必至 but for its side's checks, which change nothing in the end
    KJ_BRINK_HISSHI,     // 必至: every move is answered by a mate by checks
} KjBrink;

typedef struct {
    KjBrink brink;
    KjHisshiAnswer answer; // valid unless NOT_ASKED
} KjBrinkReport;

/*
 * How the king of the side to move at `pos` stands. `under`: whether it is under 詰めろ, or in check
 * (MATE: it is; nothing is asked otherwise); `moves`: KjMoveFact of all its moves, or NULL: then
 * 必至 but for checks is called 一手一手.
 */
void kj_analyse_brink(KjAnalyst *a, const KjPosition *pos, KjVerdict under, const GArray *moves,
                      KjBrinkReport *out);

/* "none", "open", "forced", "but-checks", "hisshi"; NULL for NOT_ASKED. Static. */
const char *kj_brink_code(KjBrink brink);
