/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look-up of commands, and texts made from their rows. */
#include "repl/cli/commands.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/mistyped.h"

static const KjCommand *const *table;
static size_t table_length;

void kj_commands_use(const KjCommand *const *rows)
{
    table = rows;
    for (table_length = 0; rows[table_length];)
        table_length++;
}

size_t kj_command_count(void)
{
    return table_length;
}

const KjCommand *kj_command_at(size_t index)
{
    return table[index];
}

const char *kj_command_group_title(KjCommandGroup group)
{
    static const char *const titles[KJ_COMMAND_GROUPS] = {
        [KJ_COMMANDS_MATE] = "Mate problems",
        [KJ_COMMANDS_WHOLE] = "Whole collections",
        [KJ_COMMANDS_POSITION] = "Positions and games",
        [KJ_COMMANDS_OTHER] = "Other",
        [KJ_COMMANDS_SETUP] = "Setting up",
        [KJ_COMMANDS_EDIT] = "Editing",
        [KJ_COMMANDS_PLAY] = "Playing through",
        [KJ_COMMANDS_SEARCH] = "Searching in the background",
        [KJ_COMMANDS_COLLECTION] = "Collections",
        [KJ_COMMANDS_SHELL] = "The workbench itself",
    };
    return titles[group];
}

char *kj_command_aliases(const KjCommand *command, const char *between)
{
    GString *text = g_string_new(kj_lang() == KJ_LANG_JA ? command->ja : NULL);
    for (const char *const *alias = command->aliases; *alias; alias++)
        g_string_append_printf(text, "%s%s", text->len ? between : "", *alias);
    return g_string_free(text, FALSE);
}

bool kj_command_is_shell(const KjCommand *command)
{
    return command->group >= KJ_COMMANDS_SETUP;
}

const KjCommand *kj_command_find(const char *name, bool prefix)
{
    const KjCommand *found = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (strcmp(command->name, name) == 0 || g_strcmp0(command->ja, name) == 0 ||
            g_strv_contains(command->aliases, name))
            return command;
        if (prefix && *name && g_str_has_prefix(command->name, name)) {
            found = command;
            n++;
        }
    }
    return n == 1 ? found : NULL;
}

char *kj_command_beginning(const char *beginning)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; *beginning && i < kj_command_count(); i++)
        if (g_str_has_prefix(kj_command_at(i)->name, beginning))
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", kj_command_at(i)->name);
    return names->len ? g_strdup(names->str) : NULL;
}

const KjCommand *kj_command_similar(const char *name)
{
    g_autofree const char **names = g_new0(const char *, kj_command_count() + 1);
    for (size_t i = 0; i < kj_command_count(); i++)
        names[i] = kj_command_at(i)->name;
    const char *similar = kj_text_similar(name, names);
    return similar ? kj_command_find(similar, false) : NULL;
}

char *kj_command_usage(const KjCommand *command)
{
    GString *usage = g_string_new(command->name);
    if (command->options & ~(uint64_t)KJ_OPTIONS_HIDDEN)
        g_string_append(usage, " [OPTION]...");
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++) {
        const KjArg *arg = &command->args[i];
        g_string_append_printf(usage, arg->optional ? " [%s]%s" : " %s%s", arg->name,
                               arg->repeating ? "..." : "");
    }
    return g_string_free(usage, FALSE);
}

static bool check_integer(const KjArg *arg, const char *word, GError **error)
{
    char *end;
    gint64 value = g_ascii_strtoll(word, &end, 10);
    if (end != word && !*end && value >= arg->min && value <= arg->max)
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "%s '%s': expected a whole number from %d to %d", arg->name, word, arg->min,
                        arg->max);
}

static bool check_choice(const KjArg *arg, const char *word, GError **error)
{
    g_auto(GStrv) choices = g_strsplit(arg->choices, "|", -1);
    if (g_strv_contains((const char *const *)choices, word))
        return true;
    g_autofree char *list = g_strjoinv(", ", choices);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "%s '%s': expected one of %s", arg->name, word, list);
}

bool kj_command_check_args(const KjCommand *command, const char *const *args, GError **error)
{
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++) {
        const KjArg *arg = &command->args[i];
        if (!*args && !arg->optional) {
            g_autofree char *usage = kj_command_usage(command);
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                                "%s: missing %s, expected '%s'", command->name, arg->name, usage);
        }
        do {
            if (*args && arg->kind == KJ_ARG_INTEGER && !check_integer(arg, *args, error))
                return false;
            if (*args && arg->kind == KJ_ARG_CHOICE && !check_choice(arg, *args, error))
                return false;
            args += *args != NULL;
        } while (*args && arg->repeating);
    }
    if (!*args)
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "%s: unexpected argument '%s'", command->name, *args);
}

bool kj_call_board_is_seen(const KjCall *call)
{
    return call->board && call->board->shown && !call->values->value[KJ_OPTION_DIAGRAM].set;
}

int kj_command_problem(const KjCommand *command)
{
    for (int i = 0; i < KJ_MAX_ARGS; i++)
        if (command->args[i].kind == KJ_ARG_PROBLEM)
            return i;
    return -1;
}
