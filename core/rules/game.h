/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Games as data. A game is a row (board size, pieces with pictures of their moves, rules, start
 * position) in games.c; from the row come the tables the generators use. Nothing else in Kanju may
 * know a game by name.
 */
#pragma once

#include "core/rules/types.h"

/* Who gains what when a position comes back (docs/rules.md R1.15, R2.4, R6, R3.9). */
typedef enum {
    KJ_REPETITION_DRAW,        // the n-th occurrence draws; whoever only gave check loses
    KJ_REPETITION_MOVER_LOSES, // Ōgi: repeating a move into an old position loses at once
    KJ_REPETITION_GOTE_WINS,   // minishogi: the n-th occurrence loses for sente, checks apart
} KjRepetition;

/* Switches; the words for their values as users write them, in the same order, stand below each. */
typedef enum { KJ_TRY_OFF, KJ_TRY_ON, KJ_TRY_ON_UNLESS_MATED } KjTry;
#define KJ_TRY_WORDS "off|on|on-unless-mated"
typedef enum { KJ_TRY_SQUARE, KJ_TRY_LAST_RANK } KjTryPlace;
typedef enum { KJ_STALEMATE_LOSS, KJ_STALEMATE_DRAW } KjStalemate;
#define KJ_STALEMATE_WORDS "loss|draw"
typedef enum { KJ_MUTUAL_DRAW, KJ_MUTUAL_MOVER_LOSES } KjMutualPerpetual;
#define KJ_MUTUAL_WORDS "draw|mover-loses"
typedef enum { KJ_DECLARE_NONE, KJ_DECLARE_27, KJ_DECLARE_24 } KjDeclaration;
#define KJ_DECLARE_WORDS "none|27|24"
typedef enum { KJ_SAME_LITERAL, KJ_SAME_PAIR } KjSameMove;
#define KJ_SAME_WORDS "literal|pair"

/* The switches a user can set (docs/rules.md R13); each game row has its defaults. */
typedef struct {
    KjTry try_rule;                     // R1.18, R1.19
    KjStalemate stalemate;              // R1.13, R3.12
    KjMutualPerpetual mutual_perpetual; // R1.16
    KjDeclaration declaration;          // R9.4
    KjSameMove same_move;               // R3.13: both conditions apart, or as a pair
    bool perpetual_is_drop_mate;        // R1.17: a reply that loses by perpetual check is none
    bool drop_stalemate_illegal;        // R1.10: pawn drop that stalemates
    bool lion_safe_only;                // R6.8: the king may not move into capture
    bool elephant_to_hand;              // R14.6: a taken elephant does not leave the game
    bool no_drops;                      // R14.7: what is taken leaves the game, nothing is dropped
} KjRules;

/* Whether all switches are the same. (Their bytes need not be, which have gaps between them.) */
static inline bool kj_rules_equal(const KjRules *a, const KjRules *b)
{
    return a->try_rule == b->try_rule && a->stalemate == b->stalemate &&
           a->mutual_perpetual == b->mutual_perpetual && a->declaration == b->declaration &&
           a->same_move == b->same_move && a->perpetual_is_drop_mate == b->perpetual_is_drop_mate &&
           a->drop_stalemate_illegal == b->drop_stalemate_illegal &&
           a->lion_safe_only == b->lion_safe_only && a->elephant_to_hand == b->elephant_to_hand &&
           a->no_drops == b->no_drops;
}

/* One kind of piece. Pictures are 5x5, seen by sente, far rank first: '*' the piece, 'o' a step or
 * jump, 's' the beginning of a slide (inner ring only), '.' nothing. */
typedef struct {
    char letter;                       // SFEN letter, upper case
    const char *kanji;                 // one character
    const char *kanji_other;           // gote's or the lower-ranked form (玉), or NULL
    const char *kanji_promoted;        // one character, or NULL when it does not promote
    const char *const *moves;          // 5 strings
    const char *const *moves_promoted; // 5 strings, or NULL
    uint8_t set;                       // how many the two sides' full set has
    uint8_t points;                    // impasse points (docs/rules.md R9)
    bool royal;                        // steps to neighbouring squares only
    bool royal_promoted;               // its promoted face is royal too, and steps like the king
    bool leaves;                       // taken, it leaves the game, unless a switch says otherwise
    bool nifu;                         // no second own unpromoted one on a file by a drop
    bool no_mate_drop;                 // its drop may not mate (uchifuzume)
    bool never_dropped;                // unpromoted, it stays in hand for ever (Ōgi's pawn)
} KjPieceRow;

typedef struct {
    const char *id;    // command-line name
    const char *alias; // comma-separated other names, or ""
    const char *name_ja, *name_en;
    uint8_t files, ranks;
    uint8_t zone;      // promotion zone in ranks
    bool letter_files; // squares are a1.. from the left bottom (Ōgi), else 1a.. from the right top
    char feen_style;   // FEEN style letter of the first player, 0 if the game has none
    const KjPieceRow *pieces; // rows for kinds 1..n_pieces, in SFEN hand order, king last
    uint8_t n_pieces;
    const char *start;      // SFEN of the start position
    const char *start_note; // NULL, or what is uncertain about it
    bool king_capture;      // no check legality: a king may be left en prise and is captured
    bool kings_privilege;   // a king may keep a captured promoted piece promoted
    bool auto_promote;      // promotion happens whenever it can, no choice
    bool dead_drops;        // drops to squares without a move are allowed
    KjTryPlace try_place;
    bool try_needs_safety; // the king must not be capturable on the try square
    KjRepetition repetition;
    uint8_t repetition_count; // occurrences that end the game
    uint16_t
        quiet_plies; // plies without capture or pawn move after which a draw may be claimed; 0 none
    KjRules rules;   // defaults of the switches
} KjGameRow;

