/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First guesses, by classes of replies. */
#include "solver/search/initial_pn.h"

#include "core/rules/attack.h"

static const KjInitialPn replies[KJ_REPLY_CLASSES] = {
#define KJ_INITIAL_PN(class, pn, dn) [class] = {pn, dn},
#include "solver/search/initial_pn.def"
#undef KJ_INITIAL_PN
};

KjInitialPn kj_initial_pn(unsigned reply_class)
{
    return replies[reply_class];
}

/*
 * Whether the mover has a piece besides the one that moves and the king that attacks where it goes.
 */
static bool covered(const KjPosition *pos, KjMove move)
{
    KjSide us = (KjSide)pos->side;
    KjBb pieces = pos->by_side[us], occupied = kj_occupied(pos);
    if (pos->king[us] != KJ_NO_SQUARE)
        pieces &= ~kj_bit(pos->king[us]);
    if (!kj_move_is_drop(move)) {
        pieces &= ~kj_bit(kj_move_from(move));
        occupied &= ~kj_bit(kj_move_from(move));
    }
    return kj_attacked(pos, us, kj_move_to(move), pieces, occupied);
}

unsigned kj_initial_pn_class(const KjPosition *pos, KjMove move)
{
    KjSide us = (KjSide)pos->side;
    bool drop = kj_move_is_drop(move), king = !drop && kj_move_from(move) == pos->king[us];
    bool captures = pos->board[kj_move_to(move)] != KJ_NONE;
    return king | (unsigned)captures << 1 | (unsigned)drop << 2 | (unsigned)covered(pos, move) << 3;
}
