/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of the system: address space that takes memory where it is written to. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* So many bytes, aligned to a page, that read as zero; NULL if the address space cannot be had.
 * (transfer full, to be given back with kj_os_unmap) */
void *kj_os_map(size_t bytes);

/* Gives back all `bytes` of what kj_os_map gave, of which the first `used` were written to. */
void kj_os_unmap(void *memory, size_t bytes, size_t used);

/* Makes whole pages of it read as zero again; their memory is given back where that can be. */
void kj_os_give_back(void *memory, size_t bytes);

/* Wishes for huge pages in so many bytes; without them all works the same. */
void kj_os_wish_huge(void *memory, size_t bytes);

/* Bytes of memory that the machine has; 0 if it does not say. */
uint64_t kj_os_memory(void);
