/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A position: board, both hands, side to move. A plain value, copied by assignment; the game it
 * points to must outlive it.
 */
#pragma once

#include "core/rules/game.h"
#include "core/rules/types.h"

typedef struct KjPosition {
    const KjGame *game;
    KjKey key;      // of board and side to move; hands are not in it
    KjHand hand[2]; // packed counts, see game.h
    KjBb by_side[2];
    KjBb by_step[KJ_MAX_STEP_CLASSES];   // pieces of both sides by how they step
    KjBb by_slide[KJ_MAX_SLIDE_CLASSES]; // and by how they slide; class 0: all that slide
    KjPiece board[KJ_MAX_SQUARES];
    uint8_t king[2];  // square of the king, else of another royal piece; KJ_NO_SQUARE: none
    uint8_t spare[2]; // royal pieces besides that one
    KjBb royal[2];    // all of them, where a game has a second royal kind; else empty
    bool has_king[2]; // true from when a king was placed; stays true when it is captured
    uint8_t side;     // KjSide to move
    uint8_t tried;    // where a try does not end the game (R1.19): bit s, side s has made one
} KjPosition;

/* What make changed and unmake cannot see on the board. */
typedef struct {
    KjKey key;
    KjHand hand[2];
    KjPiece captured;
    uint8_t tried;
    bool has_king[2]; // where a game has a second royal kind
} KjUndo;

/* Makes `pos` an empty board of the game, empty hands, sente to move. */
void kj_position_clear(KjPosition *pos, const KjGame *game);

/* Puts a piece on an empty square. Several kings of a side are not representable: the last counts
 * for king[]; kj_position_check refuses them. */
void kj_position_put(KjPosition *pos, unsigned square, KjPiece piece);

/* Whether the last royal piece of a side has been taken, which ends the game. */
static inline bool kj_king_is_lost(const KjPosition *pos, KjSide side)
{
    return pos->has_king[side] && pos->king[side] == KJ_NO_SQUARE;
}

/* Takes the piece off a square that has one and returns it. */
KjPiece kj_position_remove(KjPosition *pos, unsigned square);

/* Sets the side to move and keeps the key right. */
void kj_position_set_side(KjPosition *pos, KjSide side);

/*
 * Plays a move that is at least pseudo-legal (the right kind on its origin, a free or enemy target,
 * a piece in hand for a drop). Captured pieces go to the mover's hand, demoted unless the move
 * keeps them promoted; a captured king leaves the game. O(1), no heap.
 */
void kj_position_make(KjPosition *pos, KjMove move, KjUndo *undo);

/* The position after such a move; after none (KJ_MOVE_NONE) it is the same. */
KjPosition kj_position_after(const KjPosition *pos, KjMove move);
/* After a line of them. */
KjPosition kj_position_after_line(const KjPosition *pos, const KjMove *moves, unsigned n);

/* Takes the last move back; every byte is as before kj_position_make. */
void kj_position_unmake(KjPosition *pos, KjMove move, const KjUndo *undo);

/* The key recomputed from the board, for tests. */
KjKey kj_position_compute_key(const KjPosition *pos);

/* Same board, hands and side to move. */
bool kj_position_equal(const KjPosition *a, const KjPosition *b);

/* The position seen from the other side: board turned by 180°, colours and side to move swapped. */
KjPosition kj_position_flip(const KjPosition *pos);

/* The position mirrored left to right. */
KjPosition kj_position_mirror(const KjPosition *pos);

static inline KjBb kj_occupied(const KjPosition *pos)
{
    return pos->by_side[KJ_SENTE] | pos->by_side[KJ_GOTE];
}

/* How many of a kind a hand holds. */
static inline unsigned kj_hand_count(const KjTables *t, KjHand hand, KjKind kind)
{
    return (unsigned)((hand & t->hand_mask[kind]) >> t->hand_shift[kind]);
}

/* True if `a` holds at least as many of every kind as `b`. */
static inline bool kj_hand_covers(const KjTables *t, KjHand a, KjHand b)
{
    return (((a | t->hand_guard) - b) & t->hand_guard) == t->hand_guard;
}

/* A 64-bit scramble of a word; keys of hands and path signatures are made with it. */
static inline uint64_t kj_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* A key of the whole position, hands included, for a few million of them. */
static inline uint64_t kj_position_full_key(const KjPosition *pos)
{
    return (uint64_t)pos->key ^ kj_mix(pos->hand[0] + 1) ^ kj_mix(~pos->hand[1]);
}

