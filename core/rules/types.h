/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The small values everything else is made of: squares, sides, pieces, moves, hands and sets of
 * squares. All of them are plain integers, so positions can be copied, hashed and compared.
 *
 * Squares are numbered file by file: square = file * ranks + rank. File 0 is the right edge of the
 * board as sente sees it (shogi's file 1, Ōgi's file h), rank 0 is the far edge (shogi's rank 一).
 * So a file is a run of neighbouring bits in a KjBb.
 */
#pragma once

#ifndef __SIZEOF_INT128__
#error "Kanju needs a 64-bit processor: sets of squares are integers of 128 bits"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KJ_MAX_FILES = 9,
    KJ_MAX_RANKS = 9,
    KJ_MAX_SQUARES = KJ_MAX_FILES * KJ_MAX_RANKS,
    KJ_NO_SQUARE = 127,
    // A bound on legal moves for every board up to 9x9: 14 kinds of hand piece on 78 empty squares
    // are 1092 drops; pieces on the board give fewer than the squares they take from drops.
    KJ_MAX_MOVES = 1280,
};

/* Sente moves first and towards rank 0; SFEN writes sente's pieces in upper case. */
typedef enum { KJ_SENTE = 0, KJ_GOTE = 1 } KjSide;

static inline KjSide kj_other(KjSide side)
{
    return (KjSide)(side ^ 1);
}

/*
 * A kind is the number of a piece row of the game (1..15, see game.h) plus KJ_PROMOTED for its
 * promoted face. 0 is "no piece". A piece is a kind plus KJ_GOTE_PIECE when gote owns it.
 */
typedef uint8_t KjKind;
typedef uint8_t KjPiece;

enum {
    KJ_NONE = 0,
    KJ_MAX_BASE = 16, // kinds 1..15
    KJ_PROMOTED = 16,
    KJ_MAX_KINDS = 32,
    KJ_GOTE_PIECE = 32,
    KJ_MAX_PIECES = 64,
};

static inline KjKind kj_piece_kind(KjPiece piece)
{
    return piece & (KJ_MAX_KINDS - 1);
}

static inline KjSide kj_piece_side(KjPiece piece)
{
    return (KjSide)(piece >> 5);
}

static inline KjPiece kj_piece(KjSide side, KjKind kind)
{
    return (KjPiece)(kind | (side << 5));
}

static inline KjKind kj_base_kind(KjKind kind)
{
    return kind & (KJ_PROMOTED - 1);
}

/*
 * A move in 16 bits: destination (7), origin or KJ_DROP + kind (7), promotion (1), and "keep": the
 * king captures a promoted piece and takes it into hand promoted (Ōgi's King's Privilege,
 * docs/rules.md R3.5). The value is also the canonical order of moves. KJ_MOVE_NONE is no move.
 */
typedef uint16_t KjMove;

enum {
    KJ_MOVE_NONE = 0,
    KJ_DROP = 96, // origin of a drop is KJ_DROP + kind, kind < 32
    KJ_MOVE_PROMOTE = 1 << 14,
    KJ_MOVE_KEEP = 1 << 15,
};

static inline unsigned kj_move_to(KjMove move)
{
    return move & 127;
}

static inline unsigned kj_move_from(KjMove move)
{
    return (move >> 7) & 127;
}

static inline bool kj_move_is_drop(KjMove move)
{
    return kj_move_from(move) >= KJ_DROP;
}

static inline KjKind kj_move_drop_kind(KjMove move)
{
    return (KjKind)(kj_move_from(move) - KJ_DROP);
}

static inline bool kj_move_promotes(KjMove move)
{
    return (move & KJ_MOVE_PROMOTE) != 0;
}

static inline bool kj_move_keeps(KjMove move)
{
    return (move & KJ_MOVE_KEEP) != 0;
}

static inline KjMove kj_make_move(unsigned from, unsigned to)
{
    return (KjMove)(to | from << 7);
}

static inline KjMove kj_make_drop(KjKind kind, unsigned to)
{
    return (KjMove)(to | (KJ_DROP + kind) << 7);
}

/* A list of moves with room for every legal move of any position. */
typedef struct {
    unsigned n;
    KjMove move[KJ_MAX_MOVES];
} KjMoveList;

static inline void kj_list_add(KjMoveList *list, KjMove move)
{
    list->move[list->n++] = move;
}

/* Whether a move is in a list. */
static inline bool kj_list_has(const KjMoveList *list, KjMove move)
{
    for (unsigned i = 0; i < list->n; i++) {
        if (list->move[i] == move)
            return true;
    }
    return false;
}

/*
 * A hand: the counts of all kinds that can be held, packed into one word by the layout of the game
 * (KjTables.hand_shift). Above each count lies a guard bit, always 0, so that two hands can be
 * compared in all kinds at once (kj_hand_covers in position.h).
 */
typedef uint64_t KjHand;

/* A set of squares; bit = square. */
typedef unsigned __int128 KjBb;

/* Which of its two words in memory holds the lower squares, and which the upper ones. */
enum {
    KJ_LOWER_WORD = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    KJ_UPPER_WORD = 1 - KJ_LOWER_WORD,
};

/*
 * A Zobrist key: 128 bits, of which the lower 64 say where something is kept and are told apart there,
 * and the upper 64 tell that nothing else has the same lower ones. Where a few million things are
 * kept the lower ones do: as uint64_t.
 */
typedef unsigned __int128 KjKey;

/* Written by halves, which takes fewer instructions than a shift of both. */
static inline KjBb kj_bit(unsigned square)
{
    uint64_t bit = (uint64_t)1 << (square & 63);
    return square < 64 ? (KjBb)bit : (KjBb)bit << 64;
}

static inline bool kj_bb_has(KjBb bb, unsigned square)
{
    uint64_t half = square < 64 ? (uint64_t)bb : (uint64_t)(bb >> 64);
    return half >> (square & 63) & 1;
}

static inline int kj_bb_count(KjBb bb)
{
    return __builtin_popcountll((uint64_t)bb) + __builtin_popcountll((uint64_t)(bb >> 64));
}

static inline bool kj_bb_many(KjBb bb)
{
    return (bb & (bb - 1)) != 0;
}

/* The lowest square of a set that is not empty. */
static inline unsigned kj_bb_first(KjBb bb)
{
    uint64_t low = (uint64_t)bb;
    return low ? (unsigned)__builtin_ctzll(low)
               : 64 + (unsigned)__builtin_ctzll((uint64_t)(bb >> 64));
}

/* The highest square of a set that is not empty. */
static inline unsigned kj_bb_last(KjBb bb)
{
    uint64_t high = (uint64_t)(bb >> 64);
    return high ? 127 - (unsigned)__builtin_clzll(high)
                : 63 - (unsigned)__builtin_clzll((uint64_t)bb);
}

/* Removes and returns the lowest square of a set that is not empty. */
static inline unsigned kj_bb_pop(KjBb *bb)
{
    uint64_t low = (uint64_t)*bb, high = (uint64_t)(*bb >> 64);
    if (low) {
        *bb = (KjBb)high << 64 | (low & (low - 1));
        return (unsigned)__builtin_ctzll(low);
    }
    *bb = (KjBb)(high & (high - 1)) << 64;
    return 64 + (unsigned)__builtin_ctzll(high);
}
