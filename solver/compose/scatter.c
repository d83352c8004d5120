/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagrams at random. */
#include "solver/compose/scatter.h"

#include "core/rules/movegen.h"
#include "solver/compose/goal.h"

enum { ATTACKERS = 4, DEFENDERS = 4, IN_HAND = 3 };

/* Percentages: of kings in the upper half, of pieces within two and then three squares of the king,
 * of promoted ones. */
enum { UPPER_HALF = 70, NEAR = 60, NEARLY = 60, PROMOTED = 30 };

/* Likewise, in games with a second royal kind: of diagrams that have one of the defender's, and of
 * those promoted. */
enum { HEIR = 60, CROWNED = 50 };

/* A kind of which gote still has one in hand, or one that is in no hand; or KJ_NONE. */
static KjKind random_kind(const KjPosition *pos, KjRandom *random)
{
    const KjTables *t = pos->game->t;
    KjKind kind = (KjKind)(1 + kj_random(random, pos->game->row->n_pieces));
    bool there =
        !kj_hand_gain(pos->game, kind, false) || kj_hand_count(t, pos->hand[KJ_GOTE], kind);
    return kind != t->king && there ? kind : KJ_NONE;
}

static int off_by(KjRandom *random, unsigned distance)
{
    return (int)kj_random(random, 2 * distance + 1) - (int)distance;
}

/* An empty square, mostly near the king, or KJ_NO_SQUARE. */
static unsigned random_square(const KjPosition *pos, KjRandom *random)
{
    const KjTables *t = pos->game->t;
    unsigned king = pos->king[KJ_GOTE];
    unsigned distance = kj_random_chance(random, NEAR)     ? 2
                        : kj_random_chance(random, NEARLY) ? 3
                                                           : KJ_MAX_FILES - 1;
    int file = t->file_of[king] + off_by(random, distance);
    int rank = t->rank_of[king] + off_by(random, distance);
    if (file < 0 || file >= t->files || rank < 0 || rank >= t->ranks)
        return KJ_NO_SQUARE;
    unsigned square = (unsigned)(file * t->ranks + rank);
    return pos->board[square] ? KJ_NO_SQUARE : square;
}

/* Puts a piece there, one of gote's hand where it can be held. */
static void put_piece(KjPosition *pos, unsigned square, KjSide side, KjKind kind)
{
    pos->hand[KJ_GOTE] -= kj_hand_gain(pos->game, kj_base_kind(kind), false);
    kj_position_put(pos, square, kj_piece(side, kind));
}

static void add_piece(KjPosition *pos, KjSide side, KjRandom *random)
{
    const KjTables *t = pos->game->t;
    unsigned square = random_square(pos, random);
    KjKind kind = random_kind(pos, random);
    if (square == KJ_NO_SQUARE || !kind)
        return;
    if (t->promotes[kind] && kj_random_chance(random, PROMOTED))
        kind |= KJ_PROMOTED;
    put_piece(pos, square, side, kind);
}

/* A second royal piece of the defender's, or what may become one, near his king. */
static void add_heir(KjPosition *pos, KjRandom *random)
{
    const KjTables *t = pos->game->t;
    unsigned square = random_square(pos, random);
    KjKind kind = kj_random_chance(random, CROWNED) ? t->prince : kj_base_kind(t->prince);
    if (square != KJ_NO_SQUARE)
        put_piece(pos, square, KJ_GOTE, kind);
}

bool kj_scatter(const KjGame *game, uint64_t themes, KjRandom *random, KjPosition *out)
{
    const KjTables *t = game->t;
    kj_position_clear(out, game);
    for (KjKind kind = 1; kind <= game->row->n_pieces; kind++)
        if (kind != t->king)
            out->hand[KJ_GOTE] += kj_game_piece(game, kind)->set * kj_hand_gain(game, kind, false);
    unsigned ranks = kj_random_chance(random, UPPER_HALF) ? (t->ranks + 1u) / 2 : t->ranks;
    unsigned wished = kj_goal_ranks(themes);
    ranks = wished ? MIN(wished, t->ranks) : ranks;
    unsigned king = kj_random(random, t->files) * t->ranks;
    king += kj_random(random, ranks);
    kj_position_put(out, king, kj_piece(KJ_GOTE, t->king));
    kj_goal_plant(themes, random, out);
    if (t->prince && kj_random_chance(random, HEIR))
        add_heir(out, random);
    unsigned attackers = 1 + kj_random(random, ATTACKERS);
    unsigned defenders = kj_random(random, DEFENDERS + 1);
    unsigned in_hand = kj_random(random, IN_HAND + 1);
    for (unsigned i = 0; i < attackers; i++)
        add_piece(out, KJ_SENTE, random);
    for (unsigned i = 0; i < defenders; i++)
        add_piece(out, KJ_GOTE, random);
    for (unsigned i = 0; i < in_hand; i++) {
        KjKind kind = random_kind(out, random);
        if (!kind)
            continue;
        out->hand[KJ_GOTE] -= kj_hand_gain(game, kind, false);
        out->hand[KJ_SENTE] += kj_hand_gain(game, kind, false);
    }
    return kj_position_check(out, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(out);
}
