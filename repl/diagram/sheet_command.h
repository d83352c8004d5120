/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems made sheets. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/diagram/picture.h"
#include "solver/solver.h"

/* A sheet being made, of one call. */
typedef struct {
    KjPictureRequest request; // its title is the sheet's
    GPtrArray *items;         // KjSheetItem*
    unsigned columns, rows;
    bool page;       // for a browser, not a PDF
    bool lengths;    // under the diagrams
    unsigned before; // problems on sheets before this one
} KjSheet;

/* Reads --draw and the options of pictures. Fails with KJ_USAGE_ERROR. Clear with kj_sheet_clear in
 * any case. */
bool kj_sheet_open(KjSheet *sheet, const KjCall *call, GError **error);
void kj_sheet_clear(KjSheet *sheet);

/* What a sheet says of a problem's solution. */
typedef struct {
    KjVerdict verdict;
    const KjMove *line; // not kept. MATE: what mates; UNKNOWN: what the author says, or NULL
    unsigned n_line;
    bool cut; // the line is not at its end
} KjSheetAnswer;

/* Adds a problem with its answer; NULL: it has none. `plies` (0: not known) stands under the diagram
 * if the sheet has lengths. */
void kj_sheet_add(KjSheet *sheet, const KjInput *input, const KjSheetAnswer *answer,
                  unsigned plies);

/* Begins another sheet, whose numbers go on. */
void kj_sheet_next(KjSheet *sheet);

/* The ending of its files. Static. */
const char *kj_sheet_ending(const KjSheet *sheet);

/* The PDF or page (HTML), and how many pages of A4 it has. NULL with G_FILE_ERROR. (transfer full) */
GByteArray *kj_sheet_write(const KjSheet *sheet, unsigned *out_pages, GError **error);
