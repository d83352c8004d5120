/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help texts, made from the command and option rows. */
#include "repl/cli/help.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/fold.h"

enum {
    INDENT = 2,
    TEXT = 28,  // column of what an option does
    SHORT = 15, // options that short help shows
    MAX_WIDTH = 100
};

/* Appends a text folded so that no line passes `width`; the text stands at `column` already. */
static void fold(GString *out, const char *text, unsigned column, unsigned indent, unsigned width)
{
    kj_fold_line(out, text, column, indent, width);
    g_string_append_c(out, '\n');
}

/* A term at the left and its text at `indent`, on a line of its own if the term is long. */
static void entry(GString *out, const char *term, const char *text, unsigned indent, unsigned width)
{
    unsigned length = kj_text_columns(term);
    g_string_append_printf(out, "%*s%s", INDENT, "", term);
    if (INDENT + length + INDENT > indent)
        g_string_append_printf(out, "\n%*s", (int)indent, "");
    else
        g_string_append_printf(out, "%*s", (int)(indent - INDENT - length), "");
    fold(out, text, indent, indent, width);
}

/* What stands before its name where it is called. */
static const char *program_of(const KjCommand *command)
{
    return kj_command_is_shell(command) ? "" : "kanju ";
}

static bool listed(const KjCommand *command, bool workbench)
{
    return !(command->flags & KJ_COMMAND_HIDDEN) && (workbench || !kj_command_is_shell(command));
}

static bool group_is_listed(KjCommandGroup group)
{
    for (size_t i = 0; i < kj_command_count(); i++)
        if (kj_command_at(i)->group == group && listed(kj_command_at(i), true))
            return true;
    return false;
}

/* Whether this build has the workbench; others have no man page either. */
static bool has_workbench(void)
{
    return group_is_listed(KJ_COMMANDS_SHELL);
}

/* The column where what the commands do begins: behind the longest name. */
static unsigned summary_column(bool workbench)
{
    enum { GAP = 2 };
    unsigned longest = 0;
    for (size_t i = 0; i < kj_command_count(); i++)
        if (listed(kj_command_at(i), workbench))
            longest = MAX(longest, kj_text_columns(kj_command_shown(kj_command_at(i))));
    return INDENT + longest + GAP;
}

/* The names of a group's commands behind its title; no line is broken within one. */
static void group_names(GString *out, KjCommandGroup group, unsigned column, unsigned width)
{
    const char *title = kj_tr(kj_command_group_title(group));
    unsigned at = kj_text_columns(title);
    g_string_append(out, title);
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (command->group != group || !listed(command, true))
            continue;
        const char *name = kj_command_shown(command);
        unsigned length = kj_text_columns(name);
        if (at + 1 + length > width) {
            g_string_append_c(out, '\n');
            at = 0;
        }
        unsigned gap = at < column ? column - at : 1;
        g_string_append_printf(out, "%*s%s", (int)gap, "", name);
        at += gap + length;
    }
    g_string_append_c(out, '\n');
}

/* A group's commands, each on a line with what it does. */
static void group_summaries(GString *out, KjCommandGroup group, unsigned column, unsigned width)
{
    g_string_append_printf(out, "\n%s\n", kj_tr(kj_command_group_title(group)));
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (command->group == group && listed(command, true))
            entry(out, kj_command_shown(command), kj_tr(command->summary), column, width);
    }
}

/* The column behind the longest title of a group. */
static unsigned names_column(unsigned groups)
{
    unsigned longest = 0;
    for (unsigned group = 0; group < groups; group++)
        longest =
            MAX(longest, kj_text_columns(kj_tr(kj_command_group_title((KjCommandGroup)group))));
    return longest + INDENT;
}

