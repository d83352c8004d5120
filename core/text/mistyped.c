/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that were mistyped. */
#include "core/text/mistyped.h"

#include <glib.h>
#include <string.h>

enum { MOST_EDITS = 2 };

/* The number of single-letter edits between two words, at most `limit` + 1. */
static unsigned distance(const char *a, const char *b, unsigned limit)
{
    if (!*a || !*b)
        return MIN((unsigned)(strlen(a) + strlen(b)), limit + 1);
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
    unsigned least = MIN(MOST_EDITS + 1, (unsigned)strlen(mistyped));
    for (; *words; words++) {
        unsigned edits = distance(mistyped, *words, MOST_EDITS);
        if (edits < least) {
            least = edits;
            best = *words;
        }
    }
    return best;
}
