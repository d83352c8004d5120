/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether works look alike. */
#include "solver/compose/resemble.h"

#include <stdlib.h>

enum { NEAR = 2, SHARED = 3, EXCEPTIONS = 1, SHORT_LINE = 5 };

/* Pieces that stand alike when square `from` of one board is laid on `to` of the other; `mirror`:
 * one board is turned left to right. */
static unsigned shared(const KjPosition *a, unsigned from, const KjPosition *b, unsigned to,
                       bool mirror)
{
    const KjTables *t = a->game->t;
    unsigned n = 0;
    for (KjBb left = kj_occupied(a); left;) {
        unsigned s = kj_bb_pop(&left);
        int files = t->file_of[s] - t->file_of[from], ranks = t->rank_of[s] - t->rank_of[from];
        int file = t->file_of[to] + (mirror ? -files : files), rank = t->rank_of[to] + ranks;
        if (kj_piece_kind(a->board[s]) != t->king && file >= 0 && file < t->files && rank >= 0 &&
            rank < t->ranks)
            n += a->board[s] == b->board[file * t->ranks + rank];
    }
    return n;
}

static unsigned pieces(const KjPosition *pos)
{
    unsigned kings = (pos->king[0] != KJ_NO_SQUARE) + (pos->king[1] != KJ_NO_SQUARE);
    return (unsigned)kj_bb_count(kj_occupied(pos)) - kings;
}

bool kj_shared_resemble(unsigned shared, unsigned pieces)
{
    return shared >= SHARED && 5 * shared >= 3 * pieces;
}

bool kj_diagrams_resemble(const KjPosition *a, const KjPosition *b, KjSide attacker)
{
    const KjTables *t = a->game->t;
    unsigned p = a->king[kj_other(attacker)], q = b->king[kj_other(attacker)];
    unsigned left = t->squares - t->ranks, most = MAX(pieces(a), pieces(b));
    if (p == KJ_NO_SQUARE || q == KJ_NO_SQUARE)
        return false;
    unsigned n = MAX(shared(a, p, b, q, false), shared(a, p, b, q, true));
    n = MAX(n, MAX(shared(a, 0, b, 0, false), shared(a, 0, b, left, true)));
    return kj_shared_resemble(n, most);
}

static uint64_t pattern(const KjPosition *pos, unsigned king, int distance, int sign)
{
    const KjTables *t = pos->game->t;
    uint64_t key = 0;
    for (KjBb left = kj_occupied(pos); left;) {
        unsigned s = kj_bb_pop(&left);
        int files = t->file_of[s] - t->file_of[king], ranks = t->rank_of[s] - t->rank_of[king];
        uint64_t place = (uint64_t)((sign * files + 16) * 64 + ranks + 16);
        if (abs(files) <= distance && abs(ranks) <= distance)
            key += kj_mix(place << 8 | pos->board[s]);
    }
    return key;
}

uint64_t kj_pattern_round_king(const KjPosition *pos, KjSide attacker, unsigned distance)
{
    unsigned king = pos->king[kj_other(attacker)];
    if (king == KJ_NO_SQUARE)
        return 0;
    return MIN(pattern(pos, king, (int)distance, 1), pattern(pos, king, (int)distance, -1));
}

static KjPosition end_of(const KjMade *made)
{
    KjPosition pos = made->position;
    for (unsigned i = 0; i < made->n_line; i++)
        pos = kj_position_after(&pos, made->line[i]);
    return pos;
}

/* Targets of moves that differ, as seen from the kings of the diagrams. */
static unsigned differences(const KjMade *a, const KjMade *b, KjSide attacker, int sign)
{
    const KjTables *t = a->position.game->t;
    unsigned p = a->position.king[kj_other(attacker)], q = b->position.king[kj_other(attacker)];
    unsigned n = 0;
    for (unsigned i = 0; i < a->n_line; i++) {
        unsigned x = kj_move_to(a->line[i]), y = kj_move_to(b->line[i]);
        n += t->file_of[x] - t->file_of[p] != sign * (t->file_of[y] - t->file_of[q]) ||
             t->rank_of[x] - t->rank_of[p] != t->rank_of[y] - t->rank_of[q];
    }
    return n;
}

bool kj_works_resemble(const KjMade *a, const KjMade *b, KjSide attacker)
{
    if (kj_diagrams_resemble(&a->position, &b->position, attacker))
        return true;
    if (a->n_line == b->n_line && a->n_line >= SHORT_LINE &&
        (differences(a, b, attacker, 1) <= EXCEPTIONS ||
         differences(a, b, attacker, -1) <= EXCEPTIONS))
        return true;
    KjPosition x = end_of(a), y = end_of(b);
    unsigned distance = a->position.game->t->squares > 30 ? NEAR : KJ_MAX_FILES;
    return kj_pattern_round_king(&x, attacker, distance) ==
           kj_pattern_round_king(&y, attacker, distance);
}
