/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as FEEN: what is read is canonical, so it is written again byte for byte. */
#include <string.h>

#include "core/format/feen.h"
#include "core/format/sfen.h"
#include "core/text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The text without the marks of derived kings, which are no part of a position. */
static char *without_marks(const char *text)
{
    GString *out = g_string_new(NULL);
    for (; *text; text++) {
        if (*text != '\'')
            g_string_append_c(out, *text);
    }
    return g_string_free(out, FALSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    KjPosition pos, again;
    GError *error = NULL;
    if (!kj_feen_read(text, NULL, &pos, &error)) {
        g_assert_true(kj_text_error_place(error).column > 0);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_error_free(error);
        return 0;
    }
    g_autofree char *expected = without_marks(text);
    g_autofree char *written = kj_feen_write(&pos);
    g_assert_cmpstr(written, ==, expected);
    g_autofree char *sfen = kj_sfen_write(&pos, 1);
    g_assert_true(kj_sfen_read(sfen, pos.game, &again, NULL, NULL));
    g_assert_true(kj_position_equal(&pos, &again));
    return 0;
}
