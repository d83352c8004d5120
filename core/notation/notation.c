/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing moves in any notation. */
#include "core/notation/notation.h"

#include <string.h>

#include "core/notation/notation_parts.h"
#include "core/notation/usi.h"

char *kj_move_text(const KjPosition *before, KjMove move, KjMove previous, KjNotation notation)
{
    if (notation == KJ_NOTATION_USI) {
        char usi[KJ_USI_MOVE];
        kj_usi_move_write(before, move, usi);
        return g_strdup(usi);
    }
    KjMoveFacts facts;
    kj_move_facts(&facts, before, move, previous);
    GString *out = g_string_new(NULL);
    if (notation == KJ_NOTATION_JA || notation == KJ_NOTATION_JA_SHOGI)
        kj_append_ja(out, &facts, notation == KJ_NOTATION_JA_SHOGI);
    else
        kj_append_western(out, &facts, notation);
    return g_string_free(out, FALSE);
}
