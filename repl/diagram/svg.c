/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures as SVG. */
#include "repl/diagram/svg.h"

enum { SCALE = 100 }; // user units of the file in a unit of the drawing

struct KjGlyphs {
    KjFont *font; // not owned, or NULL
    GArray *used; // gunichar, in the order of their first use
    GHashTable *seen;
};

/* What is being written. */
typedef struct {
    GString *out;
    KjGlyphs *glyphs;
    const KjPalette *palette;
} Writer;

KjGlyphs *kj_glyphs_new(KjFont *font)
{
    KjGlyphs *glyphs = g_new0(KjGlyphs, 1);
    glyphs->font = font;
    glyphs->used = g_array_new(FALSE, FALSE, sizeof(gunichar));
    glyphs->seen = g_hash_table_new(NULL, NULL);
    return glyphs;
}

void kj_glyphs_free(KjGlyphs *glyphs)
{
    if (!glyphs)
        return;
    g_array_unref(glyphs->used);
    g_hash_table_unref(glyphs->seen);
    g_free(glyphs);
}

void kj_glyphs_use(KjGlyphs *glyphs, const char *text)
{
    for (const char *c = text; glyphs->font && *c; c = kj_utf8_next(c)) {
        gunichar code = g_utf8_get_char(c);
        if (*kj_font_outline(glyphs->font, code) &&
            g_hash_table_add(glyphs->seen, GUINT_TO_POINTER(code)))
            g_array_append_val(glyphs->used, code);
    }
}

/* Appends the outlines used so far as <path> elements with ids. */
static void append_glyphs(const KjGlyphs *glyphs, GString *out)
{
    for (unsigned i = 0; i < glyphs->used->len; i++) {
        gunichar c = g_array_index(glyphs->used, gunichar, i);
        g_string_append_printf(out, "<path id=\"u%x\" d=\"%s\"/>\n", c,
                               kj_font_outline(glyphs->font, c));
    }
}

static void append_attribute(GString *out, const char *name, double value)
{
    g_string_append_printf(out, " %s=\"", name);
    kj_draw_number_append(out, value * SCALE, 1);
    g_string_append_c(out, '"');
}

static void append_color(const Writer *w, const char *name, KjInk ink)
{
    g_string_append_printf(w->out, " %s=\"#%06x\"", name, w->palette->rgb[ink]);
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

/* Numbers of a `matrix(a b c d e f)`, the first four plain, the last two in units. */
static void append_matrix(GString *out, double a, double d, double e, double f)
{
    g_string_append(out, " transform=\"matrix(");
    kj_draw_number_append(out, a, 4);
    g_string_append(out, " 0 0 ");
    kj_draw_number_append(out, d, 4);
    g_string_append_c(out, ' ');
    kj_draw_number_append(out, e * SCALE, 1);
    g_string_append_c(out, ' ');
    kj_draw_number_append(out, f * SCALE, 1);
    g_string_append(out, ")\"");
}

static void write_outlines(const Writer *w, const KjDrawOp *op)
{
    KjGlyphs *glyphs = w->glyphs;
    double width = kj_font_width(glyphs->font, op->text) * op->size;
    double squeeze = op->w > 0 && width > op->w ? op->w / width : 1;
    double way = op->turned ? -1 : 1; // a half turn about the anchor
    double x = -width * squeeze *
               (op->anchor == KJ_ANCHOR_START    ? 0
                : op->anchor == KJ_ANCHOR_MIDDLE ? 0.5
                                                 : 1);
    g_string_append(w->out, "<g");
    append_color(w, "fill", op->ink);
    g_string_append_c(w->out, '>');
    kj_glyphs_use(glyphs, op->text);
    for (const char *c = op->text; *c; c = kj_utf8_next(c)) {
        gunichar code = g_utf8_get_char(c);
        if (*kj_font_outline(glyphs->font, code)) {
            g_string_append_printf(w->out, "<use xlink:href=\"#u%x\"", code);
            double em = op->size * SCALE / 1000 * way;
            append_matrix(w->out, em * squeeze, em, op->x + x * way,
                          op->y + KJ_FONT_MIDDLE * op->size * way);
            g_string_append(w->out, "/>");
        }
        x += kj_font_advance(glyphs->font, code) * op->size * squeeze;
    }
    g_string_append(w->out, "</g>");
}

static void write_text(const Writer *w, const KjDrawOp *op)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    double way = op->turned ? -1 : 1;
    g_string_append_printf(w->out, "<text font-family=\"serif\" text-anchor=\"%s\"",
                           anchors[op->anchor]);
    append_attribute(w->out, "font-size", op->size);
    append_color(w, "fill", op->ink);
    append_matrix(w->out, way, way, op->x, op->y + KJ_FONT_MIDDLE * op->size * way);
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
    case KJ_DRAW_TEXT:
        if (w->glyphs->font)
            write_outlines(w, op);
        else
            write_text(w, op);
        return;
    }
    append_color(w, op->kind == KJ_DRAW_LINE ? "stroke" : "fill", op->ink);
    g_string_append(w->out, "/>");
}

