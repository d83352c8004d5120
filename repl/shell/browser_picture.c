/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the full-screen browser of moves. */
#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/fold.h"
#include "repl/job/interpositions.h"
#include "repl/job/phrases.h"
#include "repl/shell/browser-priv.h"
#include "repl/workbench/watch.h"

enum {
    PATH_ROWS = 5, // moves that led here
    GAP = 3,       // between the board and the moves
};

/* Plies from a node on along the moves gone last, and how many moves the tree has below it. */
static unsigned plies_below(const KjMoveTree *tree, const KjMoveNode *node, unsigned *out_nodes)
{
    g_autofree bool *below = g_new0(bool, tree->nodes->len);
    below[node->index] = true;
    *out_nodes = 0;
    for (unsigned i = node->index + 1; i < tree->nodes->len; i++) {
        const KjMoveNode *other = tree->nodes->pdata[i];
        below[i] = below[other->parent->index];
        *out_nodes += below[i];
    }
    unsigned plies = 0;
    while ((node = kj_move_node_followed(node)))
        plies++;
    return plies;
}

/* The moves that led here, the last ones. */
static void draw_path(const KjBrowser *browser, const KjMoveTree *tree, GPtrArray *panel)
{
    g_autoptr(GArray) moves = kj_move_tree_line(tree, false);
    g_auto(GStrv) texts = kj_line_text(&tree->start, (const KjMove *)(void *)moves->data,
                                       moves->len, KJ_MOVE_NONE, browser->notation);
    unsigned first = moves->len > PATH_ROWS ? moves->len - PATH_ROWS : 0;
    g_ptr_array_add(panel, g_strdup(kj_tr(moves->len ? "moves so far" : "at the start")));
    for (unsigned i = first; i < first + PATH_ROWS; i++)
        g_ptr_array_add(panel, i < moves->len ? g_strdup_printf("%4u  %s", i + 1, texts[i])
                                              : g_strdup(""));
}

/* A row of a list, reversed if it is chosen. (transfer full) */
static char *row(bool chosen, const char *text)
{
    return g_strconcat(chosen ? KJ_REVERSED : "", text, chosen ? KJ_PLAIN : "", NULL);
}

/* The first row shown of a list, so that the chosen one is. */
static unsigned first_row(const KjBrowser *browser, unsigned chosen)
{
    unsigned rows = kj_browser_list_rows(browser);
    return chosen < rows ? 0 : chosen - rows + 1;
}

static void draw_tried(const KjBrowser *browser, const KjMoveTree *tree, GPtrArray *panel)
{
    g_autoptr(GPtrArray) tried = kj_browser_tried(tree);
    unsigned chosen = kj_browser_pointed(tree, tried), first = first_row(browser, chosen);
    g_ptr_array_add(panel, tried->len ? g_strdup_printf(kj_tr("next, %u tried"), tried->len)
                                      : g_strdup(kj_tr("no move was tried here")));
    for (unsigned i = first; i < MIN(tried->len, first + kj_browser_list_rows(browser)); i++) {
        const KjMoveNode *node = tried->pdata[i];
        unsigned nodes, plies = plies_below(tree, node, &nodes);
        g_autofree char *move = kj_interposition_node_text(tree, node, browser->notation);
        unsigned blanks = kj_text_columns(move) < 14 ? 14 - kj_text_columns(move) : 1;
        g_autofree char *length =
            plies ? g_strdup_printf(kj_tr("%u plies"), plies + 1) : g_strdup(kj_tr("1 ply"));
        g_autofree char *text = g_strdup_printf("%4u  %s%*s%s%s", i + 1, move, (int)blanks, "",
                                                length, nodes > plies ? kj_tr(", branches") : "");
        g_ptr_array_add(panel, row(i == chosen, text));
    }
}

static void draw_listing(const KjBrowser *browser, const KjMoveTree *tree, const KjPosition *pos,
                         GPtrArray *panel)
{
    KjMoveList moves;
    kj_browser_moves(browser, &moves);
    unsigned first = first_row(browser, browser->chosen);
    g_ptr_array_add(panel, g_strdup_printf(browser->playing
                                               ? kj_tr("your move, %u checks")
                                               : kj_tr("%u legal moves: Enter plays, q goes back"),
                                           moves.n));
    unsigned unfolded = kj_browser_unfolded(browser, &moves),
             end = first + kj_browser_list_rows(browser);
    for (unsigned i = first; i < MIN(unfolded, end); i++) {
        g_autofree char *move = kj_move_text(pos, moves.move[i], tree->at->move, browser->notation);
        bool told = !browser->playing && kj_gives_check(pos, moves.move[i]);
        g_autofree char *text =
            g_strdup_printf("%4u  %s%s", i + 1, move, told ? kj_tr("  check") : "");
        g_ptr_array_add(panel, row(i == browser->chosen, text));
    }
    unsigned quiet = moves.n - unfolded;
    g_autofree char *folded =
        g_strdup_printf(kj_tr_n(quiet, "   + %u quiet move", "   + %u quiet moves"), quiet);
    if (quiet && unfolded < end)
        g_ptr_array_add(panel, row(browser->chosen == unfolded, folded));
}

