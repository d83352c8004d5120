/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A game move by move (docs/analyse.md): which mates there were, played and missed, which moves
 * lost to a mate, where a mate was threatened and what became of that.
 */
#pragma once

#include "solver/analyse/brink.h"
#include "solver/analyse/moves.h"

/* A game: its start and all its moves. */
typedef struct {
    KjPosition start;
    const KjMove *moves; // not owned
    unsigned n;
} KjGameLine;

/* What is found of a move; bits, and the order in which they are told. */
typedef enum {
    KJ_PLY_MATED = 1 << 0,   // the side to move was mated as the position stood
    KJ_PLY_MATES = 1 << 1,   // there was a mate, and it was kept
    KJ_PLY_MISSED = 1 << 2,  // there was a mate, and it was not
    KJ_PLY_DEADLY = 1 << 3,  // it lost to a mate (頓死), and another move did not
    KJ_PLY_LOST = 1 << 4,    // it lost to a mate, and every move loses, if only by force
    KJ_PLY_ANSWERS = 1 << 5, // the side was under 詰めろ and is no longer
    KJ_PLY_THREATENS =
        1 << 6, // now the other side is under 詰めろ; with ANSWERS: 詰めろ逃れの詰めろ
    KJ_PLY_WINS = 1 << 7,    // it ended the game: a try, or a king was taken
    KJ_PLY_OPEN = 1 << 8,    // some question is not answered
    KJ_PLY_HISSHI = 1 << 9,  // the side to move was under 必至, but for its checks
    KJ_PLY_FORCED = 1 << 10, // the same, in one or more moves (一手一手)
} KjPlyFinding;

/* A position of the game and the move played there. */
typedef struct {
    unsigned ply;        // the number of the move, from 1
    KjPosition position; // before it
    KjMove move, before; // KJ_MOVE_NONE: the game ends here; it begins here
    bool asked;          // the rest is valid
    bool check;          // the side to move is in check
    bool under_asked, made_asked;
    KjResult mate;  // by the side to move (詰み)
    KjResult under; // by the other side, if the side to move passed (詰めろ); not asked in check
    KjResult after; // by the other side after the move
    KjResult made;  // by this side, if the other passed after the move; not asked of checks
    KjAnswer kept;  // where `mate` is MATE: whether it still is, after the move
    GArray *moves;  // where `after` is MATE: KjMoveFact of all moves; else NULL
    KjBrinkReport brink; // of the side to move; asked where it is under 詰めろ without a mate
    unsigned finding;    // KjPlyFinding
    uint64_t nodes;
} KjPlyReport;

/* Sets position, ply and moves of the report on the position before move `ply` (1..n + 1). */
void kj_ply_begin(const KjGameLine *game, unsigned ply, KjPlyReport *out);

/*
 * Analyses neighbouring positions, begun, in their order in `plies`, from the last one backwards,
 * each within the limits, but the seconds are for all together. What was not come to when these or
 * limits->stop ended it is not `asked`.
 */
void kj_analyse_plies(KjAnalyst *a, const KjGameLine *game, const KjAnalyseLimits *limits,
                      KjPlyReport *plies, unsigned n);
void kj_ply_report_clear(KjPlyReport *report);
