/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PAN 4 (docs/notation.md): `e2-e4` move, `e2+e4` capture, `P*e5` drop; `=+S` is the mover after a
 * promotion, `/P` the captured piece as it enters the hand, written where the king has the choice.
 * Pieces are EPIN, so gote's are in lower case.
 */
#include "core/notation/notation_parts.h"

#include "core/notation/usi.h"

enum { MAX_EPIN = 8 };

static const char *epin(const KjMoveFacts *facts, KjKind kind, KjSide side, char out[MAX_EPIN])
{
    const KjPieceRow *row = kj_game_piece(facts->game, kind);
    g_snprintf(out, MAX_EPIN, "%s%c%s", kind & KJ_PROMOTED ? "+" : "",
               side == KJ_SENTE ? row->letter : g_ascii_tolower(row->letter),
               row->royal ? "^" : "");
    return out;
}

void kj_append_pan(GString *out, const KjMoveFacts *facts)
{
    char to[KJ_SQUARE_TEXT], from[KJ_SQUARE_TEXT], token[MAX_EPIN];
    kj_square_write(facts->game, facts->to, to);
    if (facts->drop) {
        g_string_append_printf(out, "%s*%s", epin(facts, facts->kind, facts->side, token), to);
        return;
    }
    kj_square_write(facts->game, facts->from, from);
    g_string_append_printf(out, "%s%c%s", from, facts->captured ? '+' : '-', to);
    if (facts->promotes)
        g_string_append_printf(out, "=%s",
                               epin(facts, facts->kind | KJ_PROMOTED, facts->side, token));
    if (facts->privilege) {
        KjKind taken = kj_hand_kind_of(facts->captured, facts->keeps);
        g_string_append_printf(out, "/%s", epin(facts, taken, facts->side, token));
    }
}

/* An EPIN after a sign (which may be empty); people also write gote's in upper case. */
static const char *match_epin(KjMatch *match, const char *at, const KjMoveFacts *facts,
                              const char *sign, KjKind kind)
{
    char token[MAX_EPIN];
    at = kj_match_word(match, at, sign);
    const char *end = kj_match_word(match, at, epin(facts, kind, facts->side, token));
    return end ? end : kj_match_word(match, at, epin(facts, kind, KJ_SENTE, token));
}

bool kj_match_pan(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    if (facts->drop) {
        at = kj_match_word(match, match_epin(match, at, facts, "", facts->kind), "*");
        return kj_match_end(match, kj_match_square(match, at, facts->game, facts->to));
    }
    at = kj_match_square(match, at, facts->game, facts->from);
    at = kj_match_word(match, at, facts->captured ? "+" : "-");
    at = kj_match_square(match, at, facts->game, facts->to);
    if (facts->promotes) {
        const char *end = match_epin(match, at, facts, "=", facts->kind | KJ_PROMOTED);
        if (!end && !facts->must_promote)
            return false;
        at = end ? end : at;
    }
    if (facts->captured) {
        KjKind taken = kj_hand_kind_of(facts->captured, facts->keeps);
        const char *end = match_epin(match, at, facts, "/", taken);
        if (!end && facts->keeps)
            return false;
        at = end ? end : at;
    }
    return kj_match_end(match, at);
}
