/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two-letter codes of pieces, by their kanji. */
#include "core/notation/csa_codes.h"

#include <glib.h>
#include <string.h>

// By the kanji of the piece, so that games with pieces of their own are told.
static const struct {
    const char *kanji;
    const char *code[2]; // unpromoted, promoted
} codes[] = {
    {"歩", {"FU", "TO"}}, {"香", {"KY", "NY"}}, {"桂", {"KE", "NK"}}, {"銀", {"GI", "NG"}},
    {"金", {"KI", NULL}}, {"角", {"KA", "UM"}}, {"飛", {"HI", "RY"}}, {"王", {"OU", NULL}},
};

const char *kj_csa_code(const KjGame *game, KjKind kind)
{
    const char *kanji = kj_game_piece(game, kind)->kanji;
    for (size_t i = 0; i < G_N_ELEMENTS(codes); i++) {
        if (strcmp(codes[i].kanji, kanji) == 0)
            return codes[i].code[(kind & KJ_PROMOTED) != 0];
    }
    return NULL;
}

KjKind kj_csa_kind(const KjGame *game, const char *code)
{
    for (KjKind base = 1; base <= game->row->n_pieces; base++) {
        for (int promoted = 0; promoted < (game->t->promotes[base] ? 2 : 1); promoted++) {
            KjKind kind = base | (promoted ? KJ_PROMOTED : 0);
            const char *own = kj_csa_code(game, kind);
            if (own && strncmp(own, code, 2) == 0)
                return kind;
        }
    }
    return KJ_NONE;
}
