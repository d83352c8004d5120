/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hash tables by 64-bit keys of positions, which stand where GLib wants pointers: tables of brute
 * force have millions, and memory for each takes longer than what is looked up.
 */
#pragma once

#include <glib.h>

_Static_assert(sizeof(gpointer) == sizeof(guint64), "a key is as long as a pointer");

/* A key as a table has it. */
#define KEY(NUMBER) GSIZE_TO_POINTER(NUMBER)

/* A table whose values `free_value` frees; NULL: they need not be freed. (transfer full) */
static inline GHashTable *key_table_new(GDestroyNotify free_value)
{
    return g_hash_table_new_full(NULL, NULL, NULL, free_value);
}
