/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG and PDF, made of SVG by the program rsvg-convert. */
#pragma once

#include <stdbool.h>

#include "repl/diagram/svg.h"

/*
 * Whether there is a Japanese font, and one of the family if it is not NULL. Fails with
 * KJ_USAGE_ERROR, and names the package that has one. Where fontconfig's fc-list is not there, the
 * answer is yes.
 */
bool kj_rsvg_fonts(const char *family, GError **error);

/*
 * A PDF with a page for each picture (KjDrawing*), of the lengths that `style` gives them, or a PNG
 * of the only one, `width` pixels wide; 0: a PDF. Fails with G_FILE_ERROR where rsvg-convert is not
 * there or fails. (transfer full)
 */
GByteArray *kj_rsvg_convert(const GPtrArray *pages, const KjSvgStyle *style, unsigned width,
                            GError **error);
