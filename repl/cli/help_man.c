/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the manual page that repeat the tables, in mdoc(7). */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/help.h"

enum { LINE = 78 }; // of the source of the page

/* The number of bytes on the last line. */
static size_t last_line(const GString *out)
{
    const char *newline = strrchr(out->str, '\n');
    return newline ? strlen(newline + 1) : out->len;
}

/*
 * Appends text with what mdoc would take for markup escaped, each sentence on a line of its own,
 * and long lines folded unless `whole`. A Japanese sentence has no blanks: it may be broken after a
 * comma.
 */
static void escaped(GString *out, const char *text, bool whole)
{
    for (; *text; text++) {
        bool sentence = text[0] == '.' && text[1] == ' ' && !whole;
        bool folds = text[0] == ' ' && !whole && last_line(out) + strcspn(text + 1, " ") >= LINE;
        if (sentence || folds) {
            g_string_append(out, sentence ? ".\n" : "\n");
            text += sentence;
        } else if (!whole && g_str_has_prefix(text, "。") && text[strlen("。")]) {
            g_string_append(out, "。\n");
            text += strlen("。") - 1;
        } else if (!whole && g_str_has_prefix(text, "、")) {
            g_string_append(out, "、\\:");
            text += strlen("、") - 1;
        } else if (*text == '\\') {
            g_string_append(out, "\\e");
        } else if (*text == '-') {
            g_string_append(out, "\\-");
        } else if (*text == '\'' || *text == '"') {
            g_string_append(out, *text == '"' ? "\\(dq" : "\\(aq");
        } else {
            g_string_append_c(out, *text);
        }
    }
}

static char *capitalised(const char *text)
{
    char *copy = g_strdup(text);
    copy[0] = g_ascii_toupper(copy[0]);
    return copy;
}

static void option_item(GString *out, const KjOption *option)
{
    bool negatable = option->groups & KJ_OPTIONS_NEGATABLE;
    g_string_append(out, ".It ");
    if (option->letter)
        g_string_append_printf(out, "Fl %c , ", option->letter);
    const char *name = option->in ? option->in : option->name;
    g_string_append_printf(out, "Fl \\-%s%s", negatable ? "[no\\-]" : "", name);
    const char *unit = option->kind != KJ_OPTION_FLAG ? option->unit : option->in ? "yes|no" : NULL;
    const char *equals = option->in && unit ? strchr(unit, '=') : NULL;
    if (option->in && !equals)
        g_string_append_printf(out, " Cm %s", option->name);
    if (equals)
        g_string_append_printf(out, " Ar %.*s Ns = Ns Ar %s", (int)(equals - unit), unit,
                               equals + 1);
    else if (unit)
        g_string_append_printf(out, " Ns = Ns Ar %s", unit);
    g_string_append_c(out, '\n');
    g_autofree char *help = capitalised(kj_tr(option->help));
    escaped(out, help, false);
    g_string_append_printf(out, "%s\n", kj_tr("."));
    if (option->choices) {
        g_auto(GStrv) words = g_strsplit(option->choices, "|", -1);
        g_autofree char *list = g_strjoinv(", ", words);
        int length = (int)strcspn(option->unit, "[");
        g_string_append_printf(out, kj_tr(".Ar %.*s\nis one of "), length, option->unit);
        escaped(out, list, false);
        g_string_append_printf(out, "%s\n", kj_tr("."));
    }
    if (option->default_text)
        g_string_append_printf(out, kj_tr("The default is %s.\n"), option->default_text);
    else if (option->groups & KJ_OPTIONS_RULES && option->in)
        g_string_append(out, kj_tr("The default is the game's.\n"));
}

/* The options a group adds, as a list under a heading; nothing if it has none. */
static void option_group(GString *out, uint64_t group, const char *title)
{
    g_string_append_printf(out, ".Ss %s\n.Bl -tag -width Ds\n", kj_tr(title));
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        // what most commands take is explained once
        bool here = option->kind != KJ_OPTION_PAIRS || group & option->groups & -option->groups;
        if (option->groups & group && here)
            option_item(out, option);
    }
    g_string_append(out, ".El\n");
}