void kj_help_overview(KjPrinter *printer, unsigned width, bool workbench, bool all)
{
    width = MIN(width, MAX_WIDTH);
    unsigned groups = workbench ? KJ_COMMAND_GROUPS : KJ_COMMANDS_SETUP;
    unsigned column = all ? summary_column(workbench) : names_column(groups);
    g_autoptr(GString) out =
        g_string_new(workbench ? kj_tr("COMMAND [OPTION]... [ARGUMENT]..., separated by ;\n")
                               : kj_tr("usage: kanju COMMAND [OPTION]... [ARGUMENT]...\n"));
    if (!workbench && has_workbench())
        g_string_append(out, kj_tr("       kanju [-c COMMANDS] (the workbench)\n"));
    if (!all)
        g_string_append_c(out, '\n');
    for (unsigned group = 0; group < groups; group++)
        if (group_is_listed((KjCommandGroup)group))
            (all ? group_summaries : group_names)(out, (KjCommandGroup)group, column, width);
    g_string_append_c(out, '\n');
    fold(out,
         kj_tr("A PROBLEM is - (standard input), a file, the name of a start position, or a "
               "position in SFEN or FEEN."),
         0, 0, width);
    fold(out,
         workbench
             ? kj_tr("Without one a command works on the board. A position or a move may be typed "
                     "by itself; !COMMAND goes to the system's shell, the output of COMMAND > FILE "
                     "into a file, of COMMAND | less through a command of the shell. "
                     "'help COMMAND' explains a command, 'help --all' says what each does.")
         : has_workbench()
             ? kj_tr("'kanju help COMMAND' explains a command, 'kanju help --all' says what each "
                     "does, 'man kanju' everything.")
             : kj_tr("'kanju help COMMAND' explains a command, 'kanju help --all' says what each "
                     "does."),
         0, 0, width);
    kj_printer_begin(printer, "kanju.help/1");
    kj_printer_block(printer, out->str);
    kj_printer_end(printer);
}

/* Whether a text is in what is said of a command, in either language. `wanted` is casefolded. */
static bool is_about(const KjCommand *command, const char *wanted)
{
    g_autofree char *aliases = kj_command_aliases(command, ",");
    g_autofree char *text =
        g_strjoin(" ", command->name, aliases, command->summary, command->details,
                  kj_tr(command->summary), kj_tr(command->details), NULL);
    g_autofree char *folded = g_utf8_casefold(text, -1);
    return strstr(folded, wanted) != NULL;
}

bool kj_help_about(KjPrinter *printer, const char *text, unsigned width)
{
    width = MIN(width, MAX_WIDTH);
    g_autofree char *wanted = g_utf8_casefold(text, -1);
    g_autoptr(GString) out = g_string_new(NULL);
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (listed(command, true) && is_about(command, wanted))
            entry(out, kj_command_shown(command), kj_tr(command->summary), summary_column(true),
                  width);
    }
    if (!out->len)
        return false;
    kj_printer_begin(printer, "kanju.help/1");
    kj_printer_block(printer, out->str);
    kj_printer_end(printer);
    return true;
}

void kj_help_examples(KjPrinter *printer)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        for (unsigned j = 0; kj_command_is_shell(command) && j < KJ_MAX_EXAMPLES; j++)
            if (command->examples[j].words)
                g_string_append_printf(out, "%s\nshows: %s\n", command->examples[j].words,
                                       command->examples[j].shows);
    }
    kj_printer_begin(printer, "kanju.help/1");
    kj_printer_block(printer, out->str);
    kj_printer_end(printer);
}

/* "  -t, --time=SECONDS" without the indent. (transfer full) */
static char *option_term(const KjOption *option)
{
    GString *term = g_string_new(NULL);
    if (option->in) {
        const char *unit = option->kind == KJ_OPTION_FLAG ? "yes|no" : option->unit;
        if (strchr(unit, '='))
            g_string_append_printf(term, "  %s", unit);
        else
            g_string_append_printf(term, "  %s=%s", option->name, unit);
        return g_string_free(term, FALSE);
    }
    if (option->letter)
        g_string_append_printf(term, "-%c, ", option->letter);
    g_string_append_printf(term, "--%s%s", option->groups & KJ_OPTIONS_NEGATABLE ? "[no-]" : "",
                           option->name);
    if (option->kind != KJ_OPTION_FLAG)
        g_string_append_printf(term, "=%s", option->unit);
    return g_string_free(term, FALSE);
}

/* What an option does, in its first clause. (transfer full) */
static char *first_clause(const KjOption *option)
{
    static const char *const ends[] = {"; ", " (default", "。", "(既定", "（既定"};
    const char *text = kj_tr(option->help);
    size_t length = strlen(text);
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        const char *end = g_strstr_len(text, (gssize)length, ends[i]);
        length = end ? (size_t)(end - text) : length;
    }
    return g_strndup(text, length);
}

/* What an option does, its choices and its default. (transfer full) */
static char *option_text(const KjOption *option)
{
    GString *text = g_string_new(kj_tr(option->help));
    if (option->choices) {
        g_auto(GStrv) words = g_strsplit(option->choices, "|", -1);
        g_autofree char *list = g_strjoinv(", ", words);
        g_autofree char *unit = g_strndup(option->unit, strcspn(option->unit, "["));
        g_string_append_printf(text, kj_tr("; %s: %s"), unit, list);
    }
    if (option->default_text)
        g_string_append_printf(text, kj_tr(" (default %s)"), option->default_text);
    else if (option->groups & KJ_OPTIONS_RULES && option->in)
        g_string_append(text, kj_tr(" (default: the game's)"));
    return g_string_free(text, FALSE);
}

