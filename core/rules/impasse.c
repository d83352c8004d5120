/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impasse points and declarations. */
#include "core/rules/impasse.h"

#include "core/rules/attack.h"

static unsigned hand_points(const KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    unsigned points = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        points += kj_hand_count(t, pos->hand[side], kind) * kj_game_piece(pos->game, kind)->points;
    }
    return points;
}

static unsigned board_points(const KjPosition *pos, KjBb squares)
{
    unsigned points = 0;
    while (squares) {
        KjKind kind = kj_piece_kind(pos->board[kj_bb_pop(&squares)]);
        points += kj_game_piece(pos->game, kind)->points;
    }
    return points;
}

unsigned kj_impasse_points(const KjPosition *pos, KjSide side)
{
    return board_points(pos, pos->by_side[side]) + hand_points(pos, side);
}

unsigned kj_impasse_zone_points(const KjPosition *pos, KjSide side)
{
    KjBb in_zone = pos->by_side[side] & pos->game->t->zone[side];
    return board_points(pos, in_zone) + hand_points(pos, side);
}

unsigned kj_impasse_removed(const KjPosition *start, KjSide side)
{
    const KjGameRow *row = start->game->row;
    unsigned full = 0;
    for (unsigned i = 0; i < row->n_pieces; i++)
        full += row->pieces[i].set * row->pieces[i].points;
    unsigned half = full / 2;
    unsigned have = kj_impasse_points(start, side);
    return have < half ? half - have : 0;
}

KjAgreement kj_impasse_agreement(KjDeclaration rule, unsigned sente, unsigned gote)
{
    if (rule == KJ_DECLARE_NONE)
        return KJ_AGREEMENT_OPEN;
    unsigned needed = rule == KJ_DECLARE_27 ? 27 : 24;
    if (sente < needed && gote < needed)
        return KJ_AGREEMENT_OPEN;
    if (sente < needed)
        return KJ_AGREEMENT_GOTE_WINS;
    if (gote < needed)
        return KJ_AGREEMENT_SENTE_WINS;
    // A full set has 54 points, so under the 27-point rule both sides have exactly 27 here.
    return rule == KJ_DECLARE_27 ? KJ_AGREEMENT_GOTE_WINS : KJ_AGREEMENT_DRAW;
}

static KjDeclarationResult declaration_result(const KjDeclarationTest *test)
{
    if (test->rule == KJ_DECLARE_NONE || !test->own_turn)
        return KJ_DECLARATION_NONE;
    bool all_met = test->king_in_zone && test->not_in_check && test->enough_pieces &&
                   test->in_time && test->enough_points;
    if (!all_met)
        return KJ_DECLARATION_LOSES;
    return test->points >= test->points_to_win ? KJ_DECLARATION_WINS : KJ_DECLARATION_DRAWS;
}

KjDeclarationTest kj_impasse_declaration(const KjPosition *pos, KjSide side, unsigned plies,
                                         unsigned removed)
{
    KjBb zone = pos->game->t->zone[side];
    unsigned king = pos->king[side];
    KjBb king_bit = king == KJ_NO_SQUARE ? 0 : kj_bit(king);
    KjDeclarationTest test = {
        .rule = pos->game->rules.declaration,
        .side = side,
        .own_turn = pos->side == side,
        .king_in_zone = (king_bit & zone) != 0,
        .not_in_check = !kj_in_check(pos, side),
        .in_time = true,
        .pieces = (unsigned)kj_bb_count(pos->by_side[side] & zone & ~king_bit),
        .points = kj_impasse_zone_points(pos, side) + removed,
    };
    test.enough_pieces = test.pieces >= KJ_DECLARATION_PIECES;
    if (test.rule == KJ_DECLARE_27) {
        test.points_to_win = side == KJ_SENTE ? 28 : 27;
        test.enough_points = test.points >= test.points_to_win;
    } else if (test.rule == KJ_DECLARE_24) {
        test.points_to_win = 31;
        test.points_to_draw = 24;
        test.enough_points = test.points >= test.points_to_draw;
        test.in_time = plies < KJ_DECLARATION_PLIES;
    }
    test.result = declaration_result(&test);
    return test;
}
