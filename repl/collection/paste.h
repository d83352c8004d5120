/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records pasted line by line at the prompt: KIF, KI2 and CSA (docs/formats.md). */
#pragma once

#include "core/tree/move_place.h"

/*
 * Whether a line, blanks around it taken away, can only be one of a record: a header such as
 * 手合割：, a numbered move, a rank or move of CSA. With `within` a record has begun, and lines
 * that would be commands or comments otherwise count as well.
 */
bool kj_paste_is_line(const char *line, bool within);

/*
 * The tree of the lines so far: the start, the moves with their branches, and the end of the main
 * line. An illegal move that a record ends with is left out. NULL with KJ_TEXT_ERROR while they
 * make no record. (transfer full)
 */
KjMoveTree *kj_paste_read(const char *const *lines, GError **error);
