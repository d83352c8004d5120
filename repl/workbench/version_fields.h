/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions as fields of JSON; people get version_words.h. */
#pragma once

#include "repl/cli/printer.h"
#include "repl/workbench/workbench.h"

/* A version as an item of a list: what was changed, and what its check came to. */
void kj_versions_print(const KjWorkbench *bench, const KjVersion *version, KjPrinter *printer);

/* Both versions, what leads from one to the other, and the defects and blemishes that are gone and
 * that are new, as fields of a record. */
void kj_versions_print_effect(const KjWorkbench *bench, const KjVersion *from, const KjVersion *to,
                              KjPrinter *printer);
