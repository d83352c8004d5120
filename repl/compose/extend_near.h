/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Near misses of `extend`: works made longer that have a defect or two, for `repair` to go on from. */
#pragma once

#include "repl/compose/compose.h"
#include "solver/compose/extend.h"

/* A list of near misses. (transfer full, g_array_unref) */
GArray *kj_near_misses_new(void);

/* Adds an extension of a work whose line is `line`, that is known to have a cook; those near to
 * the themes wished (bits as in KjMade) are looked at first. */
void kj_near_misses_add(GArray *misses, const KjExtension *extension, const KjMove *line,
                        unsigned n_line, uint64_t themes);

/*
 * Looks for all defects of the new plies of those that are worth it (that near, then with few
 * pieces), and keeps them, the fewest defects first. The nodes are counted for the work. False when
 * no thread can be had.
 */
bool kj_near_misses_judge(KjCompose *compose, KjComposeWork *work, GArray *misses, GError **error);

/* Prints the first `most`, numbered from `before` + 1; as a list of JSON; and offers them to the
 * workbench, each with its line. */
void kj_near_misses_tell(const KjCompose *compose, const GArray *misses, unsigned most,
                         unsigned before, KjPrinter *printer);
void kj_near_misses_print(const GArray *misses, unsigned most, KjPrinter *printer);
void kj_near_misses_offer(const KjCompose *compose, const KjPosition *root, const GArray *misses,
                          unsigned most);
