/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tours of the checker by brute force, straight from docs/rules.md R12.19 (`restore`). */
#pragma once

#include "core/rules/movegen.h"

/* Whether `pos` is a mate within `len` plies, `len` >= 0. */
typedef bool (*TourMatesFn)(void *data, const KjPosition *pos, int len);

/*
 * Whether the checker on `checker` can take the piece that `drop` puts in between at `pos` and come
 * back, the other replies lasting `base` plies, and the position restored is a mate within these.
 */
bool conventional_tour(const KjPosition *pos, KjMove drop, unsigned checker, int base,
                       TourMatesFn mates, void *data);
