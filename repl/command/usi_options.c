/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USI options made from the rows of the option table. */
#include "repl/command/usi_options.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/job/cores.h"

enum { GROUPS = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES };

/*
 * What is decided elsewhere while nothing is chosen, in a word of its own: a GUI sends all defaults
 * back, and the choice that is the default of one game, profile or limit would then hold for all.
 */
static const struct {
    const char *option, *word;
} undecided[] = {
    {"shorten", "auto"}, // other with a limit than without
    {"lang", "auto"},    // that of the environment
    {"interpositions", "profile"},
    {"variation-excess", "profile"},
    {"repetition", "game"},
};

// Whole numbers above this are not safe in programs that read them as floating point.
static const double most = 9007199254740991.0;

static const struct {
    const char *option, *name, *other_name;
} own_names[] = {
    {"any", "FirstMate", "Any"},
    {"lang", "Language", "Lang"},
    {"memory", "USI_Hash", "Hash"},
    {"variant", "USI_Variant", "UCI_Variant"},
};

// An engine has no terminal.
static const char *const left_out[] = {"progress", "diagram", "certificate-length", NULL};

static bool is_offered(const KjOption *option)
{
    if (g_strv_contains(left_out, option->name))
        return false;
    if (option->kind == KJ_OPTION_TEXT || option->kind == KJ_OPTION_PAIRS)
        return option->id == KJ_OPT(VARIANT);
    return option->id == KJ_OPT(ANY) || option->id == KJ_OPT(LANG) ||
           (option->groups & GROUPS) != 0;
}

/* "VariationExcess" out of "variation-excess", or the name USI has. (transfer full) */
static char *usi_name(const KjOption *option)
{
    for (size_t i = 0; i < G_N_ELEMENTS(own_names); i++)
        if (g_str_equal(own_names[i].option, option->name))
            return g_strdup(own_names[i].name);
    GString *name = g_string_new(NULL);
    bool begins = true;
    for (const char *c = option->name; *c; c++) {
        if (*c != '-')
            g_string_append_c(name, begins ? g_ascii_toupper(*c) : *c);
        begins = *c == '-';
    }
    return g_string_free(name, FALSE);
}

static const KjOption *find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(own_names); i++)
        if (g_ascii_strcasecmp(own_names[i].other_name, name) == 0)
            name = own_names[i].name;
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        g_autofree char *usi = usi_name(option);
        if (is_offered(option) && g_ascii_strcasecmp(usi, name) == 0)
            return option;
    }
    return NULL;
}

/*
 * The word for an option on which nothing is chosen, NULL where its default is a value like others.
 */
static const char *undecided_word(const KjOption *option)
{
    for (size_t i = 0; i < G_N_ELEMENTS(undecided); i++)
        if (g_str_equal(undecided[i].option, option->name))
            return undecided[i].word;
    return option->groups & KJ_OPTIONS_RULES ? "game" : NULL;
}

static void append_choices(GString *line, const KjOption *option, const KjValue *value)
{
    const char *word_now = value->set ? NULL : undecided_word(option);
    g_autofree char *now = kj_option_choice_text(option, value->choice);
    g_string_append_printf(line, " type combo default %s", word_now ? word_now : now);
    g_auto(GStrv) words = g_strsplit(option->choices, "|", -1);
    if (undecided_word(option))
        g_string_append_printf(line, " var %s", undecided_word(option));
    for (char **word = words; *word; word++)
        g_string_append_printf(line, " var %s", *word);
}

static void append_games(GString *line, const KjValue *value)
{
    g_string_append_printf(line, " type combo default %s var board",
                           value->text ? value->text : "board");
    for (size_t i = 0; i < kj_game_count(); i++)
        g_string_append_printf(line, " var %s", kj_game_at(i)->row->id);
}

/* A number that reads back as itself. */
static void append_real(GString *line, const KjOption *option, const KjValue *value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    const char *word = value->set ? NULL : undecided_word(option);
    if (!word && !value->set) // as the table has it
        word = option->default_text;
    g_string_append_printf(line, " type string default %s",
                           word ? word : g_ascii_dtostr(number, sizeof number, value->real));
}

/* What a whole number is; of memory and threads what there will be. */
static int64_t number_now(KjOptionId id, const KjValues *values)
{
    if (id == KJ_OPT(MEMORY))
        return (int64_t)kj_solve_memory_mib(values);
    if (id == KJ_OPT(THREADS) && !values->value[id].set)
        return kj_cores_of_machine();
    return values->value[id].integer;
}

