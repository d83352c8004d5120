/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of works. */
#include "tests/support/problems/work_list.h"

#include "core/format/position_text.h"

enum { LINE = 4096 };

bool work_list_next(FILE *file, char **out_id, KjPosition *out)
{
    char line[LINE];
    while (fgets(line, sizeof line, file)) {
        g_auto(GStrv) column = g_strsplit(g_strchomp(line), "\t", 3);
        KjPositionText text;
        if (line[0] == '#' || g_strv_length(column) < 2 ||
            !kj_position_text_read(column[1], NULL, &text, NULL))
            continue;
        *out = kj_position_text_end(&text);
        kj_position_text_clear(&text);
        *out_id = g_strdup(column[0]);
        return true;
    }
    return false;
}
