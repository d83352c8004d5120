/* SPDX-License-Identifier: GPL-3.0-or-later */
#define SLOW_SUITE true
#include "tests/unit/solver/repetition/test_repetition.c" // NOLINT
