/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of the workbench as Markdown, for docs/workbench.md. */
#include "repl/cli/help.h"

enum { COLUMNS = 100 }; // of a line of text, in characters

/* Appends `text` in lines of at most COLUMNS, broken at blanks. */
static void paragraph(GString *out, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    long column = 0;
    for (unsigned i = 0; words[i]; i++) {
        const long length = g_utf8_strlen(words[i], -1);
        if (column > 0 && column + 1 + length > COLUMNS) {
            g_string_append_c(out, '\n');
            column = 0;
        } else if (column > 0) {
            g_string_append_c(out, ' ');
            column++;
        }
        g_string_append(out, words[i]);
        column += length;
    }
    g_string_append_c(out, '\n');
}

static void examples(GString *out, const KjCommand *command)
{
    for (unsigned i = 0; i < KJ_MAX_EXAMPLES && command->examples[i].words; i++) {
        const KjExample *example = &command->examples[i];
        g_string_append_c(out, '\n');
        paragraph(out, example->what);
        g_string_append_printf(out, "\n```kanju\n%s\n```\n", example->words);
    }
}

static void command_part(GString *out, const KjCommand *command)
{
    g_autofree char *usage = kj_command_usage(command);
    g_autoptr(GString) text = g_string_new(command->details);
    if (*command->aliases) {
        g_autofree char *list = kj_command_aliases(command, "`, `");
        g_string_append_printf(text, " Also called `%s`.", list);
    }
    g_string_append_printf(out, "\n### `%s`\n\n", usage);
    paragraph(out, text->str);
    examples(out, command);
}

void kj_help_markdown(KjPrinter *printer)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (unsigned group = KJ_COMMANDS_SETUP; group < KJ_COMMAND_GROUPS; group++) {
        g_string_append_printf(out, "\n## %s\n", kj_command_group_title((KjCommandGroup)group));
        for (size_t i = 0; i < kj_command_count(); i++)
            if (kj_command_at(i)->group == group)
                command_part(out, kj_command_at(i));
    }
    kj_printer_begin(printer, "kanju.help/1");
    kj_printer_block(printer, out->str);
    kj_printer_end(printer);
}
