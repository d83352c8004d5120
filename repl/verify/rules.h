/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verifier's own rules of the games (docs/rules.md): slow, plain, and nobody else's. */
#ifndef KV_RULES_H
#define KV_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A piece is a kind (place in the game's row of letters, or KV_KING), plus KV_PROMOTED, plus KV_GOTE.
 * The two promoted kings, which are no pieces, stand for an empty square and for the world outside
 * the board. Five bits hold them all.
 */
enum {
    KV_KING = 7,
    KV_PROMOTED = 8,
    KV_EMPTY = 15,
    KV_GOTE = 16,
    KV_OUTSIDE = 31,
    KV_CELLS = 143,       // 11 columns of 13 rows: the longest jump from the board stays inside
    KV_MOST_MOVES = 8192, // 81 pieces with 40 targets, each in two ways, and 14 kinds to drop
    KV_PACKED = 7,
};

/* A move is its USI text, first byte highest: as numbers they sort as the texts do. */
typedef uint64_t KvMove;

typedef struct {
    uint8_t cell[KV_CELLS];
    uint8_t hand[2][16]; // by side and piece without side
    uint8_t king[2];     // their cells, 0 for none
    uint8_t side;        // to move: 0 sente, 1 gote
} KvPosition;

typedef enum { KV_CHECKS, KV_ZUGZWANG, KV_ALL } KvAttackerMoves;

typedef struct {
    const char *id;
    uint8_t files, ranks, zone;
    const char *letters;  // of the kinds; the king apart
    const char *moves;    // how they move, as in `motions`
    const char *promoted; // how they move when promoted, '.' if they never are
    char king;
    int8_t pawn; // kind with nifu, and no mate by dropping it
    int8_t dead_in_hand;
    bool letter_files;     // squares a1… instead of 7g
    bool king_capture;     // R3.8, R6.5
    bool privilege;        // R3.5
    bool promotion_forced; // R6.3
    bool dead_drops;       // R6.4
    bool try_rank;         // R6.6: the whole last rank, not its middle file alone
} KvGame;

typedef struct {
    const KvGame *game;
    uint8_t attacker;
    KvAttackerMoves attacker_moves;
    bool try_on, stalemate_draws, drop_stalemate_illegal;
    // What follows is made by kv_rules_begin and kv_position_read.
    uint8_t step[32], slide[32], jump[32]; // by piece: sets of directions
    bool on_board[KV_CELLS];
    uint8_t column[KV_CELLS], row[KV_CELLS];
    uint8_t cells[81];
    unsigned n_cells;
    uint8_t total[KV_KING]; // of each kind, which no move changes
    bool too_deep;          // pawn drops hung on pawn drops beyond what is looked at
} KvRules;

static inline bool kv_is_piece(unsigned cell)
{
    return cell % KV_GOTE != KV_EMPTY;
}

/* The kind with this letter; KV_KING if it is no other's. */
unsigned kv_kind_of_letter(const KvGame *game, char letter);

/* Sets the game up by its id; false if there is none. The switches are the caller's to set. */
bool kv_rules_begin(KvRules *r, const char *id);

/* Reads an SFEN and learns the totals from it. NULL, or what is wrong. */
const char *kv_position_read(KvRules *r, const char *text, KvPosition *out);

/* Writes the board and the hands, cut off to fit. */
void kv_position_write(const KvRules *r, const KvPosition *p, char *out, size_t size);

/* Whether this is a position to start from (docs/certificate.md); NULL, or what is wrong. */
const char *kv_position_fault(const KvRules *r, const KvPosition *p);

/* Whether more pieces in hand can harm the attacker, so that dominance proves nothing. */
bool kv_dominance_fails(const KvRules *r);

bool kv_in_check(const KvRules *r, const KvPosition *p, unsigned side);

/* The moves that count, sorted; their number. `out` has room for KV_MOST_MOVES. */
unsigned kv_attacks(KvRules *r, const KvPosition *p, KvMove *out);
unsigned kv_replies(KvRules *r, const KvPosition *p, KvMove *out);

/* Whether a defender without replies has lost. */
bool kv_mated(const KvRules *r, const KvPosition *p);
/* Whether this reply ends the game by a try. */
bool kv_is_try(const KvRules *r, const KvPosition *p, KvMove move);

void kv_make(const KvRules *r, const KvPosition *before, KvMove move, KvPosition *after);
void kv_move_text(KvMove move, char out[9]);

/* An attacker's position in 56 bytes: the defender's unpromoted hand follows from the totals. */
void kv_pack(const KvRules *r, const KvPosition *p, uint64_t out[KV_PACKED]);
void kv_unpack(const KvRules *r, const uint64_t in[KV_PACKED], KvPosition *out);

/*
 * Whether `p` may refer to `record`, both with the attacker to move: equal or, with dominance, the
 * attacker's hand at least (`more`) or at most what it is there.
 */
bool kv_may_refer(const KvRules *r, const KvPosition *p, const KvPosition *record, bool dominance,
                  bool more);

#endif
