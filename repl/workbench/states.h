/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a session works on, value by value, for undo: the tree of moves on the board, and what stands
 * beside it. The trees that are not on the board are packed, eight bytes a node, and share all parts
 * in which they are alike; of the text of a collection only what a change has replaced is kept.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/tree/move_place.h"
#include "repl/workbench/beside.h"

typedef struct KjStates KjStates;

/* One state. (tree: transfer full; free with kj_states_free) */
KjStates *kj_states_new(KjMoveTree *tree, const KjBeside *beside);
void kj_states_free(KjStates *states);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjStates, kj_states_free)

/* Which is the present one, from 0. */
unsigned kj_states_at(const KjStates *states);

/* The tree on the board; going back and forth in it changes no other state. (transfer none) */
KjMoveTree *kj_states_tree(const KjStates *states);

/* The line that is intended from the start of the present state, KjMove in its squares, which
 * need not be playable; NULL: none is known but the moves of the tree. (transfer none) */
GArray *kj_states_intended(const KjStates *states);

/* Adds a state, which becomes the present one; what was undone is forgotten. `tree` NULL: the board
 * stays. `command` is what the user typed. (tree and line, which may be NULL: transfer full) */
void kj_states_push(KjStates *states, KjMoveTree *tree, GArray *intended, const KjBeside *beside,
                    const char *command);

/* Goes one state back, or on, with what stands beside the board. False where there is none. */
bool kj_states_step(KjStates *states, bool back, KjBeside *beside);

/* The command that has led to the state after this one, or (`back`) to this one, if it has changed
 * more than the board; else NULL. (transfer none) */
const char *kj_states_command(const KjStates *states, bool back);

/*
 * As members of a JSON object the present state, up to `most` before it and those after it, each by
 * what differs from the one before; those of another collection than the present one are left out.
 * And back, with that collection or NULL, and what stands beside the board; NULL with KJ_TEXT_ERROR.
 * (transfer full)
 */
void kj_states_write(KjStates *states, unsigned most, JsonObject *out);
KjStates *kj_states_read(JsonObject *root, KjCollection *collection, KjBeside *beside,
                         GError **error);
