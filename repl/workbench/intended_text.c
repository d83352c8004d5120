/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intended lines in saved sessions. */
#include "repl/workbench/intended_text.h"

#include <stdbool.h>
#include <string.h>

#include "core/rules/position.h"
#include "core/text/lang.h"
#include "core/text/text.h"

GArray *kj_intended_copy(const GArray *line)
{
    GArray *copy = g_array_sized_new(FALSE, FALSE, sizeof(KjMove), line->len);
    g_array_append_vals(copy, line->data, line->len);
    return copy;
}

static const char head[] = "intended";

void kj_intended_text_write(const GArray *line, GString *out)
{
    if (!line)
        return;
    g_string_append(out, head);
    for (unsigned i = 0; i < line->len; i++)
        g_string_append_printf(out, " %u", g_array_index(line, KjMove, i));
    g_string_append_c(out, '\n');
}

/* Whether a number is a move of the game, on some position. */
static bool is_move(const KjTables *t, guint64 number)
{
    if (number == 0 || number > G_MAXUINT16)
        return false;
    KjMove move = (KjMove)number;
    KjKind kind = kj_move_is_drop(move) ? kj_base_kind(kj_move_drop_kind(move)) : 1;
    return kj_move_to(move) < t->squares && kind >= 1 && kind <= t->king &&
           (kj_move_is_drop(move) || kj_move_from(move) < t->squares);
}

bool kj_intended_text_read(const char *text, const KjTables *t, GArray **io_line, GError **error)
{
    g_autoptr(GArray) line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    bool good = words[0] && strcmp(words[0], head) == 0;
    for (unsigned i = 1; good && words[i]; i++) {
        guint64 number = g_ascii_strtoull(words[i], NULL, 10);
        KjMove move = (KjMove)number;
        good = is_move(t, number);
        g_array_append_val(line, move);
    }
    if (!good)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "intended: expected moves");
    if (*io_line)
        g_array_unref(*io_line);
    *io_line = g_steal_pointer(&line);
    return true;
}
