/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for tables that grow in place. */
#include "solver/search/reserve.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Below this a table stays without huge pages (2 MiB on most machines).
enum { HUGE_FROM = 4 << 20 };

// As much is cleared rather than given back; a multiple of any page size.
enum { KEEP_BYTES = 1 << 20 };

#ifdef __EMSCRIPTEN__
/*
 * WebAssembly has one memory that only grows. What it grows by is zero and takes memory where it is
 * written to, as elsewhere; what is given back is cleared and kept, since it will be wanted again.
 */
enum { ALIGNED = 64, KEPT = 64 };
static struct {
    void *memory; // NULL: a free place
    size_t bytes;
} kept[KEPT];

void *kj_reserve(size_t bytes)
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

void kj_reserve_free(void *memory, size_t bytes, size_t used)
{
    for (unsigned i = 0; memory && i < KEPT; i++) {
        if (kept[i].memory)
            continue;
        memset(memory, 0, used);
        kept[i].memory = memory;
        kept[i].bytes = bytes;
        return;
    }
    free(memory);
}

static void give_back(void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
}
#else
void *kj_reserve(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return map == MAP_FAILED ? NULL : map;
}

void kj_reserve_free(void *memory, size_t bytes, size_t used)
{
    (void)used;
    if (memory)
        munmap(memory, bytes);
}

static void give_back(void *memory, size_t bytes)
{
    // the system may refuse: of memory that is locked, for one
    if (madvise(memory, bytes, MADV_DONTNEED) != 0)
        memset(memory, 0, bytes);
}
#endif

void kj_reserve_huge(void *memory, size_t used)
{
    if (used >= HUGE_FROM)
        (void)madvise(memory, used, MADV_HUGEPAGE); // without them all works the same
}

void kj_reserve_touch(void *memory, size_t used, size_t wanted, unsigned part, unsigned parts)
{
    enum { PAGE = 4096 }; // no larger than any page
    kj_reserve_huge(memory, wanted);
    size_t share = (wanted - used) / parts + 1;
    size_t begin = used + part * share;
    for (size_t at = begin; at < wanted && at - begin < share; at += PAGE) {
        _Atomic unsigned char *byte = (_Atomic unsigned char *)memory + at;
        atomic_fetch_or_explicit(byte, 0, memory_order_relaxed);
    }
}

void kj_reserve_clear(void *memory, size_t used)
{
    size_t keep = used < KEEP_BYTES ? used : KEEP_BYTES;
    memset(memory, 0, keep);
    if (used > keep)
        give_back((char *)memory + keep, used - keep);
}
