/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions to begin with, for the search for planted defects. */
#include "tests/support/problems/scatter.h"

#include <glib.h>

/* A square at most two files and ranks away. */
static unsigned near_king(const KjGame *game, DraftRng *rng, unsigned king)
{
    const KjTables *t = game->t;
    for (;;) {
        int file = t->file_of[king] + (int)draft_random(rng, 5) - 2;
        int rank = t->rank_of[king] + (int)draft_random(rng, 5) - 2;
        if (file >= 0 && file < t->files && rank >= 0 && rank < t->ranks)
            return (unsigned)(file * t->ranks + rank);
    }
}

static void scatter_anyhow(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    unsigned kinds = d->game->row->n_pieces - 1u;
    *d = (Draft){.game = d->game};
    unsigned file = draft_random(rng, t->files),
             rank = draft_random(rng, t->ranks > 6 ? 4 : t->ranks);
    unsigned king = file * t->ranks + rank;
    d->board[king] = kj_piece(KJ_GOTE, t->king);
    for (unsigned i = 1 + draft_random(rng, 4) + draft_random(rng, 3); i-- > 0;) {
        unsigned square = near_king(d->game, rng, king);
        KjKind kind = (KjKind)(1 + draft_random(rng, kinds));
        if (d->board[square])
            continue;
        if (t->promotes[kind] && draft_random(rng, 3) == 0)
            kind |= KJ_PROMOTED;
        d->board[square] = kj_piece(draft_random(rng, 3) ? KJ_SENTE : KJ_GOTE, kind);
    }
    for (unsigned i = draft_random(rng, 3); i-- > 0;)
        d->hand[kinds - draft_random(rng, draft_random(rng, 3) ? kinds * 3 / 4
                                                               : kinds)]++; // mostly lesser ones
}

bool scatter_symmetric(Draft *d)
{
    const KjTables *t = d->game->t;
    if (t->files % 2 == 0)
        return false;
    for (unsigned s = 0; s < t->squares; s++) {
        bool middle = t->file_of[s] == t->files / 2;
        bool king = d->board[s] && kj_piece_kind(d->board[s]) == t->king;
        if (king && !middle)
            return false;
        if (t->file_of[s] > t->files / 2)
            d->board[s] = d->board[(t->files - 1u - t->file_of[s]) * t->ranks + t->rank_of[s]];
    }
    return true;
}

void scatter_slider(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    KjKind kind = (KjKind)(1 + draft_random(rng, d->game->row->n_pieces - 1u));
    if (t->slide_class[kind])
        d->hand[kind]++;
}

/* A piece of the attacker's, or now and then of the defender's, near a square. */
static void put_near(Draft *d, DraftRng *rng, unsigned square, bool attacks)
{
    const KjTables *t = d->game->t;
    unsigned at = near_king(d->game, rng, square);
    KjKind kind = (KjKind)(1 + draft_random(rng, d->game->row->n_pieces - 1u));
    if (d->board[at])
        return;
    if (t->promotes[kind] && draft_random(rng, 3) == 0)
        kind |= KJ_PROMOTED;
    d->board[at] = kj_piece(attacks ? KJ_SENTE : KJ_GOTE, kind);
}

/*
 * Where a slider may be dropped nearer or farther: the king stands on its last rank but one way,
 * where few pieces can be put between on the rank, and the attacker has a slider and something to
 * go on with.
 */
static void scatter_far_drop(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    *d = (Draft){.game = d->game};
    unsigned king = draft_random(rng, t->files) * t->ranks + t->ranks - 1u;
    d->board[king] = kj_piece(KJ_GOTE, t->king);
    for (unsigned i = 1 + draft_random(rng, 4); i-- > 0;)
        put_near(d, rng, king, draft_random(rng, 4) != 0);
    scatter_slider(d, rng);
    for (unsigned i = 1 + draft_random(rng, 2); i-- > 0;)
        d->hand[1 + draft_random(rng, d->game->row->n_pieces - 1u)]++;
}

/* Where moves may change places: two attackers and a defender who all go to a square beside the
 * king. */
static void scatter_exchange(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    *d = (Draft){.game = d->game};
    unsigned king = draft_random(rng, t->files) * t->ranks + draft_random(rng, t->ranks),
             beside = near_king(d->game, rng, king);
    d->board[king] = kj_piece(KJ_GOTE, t->king);
    for (unsigned i = 2 + draft_random(rng, 2); i-- > 0;)
        put_near(d, rng, beside, true);
    put_near(d, rng, beside, false);
    for (unsigned i = draft_random(rng, 2); i-- > 0;)
        put_near(d, rng, king, draft_random(rng, 2));
    for (unsigned i = draft_random(rng, 3); i-- > 0;)
        d->hand[1 + draft_random(rng, d->game->row->n_pieces - 1u)]++;
}

/* Where checks do not depend on each other: a king shut in by his own men, who take what checks him
 * from where they stand, and attackers in hand to be taken. */
static void scatter_shut_in(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    unsigned kinds = d->game->row->n_pieces - 1u;
    *d = (Draft){.game = d->game};
    unsigned king = draft_random(rng, t->files) * t->ranks + draft_random(rng, 2);
    d->board[king] = kj_piece(KJ_GOTE, t->king);
    for (int file = -2; file <= 2; file++)
        for (int rank = -1; rank <= 2; rank++) {
            int f = t->file_of[king] + file, r = t->rank_of[king] + rank;
            unsigned far = file < -1 || file > 1 || rank > 1;
            if (f < 0 || f >= t->files || r < 0 || r >= t->ranks || draft_random(rng, far ? 6 : 2))
                continue;
            KjPiece *at = &d->board[f * t->ranks + r];
            if (!*at)
                *at = kj_piece(KJ_GOTE, (KjKind)(1 + draft_random(rng, kinds)));
        }
    for (unsigned i = 1 + draft_random(rng, 2); i-- > 0;)
        put_near(d, rng, king, true);
    for (unsigned i = 2 + draft_random(rng, 3); i-- > 0;)
        d->hand[1 + draft_random(rng, kinds)]++;
}

/*
 * Where nothing can be put between: the king stands on his last rank, and of what may be dropped
 * there the defender has nothing in hand, because all of it stands somewhere or is the attacker's.
 */
static void scatter_bare_hand(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    scatter_far_drop(d, rng);
    for (KjKind kind = 1; kind < d->game->row->n_pieces; kind++) {
        unsigned n = d->hand[kind], set = d->game->row->pieces[kind - 1].set;
        if (!kj_bb_has(t->drop_ok[KJ_GOTE][kind], t->ranks - 1u))
            continue;
        for (unsigned s = 0; s < t->squares; s++)
            n += d->board[s] && kj_base_kind(kj_piece_kind(d->board[s])) == kind;
        while (n < set) {
            unsigned square = draft_random(rng, t->squares);
            if (d->board[square] || t->rank_of[square] == t->ranks - 1u)
                continue;
            d->board[square] = kj_piece(draft_random(rng, 4) ? KJ_GOTE : KJ_SENTE, kind);
            n++;
        }
    }
}

void scatter(Draft *draft, DraftRng *rng, bool all_ways)
{
    static void (*const ways[])(Draft *, DraftRng *) = {
        scatter_anyhow, scatter_far_drop, scatter_exchange, scatter_shut_in, scatter_bare_hand};
    ways[all_ways ? draft_random(rng, G_N_ELEMENTS(ways)) : 0](draft, rng);
}
