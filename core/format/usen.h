/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USEN, records of shogi in an address, alone or as the links of programs that run in a browser
 * (docs/formats.md). */
#pragma once

#include "core/format/game_file.h"

/* Whether a line is USEN, or a link with USEN in it. */
bool kj_usen_is(const char *line);

/*
 * Reads the records of a text (UTF-8, changed in the course), one a line. `game` NULL or shogi, or
 * the reading fails. The names of a link become headers. Gives what could be read (KjGameFile*); if
 * `error` is set (KJ_TEXT_ERROR), reading ended at its line. (transfer full)
 */
GPtrArray *kj_usen_read(char *text, const KjGame *game, GError **error);

/* Appends a record with all branches as one line of USEN, ending in LF. Fails with
 * KJ_TEXT_ERROR_POSITION when the game is not shogi. */
bool kj_usen_write(GString *out, KjGameFile *file, GError **error);

/* Whether USEN has a letter for an end. */
bool kj_usen_has_end(KjGameEnd end);
