/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading libpq, and its functions by name. */
#include "repl/store/libpq.h"

#include "core/text/lang.h"
#include "repl/cli/late_library.h"
#include "repl/store/store.h"

KjLibpq kj_libpq;

#define X(NAME) {"PQ" #NAME, G_STRUCT_OFFSET(KjLibpq, NAME)},
static const KjLateFunction functions[] = {KJ_LIBPQ_FUNCTIONS(X)};
#undef X

// of the interface that PostgreSQL has had since 8.2
static KjLateLibrary library = {
    .file = "libpq.so.5", .function = functions, .n = G_N_ELEMENTS(functions), .table = &kj_libpq};

bool kj_libpq_load(GError **error)
{
    const char *missing = kj_late_library_load(&library);
    if (missing)
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE,
                     "stores on a server need libpq (Debian's package libpq5): %s", missing);
    return !missing;
}
