/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about impossible positions, and their place in the text. */
#include "repl/job/position_error.h"

#include <glib.h>
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/phrases.h"

char *kj_position_error_text(const KjPosition *pos, unsigned *out_square)
{
    KjKind kind;
    KjPositionFault fault = kj_position_check_start(pos, out_square, &kind);
    const char *text = kj_tr(kj_position_fault_text(fault));
    const KjPieceRow *row = kind == KJ_NONE ? NULL : kj_game_piece(pos->game, kind);
    g_autofree char *square = NULL;
    const char *side = "";
    if (*out_square != KJ_NO_SQUARE) {
        square = kj_square_name(pos->game, *out_square);
        side = kj_tr(kj_side_name(kj_piece_side(pos->board[*out_square])));
    }
    KjPieceCounts counts;
    switch (fault) {
    case KJ_POSITION_OK: return NULL;
    case KJ_POSITION_NO_KING: return g_strdup_printf(kj_tr("%s, expected at least one"), text);
    case KJ_POSITION_TWO_KINGS:
        return g_strdup_printf(kj_tr("%s: %s has another on %s, expected one a side"), text, side,
                               square);
    case KJ_POSITION_NIFU:
    case KJ_POSITION_DEAD_PIECE: break; // a start may be odd
    case KJ_POSITION_TOO_MANY:
        kj_position_count(pos, &counts);
        return g_strdup_printf(kj_tr("%s: %u of %s (%c), expected at most %u"), text,
                               kj_piece_count(&counts, kj_base_kind(kind)), row->kanji, row->letter,
                               row->set);
    case KJ_POSITION_NOT_HELD:
        return g_strdup_printf(kj_tr("%s: %s (%c), expected none in hand"), text, row->kanji,
                               row->letter);
    case KJ_POSITION_KING_CAPTURABLE:
        return g_strdup_printf(kj_tr("%s: the king of %s on %s can be taken, expected %s to move"),
                               text, side, square, side);
    }
    g_assert_not_reached();
}

char *kj_position_oddity_text(const KjPosition *pos, unsigned *out_square)
{
    KjPositionFault fault = kj_position_oddity(pos, out_square);
    if (fault == KJ_POSITION_OK)
        return NULL;
    KjPiece piece = pos->board[*out_square];
    g_autofree char *square = kj_square_name(pos->game, *out_square);
    return g_strdup_printf(
        fault == KJ_POSITION_NIFU ? kj_tr("%s: %s's %s on %s, expected at most one")
                                  : kj_tr("%s: %s's %s on %s, expected it promoted or elsewhere"),
        kj_tr(kj_position_fault_text(fault)), kj_tr(kj_side_name(kj_piece_side(piece))),
        kj_game_piece(pos->game, kj_piece_kind(piece))->kanji, square);
}

static bool may_be(KjMayEnd may, KjStatusKind end)
{
    bool moves_left = end == KJ_STATUS_KING_CAPTURED || end == KJ_STATUS_TRY;
    return may == KJ_MAY_END || (may == KJ_MAY_MATE && !moves_left);
}

char *kj_position_over_text(const KjPositionText *text, KjMayEnd may)
{
    unsigned ply;
    KjStatusKind end = kj_position_text_over(text, &ply);
    const char *how = kj_tr(kj_status_name(end));
    if (end == KJ_STATUS_ONGOING || (ply == text->n_moves && may_be(may, end)))
        return NULL;
    if (ply < text->n_moves)
        return g_strdup_printf(kj_tr("move %u comes after the end (%s), expected none"), ply + 1,
                               how);
    return g_strdup_printf(
        kj_tr("move %u ends the game (%s), expected a position in which it goes on"), ply, how);
}

/* The word of a line that has as many slashes as the board has ranks, less one; NULL if none. */
static const char *find_board(const KjGame *game, const char *line)
{
    for (const char *word = line; *word;) {
        unsigned slashes = 0;
        const char *end = word;
        for (; *end && !g_ascii_isspace(*end); end++)
            slashes += *end == '/';
        if (slashes + 1u == game->t->ranks)
            return word;
        word = *end ? end + 1 : end;
    }
    return NULL;
}

unsigned kj_position_error_column(const KjGame *game, const char *line, unsigned square)
{
    const char *board = find_board(game, line);
    if (!board)
        return 0;
    unsigned rank = 0, column = 0; // column: squares of this rank passed so far
    for (const char *at = board; *at && !g_ascii_isspace(*at); at++) {
        if (*at == '/') {
            rank++;
            column = 0;
            continue;
        }
        if (g_ascii_isdigit(*at))
            column += (unsigned)(*at - '0');
        else if (g_ascii_isalpha(*at))
            column++;
        else
            continue;
        // files count from the right
        if (square != KJ_NO_SQUARE && rank == game->t->rank_of[square] &&
            column + game->t->file_of[square] >= game->t->files)
            return kj_text_column(line, at);
    }
    return kj_text_column(line, board);
}
