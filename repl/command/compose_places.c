/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --piece and --on: which pieces are put where. */
#include "core/notation/usi.h"
#include "repl/command/compose.h"

/* "R,+B,g" */
bool kj_compose_read_pieces(const KjGame *game, const char *text, GArray *out, GError **error)
{
    g_auto(GStrv) words = g_strsplit(*text ? text : ",", ",", -1); // nothing is a wrong word
    for (unsigned i = 0; words[i]; i++) {
        bool promoted = *words[i] == '+';
        const char *at = words[i] + promoted;
        KjKind kind = *at && !at[1] ? kj_game_kind(game, g_ascii_toupper(*at)) : KJ_NONE;
        if (!kind || kind == game->t->king || (promoted && !game->t->promotes[kind]))
            return kj_compose_misuse(error, "piece", text,
                                     "letters as in SFEN with commas between, as R,+B,g");
        KjPiece piece = kj_piece(g_ascii_islower(*at) ? KJ_GOTE : KJ_SENTE,
                                 promoted ? kind | KJ_PROMOTED : kind);
        g_array_append_val(out, piece);
    }
    return true;
}

/* "1a-9a,5c": squares, and areas by two corners. */
bool kj_compose_read_squares(const KjGame *game, const char *text, KjBb *out, GError **error)
{
    const KjTables *t = game->t;
    g_auto(GStrv) words = g_strsplit(*text ? text : ",", ",", -1);
    *out = 0;
    for (unsigned i = 0; words[i]; i++) {
        const char *at;
        unsigned a, b;
        bool good = kj_square_read(game, words[i], &a, &at);
        b = a;
        if (good && *at == '-')
            good = kj_square_read(game, at + 1, &b, &at);
        if (!good || *at)
            return kj_compose_misuse(error, "on", text,
                                     "squares and areas of the board, as 1a-9a,5c");
        for (unsigned s = 0; s < t->squares; s++)
            if (t->file_of[s] >= MIN(t->file_of[a], t->file_of[b]) &&
                t->file_of[s] <= MAX(t->file_of[a], t->file_of[b]) &&
                t->rank_of[s] >= MIN(t->rank_of[a], t->rank_of[b]) &&
                t->rank_of[s] <= MAX(t->rank_of[a], t->rank_of[b]))
                *out |= kj_bit(s);
    }
    return true;
}
