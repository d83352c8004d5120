/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Games and solutions on a page (HTML) of their own: a board to step through with keys, buttons or
 * by a click on a move, variations that fold, comments. A page is one file, needs no server and no
 * network, and without JavaScript still has the diagram and the moves. To be used so:
 *
 *   kj_replay_append(body, tree, style);  any number of times
 *   kj_replay_page(title, body);          once
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/notation/notation.h"
#include "core/tree/move_cursor.h"
#include "repl/diagram/diagram.h"
#include "repl/diagram/svg.h"

enum {
    KJ_REPLAY_DEEPEST = 64, // variations within variations that are listed; deeper ones are counted
};

typedef struct {
    KjDiagramStyle diagram;
    const KjPalette *palette;
    KjNotation notation;
    const char *title, *composer; // or NULL; not kept
    const char *family;           // of its font, or NULL
    double pixels;                // of a square, 44 is a good size
    bool problem;                 // of a mate problem: what fails beside the attacker's are tries
    bool hidden;                  // the answers are hidden until the reader asks for them
    const GPtrArray *remarks;     // of const KjStepsRemark *, to stand before the moves; or NULL
} KjReplayStyle;

/* A line of text beside the board, with a link to a place of the game. */
typedef struct {
    const char *text, *class; // class: of HTML
    const KjMoveNode *node;   // or NULL
} KjStepsRemark;

/*
 * Appends a <section> with the start position, the moves of the main line and all branches, and the
 * comments. The tree must have its start.
 */
void kj_replay_append(GString *out, KjMoveTree *tree, const KjReplayStyle *style);

/* What the script that steps through says, by its own keys, in the language of the thread.
 * (transfer full) */
JsonObject *kj_replay_words(void);

/* The script of such pages, for those that have it beside them. */
extern const char kj_replay_script[];

/* A page of its own in the language of the thread: `body` is HTML. (transfer full) */
char *kj_replay_page(const char *title, const char *body);
