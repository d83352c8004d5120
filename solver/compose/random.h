/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers that a seed alone decides, the same on every machine. */
#pragma once

#include <glib.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state; // any seed
} KjRandom;

/* 64 random bits (splitmix64). */
static inline uint64_t kj_random_bits(KjRandom *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t x = random->state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* One of 0..n-1. */
static inline unsigned kj_random(KjRandom *random, unsigned n)
{
    return (unsigned)((kj_random_bits(random) >> 32) * n >> 32);
}

static inline bool kj_random_chance(KjRandom *random, unsigned percent)
{
    return kj_random(random, 100) < percent;
}

/* An order by lot of 0..n-1. (transfer full, g_free) */
static inline unsigned *kj_random_order(KjRandom *random, unsigned n)
{
    unsigned *order = g_new(unsigned, n + 1);
    for (unsigned i = 0; i < n; i++) {
        unsigned k = kj_random(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}
