/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of the workbench share. They run only where session->bench is there. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/job/input.h"
#include "repl/workbench/workbench.h"

/* Prints one line and returns KJ_EXIT_OK. */
KjExit kj_print_line(KjPrinter *printer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Sets KJ_USAGE_ERROR_ARGUMENT and returns KJ_EXIT_USAGE. */
KjExit kj_usage_error(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The first argument as a number, `otherwise` if there is none. */
unsigned kj_call_number(const KjCall *call, unsigned otherwise);

/* The arguments from the Nth on, with blanks between them. (transfer full) */
char *kj_call_text(const KjCall *call, unsigned from);

/*
 * Puts the position a user has written, with its moves, on the board. An impossible one is taken
 * too, with a message. What comes out of a file is kept to the letter. Errors: KJ_TEXT_ERROR and
 * KJ_USAGE_ERROR.
 */
KjExit kj_shell_load(KjSession *session, const KjCall *call, const char *text, GError **error);

/* Reads a position of a list, whatever files are called so; `game` NULL: by the board. NULL with an
 * error. (out: transfer full) */
KjExit kj_shell_read(const KjCall *call, const KjGame *game, const char *text, KjKept **out,
                     GError **error);

/* Whether something is not saved that would be left behind: the error says so and how it is done in
 * spite of that (`told`). */
bool kj_shell_leaves_behind(KjSession *session, const char *told, GError **error);

/* Sets the board up as 'new' does, if --variant is another game than that on it. */
bool kj_shell_board_of(KjSession *session, const KjCall *call, GError **error);

/* Whether a word is a number, and nothing else. */
bool kj_shell_number(const char *word, unsigned *out);

/* The version whose number is `word`, `otherwise` if that is NULL; NULL with an error. */
const KjVersion *kj_shell_version(KjSession *session, const char *word, unsigned otherwise,
                                  GError **error);

/* Whether the rules can be asked about moves of a position. Errors: KJ_TEXT_ERROR_POSITION. */
bool kj_shell_can_play(const KjPosition *position, GError **error);

/* Goes on with the Nth job that a session has left, as `jobs N` does. */
KjExit kj_shell_resume(KjSession *session, const KjCall *call, GError **error);

/* Whether a word is +N or -N, so many moves on or back. */
bool kj_shell_is_way(const char *word);

/* Says what keeps the position on the board from being possible, if anything does. */
void kj_shell_warn(KjSession *session);

/*
 * Begins to watch what is on the board, anew if it is being watched, with the limits and the memory
 * given; NULL: those of before. False when no thread can be had.
 */
bool kj_shell_watch(KjSession *session, const KjValues *given);

/* Shows the watch what is on the board now, by the settings. */
void kj_shell_watch_look(KjSession *session);

/* Tells the watch what searches have found out since it was last told, if there is one. */
void kj_shell_watch_learn(KjSession *session);
