/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The generators. "Legal" is what the law of the game allows, "safe" leaves the mover's king where
 * it cannot be captured; the two differ only in games whose kings are captured (R12.8).
 * Orders are deterministic. Lists are overwritten, never appended to.
 */
#pragma once

#include "core/rules/position.h"

/* All legal moves of the side to move; none when its king has been captured. */
void kj_gen_legal(const KjPosition *pos, KjMoveList *list);

/* All safe moves of the side to move, in check or not. */
void kj_gen_safe(const KjPosition *pos, KjMoveList *list);

/* All safe moves of the side to move, which is in check. Interposing drops come last, from the
 * king outwards; list_drops, if not NULL, gets the index of the first of them (n if none). */
void kj_gen_evasions(const KjPosition *pos, KjMoveList *list, unsigned *out_first_drop);

/* All safe moves of the side to move that attack the enemy king (which must be on the board and
 * not attacked already). Both promotion choices are generated wherever the game gives them. */
void kj_gen_checks(const KjPosition *pos, KjMoveList *list);

/* Whether there is such a move. */
bool kj_has_check(const KjPosition *pos);

/* Whether the side to move has any safe move. */
bool kj_has_safe_move(const KjPosition *pos);

/* Whether a pseudo-legal move of the side to move attacks the enemy king when played. */
bool kj_gives_check(const KjPosition *pos, KjMove move);

/* Whether the opponent has no safe reply to `move`, a safe move of the side to move that gives
 * check. Decided without playing it. */
bool kj_is_mate(const KjPosition *pos, KjMove move);

/* The first of the checks that mates at once, else KJ_MOVE_NONE. */
KjMove kj_mate_in_one(const KjPosition *pos);

/* Whether the king of the side not to move can be captured at once. */
bool kj_can_capture_king(const KjPosition *pos);

/* A move with which it does; KJ_MOVE_NONE: there is none. */
KjMove kj_king_capture(const KjPosition *pos);

/* Why a move may not be played. */
typedef enum {
    KJ_MOVE_LEGAL,
    KJ_MOVE_NO_PIECE,      // nothing of the mover's on the origin, or not in hand
    KJ_MOVE_NOT_REACHABLE, // the piece does not move there, or its way is blocked
    KJ_MOVE_OWN_PIECE,     // own piece on the target
    KJ_MOVE_OCCUPIED,      // drop on an occupied square
    KJ_MOVE_NO_PROMOTION,  // may not promote
    KJ_MOVE_MUST_PROMOTE,
    KJ_MOVE_DEAD_SQUARE, // drop to a square it may not be dropped on
    KJ_MOVE_NIFU,
    KJ_MOVE_DROP_MATE,    // uchifuzume
    KJ_MOVE_LEAVES_CHECK, // own king can be captured
    KJ_MOVE_NO_PRIVILEGE, // keeps a promotion without King's Privilege
    KJ_MOVE_GAME_OVER,    // the mover's king is gone
    KJ_MOVE_REPETITION,   // forbidden by the repetition rule (given by records, not here)
} KjIllegal;

/* Whether the law of the game lets the side to move play `move`, else the first reason why not. */
KjIllegal kj_move_legality(const KjPosition *pos, KjMove move);

/* A short English text for a reason, static. */
const char *kj_illegal_text(KjIllegal reason);

/* Whether this king move is a completed try under the switches in force (docs/rules.md R1.18, R2.4,
 * R6.6). */
bool kj_is_try(const KjPosition *pos, KjMove move);

/* Whether a move ends the game by a try that no mate can answer. */
static inline bool kj_try_ends(const KjPosition *pos, KjMove move)
{
    return pos->game->rules.try_rule == KJ_TRY_ON && kj_is_try(pos, move);
}

/* The first of `list` that does; KJ_MOVE_NONE: none does. */
static inline KjMove kj_ending_try(const KjPosition *pos, const KjMoveList *list)
{
    unsigned n = pos->game->rules.try_rule == KJ_TRY_ON ? list->n : 0;
    for (unsigned i = 0; i < n; i++) {
        if (kj_is_try(pos, list->move[i]))
            return list->move[i];
    }
    return KJ_MOVE_NONE;
}

/* Number of leaves of the tree of legal moves (see docs/rules.md, perft); depth 0..64. A move that
 * ends the game (king captured, try) has no moves after it. */
uint64_t kj_perft(KjPosition *pos, unsigned depth);

/* Like kj_perft with sente's plies restricted to checks and gote's to evasions when the side to
 * move is the attacker, and so on alternately; for tests of the generators the solver uses. */
uint64_t kj_perft_tsume(KjPosition *pos, KjSide attacker, unsigned depth);
