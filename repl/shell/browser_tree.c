/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the folding tree of moves. */
#include "repl/shell/browser_tree.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/job/interpositions.h"
#include "repl/shell/screen.h"

enum {
    INDENT = 2,
    MAX_INDENT = 16,  // columns; deeper branches stand there too
    INFO_COLUMN = 16, // of the words behind a closed move, from the move on
};

/* A visible node. */
typedef struct {
    KjMoveNode *node;
    unsigned depth;
} Row;

/* The root, and what was tried first of each node. */
static bool is_main(const KjMoveNode *node)
{
    return !node->parent || node->parent->child == node;
}

/* ---- what is open ---- */

void kj_tree_view_clear(KjTreeView *view)
{
    g_clear_pointer(&view->turned, g_array_unref);
}

/* Fits the view to the tree: nodes come at the end; where some have gone all numbers are others. */
static void fit(KjTreeView *view, const KjMoveTree *tree)
{
    if (view->turned && view->turned->len > tree->nodes->len)
        kj_tree_view_clear(view);
    if (!view->turned)
        view->turned = g_array_new(FALSE, TRUE, sizeof(bool));
    g_array_set_size(view->turned, tree->nodes->len);
}

static bool is_open(const KjTreeView *view, const KjMoveNode *node)
{
    bool turned = view->turned && node->index < view->turned->len &&
                  g_array_index(view->turned, bool, node->index);
    return is_main(node) != turned;
}

static void set_open(KjTreeView *view, const KjMoveNode *node, bool open)
{
    g_array_index(view->turned, bool, node->index) = is_main(node) != open;
}

void kj_tree_view_show(KjTreeView *view, const KjMoveTree *tree)
{
    fit(view, tree);
    for (const KjMoveNode *above = tree->at->parent; above; above = above->parent)
        set_open(view, above, true);
}

/* Whether a node is on the way to the tree's place. */
static bool leads_to_place(const KjMoveTree *tree, const KjMoveNode *node)
{
    const KjMoveNode *at = tree->at;
    while (at && at != node)
        at = at->parent;
    return at == node;
}

/* Appends the visible nodes below one: not those that are told with another one. */
static void add_rows(const KjTreeView *view, const KjMoveTree *tree, KjMoveNode *node,
                     unsigned depth, GArray *rows)
{
    while (node->child && is_open(view, node)) {
        node = node->child;
        Row row = {node, depth};
        g_array_append_val(rows, row);
        for (KjMoveNode *other = node->next; other; other = other->next) {
            // of a first child only, whose siblings these are
            if (kj_interposition_is_told(tree, other) && !leads_to_place(tree, other))
                continue;
            row = (Row){other, depth + 1};
            g_array_append_val(rows, row);
            add_rows(view, tree, other, depth + 1, rows);
        }
    }
}

/* All visible rows, the start first. (transfer full) */
static GArray *rows_of(const KjTreeView *view, const KjMoveTree *tree)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(Row));
    Row start = {tree->root, 0};
    g_array_append_val(rows, start);
    add_rows(view, tree, tree->root, 0, rows);
    return rows;
}

/* The row of the tree's place, or of what it is closed into. */
static unsigned place_in(const GArray *rows, const KjMoveTree *tree)
{
    for (const KjMoveNode *node = tree->at;; node = node->parent)
        for (unsigned i = 0; i < rows->len; i++)
            if (g_array_index(rows, Row, i).node == node)
                return i;
}

/* ---- keys ---- */

static void go_to_row(KjMoveTree *tree, const GArray *rows, unsigned row)
{
    kj_move_tree_visit(tree, g_array_index(rows, Row, MIN(row, rows->len - 1)).node);
}

static void close_or_leave(KjTreeView *view, KjMoveTree *tree)
{
    if (tree->at->parent && tree->at->child && is_open(view, tree->at))
        set_open(view, tree->at, false);
    else
        kj_move_tree_back(tree);
}

static void open_or_enter(KjTreeView *view, KjMoveTree *tree)
{
    if (!tree->at->child)
        return;
    if (is_open(view, tree->at))
        kj_move_tree_visit(tree, tree->at->child);
    else
        set_open(view, tree->at, true);
}

static void turn_all(KjTreeView *view, const KjMoveTree *tree, bool open)
{
    for (unsigned i = 0; i < tree->nodes->len; i++) {
        const KjMoveNode *node = tree->nodes->pdata[i];
        set_open(view, node, open || is_main(node));
    }
}

