/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fonts of diagrams: one that has kanji, and others for what it lacks. Found by fontconfig, drawn
 * by cairo. Not for several threads at once.
 */
#pragma once

typedef struct _cairo cairo_t;
#include <glib.h>

#include "repl/diagram/drawing.h"

typedef struct KjFont KjFont;

/*
 * Opens the font of a family, or with NULL the best Japanese one, with serifs (mincho) if there is
 * one. Fails with KJ_USAGE_ERROR when there is no such family, or no font with kanji at all; the
 * message then names the Debian package that brings one; with G_FILE_ERROR where there is no cairo.
 * (transfer full)
 */
KjFont *kj_font_open(const char *family, GError **error);
void kj_font_free(KjFont *font);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjFont, kj_font_free)

/* The width of a text in ems. */
double kj_font_width(KjFont *font, const char *text);

/* The width of a character in ems. */
double kj_font_advance(KjFont *font, gunichar c);

/*
 * The outline of a character as data of an SVG path, in thousandths of an em, from the beginning of
 * the base line; "" for a blank. Owned by the font.
 */
const char *kj_font_outline(KjFont *font, gunichar c);

/* Draws a text with cairo from the current point on, the em `size` units. */
void kj_font_show(KjFont *font, cairo_t *cr, double size, const char *text);

/* How far the middle of characters lies above the base line, in ems. */
#define KJ_FONT_MIDDLE 0.37
