/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single moves of KIF: target, piece, 打 or 成, origin. */
#include <string.h>

#include "core/format/kif-priv.h"
#include "core/notation/notation.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/text/lang.h"

/* A move in the course of being read. */
typedef struct {
    const KjPosition *pos;
    unsigned to, from;
    KjKind kind;
    bool drop, promotes, keeps;
} Parts;

/* The square in the words of records: file and rank, `７六`, or with letter files `e5`. */
static const char *read_square(const KjGame *game, const char *at, unsigned *out)
{
    const KjTables *t = game->t;
    bool letters = game->row->letter_files;
    unsigned file, rank;
    const char *end = kj_wide_digit_read(at, false, letters, &file);
    end = end ? kj_wide_digit_read(end, true, false, &rank) : NULL;
    if (!end || file > t->files || rank > t->ranks)
        return NULL;
    *out =
        letters ? (t->files - file) * t->ranks + t->ranks - rank : (file - 1) * t->ranks + rank - 1;
    return end;
}

static const char *read_target(const KjPosition *pos, const char *at, KjMove last, unsigned *out)
{
    const char *end = read_square(pos->game, at, out);
    if (end || !g_str_has_prefix(at, "同") || last == KJ_MOVE_NONE)
        return end;
    *out = kj_move_to(last);
    return kj_match_blanks(at + strlen("同"));
}

static const char *after(const char *at, const char *narrow, const char *wide)
{
    const char *word = g_str_has_prefix(at, narrow) ? narrow : wide;
    return g_str_has_prefix(at, word) ? at + strlen(word) : NULL;
}

/* `(77)` if it is there; NULL if there is no such thing. */
static const char *read_origin(const KjGame *game, const char *at, unsigned *out)
{
    at = after(at, "(", "（");
    at = at ? read_square(game, at, out) : NULL;
    return at ? after(at, ")", "）") : NULL;
}

/* Some programs write an origin of no square after a drop. */
static const char *skip_no_origin(const char *at)
{
    const char *end = after(at, "(00)", "（００）");
    return end ? end : at;
}

/* What follows the piece. False if the text has neither 打 nor an origin. */
static bool read_action(Parts *parts, const char **at)
{
    const KjGame *game = parts->pos->game;
    const char *end = after(*at, "不成", "生");
    if (!end && (end = after(*at, "成", "成")))
        parts->promotes = true;
    end = end ? end : *at;
    const char *drop = after(end, "打", "打");
    const char *origin = drop ? NULL : read_origin(game, end, &parts->from);
    parts->drop = drop != NULL;
    if (!drop && !origin)
        return false;
    *at = drop ? skip_no_origin(drop) : origin;
    const char *privilege = after(*at, "（特権）", "(特権)");
    parts->keeps = privilege != NULL;
    *at = privilege ? privilege : *at;
    return true;
}

/* ---- the form of a move ---- */

/* A square, also as records do not write it: that would be a mistake to tell. */
static const char *square_shape(const char *at)
{
    unsigned unused;
    const char *file = kj_wide_digit_read(at, true, false, &unused);
    file = file ? file : kj_wide_digit_read(at, false, true, &unused);
    return file ? kj_wide_digit_read(file, true, false, &unused) : NULL;
}

/* The place after an origin such as (77), or where there is none the same place. */
static const char *skip_origin(const char *at)
{
    const char *end = after(at, "(", "（");
    end = end ? square_shape(end) : NULL;
    end = end ? after(end, ")", "）") : NULL;
    return end ? end : skip_no_origin(at);
}

size_t kj_kif_word(const char *at)
{
    static const char *const stops[] = {"　", "（", "、", "。"};
    const char *end = at;
    for (; !kj_is_break(*end) && !strchr("(+,", *end) && !kj_ki2_mark(end); end++)
        for (size_t i = 0; i < G_N_ELEMENTS(stops); i++)
            if (g_str_has_prefix(end, stops[i]))
                return (size_t)(end - at);
    return (size_t)(end - at);
}

const char *kj_kif_move_shape(const char *at)
{
    static const char *const words[] = {"左", "直",   "右", "上", "行",       "寄",    "引",
                                        "成", "不成", "生", "打", "（特権）", "(特権)"};
    const char *square = square_shape(at), *end = square ? square : at;
    if (g_str_has_prefix(end, "同"))
        square = kj_match_blanks(end + strlen("同"));
    end = square ? kj_piece_kanji_any(square) : NULL;
    for (size_t i = 0; end && i < G_N_ELEMENTS(words); i++) {
        if (!g_str_has_prefix(end, words[i]))
            continue;
        end += strlen(words[i]);
        i = (size_t)-1; // any of them again
    }
    end = end ? skip_origin(end) : NULL;
    end = end && g_str_has_prefix(end, "（特権）") ? end + strlen("（特権）") : end;
    return end && (kj_kif_word(end) == 0) ? end : NULL;
}

