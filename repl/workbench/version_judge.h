/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions judged side by side, and kept: what `history`, `effect` and `bisect` go by. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/workbench/version_outcome.h"
#include "repl/workbench/workbench.h"

/*
 * Judges those of the versions (array of numbers) that were not judged by these options yet; with
 * `reports` also those whose report is of another session. What Ctrl-C leaves has no outcome. False when no thread can be had, or with KJ_USAGE_ERROR.
 */
bool kj_versions_judge(KjSession *session, const KjCall *call, const GArray *numbers, bool reports,
                       GError **error);
