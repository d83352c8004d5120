/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random problems: a recipe is drawn first, then a position is made by it. */
#include "tests/support/problems/random_problem.h"

#include <string.h>

#include "core/rules/movegen.h"

/* What a problem is made of. Numbers "of 16" are chances. */
typedef struct {
    unsigned king_rows;        // gote's king stands on one of the first rows
    unsigned attackers;        // sente's pieces on the board
    unsigned defenders;        // gote's
    unsigned reach;            // how far from gote's king pieces stand, in squares; 0 anywhere
    unsigned promoted;         // of 16: a piece on the board is promoted
    unsigned long_range;       // of 16: an attacker is a slider
    unsigned in_hand;          // sente's pieces in hand
    unsigned pawns_in_hand;    // and those that may not mate by a drop
    unsigned defender_hand;    // gote's pieces in hand
    bool defender_has_rest;    // all the rest of the set is in gote's hand
    unsigned promoted_in_hand; // of 16, where hands can hold promoted pieces
    bool attacker_king;
    bool at_try;         // gote's king stands near its try square
    unsigned gote_moves; // of 16: gote is to move
} Recipe;

typedef struct {
    KjPosition pos;
    const KjTables *t;
    NvRng *rng;
    uint8_t box[KJ_MAX_BASE]; // pieces of each base kind not used yet
} Maker;

static unsigned below(NvRng *rng, unsigned n)
{
    return (unsigned)nv_random(rng, (int)n);
}

static bool chance(NvRng *rng, unsigned of_16)
{
    return below(rng, 16) < of_16;
}

static Recipe draw_recipe(const KjGame *game, NvRng *rng)
{
    unsigned ranks = game->row->ranks;
    Recipe r = {
        .king_rows = chance(rng, 8) ? (ranks + 3) / 4 : ranks,
        .attackers = 1 + below(rng, 5),
        .defenders = below(rng, 6),
        .reach = 1 + below(rng, 3),
        .promoted = 4,
        .long_range = 2,
        .in_hand = below(rng, 4),
        .gote_moves = 3,
        .attacker_king = chance(rng, 4),
        .promoted_in_hand = chance(rng, 8) ? 8 : 0,
    };
    switch (below(rng, 6)) {
    case 0: // a chase
        r.promoted = 12;
        r.long_range = 12;
        r.attackers = 1 + below(rng, 3);
        r.in_hand = below(rng, 2);
        r.reach = 3;
        break;
    case 1: // checks from afar, everything to interpose
        r.long_range = 10;
        r.reach = chance(rng, 8) ? 0 : 3;
        r.defenders = 1 + below(rng, 4);
        r.in_hand = below(rng, 3);
        r.defender_has_rest = true;
        break;
    case 2: // pawn drops
        r.pawns_in_hand = 1 + below(rng, 2);
        r.in_hand = below(rng, 2);
        r.attackers = 2 + below(rng, 4);
        break;
    case 3: // promoted pieces to capture and to hold, or a way to the try square
        r.promoted = 10;
        r.promoted_in_hand = 10;
        r.defender_hand = below(rng, 4);
        r.at_try = chance(rng, 8);
        break;
    case 4: // crowded
        r.attackers = 3 + below(rng, 6);
        r.defenders = 2 + below(rng, 7);
        r.reach = chance(rng, 8) ? 0 : 2;
        r.in_hand = 1 + below(rng, 3);
        r.defender_hand = below(rng, 3);
        break;
    default: // much in the attacker's hand
        r.in_hand = 2 + below(rng, 4);
        r.attackers = below(rng, 3);
        r.defenders = below(rng, 3);
        r.defender_has_rest = chance(rng, 6);
        break;
    }
    return r;
}

/* Takes a kind out of the box; KJ_NONE if it has none that is wanted. */
static KjKind take(Maker *m, bool sliders_only)
{
    unsigned total = 0, n = m->pos.game->row->n_pieces;
    for (unsigned kind = 1; kind <= n; kind++)
        total += !sliders_only || m->t->slide_class[kind] ? m->box[kind] : 0;
    if (total == 0)
        return KJ_NONE;
    unsigned pick = below(m->rng, total);
    for (unsigned kind = 1; kind <= n; kind++) {
        unsigned held = !sliders_only || m->t->slide_class[kind] ? m->box[kind] : 0;
        if (pick < held) {
            m->box[kind]--;
            return (KjKind)kind;
        }
        pick -= held;
    }
    return KJ_NONE;
}

