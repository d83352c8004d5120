/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options out of the words of a command line, in one pass. */
#include <string.h>

#include "core/text/lang.h"
#include "core/text/mistyped.h"
#include "repl/job/options.h"

/* "no-progress", "progress" (transfer full) */
static char *whole_name(const KjOptionWord *word)
{
    return g_strconcat(word->negated ? "no-" : "", word->option->name, NULL);
}

/* The option with exactly this name, negated or not; its `option` is NULL if there is none. */
static KjOptionWord with_name(uint64_t groups, const char *name)
{
    KjOptionWord meant = {.option = kj_option_find_in(groups, name)};
    if (meant.option && meant.option->in)
        meant.option = NULL;
    if (!meant.option && g_str_has_prefix(name, "no-")) {
        meant.option = kj_option_find_in(groups, name + strlen("no-"));
        meant.negated = true;
        if (meant.option && !(meant.option->groups & KJ_OPTIONS_NEGATABLE))
            meant.option = NULL;
    }
    return meant;
}

/* The names that options can be called by, as people are told of them. (transfer full) */
static GPtrArray *names_of(uint64_t groups)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        KjOptionWord word = {.option = option};
        if (!(option->groups & groups) || option->in || option->groups & KJ_OPTIONS_HIDDEN)
            continue;
        g_ptr_array_add(names, whole_name(&word));
        word.negated = true;
        if (option->groups & KJ_OPTIONS_NEGATABLE)
            g_ptr_array_add(names, whole_name(&word));
    }
    g_ptr_array_add(names, NULL);
    return names;
}

/* Says that there is no such option, and which was meant. */
static bool fail_unknown(uint64_t groups, const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = names_of(groups);
    const KjOption *within = kj_option_find_in(groups, name);
    g_autofree char *spelt = within ? kj_option_spelt(within) : NULL;
    const char *similar = spelt ? spelt : kj_text_similar(name, (const char *const *)names->pdata);
    if (similar)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "unknown option --%s, did you mean '--%s'?", name, similar);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "unknown option --%s", name);
}

static bool read_long(uint64_t groups, const char *word, KjOptionWord *out, GError **error)
{
    const char *name = word + strlen("--"), *equals = strchr(name, '=');
    g_autofree char *copy = equals ? g_strndup(name, (gsize)(equals - name)) : g_strdup(name);
    *out = with_name(groups, copy);
    if (!out->option)
        return fail_unknown(groups, copy, error);
    out->value = equals ? equals + 1 : NULL;
    if (out->option->kind != KJ_OPTION_FLAG || !equals)
        return true;
    g_autofree char *whole = whole_name(out);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "--%s takes no value, expected it alone or not at all", whole);
}

static bool read_letter(uint64_t groups, const char *word, KjOptionWord *out, GError **error)
{
    *out = (KjOptionWord){.option = kj_option_by_letter(groups, word[1]),
                          .value = word[2] ? word + 2 : NULL};
    if (out->option && (out->option->kind != KJ_OPTION_FLAG || !out->value))
        return true;
    g_autofree char *valid = g_utf8_make_valid(word, -1);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "unknown option %s", valid);
}

bool kj_option_read(uint64_t groups, const char *word, KjOptionWord *out, GError **error)
{
    return word[1] == '-' ? read_long(groups, word, out, error)
                          : read_letter(groups, word, out, error);
}

/* Says which names there are. */
static bool fail_name(uint64_t groups, const KjOption *option, const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (const KjOption *row = NULL; (row = kj_option_next(row));) {
        if (g_strcmp0(row->in, option->name) == 0 && row->groups & groups)
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", row->name);
    }
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "--%s: unknown name '%s', expected %s", option->name, name, names->str);
}

/* Adds CODE=WEIGHT of --profile to those before it. */
static void add_weight(KjValues *values, const char *pair)
{
    const char *before = values->value[KJ_OPT(WEIGH)].text;
    g_autofree char *all = before ? g_strconcat(before, ",", pair, NULL) : g_strdup(pair);
    kj_value_set(values, kj_option_at(KJ_OPT(WEIGH)), all, NULL);
}

/* Takes NAME=VALUE. */
static bool take_pair(uint64_t groups, KjValues *values, const KjOption *option, const char *pair,
                      GError **error)
{
    const char *equals = strchr(pair, '=');
    g_autofree char *name = g_strndup(pair, (gsize)(equals - pair));
    const KjOption *row = kj_option_within(option, groups, name);
    const KjOption *weigh = kj_option_at(KJ_OPT(WEIGH));
    if (row && row != weigh)
        return kj_value_set(values, row, equals + 1, error);
    if (!g_str_equal(option->name, weigh->in) || !(weigh->groups & groups))
        return fail_name(groups, option, name, error);
    add_weight(values, pair);
    return true;
}

bool kj_option_take(uint64_t groups, KjValues *values, const KjOption *option, const char *text,
                    GError **error)
{
    if (option->kind != KJ_OPTION_PAIRS && option->id != KJ_OPT(PROFILE))
        return kj_value_set(values, option, text, error);
    g_auto(GStrv) pairs = g_strsplit(text, ",", -1);
    for (char **pair = pairs; *pair; pair++) {
        if (strchr(*pair, '=')) {
            if (!take_pair(groups, values, option, *pair, error))
                return false;
        } else if (option->kind == KJ_OPTION_PAIRS) {
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "--%s=%s: expected NAME=VALUE, with commas between", option->name,
                                text);
        } else if (!kj_value_set(values, option, *pair, error)) {
            return false;
        }
    }
    return true;
}

/* Takes the option that stands at `*at`, with the next word if that is its value. */
static bool take(uint64_t groups, char ***at, KjValues *values, GError **error)
{
    KjOptionWord word;
    if (!kj_option_read(groups, **at, &word, error))
        return false;
    const KjOption *option = word.option;
    if (option->kind == KJ_OPTION_FLAG) {
        values->value[option->id].flag = !word.negated;
        values->value[option->id].set = true;
        return true;
    }
    if (!word.value && !(word.value = *++*at)) {
        g_autofree char *name = g_strconcat("--", option->name, NULL);
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "missing argument for %s",
                            name);
    }
    return kj_option_take(groups, values, option, word.value, error);
}

bool kj_options_parse(uint64_t groups, char **words, KjValues *values, char ***out_rest,
                      GError **error)
{
    g_auto(GStrv) rest = g_new0(char *, g_strv_length(words) + 1);
    unsigned n = 0;
    bool ended = false; // by --: what follows are no options
    for (; *words; words++) {
        // -3 is a number
        if (ended || **words != '-' || !(*words)[1] || g_ascii_isdigit((*words)[1]))
            rest[n++] = g_strdup(*words);
        else if (strcmp(*words, "--") == 0)
            ended = true;
        else if (!take(groups, &words, values, error))
            return false;
    }
    *out_rest = g_steal_pointer(&rest);
    return true;
}
