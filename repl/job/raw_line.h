/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that are intended, in USI: they need not be playable in the diagram, as a piece of them may
 * be what is missing.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/* A line of which every word is a move in USI, or NULL. (transfer full, g_free) */
KjMove *kj_raw_line_read(const KjGame *game, const char *text, unsigned *out_n);

/* A move, and a line, blanks between; kj_raw_line_read takes it. (transfer full) */
char *kj_raw_move_text(const KjGame *game, KjMove move);
char *kj_raw_line_text(const KjGame *game, const KjMove *line, unsigned n);
