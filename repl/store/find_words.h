/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that fields of queries can be: those that Kanju itself puts into a store. */
#pragma once

/* What a query says for any of the codes of a cook (余詰). */
#define KJ_QUERY_COOK "cook"

/* Of a word in any language the one of a field that it is, or NULL. Static. */
const char *kj_find_word(const char *field, const char *text);

/* The Japanese of such a word; itself if it has none. Static. */
const char *kj_find_word_ja(const char *word);

/* The same words as they are shown in the language of the thread. (transfer container) */
const char **kj_find_words_shown(const char *field);

/* The words of `verdict`, `cause`, `game`, `code` or `theme`, NULL at the end. (transfer container)
 */
const char **kj_find_words(const char *field);
