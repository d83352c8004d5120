/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims of files as text. */
#include "repl/store/claim.h"

#include <stdlib.h>
#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "repl/store/canonical.h"

char *kj_claim_write(const KjPosition *start, unsigned turn, int plies, const KjMove *moves,
                     unsigned n_moves)
{
    if (plies <= 0 && n_moves == 0)
        return g_strdup("");
    GString *text = g_string_new(NULL);
    if (plies > 0)
        g_string_append_printf(text, "%d", plies);
    else
        g_string_append_c(text, '-');
    KjPosition at = kj_canonical_undo(start, turn); // turns undo themselves
    for (unsigned i = 0; i < n_moves; i++) {
        char usi[KJ_USI_MOVE];
        KjMove move = kj_canonical_move(at.game, moves[i], turn);
        kj_usi_move_write(&at, move, usi);
        g_string_append_printf(text, " %s", usi);
        if (kj_move_legality(&at, move) != KJ_MOVE_LEGAL)
            break;
        at = kj_position_after(&at, move);
    }
    return g_string_free(text, FALSE);
}

void kj_claim_read(const char *text, const KjPosition *canonical, KjClaim *out)
{
    *out = (KjClaim){.plies = -1};
    if (!text || !*text)
        return;
    if (*text != '-')
        out->plies = (int)strtol(text, NULL, 10);
    g_auto(GStrv) words = g_strsplit(kj_claim_line(text), " ", -1);
    if (!*words || !**words)
        return;
    out->moves = g_new(KjMove, g_strv_length(words));
    KjPosition at = *canonical;
    for (char **word = words; *word; word++) {
        KjMove move;
        if (!kj_usi_move_read(&at, *word, &move, NULL))
            break;
        out->moves[out->n_moves++] = move;
        if (kj_move_legality(&at, move) != KJ_MOVE_LEGAL)
            break;
        at = kj_position_after(&at, move);
    }
}

void kj_claim_clear(KjClaim *claim)
{
    g_clear_pointer(&claim->moves, g_free);
    claim->n_moves = 0;
}

const char *kj_claim_line(const char *text)
{
    const char *blank = text ? strchr(text, ' ') : NULL;
    return blank ? blank + 1 : "";
}
