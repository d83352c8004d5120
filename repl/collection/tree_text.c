/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of trees as text. */
#include "repl/collection/tree_text.h"

#include "core/format/position_text.h"
#include "repl/job/phrases.h"

/* The moves of a line from the `from`th on in USI, blanks between; "" if there are none. (transfer
 * full) */
static char *usi_of(const KjMoveTree *tree, bool whole, unsigned from)
{
    g_autoptr(GArray) moves = kj_move_tree_line(tree, whole);
    g_auto(GStrv) texts = kj_line_text(&tree->start, (const KjMove *)(void *)moves->data,
                                       moves->len, KJ_MOVE_NONE, KJ_NOTATION_USI);
    return g_strjoinv(" ", texts + MIN(from, moves->len));
}

char *kj_tree_text_line(const KjMoveTree *tree)
{
    g_autofree char *start = kj_position_write(&tree->start), *moves = usi_of(tree, false, 0);
    return g_strconcat(start, *moves ? " moves " : "", moves, NULL);
}

char *kj_tree_text_ahead(const KjMoveTree *tree, bool from_start)
{
    return usi_of(tree, true, from_start ? 0 : tree->at->ply);
}
