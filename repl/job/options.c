/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options and their values. */
#include "repl/job/options.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/text/lang.h"

static const KjOption *first, *after[KJ_OPTION_IDS], *with_id[KJ_OPTION_IDS];

G_DEFINE_QUARK(kj - usage - error - quark, kj_usage_error)

void kj_options_use(const KjOption *const *tables)
{
    const KjOption **end = &first;
    for (; *tables; tables++) {
        for (const KjOption *row = *tables; row->name; row++) {
            with_id[row->id] = *end = row;
            end = &after[row->id];
        }
    }
}

const KjOption *kj_option_at(KjOptionId id)
{
    return with_id[id];
}

const KjOption *kj_option_next(const KjOption *option)
{
    g_assert(first); // kj_options_use was called
    return option ? after[option->id] : first;
}

const KjOption *kj_option_find_in(uint64_t groups, const char *name)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (option->groups & groups && strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

const KjOption *kj_option_within(const KjOption *option, uint64_t groups, const char *name)
{
    const KjOption *row = kj_option_find_in(groups, name);
    return row && g_strcmp0(row->in, option->name) == 0 ? row : NULL;
}

char *kj_option_spelt(const KjOption *option)
{
    return option->in ? g_strconcat(option->in, " ", option->name, NULL) : g_strdup(option->name);
}

const KjOption *kj_option_by_letter(uint64_t groups, char letter)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (option->letter == letter && option->groups & groups)
            return option;
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
    if (option->amount == KJ_AMOUNT_MEMORY)
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
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        kj_value_reset(values, option);
    return values;
}

void kj_values_free(KjValues *values)
{
    if (!values)
        return;
    for (unsigned i = 0; i < KJ_OPTION_IDS; i++)
        g_free(values->value[i].text);
    g_free(values);
}
