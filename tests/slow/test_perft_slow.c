/* SPDX-License-Identifier: GPL-3.0-or-later */
#define SLOW_SUITE true
#include "tests/unit/core/rules/test_perft.c" // NOLINT
