/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: the list of commands, one command, or the generated part of the manual. */
#include "repl/help.h"

KjExit kj_cmd_help(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    if (call->values->value[KJ_OPTION_MAN].flag) {
        kj_help_man(printer);
        return KJ_EXIT_OK;
    }
    if (!call->args[0]) {
        kj_help_overview(printer, session->term.width);
        return KJ_EXIT_OK;
    }
    const KjCommand *command = kj_command_find(call->args[0], true);
    if (!command) {
        g_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND, "unknown command '%s'",
                    call->args[0]);
        return KJ_EXIT_USAGE;
    }
    kj_help_command(printer, command, session->term.width);
    return KJ_EXIT_OK;
}