/* The columns of the board without the hands, of `n` lines with them. */
static unsigned board_columns(char **board, unsigned n)
{
    unsigned widest = 0;
    for (unsigned i = 1; i + 1 < n; i++)
        widest = MAX(widest, kj_text_columns(board[i]));
    return widest;
}

/*
 * The board with the panel beside it: hands above and below may be long and have their lines alone.
 */
static void draw_beside(GString *out, char **board, unsigned n, const GPtrArray *panel)
{
    unsigned widest = board_columns(board, n);
    g_string_append_printf(out, "%s\n", board[0]);
    for (unsigned i = 0; i < MAX(n - 2, panel->len); i++) {
        const char *left = i + 2 < n ? board[i + 1] : "";
        const char *right = i < panel->len ? panel->pdata[i] : "";
        g_string_append_printf(out, "%s%*s%s\n", left,
                               *right ? (int)(widest + GAP - kj_text_columns(left)) : 0, "", right);
    }
    g_string_append_printf(out, "%s\n", board[n - 1]);
}

/* What is said, folded to its two rows. */
static void draw_note(const KjBrowser *browser, GString *out)
{
    g_autoptr(GString) folded = g_string_new(NULL);
    if (browser->note)
        kj_fold_line(folded, browser->note, 0, 0, browser->width);
    g_auto(GStrv) rows = g_strsplit(folded->str, "\n", -1);
    unsigned n = g_strv_length(rows);
    g_string_append_printf(out, "\n%s\n%s\n", n ? rows[0] : "", n > 1 ? rows[1] : "");
}

static void draw_keys(const KjBrowser *browser, bool whole, GString *out)
{
    const char *keys =
        kj_tr("down: play the move shown   up: back   left, right or 1-9: another\n"
              "a: search and add the answer   m: all moves   x: cut   u: undo\n"
              "Home, End: ends   t: tree   n: notation   p: play   Enter or q: done");
    if (browser->playing)
        keys = kj_tr("up, down, 1-9: another check   Enter: play it, the defence answers\n"
                     "h: hint   u: take back   a: show the answer   q: done");
    else if (whole)
        keys = kj_tr("up, down: another row   right: open, go in   left: close, go out\n"
                     "space: open or close   +: open all   -: close all   t: line\n"
                     "a: search and add   m: moves   x: cut   u: undo   Enter or q: done");
    g_string_append(out, keys);
}

char *kj_browser_picture(const KjBrowser *browser)
{
    const KjMoveTree *tree = kj_workbench_tree(browser->bench);
    KjPosition pos = kj_workbench_position(browser->bench);
    g_autoptr(GPtrArray) panel = g_ptr_array_new_with_free_func(g_free);
    bool whole = browser->whole && !browser->listing;
    g_autofree char *drawn = kj_board_draw(&pos, &browser->look, tree->at->move);
    g_auto(GStrv) board = g_strsplit(drawn, "\n", -1);
    unsigned width = browser->width - GAP - board_columns(board, pos.game->t->ranks + 5u);
    if (whole) {
        kj_tree_view_draw(&browser->tree, tree, browser->notation, kj_browser_tree_rows(browser),
                          width, panel);
    } else {
        draw_path(browser, tree, panel);
        if (browser->listing)
            draw_listing(browser, tree, &pos, panel);
        else
            draw_tried(browser, tree, panel);
    }
    // a hand, files, ruler, ranks, ruler, a hand
    GString *out = g_string_new(NULL);
    draw_beside(out, board, pos.game->t->ranks + 5u, panel);
    g_string_append_printf(out, kj_tr("%s to move, ply %u"), kj_tr(kj_side_name((KjSide)pos.side)),
                           tree->at->ply);
    if (browser->bench->watch && !browser->playing) {
        g_autofree char *light = kj_watch_light(browser->bench->watch);
        g_string_append_printf(out, "  [%s]", light);
    }
    draw_note(browser, out);
    draw_keys(browser, whole, out);
    return g_string_free(out, FALSE);
}
