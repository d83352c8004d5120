/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A picture as a list of drawing operations, made once and written as SVG (svg.h), of which PNG
 * and PDF are made (rsvg.h). Units are those of the board: a square is 1 wide. x grows to the right, y
 * downwards. Colours are roles; a palette makes them colours when the list is written.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    KJ_DRAW_RECT, // filled
    KJ_DRAW_LINE,
    KJ_DRAW_DISC,
    KJ_DRAW_BODY, // the five corners of a piece, filled, with an edge
    KJ_DRAW_TEXT, // one line
} KjDrawKind;

/* What something is; the palette gives the colour. */
typedef enum {
    KJ_INK_PAPER,
    KJ_INK_BOARD,
    KJ_INK_LINE,
    KJ_INK_TEXT,
    KJ_INK_PIECE,    // the writing on a piece
    KJ_INK_PROMOTED, // and on a promoted one
    KJ_INK_BODY,     // the wood of a piece
    KJ_INK_TARGET,   // the square a move went to
    KJ_INK_ORIGIN,   // and where it came from
    KJ_INK_COUNT,
} KjInk;

typedef enum { KJ_ANCHOR_START, KJ_ANCHOR_MIDDLE, KJ_ANCHOR_END } KjAnchor;

typedef struct {
    KjDrawKind kind;
    KjInk ink;
    double x, y; // RECT: upper left corner; LINE: one end; else the middle (TEXT: by its anchor)
    double w, h; // RECT, BODY: size; LINE: from one end to the other; TEXT: w is the most it may
                 // take, it is made smaller to fit; 0: no limit
    double size; // LINE: thickness; DISC: radius; BODY: thickness of the edge; TEXT: the em
    KjAnchor anchor; // TEXT
    bool turned;     // BODY, TEXT: upside down
    char *text;      // TEXT, owned
} KjDrawOp;

typedef struct {
    double width, height;
    GArray *ops;       // KjDrawOp, in the order of drawing
    char *title;       // for those who cannot see the picture, or NULL
    char *description; // the position, or NULL
} KjDrawing;

/* An empty picture. (transfer full) */
KjDrawing *kj_drawing_new(double width, double height);
void kj_drawing_free(KjDrawing *drawing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjDrawing, kj_drawing_free)

/* Each adds an operation. */
void kj_draw_rect(KjDrawing *d, KjInk ink, double x, double y, double w, double h);
void kj_draw_line(KjDrawing *d, double x, double y, double w, double h, double thickness);
void kj_draw_disc(KjDrawing *d, KjInk ink, double x, double y, double radius);
void kj_draw_body(KjDrawing *d, KjInk ink, double x, double y, double w, double h, bool turned);

/* Adds a line of text, which is copied, and returns the operation, to be changed before the next
 * one is added. */
KjDrawOp *kj_draw_text(KjDrawing *d, KjInk ink, double x, double y, double size, KjAnchor anchor,
                       const char *text);

/* About how wide a text is, in ems: the font is that of whoever looks at it. */
double kj_draw_text_width(const char *text);

/* Adds all of `other`, `scale` times as big, with its upper left corner at x, y. */
void kj_drawing_add(KjDrawing *d, const KjDrawing *other, double x, double y, double scale);

/* The corners of a BODY around its middle, x and y in turn, for a size of 1 by 1, not turned. */
enum { KJ_BODY_CORNERS = 5 };
extern const double kj_body_corners[2 * KJ_BODY_CORNERS];

/* Appends a number without more digits than it needs, `places` of them behind the point at most. */
void kj_draw_number_append(GString *out, double value, unsigned places);

/* The next character of a text. */
static inline const char *kj_utf8_next(const char *text)
{
    return text + g_utf8_skip[(unsigned char)*text];
}

/* ---- colours ---- */

typedef enum { KJ_PALETTE_BLACK, KJ_PALETTE_COLOR, KJ_PALETTE_COUNT } KjPaletteId;

typedef struct {
    const char *name;           // for options
    uint32_t rgb[KJ_INK_COUNT]; // 0xRRGGBB
    bool bodies;                // pieces have the shape of pieces
} KjPalette;

/* A palette. Static. */
const KjPalette *kj_palette_at(KjPaletteId id);
