/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for completion, from the tables and the board. */
#include "repl/cli/complete.h"

#include <string.h>

#include "core/format/handicap.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/cli/commands.h"
#include "repl/cli/settings.h"
#include "solver/themes/themes.h"

/* What is being collected. */
typedef struct {
    const KjCompletionBoard *board; // or NULL
    const char *word;
    GPtrArray *found;
    bool files;
} Search;

static void offer(Search *search, const char *candidate)
{
    if (g_str_has_prefix(candidate, search->word))
        g_ptr_array_add(search->found, g_strdup(candidate));
}

/* A name by what was begun of it; where nothing was, in the language that is spoken. `prefix` is what
 * stands before it. */
static void offer_word(Search *search, const char *prefix, const char *name, const char *ja)
{
    bool begun = strlen(search->word) > strlen(prefix), japanese = kj_lang() == KJ_LANG_JA;
    g_autofree char *candidate = g_strconcat(prefix, name, NULL);
    g_autofree char *other = g_strconcat(prefix, ja, NULL);
    if (begun || !japanese || !ja)
        offer(search, candidate);
    if (ja && (begun || japanese))
        offer(search, other);
}

static void offer_name(Search *search, const char *name, const char *ja)
{
    offer_word(search, "", name, ja);
}

/* Commands that can be given here; with `all` also those only the workbench has. */
static void offer_commands(Search *search, bool all)
{
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        bool here = all || search->board || !kj_command_is_shell(command);
        if (here && !(command->flags & KJ_COMMAND_HIDDEN))
            offer_name(search, command->name, command->ja);
    }
}

static void offer_choices(Search *search, const char *prefix, const char *choices)
{
    g_auto(GStrv) words = g_strsplit(choices, "|", -1);
    for (char **word = words; *word; word++)
        offer_word(search, prefix, *word, kj_word_ja(*word));
}

/* The option a word names that takes the next word as its value, or NULL: --name or -n. */
static const KjOption *waiting_option(const KjCommand *command, const char *word)
{
    KjOptionWord read;
    return word[0] == '-' && word[1] &&
                   kj_option_read(command->options | KJ_OPTIONS_COMMON, word, &read, NULL) &&
                   read.option->kind != KJ_OPTION_FLAG && !read.value
               ? read.option
               : NULL;
}

/* Offers NAME= of the rows in an option, and after it the values, where `typed` has been typed of its
 * value; `prefix` is what stands before that. */
static void offer_pairs(Search *search, uint64_t groups, const KjOption *option, const char *prefix,
                        const char *typed)
{
    const char *comma = strrchr(typed, ',');
    g_autofree char *before =
        comma ? g_strdup_printf("%s%.*s,", prefix, (int)(comma - typed), typed) : g_strdup(prefix);
    for (const KjOption *row = NULL; (row = kj_option_next(row));) {
        if (g_strcmp0(row->in, option->name) != 0 || !(row->groups & groups) ||
            row->id == KJ_OPT(WEIGH))
            continue;
        g_autofree char *name = g_strconcat(before, row->name, "=", NULL);
        const char *choices = row->kind == KJ_OPTION_FLAG ? "yes|no" : row->choices;
        if (choices && g_str_has_prefix(search->word, name))
            offer_choices(search, name, choices);
        else
            offer(search, name);
    }
}

/* Themes, where `typed` has been typed of a list of them and `prefix` stands before that. */
static void offer_themes(Search *search, const char *prefix, const char *typed)
{
    const char *comma = strrchr(typed, ','), *last = comma ? comma + 1 : typed;
    last += *last == '!';
    g_autofree char *before = g_strdup_printf("%s%.*s", prefix, (int)(last - typed), typed);
    for (size_t i = 0; i < kj_theme_count(); i++)
        offer_word(search, before, kj_theme_at(i)->code, kj_theme_at(i)->name_ja);
}

/* Values of an option, as a word of their own. */
static void offer_option_values(Search *search, uint64_t groups, const KjOption *option)
{
    if (option->choices)
        offer_choices(search, "", option->choices);
    if (option->kind == KJ_OPTION_PAIRS || option->id == KJ_OPT(PROFILE))
        offer_pairs(search, groups, option, "", search->word);
    for (size_t i = 0; option->id == KJ_OPT(VARIANT) && i < kj_game_count(); i++)
        offer(search, kj_game_at(i)->row->id);
    if (g_str_equal(option->name, "theme"))
        offer_themes(search, "", search->word);
    search->files = strcmp(option->unit, "FILE") == 0 || strcmp(option->unit, "FOLDER") == 0;
}

