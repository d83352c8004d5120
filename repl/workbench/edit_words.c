/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing squares, pieces, sides and hands as users write them. */
#include <string.h>

#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/job/options.h"
#include "repl/workbench/edit.h"

/* Takes a word off the beginning of a text. */
static bool take_word(const char **at, const char *word)
{
    if (!word || !g_str_has_prefix(*at, word))
        return false;
    *at += strlen(word);
    return true;
}

/* Takes a number 1..9: a digit, half or full width, or a kanji. */
static bool take_number(const char **at, unsigned *out)
{
    static const char *const kanji[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
    static const char *const wide[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
    for (unsigned i = 0; i < G_N_ELEMENTS(kanji); i++) {
        if (take_word(at, kanji[i]) || take_word(at, wide[i])) {
            *out = i + 1;
            return true;
        }
    }
    if (**at < '1' || **at > '9')
        return false;
    *out = (unsigned)(*(*at)++ - '0');
    return true;
}

bool kj_edit_square(const KjGame *game, const char *text, unsigned *out, const char **out_end)
{
    if (kj_square_read(game, text, out, out_end))
        return true;
    const char *at = text;
    unsigned file, rank;
    if (!take_number(&at, &file) || !take_number(&at, &rank))
        return false;
    if (file > game->t->files || rank > game->t->ranks)
        return false;
    *out = (file - 1) * game->t->ranks + rank - 1;
    *out_end = at;
    return true;
}

/* Takes a kind by its kanji. */
static bool take_kanji(const KjGame *game, const char **at, KjKind *out)
{
    const char *after = *at;
    bool promoted = take_word(&after, "成");
    for (KjKind kind = 1; kind <= game->row->n_pieces; kind++) {
        const KjPieceRow *row = kj_game_piece(game, kind);
        bool unturned = take_word(&after, row->kanji) || take_word(&after, row->kanji_other);
        bool turned = !unturned && !promoted &&
                      (take_word(&after, row->kanji_promoted) ||
                       (g_strcmp0(row->kanji_promoted, "龍") == 0 && take_word(&after, "竜")));
        if (!unturned && !turned)
            continue;
        if (promoted && !row->moves_promoted)
            return false;
        *out = turned || promoted ? kind | KJ_PROMOTED : kind;
        *at = after;
        return true;
    }
    return false;
}

bool kj_edit_piece(const KjGame *game, const char *text, KjPiece *out, const char **out_end)
{
    const char *at = text;
    bool gote = take_word(&at, "v") || take_word(&at, "▽") || take_word(&at, "△");
    KjKind kind;
    if (take_kanji(game, &at, &kind)) {
        *out = kj_piece(gote ? KJ_GOTE : KJ_SENTE, kind);
        *out_end = at;
        return true;
    }
    bool promoted = take_word(&at, "+");
    kind = g_ascii_isalpha(*at) ? kj_game_kind(game, g_ascii_toupper(*at)) : KJ_NONE;
    if (!kind || (promoted && !kj_game_piece(game, kind)->moves_promoted))
        return false;
    KjSide side = gote || g_ascii_islower(*at) ? KJ_GOTE : KJ_SENTE;
    *out = kj_piece(side, promoted ? kind | KJ_PROMOTED : kind);
    *out_end = at + 1;
    return true;
}

bool kj_edit_side(const char *text, KjSide attacker, KjSide *out)
{
    bool attacks = strcmp(text, "攻方") == 0;
    if (attacks || strcmp(text, "玉方") == 0) {
        *out = attacks ? attacker : kj_other(attacker);
        return true;
    }
    static const char *const names[2][6] = {{"b", "sente", "black", "先手", "先", "▲"},
                                            {"w", "gote", "white", "後手", "後", "△"}};
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++)
        for (unsigned i = 0; i < G_N_ELEMENTS(names[side]); i++)
            if (strcmp(text, names[side][i]) == 0) {
                *out = (KjSide)side;
                return true;
            }
    return false;
}

/* ---- hands ---- */

/* Takes a number in digits or kanji, up to 99; `out` is untouched if there is none. */
static bool take_count(const char **at, unsigned *out)
{
    unsigned ones = 0;
    if (g_ascii_isdigit(**at)) {
        char *end;
        guint64 count = g_ascii_strtoull(*at, &end, 10);
        *at = end;
        *out = (unsigned)MIN(count, 99);
        return true;
    }
    unsigned tens = 0;
    bool digits = take_number(at, &ones);
    if (take_word(at, "十")) {
        tens = digits ? ones : 1;
        digits = take_number(at, &ones);
        *out = tens * 10 + (digits ? ones : 0);
        return true;
    }
    if (digits)
        *out = ones;
    return digits;
}

static bool skip_blanks(const char **at)
{
    while (take_word(at, " ") || take_word(at, "　") || take_word(at, ",") || take_word(at, "\t"))
        continue;
    return **at != '\0';
}

/* Adds or takes `count` of a kind; false if the hand cannot. */
static bool change_hand(const KjTables *t, KjHand *hand, KjKind kind, unsigned count, bool taken)
{
    if (!t->hand_bits[kind])
        return false;
    unsigned held = kj_hand_count(t, *hand, kind);
    if (taken ? count > held : held + count >= 1u << t->hand_bits[kind])
        return false;
    if (taken)
        *hand -= count * t->hand_one[kind];
    else
        *hand += count * t->hand_one[kind];
    return true;
}

static bool bad_hand(GError **error, const char *at, const char *expected)
{
    g_autofree char *shown = g_utf8_make_valid(at, -1);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT, "hand at '%s': expected %s",
                        shown, kj_tr(expected));
}

bool kj_edit_hand(KjPosition *pos, KjSide side, const char *text, KjHandChange change,
                  GError **error)
{
    const KjTables *t = pos->game->t;
    KjHand hand = change == KJ_HAND_SET ? 0 : pos->hand[side];
    const char *at = text;
    bool nothing = strcmp(text, "-") == 0 || strcmp(text, "なし") == 0;
    while (!nothing && skip_blanks(&at)) {
        const char *begun = at, *word = at;
        while (word > text && word[-1] != ' ')
            word--;
        unsigned count = 1;
        bool counted = take_count(&at, &count);
        KjPiece piece;
        // a number that is not followed by a piece would be nothing's
        if (!kj_edit_piece(pos->game, at, &piece, &at))
            return bad_hand(error, word, "pieces such as 2P, G or 歩二");
        // kanji have their number after them, letters before: P2G is a pawn and two golds
        if (!counted && at[-1] & 0x80)
            take_count(&at, &count);
        if (!change_hand(t, &hand, kj_piece_kind(piece), count, change == KJ_HAND_TAKE))
            return bad_hand(error, begun,
                            change == KJ_HAND_TAKE ? "pieces that are in the hand"
                                                   : "pieces that a hand can hold");
    }
    pos->hand[side] = hand;
    return true;
}
