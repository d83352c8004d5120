/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys and picture of the browser have in common. */
#pragma once

#include "core/rules/movegen.h"
#include "repl/shell/browser.h"

/* The rows of a list of moves, and of the whole tree under its title. */
static inline unsigned kj_browser_list_rows(const KjBrowser *browser)
{
    return 8 + browser->rows;
}

static inline unsigned kj_browser_tree_rows(const KjBrowser *browser)
{
    return 15 + browser->rows;
}

/* The moves tried at the place reached (KjMoveNode*, the tree's own), interpositions that are met
 * alike once; and which of them `forward` goes to. (transfer full) */
GPtrArray *kj_browser_tried(const KjMoveTree *tree);
unsigned kj_browser_pointed(const KjMoveTree *tree, const GPtrArray *tried);

/* The legal moves here, checks first, in play alone; none where the rules cannot be asked. */
void kj_browser_moves(const KjBrowser *browser, KjMoveList *out);

/* How many of the legal moves are listed one by one: quiet ones are folded where there are checks,
 * unless that was opened or the side to move is in check itself. */
unsigned kj_browser_unfolded(const KjBrowser *browser, const KjMoveList *moves);
