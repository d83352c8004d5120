/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the notations share: a move taken apart; words and squares written and matched. */
#include "core/notation/notation_parts.h"

#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/text/lang.h"

static const char *const kanji_digits[] = {"〇", "一", "二", "三", "四",
                                           "五", "六", "七", "八", "九"};

/* The own pieces of a kind that move to a square, whether or not pinned. */
static KjBb movers_to(const KjPosition *pos, KjSide side, KjKind kind, unsigned to)
{
    KjBb found = 0;
    KjBb pieces =
        kj_kind_attack_from(pos->game->t, side, kind, to, kj_occupied(pos)) & pos->by_side[side];
    while (pieces) {
        unsigned square = kj_bb_pop(&pieces);
        if (kj_piece_kind(pos->board[square]) == kind)
            found |= kj_bit(square);
    }
    return found;
}

void kj_move_facts(KjMoveFacts *facts, const KjPosition *before, KjMove move, KjMove previous)
{
    const KjTables *t = before->game->t;
    KjSide side = (KjSide)before->side;
    *facts = (KjMoveFacts){
        .before = before,
        .game = before->game,
        .move = move,
        .side = side,
        .from = KJ_NO_SQUARE,
        .to = kj_move_to(move),
        .drop = kj_move_is_drop(move),
        .promotes = kj_move_promotes(move),
        .keeps = kj_move_keeps(move),
        .same = previous != KJ_MOVE_NONE && kj_move_to(previous) == kj_move_to(move),
    };
    if (facts->drop) {
        facts->kind = kj_move_drop_kind(move);
    } else {
        facts->from = kj_move_from(move);
        facts->kind = kj_piece_kind(before->board[facts->from]);
        facts->captured = kj_piece_kind(before->board[facts->to]);
        bool in_zone = kj_bb_has(t->zone[side], facts->from) || kj_bb_has(t->zone[side], facts->to);
        facts->must_promote =
            t->promotes[facts->kind] && in_zone &&
            (before->game->row->auto_promote || !kj_bb_has(t->alive[side][facts->kind], facts->to));
        facts->declines = t->promotes[facts->kind] && in_zone && !facts->promotes;
        facts->privilege = before->game->row->kings_privilege && facts->kind == t->king &&
                           (facts->captured & KJ_PROMOTED);
    }
    facts->rivals = movers_to(before, side, facts->kind, facts->to);
    if (!facts->drop)
        facts->rivals &= ~kj_bit(facts->from);
}

const char *kj_match_word(KjMatch *match, const char *at, const char *word)
{
    if (!at || !g_str_has_prefix(at, word))
        return NULL;
    at += strlen(word);
    if (at > match->furthest)
        match->furthest = at;
    return at;
}

const char *kj_match_blanks(const char *at)
{
    while (at && *at) {
        if (kj_is_break(*at))
            at++;
        else if (g_str_has_prefix(at, "　"))
            at += strlen("　");
        else
            break;
    }
    return at;
}

bool kj_match_end(KjMatch *match, const char *at)
{
    at = kj_match_blanks(at);
    if (at && at > match->furthest)
        match->furthest = at;
    return at && *at == '\0';
}

const char *kj_match_square(KjMatch *match, const char *at, const KjGame *game, unsigned square)
{
    char text[KJ_SQUARE_TEXT];
    kj_square_write(game, square, text);
    return kj_match_word(match, at, text);
}

/* The place after a half-width character of ASCII or its full-width form, else NULL. */
static const char *match_wide(KjMatch *match, const char *at, char c)
{
    char narrow[2] = {c, '\0'}, wide[7] = {0};
    const char *end = kj_match_word(match, at, narrow);
    g_unichar_to_utf8(0xff00 + (gunichar)(c - 0x20), wide);
    return end ? end : kj_match_word(match, at, wide);
}

const char *kj_match_digits(KjMatch *match, const char *at, const KjGame *game, unsigned square)
{
    const KjTables *t = game->t;
    if (game->row->letter_files)
        return NULL;
    at = match_wide(match, at, (char)('1' + t->file_of[square]));
    return match_wide(match, at, (char)('1' + t->rank_of[square]));
}

const char *kj_match_square_ja(KjMatch *match, const char *at, const KjGame *game, unsigned square)
{
    const KjTables *t = game->t;
    unsigned file = t->file_of[square], rank = t->rank_of[square];
    bool letters = game->row->letter_files;
    at = match_wide(match, at, (char)(letters ? 'a' + t->files - 1 - file : '1' + file));
    unsigned number = letters ? t->ranks - rank : rank + 1;
    const char *end = match_wide(match, at, (char)('0' + number));
    return end ? end : kj_match_word(match, at, kanji_digits[number]);
}

void kj_append_digits(GString *out, const KjGame *game, unsigned square)
{
    const KjTables *t = game->t;
    char text[KJ_SQUARE_TEXT];
    kj_square_write(game, square, text);
    if (game->row->letter_files)
        g_string_append(out, text);
    else
        g_string_append_printf(out, "%u%u", t->file_of[square] + 1u, t->rank_of[square] + 1u);
}

void kj_append_square_ja(GString *out, const KjGame *game, unsigned square)
{
    const KjTables *t = game->t;
    if (game->row->letter_files) {
        kj_append_digits(out, game, square);
        return;
    }
    g_string_append_unichar(out, 0xff11 + t->file_of[square]); // full-width 1 and on
    g_string_append(out, kanji_digits[t->rank_of[square] + 1]);
}

void kj_append_square_said(GString *out, const KjGame *game, unsigned square)
{
    char text[KJ_SQUARE_TEXT];
    kj_square_write(game, square, text);
    if (kj_lang() == KJ_LANG_JA)
        kj_append_square_ja(out, game, square);
    else
        g_string_append(out, text);
}
