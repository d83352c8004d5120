/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was on the board, state by state, for undo. The state on the board is a tree of moves; the
 * others are packed, eight bytes a node, and share all parts in which they are alike.
 */
#pragma once

#include <glib.h>

#include "core/tree/move_place.h"

typedef struct KjStates KjStates;

/* One state. (tree: transfer full; free with kj_states_free) */
KjStates *kj_states_new(KjMoveTree *tree);
void kj_states_free(KjStates *states);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjStates, kj_states_free)

/* How many there are, and which is on the board, from 0. */
unsigned kj_states_count(const KjStates *states);
unsigned kj_states_at(const KjStates *states);

/* The tree on the board; going back and forth in it changes no other state. (transfer none) */
KjMoveTree *kj_states_tree(const KjStates *states);

/* The line that is intended from the start of the state on the board, KjMove in its squares, which
 * need not be playable; NULL: none is known but the moves of the tree. (transfer none) */
const GArray *kj_states_intended(const KjStates *states);
/* (line: transfer full, may be NULL) */
void kj_states_intend(KjStates *states, GArray *line);

/* Adds a state and puts it on the board; what was undone is forgotten. (tree and line, which may be
 * NULL: transfer full) */
void kj_states_push(KjStates *states, KjMoveTree *tree, GArray *intended);

/* Puts another state on the board. */
void kj_states_go(KjStates *states, unsigned at);

/*
 * The states from `first` on as text: sections "state" or, of that on the board, "board", the first
 * of them whole, of the others what differs from the one before. Appended to `out`.
 */
void kj_states_write(KjStates *states, unsigned first, GString *out);

/* What is on its way from such a text. */
typedef struct KjStatesReader KjStatesReader;
KjStatesReader *kj_states_reader_new(void);
void kj_states_reader_free(KjStatesReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjStatesReader, kj_states_reader_free)

/* Reads a section, without its title. Fails with KJ_TEXT_ERROR. */
bool kj_states_reader_add(KjStatesReader *reader, const char *text, bool on_board, GError **error);

/* The states read, NULL if there are none. (transfer full) */
KjStates *kj_states_reader_take(KjStatesReader *reader);
