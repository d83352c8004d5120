/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that are read, written, and read again. */
#include "tests/fuzz/games.h"

#include "core/text/text.h"

static GPtrArray *read_text(const GamesFormat *format, const char *text, GError **error)
{
    g_autofree char *copy = g_strdup(text);
    GPtrArray *files = format->read(copy, NULL, error);
    if (error && *error) {
        g_assert_true(g_utf8_validate((*error)->message, -1, NULL));
        g_assert_true(format->by_member || kj_text_error_place(*error).column > 0);
    }
    return files;
}

static void check_game(const GamesFormat *format, KjGameFile *file)
{
    g_autoptr(GString) out = g_string_new(NULL);
    if (!format->write(out, file, NULL)) {
        g_assert_false(format->all_written);
        return;
    }
    g_assert_true(g_utf8_validate(out->str, -1, NULL));
    GError *error = NULL;
    g_autoptr(GPtrArray) files = read_text(format, out->str, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(files->len, ==, 1);
    const KjGameFile *again = files->pdata[0];
    g_assert_true(kj_position_equal(&again->tree->start, &file->tree->start));
    g_assert_cmpuint(again->tree->nodes->len, ==, file->tree->nodes->len);
    g_assert_cmpuint(kj_move_tree_plies(again->tree), ==, kj_move_tree_plies(file->tree));
    g_assert_cmpuint(kj_move_tree_branches(again->tree), ==, kj_move_tree_branches(file->tree));
}

int check_games(const uint8_t *data, size_t size, const GamesFormat *format)
{
    g_autofree char *text = kj_text_decode(size ? (const char *)data : "", size, NULL, NULL);
    if (!text)
        return 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = read_text(format, text, &error);
    for (guint i = 0; i < files->len; i++)
        check_game(format, files->pdata[i]);
    return 0;
}
