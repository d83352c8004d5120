/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option rows and their values. */
#include "repl/job/options.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/job/choices.h"
#include "solver/check/check.h"
#include "solver/search/result.h"

enum {
    COMMON = KJ_OPTIONS_COMMON,
    JSON = KJ_OPTIONS_JSON,
    NOTATION = KJ_OPTIONS_NOTATION,
    VARIANT = KJ_OPTIONS_VARIANT,
    SEARCH = KJ_OPTIONS_SEARCH,
    TIME = KJ_OPTIONS_TIME,
    SOLVE = KJ_OPTIONS_SOLVE,
    TSUME = KJ_OPTIONS_TSUME,
    RULES = KJ_OPTIONS_RULES,
    BOARD = KJ_OPTIONS_BOARD,
    DIAGRAM = KJ_OPTIONS_DIAGRAM,
    PICTURE = KJ_OPTIONS_PICTURE,
    FIRST = KJ_OPTIONS_FIRST,
    STEPS = KJ_OPTIONS_STEPS,
    SHEET = KJ_OPTIONS_SHEET,
    MOVES = KJ_OPTIONS_MOVES,
    PERFT = KJ_OPTIONS_PERFT,
    CONVERT = KJ_OPTIONS_CONVERT,
    BATCH = KJ_OPTIONS_BATCH,
    STORE = KJ_OPTIONS_STORE,
    REPORT = KJ_OPTIONS_REPORT,
    MERGE = KJ_OPTIONS_MERGE,
    CHECK = KJ_OPTIONS_CHECK,
    JUDGE = KJ_OPTIONS_JUDGE,
    COMPOSE = KJ_OPTIONS_COMPOSE,
    REPAIR = KJ_OPTIONS_REPAIR,
    TRIM = KJ_OPTIONS_TRIM,
    FAMILY = KJ_OPTIONS_FAMILY,
    MAKE = KJ_OPTIONS_MAKE,
    BREED = KJ_OPTIONS_BREED,
    EXTEND = KJ_OPTIONS_EXTEND,
    KEEP = KJ_OPTIONS_KEEP,
    ANSWER = KJ_OPTIONS_ANSWER,
    ANALYSE = KJ_OPTIONS_ANALYSE,
    HELP = KJ_OPTIONS_HELP,
    ALONG = KJ_OPTIONS_ALONG,
    GOAL = KJ_OPTIONS_GOAL,
    GIVEN = KJ_OPTIONS_GIVEN,
    AUTHOR = KJ_OPTIONS_AUTHOR,
    HIDDEN = KJ_OPTIONS_HIDDEN,
    WRITTEN = KJ_OPTIONS_WRITTEN,
    NEGATABLE = KJ_OPTIONS_NEGATABLE,
};

static const KjOption option_rows[KJ_OPTION_COUNT] = {
#define KJ_OPTION(ID, ...) [KJ_OPTION_##ID] = {.id = KJ_OPTION_##ID, __VA_ARGS__},
#include "repl/job/options.def"
#undef KJ_OPTION
};

G_DEFINE_QUARK(kj - usage - error - quark, kj_usage_error)

const KjOption *kj_option_at(KjOptionId id)
{
    return &option_rows[id];
}

const KjOption *kj_option_find_in(uint64_t groups, const char *name)
{
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++)
        if (option_rows[i].groups & groups && strcmp(option_rows[i].name, name) == 0)
            return &option_rows[i];
    return NULL;
}

const KjOption *kj_option_within(const KjOption *option, uint64_t groups, const char *name)
{
    const KjOption *row = kj_option_find_in(groups, name);
    return row && row->in && row->in == option->id ? row : NULL;
}

char *kj_option_spelt(const KjOption *option)
{
    return option->in ? g_strconcat(option_rows[option->in].name, " ", option->name, NULL)
                      : g_strdup(option->name);
}

const KjOption *kj_option_by_letter(uint64_t groups, char letter)
{
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++)
        if (option_rows[i].letter == letter && option_rows[i].groups & groups)
            return &option_rows[i];
    return NULL;
}

