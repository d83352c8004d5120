/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From words to a run: find the row, parse options, check arguments, run, tell errors. */
#include "repl/dispatch.h"

#include <string.h>

#include "core/text.h"
#include "repl/help.h"
#include "repl/input.h"

/* Tells an error that ended a command, and gives its status. */
static KjExit fail(KjSession *session, const KjCommand *command, const GError *error)
{
    if (error->domain != KJ_USAGE_ERROR) {
        kj_term_message(&session->term, "%s", error->message);
        return error->domain == KJ_TEXT_ERROR ? KJ_EXIT_INPUT : KJ_EXIT_INTERNAL;
    }
    if (command)
        kj_term_message(&session->term, "%s (see 'kanju help %s')", error->message, command->name);
    else
        kj_term_message(&session->term, "%s (see 'kanju help')", error->message);
    return KJ_EXIT_USAGE;
}

static const KjCommand *find_command(const char *name, bool prefix, GError **error)
{
    const KjCommand *command = kj_command_find(name, prefix);
    if (command)
        return command;
    const KjCommand *similar = kj_command_similar(name);
    if (similar)
        g_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND,
                    "unknown command '%s', did you mean '%s'?", name, similar->name);
    else
        g_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND, "unknown command '%s'", name);
    return NULL;
}

static bool takes_problems(const KjCommand *command)
{
    for (unsigned i = 0; i < KJ_MAX_ARGS; i++)
        if (command->args[i].kind == KJ_ARG_PROBLEM)
            return true;
    return false;
}

/* Runs a command whose options are parsed; `rest` are its arguments, unchecked. */
static KjExit run(KjSession *session, const KjCommand *command, const KjValues *values, char **rest,
                  KjPrinter *printer, GError **error)
{
    const char *const *words = (const char *const *)rest;
    g_auto(GStrv) joined = takes_problems(command) ? kj_input_join_words(words) : g_strdupv(rest);
    KjCall call = {command, values, (const char *const *)joined};
    if (!kj_command_check_args(command, call.args, error))
        return KJ_EXIT_USAGE;
    return command->run(session, &call, printer, error);
}

static KjExit finish(KjSession *session, const KjPrinter *printer, KjExit status)
{
    kj_term_bar(&session->term, NULL);
    if (kj_session_stopped(session))
        status = kj_exit_worse(status, KJ_EXIT_INTERRUPTED);
    if (printer->failed) {
        kj_term_message(&session->term, "standard output: %s", g_strerror(printer->failed));
        status = kj_exit_worse(status, KJ_EXIT_INTERNAL);
    }
    return status;
}

KjExit kj_dispatch(KjSession *session, char **words, bool prefix, FILE *out)
{
    g_autoptr(GError) error = NULL;
    const KjCommand *command = find_command(words[0], prefix, &error);
    if (!command)
        return fail(session, NULL, error);

    g_autoptr(KjValues) values = kj_values_new();
    g_auto(GStrv) rest = NULL;
    unsigned groups = command->options | KJ_OPTIONS_COMMON;
    if (!kj_options_parse(groups, words + 1, values, &rest, &error))
        return fail(session, command, error);

    bool json = values->value[KJ_OPTION_JSON].flag;
    g_autoptr(KjPrinter) printer = json ? kj_printer_new_json(out) : kj_printer_new_text(out);
    if (values->value[KJ_OPTION_HELP].flag) {
        kj_printer_free(g_steal_pointer(&printer));
        printer = kj_printer_new_text(out);
        kj_help_command(printer, command, session->term.width);
        return finish(session, printer, KJ_EXIT_OK);
    }
    KjExit status = run(session, command, values, rest, printer, &error);
    kj_term_bar(&session->term, NULL);
    if (error)
        status = kj_exit_worse(fail(session, command, error), status);
    return finish(session, printer, status);
}
