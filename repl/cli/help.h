/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help and the generated part of the manual, both made from the command and option rows. */
#pragma once

#include "repl/cli/commands.h"

/*
 * Prints the names of the commands by groups on one screen, or (`all`) each with what it does, as
 * one record, folded at `width` columns; with `workbench` those of the workbench too.
 */
void kj_help_overview(KjPrinter *printer, unsigned width, bool workbench, bool all);

/* Prints the commands whose name or help holds a text, likewise. False: there are none. */
bool kj_help_about(KjPrinter *printer, const char *text, unsigned width);

/*
 * Prints usage, options and examples of a command, as one record: at most 15 options, each with the
 * first clause of its text, on one screen of 40 lines of 80 columns; or all of them under headings,
 * in full.
 */
void kj_help_of_command(KjPrinter *printer, const KjCommand *command, unsigned width, bool all);

/* Prints the examples of the workbench's commands for tests, each with a line "shows: TEXT". */
void kj_help_examples(KjPrinter *printer);

/* Prints the sections COMMANDS, OPTIONS and EXAMPLES of docs/man/kanju.1, as one record. */
void kj_help_man(KjPrinter *printer);
