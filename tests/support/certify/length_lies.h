/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of lengths by conventions, true ones and lies. */
#pragma once

#include "solver/solver.h"
#include "tests/naive/naive.h"

/*
 * Certifies the length of `result`, which brute force has confirmed, with the solver that found it,
 * and has it verified; then `lies` claims of other lengths, with numbers of the facts changed at
 * random, none of which may be believed. False, having said why, at the first fault.
 */
bool length_lies_check(KjSolver *solver, const KjPosition *pos, const KjResult *result,
                       unsigned lies, NvRng *rng);
