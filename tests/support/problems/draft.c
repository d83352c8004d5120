/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making drafts of problems at random, and changing them. */
#include "tests/support/problems/draft.h"

#include <stdlib.h>
#include <string.h>

#include "core/rules/movegen.h"

unsigned draft_random(DraftRng *rng, unsigned n)
{
    rng->state += 0x9e3779b97f4a7c15u;
    uint64_t x = rng->state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (unsigned)(((x ^ x >> 31) >> 32) * n >> 32);
}

static bool chance(DraftRng *rng, unsigned percent)
{
    return draft_random(rng, 100) < percent;
}

/* ---- drafts and positions ---- */

/* How many of a kind are in use, promoted or not. */
static unsigned used(const Draft *d, KjKind base)
{
    unsigned n = d->hand[base];
    for (unsigned s = 0; s < d->game->t->squares; s++)
        n += d->board[s] && kj_base_kind(kj_piece_kind(d->board[s])) == base;
    return n;
}

static unsigned left(const Draft *d, KjKind base)
{
    unsigned n = used(d, base), set = kj_game_piece(d->game, base)->set;
    return n < set ? set - n : 0;
}

bool draft_position(const Draft *draft, KjPosition *out)
{
    const KjGame *game = draft->game;
    const KjTables *t = game->t;
    kj_position_clear(out, game);
    for (unsigned s = 0; s < t->squares; s++)
        if (draft->board[s])
            kj_position_put(out, s, draft->board[s]);
    for (KjKind kind = 1; kind <= game->row->n_pieces; kind++) {
        if (kind == t->king)
            continue;
        unsigned n = used(draft, kind), set = kj_game_piece(game, kind)->set;
        if (n > set)
            return false;
        out->hand[KJ_SENTE] += draft->hand[kind] * t->hand_one[kind];
        out->hand[KJ_GOTE] += (set - n) * t->hand_one[kind];
    }
    return out->king[KJ_GOTE] != KJ_NO_SQUARE &&
           kj_position_check(out, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(out);
}

void draft_from_position(Draft *draft, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    *draft = (Draft){.game = pos->game};
    memcpy(draft->board, pos->board, t->squares * sizeof draft->board[0]);
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        draft->hand[kj_base_kind(kind)] += (uint8_t)kj_hand_count(t, pos->hand[KJ_SENTE], kind);
    }
}

/* ---- pieces at random ---- */

static unsigned king_square(const Draft *d)
{
    KjPiece king = kj_piece(KJ_GOTE, d->game->t->king);
    unsigned s = 0;
    while (d->board[s] != king)
        s++;
    return s;
}

/* A kind other than the king of which the defender still has one in hand, or KJ_NONE. */
static KjKind random_kind(const Draft *d, DraftRng *rng)
{
    KjKind kind = (KjKind)(1 + draft_random(rng, d->game->row->n_pieces));
    return kind != d->game->t->king && left(d, kind) ? kind : KJ_NONE;
}

static KjKind maybe_promoted(const Draft *d, KjKind kind, DraftRng *rng, unsigned percent)
{
    return d->game->t->promotes[kind] && chance(rng, percent) ? kind | KJ_PROMOTED : kind;
}

static int spread(DraftRng *rng, unsigned distance)
{
    return (int)draft_random(rng, 2 * distance + 1) - (int)distance;
}

/* An empty square, mostly near the king, or KJ_NO_SQUARE. */
static unsigned random_square(const Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    unsigned king = king_square(d);
    unsigned distance = chance(rng, 60) ? 2 : chance(rng, 60) ? 3 : 8;
    int file = t->file_of[king] + spread(rng, distance);
    int rank = t->rank_of[king] + spread(rng, distance);
    if (file < 0 || file >= t->files || rank < 0 || rank >= t->ranks)
        return KJ_NO_SQUARE;
    unsigned s = (unsigned)(file * t->ranks + rank);
    return d->board[s] ? KJ_NO_SQUARE : s;
}

static void add_piece(Draft *d, KjSide side, DraftRng *rng)
{
    unsigned square = random_square(d, rng);
    KjKind kind = random_kind(d, rng);
    if (square != KJ_NO_SQUARE && kind)
        d->board[square] = kj_piece(side, maybe_promoted(d, kind, rng, 30));
}

