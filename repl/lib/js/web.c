/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program as browsers and node run it: the commands that need neither files nor a terminal. */
#include <emscripten.h>
#include <stdio.h>

#include "core/text/lang.h"
#include "repl/cli/cli.h"

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
    C(help)

#define DECLARE(name) extern const KjCommand kj_##name##_command;
COMMANDS(DECLARE)
#define ROW(name) &kj_##name##_command,
static const KjCommand *const commands[] = {COMMANDS(ROW) NULL};

static bool is_workbench_option(const char *word)
{
    (void)word;
    return false;
}

static KjExit no_workbench(KjSession *session, char **words)
{
    const char *word = words[0] ? words[0] : "";
    kj_term_message(&session->term,
                    "unexpected option '%s', expected a command first (see 'kanju help')", word);
    return KJ_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    (void)argc;
    static const KjProgram program = {commands, is_workbench_option, no_workbench};
    int status = kj_cli_main(&program, argv);
    fflush(NULL);
    return status;
}

/* The language of what kanju.h says from now on. */
EMSCRIPTEN_KEEPALIVE void kj_web_speak(int japanese);
void kj_web_speak(int japanese)
{
    kj_lang_set(japanese ? KJ_LANG_JA : KJ_LANG_EN);
}
