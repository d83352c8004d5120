/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates that works made by a command are sound (--certificates): N.kjc for the Nth listed. */
#pragma once

#include "repl/command/compose.h"

/*
 * Checks the next work of the list again, with `line` as the author's (NULL: none), and writes a
 * certificate of the report, which is kept if the verifier believes that it says the work is sound.
 * Does nothing if no folder is asked for.
 */
void kj_certified_add(KjCompose *compose, KjSide attacker, const KjPosition *work,
                      const KjMove *line, unsigned n_line);

/* Prints what became of them, the items of the list `certificates`. */
void kj_certified_print(const KjCompose *compose, KjPrinter *printer);
