/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What states.c and states_save.c share. */
#pragma once

#include "repl/workbench/packed_tree.h"
#include "repl/workbench/states.h"

/* Bytes of a text in place of others. */
typedef struct {
    gsize at;
    char *was, *is;
} KjSplice;
void kj_splice_free(KjSplice *splice);

typedef struct {
    KjPackedTree *pack; // NULL: the tree was never off the board; of that on the board: how it was
    GArray *intended;   // KjMove; or NULL
    KjBeside beside;
    unsigned place;   // the problem of the collection
    KjSplice *splice; // what became of its text since the state before; NULL: nothing
    char *command;    // that has led here; or NULL
} KjState;

struct KjStates {
    GPtrArray *list; // KjState*
    unsigned at;
    KjMoveTree *tree;
    char *text;       // of the present collection, or NULL
    GPtrArray *lines; // of which it was made
};

void kj_state_free(void *state);

/* The state of a number, and the present one. */
KjState *kj_state_at(const KjStates *states, unsigned i);
KjState *kj_state_present(const KjStates *states);

/* Packs what is on the board as it stands now. */
void kj_states_pack(KjStates *states);

/* The text that splices are of is that of the collection as it is now, or NULL. */
void kj_states_take_text(KjStates *states, const KjCollection *collection);
