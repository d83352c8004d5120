/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the workbench's board as text. */
#pragma once

#include "core/tree/move_place.h"

/* "sfen BOARD TURN HANDS N moves ..." or the like up to the place, as kj_position_text_read takes
 * it. (transfer full) */
char *kj_tree_text_line(const KjMoveTree *tree);

/* The moves from the place, or the start, to the end of the line, in USI, blanks between.
 * (transfer full) */
char *kj_tree_text_ahead(const KjMoveTree *tree, bool from_start);
