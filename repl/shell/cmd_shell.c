/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: files of commands. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/help.h"
#include "repl/cli/output.h"
#include "repl/shell/shell.h"
#include "repl/shell/shell_commands.h"

enum { MAX_SOURCING = 16 }; // files inside one another

static KjExit cmd_source(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (bench->sourcing >= MAX_SOURCING)
        return kj_usage_error(error, "%s: files read one inside the other %d deep", call->args[0],
                              MAX_SOURCING);
    g_autofree char *text = NULL;
    if (!kj_file_read(call->args[0], &text, NULL, error))
        return KJ_EXIT_INPUT;
    bench->sourcing++;
    KjExit status = kj_shell_text(session, text, call->args[0]);
    bench->sourcing--;
    return status;
}

const KjCommand kj_source_command = {
    .name = "source",
    .ja = "実行",
    .aliases = {"."},
    .group = KJ_COMMANDS_SHELL,
    .summary = "run the commands of a file",
    .details = "Reads commands from a file, a line at a time, and stops at the first error unless "
               "--keep-going was given.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE"}},
    .run = cmd_source,
    .examples = {{"!echo 'new; position' >commands\nsource commands", "A file of one line.",
                  "4k4/9/"}},
};
