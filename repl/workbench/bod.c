/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a board drawn as in BOD, line by line. */
#include "repl/workbench/bod.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/workbench/edit.h"

static const char *const hand_words[2][2] = {{"先手の持駒", "下手の持駒"},
                                             {"後手の持駒", "上手の持駒"}};
static const char *const turn_words[2][2] = {{"先手番", "下手番"}, {"後手番", "上手番"}};

/* The side whose word a line begins with, or -1. */
static int side_of(const char *line, const char *const words[2][2])
{
    for (int side = KJ_SENTE; side <= KJ_GOTE; side++)
        for (unsigned i = 0; i < 2; i++)
            if (g_str_has_prefix(line, words[side][i]))
                return side;
    return -1;
}

static bool is_rank(const char *line)
{
    return *line == '|';
}

bool kj_bod_is_line(const char *line)
{
    line += strspn(line, " \t");
    return is_rank(line) || g_str_has_prefix(line, "+---") || g_str_has_prefix(line, "９") ||
           side_of(line, hand_words) >= 0 || side_of(line, turn_words) >= 0;
}

bool kj_bod_is_hand(const char *line, KjSide side)
{
    return side_of(line, hand_words) == (int)side;
}

/*
 * The next cell of a rank: an owner mark or blank, then one character. Moves on; false at the bar.
 */
static bool next_cell(const KjGame *game, const char **at, KjPiece *out, bool *out_known)
{
    const char *begun = *at;
    if (**at == '|' || !**at)
        return false;
    if (**at == ' ')
        (*at)++;
    *out_known = true;
    *out = KJ_NONE;
    if (g_str_has_prefix(*at, "・") || **at == '.') {
        *at = g_utf8_find_next_char(*at, NULL);
        return true;
    }
    if (game && kj_edit_piece(game, *at, out, at))
        return true;
    *out_known = false;
    // skip the mark and the character
    if (**at == 'v' && *at == begun)
        (*at)++;
    if (**at && **at != '|')
        *at = g_utf8_find_next_char(*at, NULL);
    return true;
}

static unsigned count_cells(const char *line)
{
    const char *at = strchr(line, '|') + 1;
    unsigned n = 0;
    KjPiece piece;
    bool known;
    while (next_cell(NULL, &at, &piece, &known))
        n++;
    return n;
}

static bool read_rank(const KjGame *game, const char *line, unsigned rank, unsigned number,
                      KjPosition *pos, GError **error)
{
    const char *at = strchr(line, '|') + 1;
    unsigned column = 0;
    KjPiece piece;
    bool known;
    for (const char *cell = at; next_cell(game, &at, &piece, &known); cell = at, column++) {
        if (!known || column >= game->t->files)
            return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                                "board line %u, column %u: expected %u pieces or ・", number,
                                kj_text_column(line, cell), game->t->files);
        if (piece)
            kj_position_put(pos, (game->t->files - 1u - column) * game->t->ranks + rank, piece);
    }
    if (column == game->t->files)
        return true;
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                        "board line %u: %u squares, expected %u", number, column, game->t->files);
}

static const char *after_colon(const char *line)
{
    const char *colon = strstr(line, "：");
    return colon ? colon + strlen("：") : strchr(line, ':') ? strchr(line, ':') + 1 : "";
}

static bool read_rest(const char *line, unsigned number, KjPosition *pos, GError **error)
{
    int hand = side_of(line, hand_words), turn = side_of(line, turn_words);
    if (turn >= 0)
        kj_position_set_side(pos, (KjSide)turn);
    if (hand < 0)
        return true;
    g_autofree char *pieces = g_strstrip(g_strdup(after_colon(line)));
    if (kj_edit_hand(pos, (KjSide)hand, pieces, KJ_HAND_SET, error))
        return true;
    kj_text_error_prefix(error, "board line %u: ", number);
    return false;
}

KjBodLine kj_bod_read(const char *const *lines, KjPosition *out, GError **error)
{
    unsigned ranks = 0, files = 0;
    for (unsigned i = 0; lines[i]; i++) {
        if (!is_rank(lines[i]))
            continue;
        files = ranks++ ? files : count_cells(lines[i]);
    }
    if (!ranks)
        return KJ_BOD_MORE;
    const KjGame *game = kj_game_by_size(files, ranks);
    if (!game)
        return KJ_BOD_MORE;
    KjPosition pos;
    kj_position_clear(&pos, game);
    unsigned rank = 0;
    for (unsigned i = 0; lines[i]; i++) {
        bool read = is_rank(lines[i]) ? read_rank(game, lines[i], rank++, i + 1, &pos, error)
                                      : read_rest(lines[i], i + 1, &pos, error);
        if (!read)
            return KJ_BOD_NO;
    }
    *out = pos;
    return KJ_BOD_WHOLE;
}
