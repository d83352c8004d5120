/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verifier's own rules of the games (docs/rules.md): slow, plain, and nobody else's. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A piece is a kind (place in the game's row of letters, or KV_KING), plus KV_PROMOTED, plus
 * KV_GOTE. The promoted king, which is no piece, stands for an empty cell.
 */
enum { KV_KING = 8, KV_PROMOTED = 16, KV_EMPTY = 24, KV_GOTE = 32 };

enum {
    KV_CELLS = 81, // from sente's far left, row by row
    KV_NONE = 255, // no cell, no piece
    KV_DIRECTIONS = 16,
    KV_MOST_MOVES = 8192, // 81 pieces with 40 targets, each in two ways, and 14 kinds to drop
    KV_POSITION_TEXT = 320,
};

/* Bytes alone, so that memcmp tells whether two are equal. */
typedef struct {
    uint8_t cell[KV_CELLS];
    uint8_t hand[2][KV_GOTE]; // by side and piece without side
    uint8_t king[2];          // their cells, or KV_NONE; not looked at where princes are royal too
    uint8_t side;             // to move: 0 sente, 1 gote
    uint8_t tried;            // the defender has made a try that does not end the game
} KvPosition;

typedef struct {
    uint64_t text;       // in USI, first byte highest: as numbers they sort as the texts do
    uint8_t from;        // KV_NONE: a drop
    uint8_t to, was, is; // the piece before and after
    uint8_t gain;        // what comes into the hand, or KV_NONE
    bool tries;          // a try that does not end the game
} KvMove;

/* KV_THREATS: KV_ALL in records of 必至, KV_CHECKS in those of mates. */
typedef enum { KV_CHECKS, KV_ZUGZWANG, KV_ALL, KV_THREATS } KvAttackerMoves;

/* KV_TRY_UNLESS_MATED: the attacker goes on, by checks alone (R1.19). */
typedef enum { KV_TRY_OFF, KV_TRY_ON, KV_TRY_UNLESS_MATED } KvTry;

/* Which moves are listed: the attacks and the replies of docs/certificate.md, or those that need
 * not even be safe. */
typedef enum { KV_ATTACKS, KV_REPLIES, KV_MOVES } KvWanted;

typedef struct {
    const char *id;
    uint8_t files, ranks, zone;
    uint8_t directions;   // of all pieces, the last jumps that none makes left out
    const char *letters;  // of the kinds; the king apart
    uint8_t set[8];       // how many there are of each, of both sides
    const char *moves;    // how they move, as in `motions`
    const char *promoted; // how they move when promoted, '.' if they never are
    char king;
    int8_t pawn; // kind with nifu, and no mate by dropping it
    int8_t dead_in_hand;
    int8_t elephant;       // kind that leaves the game when taken, and is royal promoted (R14)
    bool letter_files;     // squares a1… instead of 7g
    bool king_capture;     // R3.8, R6.5
    bool privilege;        // R3.5
    bool promotion_forced; // R6.3
    bool dead_drops;       // R6.4
    bool try_rank;         // R6.6: the whole last rank, not its middle file alone
    bool sente_loses;      // R4.3: by repetition
} KvGame;

typedef struct {
    const KvGame *game;
    uint8_t attacker;
    KvAttackerMoves attacker_moves;
    KvTry try_rule;
    bool stalemate_draws, drop_stalemate_illegal;
    bool elephant_to_hand, no_drops; // R14.6, R14.7
    // What follows is made by kv_rules_begin.
    uint16_t step[64], slide[64]; // by piece: sets of directions
    uint8_t n_directions;         // of all pieces, the last jumps that none makes left out
    uint8_t n_cells, next[KV_CELLS][KV_DIRECTIONS];
    bool too_deep; // set when pawn drops hung on pawn drops beyond what is looked at
} KvRules;

/* Sets the game up by its id, after which a blank and one of the switches `elephant=hand` and
 * `drops=no` may stand; false if there is none. The other switches are the caller's to set. */
bool kv_rules_begin(KvRules *r, const char *text);

/* The switch that kv_rules_begin has read, or "". */
const char *kv_game_switch(const KvRules *r);

/* Whether a piece leaves the game when it is taken (R14.3, R14.6, R14.7). */
bool kv_goes(const KvRules *r, unsigned piece);

/* Reads an SFEN. NULL, or why it is none. `out_fault` gets the first thing that R7.1 to R7.4 say
 * against the position, or NULL. */
const char *kv_position_read(const KvRules *r, const char *text, KvPosition *out,
                             const char **out_fault);

/* Writes board, side and hands. */
void kv_position_write(const KvRules *r, const KvPosition *p, char out[KV_POSITION_TEXT]);

/* Whether more pieces in hand can harm the attacker, so that dominance proves nothing. */
bool kv_dominance_fails(const KvRules *r);

/* Whether a piece has nowhere to go from a cell, were the board empty. */
bool kv_is_dead(const KvRules *r, unsigned piece, unsigned cell);

/* How many royal pieces a side has (R14.3). */
unsigned kv_royals(const KvRules *r, const KvPosition *p, unsigned side);

/* Whether a side has a royal piece, or what may become one, on the board or taken by it. */
bool kv_may_be_royal(const KvRules *r, const KvPosition *p, unsigned side);

/* The only royal piece of a side, or KV_NONE if there is none or more than one. */
unsigned kv_only_royal(const KvRules *r, const KvPosition *p, unsigned side);

/* Whether a piece is royal (R14.3). */
bool kv_is_royal(const KvRules *r, unsigned piece);

/* Whether a royal piece of a side is attacked. */
bool kv_in_check(const KvRules *r, const KvPosition *p, unsigned side);

/* Whether that is the last one. */
bool kv_in_danger(const KvRules *r, const KvPosition *p, unsigned side);

/* The moves wanted, sorted; their number. `out` has room for KV_MOST_MOVES. But for KV_MOVES the side
 * that is not to move must not be in danger. */
unsigned kv_list(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out);

/* The move of a name (docs/certificate.md), judged alone: false if it is none of those that kv_list
 * lists. */
bool kv_take(KvRules *r, const KvPosition *p, KvWanted wanted, uint32_t name, KvMove *out);

/* Why a name is refused that kv_take does not take. */
enum { KV_NAMES_NONE = 32 };
void kv_name_none(KvWanted wanted, uint32_t name, char out[KV_NAMES_NONE]);

/* Whether there is a safe move. */
bool kv_has_reply(KvRules *r, const KvPosition *p);

/* Whether a defender without replies has lost. */
bool kv_mated(const KvRules *r, const KvPosition *p);
/* Whether this reply ends the game by a try. */
bool kv_is_try(const KvRules *r, const KvPosition *p, const KvMove *move);
/* Whether the law of repetition takes two moves for equal: all but what becomes of a piece
 * taken. */
bool kv_same_move(const KvMove *a, const KvMove *b);

void kv_make(const KvPosition *before, const KvMove *move, KvPosition *after);
void kv_move_text(const KvMove *move, char out[9]);
void kv_cell_text(const KvRules *r, unsigned cell, char out[9]);

/*
 * Whether `p` may refer to `record`, both with the attacker to move: equal or, with dominance, the
 * attacker's hand at least (`more`) or at most what it is there.
 */
bool kv_may_refer(const KvRules *r, const KvPosition *p, const KvPosition *record, bool dominance,
                  bool more);
