/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as letters on pages of A4. */
#include "repl/cli/fold.h"
#include "repl/diagram/rsvg.h"
#include "repl/report/paper.h"

/* Millimetres. */
#define PAGE_WIDTH 210.0
#define PAGE_HEIGHT 297.0
#define MARGIN 18.0
#define FOOT 8.0
#define BOARD_WIDTH 62.0
#define GAP 6.0
#define TITLE_SIZE 6.0
#define HEADING_SIZE 4.8
#define TEXT_SIZE 3.7
#define LINE_HEIGHT 5.6
#define PARAGRAPH 1.4

typedef struct {
    GPtrArray *pages; // KjDrawing*
    KjDrawing *page;  // the last
    double y;         // where the next thing goes
} Writer;

static void begin_page(Writer *w)
{
    w->page = kj_drawing_new(PAGE_WIDTH, PAGE_HEIGHT);
    g_ptr_array_add(w->pages, w->page);
    g_autofree char *number = g_strdup_printf("%u", w->pages->len);
    kj_draw_text(w->page, KJ_INK_TEXT, PAGE_WIDTH / 2, PAGE_HEIGHT - MARGIN / 2, TEXT_SIZE,
                 KJ_ANCHOR_MIDDLE, number);
    w->y = MARGIN;
}

static double bottom(void)
{
    return PAGE_HEIGHT - MARGIN - FOOT;
}

static double width_of(void *data, const char *text)
{
    (void)data;
    return kj_draw_text_width(text) * TEXT_SIZE;
}

static void put_line(Writer *w, double x, double size, const char *text)
{
    kj_draw_text(w->page, KJ_INK_TEXT, x, w->y + LINE_HEIGHT / 2, size, KJ_ANCHOR_START, text)->w =
        PAGE_WIDTH - MARGIN - x;
    w->y += LINE_HEIGHT * (size > TEXT_SIZE ? size / TEXT_SIZE : 1);
}

/* Paragraphs from `x` on; those that do not fit go on on the next page. */
static void put_texts(Writer *w, double x, const GPtrArray *texts)
{
    for (guint i = 0; i < texts->len; i++) {
        g_autoptr(GString) folded = g_string_new(NULL);
        const KjFoldRoom room = {.most = PAGE_WIDTH - MARGIN - x, .width = width_of};
        kj_fold_measured(folded, texts->pdata[i], &room);
        g_auto(GStrv) lines = g_strsplit(folded->str, "\n", -1);
        for (char **line = lines; *line; line++) {
            if (w->y + LINE_HEIGHT > bottom())
                begin_page(w);
            put_line(w, x, TEXT_SIZE, *line);
        }
        w->y += PARAGRAPH;
    }
}

/* A board of this height and what is said beside it. */
static void put_row(Writer *w, const KjPaperRow *row, const KjDrawing *board, double scale)
{
    double height = board ? board->height * scale : LINE_HEIGHT;
    unsigned pages = w->pages->len;
    if (w->y + height > bottom())
        begin_page(w);
    pages = w->pages->len;
    double top = w->y;
    if (board)
        kj_drawing_add(w->page, board, MARGIN, top, scale);
    put_texts(w, board ? MARGIN + BOARD_WIDTH + GAP : MARGIN, row->texts);
    if (pages == w->pages->len)
        w->y = MAX(w->y, top + height) + GAP;
}

static void put_work(Writer *w, const KjPaperWork *work)
{
    for (guint i = 0; i < work->rows->len; i++) {
        const KjPaperRow *row = work->rows->pdata[i];
        g_autoptr(KjDrawing) board = kj_paper_board(row, work->rows->pdata[0]);
        double scale = board ? BOARD_WIDTH / board->width : 0;
        if (i == 0) { // a heading stays with the first board
            double height = 2 * LINE_HEIGHT + (board ? board->height * scale : LINE_HEIGHT);
            if (w->y + height > bottom())
                begin_page(w);
            put_line(w, MARGIN, HEADING_SIZE, work->heading);
            w->y += PARAGRAPH;
        }
        put_row(w, row, board, scale);
    }
}

GByteArray *kj_paper_pdf(const KjPaper *paper, GError **error)
{
    g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func((GDestroyNotify)kj_drawing_free);
    Writer w = {.pages = pages};
    begin_page(&w);
    put_line(&w, MARGIN, TITLE_SIZE, paper->title);
    w.y += PARAGRAPH;
    g_autoptr(GPtrArray) summary = g_ptr_array_new();
    g_ptr_array_add(summary, paper->summary);
    put_texts(&w, MARGIN, summary);
    w.y += GAP;
    for (guint i = 0; i < paper->works->len; i++)
        put_work(&w, paper->works->pdata[i]);
    const KjSvgStyle style = {kj_palette_at(KJ_PALETTE_BLACK), NULL, 1, "mm"};
    return kj_rsvg_convert(pages, &style, 0, error);
}
