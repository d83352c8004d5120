/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many random cases a test draws. Sanitizers look at every access and make a test some ten times
 * slower; a part of the cases goes through the same code. tests/slow includes sources of tests/unit
 * with SLOW_SUITE defined as true: the same tests, with other seeds, on more and larger cases.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "solver/search/thread.h"

/* The first number, or under a sanitizer the second. */
#define SAMPLES(usual, sanitized) (KJ_SANITIZER ? (sanitized) : (usual))

#ifndef SLOW_SUITE
#define SLOW_SUITE false
#endif

/* The first number in tests/slow, else one of the others. */
#define SIZES(slow, usual, sanitized) (SLOW_SUITE ? (slow) : SAMPLES(usual, sanitized))

/* The number KANJU_TEST_SEED of the environment, to compare on other cases, else the usual one. */
static inline uint64_t sampling_seed(uint64_t usual)
{
    const char *text = getenv("KANJU_TEST_SEED");
    return text ? strtoull(text, NULL, 0) : usual;
}
