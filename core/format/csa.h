/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSA, versions 2.2 and 3.0 (docs/formats.md), for games whose pieces are those of shogi. */
#pragma once

#include "core/format/game_file.h"

/*
 * Reads the records of a text (UTF-8, changed in the course), which lines of `/` separate. `game`
 * NULL: told by the size of the board. Gives what could be read (KjGameFile*); if `error` is set
 * (KJ_TEXT_ERROR), reading ended at its line. (transfer full)
 */
GPtrArray *kj_csa_read(char *text, const KjGame *game, GError **error);

/*
 * Appends the main line of a game as CSA, lines ending in LF. The version is that it was read from;
 * else 2.2, but 3.0 for text in UTF-8 that is not ASCII. Fails with KJ_TEXT_ERROR_POSITION when the
 * game has pieces CSA has no code for.
 */
bool kj_csa_write(GString *out, KjGameFile *file, GError **error);
