/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures as SVG. Texts stay texts, set in the first of some Japanese fonts that there is where the
 * picture is shown.
 */
#pragma once

#include "repl/diagram/drawing.h"

typedef struct {
    const KjPalette *palette;
    const char *family; // of a font to be preferred, or NULL
    double scale;       // of a unit of the drawing, in `unit`
    const char *unit;   // of lengths: "" are pixels, "mm", "pt"
} KjSvgStyle;

/* A whole SVG file. (transfer full) */
char *kj_svg_write(const KjDrawing *drawing, const KjSvgStyle *style);

/* Appends an <svg> element for a page (HTML). */
void kj_svg_append(GString *out, const KjDrawing *drawing, const KjSvgStyle *style);

/* Appends a text for XML or HTML, without the characters XML cannot hold. */
void kj_xml_append(GString *out, const char *text);
