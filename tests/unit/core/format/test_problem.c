/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problem lists: fields, encodings, and files that are none (docs/notation.md). */
#include <string.h>

#include <glib/gstdio.h>

#include "core/format/problem.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"

#define POSITION "4k4/9/4P4/9/9/9/9/9/9 b G 1"

static GPtrArray *read_text(const char *text)
{
    return kj_problems_from_text(text, -1, "list", NULL);
}

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

static void assert_faulty(const char *text, const char *message)
{
    g_autoptr(GPtrArray) problems = read_text(text);
    assert_int_equal(problems->len, 1);
    assert_non_null(nth(problems, 0)->error);
    g_autofree char *said = text_error_column(nth(problems, 0)->error);
    assert_string_equal(said, message);
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

TEST(files_of_games_are_problems)
{
    g_autoptr(GPtrArray) kif = read_text(
        "作品番号：5\n手数：１\n手合割：平手\n   1 ７六歩(77)\n変化：1手\n   1 ２六歩(27)\n");
    assert_int_equal(kif->len, 1);
    assert_position(nth(kif, 0), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    assert_string_equal(nth(kif, 0)->id, "5");
    assert_int_equal(nth(kif, 0)->plies, 1);
    assert_int_equal(kj_move_tree_plies(nth(kif, 0)->file->tree), 1);
    g_autoptr(GPtrArray) csa = read_text("V2.2\nPI\n+\n+7776FU\n/\nP-51OU\nP+00KI\n+\n");
    assert_int_equal(csa->len, 2);
    assert_position(nth(csa, 1), "4k4/9/9/9/9/9/9/9/9 b G 1");
    assert_string_equal(nth(csa, 1)->source, "list:6");
    g_autoptr(GPtrArray) jkf = read_text(
        "{\"header\":{\"手数\":\"3\"},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{}]}\n");
    assert_int_equal(jkf->len, 1);
    assert_int_equal(nth(jkf, 0)->plies, 3);
    assert_int_equal(nth(jkf, 0)->file->format, KJ_FORMAT_JKF);
}

TEST(faulty_file_of_games_keeps_what_came_before)
{
    g_autoptr(GPtrArray) problems = read_text("PI\n+\n+7776FU\n/\nPI\n+\n+7775FU\n");
    assert_int_equal(problems->len, 2);
    assert_null(nth(problems, 0)->error);
    assert_string_equal(nth(problems, 1)->source, "list:7");
    g_autofree char *said1 = text_error_column(nth(problems, 1)->error);
    assert_string_equal(said1, "column 2: move 1 is impossible: the piece does not move there");
}

TEST(single_position_is_a_problem)
{
    g_autoptr(GPtrArray) problems = read_text(POSITION);
    assert_int_equal(problems->len, 1);
    const KjProblem *problem = nth(problems, 0);
    assert_position(problem, POSITION);
    assert_string_equal(problem->id, "list:1");
    assert_string_equal(problem->source, "list:1");
    assert_int_equal(problem->line, 1);
    assert_int_equal(problem->plies, -1);
    assert_null(problem->note);
}

TEST(fields_of_a_list_are_id_position_plies_note)
{
    g_autoptr(GPtrArray) problems = read_text("# id<TAB>sfen\n"
                                              "one\t" POSITION "\t3\tby hand\ttwice\n"
                                              "\n"
                                              "two\t" POSITION "\t\t\n"
                                              "\t" POSITION "\t0\n"
                                              "four\tstartpos moves 7g7f\n");
    assert_int_equal(problems->len, 4);
    assert_string_equal(nth(problems, 0)->id, "one");
    assert_string_equal(nth(problems, 0)->source, "list:2");
    assert_int_equal(nth(problems, 0)->plies, 3);
    assert_string_equal(nth(problems, 0)->note, "by hand\ttwice");
    assert_position(nth(problems, 0), POSITION);
    assert_int_equal(nth(problems, 1)->plies, -1);
    assert_null(nth(problems, 1)->note);
    assert_int_equal(nth(problems, 1)->line, 4);
    assert_string_equal(nth(problems, 2)->id, "list:5");
    assert_int_equal(nth(problems, 2)->plies, 0);
    assert_int_equal(nth(problems, 3)->position.n_moves, 1);
}

TEST(bad_line_does_not_stop_the_others)
{
    g_autoptr(GPtrArray) problems =
        read_text("a\t" POSITION "\nb\t9/9/9/8/9/9/9/9/9 b -\nc\t" POSITION "\n");
    assert_int_equal(problems->len, 3);
    assert_position(nth(problems, 0), POSITION);
    assert_string_equal(nth(problems, 1)->id, "b");
    assert_string_equal(nth(problems, 1)->source, "list:2");
    // The column counts from the beginning of the line.
    g_autofree char *said2 = text_error_column(nth(problems, 1)->error);
    assert_string_equal(said2, "column 10: row 4 has 8 squares, expected 9");
    assert_position(nth(problems, 2), POSITION);
}

TEST(columns_count_characters_not_bytes)
{
    assert_faulty("図巧\t9/9/9/8/9/9/9/9/9 b -", "column 11: row 4 has 8 squares, expected 9");
}

TEST(bad_plies_are_an_error_with_their_column)
{
    assert_faulty("a\t" POSITION "\tmany",
                  "column 31: 'many' is not a number of plies, expected 0 to 99999 or nothing");
    assert_faulty("a\t" POSITION "\t-3",
                  "column 31: '-3' is not a number of plies, expected 0 to 99999 or nothing");
}

TEST(all_line_ends_are_taken)
{
    g_autoptr(GPtrArray) dos = read_text("a\t" POSITION "\r\nb\t" POSITION "\r\n\x1a");
    assert_int_equal(dos->len, 2);
    assert_int_equal(nth(dos, 1)->line, 2);
    g_autoptr(GPtrArray) mac = read_text("a\t" POSITION "\rb\t" POSITION);
    assert_int_equal(mac->len, 2);
    assert_position(nth(mac, 1), POSITION);
}

TEST(byte_order_mark_is_skipped)
{
    g_autoptr(GPtrArray) problems = read_text("\xef\xbb\xbf" POSITION);
    assert_position(nth(problems, 0), POSITION);
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

TEST(marks_stand_before_every_part_of_what_was_put_together)
{
    g_autoptr(GPtrArray) problems =
        read_text("\xef\xbb\xbf" POSITION "\n\xef\xbb\xbf" POSITION "\n");
    assert_int_equal(problems->len, 2);
    assert_position(nth(problems, 1), POSITION);
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
    assert_faulty("", "empty, expected a problem");
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