static bool shown(const KjOption *option, const KjCommand *command)
{
    return option->groups & (command->options | KJ_OPTIONS_COMMON) &&
           !(option->groups & KJ_OPTIONS_HIDDEN);
}

/* Whether an option is one by itself that a command has. */
static bool alone(const KjOption *option, const KjCommand *command)
{
    return shown(option, command) && !option->in;
}

/* Whether a command has so few options that its short help shows them all. */
static bool has_few_options(const KjCommand *command)
{
    unsigned n = 0;
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        n += alone(option, command);
    return n <= SHORT;
}

/* Appends the options that people use most. */
static void short_options(GString *out, const KjCommand *command, unsigned width)
{
    unsigned left = 0;
    bool few = has_few_options(command);
    g_string_append_printf(out, "\n%s\n", kj_tr("Options"));
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!alone(option, command))
            continue;
        if (!few && !(option->main & command->options)) {
            left++;
            continue;
        }
        g_autofree char *term = option_term(option), *text = first_clause(option);
        entry(out, term, text, TEXT, width);
    }
    const char *program = program_of(command);
    if (left)
        g_string_append_printf(out, kj_tr("  and %u more, in full: %shelp %s --all\n"), left,
                               program, kj_command_shown(command));
    else
        g_string_append_printf(out, kj_tr("  in full: %shelp %s --all\n"), program,
                               kj_command_shown(command));
}

/* Appends an option in full, with those that are in it. */
static void whole_option(GString *out, const KjCommand *command, const KjOption *option,
                         unsigned width)
{
    g_autofree char *term = option_term(option), *text = option_text(option);
    entry(out, term, text, TEXT, width);
    for (const KjOption *row = NULL; (row = kj_option_next(row));) {
        if (g_strcmp0(row->in, option->name) == 0 && shown(row, command))
            whole_option(out, command, row, width);
    }
}

/* Appends all options under one heading, those first that people use most. */
static void options_under(GString *out, const KjCommand *command, KjOptionHeading heading,
                          unsigned width)
{
    static const char *const titles[KJ_HEADINGS] = {
        [KJ_HEADING_GENERAL] = "Options",
        [KJ_HEADING_LIMITS] = "Limits",
        [KJ_HEADING_CONVENTIONS] = "Conventions",
        [KJ_HEADING_GAME] = "Rules of the game",
        [KJ_HEADING_APPEARANCE] = "Appearance and messages",
    };
    bool titled = false, later = false;
    for (const KjOption *option = kj_option_next(NULL); option || !later;
         option = kj_option_next(option)) {
        if (!option) { // once more, for the others
            later = true;
            continue;
        }
        if (!alone(option, command) || option->heading != heading ||
            later != !(option->main & command->options))
            continue;
        if (!titled)
            g_string_append_printf(out, "\n%s\n", kj_tr(titles[heading]));
        titled = true;
        whole_option(out, command, option, width);
    }
}

void kj_help_of_command(KjPrinter *printer, const KjCommand *command, unsigned width, bool all)
{
    width = MIN(width, MAX_WIDTH);
    g_autofree char *usage = kj_command_usage(command);
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, kj_tr("usage: %s%s\n\n"), program_of(command), usage);
    fold(out, kj_tr(command->details), 0, 0, width);
    g_autofree char *also = kj_command_aliases(command, ", ");
    if (*also)
        g_string_append_printf(out, kj_tr("Also called: %s\n"), also);
    if (all)
        for (unsigned heading = 0; heading < KJ_HEADINGS; heading++)
            options_under(out, command, (KjOptionHeading)heading, width);
    else
        short_options(out, command, width);
    for (unsigned i = 0; i < KJ_MAX_EXAMPLES && command->examples[i].words; i++) {
        if (i == 0)
            g_string_append_printf(out, "\n%s\n", kj_tr("Examples"));
        g_auto(GStrv) lines = g_strsplit(command->examples[i].words, "\n", -1);
        for (char **line = lines; *line; line++)
            g_string_append_printf(out, "  %s%s\n", program_of(command), *line);
        g_string_append(out, "      ");
        fold(out, kj_tr(command->examples[i].what), 6, 6, width);
    }
    kj_printer_begin(printer, "kanju.help/1");
    kj_printer_block(printer, out->str);
    kj_printer_end(printer);
}
