/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that were mistyped. */
#include "core/text/mistyped.h"

#include <glib.h>

enum { MOST_EDITS = 2 };

static unsigned length(const gunichar *word)
{
    unsigned n = 0;
    while (word[n])
        n++;
    return n;
}

/* The number of single-letter edits between two words, at most `limit` + 1. */
static unsigned distance(const gunichar *a, const gunichar *b, unsigned limit)
{
    if (!*a || !*b)
        return MIN(length(a) + length(b), limit + 1);
    if (*a == *b)
        return distance(a + 1, b + 1, limit);
    if (limit == 0)
        return 1;
    unsigned replaced = distance(a + 1, b + 1, limit - 1);
    unsigned removed = distance(a + 1, b, limit - 1), added = distance(a, b + 1, limit - 1);
    return 1 + MIN(replaced, MIN(removed, added));
}

const char *kj_text_similar(const char *mistyped, const char *const *words)
{
    const char *best = NULL;
    if (!g_utf8_validate(mistyped, -1, NULL))
        return NULL;
    g_autofree gunichar *letters = g_utf8_to_ucs4_fast(mistyped, -1, NULL);
    unsigned least = MIN(MOST_EDITS + 1, length(letters));
    for (; *words; words++) {
        g_autofree gunichar *word = g_utf8_to_ucs4_fast(*words, -1, NULL);
        unsigned edits = distance(letters, word, MOST_EDITS);
        if (edits < least) {
            least = edits;
            best = *words;
        }
    }
    return best;
}
