/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Diagrams as LaTeX: a `picture` environment to be \input, with the fonts of the document. It needs
 * graphicx, color and an engine or package that sets Japanese. Pieces have no bodies in it, and the
 * marks of hands are triangles, since `picture` fills no polygons.
 */
#pragma once

#include "repl/diagram/drawing.h"

/* The whole text of a file in UTF-8. (transfer full) */
char *kj_latex_write(const KjDrawing *drawing, const KjPalette *palette);
