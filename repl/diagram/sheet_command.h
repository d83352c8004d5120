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
    unsigned before; // problems on sheets before this one
} KjSheet;

/* Reads --draw and the options of pictures. Fails with KJ_USAGE_ERROR. Clear with kj_sheet_clear in
 * any case. */
bool kj_sheet_open(KjSheet *sheet, const KjCall *call, GError **error);
void kj_sheet_clear(KjSheet *sheet);

/*
 * Adds a problem. Its solution is `result`, or if that is NULL the main line its file gives, if
 * any; none without `solutions`.
 */
void kj_sheet_add(KjSheet *sheet, const KjInput *input, const KjResult *result, bool solutions);

/* Begins another sheet, whose numbers go on. */
void kj_sheet_next(KjSheet *sheet);

/* The PDF, and how many pages it has. NULL with G_FILE_ERROR. (transfer full) */
GByteArray *kj_sheet_write(const KjSheet *sheet, unsigned *out_pages, GError **error);
