/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs one command line: finds the row, parses options, checks arguments, reports errors. */
#include "repl/cli/dispatch.h"

#include <errno.h>
#include <string.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/help.h"
#include "repl/cli/pager.h"
#include "repl/cli/replace.h"
#include "repl/cli/settings.h"
#include "repl/job/input.h"
#include "repl/job/option_endings.h"

/* Tells an error that ended a command, and gives its status. */
static KjExit fail(KjSession *session, const KjCommand *command, const GError *error)
{
    if (error->domain != KJ_USAGE_ERROR) {
        g_autofree char *text = kj_text_error_write(error);
        kj_term_message(&session->term, "%s", text);
        return error->domain == KJ_TEXT_ERROR ? KJ_EXIT_INPUT : KJ_EXIT_INTERNAL;
    }
    const char *program = session->bench ? "" : "kanju ";
    if (g_str_has_suffix(error->message, ")")) // it says already where to look
        kj_term_message(&session->term, "%s", error->message);
    else if (command)
        kj_term_message(&session->term, "%s (see '%shelp %s')", error->message, program,
                        kj_command_shown(command));
    else
        kj_term_message(&session->term, "%s (see '%shelp')", error->message, program);
    return KJ_EXIT_USAGE;
}

static bool is_here(const KjSession *session, const KjCommand *command)
{
    return session->bench || !kj_command_is_shell(command);
}

static const KjCommand *find_command(const KjSession *session, const char *name, GError **error)
{
    const KjCommand *command = kj_command_find(name);
    if (command && is_here(session, command))
        return command;
    if (command)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND,
                     "'%s' is a command of the workbench, expected one of the command line",
                     kj_command_shown(command));
    else
        kj_command_unknown(name, session->bench != NULL, error);
    return NULL;
}

/* Adds NULLs up to KJ_MAX_ARGS, so that every argument that a command may have can be looked at. */
static char **fill_up(char **args)
{
    guint n = g_strv_length(args), end = MAX(n, KJ_MAX_ARGS);
    args = g_renew(char *, args, end + 1);
    while (n < end)
        args[++n] = NULL;
    return args;
}

/*
 * The arguments with positions joined to one word each. Where there is no PROBLEM but a position on
 * the workbench's board, that one is it, in its own game.
 */
static char **complete_arguments(const KjBoard *board, const KjCommand *command, KjValues *values,
                                 char **rest, const KjBoard **out_board)
{
    int index = kj_command_problem(command);
    if (index < 0)
        return g_strdupv(rest);
    char **joined = kj_input_join_words((const char *const *)rest);
    if (!board || kj_command_is_shell(command) || g_strv_length(joined) != (unsigned)index)
        return joined;
    *out_board = board;
    joined = g_renew(char *, joined, index + 2);
    joined[index] = g_strdup(board->position);
    joined[index + 1] = NULL;
    if (!values->value[KJ_OPT(VARIANT)].set)
        kj_value_set(values, kj_option_at(KJ_OPT(VARIANT)), board->variant, NULL);
    return joined;
}

KjFiles *kj_dispatch_files(const KjSession *session, const char *const *words)
{
    KjFiles *files = kj_files_new();
    for (; *words; words++)
        kj_files_add(files, *words);
    if (session->board && session->board->collection)
        kj_files_add(files, session->board->collection);
    return files;
}

/* The arguments of a call that are read. (transfer container, g_free) */
static const char **words_read(const KjCall *call)
{
    GPtrArray *words = g_ptr_array_new();
    for (unsigned i = 0; call->args[i]; i++)
        if (i >= KJ_MAX_ARGS || !call->command->args[i].written)
            g_ptr_array_add(words, (char *)(gsize)call->args[i]);
    g_ptr_array_add(words, NULL);
    return (const char **)(void *)g_ptr_array_free(words, FALSE);
}

/* Whether a file that an option names may be written; a store and a checkpoint have rules of their
 * own. */
static bool check_option(KjSession *session, const KjCall *call, const KjFiles *read,
                         const KjOption *option, GError **error)
{
    const char *file = call->values->value[option->id].text;
    if (!(option->groups & KJ_OPTIONS_WRITTEN) || !file)
        return true;
    g_autofree char *what = g_strconcat("--", option->name, NULL);
    bool own = option->groups & (KJ_OPTIONS_STORE | KJ_OPTIONS_KEEP);
    return kj_files_may_write(read, file, what, error) &&
           (own || kj_may_write_again(session, file, kj_command_shown(call->command), error));
}

/* Whether no file that the call names to be written is one that it reads, or another's work. */
static bool check_outputs(KjSession *session, const KjCall *call, GError **error)
{
    g_autofree const char **words = words_read(call);
    g_autoptr(GHashTable) read = kj_dispatch_files(session, words);
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (!check_option(session, call, read, option, error))
            return false;
    for (unsigned i = 0; i < KJ_MAX_ARGS && call->args[i]; i++) {
        const KjArg *arg = &call->command->args[i];
        if (arg->written && !kj_files_may_write(read, call->args[i], arg->name, error))
            return false;
        if (arg->made &&
            !kj_may_write_new(session, call->args[i], kj_command_shown(call->command), error))
            return false;
    }
    return true;
}

