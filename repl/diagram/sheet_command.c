/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From problems to sheets. */
#include "repl/diagram/sheet_command.h"

#include "core/text/lang.h"
#include "repl/diagram/rsvg.h"
#include "repl/diagram/sheet.h"
#include "repl/job/phrases.h"

bool kj_sheet_open(KjSheet *sheet, const KjCall *call, GError **error)
{
    const char *grid = call->values->value[KJ_OPTION_GRID].text;
    sheet->items = g_ptr_array_new_with_free_func((GDestroyNotify)kj_sheet_item_free);
    if (!kj_sheet_grid(grid, &sheet->columns, &sheet->rows))
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
            "--draw grid=%s: expected columns by rows, such as 2x3, each from 1 to %d", grid,
            KJ_SHEET_MOST);
    return kj_picture_request(call, true, &sheet->request, error);
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

/* A text that is no move, as the only word of a solution. (transfer full) */
static char **one_word(const char *word)
{
    char **words = g_new0(char *, 2);
    words[0] = g_strdup(word);
    return words;
}

/* The words of a solution, and how many of them are moves. (transfer full) */
static char **words_of(const KjSheet *sheet, const KjInput *input, const KjResult *result,
                       unsigned *out_plies)
{
    bool ja = is_japanese(sheet);
    unsigned n = 0;
    *out_plies = 0;
    if (result && result->verdict == KJ_NOMATE)
        return one_word(ja ? "不詰" : "no mate");
    if (result && result->verdict == KJ_UNKNOWN)
        return one_word(ja ? "不明" : "unknown");
    if (result) {
        *out_plies = result->plies;
        return kj_line_text(&input->position, result->line, result->n_line, input->last,
                            sheet->request.notation);
    }
    g_autofree KjMove *moves = input->file ? kj_move_tree_main_line(input->file->tree, &n) : NULL;
    *out_plies = n;
    if (n == 0)
        return NULL;
    return kj_line_text(&input->file->tree->start, moves, n, KJ_MOVE_NONE, sheet->request.notation);
}

void kj_sheet_add(KjSheet *sheet, const KjInput *input, const KjResult *result, bool solutions)
{
    bool ja = is_japanese(sheet);
    KjPictureRequest request = sheet->request;
    request.title = NULL; // it is the sheet's
    g_autofree char *own = kj_picture_title(&request, input);
    g_autofree char *label =
        g_strdup_printf(ja ? "第%u問" : "No. %u", sheet->before + sheet->items->len + 1);
    g_autofree char *title = own ? g_strdup_printf("%s　%s", label, own) : g_strdup(label);
    KjSheetItem *item = g_new0(KjSheetItem, 1);
    item->diagram = kj_picture_draw(&request, input, title);
    unsigned plies = 0;
    if (solutions)
        item->solution = words_of(sheet, input, result, &plies);
    item->name = plies == 0 ? g_strdup(title)
                            : g_strdup_printf(ja ? "%s（%u手）" : "%s (%u plies)", title, plies);
    g_ptr_array_add(sheet->items, item);
}

void kj_sheet_next(KjSheet *sheet)
{
    sheet->before += sheet->items->len;
    g_ptr_array_set_size(sheet->items, 0);
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
    return kj_rsvg_convert(pages, &(KjSvgStyle){request->palette, request->family, 1, "mm"}, 0,
                           error);
}
