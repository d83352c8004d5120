/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The full-screen editor without its terminal: what each key does, and the picture of the board. */
#pragma once

#include "repl/shell/screen.h"
#include "repl/workbench/workbench.h"

typedef struct {
    KjWorkbench *bench;
    unsigned file, rank; // of the cursor, from 0
    bool color;          // gote's pieces are red
    bool hands;          // letters go to the hands
    bool taking;         // the next letter is taken out of a hand
    bool promoted;       // and is of a promoted piece
    unsigned digit;      // first of two that name a square, 0 none
    const char *note;    // what to say below the board; static
    bool carrying;       // a piece was picked up,
    unsigned carried;    // from this square
    // What the light has found, looked at one after the other; NULL: the diagram is edited.
    GPtrArray *notes; // KjWorkNote; owned
    unsigned looked;  // which of them
    unsigned step;    // moves of its line that are made
} KjBoardEditor;

/* Begins on the board of a workbench, with the cursor in the middle of the far rank. */
void kj_board_editor_begin(KjBoardEditor *cursor, KjWorkbench *bench, bool color);
void kj_board_editor_end(KjBoardEditor *cursor);

/* Obeys a key: a character, or one of KJ_KEY_*. False when it asked to end. */
bool kj_board_editor_key(KjBoardEditor *cursor, int key);

/* The picture: what is drawn of it (board_picture.c) and what keys do (board_editor.c) are apart. */
unsigned kj_board_editor_square(const KjBoardEditor *cursor, const KjGame *game);

/* The finding that is looked at, NULL none. */
const struct KjWorkNote *kj_board_editor_looked(const KjBoardEditor *cursor);

/* The screen: at most 23 lines of 79 columns, with ANSI sequences for the cursor and colour.
 * (transfer full) */
char *kj_board_editor_picture(const KjBoardEditor *cursor);
