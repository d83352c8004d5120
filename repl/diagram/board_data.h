/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the board of pages (board.js) must know of a game. */
#pragma once

#include <json-glib/json-glib.h>

#include "repl/diagram/diagram.h"

/*
 * files, ranks, letter_files and pieces, the king last: letter, kanji, kanji_other (gote's) and
 * kanji_promoted, null if it does not promote. `style` says which faces they have. (transfer
 * full)
 */
JsonObject *kj_board_game(const KjGame *game, const KjDiagramStyle *style);
