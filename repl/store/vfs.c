/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system's file layer of SQLite, with another way to map shared memory. */
#include "repl/store/vfs.h"

#include <errno.h>
#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

static GMutex lock; // guards that these are filled in once
static sqlite3_vfs *system_vfs;
// What the system does with the file of a store, and what we do.
static const sqlite3_io_methods *system_methods;
static sqlite3_io_methods our_methods;

/* Whether the disk has room for all of a mapping, which it then keeps. Where the kernel cannot
 * tell, we hope. */
static bool has_room(volatile void *memory, size_t size)
{
#ifdef MADV_POPULATE_WRITE
    return madvise((void *)(uintptr_t)memory, size, MADV_POPULATE_WRITE) == 0 || errno != EFAULT;
#else
    (void)memory, (void)size;
    return true;
#endif
}

static int map_shared(sqlite3_file *file, int region, int size, int extend,
                      void volatile **out_memory)
{
    int code = system_methods->xShmMap(file, region, size, extend, out_memory);
    if (code != SQLITE_OK || !*out_memory || has_room(*out_memory, (size_t)size))
        return code;
    *out_memory = NULL; // SQLite keeps it otherwise
    return SQLITE_FULL;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out_flags)
{
    (void)vfs;
    int code = system_vfs->xOpen(system_vfs, name, file, flags, out_flags);
    // a file that is only read has no shared memory, and other methods
    if (code != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB) || file->pMethods->iVersion < 2 ||
        !file->pMethods->xShmMap)
        return code;
    g_mutex_lock(&lock);
    if (!system_methods) {
        our_methods = *file->pMethods;
        our_methods.xShmMap = map_shared;
        system_methods = file->pMethods;
    }
    if (file->pMethods == system_methods)
        file->pMethods = &our_methods;
    g_mutex_unlock(&lock);
    return code;
}

const char *kj_store_vfs(void)
{
    static const char name[] = "kanju";
    static sqlite3_vfs ours;
    static bool registered;
    g_mutex_lock(&lock);
    if (!registered && (system_vfs = sqlite3_vfs_find(NULL))) { // it is there if there is memory
        ours = *system_vfs;
        ours.zName = name;
        ours.xOpen = open_file;
        registered = sqlite3_vfs_register(&ours, 0) == SQLITE_OK;
    }
    g_mutex_unlock(&lock);
    return registered ? name : NULL;
}
