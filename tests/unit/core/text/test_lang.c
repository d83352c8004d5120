/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translations: each takes the arguments of the English message, whole and of the same kinds. */
#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "core/text/lang.h"
#include "tests/support/cmocka.h"

enum { MAX_ARGUMENTS = 12 };

/* The kinds of a format's arguments, such as "s", "u" or "lu", by their numbers; returns how many.
 * Those written as %.*s take two. */
static unsigned arguments(const char *format, char *out[MAX_ARGUMENTS])
{
    unsigned next = 0, most = 0;
    memset(out, 0, sizeof(char *) * MAX_ARGUMENTS);
    for (const char *at = format; (at = strchr(at, '%')); at++) {
        at++;
        if (*at == '%')
            continue;
        unsigned number = next;
        const char *digits = at + strspn(at, "0123456789");
        if (*digits == '$') {
            number = (unsigned)g_ascii_strtoull(at, NULL, 10) - 1;
            at = digits + 1;
        }
        for (; strchr("-+ 0123456789.*", *at); at++) {
            if (*at == '*') {
                assert_true(number < MAX_ARGUMENTS);
                out[number++] = g_strdup("*");
            }
        }
        size_t length = strspn(at, "lzhj") + 1;
        assert_true(number < MAX_ARGUMENTS);
        g_free(out[number]);
        out[number] = g_strndup(at, length);
        at += length - 1;
        next = number + 1;
        most = MAX(most, next);
    }
    return most;
}

TEST(translations_take_the_same_arguments)
{
    unsigned n = 0;
    for (const KjMessage *message; (message = kj_message_at(n)); n++) {
        const char *english = message->text[KJ_LANG_EN];
        char *wanted[MAX_ARGUMENTS], *given[MAX_ARGUMENTS];
        unsigned n_wanted = arguments(english, wanted);
        unsigned n_given = arguments(message->text[KJ_LANG_JA], given);
        bool same = n_wanted == n_given;
        for (unsigned i = 0; i < MAX_ARGUMENTS; i++) {
            same &= g_strcmp0(wanted[i], given[i]) == 0;
            g_free(wanted[i]);
            g_free(given[i]);
        }
        if (!same)
            fail_msg("'%s' and its translation take other arguments", english);
    }
    assert_true(n > 100);
}

TEST(no_message_stands_twice)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; kj_message_at(i); i++) {
        char *english = g_strdup(kj_message_at(i)->text[KJ_LANG_EN]);
        if (!g_hash_table_add(seen, english))
            fail_msg("'%s' stands twice", english);
    }
    GList *keys = g_hash_table_get_keys(seen);
    g_list_free_full(keys, g_free);
}

TEST(the_language_is_that_of_the_thread)
{
    assert_string_equal(kj_tr("no mate"), "no mate");
    kj_lang_set(KJ_LANG_JA);
    assert_string_equal(kj_tr("no mate"), "不詰");
    assert_string_equal(kj_tr("never said"), "never said");
    g_autoptr(GError) error = NULL;
    kj_set_error(&error, G_FILE_ERROR, 0, "not understood: %s", "style");
    assert_string_equal(error->message, "読めません: style");
    kj_lang_set(KJ_LANG_EN);
}

/* The language for values of LC_ALL, LC_MESSAGES, LANG and LANGUAGE. */
static KjLang language_of(const char *all, const char *messages, const char *lang,
                          const char *language)
{
    g_setenv("LC_ALL", all, TRUE);
    g_setenv("LC_MESSAGES", messages, TRUE);
    g_setenv("LANG", lang, TRUE);
    g_setenv("LANGUAGE", language, TRUE);
    return kj_lang_of_environment();
}

TEST(the_environment_says_which)
{
    assert_int_equal(language_of("", "ja_JP.UTF-8", "C", ""), KJ_LANG_JA);
    assert_int_equal(language_of("en_US.UTF-8", "ja_JP.UTF-8", "C", ""), KJ_LANG_EN);
    assert_int_equal(language_of("", "", "ja", ""), KJ_LANG_JA);
    assert_int_equal(language_of("", "", "jam_JM.UTF-8", ""), KJ_LANG_EN);
    assert_int_equal(language_of("", "", "", ""), KJ_LANG_EN);
}

TEST(LANGUAGE_goes_before_the_locale)
{
    assert_int_equal(language_of("", "", "de_DE.UTF-8", "de:ja:en"), KJ_LANG_JA);
    assert_int_equal(language_of("", "", "de_DE.UTF-8", "en_GB:ja"), KJ_LANG_EN);
    assert_int_equal(language_of("ja_JP.UTF-8", "", "", "en"), KJ_LANG_EN);
    // none of its languages: the messages as they are in the sources
    assert_int_equal(language_of("ja_JP.UTF-8", "", "", "fr"), KJ_LANG_EN);
    // as scripts ask for English
    assert_int_equal(language_of("C", "", "ja_JP.UTF-8", "ja"), KJ_LANG_EN);
    assert_int_equal(language_of("", "", "", "ja"), KJ_LANG_EN);
    assert_int_equal(language_of("", "", "C.UTF-8", "ja"), KJ_LANG_JA);
}

TEST(numbers_choose_the_form)
{
    assert_string_equal(kj_tr_n(1, "%u piece apart", "%u pieces apart"), "%u piece apart");
    assert_string_equal(kj_tr_n(0, "%u piece apart", "%u pieces apart"), "%u pieces apart");
    kj_lang_set(KJ_LANG_JA);
    assert_string_equal(kj_tr_n(1, "%u piece apart", "%u pieces apart"),
                        kj_tr_n(2, "%u piece apart", "%u pieces apart"));
    kj_lang_set(KJ_LANG_EN);
}
