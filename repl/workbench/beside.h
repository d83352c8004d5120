/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands beside the board: the open collection with the place in it, positions kept by name,
 * and edits that were not put into the collection. Commands never change a table or what it holds:
 * another one takes its place, so that undo has the one from before.
 */
#pragma once

#include <glib.h>

#include "core/tree/move_tree.h"
#include "repl/collection/collection.h"

/* What was on the board once: never changed, a box with a count of references (g_rc_box). */
typedef struct {
    KjMoveTree *tree;
    GArray *intended; // KjMove; or NULL
} KjKept;

/* (tree and line, which may be NULL: transfer full) */
KjKept *kj_kept_new(KjMoveTree *tree, GArray *intended);
void kj_kept_unref(KjKept *kept);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjKept, kj_kept_unref)

/* A record that was read: a tree made of it, and its main line as the author's. (tree: transfer
 * full) */
KjKept *kj_kept_record(KjMoveTree *tree, const KjMoveTree *record);

typedef struct {
    KjCollection *collection; // or NULL
    GHashTable *names;        // name -> KjKept*
    GHashTable *unput;        // index of a problem -> KjKept*: edits of those not on the board
    bool edited;              // what is on the board was not put into its problem
    bool found;               // a search has found the moves on it
} KjBeside;

void kj_beside_init(KjBeside *beside);
void kj_beside_clear(KjBeside *beside);
void kj_beside_copy(KjBeside *out, const KjBeside *beside);

/* Empty tables. (transfer full) */
GHashTable *kj_beside_new_names(void);
GHashTable *kj_beside_new_unput(void);

/* Another collection, without edits, takes the place of the one there is. (transfer full) */
void kj_beside_open(KjBeside *beside, KjCollection *collection);

/* Gives a name another position; NULL: forgets it. (transfer full) */
void kj_beside_name(KjBeside *beside, const char *name, KjKept *kept);

/* The edit of a problem that is not on the board, or NULL. (transfer none) */
const KjKept *kj_beside_unput(const KjBeside *beside, unsigned problem);

/* Keeps an edit of a problem; NULL: it has none. (transfer full) */
void kj_beside_keep(KjBeside *beside, unsigned problem, KjKept *kept);

/* A problem was taken out of the collection, or (`to`) has got another place. */
void kj_beside_discarded(KjBeside *beside, unsigned problem);
void kj_beside_reordered(KjBeside *beside, unsigned from, unsigned to);

/* The problems with edits that were not put, from 1: "2, 5"; NULL: there are none. (transfer
 * full) */
char *kj_beside_unput_text(const KjBeside *beside);
