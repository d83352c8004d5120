/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory for tables that grow in place: address space for as much as they may ever take, of which
 * only what is written to takes memory. It reads as zero at first.
 */
#pragma once

#include <stddef.h>

/* So many bytes, aligned to a page; NULL if the address space cannot be had. (transfer full, to be
 * given back with kj_reserve_free) */
void *kj_reserve(size_t bytes);

/*
 * Gives back what kj_reserve gave, all `bytes` of it. Only of the first `used` does it matter that
 * they were written to: another table of that size may get what stands behind them. NULL is fine.
 */
void kj_reserve_free(void *memory, size_t bytes, size_t used);

/*
 * Asks for huge pages in the first `used` bytes, where a table grows to that size: a miss in them is
 * a third cheaper. Small tables stay without, since a problem that is solved in a millisecond should
 * not wait for two megabytes to be cleared.
 */
void kj_reserve_huge(void *memory, size_t used);

/*
 * Has memory be there for a table that grows from `used` to `wanted` bytes: part `part` of `parts`
 * of it, which threads can do side by side. What stands there stays.
 */
void kj_reserve_touch(void *memory, size_t used, size_t wanted, unsigned part, unsigned parts);

/* Makes the first `used` bytes read as zero again; most of that memory is given back. */
void kj_reserve_clear(void *memory, size_t used);
