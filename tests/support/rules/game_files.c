/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/rules/game_files.h"

#include "core/format/sfen.h"
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

void game_file_assert_written(KjGameFile *file, KjFormat format, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    if (!kj_format_write(out, file, format, &error))
        fail_msg("%s", error->message);
    assert_string_equal(out->str, text);
}

void game_file_assert_round_trip(const char *text, KjFormat format)
{
    g_autoptr(KjGameFile) file = game_file_read(text, format);
    assert_int_equal(file->format, format);
    game_file_assert_written(file, format, text);
}

void game_file_assert_start(const KjGameFile *file, const char *sfen)
{
    g_autofree char *text = kj_sfen_write(&file->tree->start, 1);
    assert_string_equal(text, sfen);
}
