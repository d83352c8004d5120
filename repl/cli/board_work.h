/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is on the workbench's board as a work, to be written: its headers, its moves, and the
 * solution that the session knows. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/cli/session.h"
#include "repl/job/input.h"

/*
 * The tree of a board as a work, standing at its start. Where it has no moves they are those of
 * `ahead` (USI, blanks between; may be NULL), else the solution that searches of the session have
 * found; with `branches` the line of that solution gets its variations, which are searched for as
 * kj_solution_tree does. Lines that end in mate say so. `out_plies`: the length if it is known, else
 * -1. (transfer full)
 */
KjMoveTree *kj_board_work(const KjSession *session, const KjMoveTree *tree, const char *ahead,
                          bool branches, int *out_plies);

/* What goes along with the problem of a call that is on the board. */
typedef enum {
    KJ_BOARD_ABOUT,    // headers alone
    KJ_BOARD_LINE,     // and from the start of the work its moves, elsewhere those up to there
    KJ_BOARD_BRANCHES, // and the variations of its solution
} KjBoardAlong;

/*
 * Gives the input of a call on the board the record of what is there (KjInput.file); the moves stay
 * away with --no-moves. Nothing happens to other calls and inputs that have a record.
 */
void kj_board_give(const KjSession *session, const KjCall *call, KjInput *input,
                   KjBoardAlong along);
