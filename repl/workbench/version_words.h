/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What leads from one version to another, in words. */
#pragma once

#include "core/notation/notation.h"
#include "repl/cli/printer.h"
#include "repl/workbench/workbench.h"

/* What leads from one diagram to another, in words: "move S on 3c to 2c; then remove P on 5d".
 * (transfer full) */
char *kj_workbench_edit_text(const KjWorkbench *bench, const KjPosition *from,
                             const KjPosition *to);

/* What leads from one state of the board to another: an edit as above, or moves that were played or
 * cut. (transfer full) */
char *kj_workbench_change_text(const KjWorkbench *bench, const KjMoveTree *from,
                               const KjMoveTree *to, KjNotation notation);

/* How many pieces, kings apart, are on the board and in the attacker's hand. */
unsigned kj_version_pieces(const KjWorkbench *bench, const KjVersion *version);

/* The change from one version to another, both outcomes (of those that were judged), where the line
 * intended breaks, and the defects and blemishes that are gone and that are new. */
void kj_versions_tell_effect(const KjWorkbench *bench, const KjVersion *from, const KjVersion *to,
                             KjPrinter *printer);
