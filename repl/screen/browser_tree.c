/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a tree of moves. */
#include "repl/screen/browser_tree.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/screen/screen.h"

enum {
    INDENT = 2,
    MAX_INDENT = 16,  // columns; deeper branches stand there too
    INFO_COLUMN = 16, // of the words behind a closed move, from the move on
};

/* The tree turned round: children by their parents, in the order they were tried. */
typedef struct {
    const KjStudy *study;
    unsigned *first, *next; // 0 none
    unsigned *below;        // nodes below each
    bool *main;             // the start, and what was tried first of each node
} Tree;

/* A visible node. */
typedef struct {
    unsigned node, depth;
} Row;

static const KjStudyNode *node_at(const KjStudy *study, unsigned index)
{
    return &g_array_index(study->nodes, KjStudyNode, index);
}

static void tree_init(Tree *tree, const KjStudy *study)
{
    unsigned n = study->nodes->len;
    *tree = (Tree){study, g_new0(unsigned, n), g_new0(unsigned, n), g_new0(unsigned, n),
                   g_new0(bool, n)};
    for (unsigned i = n; i-- > 1;) {
        unsigned parent = node_at(study, i)->parent;
        tree->next[i] = tree->first[parent];
        tree->first[parent] = i;
        tree->below[parent] += tree->below[i] + 1;
    }
    tree->main[0] = true;
    for (unsigned i = 0; i < n; i++)
        if (tree->first[i])
            tree->main[tree->first[i]] = true;
}

static void tree_clear(Tree *tree)
{
    g_free(tree->first);
    g_free(tree->next);
    g_free(tree->below);
    g_free(tree->main);
}

/* ---- what is open ---- */

void kj_tree_view_clear(KjTreeView *view)
{
    g_clear_pointer(&view->turned, g_array_unref);
}

/* Fits the view to the tree: nodes come at the end; where some have gone all numbers are others. */
static void fit(KjTreeView *view, const KjStudy *study)
{
    if (view->turned && view->turned->len > study->nodes->len)
        kj_tree_view_clear(view);
    if (!view->turned)
        view->turned = g_array_new(FALSE, TRUE, sizeof(bool));
    g_array_set_size(view->turned, study->nodes->len);
}

static bool is_open(const KjTreeView *view, const Tree *tree, unsigned node)
{
    bool turned =
        view->turned && node < view->turned->len && g_array_index(view->turned, bool, node);
    return tree->main[node] != turned;
}

static void set_open(KjTreeView *view, const Tree *tree, unsigned node, bool open)
{
    g_array_index(view->turned, bool, node) = tree->main[node] != open;
}

static void open_above(KjTreeView *view, const Tree *tree, unsigned node)
{
    while (node) {
        node = node_at(tree->study, node)->parent;
        set_open(view, tree, node, true);
    }
}

void kj_tree_view_show(KjTreeView *view, const KjStudy *study)
{
    Tree tree;
    fit(view, study);
    tree_init(&tree, study);
    open_above(view, &tree, study->current);
    tree_clear(&tree);
}

/* Appends the visible nodes below one. */
static void add_rows(const KjTreeView *view, const Tree *tree, unsigned node, unsigned depth,
                     GArray *rows)
{
    while (tree->first[node] && is_open(view, tree, node)) {
        node = tree->first[node];
        Row row = {node, depth};
        g_array_append_val(rows, row);
        for (unsigned other = tree->next[node]; other; other = tree->next[other]) {
            // of a first child only, whose siblings these are
            row = (Row){other, depth + 1};
            g_array_append_val(rows, row);
            add_rows(view, tree, other, depth + 1, rows);
        }
    }
}

/* All visible rows, the start first. (transfer full) */
static GArray *rows_of(const KjTreeView *view, const Tree *tree)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(Row));
    Row start = {0, 0};
    g_array_append_val(rows, start);
    add_rows(view, tree, 0, 0, rows);
    return rows;
}

/* The row of the study's place, or of what it is closed into. */
static unsigned place_in(const GArray *rows, const KjStudy *study)
{
    for (unsigned node = study->current;; node = node_at(study, node)->parent)
        for (unsigned i = 0; i < rows->len; i++)
            if (g_array_index(rows, Row, i).node == node)
                return i;
}

/* ---- keys ---- */

static void go_to_row(KjStudy *study, const GArray *rows, unsigned row)
{
    kj_study_visit(study, g_array_index(rows, Row, MIN(row, rows->len - 1)).node);
}

static void close_or_leave(KjTreeView *view, const Tree *tree, KjStudy *study)
{
    unsigned node = study->current;
    if (node && tree->first[node] && is_open(view, tree, node))
        set_open(view, tree, node, false);
    else
        kj_study_back(study);
}

static void open_or_enter(KjTreeView *view, const Tree *tree, KjStudy *study)
{
    unsigned node = study->current;
    if (!tree->first[node])
        return;
    if (is_open(view, tree, node))
        kj_study_visit(study, tree->first[node]);
    else
        set_open(view, tree, node, true);
}

static void turn_all(KjTreeView *view, const Tree *tree, bool open)
{
    for (unsigned i = 0; i < tree->study->nodes->len; i++)
        set_open(view, tree, i, open || tree->main[i]);
}

