/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares and moves in USI's notation. */
#include "core/notation/usi.h"
#include "core/notation/notation_parts.h"
#include "core/text/lang.h"

#include <string.h>

void kj_square_write(const KjGame *game, unsigned square, char out[KJ_SQUARE_TEXT])
{
    const KjTables *t = game->t;
    unsigned file = t->file_of[square], rank = t->rank_of[square];
    bool letters = game->row->letter_files;
    out[0] = (char)(letters ? 'a' + t->files - 1 - file : '1' + file);
    out[1] = (char)(letters ? '0' + t->ranks - rank : 'a' + rank);
    out[2] = '\0';
}

bool kj_square_read(const KjGame *game, const char *text, unsigned *out, const char **end)
{
    const KjTables *t = game->t;
    bool letters = game->row->letter_files;
    int file = letters ? t->files - 1 - (text[0] - 'a') : text[0] - '1';
    if (file < 0 || file >= t->files)
        return false;
    int rank = letters ? t->ranks - (text[1] - '0') : text[1] - 'a';
    if (rank < 0 || rank >= t->ranks)
        return false;
    *out = (unsigned)(file * t->ranks + rank);
    if (end)
        *end = text + 2;
    return true;
}

static const char hand[] = "hand";
_Static_assert(sizeof hand <= KJ_PLACE_TEXT && (int)KJ_SQUARE_TEXT <= (int)KJ_PLACE_TEXT,
               "all places fit");

void kj_place_write(const KjGame *game, unsigned square, char out[KJ_PLACE_TEXT])
{
    if (square == KJ_NO_SQUARE)
        memcpy(out, hand, sizeof hand);
    else
        kj_square_write(game, square, out);
}

bool kj_place_read(const KjGame *game, const char *text, unsigned *out)
{
    const char *end;
    if (strcmp(text, hand) == 0) {
        *out = KJ_NO_SQUARE;
        return true;
    }
    return kj_square_read(game, text, out, &end) && !*end;
}

/* What a move of this game looks like, for messages. */
static const char *example(const KjGame *game)
{
    return game->row->letter_files ? "a move such as e4e5, b2c3+ or R*e5"
                                   : "a move such as 7g7f, 8h2b+ or P*5e";
}

static bool read_square(KjScan *scan, const KjPosition *pos, unsigned *out, GError **error)
{
    if (kj_square_read(pos->game, scan->at, out, &scan->at))
        return true;
    char quote[KJ_TEXT_QUOTE];
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "%s is not a square of the %ux%u board, expected %s",
                        kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote), pos->game->t->files,
                        pos->game->t->ranks, kj_tr(example(pos->game)));
}

static bool read_drop(KjScan *scan, const KjPosition *pos, KjMove *out, GError **error)
{
    const char *start = scan->at;
    KjPiece piece;
    unsigned to;
    bool promoted = *scan->at == '+';
    scan->at += promoted;
    if (!kj_scan_piece(scan, pos->game, promoted, &piece, error))
        return false;
    scan->at++; // the '*' the caller has seen
    if (!read_square(scan, pos, &to, error))
        return false;
    KjKind kind = kj_piece_kind(piece);
    if (!pos->game->t->hand_bits[kind])
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_MOVE, error, "'%s%c' is never in hand in %s",
                            promoted ? "+" : "", kj_game_piece(pos->game, kind)->letter,
                            kj_game_name(pos->game));
    *out = kj_make_drop(kind, to);
    return true;
}

/* The suffix "/P" or "/+P": how the captured piece enters the hand. */
static bool read_taken(KjScan *scan, const KjPosition *pos, KjMove *move, GError **error)
{
    const char *start = scan->at++;
    bool keep = *scan->at == '+';
    scan->at += keep;
    KjPiece piece;
    if (!kj_scan_piece(scan, pos->game, keep, &piece, error))
        return false;
    KjKind taken = kj_piece_kind(pos->board[kj_move_to(*move)]);
    if (!taken || kj_base_kind(taken) != kj_base_kind(kj_piece_kind(piece)) ||
        (keep && !(taken & KJ_PROMOTED)))
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_MOVE, error,
                            "the move does not capture '%s%c'", keep ? "+" : "",
                            kj_game_piece(pos->game, kj_piece_kind(piece))->letter);
    if (keep)
        *move |= KJ_MOVE_KEEP;
    return true;
}

/* Refuses a move from a square that has no piece of the side to move. */
static bool no_own_piece(KjScan *scan, const char *start, const KjPosition *pos, unsigned from,
                         GError **error)
{
    g_autoptr(GString) square = g_string_new(NULL);
    kj_append_square_said(square, pos->game, from);
    return kj_scan_fail(scan, start, KJ_TEXT_ERROR_MOVE, error, "no piece of %s on %s",
                        kj_tr(kj_side_name((KjSide)pos->side)), square->str);
}

