/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for tables that grow in place. */
#include "solver/search/reserve.h"

#include <stdatomic.h>
#include <string.h>

#include "core/os/memory.h"

// Below this a table stays without huge pages (2 MiB on most machines).
enum { HUGE_FROM = 4 << 20 };

// As much is cleared rather than given back; a multiple of any page size.
enum { KEEP_BYTES = 1 << 20 };

void *kj_reserve(size_t bytes)
{
    return kj_os_map(bytes);
}

void kj_reserve_free(void *memory, size_t bytes, size_t used)
{
    if (memory)
        kj_os_unmap(memory, bytes, used);
}

void kj_reserve_huge(void *memory, size_t used)
{
    if (used >= HUGE_FROM)
        kj_os_wish_huge(memory, used);
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
        kj_os_give_back((char *)memory + keep, used - keep);
}
