/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one store holds put into another, by content: problems by position, files by name, tasks by
 * what they are. */
#pragma once

#include "repl/store/store.h"

/* What was new. */
typedef struct {
    gint64 problems, items;
    gint64 results; // put in, new or better than what was there
    gint64 contradictions;
    gint64 refused; // results that a judge did not take
} KjCopyCount;

/* A result that is to be taken over. Texts are borrowed. */
typedef struct {
    const char *kind, *rules;            // of the task
    const char *game, *position, *claim; // of the problem
    // of the answer
    const char *verdict;
    int pure_plies; // -1: none
    bool proved;
    const char *line, *certificate; // or NULL
} KjIncoming;

/* What a judge says of it. */
typedef enum {
    KJ_TAKE,
    KJ_TAKE_UNPROVED, // but a shorter mate is not excluded
    KJ_TAKE_NOT,
    KJ_TAKE_PASS,    // likewise, as it is not decided
    KJ_TAKE_NOTHING, // of the whole store
} KjTake;

/* How to copy. */
typedef struct {
    /* Is asked about each result before it is taken over; NULL: all are believed, and checkpoints come
     * along as well. `from`: the store's name. */
    KjTake (*judge)(void *data, const char *from, const KjIncoming *incoming);
    /* Takes one contradiction: the problem, and what the two stores say of it. */
    void (*contradiction)(void *data, const char *position, const char *here, const char *there);
    void *data;
} KjCopy;

/*
 * Copies from the store at `from` in one transaction. Of two results of a task for a problem the
 * settled one wins, then the decided one, then the one of larger limits, then the one that is there.
 * Two that cannot both be true are told, and the one that is there stays. Items that the store has
 * under the same file and number stay. Errors: as kj_store_open; KJ_STORE_ERROR if the judge takes
 * nothing.
 */
bool kj_store_copy(KjStore *to, const char *from, const KjCopy *how, KjCopyCount *out,
                   GError **error);

/*
 * A store to read: the one of a name, or of several names (NULL-terminated) one for this process
 * only that holds what they all hold, as far as it is not contradicted. Errors: as kj_store_open.
 * (transfer full)
 */
KjStore *kj_stores_open(const char *const *paths, const KjCopy *how, GError **error);
