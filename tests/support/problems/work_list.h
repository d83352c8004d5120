/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works in lines: an id, a tab, a position that may have moves after it, and columns that are not
 * looked at. */
#pragma once

#include <stdio.h>

#include "core/rules/position.h"

/* Reads the next work, the position after its moves; lines that have none, or begin with '#', are
 * passed over. False at the end. (out_id: transfer full) */
bool work_list_next(FILE *file, char **out_id, KjPosition *out);
