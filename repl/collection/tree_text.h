/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of moves on the workbench's board as text: its lines, and all of it to survive a kill. */
#pragma once

#include "core/tree/move_place.h"

/* "sfen BOARD TURN HANDS N moves ..." or the like up to the place, as kj_position_text_read takes
 * it. (transfer full) */
char *kj_tree_text_line(const KjMoveTree *tree);

/* The moves from the place, or the start, to the end of the line, in USI, blanks between.
 * (transfer full) */
char *kj_tree_text_ahead(const KjMoveTree *tree, bool from_start);

/*
 * The whole tree as lines of text, the same for equal trees: "game ID", "start POSITION", "node
 * PARENT MOVE" for each node but the root, "current NODE", "header KEY<TAB>TEXT"; nodes are numbered
 * in the order they came, the root 0. Ends, other notes and `as_written` are not in it. (transfer
 * full)
 */
char *kj_tree_text_write(const KjMoveTree *tree);

/* The lines of its headers alone, appended. */
void kj_tree_text_headers(const KjMoveTree *tree, GString *out);

/* Reads what kj_tree_text_write wrote. NULL with KJ_TEXT_ERROR for anything else. (transfer full) */
KjMoveTree *kj_tree_text_read(const char *text, GError **error);

/* As kj_tree_text_read, where the text goes on with a tree whose nodes were read already; NULL:
 * from the start. (tree: transfer full) */
KjMoveTree *kj_tree_text_read_on(KjMoveTree *tree, const char *text, GError **error);
