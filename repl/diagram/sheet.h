/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sheets: diagrams side by side on pages of A4, their solutions on pages at the end. */
#pragma once

#include "repl/diagram/drawing.h"

enum { KJ_SHEET_MOST = 8 }; // diagrams beside or below each other

/* A problem of a sheet. */
typedef struct {
    KjDrawing *diagram; // owned, its title included
    char *name;         // before the solution: 第1問; owned
    char *solution;     // owned; NULL: none is printed
} KjSheetItem;

void kj_sheet_item_free(KjSheetItem *item);

typedef struct {
    unsigned columns, rows; // 1..KJ_SHEET_MOST
    const char *title;      // at the top of each page, or NULL
    const char *solutions;  // the heading of the solutions
} KjSheetStyle;

/* The pages (KjDrawing*) of the items (KjSheetItem*), in millimetres. (transfer full) */
GPtrArray *kj_sheet_draw(const GPtrArray *items, const KjSheetStyle *style);

/* Reads "2x3" (columns by rows). False if it is not so or out of range. */
bool kj_sheet_grid(const char *text, unsigned *columns, unsigned *rows);
