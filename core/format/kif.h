/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kakinoki's formats: KIF, KI2 and BOD (docs/formats.md). One reader takes all three,
 * line by line, as real files mix them.
 */
#pragma once

#include "core/format/game_file.h"

/*
 * Reads the records of a text (UTF-8, changed in the course). `game` NULL: told by 手合割 or the
 * size of the board. A record ends where a header that the formats know follows moves; a text
 * without a position, move or known header has none. Gives what could be read (KjGameFile*); if
 * `error` is set (KJ_TEXT_ERROR), reading ended at its line. (transfer full)
 */
GPtrArray *kj_kif_read(char *text, const KjGame *game, GError **error);

/*
 * Appends a game as KIF, KI2 or BOD (its start position alone), lines ending in LF. What was read
 * from one of them keeps its headers, lines and diagram as they were written.
 */
void kj_kif_write(GString *out, KjGameFile *file, KjFormat format);