static void append_integer(GString *line, const KjOption *option, const KjValues *values)
{
    int64_t now = number_now(option->id, values);
    g_string_append_printf(line, " type spin default %" G_GINT64_FORMAT " min %.0f max %.0f", now,
                           option->min, MAX((double)now, MIN(option->max, most)));
}

/* The line of one option. (transfer full) */
static char *option_line(const KjOption *option, const KjValues *values)
{
    const KjValue *value = &values->value[option->id];
    g_autofree char *name = usi_name(option);
    GString *line = g_string_new(NULL);
    g_string_append_printf(line, "option name %s", name);
    switch (option->kind) {
    case KJ_OPTION_FLAG:
        g_string_append_printf(line, " type check default %s", value->flag ? "true" : "false");
        break;
    case KJ_OPTION_INTEGER: append_integer(line, option, values); break;
    case KJ_OPTION_REAL: append_real(line, option, value); break;
    case KJ_OPTION_CHOICE: append_choices(line, option, value); break;
    case KJ_OPTION_TEXT:
    case KJ_OPTION_PAIRS: append_games(line, value); break;
    }
    return g_string_free(line, FALSE);
}

char **kj_usi_options(const KjValues *values, const KjUsiOwn *own)
{
    GPtrArray *lines = g_ptr_array_new();
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (is_offered(option))
            g_ptr_array_add(lines, option_line(option, values));
    g_ptr_array_add(lines, g_strdup_printf("option name MultiPV type spin default %u min 1 max %d",
                                           own->multi_pv, KJ_USI_MOST_PV));
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

static bool set_game(KjValues *values, const char *text, GError **error)
{
    KjValue *value = &values->value[KJ_OPT(VARIANT)];
    bool by_board = strcmp(text, "board") == 0;
    if (!by_board && !kj_game_find(text))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "USI_Variant: unknown game '%s'", text);
    g_free(value->text);
    value->text = by_board ? NULL : g_strdup(text);
    value->set = !by_board;
    return true;
}

static bool set_flag(KjValue *value, const char *text, GError **error)
{
    bool on = g_ascii_strcasecmp(text, "true") == 0;
    if (!on && g_ascii_strcasecmp(text, "false") != 0)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "'%s': expected true or false", text);
    value->flag = value->set = on;
    return true;
}

static bool set(KjValues *values, const KjOption *option, const char *text, GError **error)
{
    KjValue *value = &values->value[option->id];
    if (option->id == KJ_OPT(VARIANT))
        return set_game(values, text, error);
    if (option->kind == KJ_OPTION_FLAG)
        return set_flag(value, text, error);
    if (g_strcmp0(undecided_word(option), text) == 0) {
        kj_value_reset(values, option);
        return true;
    }
    return kj_value_set(values, option, text, error);
}

static bool set_multi_pv(KjUsiOwn *own, const char *text, GError **error)
{
    guint64 number;
    if (!g_ascii_string_to_unsigned(text, 10, 1, KJ_USI_MOST_PV, &number, NULL))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "MultiPV: '%s': expected a whole number from 1 to %d", text,
                            KJ_USI_MOST_PV);
    own->multi_pv = (unsigned)number;
    return true;
}

bool kj_usi_option_set(KjValues *values, KjUsiOwn *own, const char *words, GError **error)
{
    if (!g_str_has_prefix(words, "name "))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "setoption %s: expected 'name' and the option", words);
    const char *name = words + strlen("name ");
    const char *end = strstr(name, " value");
    bool has_value = end && (end[6] == ' ' || end[6] == '\0');
    g_autofree char *text = g_strstrip(g_strdup(has_value ? end + 6 : ""));
    g_autofree char *wanted =
        g_strstrip(has_value ? g_strndup(name, (size_t)(end - name)) : g_strdup(name));
    if (g_ascii_strcasecmp(wanted, "MultiPV") == 0 ||
        g_ascii_strcasecmp(wanted, "USI_MultiPV") == 0)
        return set_multi_pv(own, text, error);
    if (g_ascii_strcasecmp(wanted, "USI_Ponder") == 0)
        return true;
    const KjOption *option = find(wanted);
    if (!option)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "unknown option '%s'",
                            wanted);
    return set(values, option, text, error);
}
