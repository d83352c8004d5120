/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes in the text of a record: the lines that say something else now are written anew, all
 * others, understood or not, stay as they are and where they are.
 */
#pragma once

#include "core/format/game_file.h"

/*
 * The text of a record whose start or moves have been changed since it was read. `text` (UTF-8, any
 * line ends) holds this record alone, in KIF, KI2, BOD or CSA, and `file` was read from it, with
 * its lines counted from the first of `text` and `game` as it was given then; then
 * `file->tree->start` was set, nodes unlinked by kj_move_node_unlink or added by
 * kj_move_cursor_play. Of a diagram only the rows, hands and the side to move that are others are
 * changed. With `keep` the lines of unlinked moves stay as comments. CSA gets the main line alone.
 * Lines end in LF. NULL with KJ_TEXT_ERROR if the text cannot be read or the format cannot hold the
 * start. (transfer full)
 */
char *kj_game_rewrite(const char *text, const KjGame *game, KjGameFile *file, bool keep,
                      GError **error);

/*
 * The text of such a record, or of JKF, with another value of a header; NULL takes it away. Where
 * the text has no such header it comes behind the first lines; nothing else changes. (transfer
 * full)
 */
char *kj_game_rewrite_header(const char *text, KjFormat format, const char *key, const char *value);
