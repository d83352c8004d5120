/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Western notation: Hodges (`P-7f`) and the form in digits (`P76`), docs/notation.md. */
#include "core/notation/notation_parts.h"

#include "core/notation/usi.h"

/* The letter of its own that a promoted piece has in English (dragon, horse, tokin), or 0. A game
 * that uses the letter for a piece of its own keeps it. */
static char promoted_letter(const KjGame *game, KjKind kind)
{
    char letter = kj_game_piece(game, kind)->letter;
    char own = letter == 'R' ? 'D' : letter == 'B' ? 'H' : letter == 'P' ? 'T' : '\0';
    return (kind & KJ_PROMOTED) && own && !kj_game_kind(game, own) ? own : '\0';
}

static void append_square(GString *out, const KjGame *game, unsigned square, bool digits)
{
    char text[KJ_SQUARE_TEXT];
    kj_square_write(game, square, text);
    if (digits)
        kj_append_digits(out, game, square);
    else
        g_string_append(out, text);
}

void kj_append_western(GString *out, const KjMoveFacts *facts, KjNotation notation)
{
    bool digits = notation != KJ_NOTATION_WESTERN;
    char own = notation == KJ_NOTATION_DIGITS_DHT ? promoted_letter(facts->game, facts->kind) : 0;
    if ((facts->kind & KJ_PROMOTED) && !own)
        g_string_append_c(out, '+');
    g_string_append_c(out, own ? own : kj_game_piece(facts->game, facts->kind)->letter);
    bool origin = !facts->drop && facts->rivals;
    if (origin)
        append_square(out, facts->game, facts->from, digits);
    if (facts->drop)
        g_string_append_c(out, '*');
    else if (facts->captured)
        g_string_append_c(out, 'x');
    else if (!digits || origin)
        g_string_append_c(out, '-');
    append_square(out, facts->game, facts->to, digits);
    if (facts->promotes)
        g_string_append_c(out, '+');
    else if (facts->declines)
        g_string_append_c(out, '=');
    if (facts->keeps)
        g_string_append_printf(out, "/+%c", kj_game_piece(facts->game, facts->captured)->letter);
}

/* What follows the target: promotion, how the captured piece enters the hand, the end. */
static bool match_tail(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    const char *end = kj_match_word(match, at, facts->promotes ? "+" : "=");
    if (facts->promotes && !end && !facts->must_promote)
        return false;
    if (end && !facts->promotes && !facts->declines)
        return false;
    at = end ? end : at;
    if (facts->captured) {
        char taken[4] = {'/', '+', kj_game_piece(facts->game, facts->captured)->letter, '\0'};
        end = kj_match_word(match, at, taken);
        if (facts->keeps != (end != NULL))
            return false;
        taken[1] = taken[2];
        taken[2] = '\0';
        if (!end && facts->privilege)
            end = kj_match_word(match, at, taken);
        at = end ? end : at;
    }
    return kj_match_end(match, at);
}

static bool match_target(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    const char *end = kj_match_square(match, at, facts->game, facts->to);
    if (end && match_tail(match, end, facts))
        return true;
    end = kj_match_digits(match, at, facts->game, facts->to);
    return end && match_tail(match, end, facts);
}

/* The sign between piece and target; only that of a drop is needed. */
static bool match_sign(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    if (facts->drop) {
        const char *end = kj_match_word(match, at, "*");
        return match_target(match, end ? end : kj_match_word(match, at, "'"), facts);
    }
    const char *end = facts->captured ? kj_match_word(match, at, "x") : NULL;
    if (!end)
        end = kj_match_word(match, at, "-");
    return match_target(match, end ? end : at, facts);
}

static bool match_origin(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    if (match_sign(match, at, facts))
        return true;
    if (facts->drop)
        return false;
    const char *end = kj_match_square(match, at, facts->game, facts->from);
    if (end && match_sign(match, end, facts))
        return true;
    end = kj_match_digits(match, at, facts->game, facts->from);
    return end && match_sign(match, end, facts);
}

bool kj_match_western(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    char letter[2] = {kj_game_piece(facts->game, facts->kind)->letter, '\0'};
    char own[2] = {promoted_letter(facts->game, facts->kind), '\0'};
    const char *end = NULL;
    if (!(facts->kind & KJ_PROMOTED))
        end = kj_match_word(match, at, letter);
    else if (own[0])
        end = kj_match_word(match, at, own);
    if (!end && (facts->kind & KJ_PROMOTED))
        end = kj_match_word(match, kj_match_word(match, at, "+"), letter);
    return end && match_origin(match, end, facts);
}
