/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From problems to sheets. */
#include "repl/diagram/sheet_command.h"

#include "core/text/lang.h"
#include "repl/diagram/page.h"
#include "repl/diagram/rsvg.h"
#include "repl/diagram/sheet.h"
#include "repl/job/phrases.h"

enum { PDF, PAGE }; // words of --format

bool kj_sheet_open(KjSheet *sheet, const KjCall *call, GError **error)
{
    const char *grid = call->values->value[KJ_OPT(GRID)].text;
    sheet->lengths = call->values->value[KJ_OPT(LENGTHS)].flag;
    sheet->items = g_ptr_array_new_with_free_func((GDestroyNotify)kj_sheet_item_free);
    if (!kj_sheet_grid(grid, &sheet->columns, &sheet->rows))
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
            "--draw grid=%s: expected columns by rows, such as 2x3, each from 1 to %d", grid,
            KJ_SHEET_MOST);
    sheet->page = call->values->value[KJ_OPT(SHEET_FORMAT)].choice == PAGE;
    return kj_picture_request(call, !sheet->page, &sheet->request, error);
}

const char *kj_sheet_ending(const KjSheet *sheet)
{
    return sheet->page ? "html" : "pdf";
}

void kj_sheet_clear(KjSheet *sheet)
{
    g_clear_pointer(&sheet->items, g_ptr_array_unref);
}

static bool is_japanese(const KjSheet *sheet)
{
    KjNotation notation = sheet->request.notation;
    return notation == KJ_NOTATION_JA || notation == KJ_NOTATION_JA_SHOGI;
}

/* What is said of a verdict or of the line after it, NULL: nothing. */
static const char *remark_of(const KjSheet *sheet, const KjSheetAnswer *answer)
{
    bool ja = is_japanese(sheet);
    if (answer->verdict == KJ_NOMATE)
        return ja ? "不詰" : "no mate";
    if (answer->verdict == KJ_UNKNOWN && answer->line)
        return ja ? "未確認:" : "not verified:";
    return answer->verdict == KJ_UNKNOWN ? ja ? "不明" : "unknown" : NULL;
}

/* A solution as text. (transfer full) */
static char *text_of(const KjSheet *sheet, const KjInput *input, const KjSheetAnswer *answer)
{
    const char *remark = remark_of(sheet, answer);
    GString *text = g_string_new(remark);
    g_auto(GStrv) moves = kj_line_text(&input->position, answer->line, answer->n_line, input->last,
                                       sheet->request.notation);
    for (char **move = moves; *move; move++)
        g_string_append_printf(text, "%s%s", text->len ? "  " : "", *move);
    g_string_append(text, answer->cut ? "  …" : "");
    return g_string_free(text, FALSE);
}

void kj_sheet_add(KjSheet *sheet, const KjInput *input, const KjSheetAnswer *answer, unsigned plies)
{
    bool ja = is_japanese(sheet);
    KjPictureRequest request = sheet->request;
    request.title = NULL; // it is the sheet's
    g_autofree char *own = kj_picture_title(&request, input);
    g_autofree char *label =
        g_strdup_printf(ja ? "第%u問" : "No. %u", sheet->before + sheet->items->len + 1);
    g_autofree char *title = own ? g_strdup_printf("%s　%s", label, own) : g_strdup(label);
    g_autofree char *length = plies == 0 ? g_strdup("") // keeps the room
                                         : g_strdup_printf(ja ? "%u手詰" : "mate in %u", plies);
    KjSheetItem *item = g_new0(KjSheetItem, 1);
    item->diagram = kj_picture_draw(&request, input, title, sheet->lengths ? length : NULL);
    bool mates = answer && answer->verdict == KJ_MATE && !answer->cut;
    item->solution = answer ? text_of(sheet, input, answer) : NULL;
    item->name = mates ? g_strdup_printf(ja ? "%s（%u手）" : "%s (%u plies)", title, answer->n_line)
                       : g_strdup(title);
    g_ptr_array_add(sheet->items, item);
}

void kj_sheet_next(KjSheet *sheet)
{
    sheet->before += sheet->items->len;
    g_ptr_array_set_size(sheet->items, 0);
}

/* The pages one below the other, each of its size in print. (transfer full) */
static GByteArray *one_page(const GPtrArray *pages, const char *title, const KjSvgStyle *style)
{
    GString *out = g_string_new(NULL);
    kj_page_begin(out, title ? title : "Kanju", "kj-sheet");
    for (guint i = 0; i < pages->len; i++) {
        g_string_append(out, "<section>\n");
        kj_svg_append(out, pages->pdata[i], style);
        g_string_append(out, "</section>\n");
    }
    kj_page_end(out, NULL);
    gsize length = out->len;
    return g_byte_array_new_take((guint8 *)g_string_free(out, FALSE), length);
}

GByteArray *kj_sheet_write(const KjSheet *sheet, unsigned *out_pages, GError **error)
{
    const KjPictureRequest *request = &sheet->request;
    KjSheetStyle style = {
        .columns = sheet->columns,
        .rows = sheet->rows,
        .title = request->title && *request->title ? request->title : NULL,
        .solutions = is_japanese(sheet) ? "解答" : "Solutions",
    };
    g_autoptr(GPtrArray) pages = kj_sheet_draw(sheet->items, &style);
    *out_pages = pages->len;
    KjSvgStyle svg = {request->palette, request->family, 1, "mm"};
    return sheet->page ? one_page(pages, style.title, &svg)
                       : kj_rsvg_convert(pages, &svg, 0, error);
}
