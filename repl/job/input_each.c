/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads long lists piece by piece, one problem at a time. */
#include <string.h>

#include "core/format/format.h"
#include "core/format/problem.h"
#include "core/format/table.h"
#include "core/text/lang.h"
#include "repl/job/input-priv.h"

enum { PIECE = 1 << 16 }; // bytes of a list that are read at a time

/* Gives what has been read so far, and forgets it. */
static bool give(KjInputReader *reader, KjInputFn take, void *data)
{
    bool more = true;
    for (guint i = 0; i < reader->inputs->len && more; i++)
        more = take(data, reader->inputs->pdata[i]);
    g_ptr_array_set_size(reader->inputs, 0);
    return more;
}

/* Whether a text is a list, with a problem a line. */
static bool is_list(const char *text, const char *name)
{
    KjFormat format;
    return !kj_table_is(text) && !kj_format_recognise(text, name, &format);
}

/* The end of the piece that begins here: after a whole line. `out_lines` gets how many it has. */
static const char *piece_end(const char *text, unsigned *out_lines)
{
    const char *at = text;
    for (*out_lines = 0; *at && at - text < PIECE; (*out_lines)++) {
        at += strcspn(at, "\r\n");
        at += at[0] == '\r' && at[1] == '\n' ? 2 : *at != '\0';
    }
    return at;
}

static bool give_list(KjInputReader *reader, const char *text, const char *name, unsigned first,
                      KjInputFn take, void *data)
{
    unsigned lines;
    size_t n = first - 1; // nobody asks what was in lines before
    for (const char *end; *text; text = end, first += lines) {
        end = piece_end(text, &lines);
        g_autofree char *piece = g_strndup(text, (size_t)(end - text));
        g_autofree char *changed = g_strdup(piece);
        g_autoptr(GPtrArray) problems =
            kj_problems_from_lines(changed, name, first, reader->variant);
        n += problems->len;
        const KjReaderText part = {.name = name, .text = piece, .first = first};
        kj_reader_add_problems(reader, problems, &part);
        if (!give(reader, take, data))
            return false;
    }
    if (n > 0)
        return true;
    KjInput *input = kj_reader_add(reader, NULL, name);
    input->error = g_strdup(kj_tr("no problem in it, expected one a line"));
    return give(reader, take, data);
}

bool kj_inputs_are_list(const char *bytes, size_t length, const char *name)
{
    g_autofree char *text = kj_text_decode(bytes, length, NULL, NULL);
    return text && *text && is_list(text, name);
}

bool kj_inputs_each(const KjValues *values, const KjGame *variant, const char *bytes, size_t length,
                    const char *name, unsigned first, KjInputFn take, void *data)
{
    KjInputReader reader = {.values = values, .variant = variant};
    reader.inputs = g_ptr_array_new_with_free_func((GDestroyNotify)kj_input_free);
    g_autofree char *text = kj_text_decode(bytes, length, NULL, NULL);
    bool more;
    if (text && (first || (*text && is_list(text, name)))) {
        more = give_list(&reader, text, name, MAX(first, 1), take, data);
    } else {
        kj_reader_add_text(&reader, bytes, (gssize)length, name, false);
        more = give(&reader, take, data);
    }
    g_ptr_array_unref(reader.inputs);
    return more;
}
