/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures as PNG and PDF, by cairo. */
#pragma once

#include "repl/diagram/drawing.h"
#include "repl/diagram/font.h"

enum { KJ_MAX_PIXELS = 16384 }; // of a side of a PNG

/* A PNG, `width` pixels wide (1..KJ_MAX_PIXELS). Fails with G_FILE_ERROR if cairo does. (transfer
 * full) */
GByteArray *kj_render_png(const KjDrawing *drawing, KjFont *font, const KjPalette *palette,
                          unsigned width, GError **error);

/*
 * A PDF with a page for each picture (KjDrawing*), `points` (1/72 inch) a unit. `title` or NULL.
 * The environment's SOURCE_DATE_EPOCH is its date if set. Fails as above. (transfer full)
 */
GByteArray *kj_render_pdf(const GPtrArray *pages, KjFont *font, const KjPalette *palette,
                          double points, const char *title, GError **error);
