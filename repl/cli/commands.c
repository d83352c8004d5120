/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look-up of commands, and texts made from their rows. */
#include "repl/cli/commands.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/mistyped.h"
#include "core/text/text.h"

static const KjCommand *const *table;
static size_t table_length;
static const char *const *lacking; // names, or NULL

void kj_commands_use(const KjCommand *const *rows)
{
    table = rows;
    for (table_length = 0; rows[table_length];)
        table_length++;
}

void kj_commands_lack(const char *const *names)
{
    lacking = names;
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
    // the name that is not the one shown
    GString *text = g_string_new(kj_command_shown(command) == command->ja ? command->name : NULL);
    for (const char *const *alias = command->aliases; *alias; alias++)
        g_string_append_printf(text, "%s%s", text->len ? between : "", *alias);
    return g_string_free(text, FALSE);
}

bool kj_command_is_shell(const KjCommand *command)
{
    return command->group >= KJ_COMMANDS_SETUP;
}

const KjCommand *kj_command_find(const char *name)
{
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (strcmp(command->name, name) == 0 || g_strcmp0(command->ja, name) == 0 ||
            g_strv_contains(command->aliases, name))
            return command;
    }
    return NULL;
}

/* Words that were commands once, with their short forms and in Japanese, and what is typed now. */
static const struct {
    const char *was, *now;
} gone[] = {
    {"startpos 初形", "new startpos"},
    {"handicap 手合", "new NAME"},
    {"names 名前一覧", "name"},
    {"recall 呼び出し", "name NAME recall"},
    {"forget 忘れる", "name NAME forget"},
    {"diff 差分", "name NAME diff"},
    {"swap 入れ替え", "place"},
    {"promote 裏返し", "place +R 5b"},
    {"hand-over 寝返り", "place r 5b"},
    {"take 取る", "give SIDE - PIECES"},
    {"fill 残り駒", "hand SIDE rest"},
    {"count 枚数", "status"},
    {"mirror 左右反転", "flip mirror"},
    {"version 前の案", "history N"},
    {"candidates 案一覧", "candidate all"},
    {"back b 戻る", "goto -1"},
    {"forward f 進む", "goto +1"},
    {"variations vars 分岐", "line"},
    {"cut 切る", "browse"},
    {"previous prev 前", "next -1"},
    {"search 探す", "next TEXT"},
    {"apropos 用語検索", "help WORD"},
    {"once .once 出力先", "COMMAND > FILE"},
    {"unset 設定解除", "set OPTION default"},
    {"clear cls 画面消去", "!clear"},
    {"echo 盤表示", "set diagram on|off"},
    {"say print 言う", "!echo"},
    {"resume 再開", "jobs N"},
    {"yes はい", "COMMAND!"},
};

/* What is typed in place of a word that was a command; NULL: it was none. Static. */
static const char *successor_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(gone); i++) {
        g_auto(GStrv) was = g_strsplit(gone[i].was, " ", -1);
        if (g_strv_contains((const char *const *)was, name))
            return gone[i].now;
    }
    return NULL;
}

bool kj_command_is_gone(const char *name)
{
    return successor_of(name) != NULL;
}

/* A line as it is typed in the language of the thread. (transfer full) */
static char *line_shown(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    const KjCommand *command = kj_command_find(words[0]);
    GString *shown = g_string_new(command ? kj_command_shown(command) : words[0]);
    for (char **word = words + 1; *word; word++)
        g_string_append_printf(shown, " %s", kj_tr(*word));
    return g_string_free(shown, FALSE);
}

/* The command whose name is most like a mistyped one, or NULL if none is near. */
static const KjCommand *similar_to(const char *name)
{
    size_t n = 0;
    g_autofree const char **names = g_new0(const char *, 2 * kj_command_count() + 1);
    for (size_t i = 0; i < kj_command_count(); i++) {
        names[n++] = kj_command_at(i)->name;
        if (kj_command_at(i)->ja)
            names[n++] = kj_command_at(i)->ja;
    }
    const char *similar = kj_text_similar(name, names);
    return similar ? kj_command_find(similar) : NULL;
}

bool kj_command_unknown(const char *name, bool workbench, GError **error)
{
    enum { QUOTED = 1000 }; // bytes of a word that are looked at for a message
    const KjCommand *similar = similar_to(name);
    const char *successor = successor_of(name);
    g_autofree char *now = successor ? line_shown(successor) : NULL;
    char quote[KJ_TEXT_QUOTE];
    if (now)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND,
                            "'%s' is no command any more, expected '%s'", name, now);
    if (lacking && g_strv_contains(lacking, name))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND,
                            "'%s' is not in this build, expected the native program", name);
    if (similar && (workbench || !kj_command_is_shell(similar)))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND,
                            "unknown command '%s', did you mean '%s'?", name,
                            kj_command_shown(similar));
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND, "unknown command %s",
                        kj_text_quote(name, (int)MIN(strlen(name), QUOTED), quote));
}

const char *kj_command_shown(const KjCommand *command)
{
    return kj_lang() == KJ_LANG_JA && command->ja ? command->ja : command->name;
}

char *kj_command_usage(const KjCommand *command)
{
    GString *usage = g_string_new(kj_command_shown(command));
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

/* Makes a word, of either language, the choice that it is. */
static bool check_choice(const KjArg *arg, char **word, GError **error)
{
    g_auto(GStrv) choices = g_strsplit(arg->choices, "|", -1);
    g_autoptr(GString) list = g_string_new(NULL);
    for (char **choice = choices; *choice; choice++) {
        if (kj_word_is(*word, *choice)) {
            g_free(*word);
            *word = g_strdup(*choice);
            return true;
        }
        g_string_append_printf(list, "%s%s", list->len ? ", " : "", kj_tr(*choice));
    }
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "%s '%s': expected one of %s", arg->name, *word, list->str);
}

bool kj_command_check_args(const KjCommand *command, char **args, GError **error)
{
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++) {
        const KjArg *arg = &command->args[i];
        if (!*args && !arg->optional) {
            g_autofree char *usage = kj_command_usage(command);
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                                "%s: missing %s, expected '%s'", kj_command_shown(command),
                                arg->name, usage);
        }
        do {
            if (*args && arg->kind == KJ_ARG_INTEGER && !check_integer(arg, *args, error))
                return false;
            if (*args && arg->kind == KJ_ARG_CHOICE && !check_choice(arg, args, error))
                return false;
            args += *args != NULL;
        } while (*args && arg->repeating);
    }
    if (!*args)
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "%s: unexpected argument '%s'", kj_command_shown(command), *args);
}

bool kj_call_board_is_seen(const KjCall *call)
{
    return call->board && call->board->shown && !call->values->value[KJ_OPT(DIAGRAM)].set;
}

int kj_command_problem(const KjCommand *command)
{
    for (int i = 0; i < KJ_MAX_ARGS; i++)
        if (command->args[i].kind == KJ_ARG_PROBLEM)
            return i;
    return -1;
}
