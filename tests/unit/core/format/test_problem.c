/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problem lists: encodings, and files that are none (docs/notation.md); their lines: lists.txt. */
#include <string.h>

#include <glib/gstdio.h>

#include "core/format/problem.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"

#define POSITION "4k4/9/4P4/9/9/9/9/9/9 b G 1"

static const KjProblem *nth(const GPtrArray *problems, unsigned i)
{
    assert_true(i < problems->len);
    return g_ptr_array_index(problems, i);
}

static void assert_position(const KjProblem *problem, const char *sfen)
{
    if (problem->error)
        fail_msg("%s", problem->error->message);
    g_autofree char *written = kj_sfen_write(&problem->position.start, problem->position.number);
    assert_string_equal(written, sfen);
}

/* Writes a file and reads it; the error's message has the path cut off. */
static GPtrArray *read_file(const char *bytes, size_t length, GError **error)
{
    g_autofree char *path = NULL;
    int handle = g_file_open_tmp("kanju-XXXXXX", &path, NULL);
    assert_true(handle >= 0);
    assert_true(g_close(handle, NULL));
    assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
    GPtrArray *problems = kj_problems_from_file(path, NULL, error);
    g_remove(path);
    if (error && *error) {
        size_t named = strlen(path) + 2;
        assert_true(g_str_has_prefix((*error)->message, path));
        memmove((*error)->message, (*error)->message + named,
                strlen((*error)->message + named) + 1);
    }
    return problems;
}

static void assert_file_refused(const char *bytes, size_t length, const char *message)
{
    g_autoptr(GError) error = NULL;
    assert_null(read_file(bytes, length, &error));
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
}

TEST(cp932_files_are_recognised)
{
    const char *text = "図巧\t" POSITION "\t1\t作者：看寿\n";
    gsize length;
    g_autofree char *bytes = g_convert(text, -1, "CP932", "UTF-8", NULL, &length, NULL);
    assert_non_null(bytes);
    assert_false(g_utf8_validate(bytes, (gssize)length, NULL));
    g_autoptr(GPtrArray) problems = read_file(bytes, length, NULL);
    assert_non_null(problems);
    assert_string_equal(nth(problems, 0)->id, "図巧");
    assert_string_equal(nth(problems, 0)->note, "作者：看寿");
    assert_position(nth(problems, 0), POSITION);
}

/* The note of the only problem of a text in an encoding. (transfer full) */
static char *note_through(const char *note, const char *encoding)
{
    gsize length;
    g_autofree char *text = g_strdup_printf("1\t%s\t1\t%s\n", POSITION, note);
    g_autofree char *bytes = g_convert(text, -1, encoding, "UTF-8", NULL, &length, NULL);
    assert_non_null(bytes);
    g_autoptr(GPtrArray) problems = read_file(bytes, length, NULL);
    assert_non_null(problems);
    return g_strdup(nth(problems, 0)->note);
}

