/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of results as lists, for the workbench. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Whether a file is a store; of what can be read but once it is not. */
bool kj_store_list_is(const char *path);

/*
 * The problems of a store as the text of a list, "id<TAB>position". Problems that cannot be read
 * are left out and counted. NULL with the errors of reading. (transfer full)
 */
char *kj_store_list(const char *path, unsigned *out_left_out, GError **error);
