/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a command line as GOption takes them: options by their whole names, values apart. */
#include <string.h>

#include "core/text/lang.h"
#include "core/text/similar.h"
#include "repl/job/options.h"

/* A long option that is meant by a name: `--no-` stands before it if `negated`. */
typedef struct {
    const KjOption *option;
    bool negated;
} Meant;

/* Adds what a name could be cut short from, options that people are not told of apart. */
static void add_beginning(GArray *meant, uint64_t groups, const char *name, bool negated)
{
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++) {
        Meant row = {kj_option_at((KjOptionId)i), negated};
        bool here = row.option->groups & groups && !(row.option->groups & KJ_OPTIONS_HIDDEN) &&
                    (!negated || row.option->groups & KJ_OPTIONS_NEGATABLE);
        g_autofree char *whole = g_strconcat(negated ? "no-" : "", row.option->name, NULL);
        if (here && g_str_has_prefix(whole, name))
            g_array_append_val(meant, row);
    }
}

/* The option with exactly this name, negated or not; its `option` is NULL if there is none. */
static Meant with_name(uint64_t groups, const char *name)
{
    Meant meant = {kj_option_find_in(groups, name), false};
    if (!meant.option && g_str_has_prefix(name, "no-")) {
        meant = (Meant){kj_option_find_in(groups, name + strlen("no-")), true};
        if (meant.option && !(meant.option->groups & KJ_OPTIONS_NEGATABLE))
            meant.option = NULL;
    }
    return meant;
}

/* "--nodes, --notation" */
static char *list_of(const GArray *meant)
{
    GString *list = g_string_new(NULL);
    for (unsigned i = 0; i < meant->len; i++) {
        const Meant *row = &g_array_index(meant, Meant, i);
        g_string_append_printf(list, "%s--%s%s", i ? ", " : "", row->negated ? "no-" : "",
                               row->option->name);
    }
    return g_string_free(list, FALSE);
}

/* The option that a name or its beginning means; false if that could be several. A name that means
 * nothing has no `option`. */
static bool find_meant(uint64_t groups, const char *name, Meant *out, GError **error)
{
    *out = with_name(groups, name);
    if (out->option || !*name)
        return true;
    g_autoptr(GArray) meant = g_array_new(FALSE, FALSE, sizeof(Meant));
    add_beginning(meant, groups, name, false);
    add_beginning(meant, groups, name, true);
    if (meant->len > 1) {
        g_autofree char *word = g_strconcat("--", name, NULL);
        g_autofree char *list = list_of(meant);
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "'%s' could be %s", word, list);
        return false;
    }
    if (meant->len)
        *out = g_array_index(meant, Meant, 0);
    return true;
}

/* Says that there is no such option, and which was meant. */
static bool fail_unknown(uint64_t groups, const char *name, GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Meant));
    add_beginning(all, groups, "", false);
    add_beginning(all, groups, "no-", true);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < all->len; i++) {
        const Meant *row = &g_array_index(all, Meant, i);
        g_ptr_array_add(names, g_strconcat(row->negated ? "no-" : "", row->option->name, NULL));
    }
    g_ptr_array_add(names, NULL);
    const char *similar = kj_text_similar(name, (const char *const *)names->pdata);
    if (similar)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "unknown option --%s, did you mean '--%s'?", name, similar);
    else
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "unknown option --%s", name);
    return false;
}

/* Adds a long option; sets `out_value` if the next word is its value. */
static bool add_long(GPtrArray *out, uint64_t groups, const char *word, bool *out_value,
                     GError **error)
{
    const char *equals = strchr(word, '=');
    g_autofree char *name =
        g_strndup(word + 2, equals ? (gsize)(equals - word - 2) : strlen(word + 2));
    Meant meant;
    if (!find_meant(groups, name, &meant, error))
        return false;
    if (!meant.option)
        return fail_unknown(groups, name, error);
    const char *no = meant.negated ? "no-" : "";
    bool flag = meant.option->kind == KJ_OPTION_FLAG;
    // GOption would take `--json=false` for `--json`
    if (flag && equals) {
        g_autofree char *whole = g_strconcat(no, meant.option->name, NULL);
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--%s takes no value, expected it alone or not at all", whole);
        return false;
    }
    *out_value = !flag && !equals;
    g_ptr_array_add(out, g_strconcat("--", no, meant.option->name, equals, NULL));
    return true;
}

/* Adds letters of options; `-j2` is `-j 2`, which GOption does not know. */
static void add_letters(GPtrArray *out, uint64_t groups, const char *word, bool *out_value)
{
    const KjOption *option = kj_option_by_letter(groups, word[1]);
    bool valued = option && option->kind != KJ_OPTION_FLAG;
    *out_value = valued && !word[2];
    g_ptr_array_add(out, valued ? g_strndup(word, 2) : g_strdup(word));
    if (valued && word[2])
        g_ptr_array_add(out, g_strdup(word + 2));
}

char **kj_option_words(uint64_t groups, char *const *words, GError **error)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(out, g_strdup("kanju"));
    bool ended = false; // by --: what follows are no options
    bool value = false; // the word is the value of the option before it
    for (; *words; words++) {
        const char *word = *words;
        bool option = !ended && !value && word[0] == '-' && word[1];
        value = false;
        ended = ended || (option && strcmp(word, "--") == 0);
        if (!option || ended)
            g_ptr_array_add(out, g_strdup(word));
        else if (word[1] != '-')
            add_letters(out, groups, word, &value);
        else if (!add_long(out, groups, word, &value, error))
            return NULL;
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&out), FALSE);
}
