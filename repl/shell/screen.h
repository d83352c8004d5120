/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The full screen of a terminal that knows ANSI sequences: reads keys, draws lines. What keys mean
 * and what is drawn is elsewhere (board_editor.h, browser.h) and needs no terminal.
 */
#pragma once

#include "repl/cli/session.h"

/* Keys that are no character; those with a name of their own are what terminals send for them. */
enum {
    KJ_KEY_NONE = -2, // draw again: the size or the light has changed
    KJ_KEY_EOF = -1,
    KJ_KEY_CTRL_C = 3,
    KJ_KEY_CTRL_D = 4,
    KJ_KEY_TAB = 9,
    KJ_KEY_ESCAPE = 27,
    KJ_KEY_DELETE = 0x7f,
    KJ_KEY_UP = 256,
    KJ_KEY_DOWN,
    KJ_KEY_LEFT,
    KJ_KEY_RIGHT,
    KJ_KEY_HOME,
    KJ_KEY_END,
    KJ_KEY_PAGE_UP,
    KJ_KEY_PAGE_DOWN,
    KJ_KEY_SHIFT_UP, // in the order of KJ_KEY_UP and those after it
    KJ_KEY_SHIFT_DOWN,
    KJ_KEY_SHIFT_LEFT,
    KJ_KEY_SHIFT_RIGHT,
};

#define KJ_REVERSED "\033[7m"
#define KJ_RED "\033[31m"
#define KJ_YELLOW "\033[33m"
#define KJ_UNDERLINED "\033[4m"
#define KJ_PLAIN "\033[0m"

typedef struct {
    KjSession *session;
} KjScreen;

/* Takes the whole screen; false if standard input and output are no terminal, or one that
 * cannot move its cursor (TERM is `dumb` or not set). */
bool kj_screen_open(KjScreen *screen, KjSession *session);

/* Gives it back as it was. */
void kj_screen_close(void);

/* Waits for a key. */
int kj_screen_key(KjScreen *screen);

/* While `on`, Ctrl-C sets the session's stop flag instead of being a key: for a search. */
void kj_screen_interruptible(bool on);

/* Shows lines, cut to the size of the screen, in place of what is there. */
void kj_screen_show(KjScreen *screen, const char *picture);