char *kj_option_choice_text(const KjOption *option, unsigned choice)
{
    g_auto(GStrv) words = g_strsplit(option->choices, "|", -1);
    return g_strdup(choice < g_strv_length(words) ? words[choice] : "");
}

/* The index of a word in a list joined by |, with - and _ taken as equal; -1 if it is not there. */
static int find_choice(const char *choices, const char *text)
{
    g_autofree char *wanted = g_strdelimit(g_strdup(text), "_", '-');
    g_auto(GStrv) words = g_strsplit(choices, "|", -1);
    for (int i = 0; words[i]; i++)
        if (kj_word_is(wanted, words[i]))
            return i;
    return -1;
}

/* "a, b or c" out of "a|b|c". */
static char *choices_for_people(const char *choices)
{
    g_auto(GStrv) words = g_strsplit(choices, "|", -1);
    GString *out = g_string_new(NULL);
    unsigned n = g_strv_length(words);
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(out, "%s%s",
                               i == 0       ? ""
                               : i + 1 == n ? kj_tr(" or ")
                                            : ", ",
                               words[i]);
    return g_string_free(out, FALSE);
}

static bool set_choice(KjValue *value, const KjOption *option, const char *text, GError **error)
{
    int choice = find_choice(option->choices, text);
    if (choice < 0) {
        g_autofree char *list = choices_for_people(option->choices);
        g_autofree char *name = kj_option_spelt(option);
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--%s=%s: expected %s",
                            name, text, list);
    }
    value->choice = (unsigned)choice;
    return true;
}

static void say_range(const KjOption *option, const char *text, GError **error)
{
    g_autofree char *name = kj_option_spelt(option);
    if (option->id == KJ_OPTION_MEMORY)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--%s=%s: expected MiB from %.0f to %.0f, as 512, 2G or 50%%", name, text,
                     option->min, option->max);
    else
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--%s=%s: expected a %snumber from %g to %.0f", name, text,
                     option->kind == KJ_OPTION_INTEGER ? kj_tr("whole ") : "", option->min,
                     option->max);
}

static bool set_number(KjValue *value, const KjOption *option, const char *text, GError **error)
{
    char *end;
    bool whole = option->kind == KJ_OPTION_INTEGER;
    errno = 0;
    int64_t integer = whole ? g_ascii_strtoll(text, &end, 10) : 0;
    double real = whole ? (double)integer : g_ascii_strtod(text, &end);
    bool ok = end != text && !*end && !errno;
    if (!ok && option->amount && kj_amount_read(text, option->amount, &real)) {
        ok = real <= option->max;
        integer = ok ? (int64_t)real : 0;
    }
    if (!ok || !isfinite(real) || real < option->min || real > option->max) {
        say_range(option, text, error);
        return false;
    }
    value->integer = integer;
    value->real = real;
    return true;
}

static bool set_flag(KjValue *value, const KjOption *option, const char *text, GError **error)
{
    value->flag = !text || strcmp(text, "yes") == 0;
    if (value->flag || strcmp(text, "no") == 0)
        return true;
    g_autofree char *name = kj_option_spelt(option);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--%s=%s: expected yes or no",
                        name, text);
}

bool kj_value_set(KjValues *values, const KjOption *option, const char *text, GError **error)
{
    KjValue *value = &values->value[option->id];
    switch (option->kind) {
    case KJ_OPTION_FLAG:
        if (!set_flag(value, option, text, error))
            return false;
        break;
    case KJ_OPTION_INTEGER:
    case KJ_OPTION_REAL:
        if (!set_number(value, option, text, error))
            return false;
        break;
    case KJ_OPTION_CHOICE:
        if (!set_choice(value, option, text, error))
            return false;
        break;
    case KJ_OPTION_TEXT:
        g_free(value->text);
        value->text = g_strdup(text);
        break;
    case KJ_OPTION_PAIRS: g_assert_not_reached();
    }
    value->set = true;
    return true;
}

