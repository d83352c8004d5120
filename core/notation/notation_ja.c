/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Japanese notation. The relative words follow the Japan Shogi Association's sheet on writing
 * moves: the motion (上 寄 引) alone if it tells the piece, else the side (右 左, 直 for a step
 * straight ahead) alone, else both.
 */
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"

enum { MAX_WORD = 8 }; // bytes of a relative word of two kanji

typedef enum { UP, ACROSS, DOWN } Motion;

static const char *const motion_words[] = {[UP] = "上", [ACROSS] = "寄", [DOWN] = "引"};

/* Steps a piece makes towards the far edge of its side, and to the right as its side sees it. */
static int forward(const KjMoveFacts *facts, unsigned from)
{
    const KjTables *t = facts->game->t;
    int step = t->rank_of[from] - t->rank_of[facts->to];
    return facts->side == KJ_SENTE ? step : -step;
}

/* How far right of the target a square lies. */
static int rightness(const KjMoveFacts *facts, unsigned from)
{
    const KjTables *t = facts->game->t;
    int step = t->file_of[facts->to] - t->file_of[from];
    return facts->side == KJ_SENTE ? step : -step;
}

static Motion motion_of(const KjMoveFacts *facts, unsigned from)
{
    int step = forward(facts, from);
    return step > 0 ? UP : step < 0 ? DOWN : ACROSS;
}

/* Whether the piece moves by steps only, so that sides are told by the target, not by
 * comparison. */
static bool is_stepper(const KjMoveFacts *facts)
{
    return facts->game->t->slide_class[facts->kind] == 0;
}

static bool is_straight(const KjMoveFacts *facts, unsigned from)
{
    return is_stepper(facts) && forward(facts, from) == 1 && rightness(facts, from) == 0;
}

/* Whether `from` lies further right (or, with sign -1, left) than all of `others`. */
static bool is_outermost(const KjMoveFacts *facts, KjBb others, int sign)
{
    while (others) {
        if (sign * rightness(facts, kj_bb_pop(&others)) >= sign * rightness(facts, facts->from))
            return false;
    }
    return true;
}

/* The side word that tells the piece from all of `others`, or NULL. */
static const char *side_word(const KjMoveFacts *facts, KjBb others)
{
    if (is_straight(facts, facts->from))
        return "直";
    if (!is_stepper(facts))
        return is_outermost(facts, others, 1)    ? "右"
               : is_outermost(facts, others, -1) ? "左"
                                                 : NULL;
    int side = rightness(facts, facts->from);
    if (side == 0)
        return NULL;
    while (others) {
        int other = rightness(facts, kj_bb_pop(&others));
        if ((other > 0) == (side > 0) && other != 0)
            return NULL;
    }
    return side > 0 ? "右" : "左";
}

/* Writes the relative words; false if no words tell the piece from its rivals. */
static bool relative_words(const KjMoveFacts *facts, char out[MAX_WORD])
{
    out[0] = '\0';
    if (facts->drop || !facts->rivals)
        return true;
    Motion motion = motion_of(facts, facts->from);
    KjBb alike = 0;
    for (KjBb left = facts->rivals; left;) {
        unsigned rival = kj_bb_pop(&left);
        if (motion_of(facts, rival) == motion)
            alike |= kj_bit(rival);
    }
    const char *side = side_word(facts, facts->rivals);
    if (!alike) {
        g_strlcpy(out, motion_words[motion], MAX_WORD);
    } else if (side) {
        g_strlcpy(out, side, MAX_WORD);
    } else if ((side = side_word(facts, alike))) {
        g_snprintf(out, MAX_WORD, "%s%s", side, motion_words[motion]);
    } else {
        return false;
    }
    return true;
}

void kj_append_ja(GString *out, const KjMoveFacts *facts, bool shogi_marks)
{
    static const char *const marks[2][2] = {{"▲", "△"}, {"☗", "☖"}};
    g_string_append(out, marks[shogi_marks][facts->side]);
    if (facts->same)
        g_string_append(out, "同　");
    else
        kj_append_square_ja(out, facts->game, facts->to);
    g_autofree char *name = kj_piece_kanji_name(facts->game, facts->kind);
    g_string_append(out, name);
    char relative[MAX_WORD];
    bool told = relative_words(facts, relative);
    g_string_append(out, relative);
    if (facts->drop && facts->rivals)
        g_string_append(out, "打");
    else if (facts->promotes)
        g_string_append(out, "成");
    else if (facts->declines)
        g_string_append(out, "不成");
    if (!told) {
        g_string_append_c(out, '(');
        kj_append_digits(out, facts->game, facts->from);
        g_string_append_c(out, ')');
    }
    if (facts->keeps)
        g_string_append(out, "（特権）");
}

