/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that help says of commands and options is there in Japanese; tests/cli/messages.t
 * looks for the messages of the sources. */
#include <stdio.h>
#include <string.h>

#include "core/rules/impasse.h"
#include "core/rules/movegen.h"
#include "core/rules/record.h"
#include "core/text/lang.h"
#include "repl/program.h"
#include "tests/support/cmocka.h"

static unsigned missing;

static void look(const char *english)
{
    kj_lang_set(KJ_LANG_JA);
    bool there = !english || !*english || kj_tr(english) != english;
    kj_lang_set(KJ_LANG_EN);
    if (there)
        return;
    printf("no Japanese for \"%s\"\n", english);
    missing++;
}

TEST(commands)
{
    missing = 0;
    for (unsigned group = 0; group < KJ_COMMAND_GROUPS; group++)
        look(kj_command_group_title((KjCommandGroup)group));
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (command->flags & KJ_COMMAND_HIDDEN)
            continue;
        look(command->summary);
        look(command->details);
        for (unsigned k = 0; k < KJ_MAX_EXAMPLES && command->examples[k].words; k++)
            look(command->examples[k].what);
    }
    assert_int_equal(missing, 0);
}

TEST(options)
{
    missing = 0;
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!(option->groups & KJ_OPTIONS_HIDDEN))
            look(option->help);
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    kj_commands_use(kj_program.commands);
    return tests_run();
}
