/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of reports, in the language of the thread. */
#pragma once

#include <json-glib/json-glib.h>

/* A verdict, code or theme as it is stored, in Japanese if that is the thread's language; in
 * English the word itself, which queries take. Static, or `word`. */
const char *kj_item_word(const char *word);

/* What the page of a report says that is not the same in English, codes, themes and verdicts
 * included, by the words that its script asks by. (transfer full) */
JsonObject *kj_report_words(void);

/* Those of its player, but for its keys: the page tells its own. (transfer full) */
JsonObject *kj_report_player_words(void);
