/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading libarchive. */
#include "repl/batch/libarchive.h"

#include <glib.h>

#include "repl/cli/late_library.h"

KjLibarchive kj_libarchive;

#define X(NAME) {"archive_" #NAME, G_STRUCT_OFFSET(KjLibarchive, NAME)},
static const KjLateFunction functions[] = {KJ_ARCHIVE_FUNCTIONS(X)};
#undef X

static KjLateLibrary library = {.file = "libarchive.so.13",
                                .function = functions,
                                .n = G_N_ELEMENTS(functions),
                                .table = &kj_libarchive};

const char *kj_libarchive_load(void)
{
    return kj_late_library_load(&library);
}
