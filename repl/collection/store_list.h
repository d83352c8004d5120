/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of results as lists, for the workbench. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Whether the bytes of a file are those of a store. */
bool kj_store_list_is(const char *bytes, size_t length);

/*
 * The problems of a store as the text of a list, "id<TAB>position". Problems that cannot be read
 * are left out and counted. NULL with the errors of reading. (transfer full)
 */
char *kj_store_list(const char *path, unsigned *out_left_out, GError **error);