/* Options of a command; after = the values of one. */
static void offer_options(Search *search, const KjCommand *command)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const uint64_t groups = command->options | KJ_OPTIONS_COMMON;
        if (!(option->groups & groups) || option->groups & KJ_OPTIONS_HIDDEN || option->in)
            continue;
        g_autofree char *name = g_strconcat("--", option->name, NULL);
        g_autofree char *valued = g_strconcat(name, "=", NULL);
        bool typed = g_str_has_prefix(search->word, valued);
        if (typed && (option->kind == KJ_OPTION_PAIRS || option->id == KJ_OPT(PROFILE)))
            offer_pairs(search, groups, option, valued, search->word + strlen(valued));
        if (typed && g_str_equal(option->name, "theme"))
            offer_themes(search, valued, search->word + strlen(valued));
        if (typed && option->choices)
            offer_choices(search, valued, option->choices);
        else if (!typed)
            offer(search, option->kind == KJ_OPTION_FLAG ? name : valued);
        if (option->groups & KJ_OPTIONS_NEGATABLE) {
            g_autofree char *negated = g_strconcat("--no-", option->name, NULL);
            offer(search, negated);
        }
    }
}

static void offer_names(Search *search, const char *prefix)
{
    if (!search->board)
        return;
    GHashTableIter names;
    gpointer name;
    g_hash_table_iter_init(&names, search->board->names);
    while (g_hash_table_iter_next(&names, &name, NULL)) {
        g_autofree char *candidate = g_strconcat(prefix, name, NULL);
        offer(search, candidate);
    }
}

static void offer_handicaps(Search *search, const KjGame *game)
{
    for (size_t i = 0; i < kj_handicap_count(game); i++)
        offer(search, kj_handicap_at(game, i)->id);
}

static void offer_moves(Search *search)
{
    if (!search->board)
        return;
    const KjPosition *position = &search->board->position;
    if (kj_position_check_start(position, NULL, NULL) != KJ_POSITION_OK)
        return;
    KjMoveList list;
    kj_gen_legal(position, &list);
    for (unsigned i = 0; i < list.n; i++) {
        char text[KJ_USI_MOVE];
        kj_usi_move_write(position, list.move[i], text);
        offer(search, text);
    }
}

/* Squares that have a piece, or all. */
static void offer_squares(Search *search, bool all)
{
    if (!search->board)
        return;
    const KjPosition *position = &search->board->position;
    for (unsigned square = 0; square < position->game->t->squares; square++) {
        char name[KJ_SQUARE_TEXT];
        kj_square_write(position->game, square, name);
        if (all || position->board[square])
            offer(search, name);
    }
}

static void offer_settings(Search *search)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (kj_option_is_setting(option))
            offer(search, option->name);
    offer_choices(search, "", "all");
}

/* Values of a setting. */
static void offer_values(Search *search, const char *name)
{
    const KjOption *option = kj_setting_find(name, NULL);
    if (!option)
        return;
    const char *choices = option->kind == KJ_OPTION_FLAG ? "on|off" : option->choices;
    if (choices)
        offer_choices(search, "", choices);
    offer_choices(search, "", "default");
}

/* What an argument says itself that it can be. */
static void offer_texts(Search *search, const KjArg *arg)
{
    g_auto(GStrv) texts = arg->offers ? arg->offers(search->word) : NULL;
    for (char **text = texts; text && *text; text++)
        offer(search, *text);
}

/* What fits an argument after the word `before`. */
static void offer_argument(Search *search, const KjArg *arg, const char *before)
{
    const KjGame *game = search->board ? search->board->position.game : kj_game_at(0);
    if (arg->choices)
        offer_choices(search, "", arg->choices);
    switch (arg->kind) {
    case KJ_ARG_PROBLEM:
        offer_names(search, "%");
        offer_handicaps(search, game);
        offer(search, "startpos");
        search->files = true;
        break;
    case KJ_ARG_FILE: search->files = true; break;
    case KJ_ARG_COMMAND:
        offer_commands(search, true);
        offer_name(search, KJ_HELP_THEMES, kj_word_ja(KJ_HELP_THEMES));
        break;
    case KJ_ARG_SQUARE: offer_squares(search, strcmp(arg->name, "TO") == 0); break;
    case KJ_ARG_PIECE: offer_squares(search, true); break;
    case KJ_ARG_SIDE:
        offer_name(search, "sente", "先手");
        offer_name(search, "gote", "後手");
        offer_name(search, "攻方", NULL);
        offer_name(search, "玉方", NULL);
        break;
    case KJ_ARG_MOVE: offer_moves(search); break;
    case KJ_ARG_NAME: offer_names(search, ""); break;
    case KJ_ARG_HANDICAP: offer_handicaps(search, game); break;
    case KJ_ARG_SETTING: offer_settings(search); break;
    case KJ_ARG_VALUE: offer_values(search, before); break;
    case KJ_ARG_TEXT: offer_texts(search, arg); break;
    case KJ_ARG_NONE:
    case KJ_ARG_CHOICE:
    case KJ_ARG_INTEGER: break;
    }
}

