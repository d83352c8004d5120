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

/* One item with its result, whose members are those of columns.def. Strings belong to the cursor and
 * live until the next; NULL: there is none. */
typedef struct {
    union {
        KjItemRow read;
        struct {
#define KJ_ITEM KJ_MEMBER
#include "repl/store/columns.def"
        };
    };
    const char *file;
    const char *game, *canonical; // of the canonical position; NULL of an error
    union {
        KjResultRow result; // verdict NULL: none yet
        struct {
#define KJ_RESULT KJ_MEMBER
#include "repl/store/columns.def"
        };
    };
    const char *canon_codes; // "code\tply\tdetail\tseverity" lines in order of ply, NULL: none
    const char *themes;      // lines, in order
    bool hisshi;             // the goal was 必至: plies count up to it
} KjItem;

typedef struct {
    KjStore *store;
    sqlite3_stmt *statement;
    KjItem item;
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
    char *codes;  // lines as KjItem.canon_codes, with the moves turned, or NULL
} KjItemView;

/* One line of codes. */
typedef struct {
    const char *code, *detail;
    unsigned ply; // 0: the whole
    KjSeverity severity;
} KjItemCode;

/* Takes the first line off `rest`, which is changed; false: there is none. */
bool kj_item_next_code(char **rest, KjItemCode *out);

/* False if the item has no position. Clear with kj_item_view_clear. */
bool kj_item_view(const KjItem *item, KjItemView *out);
void kj_item_view_clear(KjItemView *view);

/* The line, or the author's, in USI, moves apart by blanks. (transfer full) */
char *kj_item_line_text(const KjItemView *view);
char *kj_item_author_text(const KjItemView *view);

/* What kind of line it has, of a complete one. */
KjLineKind kj_item_line_kind(const KjItem *item);

/* "file:line", or the file and the number where there are no lines. (transfer full) */
char *kj_item_place(const KjItem *item);

/* What to call it: title, name, or place. (transfer full) */
char *kj_item_label(const KjItem *item);
