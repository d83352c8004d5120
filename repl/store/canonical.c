/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical positions of problems. */
#include "repl/store/canonical.h"

#include <glib.h>
#include <string.h>

#include "core/notation/usi.h"

static unsigned mirrored_square(const KjTables *t, unsigned square)
{
    unsigned file = t->files - 1u - t->file_of[square];
    return file * t->ranks + t->rank_of[square];
}

static KjBb mirrored_set(const KjTables *t, KjBb squares)
{
    KjBb out = 0;
    while (squares)
        out |= kj_bit(mirrored_square(t, kj_bb_pop(&squares)));
    return out;
}

/* Whether what every class of pieces attacks from a square is the same seen in the mirror. */
static bool attacks_mirror(const KjTables *t, unsigned side, unsigned square)
{
    unsigned other = mirrored_square(t, square);
    for (unsigned i = 0; i < t->n_step; i++)
        if (mirrored_set(t, t->step[side][square][i]) != t->step[side][other][i])
            return false;
    for (unsigned i = 0; i < t->n_slide; i++)
        if (mirrored_set(t, t->slide[side][square][i]) != t->slide[side][other][i])
            return false;
    return true;
}

bool kj_canonical_mirrors(const KjGame *game)
{
    const KjTables *t = game->t;
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++) {
        for (unsigned square = 0; square < t->squares; square++)
            if (!attacks_mirror(t, side, square))
                return false;
        for (unsigned kind = 1; kind < KJ_MAX_KINDS; kind++)
            if (mirrored_set(t, t->drop_ok[side][kind]) != t->drop_ok[side][kind] ||
                mirrored_set(t, t->alive[side][kind]) != t->alive[side][kind])
                return false;
        if (mirrored_set(t, t->zone[side]) != t->zone[side])
            return false;
        if (game->rules.try_rule != KJ_TRY_OFF &&
            mirrored_set(t, t->try_squares[side]) != t->try_squares[side])
            return false;
    }
    return true;
}

bool kj_canonical_turns(const KjGame *game)
{
    const KjTables *t = game->t;
    for (unsigned square = 0; square < t->squares; square++)
        if (game->rules.try_rule != KJ_TRY_OFF &&
            kj_bb_has(t->try_squares[KJ_SENTE], square) !=
                kj_bb_has(t->try_squares[KJ_GOTE], t->squares - 1u - square))
            return false;
    return true;
}

char *kj_canonical_make(const KjPosition *pos, KjSide attacker, bool mirrors, unsigned *out_turn)
{
    KjPosition position = *pos;
    *out_turn = 0;
    if (attacker == KJ_GOTE) {
        position = kj_position_flip(pos);
        *out_turn |= KJ_CANONICAL_TURNED;
    }
    char *text = kj_position_write(&position);
    if (!mirrors)
        return text;
    position = kj_position_mirror(&position);
    char *mirrored = kj_position_write(&position);
    bool first = strcmp(mirrored, text) < 0;
    *out_turn |= first ? KJ_CANONICAL_MIRRORED : 0;
    g_free(first ? text : mirrored);
    return first ? mirrored : text;
}

KjPosition kj_canonical_undo(const KjPosition *canonical, unsigned turn)
{
    KjPosition position = *canonical;
    if (turn & KJ_CANONICAL_MIRRORED)
        position = kj_position_mirror(&position);
    if (turn & KJ_CANONICAL_TURNED)
        position = kj_position_flip(&position);
    return position;
}

char *kj_canonical_text(const KjPositionText *text, unsigned turn)
{
    KjPosition at = kj_canonical_undo(&text->start, turn); // turns undo themselves
    g_autofree char *start = kj_position_write(&at);
    GString *out = g_string_new(start);
    g_string_append(out, text->n_moves ? " moves" : "");
    for (unsigned i = 0; i < text->n_moves; i++) {
        char usi[KJ_USI_MOVE];
        KjMove move = kj_canonical_move(at.game, text->moves[i], turn);
        kj_usi_move_write(&at, move, usi);
        g_string_append_printf(out, " %s", usi);
        at = kj_position_after(&at, move);
    }
    return g_string_free(out, FALSE);
}

bool kj_canonical_read(const char *text, const KjGame *game, KjPosition *out)
{
    KjPositionText read;
    if (!text || !game || !kj_position_text_read(text, game, &read, NULL))
        return false;
    *out = kj_position_text_end(&read);
    kj_position_text_clear(&read);
    return true;
}

unsigned kj_canonical_square(const KjGame *game, unsigned square, unsigned turn)
{
    const KjTables *t = game->t;
    if (turn & KJ_CANONICAL_MIRRORED)
        square = mirrored_square(t, square);
    return turn & KJ_CANONICAL_TURNED ? t->squares - 1u - square : square;
}

KjMove kj_canonical_move(const KjGame *game, KjMove move, unsigned turn)
{
    unsigned from = kj_move_from(move), to = kj_canonical_square(game, kj_move_to(move), turn);
    if (!kj_move_is_drop(move))
        from = kj_canonical_square(game, from, turn);
    return (KjMove)(kj_make_move(from, to) | (move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
}

/* Turns a string if it is a move in USI, or a square: after its squares there is a promotion at most,
 * and what was taken. */
static void turn_string(char *at, size_t length, const KjGame *game, unsigned turn)
{
    char *drop = memchr(at, '*', length), *place = drop ? drop + 1 : at;
    unsigned square[2], n = 0;
    const char *end = place;
    if (drop && drop > at + 2)
        return;
    while (n < (drop ? 1 : 2) && kj_square_read(game, end, &square[n], &end))
        n++;
    end += *end == '+';
    if (n == 0 || (end != at + length && *end != '/'))
        return;
    for (unsigned i = 0; i < n; i++) {
        char text[KJ_SQUARE_TEXT];
        kj_square_write(game, kj_canonical_square(game, square[i], turn), text);
        memcpy(place + i * strlen(text), text, strlen(text));
    }
}

void kj_canonical_turn_json(char *json, const KjGame *game, unsigned turn)
{
    while (turn && (json = strchr(json, '"'))) {
        char *end = ++json;
        while (*end && *end != '"')
            end += *end == '\\' && end[1] ? 2 : 1;
        turn_string(json, (size_t)(end - json), game, turn);
        json = end + (*end != '\0');
    }
}
