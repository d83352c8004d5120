/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start positions JKF has names for. */
#pragma once

#include "core/rules/position.h"

/* The id of the handicap a preset stands for (core/format/handicap.h), or NULL. Static. */
const char *kj_jkf_handicap(const char *preset);