/* The argument that comes after `n` others, or NULL. */
static const KjArg *argument_at(const KjCommand *command, unsigned n)
{
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++)
        if (i == n || command->args[i].repeating)
            return &command->args[i];
    return NULL;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char **sorted(GPtrArray *found)
{
    g_ptr_array_sort(found, compare);
    for (unsigned i = found->len; i-- > 1;)
        if (strcmp(found->pdata[i], found->pdata[i - 1]) == 0)
            g_ptr_array_remove_index(found, i);
    g_ptr_array_add(found, NULL);
    return (char **)g_ptr_array_free(found, FALSE);
}

char **kj_complete(const KjCompletionBoard *board, const char *before, const char *word,
                   bool *out_files)
{
    Search search = {board, word, g_ptr_array_new_with_free_func(g_free), false};
    const char *begun = strrchr(before, ';');
    g_autofree char *text = g_strstrip(g_strdup(begun ? begun + 1 : before));
    g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
    const KjCommand *command = words[0] ? kj_command_find(words[0]) : NULL;
    if (!words[0] || !*words[0]) {
        offer_commands(&search, false);
        if (*word)
            offer_moves(&search);
    } else if (command && *word == '-') {
        offer_options(&search, command);
    } else if (command) {
        unsigned n = 0; // arguments before
        const char *last = "";
        const KjOption *waiting = NULL;
        for (unsigned i = 1; words[i]; i++) {
            n += *words[i] && words[i][0] != '-' && !waiting;
            waiting = waiting ? NULL : waiting_option(command, words[i]);
            last = words[i];
        }
        const KjArg *arg = argument_at(command, n);
        if (waiting)
            offer_option_values(&search, command->options | KJ_OPTIONS_COMMON, waiting);
        else if (arg)
            offer_argument(&search, arg, last);
    }
    *out_files = search.files;
    return sorted(search.found);
}

/* ---- scripts for shells ---- */

static const char bash_script[] =
    "# bash completion for kanju, made by 'kanju help --completion=bash'\n"
    "_kanju() {\n"
    "    local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]}\n"
    "    COMPREPLY=($(kanju help --complete=\"${COMP_LINE:0:COMP_POINT}\" 2>/dev/null))\n"
    "    # a value after = is a word of its own to bash\n"
    "    if [[ $word == = || ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then\n"
    "        COMPREPLY=(\"${COMPREPLY[@]#*=}\")\n"
    "    fi\n"
    "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
    "}\n"
    "complete -o default -F _kanju kanju\n";

static const char zsh_script[] =
    "#compdef kanju\n"
    "# zsh completion for kanju, made by 'kanju help --completion=zsh'\n"
    "_kanju() {\n"
    "    local -a found\n"
    "    found=(${(f)\"$(kanju help --complete=\"$LBUFFER\" 2>/dev/null)\"})\n"
    "    compadd -S '' -a found\n"
    "    (( CURRENT > 2 )) && _files\n"
    "}\n"
    "compdef _kanju kanju\n";

static const char fish_script[] =
    "# fish completion for kanju, made by 'kanju help --completion=fish'\n"
    "complete -c kanju -n __fish_use_subcommand -f\n"
    "complete -c kanju -a '(kanju help --complete=(commandline -cp) 2>/dev/null)'\n";

bool kj_complete_script(KjPrinter *printer, const char *shell)
{
    const char *script = strcmp(shell, "bash") == 0   ? bash_script
                         : strcmp(shell, "zsh") == 0  ? zsh_script
                         : strcmp(shell, "fish") == 0 ? fish_script
                                                      : NULL;
    if (!script)
        return false;
    kj_printer_begin(printer, NULL);
    kj_printer_block(printer, script);
    kj_printer_end(printer);
    return true;
}