static const struct {
    uint64_t group;
    const char *title;
} titles[] = {
    {KJ_OPTIONS_COMMON, "Every command"},
    {KJ_OPTIONS_JSON | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD, "Output"},
    {KJ_OPTIONS_VARIANT, "The game"},
    {KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_FIRST | KJ_OPTIONS_KEEP, "Search"},
    {KJ_OPTIONS_TSUME, "The problem"},
    {KJ_OPTIONS_CHECK, "check"},
    {KJ_OPTIONS_ANALYSE, "analyse"},
    {KJ_OPTIONS_JUDGE, "Verdicts"},
    {KJ_OPTIONS_COMPOSE, "Versions of a work"},
    {KJ_OPTIONS_REPAIR, "repair"},
    {KJ_OPTIONS_TRIM, "trim"},
    {KJ_OPTIONS_FAMILY, "family"},
    {KJ_OPTIONS_MAKE, "Works that are made"},
    {KJ_OPTIONS_BREED, "compose"},
    {KJ_OPTIONS_EXTEND, "extend"},
    {KJ_OPTIONS_RULES, "Rule switches"},
    {KJ_OPTIONS_MOVES, "moves"},
    {KJ_OPTIONS_PERFT, "perft"},
    {KJ_OPTIONS_CONVERT, "convert"},
    {KJ_OPTIONS_DIAGRAM | KJ_OPTIONS_STEPS | KJ_OPTIONS_SHEET | KJ_OPTIONS_PICTURE, "Pictures"},
    {KJ_OPTIONS_STORE, "Stores"},
    {KJ_OPTIONS_BATCH, "batch"},
    {KJ_OPTIONS_REPORT, "Reports"},
    {KJ_OPTIONS_HELP, "help"},
};

static void command_item(GString *out, const KjCommand *command)
{
    g_string_append_printf(out, ".It Cm %s", command->name);
    if (command->options & ~(uint64_t)KJ_OPTIONS_HIDDEN)
        g_string_append(out, " Oo Ar OPTION Oc Ns ...");
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++) {
        const KjArg *arg = &command->args[i];
        g_string_append_printf(out, arg->optional ? " Oo Ar %s Oc" : " Ar %s", arg->name);
        g_string_append(out, arg->repeating ? " Ns ..." : "");
    }
    g_string_append_c(out, '\n');
    escaped(out, kj_tr(command->details), false);
    g_string_append_c(out, '\n');
    g_string_append(out, kj_tr("Options:"));
    for (size_t i = 0; i < G_N_ELEMENTS(titles); i++) {
        if (command->options & titles[i].group)
            g_string_append_printf(out, "\n.Sx %s ,", kj_tr(titles[i].title));
    }
    g_string_append_printf(out, "\n.Sx %s .\n", kj_tr(titles[0].title));
}

static void examples(GString *out, const KjCommand *command)
{
    for (unsigned i = 0; i < KJ_MAX_EXAMPLES && command->examples[i].words; i++) {
        const KjExample *example = &command->examples[i];
        g_string_append(out, ".Pp\n");
        escaped(out, kj_tr(example->what), false);
        g_string_append(out, "\n.Dl $ kanju ");
        escaped(out, example->words, true);
        // what tests/cli/man_examples.t looks for in the output
        g_string_append_printf(out, "\n.\\\" shows: %s\n", example->shows);
    }
}

void kj_help_man(KjPrinter *printer)
{
    g_autoptr(GString) out = g_string_new(kj_tr(".Sh COMMANDS\n"));
    for (unsigned group = 0; group < KJ_COMMANDS_SETUP; group++) {
        g_string_append_printf(out, ".Ss %s\n.Bl -tag -width Ds\n",
                               kj_tr(kj_command_group_title((KjCommandGroup)group)));
        for (size_t i = 0; i < kj_command_count(); i++)
            if (kj_command_at(i)->group == group && !(kj_command_at(i)->flags & KJ_COMMAND_HIDDEN))
                command_item(out, kj_command_at(i));
        g_string_append(out, ".El\n");
    }
    g_string_append(out, kj_tr(".Sh OPTIONS\n"));
    for (size_t i = 0; i < G_N_ELEMENTS(titles); i++)
        option_group(out, titles[i].group, titles[i].title);
    g_string_append(out, kj_tr(".Sh EXAMPLES\nEach of these is run by the project's tests.\n"));
    for (size_t i = 0; i < kj_command_count(); i++)
        if (!kj_command_is_shell(kj_command_at(i)))
            examples(out, kj_command_at(i));
    kj_printer_begin(printer, "kanju.help/1");
    kj_printer_block(printer, out->str);
    kj_printer_end(printer);
}
