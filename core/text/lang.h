/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of messages for people. Sources write them in English; core/text/messages.def has
 * them in the other languages, all in one place, and a message without a translation stays English.
 * What programs read (JSON, SFEN, names of options) is never translated.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum { KJ_LANG_EN, KJ_LANG_JA, KJ_LANGS } KjLang;
#define KJ_LANG_WORDS "en|ja" // as users write them, in the same order

/*
 * The language asked for by the environment, as gettext understands it: the locale is the first of
 * LC_ALL, LC_MESSAGES and LANG that is not empty; unless that is "C" or "POSIX", the languages of
 * LANGUAGE go before it, of which the first that there is counts.
 */
KjLang kj_lang_of_environment(void);

/* Makes a language that of the calling thread; English at first. */
void kj_lang_set(KjLang lang);
KjLang kj_lang(void);

/* A message, mostly a printf format, in the language of the thread. Static if `english` is. */
const char *kj_tr(const char *english) __attribute__((format_arg(1)));

/* A message that has a number in it: `one` for 1 in English, else `other`, by the rules of the
 * language of the thread. Static if both are. */
const char *kj_tr_n(uint64_t n, const char *one, const char *other)
    __attribute__((format_arg(2), format_arg(3)));

/* The Japanese of a message, itself if it has none. Static if `english` is. */
const char *kj_word_ja(const char *english);

/* Whether a word that a user gave is this English one, or what it is in another language, or one of
 * the words that are joined there by a dot: 手筋 of 趣向・手筋. */
bool kj_word_is(const char *text, const char *english);

/* What an `errno` says, in the language of the thread: English or that of the system for rare ones.
 * Static. */
const char *kj_os_text(int code);

/* As g_set_error, in the language of the thread. Always false. */
bool kj_set_error(GError **error, GQuark domain, gint code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* The translations, for tests: the English text and the other, NULL past the end. */
typedef struct {
    const char *text[KJ_LANGS];
} KjMessage;
const KjMessage *kj_message_at(size_t index);
