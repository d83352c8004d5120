/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What saved sessions are made of: members of JSON objects, set and read back. What cannot be read
 * fails with KJ_TEXT_ERROR.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"
#include "repl/cli/fields_read.h"

/* That a member is not as a session has it; false. */
bool kj_saved_wrong(GError **error, const char *key);

/* A text of any bytes, as JSON can hold it. (transfer full; back by g_strcompress) */
char *kj_saved_escape(const char *text);

/* A member that is such a text; NULL is left out. (read: transfer full, or NULL) */
void kj_saved_set_text(JsonObject *object, const char *key, const char *text);
char *kj_saved_text(JsonObject *object, const char *key);

/* Texts that a struct owns or has as NULL, by their places in it. */
typedef struct {
    const char *key;
    size_t offset;
} KjSavedText;
void kj_saved_set_texts(JsonObject *object, const void *data, const KjSavedText *rows, size_t n);
void kj_saved_texts(JsonObject *object, void *data, const KjSavedText *rows, size_t n);

/* A position, "game" and "start". */
void kj_saved_set_position(JsonObject *object, const KjPosition *position);
bool kj_saved_position(JsonObject *object, KjPosition *out, GError **error);

/* The line "intended" (KjMove), which need not be playable, as numbers; NULL is left out. It is read
 * if the game has its squares and kinds. (transfer full) */
void kj_saved_set_line(JsonObject *object, const GArray *line);
bool kj_saved_line(JsonObject *object, const KjTables *t, GArray **out, GError **error);
