/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the library's commands. */
#include "repl/lib/lib_commands.h"

#define COMMANDS(C) \
    C(solve)        \
    C(hisshi)       \
    C(check)        \
    C(analyse)      \
    C(repair)       \
    C(trim)         \
    C(compose)      \
    C(extend)       \
    C(tries)        \
    C(family)       \
    C(verify)       \
    C(follow)       \
    C(show)         \
    C(convert)      \
    C(moves)        \
    C(perft)        \
    C(status)       \
    C(variants)     \
    C(bench)        \
    C(help)         \
    C(record)       \
    C(report_words)

#define DECLARE(name) extern const KjCommand kj_##name##_command;
COMMANDS(DECLARE)
#define ROW(name) &kj_##name##_command,
const KjCommand *const kj_lib_commands[] = {COMMANDS(ROW) NULL};
