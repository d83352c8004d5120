/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading libraries, and their functions by name. */
#include "repl/cli/late_library.h"

#include <dlfcn.h>
#include <string.h>

/* What is missing; NULL: nothing. (transfer full) */
static char *load(const KjLateLibrary *library)
{
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return g_strdup(dlerror());
    for (size_t i = 0; i < library->n; i++) {
        void *function = dlsym(handle, library->function[i].name);
        if (!function)
            return g_strdup(dlerror());
        memcpy((char *)library->table + library->function[i].offset, &function, sizeof function);
    }
    return NULL;
}

const char *kj_late_library_load(KjLateLibrary *library)
{
    if (g_once_init_enter(&library->done)) {
        library->missing = load(library);
        g_once_init_leave(&library->done, 1);
    }
    return library->missing;
}
