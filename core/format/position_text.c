/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a position in any of its forms, and the moves after it. */
#include "core/format/position_text.h"

#include <string.h>

#include "core/format/address.h"
#include "core/format/feen.h"
#include "core/format/sfen.h"
#include "core/notation/notation.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "core/text/text_file.h"

enum { MAX_MOVES = 100000 };

/* FEEN has a '/' in its second field, where SFEN has the side to move. */
static bool looks_like_feen(const char *at)
{
    while (!kj_is_break(*at))
        at++;
    while (*at && kj_is_break(*at))
        at++;
    while (!kj_is_break(*at) && *at != '/')
        at++;
    return *at == '/';
}

static bool read_start(KjScan *scan, const KjGame *game, KjPositionText *out, GError **error)
{
    kj_scan_word(scan, "position");
    out->number = 1;
    if (kj_scan_word(scan, "startpos")) {
        if (!game)
            game = kj_game_at(0);
        KjScan start = {game->row->start, game->row->start};
        return kj_sfen_scan(&start, game, &out->start, &out->number, error);
    }
    KjScan sfen = *scan;
    bool is_sfen = kj_scan_word(&sfen, "sfen");
    if (!kj_scan_blanks(scan))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "no position, expected SFEN, FEEN or startpos");
    if (!is_sfen && looks_like_feen(scan->at))
        return kj_feen_scan(scan, game, &out->start, error);
    return kj_sfen_scan(scan, game, &out->start, &out->number, error);
}

/* The end that a word tells: as USI programs write it, or as KIF or CSA do. KJ_END_NONE: it is
 * none. */
static KjGameEnd end_of(const char *at, KjSide side)
{
    static const struct {
        const char *word;
        KjGameEnd end;
    } words[] = {
        {"resign", KJ_END_RESIGNED},
        {"resigns", KJ_END_RESIGNED},
        {"win", KJ_END_DECLARED},
        {"declare", KJ_END_DECLARED},
        {"draw", KJ_END_DRAW},
        {"rep_draw", KJ_END_REPETITION},
        {"sennichite", KJ_END_REPETITION},
        {"repetition", KJ_END_REPETITION},
        {"jishogi", KJ_END_IMPASSE},
        {"impasse", KJ_END_IMPASSE},
        {"timeout", KJ_END_TIME_UP},
        {"time_up", KJ_END_TIME_UP},
        {"abort", KJ_END_STOPPED},
        {"interrupt", KJ_END_STOPPED},
        {"stop", KJ_END_STOPPED},
        {"break", KJ_END_STOPPED},
        {"mate", KJ_END_MATE},
        {"checkmate", KJ_END_MATE},
        {"tsumi", KJ_END_MATE},
        {"nomate", KJ_END_NO_MATE},
        {"try", KJ_END_TRY},
        {"max_moves", KJ_END_MAX_MOVES},
        {"illegal", KJ_END_FOUL_LOSS},
    };
    size_t length = 0;
    while (!kj_is_break(at[length]))
        length++;
    g_autofree char *word = g_strndup(at, length);
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_ascii_strcasecmp(word, words[i].word) == 0)
            return words[i].end;
    return *word == '%' ? kj_game_end_from_csa(word + 1, side) : kj_game_end_from_ja(word);
}

/* Reads the word that ends a game, after which there is nothing more. */
static bool read_end(KjScan *scan, KjGameEnd end, KjPositionText *out, GError **error)
{
    while (!kj_is_break(*scan->at))
        scan->at++;
    out->end = end;
    return kj_scan_end(scan, error);
}

/* Reads a legal move in any other notation than USI, whose letters are ASCII's. */
static bool read_spoken(KjScan *scan, const KjPosition *pos, KjMove last, KjMove *out)
{
    const char *end = scan->at;
    while (!kj_is_break(*end))
        end++;
    g_autofree char *word = g_strndup(scan->at, (gsize)(end - scan->at));
    if (g_str_is_ascii(word) || !kj_move_parse(pos, word, last, out, NULL))
        return false;
    scan->at = end;
    return true;
}

