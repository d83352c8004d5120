/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree of moves browsed with keys, without its terminal: what each key does, and the picture.
 * The place reached in the tree is the workbench's own, so leaving the browser stays there.
 */
#pragma once

#include "core/notation/notation.h"
#include "core/notation/textboard.h"
#include "repl/shell/browser_tree.h"
#include "repl/shell/screen.h"
#include "repl/workbench/workbench.h"

typedef struct {
    KjWorkbench *bench;
    KjBoardLook look;
    KjNotation notation;
    bool whole;      // the whole tree is shown instead of the line
    KjTreeView tree; // and what of it is open
    bool listing;    // all legal moves are listed instead of those tried
    unsigned chosen; // of that list
    bool quiet;      // moves that give no check are listed as well
    bool playing;    // checks are listed, to be played and answered; what was tried is not shown
    KjMove played;   // of KJ_BROWSER_PLAY: a check, or KJ_MOVE_NONE: play begins
    unsigned left;   // plies that the mate takes from here, 0: not known
    unsigned hints;  // that were given here
    char *note;      // what to say, or NULL; owned
    unsigned width;  // of the screen
    unsigned rows;   // more than the least a screen has
} KjBrowser;

/* What a key asked for. */
typedef enum {
    KJ_BROWSER_ON,     // nothing more
    KJ_BROWSER_ANSWER, // a search from here, whose solution is to be put into the tree
    KJ_BROWSER_PLAY,   // the best answer to `played`, or what there is to play for
    KJ_BROWSER_HINT,   // a search from here, of which only a little is told
    KJ_BROWSER_END,
} KjBrowserWish;

/* Begins at the place reached on a workbench. Clear with kj_browser_clear. */
void kj_browser_begin(KjBrowser *browser, KjWorkbench *bench, const KjBoardLook *look,
                      KjNotation notation);
void kj_browser_clear(KjBrowser *browser);

/* Makes the picture one for a screen of so many columns and lines; at first it is for the least, 80
 * by 24. */
void kj_browser_fit(KjBrowser *browser, unsigned columns, unsigned lines);

/* Obeys a key: a character, or one of KJ_KEY_*. */
KjBrowserWish kj_browser_key(KjBrowser *browser, int key);

/* From now on the attacker's moves are played, without what is known of them; or no longer. */
void kj_browser_play(KjBrowser *browser, bool on);

/* Plays a move that was not tried yet, or goes into it. */
void kj_browser_go(KjBrowser *browser, KjMove move);

/* Says something below the board until the next key. */
void kj_browser_say(KjBrowser *browser, const char *note);

/*
 * The screen: no more lines and columns than it was fitted to, with ANSI sequences. (transfer full)
 */
char *kj_browser_picture(const KjBrowser *browser);