/* A bracket of either width. */
static const char *match_bracket(KjMatch *match, const char *at, bool open)
{
    const char *end = kj_match_word(match, at, open ? "(" : ")");
    return end ? end : kj_match_word(match, at, open ? "（" : "）");
}

/* What may follow the words: origin in brackets, privilege, the end. */
static bool match_tail(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    if (!facts->drop) {
        const char *open = match_bracket(match, at, true);
        const char *origin = kj_match_digits(match, open, facts->game, facts->from);
        if (!origin)
            origin = kj_match_square(match, open, facts->game, facts->from);
        const char *end = match_bracket(match, origin, false);
        at = end ? end : at;
    }
    const char *privilege = match_bracket(match, at, true);
    privilege = match_bracket(match, kj_match_word(match, privilege, "特権"), false);
    if (facts->keeps != (privilege != NULL))
        return false;
    return kj_match_end(match, privilege ? privilege : at);
}

/* 打, 成 or 不成, each only where it is true, and left out where nothing else is possible. */
static bool match_action(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    if (facts->drop) {
        const char *end = kj_match_word(match, at, "打");
        return match_tail(match, end ? end : at, facts);
    }
    if (facts->promotes) {
        const char *end = kj_match_word(match, at, "成");
        return end ? match_tail(match, end, facts)
                   : facts->must_promote && match_tail(match, at, facts);
    }
    if (facts->declines) {
        const char *end = kj_match_word(match, at, "不成");
        if (!end)
            end = kj_match_word(match, at, "生");
        if (end)
            return match_tail(match, end, facts);
    }
    return match_tail(match, at, facts);
}

/* Whether a side word is true of the move, by the target or by comparison with the rivals. */
static bool side_is_true(const KjMoveFacts *facts, const char *word)
{
    if (strcmp(word, "直") == 0)
        return is_straight(facts, facts->from);
    int sign = strcmp(word, "右") == 0 ? 1 : -1;
    return sign * rightness(facts, facts->from) > 0 ||
           (facts->rivals && is_outermost(facts, facts->rivals, sign));
}

/* Any true relative words in the order side, motion; then the rest. */
static bool match_relative(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    static const char *const sides[] = {"右", "左", "直"};
    for (size_t i = 0; i < G_N_ELEMENTS(sides) && !facts->drop; i++) {
        const char *end = kj_match_word(match, at, sides[i]);
        if (end && side_is_true(facts, sides[i])) {
            at = end;
            break;
        }
    }
    if (!facts->drop) {
        Motion motion = motion_of(facts, facts->from);
        const char *end = kj_match_word(match, at, motion_words[motion]);
        if (!end && motion == UP)
            end = kj_match_word(match, at, "行");
        at = end ? end : at;
    }
    return match_action(match, at, facts);
}

static bool match_face(KjMatch *match, const char *at, const KjMoveFacts *facts, const char *face)
{
    if (!face)
        return false;
    const char *end = kj_match_word(match, at, face);
    if (end && match_relative(match, end, facts))
        return true;
    const char *other;
    for (unsigned i = 0; (other = kj_piece_kanji_spelling(face, i)); i++) {
        end = kj_match_word(match, at, other);
        if (end && match_relative(match, end, facts))
            return true;
    }
    return false;
}

static bool match_piece(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    const KjPieceRow *row = kj_game_piece(facts->game, facts->kind);
    if (!(facts->kind & KJ_PROMOTED))
        return match_face(match, at, facts, row->kanji) ||
               match_face(match, at, facts, row->kanji_other);
    const char *front = kj_match_word(match, kj_match_word(match, at, "成"), row->kanji);
    return match_face(match, at, facts, row->kanji_promoted) ||
           (front && match_relative(match, front, facts));
}

bool kj_match_ja(KjMatch *match, const char *at, const KjMoveFacts *facts)
{
    const char *square = kj_match_square_ja(match, at, facts->game, facts->to);
    const char *same = facts->same ? kj_match_word(match, square ? square : at, "同") : NULL;
    at = kj_match_blanks(same ? same : square);
    return at && match_piece(match, at, facts);
}
