/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translations looked up by their English text. */
#include "core/text/lang.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const KjMessage messages[] = {
#define KJ_MESSAGE(english, japanese) {{english, japanese}},
#include "core/text/messages.def"
#undef KJ_MESSAGE
};

enum { N_MESSAGES = G_N_ELEMENTS(messages) };

static _Thread_local KjLang language = KJ_LANG_EN;

KjLang kj_lang_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = g_getenv(names[i]);
        if (value && *value)
            return g_str_has_prefix(value, "ja") ? KJ_LANG_JA : KJ_LANG_EN;
    }
    return KJ_LANG_EN;
}

void kj_lang_set(KjLang lang)
{
    language = lang;
}

KjLang kj_lang(void)
{
    return language;
}

const KjMessage *kj_message_at(size_t index)
{
    return index < N_MESSAGES ? &messages[index] : NULL;
}

static int compare(const void *a, const void *b)
{
    const KjMessage *const *x = a, *const *y = b;
    return strcmp((*x)->text[KJ_LANG_EN], (*y)->text[KJ_LANG_EN]);
}

/* The messages in the order of their English texts, sorted once. */
static const KjMessage *const *sorted(void)
{
    static const KjMessage *all[N_MESSAGES];
    static gsize made;
    if (g_once_init_enter(&made)) {
        for (size_t i = 0; i < N_MESSAGES; i++)
            all[i] = &messages[i];
        qsort(all, N_MESSAGES, sizeof all[0], compare);
        g_once_init_leave(&made, 1);
    }
    return all;
}

const char *kj_tr(const char *english)
{
    if (language == KJ_LANG_EN || !english)
        return english;
    const KjMessage wanted = {{english}}, *key = &wanted;
    const KjMessage *const *found =
        bsearch(&key, sorted(), N_MESSAGES, sizeof(const KjMessage *), compare);
    return found && (*found)->text[language] ? (*found)->text[language] : english;
}

void kj_set_error(GError **error, GQuark domain, gint code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_set_error_literal(error, domain, code, text);
}

const char *kj_os_text(int code)
{
    static const struct {
        int code;
        const char *text;
    } texts[] = {
        {ENOENT, "No such file or directory"},
        {EACCES, "Permission denied"},
        {EISDIR, "Is a directory"},
        {ENOTDIR, "Not a directory"},
        {EEXIST, "File exists"},
        {ENOSPC, "No space left on device"},
        {EROFS, "Read-only file system"},
        {EPERM, "Operation not permitted"},
        {EIO, "Input/output error"},
        {EPIPE, "Broken pipe"},
        {ENOMEM, "Cannot allocate memory"},
        {ENAMETOOLONG, "File name too long"},
        {ELOOP, "Too many levels of symbolic links"},
        {EMFILE, "Too many open files"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].code == code)
            return kj_tr(texts[i].text);
    return g_strerror(code);
}
