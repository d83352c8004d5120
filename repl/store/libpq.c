/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading libpq, and its functions by name. */
#include "repl/store/libpq.h"

#include <dlfcn.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/store/store.h"

// of the interface that PostgreSQL has had since 8.2
#define LIBRARY "libpq.so.5"

KjLibpq kj_libpq;

#define X(NAME) {"PQ" #NAME, G_STRUCT_OFFSET(KjLibpq, NAME)},
static const struct {
    const char *name;
    size_t offset;
} functions[] = {KJ_LIBPQ_FUNCTIONS(X)};
#undef X

/* What is missing; NULL: nothing. (transfer full) */
static char *load(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return g_strdup(dlerror());
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function)
            return g_strdup(dlerror());
        memcpy((char *)&kj_libpq + functions[i].offset, &function, sizeof function);
    }
    return NULL;
}

bool kj_libpq_load(GError **error)
{
    static gsize done;
    static char *missing;
    if (g_once_init_enter(&done)) {
        missing = load();
        g_once_init_leave(&done, 1);
    }
    if (missing)
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE,
                     "stores on a server need libpq (Debian's package libpq5): %s", missing);
    return !missing;
}
