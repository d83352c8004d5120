/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of 必至: written, verified, and forged. */
#pragma once

#include "solver/hisshi/hisshi.h"
#include "tests/naive/naive.h"

/* The certificate of `result`, verified; NULL, and why is printed, if there is none or it is not
 * valid. (transfer full) */
GByteArray *hisshi_certified(KjHisshi *x, const KjPosition *pos, const KjHisshiResult *result);

/*
 * Claims with the sections of `certificate`, as they are and then with some bytes changed, that
 * 必至 in `plies` is forced at `pos`, which is not true. How many of `tries` the verifier accepts.
 */
unsigned hisshi_forged(const GByteArray *certificate, const KjPosition *pos, unsigned plies,
                       NvRng *rng, unsigned tries);