static unsigned square_near(Maker *m, unsigned centre, unsigned reach)
{
    const KjTables *t = m->t;
    if (reach == 0 || chance(m->rng, 2))
        return below(m->rng, t->squares);
    for (;;) {
        unsigned span = 2 * reach + 1;
        int file = (int)(t->file_of[centre] + below(m->rng, span)) - (int)reach;
        int rank = (int)(t->rank_of[centre] + below(m->rng, span)) - (int)reach;
        if (file >= 0 && file < t->files && rank >= 0 && rank < t->ranks)
            return (unsigned)(file * t->ranks + rank);
    }
}

/* Puts a piece somewhere it may stand; back into the box with it if the square drawn is no good. */
static void put(Maker *m, const Recipe *r, KjSide side)
{
    KjKind kind = take(m, side == KJ_SENTE && chance(m->rng, r->long_range));
    if (kind == KJ_NONE)
        return;
    unsigned square = square_near(m, m->pos.king[KJ_GOTE], r->reach);
    bool promoted = m->t->promotes[kind] && chance(m->rng, r->promoted);
    KjPiece piece = kj_piece(side, promoted ? kind | KJ_PROMOTED : kind);
    if (m->pos.board[square] == KJ_NONE) {
        kj_position_put(&m->pos, square, piece);
        KjPositionFault fault = kj_position_check(&m->pos, NULL, NULL);
        if (fault == KJ_POSITION_OK || fault == KJ_POSITION_KING_CAPTURABLE)
            return;
        kj_position_remove(&m->pos, square);
    }
    m->box[kind]++;
}

static void put_kings(Maker *m, const Recipe *r)
{
    const KjTables *t = m->t;
    unsigned square;
    do {
        unsigned file = below(m->rng, t->files), rank = below(m->rng, r->king_rows);
        if (r->at_try && t->try_squares[KJ_GOTE])
            rank = (unsigned)t->ranks - 1 - below(m->rng, 3);
        square = file * t->ranks + rank;
    } while (kj_bb_has(t->try_squares[KJ_GOTE], square));
    kj_position_put(&m->pos, square, kj_piece(KJ_GOTE, t->king));
    if (!r->attacker_king)
        return;
    do
        square = below(m->rng, t->squares);
    while (m->pos.board[square] != KJ_NONE || kj_bb_has(t->try_squares[KJ_SENTE], square));
    kj_position_put(&m->pos, square, kj_piece(KJ_SENTE, t->king));
}

/* Two elephants of 42 pieces would be too few of what makes the game: most positions get some. */
static void put_elephants(Maker *m, const Recipe *r)
{
    KjKind kind = kj_base_kind(m->t->prince);
    while (kind && m->box[kind] > 0 && !chance(m->rng, 3)) {
        unsigned square = square_near(m, m->pos.king[KJ_GOTE], r->reach + 1);
        KjSide side = chance(m->rng, 9) ? KJ_GOTE : KJ_SENTE;
        if (m->pos.board[square])
            continue;
        kj_position_put(&m->pos, square, kj_piece(side, chance(m->rng, 6) ? m->t->prince : kind));
        m->box[kind]--;
    }
}

static void give(Maker *m, const Recipe *r, KjSide side, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        KjKind kind = take(m, false);
        if (kind == KJ_NONE || !kj_hand_gain(m->pos.game, kind, false))
            return;
        if (m->t->hand_bits[kind | KJ_PROMOTED] && chance(m->rng, r->promoted_in_hand))
            kind |= KJ_PROMOTED;
        m->pos.hand[side] += m->t->hand_one[kind];
    }
}

