/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table: rows that are whole, names that are found, arguments that are checked. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/help.h"
#include "repl/program.h"
#include "tests/support/cmocka.h"

TEST(every_row_is_whole)
{
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        assert_non_null(command->run);
        assert_true(strlen(command->summary) > 0 && strlen(command->summary) <= 60);
        assert_true(g_str_has_suffix(command->details, "."));
        assert_true(command->group < KJ_COMMAND_GROUPS);
        assert_int_equal(command->schema != NULL, (command->options & KJ_OPTIONS_JSON) != 0);
        if (command->schema) {
            g_autofree char *form = g_strdup_printf("kanju.%s/", command->name);
            assert_true(g_str_has_prefix(command->schema, form)); // and the number of its fields
            assert_true(g_ascii_isdigit(command->schema[strlen(form)]));
        }
    }
}

TEST(arguments_are_well_ordered)
{
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjArg *args = kj_command_at(i)->args;
        for (unsigned j = 0; j + 1 < KJ_MAX_ARGS && args[j + 1].kind != KJ_ARG_NONE; j++) {
            assert_false(args[j].repeating);
            assert_true(!args[j].optional || args[j + 1].optional);
        }
    }
}

TEST(no_name_or_alias_is_used_twice)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        assert_true(g_hash_table_add(seen, g_strdup(command->name)));
        for (const char *const *alias = command->aliases; *alias; alias++) {
            assert_true(g_hash_table_add(seen, g_strdup(*alias)));
            assert_ptr_equal(kj_command_find(*alias), command);
        }
    }
}

TEST(a_mistyped_name_finds_its_neighbour)
{
    static const struct {
        const char *name, *message;
    } cases[] = {
        {"sovle", "unknown command 'sovle', did you mean 'solve'?"},
        {"preft", "unknown command 'preft', did you mean 'perft'?"},
        {"解け", "unknown command '解け', did you mean 'solve'?"},
        {"something", "unknown command 'something'"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        kj_command_unknown(cases[i].name, true, &error);
        assert_string_equal(error->message, cases[i].message);
    }
}

static bool check(const char *name, const char *words, char **out_message)
{
    GError *error = NULL;
    g_auto(GStrv) args = g_strsplit(words, " ", -1);
    const KjCommand *command = kj_command_find(name);
    bool ok = kj_command_check_args(command, args, &error);
    *out_message = ok ? NULL : g_strdup(error->message);
    g_clear_error(&error);
    return ok;
}

TEST(arguments_are_checked_against_the_row)
{
    static const struct {
        const char *name, *words, *message; // NULL: right
    } cases[] = {
        {"solve", "a b c", NULL},
        {"solve", "", "solve: missing PROBLEM, expected 'solve [OPTION]... PROBLEM...'"},
        {"perft", "3", NULL},
        {"perft", "3 p", NULL},
        {"perft", "", "perft: missing DEPTH, expected 'perft [OPTION]... DEPTH [POSITION]'"},
        {"perft", "x", "DEPTH 'x': expected a whole number from 0 to 64"},
        {"perft", "65", "DEPTH '65': expected a whole number from 0 to 64"},
        {"perft", "1 p q", "perft: unexpected argument 'q'"},
        {"status", "", NULL},
        {"variants", "x", "variants: unexpected argument 'x'"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *message = NULL;
        assert_int_equal(check(cases[i].name, cases[i].words, &message), !cases[i].message);
        if (cases[i].message)
            assert_string_equal(message, cases[i].message);
    }
}

static char *help_of(const KjCommand *command, bool all)
{
    FILE *file = tmpfile();
    g_autoptr(KjPrinter) printer = kj_printer_new_text(file);
    kj_help_of_command(printer, command, 80, all);
    char *text = g_malloc0(1 << 16);
    rewind(file);
    size_t length = fread(text, 1, (1 << 16) - 1, file);
    assert_true(length > 0);
    fclose(file);
    return text;
}

/* How many options a text has that begin a line of it; their names are left in `found`. */
static unsigned options_in(const char *text, bool found[KJ_OPTION_IDS], uint64_t groups)
{
    unsigned n = 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *dashes = strstr(*line, "--");
        if (!dashes || !strchr("- ", (*line)[2]) || dashes - *line > 6 || (*line)[0] != ' ')
            continue;
        const char *name = dashes + (g_str_has_prefix(dashes, "--[no-]") ? 7 : 2);
        g_autofree char *copy = g_strndup(name, strcspn(name, "= "));
        const KjOption *option = kj_option_find_in(groups, copy);
        assert_non_null(option);
        assert_false(found[option->id]);
        found[option->id] = true;
        n++;
    }
    return n;
}

TEST(all_of_help_has_usage_and_every_option)
{
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        bool found[KJ_OPTION_IDS] = {false};
        g_autofree char *text = help_of(command, true), *usage = kj_command_usage(command);
        assert_non_null(strstr(text, usage));
        options_in(text, found, command->options | KJ_OPTIONS_COMMON);
        for (const KjOption *option = NULL; (option = kj_option_next(option));) {
            bool taken = option->groups & (command->options | KJ_OPTIONS_COMMON) &&
                         !(option->groups & KJ_OPTIONS_HIDDEN);
            bool both = option->unit && strchr(option->unit, '=');
            g_autofree char *pair = both ? g_strdup_printf("\n    %s", option->unit)
                                         : g_strdup_printf("\n    %s=", option->name);
            assert_int_equal(option->in ? strstr(text, pair) != NULL : found[option->id], taken);
        }
    }
}

/* At most 15 options, and no more than a terminal of 40 lines of 80 columns shows. */
TEST(help_fits_one_screen)
{
    for (size_t i = 0; i < 2 * kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i / 2);
        bool found[KJ_OPTION_IDS] = {false};
        kj_lang_set(i % 2 ? KJ_LANG_JA : KJ_LANG_EN);
        g_autofree char *text = help_of(command, false);
        kj_lang_set(KJ_LANG_EN);
        unsigned options = options_in(text, found, command->options | KJ_OPTIONS_COMMON);
        g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
        unsigned rows = 0;
        for (char **line = lines; *line; line++)
            rows += MAX(1, (kj_text_columns(*line) + 79) / 80);
        if (options > 15 || rows > 40)
            fail_msg("help %s: %u options, %u lines", command->name, options, rows);
    }
}

TEST(the_worse_status_wins)
{
    assert_int_equal(kj_exit_worse(KJ_EXIT_OK, KJ_EXIT_DEFECT), KJ_EXIT_DEFECT);
    assert_int_equal(kj_exit_worse(KJ_EXIT_UNKNOWN, KJ_EXIT_DEFECT), KJ_EXIT_UNKNOWN);
    assert_int_equal(kj_exit_worse(KJ_EXIT_UNKNOWN, KJ_EXIT_INPUT), KJ_EXIT_INPUT);
    assert_int_equal(kj_exit_worse(KJ_EXIT_INTERNAL, KJ_EXIT_INPUT), KJ_EXIT_INTERNAL);
    assert_int_equal(kj_exit_worse(KJ_EXIT_INPUT, KJ_EXIT_INTERRUPTED), KJ_EXIT_INTERRUPTED);
    assert_int_equal(kj_exit_worse(KJ_EXIT_OK, KJ_EXIT_OK), KJ_EXIT_OK);
}

int main(void)
{
    kj_commands_use(kj_program.commands);
    return tests_run();
}
