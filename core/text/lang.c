/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translations looked up by their English text. */
#include "core/text/lang.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const KjMessage messages[] = {
#define KJ_MESSAGE(english, japanese) {{english, japanese}},
#include "core/text/messages.def"
#undef KJ_MESSAGE
};

enum { N_MESSAGES = G_N_ELEMENTS(messages) };

static _Thread_local KjLang language = KJ_LANG_EN;

/* Whether a locale is of a language, with or without country, encoding and variant. */
static bool is_of_language(const char *locale, const char *code)
{
    size_t length = strlen(code);
    return strncmp(locale, code, length) == 0 && strchr("_.@", locale[length]);
}

/* Whether the system's language is that of the C locale, in which LANGUAGE is not looked at. */
static bool is_c_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = g_getenv(names[i]);
        if (value && *value)
            return strcmp(value, "C") == 0 || strcmp(value, "POSIX") == 0;
    }
    return true;
}

KjLang kj_lang_of_environment(void)
{
    static const char *const codes[KJ_LANGS] = {[KJ_LANG_EN] = "en", [KJ_LANG_JA] = "ja"};
    if (is_c_locale())
        return KJ_LANG_EN;
    for (const char *const *name = g_get_language_names(); *name; name++)
        for (int lang = 0; lang < KJ_LANGS; lang++)
            if (is_of_language(*name, codes[lang]))
                return (KjLang)lang;
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

/* A text in a language; the English where it has none. */
static const char *translation(const char *english, KjLang lang)
{
    const KjMessage wanted = {{english}}, *key = &wanted;
    const KjMessage *const *found =
        bsearch(&key, sorted(), N_MESSAGES, sizeof(const KjMessage *), compare);
    return found && (*found)->text[lang] ? (*found)->text[lang] : english;
}

const char *kj_tr(const char *english)
{
    return language == KJ_LANG_EN || !english ? english : translation(english, language);
}

const char *kj_word_ja(const char *english)
{
    return translation(english, KJ_LANG_JA);
}

bool kj_word_is(const char *text, const char *english)
{
    const char *ja = kj_word_ja(english);
    g_auto(GStrv) parts = g_strsplit(ja, "・", -1);
    return strcmp(text, english) == 0 || strcmp(text, ja) == 0 ||
           g_strv_contains((const char *const *)parts, text);
}

const char *kj_tr_n(uint64_t n, const char *one, const char *other)
{
    // Japanese has a single form, which both rows say
    return kj_tr(n == 1 ? one : other);
}

bool kj_set_error(GError **error, GQuark domain, gint code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_set_error_literal(error, domain, code, text);
    return false;
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
