/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of diagrams and of solutions. */
#include "repl/diagram/sheet.h"

/* Millimetres. */
#define PAGE_WIDTH 210.0
#define PAGE_HEIGHT 297.0
#define MARGIN 14.0
#define HEAD 9.0 // room of the title
#define FOOT 7.0 // and of the page's number
#define TITLE_SIZE 4.6
#define NUMBER_SIZE 3.4
#define GAP 6.0          // between diagrams
#define MOST_SQUARE 12.0 // the width of a square
#define TEXT_SIZE 3.5
#define LINE_HEIGHT 5.6
#define NAME_SIZE 3.9
#define INDENT 7.0
#define BLANKS 1.12 // between moves, ems

/* Pages being filled. */
typedef struct {
    const KjSheetStyle *style;
    GPtrArray *pages;
    KjDrawing *page; // the last
    double y;        // where the next line of text goes
} Sheet;

void kj_sheet_item_free(KjSheetItem *item)
{
    if (!item)
        return;
    kj_drawing_free(item->diagram);
    g_free(item->name);
    g_strfreev(item->solution);
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

static void begin_page(Sheet *sheet)
{
    KjDrawing *page = kj_drawing_new(PAGE_WIDTH, PAGE_HEIGHT);
    g_ptr_array_add(sheet->pages, page);
    sheet->page = page;
    if (sheet->style->title)
        kj_draw_text(page, KJ_INK_TEXT, PAGE_WIDTH / 2, MARGIN + HEAD / 2 - 1, TITLE_SIZE,
                     KJ_ANCHOR_MIDDLE, sheet->style->title)
            ->w = PAGE_WIDTH - 2 * MARGIN;
    g_autofree char *number = g_strdup_printf("%u", sheet->pages->len);
    kj_draw_text(page, KJ_INK_TEXT, PAGE_WIDTH / 2, PAGE_HEIGHT - MARGIN, NUMBER_SIZE,
                 KJ_ANCHOR_MIDDLE, number);
    sheet->y = MARGIN + (sheet->style->title ? HEAD : 0);
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

static void draw_diagrams(Sheet *sheet, const GPtrArray *items)
{
    const KjSheetStyle *style = sheet->style;
    double top = MARGIN + (style->title ? HEAD : 0);
    double width = (PAGE_WIDTH - 2 * MARGIN + GAP) / style->columns;
    double height = (PAGE_HEIGHT - top - MARGIN - FOOT + GAP) / style->rows;
    double scale = scale_of(items, width - GAP, height - GAP);
    for (unsigned i = 0; i < items->len; i++) {
        unsigned place = i % (style->columns * style->rows);
        if (place == 0)
            begin_page(sheet);
        const KjDrawing *diagram = ((const KjSheetItem *)items->pdata[i])->diagram;
        double x = MARGIN + place % style->columns * width;
        double y = top + place / style->columns * height;
        // in the middle of its cell, on the line of its neighbours
        x += (width - GAP - diagram->width * scale) / 2;
        kj_drawing_add(sheet->page, diagram, x, y, scale);
    }
}

/* ---- solutions ---- */

/* Makes room for lines of text of this height together. */
static void need(Sheet *sheet, double height)
{
    if (sheet->y + height > PAGE_HEIGHT - MARGIN - FOOT)
        begin_page(sheet);
}

static void write_line(Sheet *sheet, double x, double size, const char *text)
{
    need(sheet, LINE_HEIGHT);
    kj_draw_text(sheet->page, KJ_INK_TEXT, x, sheet->y + LINE_HEIGHT / 2, size, KJ_ANCHOR_START,
                 text)
        ->w = PAGE_WIDTH - MARGIN - x;
    sheet->y += LINE_HEIGHT;
}

static void write_solution(Sheet *sheet, const KjSheetItem *item)
{
    double most = (PAGE_WIDTH - 2 * MARGIN - INDENT) / TEXT_SIZE, used = 0; // ems
    need(sheet, 2 * LINE_HEIGHT); // a name does not stand alone at the foot
    write_line(sheet, MARGIN, NAME_SIZE, item->name);
    g_autoptr(GString) line = g_string_new(NULL);
    for (char **word = item->solution; *word; word++) {
        double width = kj_draw_text_width(*word);
        if (line->len && used + BLANKS + width > most) {
            write_line(sheet, MARGIN + INDENT, TEXT_SIZE, line->str);
            g_string_truncate(line, 0);
            used = 0;
        }
        g_string_append_printf(line, "%s%s", line->len ? "  " : "", *word);
        used += width + BLANKS;
    }
    if (line->len)
        write_line(sheet, MARGIN + INDENT, TEXT_SIZE, line->str);
    sheet->y += LINE_HEIGHT / 3;
}

GPtrArray *kj_sheet_draw(const GPtrArray *items, const KjSheetStyle *style)
{
    Sheet sheet = {.style = style};
    sheet.pages = g_ptr_array_new_with_free_func((GDestroyNotify)kj_drawing_free);
    draw_diagrams(&sheet, items);
    bool begun = false;
    for (unsigned i = 0; i < items->len; i++) {
        const KjSheetItem *item = items->pdata[i];
        if (!item->solution)
            continue;
        if (!begun) {
            begin_page(&sheet);
            write_line(&sheet, MARGIN, TITLE_SIZE, style->solutions);
            sheet.y += LINE_HEIGHT / 2;
        }
        begun = true;
        write_solution(&sheet, item);
    }
    return sheet.pages;
}
