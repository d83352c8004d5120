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

/*
 * The text of one record (an object of JSON) with the start, the moves or both of `file`; nothing
 * else of the text changes, and entries of moves that stay keep members that are not known. NULL as
 * kj_jkf_write fails. (transfer full)
 */
char *kj_jkf_rewrite(const char *text, KjGameFile *file, bool start, bool moves, GError **error);

/* The text with another value of a header, NULL: without it. (transfer full) */
char *kj_jkf_rewrite_header(const char *text, const char *key, const char *value);
