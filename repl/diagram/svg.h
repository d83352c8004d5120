/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures as SVG. Text is drawn as outlines, so that a picture looks the same wherever it is shown
 * and needs no fonts there. Outlines are stated once in <defs> and used by id; ids are made of code
 * points, so pictures of one font can share them on a page.
 */
#pragma once

#include "repl/diagram/drawing.h"
#include "repl/diagram/font.h"

/* The characters used so far by pictures that share their outlines. */
typedef struct KjGlyphs KjGlyphs;

/*
 * `font` is not owned; NULL: text stays text, in the fonts of whoever looks at it. (transfer full)
 */
KjGlyphs *kj_glyphs_new(KjFont *font);
void kj_glyphs_free(KjGlyphs *glyphs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjGlyphs, kj_glyphs_free)

/* A whole SVG file, `pixels` a unit, with its own outlines. (transfer full) */
char *kj_svg_write(const KjDrawing *drawing, KjFont *font, const KjPalette *palette, double pixels);

/* Takes up the characters of a text, which a script will need. */
void kj_glyphs_use(KjGlyphs *glyphs, const char *text);

/* Appends an <svg> element for a page (HTML) whose <defs> have the outlines of `glyphs`, see
 * kj_svg_defs_append. */
void kj_svg_append(GString *out, const KjDrawing *drawing, KjGlyphs *glyphs,
                   const KjPalette *palette, double pixels);

/* Appends an <svg> element that takes no room and has the outlines used so far. */
void kj_svg_defs_append(GString *out, const KjGlyphs *glyphs);

/* Appends a text for XML or HTML, without the characters XML cannot hold. */
void kj_xml_append(GString *out, const char *text);
