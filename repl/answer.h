/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solution of what is on the workbench's board, put into its tree of moves. */
#ifndef KJ_REPL_ANSWER_H
#define KJ_REPL_ANSWER_H

#include "core/notation.h"
#include "repl/commands.h"

/*
 * Solves what is on the board while the caller waits, by the options of the call, and puts the main line
 * into the tree; with `variations` also what follows each other reply of the defender's. The place
 * reached stays. Returns what came out, in words, and its status; or NULL with KJ_TEXT_ERROR where there
 * is nothing to solve, or G_FILE_ERROR without memory or threads. (transfer full)
 */
char *kj_answer_find(KjSession *session, const KjCall *call, bool variations, KjNotation notation,
                     KjExit *out_status, GError **error);

#endif
