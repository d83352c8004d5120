/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of problems: CSV and lists whose columns a heading names, and JSON (docs/formats.md). Also
 * the lines of a list, which have no heading. A row is a problem; what it does not name is ignored.
 */
#pragma once

#include "core/text/text.h"

/* What a row can say of a problem. */
typedef enum {
    KJ_TABLE_ID,
    KJ_TABLE_POSITION,
    KJ_TABLE_PLIES,
    KJ_TABLE_MOVES,
    KJ_TABLE_NOTE,
    KJ_TABLE_TITLE,
    KJ_TABLE_AUTHOR,
    KJ_TABLE_DATE,
    KJ_TABLE_COLUMNS,
} KjTableColumn;

typedef struct {
    unsigned line;                     // 1-based, of its beginning
    char *field[KJ_TABLE_COLUMNS];     // NULL: not there, or empty
    unsigned before[KJ_TABLE_COLUMNS]; // characters of the line before each
    bool named;                        // its columns have names, of which people are told
    GError *error;                     // instead: what is wrong with it
} KjTableRow;

void kj_table_row_free(KjTableRow *row);

/* The name of a column, as kj_table_heading has it. Static. */
const char *kj_table_column(KjTableColumn column);

/* Whether a text (UTF-8) is a table: JSON with positions, lines below a heading, or CSV. */
bool kj_table_is(const char *text);

/* The rows of such a text. Array of KjTableRow*. (transfer full) */
GPtrArray *kj_table_read(const char *text);

/* The row of a line of a list: `position` or `id<TAB>position[<TAB>plies[<TAB>note]]`. (transfer
 * full) */
KjTableRow *kj_table_row_of_line(const char *line, unsigned number);

/* The names of all columns as the first line of a table with tabs, and its line of a row; both end
 * in LF. (transfer full) */
char *kj_table_heading(void);
void kj_table_row_write(GString *out, const KjTableRow *row);
