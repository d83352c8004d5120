/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting the pieces of the set that are nowhere. */
#include "repl/job/unplaced_pieces.h"

#include <glib.h>
#include <string.h>

/* How many of an unpromoted kind there are on the board and in the hands. */
static unsigned present(const KjPosition *pos, KjKind kind)
{
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    return kj_piece_count(&counts, kind);
}

/* How many of an unpromoted kind are missing. */
static unsigned missing(const KjPosition *pos, KjKind kind)
{
    unsigned have = present(pos, kind), set = kj_game_piece(pos->game, kind)->set;
    return have < set ? set - have : 0;
}

static bool counts(const KjPosition *pos, KjKind kind)
{
    return kj_hand_gain(pos->game, kind, false) != 0;
}

unsigned kj_unplaced_count(const KjPosition *pos)
{
    unsigned total = 0;
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++)
        if (counts(pos, kind))
            total += missing(pos, kind);
    return total;
}

/* Takes up to `n` of a kind out of a hand, unpromoted ones first. */
static void take_from_hand(KjPosition *pos, KjSide side, KjKind kind, unsigned n)
{
    const KjTables *t = pos->game->t;
    for (unsigned promoted = 0; promoted < 2; promoted++) {
        for (unsigned i = 0; i < t->n_hand; i++) {
            KjKind held = t->hand_kind[i];
            if (kj_base_kind(held) != kind || (held != kind) != promoted)
                continue;
            unsigned taken = MIN(n, kj_hand_count(t, pos->hand[side], held));
            pos->hand[side] -= taken * t->hand_one[held];
            n -= taken;
        }
    }
}

/* Whether nothing but the hand of this side, or who moves, was edited. */
static bool only_hand(const KjPosition *a, const KjPosition *b, KjSide side)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 &&
           a->hand[kj_other(side)] == b->hand[kj_other(side)];
}

void kj_unplaced_keep(KjPosition *after, const KjPosition *before, KjSide defender_before,
                      KjSide defender)
{
    if (only_hand(after, before, defender))
        return;
    bool hands_stayed = after->hand[0] == before->hand[0] && after->hand[1] == before->hand[1];
    if (defender != defender_before && hands_stayed &&
        after->king[kj_other(defender)] == KJ_NO_SQUARE) {
        after->hand[0] = before->hand[1];
        after->hand[1] = before->hand[0];
    }
    bool game =
        after->king[kj_other(defender)] != KJ_NO_SQUARE && before->hand[defender_before] == 0;
    for (KjKind kind = 1; kind <= after->game->row->n_pieces; kind++) {
        unsigned set = kj_game_piece(after->game, kind)->set, now = present(after, kind);
        if (!counts(after, kind))
            continue;
        if (now > set)
            take_from_hand(after, defender, kind, now - set);
        else if (!game && present(before, kind) >= set)
            after->hand[defender] += (set - now) * after->game->t->hand_one[kind];
    }
}

bool kj_unplaced_unsaid(const KjPosition *pos, KjSide defender)
{
    return pos->hand[defender] == 0 && pos->king[kj_other(defender)] == KJ_NO_SQUARE &&
           pos->king[defender] != KJ_NO_SQUARE && kj_unplaced_count(pos) > 0;
}
