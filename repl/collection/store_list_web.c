/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As store_list.c: a browser has no stores, so no file is one. */
#include "repl/collection/store_list.h"

bool kj_store_list_is(const char *path)
{
    (void)path;
    return false;
}

char *kj_store_list(const char *path, unsigned *out_left_out, GError **error)
{
    (void)path, (void)out_left_out, (void)error;
    return NULL;
}
