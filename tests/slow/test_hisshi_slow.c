/* SPDX-License-Identifier: GPL-3.0-or-later */
#define SLOW_SUITE true
#include "tests/unit/solver/hisshi/test_hisshi.c" // NOLINT
