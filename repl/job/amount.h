/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Amounts of time, work and memory as people write them: 90, 5m, 1e5, 20k, 1Mn, 2G, 50%. */
#pragma once

#include <stdbool.h>

/* What an amount counts; a set where either will do. */
typedef enum {
    KJ_AMOUNT_PLAIN = 0, // a number without a unit
    KJ_AMOUNT_SECONDS = 1 << 0,
    KJ_AMOUNT_NODES = 1 << 1,
    KJ_AMOUNT_MEMORY = 1 << 2, // in MiB
} KjAmount;

/*
 * Reads a number with a unit of one of `kinds`: s, m, h for seconds; k, M, G, and n, kn, Mn, Gn for
 * nodes; M, G for memory, and % for a share of the machine's. Nodes and MiB are whole. Without a
 * unit it is of the first kind. The kind that was meant; 0 where the text is no
 * such amount, or negative, or not finite.
 */
KjAmount kj_amount_read(const char *text, KjAmount kinds, double *out);

/* "1,10,100" or "20k,1M" of one kind into at most `most` numbers; how many, 0 if it is no such list. */
unsigned kj_amounts_read(const char *text, KjAmount kind, unsigned most, double *out);
