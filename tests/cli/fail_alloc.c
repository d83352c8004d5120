/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For LD_PRELOAD, built by limits.t: allocation number FAIL_AT fails, and with FAIL_ON=1 all after
 * it. Counted are those of the program and its libraries but for GLib's, which ends the program
 * when it gets nothing; with FAIL_ON they fail too. The count goes into the file FAIL_COUNT at the
 * end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long at;
static atomic_long count;
static bool on, ready;
static uintptr_t glib_low, glib_high;

static int find_glib(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    if (!strstr(info->dlpi_name, "libglib-2.0"))
        return 0;
    glib_low = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        uintptr_t to = from + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type != PT_LOAD)
            continue;
        glib_low = from < glib_low ? from : glib_low;
        glib_high = to > glib_high ? to : glib_high;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAIL_AT");
    at = text ? strtol(text, NULL, 10) : 0;
    on = getenv("FAIL_ON") != NULL;
    dl_iterate_phdr(find_glib, NULL);
    ready = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld\n", count);
    fclose(file);
}

static bool fails(const void *caller)
{
    uintptr_t from = (uintptr_t)caller;
    bool glib = from >= glib_low && from < glib_high;
    if (!ready)
        return false;
    long n = glib ? atomic_load(&count) : atomic_fetch_add(&count, 1) + 1;
    if (at <= 0 || n < at || (!on && (glib || n > at)))
        return false;
    errno = ENOMEM;
    return true;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t size)
{
    return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return FAILS ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    return size && FAILS ? NULL : __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size)
{
    return FAILS ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return FAILS ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *block = FAILS ? NULL : __libc_memalign(alignment, size);
    if (!block)
        return ENOMEM;
    *out = block;
    return 0;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    if (FAILS)
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}
