/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzz targets of the formats of records have in common. */
#pragma once

#include "core/format/game_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As the functions of core/format: `read` may change the text; `write` appends. */
typedef struct {
    GPtrArray *(*read)(char *text, const KjGame *game, GError **error);
    bool (*write)(GString *out, KjGameFile *file, GError **error);
    bool all_written; // there is no record that this format cannot hold
    bool by_member;   // an error of meaning names the member of an object, not a column
} GamesFormat;

/* Reads the bytes as text in a format. Asserts that errors have a place, where the format has columns, and
 * are UTF-8, and that each record, written and read again, is the same. 0. */
int check_games(const uint8_t *data, size_t size, const GamesFormat *format);
