/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many random cases a test draws. Sanitizers look at every access and make a test some ten times
 * slower; a part of the cases goes through the same code.
 */
#ifndef KJ_TESTS_SUPPORT_SAMPLING_H
#define KJ_TESTS_SUPPORT_SAMPLING_H

#include "solver/search/thread.h"

/* The first number, or under a sanitizer the second. */
#define SAMPLES(usual, sanitized) (KJ_SANITIZER ? (sanitized) : (usual))

#endif
