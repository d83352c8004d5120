/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of questions about the rules, as moves.txt and games.txt have them. */
#pragma once

#include <stdbool.h>

#include "core/rules/movegen.h"

/* A line `WORDS: TEXT` that begins a block, and one below it that asks: whether the answer is
 * right. Of both, blanks around them are gone. */
typedef void (*QuestionBegin)(const char *words, const char *text);
typedef bool (*QuestionAsk)(const char *words, const char *text);

/* Asks all questions of a file; each that is answered wrong is printed, and any fails the test.
 * Lines with # at their beginning are titles, what follows "# " in others is a comment. Returns how
 * many questions there are. */
unsigned question_file(const char *path, QuestionBegin begin, QuestionAsk ask);

/* A reason for which moves are refused, by its word; an unknown one fails the test. */
KjIllegal reason_of(const char *word);

/* A number; what is none fails the test. */
unsigned number_of(const char *text);