/* As kj_position_full_key, but told apart by who has made a try that does not end the game: what
 * may be played depends on it. */
static inline uint64_t kj_position_state_key(const KjPosition *pos)
{
    return kj_position_full_key(pos) ^ kj_mix((uint64_t)pos->tried << 60);
}

/* Total number of pieces in a hand. */
unsigned kj_hand_total(const KjTables *t, KjHand hand);

/* How many pieces of each kind there are, by unpromoted kind; promoted ones count as what they
 * were before. Entry 0 of the board counts its empty squares. */
typedef struct {
    uint8_t board[KJ_MAX_BASE];
    uint8_t hand[2][KJ_MAX_BASE];
} KjPieceCounts;

void kj_position_count(const KjPosition *pos, KjPieceCounts *out);

/* Puts what is neither on the board nor in a hand, kings apart, into the hand of a side,
 * unpromoted (docs/rules.md R12.13). */
void kj_position_give_rest(KjPosition *pos, KjSide side);

/* Where the hand of a side was written as if the other's hand did not count, takes out of it what is
 * more than the set has. Returns how many pieces. */
unsigned kj_position_cut_hand(KjPosition *pos, KjSide side);

/* Of one unpromoted kind, on the board and in both hands. */
static inline unsigned kj_piece_count(const KjPieceCounts *counts, KjKind kind)
{
    return (unsigned)counts->board[kind] + counts->hand[0][kind] + counts->hand[1][kind];
}

/* The kind that `captured` (a kind) is in a hand, if it goes there; keep: it stays promoted. */
static inline KjKind kj_hand_kind_of(KjKind captured, bool keep)
{
    return keep ? captured : kj_base_kind(captured);
}

/* What taking a kind adds to a hand: nothing, where it leaves the game (R14.6, R14.7). */
static inline KjHand kj_hand_gain(const KjGame *game, KjKind captured, bool keep)
{
    const KjTables *t = game->t;
    if (game->rules.no_drops ||
        (t->leaves[captured] && (t->royal[captured] || !game->rules.elephant_to_hand)))
        return 0;
    return t->hand_one[kj_hand_kind_of(captured, keep)];
}

/* Why a position cannot be (docs/rules.md R7). */
typedef enum {
    KJ_POSITION_OK,
    KJ_POSITION_NO_KING,         // the side that must have a king has none
    KJ_POSITION_TWO_KINGS,       // of one side
    KJ_POSITION_NIFU,            // two unpromoted pawns of a side on a file
    KJ_POSITION_DEAD_PIECE,      // a piece that can never move again
    KJ_POSITION_TOO_MANY,        // more of a kind than the set has
    KJ_POSITION_NOT_HELD,        // in hand, what leaves the game when it is taken
    KJ_POSITION_KING_CAPTURABLE, // the side not to move is in check (not an error in Ōgi)
} KjPositionFault;

/*
 * Looks for what makes a position impossible; gives the first fault in the order of the enum and,
 * if not NULL, the square or kind it is about (KJ_NO_SQUARE / KJ_NONE when none). At least one side
 * must have a king.
 */
KjPositionFault kj_position_check(const KjPosition *pos, unsigned *out_square, KjKind *out_kind);

/*
 * Whether a position has what only a start can have and what harms nothing: two pawns on a file, or
 * a dead piece (R7.2, R7.3); the first of these faults, else KJ_POSITION_OK. `out_square` as above.
 */
KjPositionFault kj_position_oddity(const KjPosition *pos, unsigned *out_square);

/* What makes a start impossible, as kj_position_check; it may be odd: published works are. */
KjPositionFault kj_position_check_start(const KjPosition *pos, unsigned *out_square,
                                        KjKind *out_kind);

/* As kj_position_check_start, of what is made of another position: it may be odd only if that
 * is. */
KjPositionFault kj_position_check_made(const KjPosition *from, const KjPosition *made);

/* A short English text for a fault, static. */
const char *kj_position_fault_text(KjPositionFault fault);

/* The piece a move is made with: on the board before it, or the one dropped. */
static inline KjPiece kj_moving_piece(const KjPosition *pos, KjMove move)
{
    return kj_move_is_drop(move) ? kj_piece((KjSide)pos->side, kj_move_drop_kind(move))
                                 : pos->board[kj_move_from(move)];
}
