/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records out of lines. */
#include "core/format/record_reader-priv.h"

#include <string.h>

#include "core/notation/notation_parts.h"
#include "core/text/lang.h"

const char *kj_record_unquoted(const char *line)
{
    for (const char *at = kj_match_blanks(line);; at = kj_match_blanks(line)) {
        bool wide = g_str_has_prefix(at, "＞");
        if (*at != '>' && !wide)
            return line;
        line = at + (wide ? strlen("＞") : 1);
        line += *line == ' '; // after the mark
    }
}

static void begin_record(KjRecordReader *reader)
{
    reader->file = kj_game_file_new(reader->syntax->format);
    reader->file->line = reader->line;
    g_ptr_array_add(reader->files, reader->file);
    reader->playing = false;
    reader->syntax->begin(reader);
}

static void drop_record(KjRecordReader *reader)
{
    g_ptr_array_set_size(reader->files, (gint)reader->files->len - 1);
}

/* Whether a start that is only supposed may be that of the record. */
static bool has_start(KjRecordReader *reader, GError **error)
{
    const KjTextPlace place = {.column = 1};
    if (reader->drawn || kj_game_file_may_be_named(reader->file, place, error))
        return true;
    reader->error_line = reader->file->line;
    return false;
}

/* Ends the record being read; one with nothing in it is none. */
static bool end_record(KjRecordReader *reader, GError **error)
{
    bool empty = reader->syntax->is_empty(reader);
    bool ok = !empty && kj_record_reader_play(reader, error) && has_start(reader, error);
    if (!ok)
        drop_record(reader);
    kj_move_cursor_clear(&reader->cursor);
    reader->file = NULL;
    return ok || empty;
}

bool kj_record_reader_next(KjRecordReader *reader, GError **error)
{
    if (!end_record(reader, error))
        return false;
    begin_record(reader);
    return true;
}

bool kj_record_reader_play(KjRecordReader *reader, GError **error)
{
    KjMoveTree *tree = reader->file->tree;
    const char *text = NULL;
    if (reader->playing)
        return true;
    if (!reader->syntax->start(reader, &tree->start, &text, error))
        return false;
    reader->error_line = reader->line; // which the start has changed
    if (text)
        kj_move_tree_set_board(tree, text);
    kj_move_cursor_init(&reader->cursor, tree);
    reader->playing = true;
    return true;
}

KjMoveNode *kj_record_reader_place(const KjRecordReader *reader)
{
    return reader->playing ? reader->cursor.at : reader->file->tree->root;
}

GPtrArray *kj_record_reader_read(KjRecordReader *reader, char *text, GError **error)
{
    GError *inner = NULL;
    reader->files = g_ptr_array_new_with_free_func((GDestroyNotify)kj_game_file_free);
    reader->line = reader->error_line = 1;
    begin_record(reader);
    bool ok = true;
    unsigned number = 0;
    for (char *line; ok && (line = kj_text_next_line(&text));) {
        reader->error_line = reader->line = ++number;
        ok = reader->syntax->line(reader, line, &inner);
        if (reader->file)
            kj_move_tree_stamp(reader->file->tree, number);
    }
    if (ok) {
        end_record(reader, &inner);
    } else if (reader->file) {
        // moves of a work that has lost its diagram are impossible from any other start
        g_autoptr(GError) why = NULL;
        if (reader->playing && !has_start(reader, &why)) {
            g_error_free(inner);
            inner = g_steal_pointer(&why);
        }
        drop_record(reader);
    }
    kj_move_cursor_clear(&reader->cursor);
    kj_text_error_set_line(inner, reader->error_line);
    if (inner)
        g_propagate_error(error, inner);
    return reader->files;
}
