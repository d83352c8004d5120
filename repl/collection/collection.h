/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file of problems open for editing: a list (docs/formats.md) or records in KIF,
 * KI2, BOD, CSA or JKF, in any encoding that is read. Its lines are kept as the bytes they are,
 * with their ends, comments and whatever is not understood; of a problem that is put back only
 * those lines change that say something else.
 */
#pragma once

#include <json-glib/json-glib.h>
#include <stdbool.h>

#include "core/format/game_file.h"
#include "core/tree/move_place.h"

/* The lines of a problem; indices into `lines`. */
typedef struct {
    unsigned first, count;
} KjCollectionSpan;

typedef struct KjCollection {
    grefcount refs;
    char *path;
    const KjGame *game; // asked for when it was opened, or NULL
    GPtrArray *lines;   // char*: the bytes of each, with its end
    GPtrArray *texts;   // char*: the same in UTF-8, without
    GArray *problems;   // KjCollectionSpan
    GPtrArray *files;   // KjGameFile* of each problem; NULL: a list
    KjFormat format;    // KIF for KI2 and BOD too; of no meaning for a list
    KjTextEncoding encoding;
    KjUtf16 utf16;    // of the file; `lines` have it as UTF-8 then
    unsigned end;     // lines from here on could not be read
    char *unread;     // and why, or NULL
    char *lost;       // of a table: the error of its first row that cannot be read, or NULL
    unsigned current; // index of a problem
    bool foreign;     // made of a store or a table, which is never written to
    char *now;        // the digest of `lines`
    char *saved;  // and what it was when they were read or saved last; NULL: never, or not known
    char *digest; // of the file's bytes then; NULL: not known
} KjCollection;

/*
 * Opens a file, which is read once, or a store as a list of its problems, or a table (docs/formats.md)
 * as records; `game` NULL: told by each problem. `out_left_out`: problems of a store or a table that
 * cannot be read; may be NULL. NULL with
 * G_FILE_ERROR, KJ_TEXT_ERROR or an error of the store when it cannot be read, is no text, or holds
 * no problem. (transfer full)
 */
KjCollection *kj_collection_open(const char *path, const KjGame *game, unsigned *out_left_out,
                                 GError **error);
/*
 * A new list that holds what `tree` does up to where it stands, to be saved as `path`. NULL with
 * KJ_USAGE_ERROR_ARGUMENT where the name is that of a record. (transfer full)
 */
KjCollection *kj_collection_new(const char *path, const KjMoveTree *tree, GError **error);
KjCollection *kj_collection_ref(KjCollection *collection);
void kj_collection_unref(KjCollection *collection);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjCollection, kj_collection_unref)

/* Whether it holds something else than its file did when it was read or saved last. */
bool kj_collection_changed(const KjCollection *collection);

/* All its lines, and others in their place, which earlier were there. Fails, and nothing changes,
 * when they cannot be read. (transfer full) */
char *kj_collection_text(const KjCollection *collection);
bool kj_collection_set_text(KjCollection *collection, const char *text, GError **error);

/* Of a list: the text of a problem's position, as in the file, and how many characters of its line
 * come before it; `out_before` may be NULL. (transfer full) */
char *kj_collection_position(const KjCollection *collection, unsigned problem,
                             unsigned *out_before);
/*
 * Of records: a problem with its moves and branches, at the start; NULL of a list. (transfer full)
 */
KjMoveTree *kj_collection_tree(const KjCollection *collection, unsigned problem);

/* The name of a problem, "" if it has none: the id of a list, number and title of a record.
 * (transfer full) */
char *kj_collection_id(const KjCollection *collection, unsigned problem);

/* The 1-based line where a problem begins. */
unsigned kj_collection_line(const KjCollection *collection, unsigned problem);

/* What the file cannot hold of what was put into it. */
typedef struct {
    unsigned lost; // moves of the file that the new start does not allow; they stay as comments
    unsigned cut;  // moves of the file that are not on the board; they go
    char *dropped; // "2 branches": what the format has no place for; or NULL. Owned
} KjCollectionLoss;

/* What the current problem, or (`added`) a new one, has a place for besides its start. */
typedef enum { KJ_HOLDS_NO_MOVES, KJ_HOLDS_LINE, KJ_HOLDS_BRANCHES } KjCollectionHolds;
KjCollectionHolds kj_collection_holds(const KjCollection *collection, bool added);

/*
 * Writes a tree into the current problem: in a list the start and the moves up to where it stands,
 * in a record as kj_move_tree_update has it; of headers what it has of kj_about_key ("" takes one
 * away), in a list number or title and note; and the length, where `plies` is not -1: in a record
 * only if it tells one. Fails, and nothing changes, with KJ_TEXT_ERROR when the format or the
 * encoding cannot hold it.
 */
bool kj_collection_put(KjCollection *collection, const KjMoveTree *tree, int plies,
                       KjCollectionLoss *out, GError **error);

/* Adds a problem after the last one, before what could not be read, and makes it the current one;
 * `id` NULL: as the tree is called. Fails as above, and for JKF of a single record. */
bool kj_collection_add(KjCollection *collection, const char *id, const KjMoveTree *tree, int plies,
                       KjCollectionLoss *out, GError **error);

/* Takes the current problem with its lines out; comments between problems of a list stay. The next
 * one, or the last, is then the current one. Fails with KJ_TEXT_ERROR for the only problem. */
bool kj_collection_discard(KjCollection *collection, GError **error);

/* Makes the current problem the one with index `to`; comments between problems of a list stay where
 * they are. Fails with KJ_TEXT_ERROR for CSA, and where the file cannot be read so. */
bool kj_collection_reorder(KjCollection *collection, unsigned to, GError **error);

/* Of a list: gives a tree the name and note of a problem as headers. */
void kj_collection_about(const KjCollection *collection, unsigned problem, KjMoveTree *tree);

/* Whether the lines of a problem hold the text, letters in either case. */
bool kj_collection_has(const KjCollection *collection, unsigned problem, const char *text);

/* The next problem after the current one, round the end, whose lines hold the text, or -1. */
int kj_collection_find(const KjCollection *collection, const char *text);

/* Writes the file, all of it or nothing; `path` NULL: where it came from, which must be no store.
 * Fails with G_FILE_ERROR, or with KJ_USAGE_ERROR_ARGUMENT for the name of another format, too. */
bool kj_collection_save(KjCollection *collection, const char *path, GError **error);

/* Whether the file holds something else now than when it was read or saved last: another has
 * written it. */
bool kj_collection_is_stale(const KjCollection *collection);

/* The state as JSON, and back, to survive a kill; NULL with KJ_TEXT_ERROR. (transfer full) */
JsonObject *kj_collection_write(const KjCollection *collection);
KjCollection *kj_collection_read(JsonObject *object, GError **error);

/* ---- what its parts share ---- */

/* Makes a collection of the bytes of a file. (transfer full) */
KjCollection *kj_collection_parse(const char *path, const KjGame *game, const char *bytes,
                                  size_t length, bool as_list, GError **error);
