/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings of file names, and the formats they stand for. */
#include "repl/job/option_endings.h"

#include <string.h>

#include "core/text/lang.h"

/* "kif" of "a/b.KIF"; NULL: a folder, or it has no ending. (transfer full) */
static char *ending_of(const char *path)
{
    if (!*path || g_str_has_suffix(path, "/") || g_file_test(path, G_FILE_TEST_IS_DIR))
        return NULL;
    g_autofree char *base = g_path_get_basename(path);
    const char *dot = strrchr(base, '.');
    return dot ? g_ascii_strdown(dot + 1, -1) : NULL;
}

/* The index of the list that has the ending, of lists joined by |; -1 if none has. */
static int list_with(const char *lists, const char *ending)
{
    g_auto(GStrv) each = g_strsplit(lists, "|", -1);
    for (int i = 0; each[i]; i++) {
        g_auto(GStrv) endings = g_strsplit(each[i], ",", -1);
        if (*ending && g_strv_contains((const char *const *)endings, ending))
            return i;
    }
    return -1;
}

/* Whether the ending is that of some format. */
static bool is_known(const char *ending)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        if (option->endings && list_with(option->endings, ending) >= 0)
            return true;
    return false;
}

/* ".kif or .kifu" of "kif,kifu"; of several lists all. (transfer full) */
static char *for_people(const char *lists)
{
    g_auto(GStrv) endings = g_strsplit_set(lists, "|,", -1);
    GString *out = g_string_new(NULL);
    for (char **ending = endings; *ending; ending++)
        if (**ending)
            g_string_append_printf(out, "%s.%s",
                                   out->len == 0 ? ""
                                   : ending[1]   ? ", "
                                                 : kj_tr(" or "),
                                   *ending);
    return g_string_free(out, FALSE);
}

static bool refuse(const char *what, const char *path, const char *endings, GError **error)
{
    g_autofree char *expected = for_people(endings);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "%s=%s: the ending is that of another format, expected %s", what, path,
                        expected);
}

/*
 * Whether the name `path` may be given to a file of a format with these endings ("kif,kifu"): not
 * if it ends as another format does. Folders have no ending. Errors: KJ_USAGE_ERROR_OPTION, which
 * begins with `what` (an option or the like).
 */
static bool ending_fits(const char *what, const char *path, const char *endings, GError **error)
{
    g_autofree char *ending = ending_of(path);
    return !ending || !is_known(ending) || list_with(endings, ending) >= 0 ||
           refuse(what, path, endings, error);
}

/* Lets the ending of `path` decide the format; one that was asked for must be the same. */
static bool decide(const KjOption *format, const char *path, KjValues *values, GError **error)
{
    g_autofree char *ending = ending_of(path);
    KjValue *value = &values->value[format->id];
    int choice = ending ? list_with(format->endings, ending) : -1;
    if (choice >= 0 && value->set && value->choice != (unsigned)choice) {
        g_autofree char *asked = kj_option_choice_text(format, value->choice);
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
            "--format=%s with --output=%s: the name ends as that of another format, "
            "expected only one of them",
            asked, path);
    }
    if (choice < 0)
        return ending_fits("--output", path, format->endings, error);
    value->choice = (unsigned)choice;
    value->set = true;
    return true;
}

bool kj_option_endings_settle(uint64_t groups, const char *endings, KjValues *values,
                              GError **error)
{
    const KjOption *format = kj_option_find_in(groups, "format");
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const char *path = values->value[option->id].text;
        bool output = option->id == KJ_OPT(OUTPUT);
        const char *own = output ? endings : option->endings;
        if (!(option->groups & groups & ~(uint64_t)KJ_OPTIONS_WRITTEN) ||
            !(option->groups & KJ_OPTIONS_WRITTEN) || !path)
            continue;
        g_autofree char *what = g_strconcat("--", option->name, NULL);
        if (output && format ? !decide(format, path, values, error)
                             : own && !ending_fits(what, path, own, error))
            return false;
    }
    return true;
}
