/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and drawing of the full-screen browser of moves. */
#include "repl/screen/browser.h"

#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/phrases.h"
#include "repl/workbench/watch.h"

enum {
    PATH_ROWS = 5,  // moves that led here
    LIST_ROWS = 8,  // moves to go on with
    TREE_ROWS = 15, // of the whole tree, under its title
    SCREEN = 80,    // columns of the smallest screen
    LINES = 24,     // and its lines
    GAP = 3,        // between the board and the moves
    PAGE = 10,      // plies that a page key goes
};

void kj_browser_begin(KjBrowser *browser, KjWorkbench *bench, const KjBoardLook *look,
                      KjNotation notation)
{
    *browser = (KjBrowser){.bench = bench, .look = *look, .notation = notation, .width = SCREEN};
}

void kj_browser_fit(KjBrowser *browser, unsigned columns, unsigned lines)
{
    browser->width = MAX(columns, SCREEN);
    browser->rows = MAX(lines, LINES) - LINES;
}

void kj_browser_clear(KjBrowser *browser)
{
    g_clear_pointer(&browser->note, g_free);
    kj_tree_view_clear(&browser->tree);
}

void kj_browser_say(KjBrowser *browser, const char *note)
{
    g_free(browser->note);
    browser->note = g_strdup(kj_tr(note));
}

/* ---- keys ---- */

/* The place among the children of the one that `forward` goes to. */
static unsigned pointed(const KjMoveNode *node)
{
    const KjMoveNode *followed = kj_move_node_followed(node);
    unsigned n = 0;
    for (const KjMoveNode *child = node->child; child != followed; child = child->next)
        n++;
    return n;
}

/* Points at another child, round the ends. */
static void point(KjBrowser *browser, int by)
{
    KjMoveNode *node = kj_workbench_tree(browser->bench)->at;
    unsigned children = kj_move_node_children(node);
    if (children < 2) {
        kj_browser_say(browser, "no other move was tried here: m lists all, a searches");
        return;
    }
    unsigned to = (pointed(node) + children + (unsigned)by) % children;
    node->followed = kj_move_node_nth(node, to);
}

/* Goes into a child by its number, from 1. */
static void enter(KjBrowser *browser, unsigned number)
{
    KjMoveTree *tree = kj_workbench_tree(browser->bench);
    KjMoveNode *child = kj_move_node_nth(tree->at, number - 1);
    if (child)
        kj_move_tree_visit(tree, child);
    else
        kj_browser_say(browser, "no move of that number");
}

static void step(KjBrowser *browser, bool (*one)(KjMoveTree *tree), unsigned n, const char *end)
{
    KjMoveTree *tree = kj_workbench_tree(browser->bench);
    unsigned gone = 0;
    while (gone < n && one(tree))
        gone++;
    if (!gone)
        kj_browser_say(browser, end);
}

/* The legal moves here, checks first; none where the rules cannot be asked. */
static void list_moves(const KjBrowser *browser, KjMoveList *out)
{
    KjPosition pos;
    kj_workbench_position(browser->bench, &pos);
    out->n = 0;
    if (kj_position_check_start(&pos, NULL, NULL) != KJ_POSITION_OK)
        return;
    KjMoveList all;
    kj_gen_legal(&pos, &all);
    for (int quiet = 0; quiet < 2; quiet++)
        for (unsigned i = 0; i < all.n; i++)
            if (kj_gives_check(&pos, all.move[i]) == !quiet)
                out->move[out->n++] = all.move[i];
}

/* How many of the legal moves are listed one by one: quiet ones are folded where there are checks,
 * unless that was opened or the side to move is in check itself. */
static unsigned count_unfolded(const KjBrowser *browser, const KjMoveList *moves)
{
    KjPosition pos;
    kj_workbench_position(browser->bench, &pos);
    unsigned checks = 0;
    while (checks < moves->n && kj_gives_check(&pos, moves->move[checks]))
        checks++;
    bool all = browser->quiet || !checks || kj_checkers(&pos, (KjSide)pos.side);
    return all ? moves->n : checks;
}

/* Plays the chosen one of the listed moves, or opens what is folded. */
static void play_chosen(KjBrowser *browser)
{
    KjMoveList moves;
    list_moves(browser, &moves);
    browser->quiet = browser->listing = browser->chosen >= count_unfolded(browser, &moves);
    if (browser->listing || !moves.n)
        return;
    KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(browser->bench));
    kj_move_tree_play(tree, moves.move[browser->chosen]);
    kj_workbench_change(browser->bench, tree);
}

static unsigned list_rows(const KjBrowser *browser)
{
    return LIST_ROWS + browser->rows;
}

static unsigned tree_rows(const KjBrowser *browser)
{
    return TREE_ROWS + browser->rows;
}

