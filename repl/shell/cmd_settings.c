/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: options for the whole session. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/settings.h"
#include "repl/cli/term.h"
#include "repl/shell/shell_commands.h"

/* What stands for an option: set, or its default, as a user would write it. (transfer full) */
static char *value_text(const KjWorkbench *bench, const KjOption *option)
{
    const char *text = kj_settings_get(bench->settings, option);
    if (text)
        return g_strdup(text);
    if (option->default_text)
        return g_strdup(option->default_text);
    if (!(option->groups & KJ_OPTIONS_RULES))
        return g_strdup("-");
    return kj_rule_text(&kj_workbench_tree(bench)->start.game->rules, option->id);
}

/* Appends a text and blanks up to `width` columns of a terminal. */
static void append_cell(GString *out, const char *text, unsigned width)
{
    unsigned columns = kj_text_columns(text);
    g_string_append_printf(out, "%s%*s ", text, columns < width ? (int)(width - columns) : 0, "");
}

static void print_setting(const KjWorkbench *bench, const KjOption *option, KjPrinter *printer)
{
    g_autofree char *value = value_text(bench, option);
    const char *choices = option->choices                  ? option->choices
                          : option->kind == KJ_OPTION_FLAG ? "on|off"
                                                           : option->unit;
    g_autoptr(GString) line = g_string_new(kj_settings_get(bench->settings, option) ? "* " : "  ");
    enum { NAME = 20, VALUE = 15 }; // so that the choices of each fit into 80 columns
    append_cell(line, option->name, NAME);
    append_cell(line, value, VALUE);
    kj_printer_line(printer, "%s%s", line->str, choices);
}

/* Prints the options that are set, or all that can be. */
static void print_settings(const KjWorkbench *bench, bool all, KjPrinter *printer)
{
    unsigned n = 0;
    kj_printer_begin(printer, NULL);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!kj_option_is_setting(option) || (!all && !kj_settings_get(bench->settings, option)))
            continue;
        print_setting(bench, option, printer);
        n++;
    }
    if (!n)
        kj_printer_line(printer, "nothing is set ('set all' lists what can be)");
    kj_printer_end(printer);
}

/* What follows from changed settings; `drawn`: the board looks different. */
static void apply(KjSession *session, bool drawn)
{
    KjWorkbench *bench = session->bench;
    bool waits = bench->serial != bench->settled && !bench->quiet; // changes are to be drawn
    kj_workbench_set_rules(bench);
    bench->quiet = !drawn && !waits;
    if (kj_workbench_of(session)->watch)
        kj_shell_watch(session, NULL);
}

static KjExit kj_cmd_set(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    KjWorkbench *bench = session->bench;
    if (!call->args[0] || kj_word_is(call->args[0], "all")) {
        if (call->args[1])
            return kj_usage_error(error, "set all: unexpected argument '%s'", call->args[1]);
        print_settings(bench, call->args[0] != NULL, printer);
        return KJ_EXIT_OK;
    }
    g_auto(GStrv) parts = g_strsplit(call->args[0], "=", 2);
    const KjOption *option = kj_setting_find(parts[0], error);
    if (!option)
        return KJ_EXIT_USAGE;
    const char *value = call->args[1] ? call->args[1] : parts[1];
    if (!value) {
        kj_printer_begin(printer, NULL);
        print_setting(bench, option, printer);
        kj_printer_end(printer);
        return KJ_EXIT_OK;
    }
    if (kj_word_is(value, "default"))
        kj_settings_unset(bench->settings, option);
    else if (!kj_settings_set(bench->settings, option, value, error))
        return KJ_EXIT_USAGE;
    apply(session, option->groups & KJ_OPTIONS_BOARD);
    return KJ_EXIT_OK;
}

const KjCommand kj_set_command = {
    .name = "set",
    .ja = "設定",
    .group = KJ_COMMANDS_SHELL,
    .summary = "give an option to all commands from now on",
    .details =
        "Every command that takes the option gets it, and the board, the rules by which moves are "
        "legal and watch obey it too; flags are on or off. The value 'default' takes it back. "
        "Without a VALUE prints what stands, without anything what was set, with 'all' everything "
        "that can be. 'set diagram' says whether the board is drawn after each change.",
    .args = {{.kind = KJ_ARG_SETTING, .name = "OPTION", .optional = true},
             {.kind = KJ_ARG_VALUE, .name = "VALUE", .optional = true}},
    .run = kj_cmd_set,
    .examples = {{"set notation western; set style ascii; new startpos; 7g7f; line",
                  "How moves are written.", "P-7f"},
                 {"set profile bare; set profile default; set", "As before.", "nothing is set"}},
};