/* ---- the move that it is ---- */

static KjMove make_move(const Parts *parts)
{
    if (parts->drop)
        return kj_make_drop(parts->kind, parts->to);
    KjMove move = kj_make_move(parts->from, parts->to);
    bool must = parts->pos->game->row->auto_promote &&
                kj_move_legality(parts->pos, move) == KJ_MOVE_MUST_PROMOTE;
    move |= parts->promotes || must ? KJ_MOVE_PROMOTE : 0;
    return move | (parts->keeps ? KJ_MOVE_KEEP : 0);
}

/* Reads a move without an origin by what moves there are. */
static bool read_told_by_words(KjScan *scan, const KjPosition *pos, KjMove last, const char *piece,
                               KjMove *out, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    GError *inner = NULL;
    const char *shape = kj_kif_move_shape(scan->at);
    const char *end = shape ? shape : piece + kj_kif_word(piece);
    g_autofree char *word = g_strndup(scan->at, (gsize)(end - scan->at));
    if (!kj_move_cursor_playable(kj_position_check(pos, NULL, NULL)))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "%s has no origin, expected one such as (77), or 打",
                            kj_text_quote(scan->at, (int)(end - scan->at), quote));
    if (!kj_move_parse(pos, word, last, out, &inner))
        return kj_scan_propagate(scan, scan->at, inner, error);
    scan->at = end;
    return true;
}

bool kj_kif_move_read(KjScan *scan, const KjPosition *pos, KjMove last, KjMove *out, GError **error)
{
    Parts parts = {.pos = pos, .from = KJ_NO_SQUARE};
    char quote[KJ_TEXT_QUOTE];
    const char *piece = read_target(pos, scan->at, last, &parts.to);
    if (!piece)
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "%s is not a move, expected a target square such as %s or an end such "
                            "as 投了",
                            kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote),
                            pos->game->row->letter_files ? "e5" : "５三");
    const char *at = kj_piece_kanji_read(pos->game, piece, &parts.kind);
    if (!at)
        return kj_scan_fail(scan, piece, KJ_TEXT_ERROR_SYNTAX, error, "%s, expected a piece of %s",
                            kj_text_quote_char(piece, quote), kj_game_name(pos->game));
    if (!read_action(&parts, &at))
        return read_told_by_words(scan, pos, last, piece, out, error);
    *out = make_move(&parts);
    bool is_there = parts.drop || kj_piece_kind(pos->board[parts.from]) == parts.kind;
    if (!is_there) {
        g_autofree char *why = kj_piece_missing_text(pos, parts.kind, parts.from);
        return kj_scan_fail(scan, piece, KJ_TEXT_ERROR_MOVE, error, "%s", why);
    }
    scan->at = at;
    return true;
}

static KjKind kind_of(const KjPosition *before, KjMove move)
{
    return kj_move_is_drop(move) ? kj_move_drop_kind(move)
                                 : kj_piece_kind(before->board[kj_move_from(move)]);
}

bool kj_kif_has_other_name(const KjPosition *before, KjMove move, const char *text, size_t length)
{
    KjKind kind = kind_of(before, move);
    const char *other = kj_piece_kanji_other_name(before->game, kind);
    return other && g_strstr_len(text, (gssize)length, other);
}

void kj_kif_put_other_name(GString *out, gsize start, const KjPosition *before, KjMove move)
{
    KjKind kind = kind_of(before, move);
    const char *other = kj_piece_kanji_other_name(before->game, kind);
    g_autofree char *name = kj_piece_kanji_name(before->game, kind);
    const char *at = other ? strstr(out->str + start, name) : NULL;
    if (!at)
        return;
    gssize place = at - out->str;
    g_string_erase(out, place, (gssize)strlen(name));
    g_string_insert(out, place, other);
}

void kj_kif_move_write(GString *out, const KjPosition *before, KjMove move, KjMove last)
{
    const KjGame *game = before->game;
    bool drop = kj_move_is_drop(move);
    g_autofree char *name = kj_piece_kanji_name(game, kind_of(before, move));
    if (last != KJ_MOVE_NONE && kj_move_to(last) == kj_move_to(move))
        g_string_append(out, "同　");
    else
        kj_append_square_ja(out, game, kj_move_to(move));
    g_string_append(out, name);
    if (kj_move_promotes(move))
        g_string_append(out, "成");
    if (drop) {
        g_string_append(out, "打");
        return;
    }
    g_string_append_c(out, '(');
    kj_append_digits(out, game, kj_move_from(move));
    g_string_append_c(out, ')');
    if (kj_move_keeps(move))
        g_string_append(out, "（特権）");
}
