/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of the full-screen browser of moves. */
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/job/interpositions.h"
#include "repl/shell/browser-priv.h"

enum {
    SCREEN = 80, // columns of the smallest screen
    LINES = 24,  // and its lines
    PAGE = 10,   // plies that a page key goes
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

GPtrArray *kj_browser_tried(const KjMoveTree *tree)
{
    GPtrArray *tried = g_ptr_array_new();
    const KjMoveNode *followed = kj_move_node_followed(tree->at);
    for (KjMoveNode *child = tree->at->child; child; child = child->next)
        if (child == followed || !kj_interposition_is_told(tree, child))
            g_ptr_array_add(tried, child);
    return tried;
}

unsigned kj_browser_pointed(const KjMoveTree *tree, const GPtrArray *tried)
{
    unsigned n = 0;
    while (n + 1 < tried->len && tried->pdata[n] != kj_move_node_followed(tree->at))
        n++;
    return n;
}

/* Points at another child, round the ends. */
static void point(KjBrowser *browser, int by)
{
    KjMoveTree *tree = kj_workbench_tree(browser->bench);
    g_autoptr(GPtrArray) tried = kj_browser_tried(tree);
    if (tried->len < 2)
        kj_browser_say(browser, "no other move was tried here: m lists all, a searches");
    else
        tree->at->followed =
            tried
                ->pdata[(kj_browser_pointed(tree, tried) + tried->len + (unsigned)by) % tried->len];
}

/* Goes into a child by its number, from 1. */
static void enter(KjBrowser *browser, unsigned number)
{
    KjMoveTree *tree = kj_workbench_tree(browser->bench);
    g_autoptr(GPtrArray) tried = kj_browser_tried(tree);
    if (number <= tried->len)
        kj_move_tree_visit(tree, tried->pdata[number - 1]);
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

void kj_browser_moves(const KjBrowser *browser, KjMoveList *out)
{
    KjPosition pos = kj_workbench_position(browser->bench);
    out->n = 0;
    if (kj_position_check_start(&pos, NULL, NULL) != KJ_POSITION_OK)
        return;
    KjMoveList all;
    kj_gen_legal(&pos, &all);
    for (int quiet = 0; quiet < (browser->playing ? 1 : 2); quiet++)
        for (unsigned i = 0; i < all.n; i++)
            if (kj_gives_check(&pos, all.move[i]) == !quiet)
                out->move[out->n++] = all.move[i];
}

unsigned kj_browser_unfolded(const KjBrowser *browser, const KjMoveList *moves)
{
    KjPosition pos = kj_workbench_position(browser->bench);
    unsigned checks = 0;
    while (checks < moves->n && kj_gives_check(&pos, moves->move[checks]))
        checks++;
    bool all = browser->quiet || !checks || kj_checkers(&pos, (KjSide)pos.side);
    return all ? moves->n : checks;
}

void kj_browser_play(KjBrowser *browser, bool on)
{
    browser->playing = browser->listing = on;
    browser->played = KJ_MOVE_NONE;
    browser->chosen = browser->left = browser->hints = 0;
}

void kj_browser_go(KjBrowser *browser, KjMove move)
{
    KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(browser->bench));
    kj_move_tree_play(tree, move);
    kj_workbench_change(browser->bench, tree);
    browser->chosen = browser->hints = 0;
}

/* Plays the chosen one of the listed moves, or opens what is folded. */
static void play_chosen(KjBrowser *browser)
{
    KjMoveList moves;
    kj_browser_moves(browser, &moves);
    browser->quiet = browser->listing = browser->chosen >= kj_browser_unfolded(browser, &moves);
    if (browser->listing || !moves.n)
        return;
    kj_browser_go(browser, moves.move[browser->chosen]);
}

static void take_listing_key(KjBrowser *browser, int key)
{
    KjMoveList moves;
    kj_browser_moves(browser, &moves);
    unsigned unfolded = kj_browser_unfolded(browser, &moves);
    unsigned last = unfolded < moves.n ? unfolded : MAX(unfolded, 1) - 1;
    if (key >= '1' && key <= '9') {
        browser->chosen = MIN((unsigned)(key - '1'), last);
        return;
    }
    switch (key) {
    case KJ_KEY_UP:
    case 'k': browser->chosen -= browser->chosen > 0; break;
    case KJ_KEY_DOWN:
    case 'j': browser->chosen = MIN(browser->chosen + 1, last); break;
    case KJ_KEY_PAGE_UP:
        browser->chosen -= MIN(browser->chosen, kj_browser_list_rows(browser));
        break;
    case KJ_KEY_PAGE_DOWN:
        browser->chosen = MIN(browser->chosen + kj_browser_list_rows(browser), last);
        break;
    case KJ_KEY_HOME: browser->chosen = 0; break;
    case KJ_KEY_END: browser->chosen = last; break;
    case KJ_KEY_RIGHT:
    case ' ':
    case '\r':
    case '\n': play_chosen(browser); break;
    default: browser->listing = browser->playing;
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
                         kj_browser_tree_rows(browser));
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

/* Takes back a check with its answer. */
static void take_back(KjBrowser *browser)
{
    step(browser, kj_move_tree_back, 2, "at the start");
    browser->chosen = browser->left = browser->hints = 0;
}

/* A key in play: true and what it asks for, or false for one that goes through the list. */
static bool take_play_key(KjBrowser *browser, int key, KjBrowserWish *out)
{
    *out = KJ_BROWSER_ON;
    bool enters = key == KJ_KEY_RIGHT || key == ' ' || key == '\r' || key == '\n';
    KjMoveList moves;
    kj_browser_moves(browser, &moves);
    if (enters && moves.n) {
        browser->played = moves.move[browser->chosen];
        *out = KJ_BROWSER_PLAY;
    } else if (enters) {
        kj_browser_say(browser, "there is no check");
    } else if (key == 'h') {
        *out = KJ_BROWSER_HINT;
    } else if (key == 'u' || key == KJ_KEY_LEFT) {
        take_back(browser);
    } else if (key == 'a' || key == 'p' || is_end_key(key)) {
        kj_browser_play(browser, false);
        *out = key == 'a' ? KJ_BROWSER_ANSWER : KJ_BROWSER_ON;
    } else {
        return false;
    }
    return true;
}

KjBrowserWish kj_browser_key(KjBrowser *browser, int key)
{
    g_clear_pointer(&browser->note, g_free);
    KjBrowserWish wish;
    if (browser->playing && take_play_key(browser, key, &wish)) {
        kj_workbench_moved(browser->bench);
        return wish;
    }
    bool listing = browser->listing && key != KJ_KEY_CTRL_C;
    bool taken = listing || (browser->whole && take_tree_key(browser, key));
    if (listing)
        take_listing_key(browser, key);
    if (!taken && key == 'a')
        return KJ_BROWSER_ANSWER;
    if (!taken && key == 'p') {
        kj_browser_play(browser, true);
        return KJ_BROWSER_PLAY;
    }
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
