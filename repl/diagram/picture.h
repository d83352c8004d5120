/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems made pictures, as the options of a call ask. */
#pragma once

#include "core/notation/notation.h"
#include "core/notation/textboard.h"
#include "repl/cli/commands.h"
#include "repl/diagram/diagram.h"
#include "repl/diagram/svg.h"
#include "repl/job/input.h"

/* In the order of the choices of --format. */
typedef enum {
    KJ_PICTURE_TEXT,
    KJ_PICTURE_SVG,
    KJ_PICTURE_PNG,
    KJ_PICTURE_PDF,
    KJ_PICTURE_HTML, // to step through the moves
} KjPictureFormat;

/* What the options of a call ask for. */
typedef struct {
    KjDiagramStyle style;
    const KjPalette *palette;
    bool plain;         // pages: as in print on a screen, too, since the black palette is asked for
    const char *family; // of the font asked for, or NULL; not owned
    KjNotation notation;
    bool hidden;                  // answers of pages
    const char *title, *composer; // instead of the file's own, or NULL; not owned
} KjPictureRequest;

/* The format asked for by --format or the ending of --output, else KJ_PICTURE_TEXT. */
KjPictureFormat kj_picture_format(const KjCall *call);

/* Reads the options of the group PICTURE. Fails with KJ_USAGE_ERROR when there is no font and
 * `font_needed`. */
bool kj_picture_request(const KjCall *call, bool font_needed, KjPictureRequest *out,
                        GError **error);

/* The board as text, in the style and with the faces, hands and colours the options ask for.
 * (transfer full) */
char *kj_picture_board(const KjTerm *term, const KjValues *values, const KjPosition *position,
                       KjMove last);

/* The title and the composer of a problem: as asked for, else what its file says, or NULL.
 * (transfer full) */
char *kj_picture_title(const KjPictureRequest *request, const KjInput *input);
char *kj_picture_composer(const KjPictureRequest *request, const KjInput *input);

/* The diagram of a problem, after its moves. `title` NULL: its own; `below` is said below the board,
 * "" keeps the room for it, NULL: nothing. (transfer full) */
KjDrawing *kj_picture_draw(const KjPictureRequest *request, const KjInput *input, const char *title,
                           const char *below);

/*
 * Writes a picture of one or more pages (KjDrawing*; SVG and PNG have one) as SVG, PNG or PDF, `pixels` wide where that counts. NULL with G_FILE_ERROR. (transfer full)
 */
GByteArray *kj_picture_write(const KjPictureRequest *request, const GPtrArray *pages,
                             KjPictureFormat format, unsigned pixels, GError **error);

/*
 * Appends a problem as HTML to step through (diagram/replay_page.h). `file` is its game, with
 * branches; NULL: what the input holds, its moves included. `remarks` as in KjReplayStyle, or NULL.
 */
void kj_picture_steps(const KjPictureRequest *request, const KjInput *input, KjMoveTree *tree,
                      const GPtrArray *remarks, GString *out);
