/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of A4 that are filled with lines from above. All lengths are millimetres. */
#pragma once

#include "repl/diagram/drawing.h"

#define KJ_PAGE_WIDTH 210.0
#define KJ_PAGE_HEIGHT 297.0
#define KJ_PAGE_LINE 5.6 // from line to line

typedef struct {
    double margin, size; // the latter of texts
    const char *title;   // at the top of each page, or NULL
    GPtrArray *all;      // KjDrawing*
    KjDrawing *page;     // the last
    double y;            // where the next thing goes
} KjPages;

/* Where pages begin below their title, and where they end above their number. */
double kj_pages_top(const KjPages *pages);
double kj_pages_bottom(const KjPages *pages);

/* Begins another page, the first, too, in any case or where so much does not fit any more. */
void kj_pages_begin(KjPages *pages);
void kj_pages_need(KjPages *pages, double height);

/* Puts a line from `x` on; a text, folded, that goes on on the next page. */
void kj_pages_line(KjPages *pages, double x, double size, const char *text);
void kj_pages_text(KjPages *pages, double x, const char *text);
