/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to type so that a check goes on which ended before all was decided. */
#pragma once

#include "repl/cli/commands.h"

/* The same command with so many seconds; with a checkpoint, from where it is kept. On the board of the
 * workbench, whose table stays warm, as it is typed there. (transfer full) */
char *kj_check_going_on(const KjCall *call, double seconds);