enum {
    KJ_MAX_STEP_CLASSES = 16,
    KJ_MAX_SLIDE_CLASSES = 8,
    KJ_LINES = 4, // file, rank, two diagonals
};

/* The lines through a square, apart from it. */
enum { KJ_LINE_FILE, KJ_LINE_RANK, KJ_LINE_RISING, KJ_LINE_FALLING };

/*
 * Everything derived from a row. Kinds that step alike share a step class, kinds that slide alike
 * a slide class; class 0 neither steps nor slides. All sets are seen by the side that owns the
 * piece.
 */
typedef struct {
    uint8_t files, ranks, squares;
    uint8_t n_step, n_slide; // classes 1..n-1 are in use
    uint8_t king;            // the royal kind
    uint8_t prince;          // a promoted face that is royal too; KJ_NONE in most games
    KjBb all;
    KjBb file[KJ_MAX_FILES];
    uint8_t file_of[KJ_MAX_SQUARES], rank_of[KJ_MAX_SQUARES];
    uint8_t step_class[KJ_MAX_KINDS], slide_class[KJ_MAX_KINDS];
    uint8_t slide_lines[KJ_MAX_SLIDE_CLASSES]; // bit per KJ_LINE_*
    // the classes of a square side by side: who attacks it is asked more often than anything else
    KjBb step[2][KJ_MAX_SQUARES][KJ_MAX_STEP_CLASSES];
    KjBb slide[2][KJ_MAX_SQUARES][KJ_MAX_SLIDE_CLASSES]; // rays on an empty board
    KjBb line_low[KJ_LINES][KJ_MAX_SQUARES];             // the line's squares below this one
    KjBb line_high[KJ_LINES][KJ_MAX_SQUARES];            // and above
    KjBb between[KJ_MAX_SQUARES][KJ_MAX_SQUARES];        // empty when not on a line
    KjBb line_through[KJ_MAX_SQUARES][KJ_MAX_SQUARES];   // whole line incl. both, or empty
    // from where a kind of this side might check a king on a square by moving, whatever stands
    // between
    KjBb may_check[2][KJ_MAX_SQUARES][KJ_MAX_KINDS];
    KjBb stepper_may_check[2][KJ_MAX_SQUARES]; // the same for any kind that does not slide
    KjBb may_guard[2][KJ_MAX_SQUARES]; // from where a step of this side reaches a king's step
    KjBb zone[2];                      // where this side promotes
    KjBb alive[2][KJ_MAX_KINDS];       // squares from which the kind has a move on an empty board
    KjBb drop_ok[2][KJ_MAX_KINDS];     // where the rules of rank allow a drop; empty: never
    KjBb try_squares[2];               // where this side's king tries
    bool promotes[KJ_MAX_KINDS];       // unpromoted kind with a promoted face
    bool is_nifu[KJ_MAX_KINDS], is_no_mate_drop[KJ_MAX_KINDS];
    bool royal[KJ_MAX_KINDS];        // a side has lost when its last royal piece is taken
    bool leaves[KJ_MAX_KINDS];       // royal, or taken it may leave the game (kj_hand_gain)
    bool gains_slides[KJ_MAX_KINDS]; // promoting adds a slide along another line
    bool leaps[KJ_MAX_KINDS];        // jumps two squares along a line, over what is between
    // hands
    uint8_t n_hand;                   // kinds that can be held
    KjKind hand_kind[KJ_MAX_KINDS];   // in SFEN order; promoted after unpromoted of each row
    uint8_t hand_shift[KJ_MAX_KINDS]; // 64-bit position of the kind's count
    uint8_t hand_bits[KJ_MAX_KINDS];  // width without the guard; 0: cannot be held
    KjHand hand_one[KJ_MAX_KINDS];    // a single piece of the kind
    KjHand hand_mask[KJ_MAX_KINDS];   // the kind's count bits
    KjHand hand_guard;                // all guard bits
    KjHand hand_apart;                // count bits of kinds that are not told by what is elsewhere:
                                      // promoted ones, and those that may leave the game
    // Zobrist keys
    KjKey key_piece[KJ_MAX_PIECES][KJ_MAX_SQUARES];
    KjKey key_gote_to_move;
} KjTables;

/* A game as played: a row, its tables, and the switches in force. Copy it to change switches. */
typedef struct KjGame {
    const KjGameRow *row;
    const KjTables *t;
    KjRules rules;
} KjGame;

/* Number of games known; kj_game_at (0..n-1) gives them in the order users see them. */
size_t kj_game_count(void);

/* The game at an index, with its default switches; static, never freed. Thread-safe. */
const KjGame *kj_game_at(size_t index);

/* The game with this id or alias (case-sensitive), or NULL. Static, never freed. */
const KjGame *kj_game_find(const char *id);

/* The first game whose board has this size, in the order of kj_game_at, or NULL. */
const KjGame *kj_game_by_size(unsigned files, unsigned ranks);

/* The kind for an upper-case SFEN letter of the game, or KJ_NONE. */
KjKind kj_game_kind(const KjGame *game, char letter);

/* The row of a kind (promoted or not) of the game; kind is not KJ_NONE. */
static inline const KjPieceRow *kj_game_piece(const KjGame *game, KjKind kind)
{
    return &game->row->pieces[kj_base_kind(kind) - 1];
}

/* Builds the tables of a row into `t`. Used by kj_game_at, and by tests that make up a game. */
void kj_tables_build(KjTables *t, const KjGameRow *row);
