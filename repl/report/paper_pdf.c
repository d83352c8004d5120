/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as letters on pages of A4. */
#include "repl/diagram/pages.h"
#include "repl/diagram/rsvg.h"
#include "repl/report/paper.h"

/* Millimetres. */
#define MARGIN 18.0
#define BOARD_WIDTH 62.0
#define GAP 6.0
#define TITLE_SIZE 6.0
#define HEADING_SIZE 4.8
#define TEXT_SIZE 3.7
#define PARAGRAPH 1.4

/* A board, and what is said beside it; what does not fit goes on on the next page. */
static void put_row(KjPages *pages, const KjPaperRow *row, const KjDrawing *board, double scale)
{
    double height = board ? board->height * scale : KJ_PAGE_LINE;
    kj_pages_need(pages, height);
    const KjDrawing *page = pages->page;
    double top = pages->y;
    if (board)
        kj_drawing_add(pages->page, board, MARGIN, top, scale);
    for (guint i = 0; i < row->texts->len; i++) {
        kj_pages_text(pages, board ? MARGIN + BOARD_WIDTH + GAP : MARGIN, row->texts->pdata[i]);
        pages->y += PARAGRAPH;
    }
    if (page == pages->page)
        pages->y = MAX(pages->y, top + height) + GAP;
}

static void put_work(KjPages *pages, const KjPaperWork *work)
{
    for (guint i = 0; i < work->rows->len; i++) {
        const KjPaperRow *row = work->rows->pdata[i];
        g_autoptr(KjDrawing) board = kj_paper_board(row, work->rows->pdata[0]);
        double scale = board ? BOARD_WIDTH / board->width : 0;
        if (i == 0) { // a heading stays with the first board
            kj_pages_need(pages, 2 * KJ_PAGE_LINE + (board ? board->height * scale : KJ_PAGE_LINE));
            kj_pages_line(pages, MARGIN, HEADING_SIZE, work->heading);
            pages->y += 2 * PARAGRAPH;
        }
        put_row(pages, row, board, scale);
    }
}

GByteArray *kj_paper_pdf(const KjPaper *paper, GError **error)
{
    const KjSvgStyle style = {kj_palette_at(KJ_PALETTE_BLACK), NULL, 1, "mm"};
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)kj_drawing_free);
    KjPages pages = {.margin = MARGIN, .size = TEXT_SIZE, .all = all};
    kj_pages_line(&pages, MARGIN, TITLE_SIZE, paper->title);
    pages.y += 4 * PARAGRAPH;
    kj_pages_text(&pages, MARGIN, paper->summary);
    pages.y += PARAGRAPH + GAP;
    for (guint i = 0; i < paper->works->len; i++)
        put_work(&pages, paper->works->pdata[i]);
    return kj_rsvg_convert(all, &style, 0, error);
}
