/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE // MAP_ANONYMOUS, madvise
#include "core/os/memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *kj_os_map(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return map == MAP_FAILED ? NULL : map;
}

void kj_os_unmap(void *memory, size_t bytes, size_t used)
{
    (void)used;
    munmap(memory, bytes);
}

void kj_os_give_back(void *memory, size_t bytes)
{
#ifdef __linux__
    // the system may refuse: of memory that is locked, for one
    if (madvise(memory, bytes, MADV_DONTNEED) == 0)
        return;
#endif
    memset(memory, 0, bytes); // elsewhere such pages need not read as zero
}

void kj_os_wish_huge(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

uint64_t kj_os_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : 0;
}