static void take_listing_key(KjBrowser *browser, int key)
{
    KjMoveList moves;
    list_moves(browser, &moves);
    unsigned unfolded = count_unfolded(browser, &moves);
    unsigned last = unfolded < moves.n ? unfolded : MAX(unfolded, 1) - 1;
    switch (key) {
    case KJ_KEY_UP:
    case 'k': browser->chosen -= browser->chosen > 0; break;
    case KJ_KEY_DOWN:
    case 'j': browser->chosen = MIN(browser->chosen + 1, last); break;
    case KJ_KEY_PAGE_UP: browser->chosen -= MIN(browser->chosen, list_rows(browser)); break;
    case KJ_KEY_PAGE_DOWN: browser->chosen = MIN(browser->chosen + list_rows(browser), last); break;
    case KJ_KEY_HOME: browser->chosen = 0; break;
    case KJ_KEY_END: browser->chosen = last; break;
    case KJ_KEY_RIGHT:
    case ' ':
    case '\r':
    case '\n': play_chosen(browser); break;
    default: browser->listing = false;
    }
}

static void cut(KjBrowser *browser)
{
    KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(browser->bench));
    if (kj_move_tree_cut(tree)) {
        kj_workbench_change(browser->bench, tree);
        return;
    }
    kj_move_tree_free(tree);
    kj_browser_say(browser, "at the start, no move to cut");
}

static void next_notation(KjBrowser *browser)
{
    static const KjNotation order[] = {KJ_NOTATION_JA, KJ_NOTATION_USI, KJ_NOTATION_WESTERN};
    unsigned i = 0;
    while (i + 1 < G_N_ELEMENTS(order) && order[i] != browser->notation)
        i++;
    browser->notation = order[(i + 1) % G_N_ELEMENTS(order)];
}

/* Keys that mean something else in the whole tree; false for others. */
static bool take_tree_key(KjBrowser *browser, int key)
{
    static const struct {
        int key, other;
        KjTreeKey means;
    } keys[] = {
        {KJ_KEY_UP, 'k', KJ_TREE_UP},
        {KJ_KEY_DOWN, 'j', KJ_TREE_DOWN},
        {KJ_KEY_PAGE_UP, KJ_KEY_PAGE_UP, KJ_TREE_PAGE_UP},
        {KJ_KEY_PAGE_DOWN, KJ_KEY_PAGE_DOWN, KJ_TREE_PAGE_DOWN},
        {KJ_KEY_HOME, 'g', KJ_TREE_FIRST},
        {KJ_KEY_END, 'G', KJ_TREE_LAST},
        {KJ_KEY_LEFT, 'h', KJ_TREE_CLOSE},
        {KJ_KEY_RIGHT, 'l', KJ_TREE_OPEN},
        {' ', ' ', KJ_TREE_TURN},
        {'+', '*', KJ_TREE_OPEN_ALL},
        {'-', '-', KJ_TREE_CLOSE_ALL},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (key != keys[i].key && key != keys[i].other)
            continue;
        kj_tree_view_key(&browser->tree, kj_workbench_tree(browser->bench), keys[i].means,
                         tree_rows(browser));
        return true;
    }
    return false;
}

/* Goes over to the other view; in the tree one is where one was in the line. */
static void toggle_tree(KjBrowser *browser)
{
    browser->whole = !browser->whole;
    kj_tree_view_show(&browser->tree, kj_workbench_tree(browser->bench));
}

static void begin_listing(KjBrowser *browser)
{
    browser->listing = true;
    browser->quiet = false;
    browser->chosen = 0;
}

static void undo(KjBrowser *browser)
{
    if (!kj_workbench_undo(browser->bench, 1))
        kj_browser_say(browser, "nothing to undo");
}

static void previous_branch(KjBrowser *browser)
{
    point(browser, -1);
}

static void next_branch(KjBrowser *browser)
{
    point(browser, 1);
}

