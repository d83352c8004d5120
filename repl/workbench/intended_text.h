/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intended lines, arrays of KjMove, in saved sessions: the numbers of moves, since they need not be
 * playable.
 */
#pragma once

#include <glib.h>

#include "core/rules/game.h"
#include "core/rules/types.h"

/* A copy. (transfer full) */
GArray *kj_intended_copy(const GArray *line);

/* Appends "intended N N ...\n", nothing where `line` is NULL. */
void kj_intended_text_write(const GArray *line, GString *out);

/* Reads it back, without its end of line, in place of `*io_line`, which may be NULL. Fails with
 * KJ_TEXT_ERROR for anything else, and squares or kinds that the game does not have. */
bool kj_intended_text_read(const char *text, const KjTables *t, GArray **io_line, GError **error);
