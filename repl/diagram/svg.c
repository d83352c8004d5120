/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures as SVG. */
#include "repl/diagram/svg.h"

enum { SCALE = 100 }; // user units of the file in a unit of the drawing

/* How far the middle of characters lies above the base line, in ems. */
#define MIDDLE 0.37
/* As in kanju.css, which has them for what the board's script draws. */
#define FAMILIES                                                                            \
    "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho','IPAexMincho'," \
    "'MS Mincho',serif"

/* What is being written. */
typedef struct {
    GString *out;
    const KjSvgStyle *style;
} Writer;

static void append_attribute(GString *out, const char *name, double value)
{
    g_string_append_printf(out, " %s=\"", name);
    kj_draw_number_append(out, value * SCALE, 1);
    g_string_append_c(out, '"');
}

static void append_color(const Writer *w, const char *name, KjInk ink)
{
    g_string_append_printf(w->out, " %s=\"#%06x\"", name, w->style->palette->rgb[ink]);
}

void kj_xml_append(GString *out, const char *text)
{
    for (; *text; text = kj_utf8_next(text)) {
        gunichar c = g_utf8_get_char(text);
        if (c < 0x20 || c == 0xfffe || c == 0xffff)
            continue;
        if (c == '<' || c == '>' || c == '&' || c == '"')
            g_string_append_printf(out, "&#%u;", c);
        else
            g_string_append_unichar(out, c);
    }
}

/* ---- text ---- */

static void write_text(const Writer *w, const KjDrawOp *op)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    double width = kj_draw_text_width(op->text) * op->size;
    double size = op->w > 0 && width > op->w ? op->size * op->w / width : op->size;
    g_string_append_printf(w->out, "<text text-anchor=\"%s\"", anchors[op->anchor]);
    append_attribute(w->out, "font-size", size);
    append_color(w, "fill", op->ink);
    append_attribute(w->out, "x", op->x);
    append_attribute(w->out, "y", op->y + MIDDLE * size);
    if (op->turned) {
        g_string_append(w->out, " transform=\"rotate(180 ");
        kj_draw_number_append(w->out, op->x * SCALE, 1);
        g_string_append_c(w->out, ' ');
        kj_draw_number_append(w->out, op->y * SCALE, 1);
        g_string_append(w->out, ")\"");
    }
    g_string_append_c(w->out, '>');
    kj_xml_append(w->out, op->text);
    g_string_append(w->out, "</text>");
}

/* ---- the rest ---- */

static void write_body(const Writer *w, const KjDrawOp *op)
{
    double way = op->turned ? -1 : 1;
    g_string_append(w->out, "<path d=\"");
    for (unsigned i = 0; i < KJ_BODY_CORNERS; i++) {
        g_string_append_c(w->out, i ? 'L' : 'M');
        kj_draw_number_append(w->out, (op->x + kj_body_corners[2 * i] * op->w * way) * SCALE, 1);
        g_string_append_c(w->out, ' ');
        kj_draw_number_append(w->out, (op->y + kj_body_corners[2 * i + 1] * op->h * way) * SCALE,
                              1);
    }
    g_string_append(w->out, "Z\"");
    append_color(w, "fill", op->ink);
    append_color(w, "stroke", KJ_INK_LINE);
    append_attribute(w->out, "stroke-width", op->size);
    g_string_append(w->out, " stroke-linejoin=\"round\"/>");
}

static void write_op(const Writer *w, const KjDrawOp *op)
{
    switch (op->kind) {
    case KJ_DRAW_RECT:
        g_string_append(w->out, "<rect");
        append_attribute(w->out, "x", op->x);
        append_attribute(w->out, "y", op->y);
        append_attribute(w->out, "width", op->w);
        append_attribute(w->out, "height", op->h);
        break;
    case KJ_DRAW_LINE:
        g_string_append(w->out, "<line");
        append_attribute(w->out, "x1", op->x);
        append_attribute(w->out, "y1", op->y);
        append_attribute(w->out, "x2", op->x + op->w);
        append_attribute(w->out, "y2", op->y + op->h);
        append_attribute(w->out, "stroke-width", op->size);
        break;
    case KJ_DRAW_DISC:
        g_string_append(w->out, "<circle");
        append_attribute(w->out, "cx", op->x);
        append_attribute(w->out, "cy", op->y);
        append_attribute(w->out, "r", op->size);
        break;
    case KJ_DRAW_BODY: write_body(w, op); return;
    case KJ_DRAW_TEXT: write_text(w, op); return;
    }
    append_color(w, op->kind == KJ_DRAW_LINE ? "stroke" : "fill", op->ink);
    g_string_append(w->out, "/>");
}

/* A length of the whole picture, and its unit. */
static void append_length(const Writer *w, const char *name, double value)
{
    g_string_append_printf(w->out, " %s=\"", name);
    kj_draw_number_append(w->out, value * w->style->scale, *w->style->unit ? 2 : 0);
    g_string_append_printf(w->out, "%s\"", w->style->unit);
}

static void append_family(const Writer *w)
{
    g_string_append(w->out, " font-family=\"");
    if (w->style->family) {
        g_auto(GStrv) parts = g_strsplit_set(w->style->family, "'\\", -1);
        g_autofree char *name = g_strjoinv("", parts); // no font has these in its name
        g_string_append_c(w->out, '\'');
        kj_xml_append(w->out, name);
        g_string_append(w->out, "',");
    }
    g_string_append(w->out, FAMILIES "\"");
}

static void append_element(GString *out, const char *name, const char *text)
{
    g_string_append_printf(out, "<%s>", name);
    kj_xml_append(out, text);
    g_string_append_printf(out, "</%s>\n", name);
}

void kj_svg_append(GString *out, const KjDrawing *drawing, const KjSvgStyle *style)
{
    Writer w = {out, style};
    g_string_append(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:lang=\"ja\" "
                         "xml:space=\"preserve\"");
    append_length(&w, "width", drawing->width);
    append_length(&w, "height", drawing->height);
    g_string_append(out, " viewBox=\"0 0 ");
    kj_draw_number_append(out, drawing->width * SCALE, 1);
    g_string_append_c(out, ' ');
    kj_draw_number_append(out, drawing->height * SCALE, 1);
    g_string_append_c(out, '"');
    append_family(&w);
    g_string_append(out, ">\n");
    const char *title = drawing->title ? drawing->title : drawing->description;
    if (title)
        append_element(out, "title", title);
    if (drawing->description)
        append_element(out, "desc", drawing->description);
    for (unsigned i = 0; i < drawing->ops->len; i++) {
        write_op(&w, &g_array_index(drawing->ops, KjDrawOp, i));
        g_string_append_c(out, '\n');
    }
    g_string_append(out, "</svg>\n");
}

char *kj_svg_write(const KjDrawing *drawing, const KjSvgStyle *style)
{
    GString *out = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    kj_svg_append(out, drawing, style);
    return g_string_free(out, FALSE);
}
