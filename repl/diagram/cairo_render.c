/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by cairo. */
#include "repl/diagram/cairo_render.h"

#include <time.h>

#include "core/text/lang.h"
#include "repl/diagram/libcairo.h"

static void set_ink(cairo_t *cr, const KjPalette *palette, KjInk ink)
{
    uint32_t rgb = palette->rgb[ink];
    cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void paint_body(cairo_t *cr, const KjDrawOp *op, const KjPalette *palette)
{
    double way = op->turned ? -1 : 1;
    cairo_new_path(cr);
    for (unsigned i = 0; i < KJ_BODY_CORNERS; i++)
        cairo_line_to(cr, op->x + kj_body_corners[2 * i] * op->w * way,
                      op->y + kj_body_corners[2 * i + 1] * op->h * way);
    cairo_close_path(cr);
    cairo_fill_preserve(cr);
    set_ink(cr, palette, KJ_INK_LINE);
    cairo_set_line_width(cr, op->size);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cr);
}

static void paint_text(cairo_t *cr, const KjDrawOp *op, KjFont *font)
{
    double width = kj_font_width(font, op->text) * op->size;
    double squeeze = op->w > 0 && width > op->w ? op->w / width : 1;
    double share = op->anchor == KJ_ANCHOR_START ? 0 : op->anchor == KJ_ANCHOR_MIDDLE ? 0.5 : 1;
    double way = op->turned ? -1 : 1;
    cairo_save(cr);
    cairo_translate(cr, op->x, op->y);
    cairo_scale(cr, way * squeeze, way);
    cairo_move_to(cr, -width * share, KJ_FONT_MIDDLE * op->size);
    kj_font_show(font, cr, op->size, op->text);
    cairo_restore(cr);
}

static void paint_op(cairo_t *cr, const KjDrawOp *op, KjFont *font, const KjPalette *palette)
{
    set_ink(cr, palette, op->ink);
    switch (op->kind) {
    case KJ_DRAW_RECT:
        cairo_rectangle(cr, op->x, op->y, op->w, op->h);
        cairo_fill(cr);
        break;
    case KJ_DRAW_LINE:
        cairo_set_line_width(cr, op->size);
        cairo_move_to(cr, op->x, op->y);
        cairo_rel_line_to(cr, op->w, op->h);
        cairo_stroke(cr);
        break;
    case KJ_DRAW_DISC:
        cairo_new_path(cr);
        cairo_arc(cr, op->x, op->y, op->size, 0, 2 * G_PI);
        cairo_fill(cr);
        break;
    case KJ_DRAW_BODY: paint_body(cr, op, palette); break;
    case KJ_DRAW_TEXT: paint_text(cr, op, font); break;
    }
}

static void render(cairo_t *cr, const KjDrawing *drawing, KjFont *font, const KjPalette *palette)
{
    for (unsigned i = 0; i < drawing->ops->len; i++)
        paint_op(cr, &g_array_index(drawing->ops, KjDrawOp, i), font, palette);
}

static cairo_status_t collect(void *data, const unsigned char *bytes, unsigned length)
{
    g_byte_array_append(data, bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

/* Gives `out` back, or NULL with an error and frees it. */
static GByteArray *checked(GByteArray *out, cairo_status_t status, GError **error)
{
    if (status == CAIRO_STATUS_SUCCESS)
        return out;
    kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "the picture cannot be drawn: %s",
                 cairo_status_to_string(status));
    g_byte_array_unref(out);
    return NULL;
}

GByteArray *kj_render_png(const KjDrawing *drawing, KjFont *font, const KjPalette *palette,
                          unsigned width, GError **error)
{
    double scale = width / drawing->width;
    int height = (int)(drawing->height * scale + 0.5);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, MAX(height, 1));
    cairo_t *cr = cairo_create(surface);
    set_ink(cr, palette, KJ_INK_PAPER);
    cairo_paint(cr);
    cairo_scale(cr, scale, scale);
    render(cr, drawing, font, palette);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    GByteArray *out = g_byte_array_new();
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, collect, out);
    cairo_surface_destroy(surface);
    return checked(out, status, error);
}

/* Sets the date of a PDF, so that it can be made again byte by byte. */
static void set_date(cairo_surface_t *surface)
{
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    time_t seconds = epoch ? (time_t)g_ascii_strtoll(epoch, NULL, 10) : 0;
    struct tm fields;
    char text[64];
    if (epoch && gmtime_r(&seconds, &fields) &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &fields))
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
}

GByteArray *kj_render_pdf(const GPtrArray *pages, KjFont *font, const KjPalette *palette,
                          double points, const char *title, GError **error)
{
    GByteArray *out = g_byte_array_new();
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(collect, out, 1, 1);
    set_date(surface);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Kanju");
    if (title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_t *cr = cairo_create(surface);
    for (unsigned i = 0; i < pages->len; i++) {
        const KjDrawing *page = pages->pdata[i];
        cairo_pdf_surface_set_size(surface, page->width * points, page->height * points);
        cairo_save(cr);
        cairo_scale(cr, points, points);
        render(cr, page, font, palette);
        cairo_restore(cr);
        cairo_show_page(cr);
    }
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return checked(out, status, error);
}