/* Keys that go along the line; false for others. */
static bool take_step_key(KjBrowser *browser, int key)
{
    static const struct {
        int keys[3]; // 0: no more
        bool (*go)(KjMoveTree *tree);
        unsigned times;
        const char *at_end;
    } steps[] = {
        {{KJ_KEY_UP, 'k'}, kj_move_tree_back, 1, "at the start"},
        {{KJ_KEY_DOWN, ' ', 'j'}, kj_move_tree_forward, 1, "the end of the line: a searches"},
        {{KJ_KEY_PAGE_UP}, kj_move_tree_back, PAGE, "at the start"},
        {{KJ_KEY_PAGE_DOWN}, kj_move_tree_forward, PAGE, "the end of the line"},
        {{KJ_KEY_HOME, 'g'}, kj_move_tree_back, G_MAXUINT, "at the start"},
        {{KJ_KEY_END, 'G'}, kj_move_tree_forward, G_MAXUINT, "the end of the line"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
        for (size_t k = 0; k < G_N_ELEMENTS(steps[i].keys); k++)
            if (key && key == steps[i].keys[k]) {
                step(browser, steps[i].go, steps[i].times, steps[i].at_end);
                return true;
            }
    return false;
}

/* Keys that do something else; false for others. */
static bool take_action_key(KjBrowser *browser, int key)
{
    static const struct {
        int key, other;
        void (*act)(KjBrowser *browser);
    } actions[] = {
        {KJ_KEY_TAB, 't', toggle_tree},
        {KJ_KEY_LEFT, 'h', previous_branch},
        {KJ_KEY_RIGHT, 'l', next_branch},
        {'m', 'm', begin_listing},
        {'x', 'x', cut},
        {'u', 'u', undo},
        {'n', 'n', next_notation},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(actions); i++) {
        if (key != actions[i].key && key != actions[i].other)
            continue;
        actions[i].act(browser);
        return true;
    }
    return false;
}

static bool is_end_key(int key)
{
    return key == 'q' || key == '\r' || key == '\n' || key == KJ_KEY_CTRL_C ||
           key == KJ_KEY_CTRL_D || key == KJ_KEY_ESCAPE;
}

KjBrowserWish kj_browser_key(KjBrowser *browser, int key)
{
    g_clear_pointer(&browser->note, g_free);
    bool listing = browser->listing && key != KJ_KEY_CTRL_C;
    bool taken = listing || (browser->whole && take_tree_key(browser, key));
    if (listing)
        take_listing_key(browser, key);
    if (!taken && key == 'a')
        return KJ_BROWSER_ANSWER;
    if (!taken && is_end_key(key))
        return KJ_BROWSER_END;
    taken = taken || take_step_key(browser, key) || take_action_key(browser, key);
    if (!taken && key >= '1' && key <= '9')
        enter(browser, (unsigned)(key - '0'));
    else if (!taken)
        kj_browser_say(browser, "unknown key");
    kj_workbench_moved(browser->bench);
    return KJ_BROWSER_ON;
}

/* ---- picture ---- */

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
    unsigned rows = list_rows(browser);
    return chosen < rows ? 0 : chosen - rows + 1;
}

static void draw_tried(const KjBrowser *browser, const KjMoveTree *tree, const KjPosition *pos,
                       GPtrArray *panel)
{
    unsigned children = kj_move_node_children(tree->at);
    unsigned chosen = pointed(tree->at), first = first_row(browser, chosen);
    g_ptr_array_add(panel, children ? g_strdup_printf(kj_tr("next, %u tried"), children)
                                    : g_strdup(kj_tr("no move was tried here")));
    const KjMoveNode *node = kj_move_node_nth(tree->at, first);
    for (unsigned i = first; node && i < first + list_rows(browser); i++, node = node->next) {
        unsigned nodes, plies = plies_below(tree, node, &nodes);
        g_autofree char *move = kj_move_text(pos, node->move, tree->at->move, browser->notation);
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
    list_moves(browser, &moves);
    unsigned first = first_row(browser, browser->chosen);
    g_ptr_array_add(panel,
                    g_strdup_printf(kj_tr("%u legal moves: Enter plays, q goes back"), moves.n));
    unsigned unfolded = count_unfolded(browser, &moves), end = first + list_rows(browser);
    for (unsigned i = first; i < MIN(unfolded, end); i++) {
        g_autofree char *move = kj_move_text(pos, moves.move[i], tree->at->move, browser->notation);
        g_autofree char *text = g_strdup_printf(
            "%4u  %s%s", i + 1, move, kj_gives_check(pos, moves.move[i]) ? kj_tr("  check") : "");
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

char *kj_browser_picture(const KjBrowser *browser)
{
    const KjMoveTree *tree = kj_workbench_tree(browser->bench);
    KjPosition pos;
    kj_workbench_position(browser->bench, &pos);
    g_autoptr(GPtrArray) panel = g_ptr_array_new_with_free_func(g_free);
    bool whole = browser->whole && !browser->listing;
    g_autofree char *drawn = kj_board_draw(&pos, &browser->look, tree->at->move);
    g_auto(GStrv) board = g_strsplit(drawn, "\n", -1);
    unsigned width = browser->width - GAP - board_columns(board, pos.game->t->ranks + 5u);
    if (whole) {
        kj_tree_view_draw(&browser->tree, tree, browser->notation, tree_rows(browser), width,
                          panel);
    } else {
        draw_path(browser, tree, panel);
        if (browser->listing)
            draw_listing(browser, tree, &pos, panel);
        else
            draw_tried(browser, tree, &pos, panel);
    }
    // a hand, files, ruler, ranks, ruler, a hand
    GString *out = g_string_new(NULL);
    draw_beside(out, board, pos.game->t->ranks + 5u, panel);
    g_string_append_printf(out, kj_tr("%s to move, ply %u"), kj_tr(kj_side_name((KjSide)pos.side)),
                           tree->at->ply);
    if (browser->bench->watch) {
        g_autofree char *light = kj_watch_light(browser->bench->watch);
        g_string_append_printf(out, "  [%s]", light);
    }
    g_string_append_printf(out, "\n%s\n\n", browser->note ? browser->note : "");
    g_string_append(
        out, whole ? kj_tr("up, down: another row   right: open, go in   left: close, go out\n"
                           "space: open or close   +: open all   -: close all   t: line\n"
                           "a: search and add   m: moves   x: cut   u: undo   Enter or q: done")
                   : kj_tr("down: play the move shown   up: back   left, right or 1-9: another\n"
                           "a: search and add the answer   m: all moves   x: cut   u: undo\n"
                           "Home, End: start and end   t: tree   n: notation   Enter or q: done"));
    return g_string_free(out, FALSE);
}