void kj_tree_view_key(KjTreeView *view, KjMoveTree *tree, KjTreeKey key, unsigned page)
{
    fit(view, tree);
    g_autoptr(GArray) rows = rows_of(view, tree);
    unsigned at = place_in(rows, tree);
    switch (key) {
    case KJ_TREE_UP: go_to_row(tree, rows, at - (at > 0)); break;
    case KJ_TREE_DOWN: go_to_row(tree, rows, at + 1); break;
    case KJ_TREE_PAGE_UP: go_to_row(tree, rows, at - MIN(at, page)); break;
    case KJ_TREE_PAGE_DOWN: go_to_row(tree, rows, at + page); break;
    case KJ_TREE_FIRST: go_to_row(tree, rows, 0); break;
    case KJ_TREE_LAST: go_to_row(tree, rows, rows->len - 1); break;
    case KJ_TREE_CLOSE: close_or_leave(view, tree); break;
    case KJ_TREE_OPEN: open_or_enter(view, tree); break;
    case KJ_TREE_TURN: set_open(view, tree->at, !is_open(view, tree->at)); break;
    case KJ_TREE_OPEN_ALL: turn_all(view, tree, true); break;
    case KJ_TREE_CLOSE_ALL: turn_all(view, tree, false); break;
    }
    // closing may have hidden the place
    g_autoptr(GArray) now = rows_of(view, tree);
    kj_move_tree_visit(tree, g_array_index(now, Row, place_in(now, tree)).node);
}

/* ---- rows as text ---- */

static unsigned longest_below(const KjMoveNode *node)
{
    unsigned plies = 0;
    while ((node = node->child))
        plies++;
    return plies;
}

/* How many moves each node has below it, by its index. (transfer full) */
static unsigned *moves_below(const KjMoveTree *tree)
{
    unsigned *below = g_new0(unsigned, tree->nodes->len);
    for (unsigned i = tree->nodes->len; i-- > 1;) {
        const KjMoveNode *node = tree->nodes->pdata[i];
        below[node->parent->index] += below[i] + 1;
    }
    return below;
}

/* The beginning of a text that fits into `width` columns. Takes `text`. (transfer full) */
static char *cut(GString *text, unsigned width)
{
    GString *out = g_string_new(NULL);
    kj_append_columns(out, text->str, width);
    g_string_free(text, TRUE);
    return g_string_free(out, FALSE);
}

/* (transfer full) */
static char *row_text(const KjTreeView *view, const KjMoveTree *tree, Row row, unsigned below,
                      KjNotation notation, unsigned width)
{
    GString *text = g_string_new(NULL);
    bool closed = row.node->child && !is_open(view, row.node);
    if (!row.node->parent) {
        g_string_append_printf(text, " %c %s", closed ? '+' : ' ', kj_tr("start"));
    } else {
        g_autofree char *move = kj_interposition_node_text(tree, row.node, notation);
        g_string_append_printf(text, "%3u%*s%c%s", row.node->ply,
                               (int)MIN(1 + INDENT * row.depth, MAX_INDENT), "", closed ? '+' : ' ',
                               move);
        unsigned columns = kj_text_columns(move);
        unsigned plies = longest_below(row.node);
        if (closed)
            g_string_append_printf(text, "%*s",
                                   (int)(columns < INFO_COLUMN ? INFO_COLUMN - columns : 1), "");
        if (closed && plies == 1 && below == 1)
            g_string_append(text, kj_tr("1 ply"));
        else if (closed)
            g_string_append_printf(text, kj_tr("%u plies"), plies);
        if (closed && below > plies)
            g_string_append(text, kj_tr(", branches"));
    }
    return cut(text, width);
}

char *kj_tree_view_text(const KjMoveTree *tree, KjNotation notation)
{
    const KjTreeView view = {NULL};
    g_autofree unsigned *below = moves_below(tree);
    g_autoptr(GArray) all = rows_of(&view, tree);
    GString *text = g_string_new(NULL);
    for (unsigned i = 1; i < all->len; i++) {
        Row row = g_array_index(all, Row, i);
        g_autofree char *line =
            row_text(&view, tree, row, below[row.node->index], notation, G_MAXUINT);
        g_string_append_printf(text, "%s\n", line);
    }
    return g_string_free(text, FALSE);
}

void kj_tree_view_draw(const KjTreeView *view, const KjMoveTree *tree, KjNotation notation,
                       unsigned rows, unsigned width, GPtrArray *panel)
{
    g_autofree unsigned *below = moves_below(tree);
    g_autoptr(GArray) all = rows_of(view, tree);
    unsigned at = place_in(all, tree), first = at > rows / 2 ? at - rows / 2 : 0;
    first = MIN(first, all->len > rows ? all->len - rows : 0);
    GString *title = g_string_new(NULL);
    g_string_printf(title, kj_tr("tree: row %u of %u, %u moves"), at + 1, all->len,
                    tree->nodes->len - 1);
    g_ptr_array_add(panel, cut(title, width));
    for (unsigned i = first; i < MIN(first + rows, all->len); i++) {
        Row row = g_array_index(all, Row, i);
        g_autofree char *text = row_text(view, tree, row, below[row.node->index], notation, width);
        g_ptr_array_add(
            panel, g_strconcat(i == at ? KJ_REVERSED : "", text, i == at ? KJ_PLAIN : "", NULL));
    }
}
