/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers by which works are screened. */
#include "solver/themes/measures.h"

#include <glib.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/themes/themes.h"

const char *kj_measure_code(KjMeasure measure)
{
    static const char *const code[] = {"chase",      "captures",  "economy",  "quiet", "openness",
                                       "sacrifices", "longdrops", "declined", "tries"};
    return code[measure];
}

typedef struct {
    const KjSolvedWork *work;
    const KjPosition *pos; // n_line + 1
    KjSide attacker;
} Line;

static KjSide defender(const Line *l)
{
    return kj_other(l->attacker);
}

/* Whether the move before position `i` + 1 checks from a square beside the king. */
static bool is_contact(const Line *l, unsigned i)
{
    const KjTables *t = l->pos[i].game->t;
    unsigned king = l->pos[i + 1].king[defender(l)];
    return king != KJ_NO_SQUARE &&
           kj_bb_has(t->step[0][king][t->step_class[t->king]], kj_move_to(l->work->line[i]));
}

/* Of a whole, of which there may be nothing. */
static unsigned percent(unsigned part, unsigned whole)
{
    return whole ? (100 * part + whole / 2) / whole : 0;
}

static unsigned chase(const Line *l)
{
    unsigned checks = 0, contact = 0, replies = 0, king_moves = 0;
    for (unsigned i = 0; i < l->work->n_line; i++) {
        const KjPosition *pos = &l->pos[i];
        if (pos->side == l->attacker) {
            checks++;
            contact += is_contact(l, i);
        } else {
            replies++;
            king_moves += kj_move_from(l->work->line[i]) == pos->king[pos->side];
        }
    }
    return (percent(contact, checks) + percent(king_moves, replies)) / 2;
}

/* Pieces of the attacker's, on the board or in hand, kings apart, that the line moves or drops. */
static unsigned economy(const Line *l)
{
    const KjTables *t = l->pos[0].game->t;
    bool from_board[KJ_MAX_SQUARES] = {false};
    KjBb mine = l->pos[0].by_side[l->attacker];
    unsigned pieces = kj_hand_total(t, l->pos[0].hand[l->attacker]), moved = 0;
    unsigned left_in_hand[KJ_MAX_KINDS] = {0};
    for (unsigned i = 0; i < t->n_hand; i++)
        left_in_hand[t->hand_kind[i]] =
            kj_hand_count(t, l->pos[0].hand[l->attacker], t->hand_kind[i]);
    for (KjBb left = mine; left;) {
        unsigned square = kj_bb_pop(&left);
        from_board[square] = square != l->pos[0].king[l->attacker];
        pieces += from_board[square];
    }
    for (unsigned i = 0; i < l->work->n_line; i++) {
        KjMove move = l->work->line[i];
        unsigned from = kj_move_from(move), to = kj_move_to(move);
        bool mover = l->pos[i].side == l->attacker;
        if (mover && kj_move_is_drop(move)) {
            unsigned *left = &left_in_hand[kj_move_drop_kind(move)];
            moved += *left > 0; // else one that was captured on the way
            *left -= *left > 0;
        } else if (mover) {
            moved += from_board[from]; // a piece counts once
            from_board[from] = false;
        }
        from_board[to] = false;
    }
    return percent(moved, pieces);
}

/* The squares beside the king to which it could step if it were its turn. */
static unsigned openness(const Line *l)
{
    const KjPosition *pos = &l->pos[0];
    const KjTables *t = pos->game->t;
    unsigned king = pos->king[defender(l)], n = 0;
    KjBb left = t->step[0][king][t->step_class[t->king]] & ~pos->by_side[defender(l)];
    KjBb without_king = kj_occupied(pos) & ~kj_bit(king);
    while (left) {
        unsigned square = kj_bb_pop(&left);
        KjBb attackers = pos->by_side[l->attacker] & ~kj_bit(square);
        n += !kj_attacked(pos, l->attacker, square, attackers, without_king);
    }
    return n;
}

/* Whether a single reply to a check is not answered by a mate at once. */
static bool is_try(const KjPosition *pos, KjMove check)
{
    KjPosition after = kj_position_after(pos, check);
    KjMoveList replies;
    unsigned saving = 0;
    kj_gen_safe(&after, &replies);
    for (unsigned i = 0; i < replies.n && saving < 2; i++) {
        KjPosition next = kj_position_after(&after, replies.move[i]);
        saving += !kj_mate_in_one(&next);
    }
    return saving == 1 && replies.n > 1;
}

static unsigned tries(const Line *l)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->work->n_line; i++) {
        KjMoveList checks;
        if (l->pos[i].side != l->attacker)
            continue;
        kj_gen_checks(&l->pos[i], &checks);
        for (unsigned c = 0; c < checks.n; c++)
            n += checks.move[c] != l->work->line[i] && is_try(&l->pos[i], checks.move[c]);
    }
    return n;
}

static unsigned declined(const Line *l)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->work->n_line; i++) {
        KjMove move = l->work->line[i];
        if (l->pos[i].side == l->attacker && !kj_move_is_drop(move) && !kj_move_promotes(move))
            n += kj_move_legality(&l->pos[i], move | KJ_MOVE_PROMOTE) == KJ_MOVE_LEGAL;
    }
    return n;
}

static unsigned plies_of(const GArray *themes, const char *code)
{
    const KjThemeFound *found = kj_themes_get(themes, code);
    return found && found->state == KJ_YES ? found->plies->len : 0;
}

void kj_measure(const KjSolvedWork *work, KjMeasured *out)
{
    *out = (KjMeasured){.only_chases = false};
    if (!work->n_line || work->root->king[kj_other(work->attacker)] == KJ_NO_SQUARE)
        return;
    g_autofree KjPosition *positions = kj_solved_positions(work);
    g_autoptr(GArray) themes = kj_themes_of(work, false);
    Line line = {work, positions, work->attacker};
    KjMove first = work->line[0];
    unsigned *value = out->value;
    value[KJ_MEASURE_CHASE] = chase(&line);
    value[KJ_MEASURE_CAPTURES] = kj_solved_facts(work).captures;
    value[KJ_MEASURE_ECONOMY] = economy(&line);
    value[KJ_MEASURE_QUIET] = !positions[0].board[kj_move_to(first)] && !kj_move_promotes(first);
    value[KJ_MEASURE_OPENNESS] = openness(&line);
    value[KJ_MEASURE_SACRIFICES] = plies_of(themes, "sacrifice");
    value[KJ_MEASURE_LONG_DROPS] = plies_of(themes, "long-drop");
    value[KJ_MEASURE_DECLINED] = declined(&line);
    value[KJ_MEASURE_TRIES] = tries(&line);
    out->only_chases = value[KJ_MEASURE_CHASE] >= KJ_MUCH_CHASE &&
                       value[KJ_MEASURE_SACRIFICES] == 0 && !plies_of(themes, "discovered-check") &&
                       !plies_of(themes, "double-check");
}
