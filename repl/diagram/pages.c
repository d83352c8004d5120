/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines on pages. */
#include "repl/diagram/pages.h"

#include "repl/cli/fold.h"

#define HEAD 9.0 // room of the title
#define TITLE_SIZE 4.6
#define FOOT 7.0 // and of the page's number
#define NUMBER_SIZE 3.4
#define NUMBER_AT 14.0 // from below

double kj_pages_top(const KjPages *pages)
{
    return pages->margin + (pages->title ? HEAD : 0);
}

double kj_pages_bottom(const KjPages *pages)
{
    return KJ_PAGE_HEIGHT - pages->margin - FOOT;
}

void kj_pages_begin(KjPages *pages)
{
    pages->page = kj_drawing_new(KJ_PAGE_WIDTH, KJ_PAGE_HEIGHT);
    g_ptr_array_add(pages->all, pages->page);
    pages->y = kj_pages_top(pages);
    g_autofree char *number = g_strdup_printf("%u", pages->all->len);
    kj_draw_text(pages->page, KJ_INK_TEXT, KJ_PAGE_WIDTH / 2, KJ_PAGE_HEIGHT - NUMBER_AT,
                 NUMBER_SIZE, KJ_ANCHOR_MIDDLE, number);
    if (pages->title)
        kj_draw_text(pages->page, KJ_INK_TEXT, KJ_PAGE_WIDTH / 2, pages->margin + HEAD / 2 - 1,
                     TITLE_SIZE, KJ_ANCHOR_MIDDLE, pages->title)
            ->w = KJ_PAGE_WIDTH - 2 * pages->margin;
}

void kj_pages_need(KjPages *pages, double height)
{
    if (!pages->page || pages->y + height > kj_pages_bottom(pages))
        kj_pages_begin(pages);
}

void kj_pages_line(KjPages *pages, double x, double size, const char *text)
{
    kj_pages_need(pages, KJ_PAGE_LINE);
    kj_draw_text(pages->page, KJ_INK_TEXT, x, pages->y + KJ_PAGE_LINE / 2, size, KJ_ANCHOR_START,
                 text)
        ->w = KJ_PAGE_WIDTH - pages->margin - x;
    pages->y += KJ_PAGE_LINE;
}

static double width_of(void *pages, const char *text)
{
    return kj_draw_text_width(text) * ((const KjPages *)pages)->size;
}

void kj_pages_text(KjPages *pages, double x, const char *text)
{
    const KjFoldRoom room = {
        .most = KJ_PAGE_WIDTH - pages->margin - x, .width = width_of, .data = pages};
    g_autoptr(GString) folded = g_string_new(NULL);
    kj_fold_measured(folded, text, &room);
    g_auto(GStrv) lines = g_strsplit(folded->str, "\n", -1);
    for (char **line = lines; *line; line++)
        kj_pages_line(pages, x, pages->size, *line);
}
