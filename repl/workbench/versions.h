/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The versions of the works of a session: each diagram that an edit has led to or begun from, with
 * the version it was made of and the line intended. Undo takes none of them away.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/rules/movegen.h"

struct KjVersionOutcome;

typedef struct {
    unsigned number; // from 1
    unsigned parent; // the version it was made of; 0: none
    bool passing;    // a candidate looked at, which goes when another comes in its place
    KjPosition position;
    GArray *line;                     // intended, KjMove; or NULL; owned
    struct KjVersionOutcome *outcome; // what a check came to, or NULL; owned
} KjVersion;

typedef struct KjVersions KjVersions;

KjVersions *kj_versions_new(void);
void kj_versions_free(KjVersions *versions);

/*
 * The number of the version of this position, which is noted if it is new. Its intended line
 * becomes `line` if that is not NULL (copied); `parent` is of a new version only. The position's
 * game must outlive all.
 */
unsigned kj_versions_note(KjVersions *versions, const KjPosition *position, GArray *line,
                          unsigned parent);

/* The version of a number, or of a position; NULL: there is none. (transfer none) */
KjVersion *kj_versions_get(const KjVersions *versions, unsigned number);
KjVersion *kj_versions_find(const KjVersions *versions, const KjPosition *position);

/* Whether it was not judged, or the verdict that is told of it is "unknown". */
bool kj_version_is_open(const KjVersion *version);

/* The last number given. */
unsigned kj_versions_last(const KjVersions *versions);

/* Forgets the versions that were looked at in passing and of which none was made, but `keep`. */
void kj_versions_forget_passing(KjVersions *versions, unsigned keep);

/* The versions from the first of the work on to `number`, each made of the one before it.
 * (element-type unsigned; transfer full) */
GArray *kj_versions_path(const KjVersions *versions, unsigned number);

/* The numbers of the versions of the work that `number` belongs to, oldest first. (element-type
 * unsigned; transfer full) */
GArray *kj_versions_of_work(const KjVersions *versions, unsigned number);

/* All of them as a list of JSON; and one back. Fails with KJ_TEXT_ERROR. (transfer full) */
JsonArray *kj_versions_write(const KjVersions *versions);
bool kj_versions_read(KjVersions *versions, JsonObject *object, GError **error);
