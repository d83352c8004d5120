/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that fields of queries can be. */
#include "repl/store/find_words.h"

#include <glib.h>
#include <string.h>

#include "core/rules/game.h"
#include "core/text/lang.h"
#include "repl/store/tables.h"
#include "solver/check/check.h"
#include "solver/themes/themes.h"

/* Adds a word once. */
static void add(GPtrArray *words, const char *word)
{
    if (*word && !g_ptr_array_find_with_equal_func(words, word, g_str_equal, NULL))
        g_ptr_array_add(words, (char *)(gsize)word);
}

static void add_verdicts(GPtrArray *words)
{
    const char *const *const kinds[] = {kj_verdicts_solve, kj_verdicts_check, kj_verdicts_hisshi};
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        for (const char *const *word = kinds[i]; *word; word++)
            add(words, *word);
}

static void add_causes(GPtrArray *words)
{
    for (unsigned i = 0; i <= KJ_CAUSE_REPETITION; i++)
        add(words, kj_cause_text((KjCause)i));
}

static void add_games(GPtrArray *words)
{
    for (size_t i = 0; i < kj_game_count(); i++)
        add(words, kj_game_at(i)->row->id);
}

static void add_answers(GPtrArray *words)
{
    add(words, "yes");
    add(words, "no");
}

static void add_codes(GPtrArray *words)
{
    for (unsigned i = 0; i < KJ_CLASSES; i++)
        add(words, kj_class_code((KjClass)i));
    for (unsigned i = 0; i < KJ_FAULTS; i++)
        add(words, kj_fault_code((KjFault)i));
    add(words, KJ_QUERY_COOK);
}

static void add_themes(GPtrArray *words)
{
    for (size_t i = 0; i < kj_theme_count(); i++)
        add(words, kj_theme_at(i)->code);
}

const char **kj_find_words(const char *field)
{
    static const struct {
        const char *field;
        void (*add)(GPtrArray *words);
    } vocabularies[] = {{"verdict", add_verdicts},  {"cause", add_causes},
                        {"certified", add_answers}, {"game", add_games},
                        {"code", add_codes},        {"theme", add_themes}};
    GPtrArray *words = g_ptr_array_new();
    for (size_t i = 0; i < G_N_ELEMENTS(vocabularies); i++)
        if (g_str_equal(vocabularies[i].field, field))
            vocabularies[i].add(words);
    g_ptr_array_add(words, NULL);
    return (const char **)g_ptr_array_free(words, FALSE);
}

const char *kj_find_word_ja(const char *word)
{
    for (unsigned i = 0; i < KJ_CLASSES; i++)
        if (g_str_equal(kj_class_code((KjClass)i), word))
            return kj_class_ja((KjClass)i, false);
    for (unsigned i = 0; i < KJ_FAULTS; i++)
        if (g_str_equal(kj_fault_code((KjFault)i), word))
            return kj_fault_ja((KjFault)i);
    const KjGame *game = kj_game_find(word);
    if (game)
        return game->row->name_ja;
    if (g_str_equal(word, "yes"))
        return "あり";
    const KjTheme *theme = kj_theme_find(word);
    return theme ? theme->name_ja : kj_word_ja(word);
}

const char **kj_find_words_shown(const char *field)
{
    const char **words = kj_find_words(field);
    for (unsigned i = 0; kj_lang() == KJ_LANG_JA && words[i]; i++)
        words[i] = kj_find_word_ja(words[i]);
    return words;
}

const char *kj_find_word(const char *field, const char *text)
{
    g_autofree const char **words = kj_find_words(field);
    for (unsigned i = 0; words[i]; i++)
        if (strcmp(text, words[i]) == 0 || strcmp(text, kj_find_word_ja(words[i])) == 0)
            return words[i];
    return NULL;
}