static bool read_moves(KjScan *scan, KjPositionText *out, GArray *moves, GError **error)
{
    const KjPosition *start = &out->start;
    KjPositionFault fault = kj_position_check_start(start, NULL, NULL);
    if (fault != KJ_POSITION_OK && kj_scan_blanks(scan))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_POSITION, error,
                            "moves from a position that cannot be: %s",
                            kj_tr(kj_position_fault_text(fault)));
    KjPosition pos = *start;
    while (kj_scan_blanks(scan)) {
        const char *at = scan->at;
        KjMove move;
        KjGameEnd end = end_of(at, (KjSide)pos.side);
        if (end)
            return read_end(scan, end, out, error);
        if (moves->len == MAX_MOVES)
            return kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                                "more moves, expected at most %d", MAX_MOVES);
        KjMove last = moves->len ? g_array_index(moves, KjMove, moves->len - 1) : KJ_MOVE_NONE;
        if (!read_spoken(scan, &pos, last, &move) && !kj_usi_move_scan(scan, &pos, &move, error))
            return false;
        KjIllegal reason = kj_move_legality(&pos, move);
        char quote[KJ_TEXT_QUOTE];
        if (reason != KJ_MOVE_LEGAL)
            return kj_scan_fail(scan, at, KJ_TEXT_ERROR_MOVE, error, "move %u, %s, is illegal: %s",
                                moves->len + 1, kj_text_quote(at, KJ_TEXT_UNTIL_BLANK, quote),
                                kj_tr(kj_illegal_text(reason)));
        pos = kj_position_after(&pos, move);
        g_array_append_val(moves, move);
    }
    return true;
}

static bool read_text(const char *text, const KjGame *game, KjPositionText *out, GError **error)
{
    KjScan scan = {text, text};
    *out = (KjPositionText){.number = 1};
    if (!read_start(&scan, game, out, error))
        return false;
    if (!kj_scan_word(&scan, "moves"))
        return kj_scan_end(&scan, error);
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(KjMove));
    bool ok = read_moves(&scan, out, moves, error);
    out->n_moves = ok ? moves->len : 0;
    bool keep = out->n_moves > 0;
    KjMove *data = (KjMove *)(void *)g_array_free(moves, !keep);
    out->moves = keep ? data : NULL;
    return ok;
}

bool kj_position_text_read(const char *text, const KjGame *game, KjPositionText *out,
                           GError **error)
{
    text = kj_text_behind_mark(text);
    if (!kj_address_is(text))
        return read_text(text, game, out, error);
    g_autofree char *position = kj_address_position(text, &game, error);
    g_autoptr(GError) inner = NULL;
    if (!position || read_text(position, game, out, &inner))
        return position != NULL;
    // its columns are not those of the address
    return kj_text_error_set(error, (KjTextPlace){0}, (KjTextError)inner->code, "%s: %s", position,
                             inner->message);
}

void kj_position_text_clear(KjPositionText *position)
{
    g_free(position->moves);
    position->moves = NULL;
    position->n_moves = 0;
}

KjPosition kj_position_text_end(const KjPositionText *position)
{
    return kj_position_after_line(&position->start, position->moves, position->n_moves);
}

/* How a move that led from `before` to `pos` ends the game. */
static KjStatusKind end_by(const KjPosition *before, KjMove move, const KjPosition *pos)
{
    const KjGame *game = pos->game;
    KjSide mover = (KjSide)pos->side;
    KjMoveList list;
    if (kj_king_is_lost(pos, mover))
        return KJ_STATUS_KING_CAPTURED;
    if (kj_try_ends(before, move))
        return KJ_STATUS_TRY;
    kj_gen_legal(pos, &list);
    if (list.n)
        return KJ_STATUS_ONGOING;
    if (pos->king[mover] != KJ_NO_SQUARE && kj_in_check(pos, mover))
        return KJ_STATUS_CHECKMATE;
    return game->row->king_capture ? KJ_STATUS_IMMOBILE : KJ_STATUS_STALEMATE;
}

KjStatusKind kj_position_text_over(const KjPositionText *position, unsigned *out_ply)
{
    KjPosition pos = position->start;
    *out_ply = 0;
    for (unsigned i = 0; i < position->n_moves; i++) {
        KjPosition before = pos;
        pos = kj_position_after(&before, position->moves[i]);
        KjStatusKind end = end_by(&before, position->moves[i], &pos);
        if (end == KJ_STATUS_ONGOING)
            continue;
        *out_ply = i + 1;
        return end;
    }
    return KJ_STATUS_ONGOING;
}

KjMove kj_position_text_last(const KjPositionText *position)
{
    return position->n_moves ? position->moves[position->n_moves - 1] : KJ_MOVE_NONE;
}

char *kj_position_write(const KjPosition *pos)
{
    char *feen = pos->game->row->letter_files ? kj_feen_write(pos) : NULL;
    return feen ? feen : kj_sfen_write(pos, 1);
}
