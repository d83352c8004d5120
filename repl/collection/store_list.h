/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of results as lists, for the workbench. */
#ifndef KJ_REPL_COLLECTION_STORE_LIST_H
#define KJ_REPL_COLLECTION_STORE_LIST_H

#include <glib.h>
#include <stdbool.h>

/*
 * The problems of a store as the text of a list, "id<TAB>position"; `out_list` is NULL when the
 * file is no store. Problems that cannot be read are left out and counted. Errors: those of
 * reading. (transfer full)
 */
bool kj_store_list(const char *path, char **out_list, unsigned *out_left_out, GError **error);

#endif