void kj_tree_view_key(KjTreeView *view, KjStudy *study, KjTreeKey key, unsigned page)
{
    Tree tree;
    fit(view, study);
    tree_init(&tree, study);
    g_autoptr(GArray) rows = rows_of(view, &tree);
    unsigned at = place_in(rows, study);
    switch (key) {
    case KJ_TREE_UP: go_to_row(study, rows, at - (at > 0)); break;
    case KJ_TREE_DOWN: go_to_row(study, rows, at + 1); break;
    case KJ_TREE_PAGE_UP: go_to_row(study, rows, at - MIN(at, page)); break;
    case KJ_TREE_PAGE_DOWN: go_to_row(study, rows, at + page); break;
    case KJ_TREE_FIRST: go_to_row(study, rows, 0); break;
    case KJ_TREE_LAST: go_to_row(study, rows, rows->len - 1); break;
    case KJ_TREE_CLOSE: close_or_leave(view, &tree, study); break;
    case KJ_TREE_OPEN: open_or_enter(view, &tree, study); break;
    case KJ_TREE_TURN:
        set_open(view, &tree, study->current, !is_open(view, &tree, study->current));
        break;
    case KJ_TREE_OPEN_ALL: turn_all(view, &tree, true); break;
    case KJ_TREE_CLOSE_ALL: turn_all(view, &tree, false); break;
    }
    // closing may have hidden the place
    g_autoptr(GArray) now = rows_of(view, &tree);
    kj_study_visit(study, g_array_index(now, Row, place_in(now, study)).node);
    tree_clear(&tree);
}

/* ---- rows as text ---- */

/* A move as it is written where it is made. (transfer full) */
static char *move_text(const KjStudy *study, unsigned node, KjNotation notation)
{
    KjStudy before = *study;
    KjPosition position;
    before.current = node_at(study, node)->parent;
    kj_study_position(&before, &position);
    return kj_move_text(&position, node_at(study, node)->move, kj_study_last(&before), notation);
}

static unsigned ply_of(const KjStudy *study, unsigned node)
{
    KjStudy there = *study;
    there.current = node;
    return kj_study_ply(&there);
}

static unsigned longest_below(const Tree *tree, unsigned node)
{
    unsigned plies = 0;
    while ((node = tree->first[node]))
        plies++;
    return plies;
}

/* Cuts a text to a number of columns. */
static void cut(GString *text, unsigned width)
{
    unsigned columns = 0;
    for (const char *at = text->str; *at; at = g_utf8_find_next_char(at, NULL)) {
        columns += kj_char_columns(g_utf8_get_char(at));
        if (columns > width) {
            g_string_truncate(text, (gsize)(at - text->str));
            return;
        }
    }
}

/* (transfer full) */
static char *row_text(const KjTreeView *view, const Tree *tree, Row row, KjNotation notation,
                      unsigned width)
{
    GString *text = g_string_new(NULL);
    bool closed = tree->first[row.node] && !is_open(view, tree, row.node);
    if (row.node == 0) {
        g_string_append_printf(text, " %c %s", closed ? '+' : ' ', kj_tr("start"));
    } else {
        g_autofree char *move = move_text(tree->study, row.node, notation);
        g_string_append_printf(text, "%3u%*s%c%s", ply_of(tree->study, row.node),
                               (int)MIN(1 + INDENT * row.depth, MAX_INDENT), "", closed ? '+' : ' ',
                               move);
        unsigned columns = kj_text_columns(move);
        unsigned plies = longest_below(tree, row.node), all = tree->below[row.node];
        if (closed)
            g_string_append_printf(text, "%*s",
                                   (int)(columns < INFO_COLUMN ? INFO_COLUMN - columns : 1), "");
        if (closed && plies == 1 && all == 1)
            g_string_append(text, kj_tr("1 ply"));
        else if (closed)
            g_string_append_printf(text, kj_tr("%u plies"), plies);
        if (closed && all > plies)
            g_string_append(text, kj_tr(", branches"));
    }
    cut(text, width);
    return g_string_free(text, FALSE);
}

void kj_tree_view_draw(const KjTreeView *view, const KjStudy *study, KjNotation notation,
                       unsigned rows, unsigned width, GPtrArray *panel)
{
    Tree tree;
    tree_init(&tree, study);
    g_autoptr(GArray) all = rows_of(view, &tree);
    unsigned at = place_in(all, study), first = at > rows / 2 ? at - rows / 2 : 0;
    first = MIN(first, all->len > rows ? all->len - rows : 0);
    GString *title = g_string_new(NULL);
    g_string_printf(title, kj_tr("tree: row %u of %u, %u moves"), at + 1, all->len,
                    study->nodes->len - 1);
    cut(title, width);
    g_ptr_array_add(panel, g_string_free(title, FALSE));
    for (unsigned i = first; i < MIN(first + rows, all->len); i++) {
        g_autofree char *text = row_text(view, &tree, g_array_index(all, Row, i), notation, width);
        g_ptr_array_add(
            panel, g_strconcat(i == at ? KJ_REVERSED : "", text, i == at ? KJ_PLAIN : "", NULL));
    }
    tree_clear(&tree);
}
