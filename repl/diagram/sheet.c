/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of diagrams and of solutions. */
#include "repl/diagram/sheet.h"

#include "repl/diagram/pages.h"

/* Millimetres. */
#define MARGIN 14.0
#define TITLE_SIZE 4.6
#define GAP 6.0          // between diagrams
#define MOST_SQUARE 12.0 // the width of a square
#define TEXT_SIZE 3.5
#define NAME_SIZE 3.9
#define INDENT 7.0

void kj_sheet_item_free(KjSheetItem *item)
{
    if (!item)
        return;
    kj_drawing_free(item->diagram);
    g_free(item->name);
    g_free(item->solution);
    g_free(item);
}

bool kj_sheet_grid(const char *text, unsigned *columns, unsigned *rows)
{
    char *end;
    guint64 x = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &end, 10) : 0;
    if (x < 1 || x > KJ_SHEET_MOST || *end != 'x' || !g_ascii_isdigit(end[1]))
        return false;
    guint64 y = g_ascii_strtoull(end + 1, &end, 10);
    if (y < 1 || y > KJ_SHEET_MOST || *end)
        return false;
    *columns = (unsigned)x;
    *rows = (unsigned)y;
    return true;
}

/* ---- diagrams ---- */

/* The width of a square with which all diagrams fit into cells of this size. */
static double scale_of(const GPtrArray *items, double width, double height)
{
    double scale = MOST_SQUARE;
    for (unsigned i = 0; i < items->len; i++) {
        const KjDrawing *diagram = ((const KjSheetItem *)items->pdata[i])->diagram;
        scale = MIN(scale, MIN(width / diagram->width, height / diagram->height));
    }
    return scale;
}

static void draw_diagrams(KjPages *pages, const GPtrArray *items, const KjSheetStyle *style)
{
    double top = kj_pages_top(pages);
    double width = (KJ_PAGE_WIDTH - 2 * MARGIN + GAP) / style->columns;
    double height = (kj_pages_bottom(pages) - top + GAP) / style->rows;
    double scale = scale_of(items, width - GAP, height - GAP);
    for (unsigned i = 0; i < items->len; i++) {
        unsigned place = i % (style->columns * style->rows);
        if (place == 0)
            kj_pages_begin(pages);
        const KjDrawing *diagram = ((const KjSheetItem *)items->pdata[i])->diagram;
        double x = MARGIN + place % style->columns * width;
        double y = top + place / style->columns * height;
        // in the middle of its cell, on the line of its neighbours
        x += (width - GAP - diagram->width * scale) / 2;
        kj_drawing_add(pages->page, diagram, x, y, scale);
    }
}

static void write_solution(KjPages *pages, const KjSheetItem *item)
{
    kj_pages_need(pages, 2 * KJ_PAGE_LINE); // a name does not stand alone at the foot
    kj_pages_line(pages, MARGIN, NAME_SIZE, item->name);
    kj_pages_text(pages, MARGIN + INDENT, item->solution);
    pages->y += KJ_PAGE_LINE / 3;
}

GPtrArray *kj_sheet_draw(const GPtrArray *items, const KjSheetStyle *style)
{
    KjPages pages = {.margin = MARGIN, .size = TEXT_SIZE, .title = style->title};
    pages.all = g_ptr_array_new_with_free_func((GDestroyNotify)kj_drawing_free);
    draw_diagrams(&pages, items, style);
    bool begun = false;
    for (unsigned i = 0; i < items->len; i++) {
        const KjSheetItem *item = items->pdata[i];
        if (!item->solution)
            continue;
        if (!begun) {
            kj_pages_begin(&pages);
            kj_pages_line(&pages, MARGIN, TITLE_SIZE, style->solutions);
            pages.y += KJ_PAGE_LINE / 2;
        }
        begun = true;
        write_solution(&pages, item);
    }
    return pages.all;
}
