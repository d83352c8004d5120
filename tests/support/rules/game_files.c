/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/rules/game_files.h"

#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"

GPtrArray *game_files_read(const char *text, KjFormat format, const KjGame *game)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *copy = g_strdup(text);
    GPtrArray *files = kj_format_read(copy, format, game, &error);
    if (error)
        fail_msg("line %u: %s", kj_text_error_place(error).line, error->message);
    return files;
}

KjGameFile *game_file_read(const char *text, KjFormat format)
{
    g_autoptr(GPtrArray) files = game_files_read(text, format, NULL);
    assert_int_equal(files->len, 1);
    return g_ptr_array_steal_index(files, 0);
}

void game_file_assert_refused(const char *text, KjFormat format, unsigned at_line,
                              const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *copy = g_strdup(text);
    g_autoptr(GPtrArray) files = kj_format_read(copy, format, NULL, &error);
    assert_non_null(error);
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
    assert_int_equal(kj_text_error_place(error).line, at_line);
    assert_int_equal(files->len, 0);
}
