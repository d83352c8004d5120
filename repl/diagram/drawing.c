/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of drawing operations, and the palettes. */
#include "repl/diagram/drawing.h"

#include <math.h>
#include <string.h>

const double kj_body_corners[2 * KJ_BODY_CORNERS] = {
    0, -0.5, 0.36, -0.36, 0.5, 0.5, -0.5, 0.5, -0.36, -0.36,
};

static const KjPalette palettes[KJ_PALETTE_COUNT] = {
    [KJ_PALETTE_BLACK] = {.name = "black",
                          .rgb =
                              {
                                  [KJ_INK_PAPER] = 0xffffff,
                                  [KJ_INK_BOARD] = 0xffffff,
                                  [KJ_INK_LINE] = 0x000000,
                                  [KJ_INK_TEXT] = 0x000000,
                                  [KJ_INK_PIECE] = 0x000000,
                                  [KJ_INK_PROMOTED] = 0x000000,
                                  [KJ_INK_BODY] = 0xffffff,
                                  [KJ_INK_TARGET] = 0xcfcfcf,
                                  [KJ_INK_ORIGIN] = 0xececec,
                              }},
    [KJ_PALETTE_COLOR] = {.name = "color",
                          .rgb =
                              {
                                  [KJ_INK_PAPER] = 0xffffff,
                                  [KJ_INK_BOARD] = 0xf2cf8a,
                                  [KJ_INK_LINE] = 0x3f2d14,
                                  [KJ_INK_TEXT] = 0x1c140a,
                                  [KJ_INK_PIECE] = 0x1c140a,
                                  [KJ_INK_PROMOTED] = 0xb01010,
                                  [KJ_INK_BODY] = 0xfdecc4,
                                  [KJ_INK_TARGET] = 0xe58f33,
                                  [KJ_INK_ORIGIN] = 0xebb266,
                              },
                          .bodies = true},
};

const KjPalette *kj_palette_at(KjPaletteId id)
{
    return &palettes[id];
}

static void clear_op(gpointer data)
{
    g_free(((KjDrawOp *)data)->text);
}

KjDrawing *kj_drawing_new(double width, double height)
{
    KjDrawing *drawing = g_new0(KjDrawing, 1);
    drawing->width = width;
    drawing->height = height;
    drawing->ops = g_array_new(FALSE, TRUE, sizeof(KjDrawOp));
    g_array_set_clear_func(drawing->ops, clear_op);
    return drawing;
}

void kj_drawing_free(KjDrawing *drawing)
{
    if (!drawing)
        return;
    g_array_unref(drawing->ops);
    g_free(drawing->title);
    g_free(drawing->description);
    g_free(drawing);
}

static KjDrawOp *add(KjDrawing *d, const KjDrawOp *op)
{
    g_array_append_vals(d->ops, op, 1);
    return &g_array_index(d->ops, KjDrawOp, d->ops->len - 1);
}

void kj_draw_rect(KjDrawing *d, KjInk ink, double x, double y, double w, double h)
{
    add(d, &(KjDrawOp){KJ_DRAW_RECT, ink, .x = x, .y = y, .w = w, .h = h});
}

void kj_draw_line(KjDrawing *d, double x, double y, double w, double h, double thickness)
{
    add(d, &(KjDrawOp){KJ_DRAW_LINE, KJ_INK_LINE, x, y, w, h, .size = thickness});
}

void kj_draw_disc(KjDrawing *d, KjInk ink, double x, double y, double radius)
{
    add(d, &(KjDrawOp){KJ_DRAW_DISC, ink, .x = x, .y = y, .size = radius});
}

void kj_draw_body(KjDrawing *d, KjInk ink, double x, double y, double w, double h, bool turned)
{
    add(d, &(KjDrawOp){KJ_DRAW_BODY, ink, x, y, w, h, .size = 0.03, .turned = turned});
}

KjDrawOp *kj_draw_text(KjDrawing *d, KjInk ink, double x, double y, double size, KjAnchor anchor,
                       const char *text)
{
    KjDrawOp op = {KJ_DRAW_TEXT,          ink, .x = x, .y = y, .size = size, .anchor = anchor,
                   .text = g_strdup(text)};
    return add(d, &op);
}

/* The width of a character in ems, rather too much than too little. */
static double width_of(gunichar c)
{
    if (g_unichar_iswide_cjk(c) || (c < 128 && strchr("MWmw@%", (int)c)))
        return 1;
    return c == ' ' ? 0.4 : g_unichar_isupper(c) ? 0.78 : 0.56;
}

double kj_draw_text_width(const char *text)
{
    double width = 0;
    for (; *text; text = kj_utf8_next(text))
        width += width_of(g_utf8_get_char(text));
    return width;
}

void kj_drawing_add(KjDrawing *d, const KjDrawing *other, double x, double y, double scale)
{
    for (unsigned i = 0; i < other->ops->len; i++) {
        KjDrawOp op = g_array_index(other->ops, KjDrawOp, i);
        op.x = x + op.x * scale;
        op.y = y + op.y * scale;
        op.w *= scale;
        op.h *= scale;
        op.size *= scale;
        op.text = g_strdup(op.text);
        add(d, &op);
    }
}

void kj_draw_number_append(GString *out, double value, unsigned places)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    double power = pow(10, places);
    value = round(value * power) / power;
    g_string_append(out, g_ascii_formatd(text, sizeof text, "%.9g", value == 0 ? 0 : value));
}
