/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines in USI that need not be playable. */
#include "repl/job/raw_line.h"

#include "core/notation/usi.h"

KjMove *kj_raw_line_read(const KjGame *game, const char *text, unsigned *out_n)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n", -1);
    g_autofree KjMove *line = g_new(KjMove, g_strv_length(words) + 1);
    *out_n = 0;
    for (unsigned i = 0; words[i]; i++)
        if (*words[i] && !kj_usi_move_read_bare(game, words[i], &line[(*out_n)++]))
            return NULL;
    return g_steal_pointer(&line);
}

/* A king that keeps a captured piece promoted has `/+` after it: which piece that is cannot be
 * said without a position. */
char *kj_raw_move_text(const KjGame *game, KjMove move)
{
    KjPosition empty;
    char usi[KJ_USI_MOVE];
    kj_position_clear(&empty, game);
    kj_usi_move_write(&empty, move, usi);
    return g_strconcat(usi, kj_move_keeps(move) ? "/+" : NULL, NULL);
}

char *kj_raw_line_text(const KjGame *game, const KjMove *line, unsigned n)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *move = kj_raw_move_text(game, line[i]);
        g_string_append_printf(text, "%s%s", i ? " " : "", move);
    }
    return g_string_free(text, FALSE);
}