static void give_hands(Maker *m, const Recipe *r)
{
    unsigned n = m->pos.game->row->n_pieces;
    for (unsigned kind = 1; kind <= n; kind++) {
        for (unsigned i = 0; m->t->is_no_mate_drop[kind] && i < r->pawns_in_hand; i++) {
            if (m->box[kind] > 0 && !m->pos.game->rules.no_drops) {
                m->box[kind]--;
                m->pos.hand[KJ_SENTE] += m->t->hand_one[kind];
            }
        }
    }
    give(m, r, KJ_SENTE, r->in_hand);
    give(m, r, KJ_GOTE, r->defender_hand);
    for (unsigned kind = 1; kind <= n && r->defender_has_rest; kind++) {
        if (kj_hand_gain(m->pos.game, (KjKind)kind, false))
            m->pos.hand[KJ_GOTE] += m->box[kind] * m->t->hand_one[kind];
        m->box[kind] = 0;
    }
}

static bool is_sound(const KjPosition *pos)
{
    return kj_position_check(pos, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(pos) &&
           !kj_bb_has(pos->game->t->try_squares[KJ_GOTE], pos->king[KJ_GOTE]);
}

void random_problem(KjPosition *out, const KjGame *game, NvRng *rng)
{
    Maker m = {.t = game->t, .rng = rng};
    do {
        Recipe r = draw_recipe(game, rng);
        kj_position_clear(&m.pos, game);
        for (unsigned kind = 1; kind <= game->row->n_pieces; kind++)
            m.box[kind] = game->row->pieces[kind - 1].royal ? 0 : game->row->pieces[kind - 1].set;
        put_kings(&m, &r);
        put_elephants(&m, &r);
        for (unsigned i = 0; i < r.attackers; i++)
            put(&m, &r, KJ_SENTE);
        for (unsigned i = 0; i < r.defenders; i++)
            put(&m, &r, KJ_GOTE);
        give_hands(&m, &r);
        kj_position_set_side(&m.pos, chance(rng, r.gote_moves) ? KJ_GOTE : KJ_SENTE);
    } while (!is_sound(&m.pos));
    *out = m.pos;
}

static void vary_board(KjPosition *pos, NvRng *rng)
{
    const KjTables *t = pos->game->t;
    unsigned square = below(rng, t->squares), to = below(rng, t->squares);
    if (chance(rng, 8)) { // somewhere near the king
        square = pos->king[KJ_GOTE] + below(rng, 2u * t->ranks + 3) - t->ranks - 1;
        square = square < t->squares ? square : to;
    }
    KjPiece piece = pos->board[square];
    if (piece == KJ_NONE) {
        KjKind kind = (KjKind)(1 + below(rng, pos->game->row->n_pieces));
        if (kind != t->king)
            kj_position_put(pos, square, kj_piece((KjSide)below(rng, 2), kind));
        return;
    }
    kj_position_remove(pos, square);
    KjKind base = kj_base_kind(piece);
    bool royal = base == t->king;
    if (chance(rng, 6) && t->promotes[base]) {
        kj_position_put(pos, square, piece ^ KJ_PROMOTED);
    } else if (royal || chance(rng, 12)) {
        if (pos->board[to] == KJ_NONE)
            square = to;
        kj_position_put(pos, square, piece);
    }
}

static void vary_hand(KjPosition *pos, NvRng *rng)
{
    const KjTables *t = pos->game->t;
    KjKind kind = t->hand_kind[below(rng, t->n_hand)];
    unsigned side = below(rng, 2);
    if (pos->hand[side] & t->hand_mask[kind]) {
        pos->hand[side] -= t->hand_one[kind];
        if (chance(rng, 8))
            pos->hand[side ^ 1] += t->hand_one[kind];
    } else {
        pos->hand[side] += t->hand_one[kind];
    }
}

void random_variation(KjPosition *out, const KjPosition *pos, NvRng *rng)
{
    KjPosition varied;
    do {
        varied = *pos;
        for (unsigned n = 1 + below(rng, 2); n > 0; n--) {
            if (chance(rng, 10))
                vary_board(&varied, rng);
            else
                vary_hand(&varied, rng);
        }
        if (chance(rng, 1))
            kj_position_set_side(&varied, kj_other((KjSide)varied.side));
    } while (!is_sound(&varied));
    *out = varied;
}
