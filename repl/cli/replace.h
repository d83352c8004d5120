/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One rule for whatever is written: nobody's work goes without a word. `!` behind the name of a
 * command (`save!`) says that it may.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "repl/cli/session.h"

/*
 * Whether a file may be written by a command that makes a new one, or adds to a list of another's:
 * if there is none, if it is no regular one, or if that was said. Else false with
 * KJ_USAGE_ERROR_ARGUMENT. `command` is what said it: "save", ">".
 */
bool kj_may_write_new(KjSession *session, const char *path, const char *command, GError **error);

/*
 * As kj_may_write_new, of a command that may be given again and then makes its file anew (--output
 * and the like, >>): false only for a file that nothing makes again: a store of results, a
 * checkpoint, a session of the workbench.
 */
bool kj_may_write_again(KjSession *session, const char *path, const char *command, GError **error);

/* Fails as both do: with `why`, a message such as "it exists". False. */
bool kj_refuse_to_write(const char *path, const char *why, const char *command, GError **error);