/* The printer of a call, as its options and its output want it. (transfer full) */
static KjPrinter *printer_for(KjSession *session, const KjCommand *command, const KjValues *values,
                              FILE *out)
{
    const KjValue *value = values->value;
    bool json = value[KJ_OPT(JSON)].flag && !value[KJ_OPT(HELP)].flag;
    KjPrinter *printer = json ? kj_printer_new_json(out) : kj_printer_new_text(out);
    KjTerm *term = printer->term = &session->term;
    bool job = term->sink != NULL; // what it writes is shown on the terminal later
    if (term->out_is_terminal && (job || out == stdout))
        kj_printer_for_terminal(printer, !job && kj_pager_wanted(term, values),
                                !(command->flags & KJ_COMMAND_LONG));
    return printer;
}

/* Runs a command whose options are parsed; `rest` are its arguments, unchecked. */
static KjExit run(KjSession *session, const KjCommand *command, KjValues *values, char **rest,
                  KjPrinter *printer, GError **error)
{
    const KjBoard *board = NULL;
    if (!values->value[KJ_OPT(GIVEN)].set)
        values->value[KJ_OPT(GIVEN)].choice = command->moves;
    g_auto(GStrv) joined =
        fill_up(complete_arguments(session->board, command, values, rest, &board));
    KjCall call = {command, values, (const char *const *)joined, board, printer};
    if (!kj_command_check_args(command, joined, error) || !check_outputs(session, &call, error) ||
        !kj_option_endings_settle(command->options, command->endings, values, error))
        return KJ_EXIT_USAGE;
    return command->run(session, &call, error);
}

KjExit kj_dispatch_printed(KjSession *session, const KjPrinter *printer)
{
    if (!printer->failed)
        return KJ_EXIT_OK;
    bool unread = kj_os_is_unread(printer->failed), standard = printer->out == stdout;
    session->cut_off |= unread && standard;
    if (unread && !standard)
        return KJ_EXIT_OK; // `| head` of the workbench
    if (!unread)
        kj_term_message(&session->term, "standard output: %s", kj_os_text(printer->failed));
    return KJ_EXIT_INTERNAL;
}

static KjExit finish(KjSession *session, KjPrinter *printer, KjExit status)
{
    kj_printer_release(printer);
    kj_term_bar(&session->term, NULL);
    if (kj_session_stopped(session))
        status = kj_exit_worse(status, KJ_EXIT_INTERRUPTED);
    return kj_exit_worse(status, kj_dispatch_printed(session, printer));
}

void kj_dispatch_language(KjValues *values)
{
    kj_term_choose_width((KjWidth)values->value[KJ_OPT(WIDTH)].choice);
    KjValue *lang = &values->value[KJ_OPT(LANG)];
    if (!lang->set)
        lang->choice = values->value[KJ_OPT(JSON)].flag ? KJ_LANG_EN : kj_lang_of_environment();
    kj_lang_set((KjLang)lang->choice);
}

void kj_dispatch_speak(const KjSession *session)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_COMMON, values);
    kj_dispatch_language(values);
}

/* Takes --lang before all else, so that what is wrong with other options is said in it too. */
static void look_ahead(uint64_t groups, char **words, KjValues *values)
{
    KjOptionWord word;
    for (; *words && strcmp(*words, "--") != 0; words++) {
        if (**words != '-' || !kj_option_read(groups, *words, &word, NULL) ||
            word.option->id != KJ_OPT(LANG))
            continue;
        const char *text = word.value ? word.value : words[1];
        if (text)
            kj_value_set(values, word.option, text, NULL); // a wrong one is told later
    }
    kj_dispatch_language(values);
}

bool kj_dispatch_told(char *word)
{
    size_t length = strlen(word);
    bool told = length > 1 && word[length - 1] == '!';
    if (told)
        word[length - 1] = '\0';
    return told;
}

static KjExit dispatch(KjSession *session, char **words, FILE *out)
{
    g_autoptr(GError) error = NULL;
    session->told |= kj_dispatch_told(words[0]);
    const KjCommand *command = find_command(session, words[0], &error);
    if (!command)
        return fail(session, NULL, error);

    g_autoptr(KjValues) values = kj_values_new();
    g_auto(GStrv) rest = NULL;
    uint64_t groups = command->options | KJ_OPTIONS_COMMON;
    kj_settings_apply(session->settings, groups, values);
    look_ahead(groups, words + 1, values);
    if (!kj_options_parse(groups, words + 1, values, &rest, &error))
        return fail(session, command, error);

    kj_dispatch_language(values);
    g_autoptr(KjPrinter) printer = printer_for(session, command, values, out);
    if (values->value[KJ_OPT(HELP)].flag) {
        kj_help_of_command(printer, command, session->term.width, false);
        return finish(session, printer, KJ_EXIT_OK);
    }
    values->over = session->told ? KJ_OVER_ANY : KJ_OVER_MADE;
    values->input = session->input;
    KjExit status = run(session, command, values, rest, printer, &error);
    kj_printer_release(printer);
    if (error) {
        KjExit told = fail(session, command, error);
        // a file that cannot be read is no fault of the program's
        bool unread = status == KJ_EXIT_INPUT && error->domain == G_FILE_ERROR;
        status = unread ? status : kj_exit_worse(told, status);
    }
    return finish(session, printer, status);
}

KjExit kj_dispatch(KjSession *session, char **words, FILE *out)
{
    kj_dispatch_speak(session);
    KjExit status = dispatch(session, words, out);
    kj_dispatch_speak(session);
    return status;
}