static void write_ops(const Writer *w, const KjDrawing *drawing)
{
    for (unsigned i = 0; i < drawing->ops->len; i++) {
        write_op(w, &g_array_index(drawing->ops, KjDrawOp, i));
        g_string_append_c(w->out, '\n');
    }
}

static void write_head(const Writer *w, const KjDrawing *drawing, double pixels)
{
    g_string_append(w->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" width=\"");
    kj_draw_number_append(w->out, drawing->width * pixels, 0);
    g_string_append(w->out, "\" height=\"");
    kj_draw_number_append(w->out, drawing->height * pixels, 0);
    g_string_append(w->out, "\" viewBox=\"0 0 ");
    kj_draw_number_append(w->out, drawing->width * SCALE, 1);
    g_string_append_c(w->out, ' ');
    kj_draw_number_append(w->out, drawing->height * SCALE, 1);
    g_string_append(w->out, "\">\n");
    const char *title = drawing->title ? drawing->title : drawing->description;
    if (title) {
        g_string_append(w->out, "<title>");
        kj_xml_append(w->out, title);
        g_string_append(w->out, "</title>\n");
    }
    if (drawing->description) {
        g_string_append(w->out, "<desc>");
        kj_xml_append(w->out, drawing->description);
        g_string_append(w->out, "</desc>\n");
    }
}

char *kj_svg_write(const KjDrawing *drawing, KjFont *font, const KjPalette *palette, double pixels)
{
    g_autoptr(KjGlyphs) glyphs = kj_glyphs_new(font);
    g_autoptr(GString) body = g_string_new(NULL);
    Writer inner = {body, glyphs, palette};
    write_ops(&inner, drawing); // first, so that the characters are known
    GString *out = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    Writer outer = {out, glyphs, palette};
    write_head(&outer, drawing, pixels);
    g_string_append(out, "<defs>\n");
    append_glyphs(glyphs, out);
    g_string_append(out, "</defs>\n");
    g_string_append(out, body->str);
    g_string_append(out, "</svg>\n");
    return g_string_free(out, FALSE);
}

void kj_svg_append(GString *out, const KjDrawing *drawing, KjGlyphs *glyphs,
                   const KjPalette *palette, double pixels)
{
    Writer w = {out, glyphs, palette};
    write_head(&w, drawing, pixels);
    write_ops(&w, drawing);
    g_string_append(out, "</svg>\n");
}

void kj_svg_defs_append(GString *out, const KjGlyphs *glyphs)
{
    g_string_append(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" "
                         "class=\"kj-outlines\" aria-hidden=\"true\">\n<defs>\n");
    append_glyphs(glyphs, out);
    g_string_append(out, "</defs>\n</svg>\n");
}
