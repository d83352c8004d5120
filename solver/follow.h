/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An author's line as a proof: the attacker's moves on it are taken from him, and every other reply
 * of the defender is searched. For works too long to be solved, or that turn on what was played
 * before (最後の審判, docs/rules.md R1.17; docs/repetition.md).
 *
 * If all those replies lose and the line ends in mate, the attacker mates: on the line he plays its
 * moves, off it a mate that never comes back. Such a mate might meet a position of the line again;
 * but then that position was won in the same way when the line passed it, and he leaves the line
 * there.
 */
#pragma once

#include "core/rules/record.h"
#include "solver/query.h"

typedef enum {
    KJ_FOLLOW_PROVED, // the line is a proof
    KJ_FOLLOW_OPEN,   // some replies are undecided
    KJ_FOLLOW_BROKEN, // a move of the line is not to be had, or a reply gets away
} KjFollowVerdict;

/* Why a line breaks at a ply. */
typedef enum {
    KJ_BREAK_NONE,
    KJ_BREAK_ILLEGAL, // its move is illegal (`illegal`)
    KJ_BREAK_QUIET,   // its move is no check
    KJ_BREAK_LOOP,    // after its move a position comes back, which fails the attacker
    KJ_BREAK_ENDED, // after its move the law ends the game, and the attacker has not won (`status`)
    KJ_BREAK_REPLY, // this other reply leaves no mate
    KJ_BREAK_NO_MATE, // the line ends, and there is no mate
} KjFollowBreak;

/* A reply apart from the line. */
typedef struct {
    unsigned ply; // 1-based, of the reply
    KjMove move;
    KjVerdict verdict; // MATE: the attacker mates after it
    KjCause cause;     // of UNKNOWN
    unsigned plies;    // MATE: within so many plies after it
    KjMove answer;     // NOMATE: the attacker's only check, if the law ends the game after that
    KjStatus status;   // and how; else ONGOING
} KjFollowReply;

/* A move that the position allows and the game so far does not. */
typedef struct {
    unsigned ply;
    KjMove move;
    KjIllegal reason;
} KjFollowBar;

typedef struct {
    KjFollowVerdict verdict;
    unsigned n_line; // plies of the line that were followed
    KjFollowBreak breaks;
    unsigned ply; // of the break, 1-based; or of the end that is undecided
    KjMove move;
    KjIllegal illegal;
    KjStatus status;
    unsigned
        beyond; // PROVED: plies of a mate found after the end of the line, 0: the line ends in mate
    unsigned n_after;
    KjMove *after;    // PROVED: the moves of that mate; owned
    unsigned longest; // PROVED: plies of the longest way through all replies, or a bound of it
    GArray *replies;  // of KjFollowReply, in order
    GArray *bars;     // of KjFollowBar
    uint64_t nodes;
} KjFollow;

/*
 * Follows a line from `start` for `attacker`. `limits` are of each single question. Where the
 * solver's options ask the law (kj_loops_by_law) a position may come back on the line; else that
 * fails. Where a reply leaves no mate without loops and the law might make one of a loop, it stays
 * open. To be cleared with kj_follow_clear.
 */
void kj_follow_line(KjSolver *solver, const KjPosition *start, KjSide attacker, const KjMove *line,
                    unsigned n_line, const KjLimits *limits, KjFollow *out);

void kj_follow_clear(KjFollow *follow);