void draft_scatter(Draft *draft, const KjGame *game, DraftRng *rng)
{
    const KjTables *t = game->t;
    *draft = (Draft){.game = game};
    unsigned rank = draft_random(rng, chance(rng, 70) ? (t->ranks + 1u) / 2 : t->ranks);
    unsigned king = draft_random(rng, t->files) * t->ranks + rank;
    draft->board[king] = kj_piece(KJ_GOTE, t->king);
    unsigned attackers = 1 + draft_random(rng, 4), defenders = draft_random(rng, 5);
    for (unsigned i = 0; i < attackers; i++)
        add_piece(draft, KJ_SENTE, rng);
    for (unsigned i = 0; i < defenders; i++)
        add_piece(draft, KJ_GOTE, rng);
    unsigned in_hand = draft_random(rng, 4);
    for (unsigned i = 0; i < in_hand; i++)
        draft->hand[random_kind(draft, rng)]++;
    draft->hand[KJ_NONE] = 0;
}

/* A square with a piece that is not the king; KJ_NO_SQUARE when there is none. */
static unsigned random_man(const Draft *d, DraftRng *rng)
{
    unsigned men[KJ_MAX_SQUARES], n = 0;
    for (unsigned s = 0; s < d->game->t->squares; s++)
        if (d->board[s] && kj_piece_kind(d->board[s]) != d->game->t->king)
            men[n++] = s;
    return n ? men[draft_random(rng, n)] : KJ_NO_SQUARE;
}

/* ---- small changes ---- */

static void shift(Draft *d, DraftRng *rng)
{
    const KjTables *t = d->game->t;
    int files = spread(rng, 1), ranks = spread(rng, 1);
    Draft moved = *d;
    memset(moved.board, 0, sizeof moved.board);
    for (unsigned s = 0; s < t->squares; s++) {
        int file = t->file_of[s] + files, rank = t->rank_of[s] + ranks;
        if (!d->board[s])
            continue;
        if (file < 0 || file >= t->files || rank < 0 || rank >= t->ranks)
            return;
        moved.board[file * t->ranks + rank] = d->board[s];
    }
    *d = moved;
}

static void move_man(Draft *d, unsigned from, DraftRng *rng)
{
    unsigned to = random_square(d, rng);
    if (to == KJ_NO_SQUARE)
        return;
    d->board[to] = d->board[from];
    d->board[from] = KJ_NONE;
}

static void change_man(Draft *d, unsigned square, DraftRng *rng)
{
    KjSide side = kj_piece_side(d->board[square]);
    d->board[square] = KJ_NONE;
    KjKind kind = random_kind(d, rng);
    if (kind)
        d->board[square] = kj_piece(side, maybe_promoted(d, kind, rng, 30));
}

static void change_hand(Draft *d, DraftRng *rng)
{
    KjKind kind = (KjKind)(1 + draft_random(rng, d->game->row->n_pieces));
    if (chance(rng, 50)) {
        d->hand[random_kind(d, rng)]++;
        d->hand[KJ_NONE] = 0;
    } else if (d->hand[kind]) {
        d->hand[kind]--;
    }
}

static void mutate_once(Draft *d, DraftRng *rng)
{
    unsigned man = random_man(d, rng), what = draft_random(rng, 100);
    if (what < 20) {
        add_piece(d, chance(rng, 50) ? KJ_SENTE : KJ_GOTE, rng);
    } else if (what < 35) {
        change_hand(d, rng);
    } else if (what < 45) {
        shift(d, rng);
    } else if (man != KJ_NO_SQUARE) {
        if (what < 65)
            move_man(d, man, rng);
        else if (what < 85)
            change_man(d, man, rng);
        else if (what < 92)
            d->board[man] ^= KJ_GOTE_PIECE;
        else
            d->board[man] = KJ_NONE;
    }
}

void draft_mutate(Draft *draft, DraftRng *rng)
{
    unsigned n = 1 + draft_random(rng, 2);
    for (unsigned i = 0; i < n; i++)
        mutate_once(draft, rng);
}

/* ---- removing pieces ---- */

/* ---- patterns ---- */

static uint64_t pattern_of(const KjPosition *pos, int distance, int sign)
{
    const KjTables *t = pos->game->t;
    unsigned king = pos->king[KJ_GOTE];
    uint64_t key = 0;
    for (unsigned s = 0; s < t->squares; s++) {
        int files = t->file_of[s] - t->file_of[king], ranks = t->rank_of[s] - t->rank_of[king];
        if (!pos->board[s] || abs(files) > distance || abs(ranks) > distance)
            continue;
        uint64_t place = (uint64_t)((sign * files + 16) * 64 + ranks + 16);
        key += kj_mix(place << 8 | pos->board[s]);
    }
    return key;
}

uint64_t draft_pattern(const KjPosition *pos, unsigned distance)
{
    uint64_t plain = pattern_of(pos, (int)distance, 1);
    uint64_t mirrored = pattern_of(pos, (int)distance, -1);
    return plain < mirrored ? plain : mirrored;
}
