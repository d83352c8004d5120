/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: positions and moves. */
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "repl/lib/problems.h"

struct kanju_position {
    KjPosition at;
    KjMove last; // the move before it, or KJ_MOVE_NONE
};

kanju_position *kanju_position_new(const char *text, const char *game, char **error)
{
    kanju_problems *problems = kanju_parse(text, text ? strlen(text) : 0, game, error);
    if (!problems)
        return NULL;
    const char *wrong = kanju_problem_error(problems, 0);
    kanju_position *position = NULL;
    if (wrong || kanju_problems_count(problems) != 1) {
        kj_lib_say(error, wrong ? wrong : "several problems, expected one position");
    } else {
        const KjPositionText *read = &kj_lib_problem(problems, 0)->read->position;
        position = g_new0(kanju_position, 1);
        position->at = kj_position_text_end(read);
        position->last = kj_position_text_last(read);
    }
    kanju_problems_free(problems);
    return position;
}

kanju_position *kanju_position_copy(const kanju_position *position)
{
    return position ? g_memdup2(position, sizeof *position) : NULL;
}

void kanju_position_free(kanju_position *position)
{
    g_free(position);
}

char *kanju_position_text(const kanju_position *position)
{
    return position ? kj_position_write(&position->at) : NULL;
}

const char *kanju_position_game(const kanju_position *position)
{
    return position ? position->at.game->row->id : NULL;
}

int kanju_position_side(const kanju_position *position)
{
    return position && position->at.side == KJ_GOTE;
}

int kanju_position_in_check(const kanju_position *position)
{
    return position && kj_in_check(&position->at, (KjSide)position->at.side);
}

static void list(const KjPosition *pos, kanju_move_set set, KjMoveList *out)
{
    KjSide enemy = kj_other((KjSide)pos->side);
    bool can_check = pos->king[enemy] != KJ_NO_SQUARE && !kj_can_capture_king(pos);
    bool in_check = kj_in_check(pos, (KjSide)pos->side);
    unsigned first_drop;
    out->n = 0;
    if (set == KANJU_LEGAL)
        kj_gen_legal(pos, out);
    else if (set == KANJU_CHECKS && can_check)
        kj_gen_checks(pos, out);
    else if (set == KANJU_EVASIONS && in_check)
        kj_gen_evasions(pos, out, &first_drop);
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *kanju_position_moves(const kanju_position *position, kanju_move_set set)
{
    if (!position)
        return NULL;
    KjMoveList moves;
    list(&position->at, set, &moves);
    g_auto(GStrv) texts = g_new0(char *, moves.n + 1);
    for (unsigned i = 0; i < moves.n; i++)
        texts[i] = kj_move_text(&position->at, moves.move[i], position->last, KJ_NOTATION_USI);
    qsort(texts, moves.n, sizeof *texts, compare_text);
    return g_strjoinv(" ", texts);
}

/* A legal move of a text in any notation. */
static bool read_move(const kanju_position *position, const char *text, KjMove *out, char **error)
{
    if (!position || !text) {
        kj_lib_say(error, "expected a position and a move");
        return false;
    }
    g_autoptr(GError) why = NULL;
    if (kj_move_parse(&position->at, text, position->last, out, &why))
        return true;
    kj_lib_say(error, why->message);
    return false;
}

int kanju_position_play(kanju_position *position, const char *move, char **out_usi, char **error)
{
    KjMove found;
    if (!read_move(position, move, &found, error))
        return -1;
    if (out_usi)
        *out_usi = kj_move_text(&position->at, found, position->last, KJ_NOTATION_USI);
    position->at = kj_position_after(&position->at, found);
    position->last = found;
    return 0;
}

char *kanju_position_move_text(const kanju_position *position, const char *move,
                               const char *notation, char **error)
{
    KjMove found;
    g_autoptr(KjValues) values = kj_values_new();
    g_autoptr(GError) why = NULL;
    const KjOption *option = kj_option_at(KJ_OPTION_NOTATION);
    if (!read_move(position, move, &found, error))
        return NULL;
    if (!kj_value_set(values, option, notation ? notation : "", &why)) {
        kj_lib_say(error, why->message);
        return NULL;
    }
    KjNotation wanted = (KjNotation)values->value[KJ_OPTION_NOTATION].choice;
    return kj_move_text(&position->at, found, position->last, wanted);
}
