/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fonts and pictures where there is neither fontconfig nor cairo: texts of SVG stay texts, which the
 * browser draws with its fonts, and other pictures it makes of SVG. */
#include "core/text/lang.h"
#include "repl/diagram/cairo_render.h"
#include "repl/job/options.h"

static void *refuse(GError **error)
{
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                 "this build of Kanju draws SVG, without fonts");
    return NULL;
}

KjFont *kj_font_open(const char *family, GError **error)
{
    (void)family;
    return refuse(error);
}

void kj_font_free(KjFont *font)
{
    (void)font;
}

double kj_font_width(KjFont *font, const char *text)
{
    (void)font, (void)text;
    return 0;
}

double kj_font_advance(KjFont *font, gunichar c)
{
    (void)font, (void)c;
    return 0;
}

const char *kj_font_outline(KjFont *font, gunichar c)
{
    (void)font, (void)c;
    return "";
}

GByteArray *kj_render_png(const KjDrawing *drawing, KjFont *font, const KjPalette *palette,
                          unsigned width, GError **error)
{
    (void)drawing, (void)font, (void)palette, (void)width;
    return refuse(error);
}

GByteArray *kj_render_pdf(const GPtrArray *pages, KjFont *font, const KjPalette *palette,
                          double points, const char *title, GError **error)
{
    (void)pages, (void)font, (void)palette, (void)points, (void)title;
    return refuse(error);
}
