/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: the list of commands, one command, or the generated part of the manual. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/complete.h"
#include "repl/cli/help.h"
#include "repl/cli/term.h"
#include "solver/themes/themes.h"

/* Prints what may stand at the end of a command line "kanju ...". */
static KjExit complete(KjPrinter *printer, const char *line)
{
    const char *space = strrchr(line, ' '), *first = strchr(line, ' ');
    if (!space)
        return KJ_EXIT_OK;
    g_autofree char *before = g_strndup(first, (gsize)(space - first));
    bool files;
    g_auto(GStrv) words = kj_complete(NULL, before, space + 1, &files);
    kj_printer_begin(printer, NULL);
    for (char **word = words; *word; word++)
        kj_printer_line(printer, "%s", *word);
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

/* Prints what the hidden options ask for; false if they were not given. */
static bool print_generated(const KjValue *value, KjPrinter *printer, KjExit *out, GError **error)
{
    const char *shell = value[KJ_OPT(COMPLETION)].text, *line = value[KJ_OPT(COMPLETE)].text;
    *out = KJ_EXIT_OK;
    if (value[KJ_OPT(MAN)].flag) {
        kj_help_man(printer);
    } else if (value[KJ_OPT(EXAMPLES)].flag) {
        kj_help_examples(printer);
    } else if (line) {
        *out = complete(printer, line);
    } else if (shell && !kj_complete_script(printer, shell)) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--completion=%s: expected bash, zsh or fish", shell);
        *out = KJ_EXIT_USAGE;
    } else if (!shell) {
        return false;
    }
    return true;
}

/* Lists the themes that works are asked for by, a line each in both languages. */
static void print_themes(KjPrinter *printer)
{
    unsigned code = 0, english = 0;
    for (size_t i = 0; i < kj_theme_count(); i++) {
        code = MAX(code, (unsigned)strlen(kj_theme_at(i)->code));
        english = MAX(english, kj_text_columns(kj_theme_at(i)->name_en));
    }
    kj_printer_begin(printer, "kanju.help/1");
    for (size_t i = 0; i < kj_theme_count(); i++) {
        const KjTheme *theme = kj_theme_at(i);
        int pad = (int)(english - kj_text_columns(theme->name_en));
        kj_printer_line(printer, "%-*s  %s%*s  %s", (int)code, theme->code, theme->name_en, pad, "",
                        theme->name_ja);
    }
    kj_printer_end(printer);
}

static KjExit kj_cmd_help(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    KjExit status;
    if (print_generated(call->values->value, printer, &status, error))
        return status;
    bool workbench = session->bench != NULL, all = call->values->value[KJ_OPT(ALL)].flag;
    if (!call->args[0]) {
        kj_help_overview(printer, session->term.width, workbench, all);
        return KJ_EXIT_OK;
    }
    if (kj_word_is(call->args[0], KJ_HELP_THEMES)) {
        print_themes(printer);
        return KJ_EXIT_OK;
    }
    const KjCommand *command = kj_command_find(call->args[0]);
    if (!command && kj_help_about(printer, call->args[0], session->term.width))
        return KJ_EXIT_OK;
    if (!command) {
        kj_command_unknown(call->args[0], true, error);
        return KJ_EXIT_USAGE;
    }
    kj_help_of_command(printer, command, session->term.width, all);
    return KJ_EXIT_OK;
}

const KjCommand kj_help_command = {
    .name = "help",
    .ja = "説明",
    .aliases = {"?"},
    .group = KJ_COMMANDS_OTHER,
    .summary = "explain a command, or list all",
    .details =
        "Without a command lists all of them, with --all each with what it does. With one it shows "
        "the options that people use most, with --all every option. Another word lists the "
        "commands whose help has it. 'help themes' lists the themes that compose and find know.",
    .args = {{.kind = KJ_ARG_COMMAND, .name = "COMMAND", .optional = true}},
    .options = KJ_OPTIONS_HIDDEN | KJ_OPTIONS_HELP,
    .run = kj_cmd_help,
    .examples = {{"help perft", "What perft does and takes.", "--divide"},
                 {"help themes", "What 'compose --theme' and 'find theme:' take.", "遠打"}},
};
