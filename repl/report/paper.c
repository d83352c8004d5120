/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as letters: what they are made of; as text and as a page. */
#include "repl/report/paper.h"

#include <string.h>

#include "core/notation/textboard.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/fold.h"
#include "repl/diagram/page.h"
#include "repl/diagram/svg.h"

static void free_row(void *data)
{
    KjPaperRow *row = data;
    g_free(row->caption);
    g_ptr_array_unref(row->texts);
    g_free(row);
}

static void free_work(void *data)
{
    KjPaperWork *work = data;
    g_free(work->heading);
    g_ptr_array_unref(work->rows);
    g_free(work);
}

KjPaper *kj_paper_new(void)
{
    KjPaper *paper = g_new0(KjPaper, 1);
    paper->works = g_ptr_array_new_with_free_func(free_work);
    return paper;
}

void kj_paper_free(KjPaper *paper)
{
    if (!paper)
        return;
    g_free(paper->title);
    g_free(paper->summary);
    g_ptr_array_unref(paper->works);
    g_free(paper);
}

KjPaperWork *kj_paper_add_work(KjPaper *paper, const char *heading)
{
    KjPaperWork *work = g_new0(KjPaperWork, 1);
    work->heading = g_strdup(heading);
    work->rows = g_ptr_array_new_with_free_func(free_row);
    g_ptr_array_add(paper->works, work);
    return work;
}

KjPaperRow *kj_paper_add_row(KjPaperWork *work, const KjPosition *position, KjMove last,
                             const char *caption)
{
    KjPaperRow *row = g_new0(KjPaperRow, 1);
    if (position)
        row->position = *position;
    row->last = last;
    row->caption = g_strdup(caption);
    row->texts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(work->rows, row);
    return row;
}

/* ---- text ---- */

enum { COLUMNS = 78, INDENT = 2 };

static void put_folded(GString *out, const char *text)
{
    g_string_append_printf(out, "%*s", INDENT, "");
    kj_fold_line(out, text, INDENT, 2 * INDENT, COLUMNS);
    g_string_append_c(out, '\n');
}

char *kj_paper_text(const KjPaper *paper)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "%s\n\n%s\n", paper->title, paper->summary);
    for (guint w = 0; w < paper->works->len; w++) {
        const KjPaperWork *work = paper->works->pdata[w];
        g_string_append_printf(out, "\n\n%s\n", work->heading);
        for (guint i = 0; i < work->rows->len; i++) {
            const KjPaperRow *row = work->rows->pdata[i];
            g_autofree char *board =
                row->position.game ? kj_board_text(&row->position, KJ_BOARD_KANJI, false, row->last)
                                   : NULL;
            g_string_append_c(out, '\n');
            if (row->caption)
                g_string_append_printf(out, "%s\n", row->caption);
            g_string_append(out, board ? board : "");
            for (guint k = 0; k < row->texts->len; k++)
                put_folded(out, row->texts->pdata[k]);
        }
    }
    kj_text_harmless(out->str);
    return g_string_free(out, FALSE);
}

/* ---- boards ---- */

KjDrawing *kj_paper_board(const KjPaperRow *row, const KjPaperRow *start)
{
    if (!row->position.game)
        return NULL;
    KjDiagram diagram = {
        .position = &row->position,
        .last = row->last,
        .caption = row->caption,
        .style = {.hands = kj_diagram_hands(KJ_HANDS_AUTO, &start->position), .coordinates = true},
    };
    return kj_diagram_draw(&diagram);
}

/* ---- a page ---- */

#define PIXELS_A_SQUARE 26

static void put_element(GString *out, const char *name, const char *text)
{
    g_string_append_printf(out, "<%s>", name);
    kj_xml_append(out, text);
    g_string_append_printf(out, "</%s>\n", name);
}

char *kj_paper_html(const KjPaper *paper)
{
    const KjSvgStyle svg = {kj_palette_at(KJ_PALETTE_BLACK), NULL, PIXELS_A_SQUARE, ""};
    GString *out = g_string_new(NULL);
    kj_page_begin(out, paper->title, "kj-letter");
    put_element(out, "h1", paper->title);
    put_element(out, "p", paper->summary);
    for (guint w = 0; w < paper->works->len; w++) {
        const KjPaperWork *work = paper->works->pdata[w];
        put_element(out, "h2", work->heading);
        for (guint i = 0; i < work->rows->len; i++) {
            const KjPaperRow *row = work->rows->pdata[i];
            g_autoptr(KjDrawing) board = kj_paper_board(row, work->rows->pdata[0]);
            g_string_append(out, "<div class=\"kj-beside\">");
            if (board)
                kj_svg_append(out, board, &svg);
            g_string_append(out, "<div>\n");
            for (guint k = 0; k < row->texts->len; k++)
                put_element(out, "p", row->texts->pdata[k]);
            g_string_append(out, "</div></div>\n");
        }
    }
    kj_page_end(out, NULL);
    return g_string_free(out, FALSE);
}
