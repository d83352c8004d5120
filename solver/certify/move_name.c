/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of moves in certificates (docs/certificate.md). */
#include "core/rules/attack.h"
#include "solver/certify/certify_writer.h"
#include "solver/search/futile.h"

/* Where the names of each sort begin; within one, a plus adds one. */
enum { STEPS = 1, CAPTURES = STEPS + 2 * 8, OTHERS = CAPTURES + 2 * 16 };

/* The cells of the board from sente's far left, row by row. */
static unsigned cell_of(const KjTables *t, unsigned square)
{
    return square % t->ranks * t->files + t->files - 1u - square / t->ranks;
}

/* The direction from one square to another, on a line with it or a jump away, by the table of the
 * format: in it of each two opposites the first goes up, or to the left. */
static unsigned direction_of(const KjTables *t, unsigned from, unsigned to)
{
    int down = (int)(to % t->ranks) - (int)(from % t->ranks);
    int right = (int)(from / t->ranks) - (int)(to / t->ranks);
    if (right == 0)
        return down > 0;
    if (down == 0)
        return 2 + (right > 0);
    unsigned d = 2 * ((down < 0) != (right < 0)) + (down > 0);
    return abs(down) == abs(right) ? 4 + d : (abs(down) > abs(right) ? 8 : 12) + d;
}

uint32_t kj_move_name(const KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    unsigned from = kj_move_from(move), to = kj_move_to(move);
    bool plus = kj_move_promotes(move) || kj_move_keeps(move);
    if (kj_move_is_drop(move)) {
        KjKind kind = kj_move_drop_kind(move);
        plus = (kind & KJ_PROMOTED) != 0;
        from = kj_base_kind(kind) - 1u;
    } else {
        unsigned checker = KJ_NO_SQUARE;
        if (from == kj_lone_king(pos, (KjSide)pos->side))
            return STEPS + 2 * direction_of(t, from, to) + plus;
        (void)kj_futile_between(pos, &checker);
        if (to == checker)
            return CAPTURES + 2 * direction_of(t, to, from) + plus;
        from = t->king - 1u + cell_of(t, from); // the king is the last kind
    }
    return OTHERS + 2 * (from * t->squares + cell_of(t, to)) + plus;
}
