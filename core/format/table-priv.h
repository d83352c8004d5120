/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of tables share (table.c, table_json.c). */
#pragma once

#include "core/format/table.h"

/* The column that a name means, in any case; KJ_TABLE_COLUMNS: none. */
KjTableColumn kj_table_column_named(const char *name);

/* An empty row of a table. (transfer full) */
KjTableRow *kj_table_row_new(unsigned line);

/* Gives a row a field, which it takes over, unless that is empty or there already. */
void kj_table_row_take(KjTableRow *row, KjTableColumn column, char *text, unsigned before);

/* Whether a text is JSON of problems: an array, or objects that have a position by name. */
bool kj_table_json_is(const char *text);

/* Adds the rows of such a text. */
void kj_table_json_read(const char *text, GPtrArray *rows);