static bool read_board_move(KjScan *scan, const KjPosition *pos, KjMove *out, GError **error)
{
    const KjTables *t = pos->game->t;
    const char *start = scan->at;
    unsigned from = 0, to = 0;
    if (!read_square(scan, pos, &from, error) || !read_square(scan, pos, &to, error))
        return false;
    KjSide side = (KjSide)pos->side;
    KjPiece piece = pos->board[from];
    if (!piece || kj_piece_side(piece) != side)
        return no_own_piece(scan, start, pos, from, error);
    if (from == to)
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_MOVE, error,
                            "the move ends where it begins");
    *out = kj_make_move(from, to);
    bool in_zone = kj_bb_has(t->zone[side], from) || kj_bb_has(t->zone[side], to);
    if (pos->game->row->auto_promote && t->promotes[kj_piece_kind(piece)] && in_zone)
        *out |= KJ_MOVE_PROMOTE;
    if (*scan->at == '+') {
        *out |= KJ_MOVE_PROMOTE;
        scan->at++;
    }
    return *scan->at != '/' || read_taken(scan, pos, out, error);
}

bool kj_usi_move_scan(KjScan *scan, const KjPosition *pos, KjMove *out, GError **error)
{
    kj_scan_blanks(scan);
    const char *letter = scan->at + (*scan->at == '+');
    bool drop = g_ascii_isupper(*letter) && letter[1] == '*';
    if (drop ? !read_drop(scan, pos, out, error) : !read_board_move(scan, pos, out, error))
        return false;
    if (kj_is_break(*scan->at))
        return true;
    char quote[KJ_TEXT_QUOTE];
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "%s after the move, expected a blank or the end",
                        kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote));
}

bool kj_usi_move_read(const KjPosition *pos, const char *text, KjMove *out, GError **error)
{
    KjScan scan = {text, text};
    return kj_usi_move_scan(&scan, pos, out, error) && kj_scan_end(&scan, error);
}

/* "/P" or "/+P", the latter only sets the bit; false if it is neither. */
static bool read_bare_taken(const KjGame *game, const char *text, KjMove *move)
{
    bool keep = text[1] == '+';
    const char *letter = text + 1 + keep;
    if (!g_ascii_isupper(*letter) || !kj_game_kind(game, *letter) || letter[1])
        return false;
    if (keep)
        *move |= KJ_MOVE_KEEP;
    return true;
}

bool kj_usi_move_read_bare(const KjGame *game, const char *text, KjMove *out)
{
    unsigned from = 0, to = 0;
    bool promoted = *text == '+';
    const char *at = text + promoted;
    KjKind kind = g_ascii_isupper(*at) && at[1] == '*' ? kj_game_kind(game, *at) : KJ_NONE;
    if (kind) {
        kind = promoted ? kind | KJ_PROMOTED : kind;
        if (!game->t->hand_bits[kind] || !kj_square_read(game, at + 2, &to, &at) || *at)
            return false;
        *out = kj_make_drop(kind, to);
        return true;
    }
    if (promoted || !kj_square_read(game, at, &from, &at) || !kj_square_read(game, at, &to, &at) ||
        from == to)
        return false;
    *out = kj_make_move(from, to);
    if (*at == '+') {
        *out |= KJ_MOVE_PROMOTE;
        at++;
    }
    return *at == '/' ? read_bare_taken(game, at, out) : *at == '\0';
}

void kj_usi_move_write(const KjPosition *before, KjMove move, char out[KJ_USI_MOVE])
{
    const KjGame *game = before->game;
    char to[KJ_SQUARE_TEXT], from[KJ_SQUARE_TEXT];
    kj_square_write(game, kj_move_to(move), to);
    if (kj_move_is_drop(move)) {
        KjKind kind = kj_move_drop_kind(move);
        g_snprintf(out, KJ_USI_MOVE, "%s%c*%s", kind & KJ_PROMOTED ? "+" : "",
                   kj_game_piece(game, kind)->letter, to);
        return;
    }
    kj_square_write(game, kj_move_from(move), from);
    size_t n =
        (size_t)g_snprintf(out, KJ_USI_MOVE, "%s%s%s", from, to, kj_move_promotes(move) ? "+" : "");
    KjPiece captured = before->board[kj_move_to(move)];
    if (kj_move_keeps(move) && captured)
        g_snprintf(out + n, KJ_USI_MOVE - n, "/+%c",
                   kj_game_piece(game, kj_piece_kind(captured))->letter);
}
