/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of the tables of options. The library has those of commands that it lacks, too, so that
 * the ending of a file's name means the same to it.
 */
#include "repl/lib/lib_commands.h"

#define KJ_OPTION_TABLE(name, room) extern const KjOption kj_##name##_options[];
#include "repl/job/option_tables.def"
#undef KJ_OPTION_TABLE

const KjOption *const kj_option_tables[] = {
#define KJ_OPTION_TABLE(name, room) kj_##name##_options,
#include "repl/job/option_tables.def"
#undef KJ_OPTION_TABLE
    NULL};
