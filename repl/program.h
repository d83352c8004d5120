/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the program kanju consists of: its commands, as commands.def lists them, and the workbench.
 */
#pragma once

#include "repl/cli/cli.h"

extern const KjProgram kj_program;
