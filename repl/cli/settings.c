/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that hold for a session. */
#include "repl/cli/settings.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/mistyped.h"

// What shapes searches, rules and the look of things; not what names a file or one problem.
enum {
    SETTABLE = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_BOARD | KJ_OPTIONS_NOTATION | KJ_OPTIONS_PICTURE | KJ_OPTIONS_JUDGE |
               KJ_OPTIONS_GOAL
};

struct KjSettings {
    char *text[KJ_OPTION_IDS]; // NULL: not set
};

KjSettings *kj_settings_new(void)
{
    return g_new0(KjSettings, 1);
}

KjSettings *kj_settings_copy(const KjSettings *settings)
{
    KjSettings *copy = kj_settings_new();
    for (unsigned i = 0; settings && i < KJ_OPTION_IDS; i++)
        copy->text[i] = g_strdup(settings->text[i]);
    return copy;
}

void kj_settings_free(KjSettings *settings)
{
    for (unsigned i = 0; settings && i < KJ_OPTION_IDS; i++)
        g_free(settings->text[i]);
    g_free(settings);
}

bool kj_option_is_setting(const KjOption *option)
{
    return option->groups & SETTABLE && option->kind != KJ_OPTION_TEXT &&
           option->kind != KJ_OPTION_PAIRS;
}

/* The setting that a mistyped name could be, or NULL. Static. */
static const char *similar_setting(const char *name)
{
    const char *names[KJ_OPTION_IDS + 1];
    unsigned n = 0;
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (kj_option_is_setting(option))
            names[n++] = option->name;
    names[n] = NULL;
    return kj_text_similar(name, names);
}

const KjOption *kj_setting_find(const char *name, GError **error)
{
    name = name ? name : "";
    if (g_str_has_prefix(name, "--"))
        name += strlen("--");
    const KjOption *option = kj_option_find_in(SETTABLE, name);
    if (option && kj_option_is_setting(option))
        return option;
    const char *similar = option ? NULL : similar_setting(name);
    if (similar)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "'%s' cannot be set, did you mean '%s'?", name, similar);
    else
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "'%s' cannot be set, expected an option that 'set all' lists", name);
    return NULL;
}

/* Gives an option a value; flags take on and off. */
static bool put(KjValues *values, const KjOption *option, const char *text, GError **error)
{
    if (option->kind != KJ_OPTION_FLAG)
        return kj_value_set(values, option, text, error);
    KjValue *value = &values->value[option->id];
    if (!kj_word_is(text, "on") && !kj_word_is(text, "off"))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "%s '%s': expected on or off", option->name, text);
    value->flag = kj_word_is(text, "on");
    value->set = true;
    return true;
}

bool kj_settings_set(KjSettings *settings, const KjOption *option, const char *text, GError **error)
{
    g_autoptr(KjValues) trial = kj_values_new();
    if (!put(trial, option, text, error))
        return false;
    g_free(settings->text[option->id]);
    settings->text[option->id] = g_strdup(text);
    return true;
}

bool kj_settings_unset(KjSettings *settings, const KjOption *option)
{
    bool was = settings->text[option->id] != NULL;
    g_clear_pointer(&settings->text[option->id], g_free);
    return was;
}

const char *kj_settings_get(const KjSettings *settings, const KjOption *option)
{
    return settings->text[option->id];
}

bool kj_settings_equal(const KjSettings *a, const KjSettings *b)
{
    for (unsigned i = 0; i < KJ_OPTION_IDS; i++)
        if (g_strcmp0(a ? a->text[i] : NULL, b ? b->text[i] : NULL) != 0)
            return false;
    return true;
}

void kj_settings_apply(const KjSettings *settings, uint64_t groups, KjValues *values)
{
    for (const KjOption *option = NULL; settings && (option = kj_option_next(option));) {
        const char *text = settings->text[option->id];
        if (text && option->groups & groups)
            put(values, option, text, NULL);
    }
}
