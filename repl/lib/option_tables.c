/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of the tables of options. The library has those of commands that it lacks, too, so that
 * the ending of a file's name means the same to it.
 */
#include "repl/lib/lib_commands.h"

#define TABLES(T) \
    T(job)        \
    T(compose)    \
    T(check)      \
    T(analyse)    \
    T(rule)       \
    T(diagram)    \
    T(command)    \
    T(file)       \
    T(report)     \
    T(batch)

#define DECLARE(name) extern const KjOption kj_##name##_options[];
TABLES(DECLARE)
#define ROW(name) kj_##name##_options,
const KjOption *const kj_option_tables[] = {TABLES(ROW) NULL};
