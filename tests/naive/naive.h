/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin: the rules of every game of Kanju a second time, for tests only.
 *
 * Written from the rule sheet alone and sharing nothing with core/. It is slow, plain and meant
 * to be right at a glance: a board of squares, moves by walking vectors, every move made on a
 * copy, and a move kept unless the mover's king can then be captured.
 *
 * Rule numbers in this folder (R1.9 ...) are those of docs/rules.md.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NV_SENTE, NV_GOTE };

/* Kinds in the order of the hand text; NV_K is every king, NV_P every pawn or chick. */
enum {
    NV_NONE,
    NV_K,
    NV_I,
    NV_R,
    NV_B,
    NV_DRUNK, /* 醉象; promoted it is royal, R14 */
    NV_G,
    NV_S,
    NV_N,
    NV_L,
    NV_GIRAFFE,
    NV_ELEPHANT,
    NV_P,
    NV_KINDS
};

enum { NV_SIDE = 9, NV_MAX_MOVES = 2048, NV_USI = 16, NV_SFEN = 512 };

typedef enum {
    NV_TRY_NONE,
    NV_TRY_CENTRE, /* king on the opponent's king's start square, R1.18 and R2.4 */
    NV_TRY_RANK    /* lion anywhere on the last rank, R6.6 */
} NvTry;

typedef struct {
    int dx, dy; /* dy > 0 is forward for the mover, dx > 0 to the mover's right */
    bool slide;
} NvVec;

/* One game as data. */
typedef struct {
    const char *id;
    int files, ranks, zone;   /* zone: number of promotion ranks */
    const char *letters;      /* SFEN letter of each kind, '.' for a kind the game has not */
    uint8_t set[NV_KINDS];    /* pieces of each kind in the whole set, both sides together */
    const char *start;        /* SFEN of the initial position */
    bool check_law;           /* leaving the king en prise is illegal; false: Ōgi, dobutsu */
    bool pawn_law;            /* nifu and uchifuzume */
    bool dead_drops;          /* pieces may be dropped where they can never move (dobutsu) */
    bool pawn_never_dropped;  /* Ōgi R1: unpromoted pawns stay in hand */
    bool promotion_automatic; /* dobutsu: a chick moving into the zone promotes */
    bool privilege;           /* Ōgi R1: a king keeps a captured piece promoted if it likes */
    bool chess_squares;       /* a1 at the bottom left instead of 1a at the top right */
    NvTry try_kind, try_default;
} NvGame;

typedef struct {
    uint8_t kind, promoted, side; /* kind NV_NONE: empty, the rest 0 */
} NvPiece;

/* A position. All members are bytes, so equal positions are equal as memory. */
typedef struct {
    NvPiece board[NV_SIDE][NV_SIDE]; /* [row][column], row 0 the top rank, column 0 the left file */
    uint8_t hand[2][2][NV_KINDS];    /* [side][promoted][kind] */
    uint8_t game;                    /* index for nv_game() */
    uint8_t turn;                    /* NV_SENTE or NV_GOTE */
    uint8_t over;        /* 0, or 1 + winner after a king was captured or a try was made */
    uint8_t try_rule;    /* switch, an NvTry; nv_parse() sets the game's default */
    uint8_t try_goes_on; /* switch: a try ends nothing, and the other side must check (R1.19) */
    uint8_t tried;       /* bit s: side s has made such a one */
    uint8_t refuse_lion; /* switch: dobutsu refuses lion moves into capture; default 0 */
    uint8_t no_drop_stalemate; /* switch: a pawn drop may not stalemate, R1.10; default 0 */
    uint8_t elephant_to_hand;  /* switch: a taken 醉象 goes to the hand, R14.6; default 0 */
    uint8_t no_drops;          /* switch: what is taken leaves the game, R14.7; default 0 */
} NvPos;

typedef struct {
    int from, to;       /* row * NV_SIDE + column; from < 0 for a drop */
    int kind;           /* moved or dropped */
    bool drop_promoted; /* drop of a piece held promoted (Ōgi) */
    bool promote;       /* the piece promotes with this move */
    bool keep;          /* King's Privilege: the captured piece stays promoted */
} NvMove;

/* ---- games (naive_games.c) ---- */

/* Returns the index of the game `id`, or -1. */
int nv_game_index(const char *id);

/* Returns the data of game number `index`; null beyond the last. */
const NvGame *nv_game(int index);

/* Returns the vectors of a piece and their number in `count`. */
const NvVec *nv_vectors(int kind, bool promoted, int *count);

/* Returns whether a kind has a promoted side. */
bool nv_promotes(int kind);

/* ---- rules (naive.c, naive_moves.c) ---- */

