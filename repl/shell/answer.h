/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solution of what is on the workbench's board, put into its tree of moves. */
#pragma once

#include "core/notation/notation.h"
#include "repl/cli/commands.h"
#include "repl/run/progress_line.h"
#include "solver/query.h"

/*
 * Solves what is on the board while the caller waits, by the options of the call, if it is not
 * known already what another search of this session could find, and puts the main line into the
 * tree; with `variations` also what follows each other reply of the defender's. The place reached
 * stays. Returns what came out, in words, and its status; or NULL with KJ_TEXT_ERROR where there is
 * nothing to solve, or G_FILE_ERROR without memory or threads. `line`: what shows the progress, or NULL. (transfer full)
 */
char *kj_answer_find(KjSession *session, const KjCall *call, bool variations, KjNotation notation,
                     KjProgressLine *line, KjExit *out_status, GError **error);

/* Why a move, or a position, mates or does not. */
typedef struct {
    char *text, *tree; // a line, and the lines of the tree; owned
    KjPosition board;  // after the move and the best answer to it
    KjMove reply;      // that answer, or KJ_MOVE_NONE
    KjMove last;       // of the moves on that board
    KjVerdict verdict; // of the position after the move
    unsigned plies;    // MATE: of the mate from there on
} KjAnswerWhy;

/*
 * Searches what is on the board, after a legal move unless that is KJ_MOVE_NONE, as kj_answer_find
 * does, and says why it is so, with variations by a tree of moves; the tree on the board stays as it
 * is. False with an error as there, and nothing to free.
 */
bool kj_answer_why(KjSession *session, const KjCall *call, KjMove move, bool variations,
                   KjNotation notation, KjProgressLine *line, KjAnswerWhy *out, GError **error);

/* What a search of this session has found out about what is on the board, by the settings; false:
 * nothing. */
bool kj_answer_known(const KjSession *session, KjAnswer *out);

/* Solves the start of the work if the light has found it to be a mate and no search of the session
 * has solved it yet, so that what takes the solution along has it. */
void kj_answer_learn_watched(KjSession *session);

/* Puts the line of a mate so known into the tree, as kj_answer_find does; false: none is known. */
bool kj_answer_add_known(KjSession *session);
