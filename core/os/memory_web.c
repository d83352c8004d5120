/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * WebAssembly has one memory that only grows. What it grows by is zero and takes memory where it is
 * written to, as elsewhere; what is given back is cleared and kept, since it will be wanted again.
 */
#include "core/os/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALIGNED = 64, KEPT = 64 };
static struct {
    void *memory; // NULL: a free place
    size_t bytes;
} kept[KEPT];

void *kj_os_map(size_t bytes)
{
    for (unsigned i = 0; i < KEPT; i++) {
        void *memory = kept[i].memory;
        if (!memory || kept[i].bytes != bytes)
            continue;
        kept[i].memory = NULL;
        return memory;
    }
    char *old_end = sbrk(0);
    char *memory = aligned_alloc(ALIGNED, (bytes + ALIGNED - 1) / ALIGNED * ALIGNED);
    if (memory && memory < old_end)
        memset(memory, 0, memory + bytes < old_end ? bytes : (size_t)(old_end - memory));
    return memory;
}

void kj_os_unmap(void *memory, size_t bytes, size_t used)
{
    for (unsigned i = 0; i < KEPT; i++) {
        if (kept[i].memory)
            continue;
        memset(memory, 0, used);
        kept[i].memory = memory;
        kept[i].bytes = bytes;
        return;
    }
    free(memory);
}

void kj_os_give_back(void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
}

void kj_os_wish_huge(void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
}

uint64_t kj_os_memory(void)
{
    return 0;
}