void kj_value_reset(KjValues *values, const KjOption *option)
{
    KjValue *value = &values->value[option->id];
    g_free(value->text);
    *value = (KjValue){0};
    if (!option->default_text)
        return;
    bool ok = kj_value_set(values, option, option->default_text, NULL);
    g_assert(ok);
    value->set = false;
}

char *kj_value_text(const KjOption *option, const KjValue *value)
{
    switch (option->kind) {
    case KJ_OPTION_FLAG: return g_strdup(value->flag ? "yes" : "no");
    case KJ_OPTION_INTEGER: return g_strdup_printf("%" G_GINT64_FORMAT, value->integer);
    case KJ_OPTION_REAL: return g_strdup_printf("%g", value->real);
    case KJ_OPTION_CHOICE: return kj_option_choice_text(option, value->choice);
    case KJ_OPTION_TEXT: return g_strdup(value->text ? value->text : "");
    case KJ_OPTION_PAIRS: break;
    }
    g_assert_not_reached();
}

KjValues *kj_values_new(void)
{
    KjValues *values = g_new0(KjValues, 1);
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++)
        kj_value_reset(values, &option_rows[i]);
    return values;
}

void kj_values_free(KjValues *values)
{
    if (!values)
        return;
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++)
        g_free(values->value[i].text);
    g_free(values);
}

static unsigned rule_get(const KjRules *rules, KjOptionId id)
{
    switch (id) {
    case KJ_OPTION_TRY: return rules->try_rule;
    case KJ_OPTION_STALEMATE: return rules->stalemate;
    case KJ_OPTION_MUTUAL_PERPETUAL: return rules->mutual_perpetual;
    case KJ_OPTION_DECLARATION: return rules->declaration;
    case KJ_OPTION_SAME_MOVE: return rules->same_move;
    case KJ_OPTION_UCHIFUZUME_PERPETUAL: return rules->perpetual_is_drop_mate;
    case KJ_OPTION_DROP_STALEMATE: return rules->drop_stalemate_illegal;
    case KJ_OPTION_KING_EN_PRISE: return rules->lion_safe_only;
    case KJ_OPTION_ELEPHANT: return rules->elephant_to_hand;
    case KJ_OPTION_DROPS: return rules->no_drops;
    default: g_assert_not_reached();
    }
}

static void rule_set(KjRules *rules, KjOptionId id, unsigned choice)
{
    switch (id) {
    case KJ_OPTION_TRY: rules->try_rule = (KjTry)choice; break;
    case KJ_OPTION_STALEMATE: rules->stalemate = (KjStalemate)choice; break;
    case KJ_OPTION_MUTUAL_PERPETUAL: rules->mutual_perpetual = (KjMutualPerpetual)choice; break;
    case KJ_OPTION_DECLARATION: rules->declaration = (KjDeclaration)choice; break;
    case KJ_OPTION_SAME_MOVE: rules->same_move = (KjSameMove)choice; break;
    case KJ_OPTION_UCHIFUZUME_PERPETUAL: rules->perpetual_is_drop_mate = choice == 1; break;
    case KJ_OPTION_DROP_STALEMATE: rules->drop_stalemate_illegal = choice == 1; break;
    case KJ_OPTION_KING_EN_PRISE: rules->lion_safe_only = choice == 1; break;
    case KJ_OPTION_ELEPHANT: rules->elephant_to_hand = choice == 1; break;
    case KJ_OPTION_DROPS: rules->no_drops = choice == 1; break;
    default: g_assert_not_reached();
    }
}

void kj_rules_apply(const KjValues *values, KjRules *rules)
{
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++)
        if (option_rows[i].groups & KJ_OPTIONS_RULES && values->value[i].set)
            rule_set(rules, (KjOptionId)i, values->value[i].choice);
}

char *kj_rule_text(const KjRules *rules, KjOptionId id)
{
    return kj_option_choice_text(&option_rows[id], rule_get(rules, id));
}
