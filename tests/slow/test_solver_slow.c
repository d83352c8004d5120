/* SPDX-License-Identifier: GPL-3.0-or-later */
#define SLOW_SUITE true
#include "tests/unit/solver/test_solver_oracle.c" // NOLINT
