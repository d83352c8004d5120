/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help and the generated part of the manual, both made from the command and option rows. */
#pragma once

#include "repl/cli/commands.h"

/* Prints the list of commands, as one record, folded at `width` columns; with `workbench` those of
 * the workbench too. */
void kj_help_overview(KjPrinter *printer, unsigned width, bool workbench);

/*
 * Prints usage, options and examples of a command, as one record: at most 15 options, each with the
 * first clause of its text, on one screen of 40 lines of 80 columns; or all of them under headings,
 * in full.
 */
void kj_help_of_command(KjPrinter *printer, const KjCommand *command, unsigned width, bool all);

/*
 * Prints the part of docs/workbench.md that is made from the rows of the workbench, as one record.
 */
void kj_help_markdown(KjPrinter *printer);

/* Prints the sections COMMANDS, OPTIONS and EXAMPLES of docs/man/kanju.1, as one record. */
void kj_help_man(KjPrinter *printer);
