/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interpositions that are met alike, told as one, as magazines do: △２二合. Dropped on the same
 * square against the same check they are followed by the same moves; what piece it is makes no
 * difference.
 */
#pragma once

#include "core/notation/notation.h"
#include "core/tree/move_tree.h"

/* Whether two moves are drops of one side on one square. */
bool kj_drops_on_one_square(KjMove a, KjMove b);

/*
 * Drops on one square, the first of them first: △２二合, △２二合（香桂） where another piece could be
 * dropped there as well, *2b (L N) in the notations that are not Japanese. Of a single one, or
 * where there is no check, it is the first move itself. (transfer full)
 */
char *kj_interpositions_words(const KjPosition *before, const KjMove *moves, unsigned n,
                              KjMove previous, KjNotation notation);

/* Whether a node of a tree is told with an alternative before it: both are such interpositions, and
 * what follows is the same. The main move stands by itself. */
bool kj_interposition_is_told(const KjMoveTree *tree, const KjMoveNode *node);

/* A node's move, with those that are told with it. (transfer full) */
char *kj_interposition_node_text(const KjMoveTree *tree, const KjMoveNode *node,
                                 KjNotation notation);
