/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writers of JKF share. */
#pragma once

#include <json-glib/json-glib.h>

#include "core/format/jkf.h"

/* Whether JKF can hold a game; KJ_TEXT_ERROR_POSITION if not. */
bool kj_jkf_holds(const KjGameFile *file, GError **error);

/* The value of `initial`. (transfer full) */
JsonObject *kj_jkf_initial(const KjPosition *start);

/*
 * The value of `moves`: all lines, each fork at the entry it is an alternative to. (transfer full)
 */
JsonArray *kj_jkf_moves(KjGameFile *file);
