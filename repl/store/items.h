/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The items of a store with their results, one by one; what reports and find are made of. */
#pragma once

#include "repl/store/find_query.h"
#include "repl/store/store.h"

#include "core/rules/position.h"
#include "solver/check/check.h"

/* A task of a store. Strings are owned. */
typedef struct {
    gint64 id; // 0: the store has none
    char *kind, *version, *rules;
} KjTask;

/* The task used last, of a kind or (NULL) any. Errors: KJ_STORE_ERROR, or KJ_USAGE_ERROR when there
 * is none of the kind asked for; a store without any task gives id 0. Clear with kj_task_clear. */
bool kj_task_find(KjStore *store, const char *kind, KjTask *out, GError **error);
void kj_task_clear(KjTask *task);

/* One item with its result. Strings belong to the cursor and live until the next; NULL: there is
 * none. Lengths are in plies, -1: none. */
typedef struct {
    // where it was read, and what the file says of it
    const char *file;
    gint64 file_id, number;
    gint64 line;   // of the file, 0: unknown
    unsigned turn; // KjCanonicalTurn bits
    const char *name, *title, *composer;
    const char *date; // of publication, or when it was made
    int recorded;
    const char *note, *headers; // a JSON object
    const char *error;
    gint64 column; // of the error, 0: unknown
    const char *canonical_claim;
    // the problem: a canonical position
    gint64 problem;
    const char *game, *canonical; // NULL of an error
    // the answer
    const char *verdict; // NULL: none yet
    const char *cause;   // of an unknown
    int plies, pure_plies;
    bool proved;            // KjResult.plies_proved
    const char *canon_line; // in USI, with blanks between
    const char *line_kind;  // kj_line_kind_text of one that is complete
    const char *leftover;   // as in SFEN
    gint64 nodes, ms;
    const char *certificate; // the file
    double difficulty;       // NaN: unknown
    const char *codes;       // "cook@3 early@5", in order of ply
    const char *themes;      // lines, in order
    const char *report;      // the answer of a check, turned to the problem as it was read
    bool hisshi;             // the goal was 必至: plies count up to it
} KjItem;

typedef struct {
    KjStore *store;
    sqlite3_stmt *statement;
    KjItem item;
    char *report; // what the item's points to
} KjItems;

/* Begins to go through the items that a query (NULL: all) finds, by file and number. */
bool kj_items_begin(KjItems *items, KjStore *store, gint64 task, const KjFindQuery *query,
                    GError **error);

/* 1: items->item is the next; 0: there are no more; -1: failed. */
int kj_items_next(KjItems *items, GError **error);
void kj_items_end(KjItems *items);

/* An item as it was read, turned back from the canonical position. */
typedef struct {
    KjPosition position;
    KjSide attacker;
    char *text; // as kj_position_write has it, with the moves before it where they count
    unsigned n_line;
    KjMove *line;
    unsigned n_author; // the author's line
    KjMove *author;
    bool authors; // the line is the author's
} KjItemView;

/* False if the item has no position. Clear with kj_item_view_clear. */
bool kj_item_view(const KjItem *item, KjItemView *out);
void kj_item_view_clear(KjItemView *view);

/* The line, or the author's, in USI, moves apart by blanks. (transfer full) */
char *kj_item_line_text(const KjItemView *view);
char *kj_item_author_text(const KjItemView *view);

/* "file:line", or the file and the number where there are no lines. (transfer full) */
char *kj_item_place(const KjItem *item);

/* What to call it: title, name, or place. (transfer full) */
char *kj_item_label(const KjItem *item);
