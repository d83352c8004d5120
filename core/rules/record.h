/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A game record: a start position, the moves played from it, and what the rules say after each. The
 * generators know positions only; whatever depends on the moves before (repetition, quiet plies, a
 * try that may still be answered by mate) is decided here.
 */
#pragma once

#include "core/rules/impasse.h"
#include "core/rules/movegen.h"
#include "core/rules/position.h"

typedef struct KjRecord KjRecord;

typedef enum {
    KJ_STATUS_ONGOING,
    KJ_STATUS_CHECKMATE,       // in check without a lawful move
    KJ_STATUS_STALEMATE,       // without a lawful move, not in check (docs/rules.md R1.13)
    KJ_STATUS_IMMOBILE,        // where kings are captured (R3.12): nothing can move at all
    KJ_STATUS_KING_CAPTURED,   // R6, R3.8
    KJ_STATUS_TRY,             // R1.18, R2.4, R6
    KJ_STATUS_REPETITION_DRAW, // sennichite
    KJ_STATUS_REPETITION_LOSS, // minishogi's sente (R4.3), or whoever repeated in Ōgi (R3.9)
    KJ_STATUS_PERPETUAL_CHECK, // sennichite by checks all along: the checker loses (R1.15)
    KJ_STATUS_ILLEGAL_MOVE,    // an illegal move was played and loses (R8.4)
} KjStatusKind;

/* What the rules say about the game after a move (or at its start). */
typedef struct {
    KjStatusKind kind;
    bool over;       // no move may follow
    bool has_winner; // false: drawn, or undecided yet
    KjSide winner;
    bool pending;         // TRY that the opponent may still answer by continuous checks up to mate
    bool check;           // the king of the side to move is attacked
    bool no_safe_move;    // kings are captured here, and after every lawful move this one can be
    bool draw_claim_open; // enough quiet plies for a draw to be claimed now
    unsigned occurrences; // of this position in the record so far, this one included
    unsigned quiet_plies; // plies since the last capture or move of an unpromoted pawn
    KjIllegal illegal;    // ILLEGAL_MOVE, REPETITION_LOSS in Ōgi: why; else KJ_MOVE_LEGAL
    KjMove illegal_move;  // and which move; else KJ_MOVE_NONE
} KjStatus;

/*
 * A record that begins with `start` (copied; its game must outlive the record). The start diagram
 * counts as the first occurrence of its position (docs/rules.md R8.1). Free with kj_record_free.
 */
KjRecord *kj_record_new(const KjPosition *start);

/* Frees a record; NULL is allowed. */
void kj_record_free(KjRecord *record);

/*
 * Whether the rules let `move` be played now, else why not: KJ_MOVE_GAME_OVER after the end,
 * KJ_MOVE_REPETITION for Ōgi's forbidden repetition, KJ_MOVE_DROP_MATE also for a drop whose only
 * replies lose by perpetual check if the rules have it so (docs/rules.md R1.17), else what
 * kj_move_legality says.
 */
KjIllegal kj_record_legality(const KjRecord *record, KjMove move);

/* Plays a move if kj_record_legality allows it, and returns what that said. */
KjIllegal kj_record_play(KjRecord *record, KjMove move);

/*
 * Records that the side to move played this illegal move and so lost (docs/rules.md R8.4). The
 * position stays as it was. Returns why the move is illegal; KJ_MOVE_LEGAL or KJ_MOVE_GAME_OVER if
 * there was nothing to record.
 */
KjIllegal kj_record_play_illegal(KjRecord *record, KjMove move);

/* Takes back the illegal move that ended the game if there is one, else the last move; false at the
 * start. */
bool kj_record_undo(KjRecord *record);

/* What a declaration of an impasse by a side would bring it now (docs/rules.md R9). `removed`:
 * points left off by each side at the start of a handicap game, NULL for none. */
KjDeclarationTest kj_record_declaration(const KjRecord *record, KjSide side,
                                        const unsigned removed[2]);

/* The number of moves played; an illegal move does not count. */
unsigned kj_record_plies(const KjRecord *record);

/* The i-th move played, 0 the first; i < kj_record_plies. */
KjMove kj_record_move(const KjRecord *record, unsigned i);

/* The position reached; valid until the record is changed. */
const KjPosition *kj_record_position(const KjRecord *record);

/* The position after so many plies (0: the start); valid until that ply is taken back. */
const KjPosition *kj_record_position_at(const KjRecord *record, unsigned plies);

/* What the rules say now. */
KjStatus kj_record_status(const KjRecord *record);

/* What they said after so many plies (0: at the start), illegal moves aside. */
KjStatus kj_record_status_at(const KjRecord *record, unsigned plies);

/*
 * Whether `move`, which kj_move_legality allows, would break Ōgi's repetition rule (R3.9):
 * it equals a move already played by the same side (kind with state, origin, destination,
 * promotion; for a drop kind with state and destination) and leads to a position that has occurred.
 * Under KJ_SAME_LITERAL the two may belong to different times, under KJ_SAME_PAIR not. Always false
 * in games without that rule.
 */
bool kj_record_would_repeat(const KjRecord *record, KjMove move);

/* A status kind as a word in lower case, e.g. "checkmate", "repetition-draw". Static. */
const char *kj_status_name(KjStatusKind kind);