/* Returns whether a piece is royal: a side has lost when its last one is taken (R14.3). */
bool nv_royal(NvPiece piece);

/* Returns how many royal pieces `side` has. */
int nv_royals(const NvPos *pos, int side);

/* Returns whether `side` has a royal piece, and the place of its first in `row` and `col`. */
bool nv_king(const NvPos *pos, int side, int *row, int *col);

/* Returns whether a piece of `by` could capture on the square, pinned pieces included. */
bool nv_attacked(const NvPos *pos, int row, int col, int by);

/* Returns whether a royal piece of the side to move is attacked. */
bool nv_in_check(const NvPos *pos);

/* Returns whether the side to move can capture the last royal piece of the enemy (R1.11, R3.8). */
bool nv_can_capture_king(const NvPos *pos);

/* Returns whether an unpromoted `kind` of `side` could never move from that square (R1.8). */
bool nv_dead(const NvPos *pos, int side, int kind, int row, int col);

/* Returns whether there are no more pieces of any kind than the set has (R1.1). */
bool nv_within_set(const NvPos *pos);

/* Returns whether `side` has an unpromoted pawn on the file. */
bool nv_pawn_on_file(const NvPos *pos, int side, int col);

/*
 * Writes all moves the law of the game allows, as perft counts them, and returns their number.
 *
 * Games with check law (shogi and its relatives): no move leaves the own king attacked, kings are
 * never captured, no nifu, no dead pieces, no pawn-drop mate. Ōgi (R11.3) and dobutsu (R6):
 * king safety is no law and a king may be captured. No moves once `over` is set. A side which
 * never had a king (a tsume attacker) moves freely.
 */
int nv_legal(const NvPos *pos, NvMove out[NV_MAX_MOVES]);

/*
 * Writes the moves of nv_legal() after which the mover's king cannot be captured (R12). For games
 * with check law that is all of them. Capturing the enemy king is always safe.
 */
int nv_safe(const NvPos *pos, NvMove out[NV_MAX_MOVES]);

/* Writes the moves of nv_safe() after which a royal piece of the enemy is attacked. */
int nv_checks(const NvPos *pos, NvMove out[NV_MAX_MOVES]);

/* Returns the position after a move; `over` is set if it captured a king or was a try. */
NvPos nv_make(const NvPos *pos, NvMove move);

/* The hash of a position, and whether two are the same byte by byte, for tables of GLib. */
unsigned nv_hash(const void *position);
int nv_equal(const void *a, const void *b);

/* Returns whether two positions are the same to the law (R1.15): what has been tried is no part. */
bool nv_same_position(const NvPos *a, const NvPos *b);

/* Returns the number of leaves `depth` moves deep; 1 for depth 0. */
uint64_t nv_perft(const NvPos *pos, int depth);

/* Returns the same position with colours swapped and the board turned by 180 degrees. */
NvPos nv_rotated(const NvPos *pos);

/* Returns the position with left and right swapped. */
NvPos nv_mirrored(const NvPos *pos);

/* ---- text (naive_text.c) ---- */

/*
 * Reads `BOARD TURN HANDS [N]`. Returns false for an unknown game or text that is no SFEN of that
 * game. Checks the form only, not whether the position can arise; a hen of dobutsu is `+C` or `H`.
 */
bool nv_parse(NvPos *pos, const char *game, const char *sfen);

/* Writes the position as SFEN with move number 1; in hands, each kind unpromoted then promoted. */
void nv_format(const NvPos *pos, char *out, size_t size);

/* Writes a move of this position as USI; `e1e2/+P` for the King's Privilege. */
void nv_move_usi(const NvPos *pos, NvMove move, char out[NV_USI]);

/* Finds the move of nv_legal() written `usi`. Returns false if there is none. */
bool nv_find_move(const NvPos *pos, const char *usi, NvMove *move);

/* ---- random positions (naive_random.c) ---- */

typedef struct {
    uint64_t state; /* any seed */
} NvRng;

typedef enum {
    NV_WALK,  /* random moves from the start position */
    NV_TSUME, /* sente attacks gote's king; sometimes sente has a king; either side to move */
    NV_TINY,  /* sente to move, king near the edge, small hands: for the oracle with max_plies */
    NV_BARE   /* the same with empty hands: for the oracle's whole graph */
} NvStyle;

/* Returns a number of 0 .. n-1; n > 0. */
int nv_random(NvRng *rng, int n);

/*
 * Fills in a random position: no nifu, no dead pieces, no more than the set, no king on its own
 * try square, the side to move cannot capture a king (in Ōgi sometimes it can). NV_WALK positions
 * are never over. Returns false for an unknown game.
 */
bool nv_random_position(NvPos *pos, const char *game, NvRng *rng, NvStyle style);
