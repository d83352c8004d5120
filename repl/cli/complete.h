/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion: what can stand at the cursor, from the tables and the board. */
#pragma once

#include <glib.h>

#include "core/rules/position.h"
#include "repl/cli/printer.h"

/* What is on the workbench's board. */
typedef struct {
    KjPosition position;
    GHashTable *names; // whose keys are names of positions; not owned
} KjCompletionBoard;

/*
 * The words that begin with `word` and may follow the text before it, sorted. `out_files` is set
 * when file names may stand there too. `board` NULL: on the command line, where workbench commands
 * are not. (transfer full, g_strfreev)
 */
char **kj_complete(const KjCompletionBoard *board, const char *before, const char *word,
                   bool *out_files);

/* Prints the completion script of a shell, made from the tables: bash, zsh or fish. False for
 * another. */
bool kj_complete_script(KjPrinter *printer, const char *shell);