TEST(encodings_are_told_apart)
{
    static const struct {
        const char *note;
        bool euc; // can be told; kanji alone could be either, and are taken for CP932
    } notes[] = {
        {"作者：看寿", true}, {"ツメショウギ", true},      {"詰将棋パラダイス", true},
        {"３六歩まで", true}, {"一手詰（ﾂﾒｼｮｳｷﾞ）", true}, {"図巧", false},
        {"繝繧繝錯", false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(notes); i++) {
        g_autofree char *cp932 = note_through(notes[i].note, "CP932");
        assert_string_equal(cp932, notes[i].note);
        g_autofree char *euc = notes[i].euc ? note_through(notes[i].note, "EUC-JP") : NULL;
        if (euc)
            assert_string_equal(euc, notes[i].note);
        bool half = strstr(notes[i].note, "ﾂ") != NULL; // which mails write otherwise
        g_autofree char *jis = note_through(notes[i].note, half ? "CSISO2022JP2" : "ISO-2022-JP");
        assert_string_equal(jis, notes[i].note);
    }
    g_autofree char *half = note_through("ﾂﾒｼｮｳｷﾞ", "CP932");
    assert_string_equal(half, "ﾂﾒｼｮｳｷﾞ");
}

TEST(jis_of_mails_has_characters_that_its_registers_lack)
{
    static const char bytes[] =
        "\033$B-!?^9*\033(B\t" POSITION "\t1\t\033(I\x42\x52\033(J!\n"; // ①図巧
    g_autoptr(GPtrArray) problems = read_file(bytes, sizeof bytes - 1, NULL);
    assert_string_equal(nth(problems, 0)->id, "①図巧");
    assert_string_equal(nth(problems, 0)->note, "ﾂﾒ!");
    assert_file_refused("\033[31m4k4\n", 9,
                        "line 1, byte 1: looks like a binary file (byte 0x1b), expected text in "
                        "UTF-8, CP932 or EUC-JP");
}

TEST(utf8_files_are_read)
{
    const char *text = "図巧\t" POSITION "\t1\t作者：看寿\n";
    g_autoptr(GPtrArray) problems = read_file(text, strlen(text), NULL);
    assert_string_equal(nth(problems, 0)->note, "作者：看寿");
}

TEST(what_is_no_text_is_refused_once)
{
    assert_file_refused("", 0, "empty, expected a problem");
    assert_file_refused("# only\n\n", 8, "no problem in it, expected one a line");
    assert_file_refused("abc\nd\0e", 7,
                        "line 2, byte 2: looks like a binary file (byte 0x00), expected text in "
                        "UTF-8, CP932 or EUC-JP");
    assert_file_refused("\x7f"
                        "ELF\x02\x01",
                        6,
                        "line 1, byte 1: looks like a binary file (byte 0x7f), expected text in "
                        "UTF-8, CP932 or EUC-JP");
    assert_file_refused("ab\xff\xfe\xfd", 5,
                        "line 1, byte 3: fits no known encoding (byte 0xff), expected text in "
                        "UTF-8, CP932 or EUC-JP");
}

TEST(text_that_is_none_is_one_faulty_problem)
{
    g_autoptr(GPtrArray) nul = kj_problems_from_text("a\0b", 3, "standard input", NULL);
    assert_int_equal(nul->len, 1);
    assert_string_equal(nth(nul, 0)->id, "standard input:1");
    assert_string_equal(nth(nul, 0)->error->message,
                        "line 1, byte 2: looks like a binary file (byte 0x00), "
                        "expected text in UTF-8, CP932 or EUC-JP");
}

TEST(files_that_cannot_be_opened_are_file_errors)
{
    g_autoptr(GError) error = NULL;
    assert_null(kj_problems_from_file("/nowhere/at/all", NULL, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT));
    assert_true(g_str_has_prefix(error->message, "/nowhere/at/all: "));
    g_clear_error(&error);
    assert_null(kj_problems_from_file("/", NULL, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_ISDIR));
}

TEST(ten_megabytes_without_newline_are_one_error)
{
    size_t size = 10u << 20;
    g_autofree char *text = g_malloc(size);
    memset(text, '9', size);
    g_autoptr(GPtrArray) problems = kj_problems_from_text(text, (gssize)size, "big", NULL);
    assert_int_equal(problems->len, 1);
    g_autofree char *said3 = text_error_column(nth(problems, 0)->error);
    assert_string_equal(said3, "column 1: a line of 10485760 bytes, expected at most 65535");
}

TEST(noise_gives_errors_only)
{
    unsigned seed = 3;
    char noise[4096];
    for (int round = 0; round < 100; round++) {
        for (size_t i = 0; i < sizeof noise; i++) {
            seed = seed * 1103515245u + 12345u;
            noise[i] = (char)(seed >> 16);
        }
        g_autoptr(GPtrArray) problems =
            kj_problems_from_text(noise, (gssize)sizeof noise, "noise", NULL);
        assert_true(problems->len >= 1);
        for (unsigned i = 0; i < problems->len; i++)
            assert_non_null(nth(problems, i)->error);
    }
}
