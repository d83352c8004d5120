/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as USEN: what is read can be written and is the same game when it is read again. */
#include <string.h>

#include "core/format/usen.h"
#include "core/text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GPtrArray *read_text(const char *text, GError **error)
{
    g_autofree char *copy = g_strdup(text);
    GPtrArray *files = kj_usen_read(copy, NULL, error);
    g_assert_true(
        !error || !*error ||
        (g_utf8_validate((*error)->message, -1, NULL) && kj_text_error_place(*error).column > 0));
    return files;
}

static void check_game(KjGameFile *file)
{
    GError *error = NULL;
    GString *out = g_string_new(NULL);
    if (kj_usen_write(out, file, NULL)) {
        g_autoptr(GPtrArray) files = read_text(out->str, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(files->len, ==, 1);
        const KjGameFile *again = files->pdata[0];
        g_assert_true(kj_position_equal(&again->tree->start, &file->tree->start));
        g_assert_cmpuint(again->tree->nodes->len, ==, file->tree->nodes->len);
    }
    g_string_free(out, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = kj_text_decode(size ? (const char *)data : "", size, NULL, NULL);
    if (!text)
        return 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = read_text(text, &error);
    for (guint i = 0; i < files->len; i++)
        check_game(files->pdata[i]);
    return 0;
}
