/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JKF, records as JSON (docs/formats.md), for shogi. */
#pragma once

#include "core/format/game_file.h"

/* Whether a text is JSON, by its first character. */
bool kj_jkf_is(const char *text, size_t length);

/*
 * Reads one record, or several, one a line. Gives what could be read (KjGameFile*); if `error` is
 * set, reading ended with it, and its message tells the place in the tree, e.g. "moves[3]: ..." or
 * the column of the JSON. (transfer full)
 */
GPtrArray *kj_jkf_read(const char *text, GError **error);

/* Appends a game as one line. Fails with KJ_TEXT_ERROR_POSITION for games other than shogi. */
bool kj_jkf_write(GString *out, KjGameFile *file, GError **error);

/* The name of a member in the text of one record that JKF does not know, and so is not kept when the
 * record is written anew; NULL if there is none. (transfer full) */
char *kj_jkf_unknown(const char *text);
