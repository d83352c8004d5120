/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of libkanju: those that need neither a store nor a terminal. */
#pragma once

#include "repl/cli/commands.h"

/* The rows, NULL at the end. */
extern const KjCommand *const kj_lib_commands[];

/* The tables of options, in the order in which these are listed, NULL at the end. */
extern const KjOption *const kj_option_tables[];
