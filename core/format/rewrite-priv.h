/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines before the moves, rewritten. */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/*
 * Makes lines (char*, owned) of KIF before the moves, which tell the start `before`, tell `after`.
 */
void kj_rewrite_start_kif(GPtrArray *lines, const KjPosition *before, const KjPosition *after);

/* As kj_rewrite_start_kif, for CSA, without a change of lines that are no part of the position. */
void kj_rewrite_start_csa(GPtrArray *lines, const KjPosition *after);
