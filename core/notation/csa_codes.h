/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two-letter piece codes of CSA, which JKF uses too (docs/formats.md). */
#pragma once

#include "core/rules/game.h"

/* The two letters of a kind (FU, TO), or NULL. Static. */
const char *kj_csa_code(const KjGame *game, KjKind kind);

/* The kind of two letters, or KJ_NONE. */
KjKind kj_csa_kind(const KjGame *game, const char *code);
