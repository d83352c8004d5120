/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verifier and its files: what the header may say, how a refusal is explained, compressed
 * files, and files made to harm: they may waste their own bytes, but neither memory nor the
 * reader's belief.
 */
#include <stdio.h>
#include <string.h>

#include <zstd.h>

#include "repl/verify/verify.h"
#include "tests/support/certify/certificate.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/question_file.h"

static KvResult verify_within(const void *data, size_t size, uint64_t memory)
{
    KvLimits limits = {.memory = memory};
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    assert_non_null(file);
    KvResult result = kv_verify(file, &limits);
    fclose(file);
    return result;
}

/* A header and, after it, the section given by its length and bytes. */
static GByteArray *file_of(const Header *header, size_t size, const void *section)
{
    g_autoptr(GString) text = header_text(header);
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)text->str, (guint)text->len);
    g_byte_array_append(bytes, section, (guint)size);
    return bytes;
}

static KvResult verify_section(const Header *header, size_t size, const void *section)
{
    g_autoptr(GByteArray) bytes = file_of(header, size, section);
    KvResult result = verify_within(bytes->data, bytes->len, 1 << 24);
    return result;
}

#define VERIFY(header, section) verify_section(header, sizeof(section) - 1, section)

static void assert_result(const KvResult *result, KvStatus status, const char *reason)
{
    if (result->status != status || !strstr(result->reason, reason))
        fail_msg("%s: '%s', expected '%s'", kv_status_text(result->status), result->reason, reason);
    assert_null(strchr(result->reason, '\n'));
}

// G*2b mates, which is GOLD_2B as bytes.
#define GOLD_2B "\x95\x03"
static const Header mate_in_1 = {.position = "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1",
                                 .claim = "shortest 1"};

/* ---- the table ---- */

/* The header that the questions are about; what it points to is kept in `words`. */
static Header asked;
static char **words;

static void begin(const char *text, const char *position)
{
    g_strfreev(words);
    g_autofree char *all = g_strdup_printf("%s, position %s", text, position);
    words = g_strsplit(all, ", ", -1);
    asked = (Header){.game = words[0]};
    const struct {
        const char *name;
        const char **value;
    } fields[] = {{"attacker ", &asked.attacker},
                  {"attacker-moves ", &asked.moves},
                  {"try ", &asked.try_rule},
                  {"stalemate ", &asked.stalemate},
                  {"drop-stalemate ", &asked.drop_stalemate},
                  {"repetition ", &asked.repetition},
                  {"dominance ", &asked.dominance},
                  {"position ", &asked.position}};
    for (unsigned i = 1; words[i]; i++) {
        unsigned k = 0;
        while (k < G_N_ELEMENTS(fields) && !g_str_has_prefix(words[i], fields[k].name))
            k++;
        assert_true(k < G_N_ELEMENTS(fields)); /* a field of the list */
        *fields[k].value = words[i] + strlen(fields[k].name);
    }
}

/* The bytes of `CLAIM, HEX`. (transfer full) */
static GByteArray *bytes_of(const char *question)
{
    g_auto(GStrv) parts = g_strsplit(question, ", ", 2);
    Header h = asked;
    h.claim = parts[0];
    g_autoptr(GByteArray) section = g_byte_array_new();
    for (const char *hex = parts[1]; g_ascii_isxdigit(hex[0]) && g_ascii_isxdigit(hex[1]);
         hex += 2) {
        guint8 byte = (guint8)(g_ascii_xdigit_value(hex[0]) * 16 + g_ascii_xdigit_value(hex[1]));
        g_byte_array_append(section, &byte, 1);
    }
    return file_of(&h, section->len, section->data);
}

/* Those of mate_in_1 after `change 'OLD' 'NEW'`. Likewise. */
static GByteArray *changed_bytes(const char *question)
{
    g_auto(GStrv) parts = g_strsplit(question, "'", -1);
    g_autoptr(GString) text = header_text(&mate_in_1);
    assert_int_equal(g_strv_length(parts), 5);
    g_autofree char *was = g_strcompress(parts[1]), *is = g_strcompress(parts[3]);
    assert_int_equal(g_string_replace(text, was, is, 1), 1);
    g_string_append(text, GOLD_2B);
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)text->str, (guint)text->len);
    return bytes;
}

static bool ask(const char *question, const char *answer)
{
    bool change = g_str_has_prefix(question, "change ");
    g_autoptr(GByteArray) bytes = change ? changed_bytes(question) : bytes_of(question);
    KvResult result = verify_within(bytes->data, bytes->len, 1 << 24);
    g_autofree char *said = g_strdup_printf("%s ", kv_status_text(result.status));
    bool right = result.ok ? strcmp(answer, "valid") == 0
                           : g_str_has_prefix(answer, said) &&
                                 strstr(result.reason, answer + strlen(said)) != NULL;
    if (!right)
        print_error("is: %s%s\n", said, result.reason);
    assert_null(strchr(result.reason, '\n'));
    return right;
}

TEST(each_certificate_of_the_table_is_judged_right)
{
    assert_true(question_file("tests/unit/repl/verify/certificates.txt", begin, ask) > 150);
    g_strfreev(words);
}

TEST(mate_in_1_is_one_number)
{
    KvResult result = VERIFY(&mate_in_1, GOLD_2B);
    char text[KV_LINE];
    kv_result_text(&result, text, sizeof text);
    assert_string_equal(text, "valid: shogi mate in 1 (shortest), records: 1");
    Header at_most = mate_in_1;
    at_most.claim = "mate 3";
    result = VERIFY(&at_most, GOLD_2B);
    kv_result_text(&result, text, sizeof text);
    assert_string_equal(text, "valid: shogi mate in 3 at most, records: 1");
}

/* ---- files ---- */

TEST(what_is_no_certificate_is_unreadable)
{
    const char *const texts[] = {
        "k", "\n", "\n\n\n", "(;GM[shogi])", "\x28\xb5\x2f", "kanju-certificate 4"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        KvResult result = verify_within(texts[i], strlen(texts[i]), 1 << 24);
        assert_result(&result, KV_UNREADABLE, "line 1 of the header");
    }
    FILE *nothing = fopen("/dev/null", "rb"), *folder = fopen("/", "rb");
    KvLimits limits = {.memory = 1 << 24};
    KvResult result = kv_verify(nothing, &limits);
    assert_result(&result, KV_UNREADABLE, "the file ends");
    result = kv_verify(folder, &limits);
    assert_result(&result, KV_UNREADABLE, "the file cannot be read");
    fclose(nothing);
    fclose(folder);
}

static GByteArray *compressed(const GByteArray *plain)
{
    GByteArray *out = g_byte_array_new();
    g_byte_array_set_size(out, (guint)ZSTD_compressBound(plain->len));
    size_t n = ZSTD_compress(out->data, out->len, plain->data, plain->len, 3);
    assert_false(ZSTD_isError(n));
    g_byte_array_set_size(out, (guint)n);
    return out;
}

TEST(compressed_files_are_read_and_damaged_ones_are_not)
{
    GByteArray *plain = file_of(&mate_in_1, 2, GOLD_2B), *packed = compressed(plain);
    assert_true(verify_within(packed->data, packed->len, 1 << 24).ok);
    for (unsigned n = 1; n < packed->len; n++)
        assert_false(verify_within(packed->data, n, 1 << 24).ok);
    for (unsigned i = 0; i < packed->len; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            packed->data[i] ^= (uint8_t)(1u << bit);
            KvResult result = verify_within(packed->data, packed->len, 1 << 24);
            // No checksum: another move number may come out, but no other claim than a true one.
            assert_true(!result.ok || (result.mate && result.plies % 2 == 1));
            packed->data[i] ^= (uint8_t)(1u << bit);
        }
    }
    g_byte_array_append(packed, (const guint8 *)"z", 1);
    KvResult result = verify_within(packed->data, packed->len, 1 << 24);
    assert_result(&result, KV_REFUSED, "something follows the zstd frame");
    g_byte_array_unref(plain);
    g_byte_array_unref(packed);
}

TEST(second_frame_after_the_first_is_refused)
{
    GByteArray *plain = file_of(&mate_in_1, 0, ""), *packed = compressed(plain);
    g_autoptr(GByteArray) rest = g_byte_array_new();
    g_byte_array_append(rest, (const guint8 *)GOLD_2B, 2);
    g_autoptr(GByteArray) second = compressed(rest);
    g_byte_array_append(packed, second->data, second->len);
    KvResult result = verify_within(packed->data, packed->len, 1 << 24);
    assert_result(&result, KV_REFUSED, "something follows the zstd frame");
    g_byte_array_unref(plain);
    g_byte_array_unref(packed);
}

/* A rook that checks for ever, and a king that goes up and down the ranks: a refutation without an
 * end. Of two bytes the first is the step, by direction, the second says that a record follows. */
TEST(bomb_stops_at_the_limit_of_memory)
{
    Header h = {.position = "4k4/9/9/9/9/9/9/9/R8 b - 1", .claim = "nomate"};
    size_t size = 32 << 20;
    enum { LEFT = 5, RIGHT = 7, DOWN_RIGHT = 11 };
    static const guint8 begins[] = {RIGHT, RIGHT, RIGHT, RIGHT, LEFT, RIGHT, RIGHT, DOWN_RIGHT},
                        goes_on[] = {RIGHT, LEFT, RIGHT, RIGHT, DOWN_RIGHT};
    g_autofree guint8 *steps = g_malloc0(size);
    for (size_t i = 0; i < size / 2; i++)
        steps[2 * i] =
            i < sizeof begins ? begins[i] : goes_on[(i - sizeof begins) % sizeof goes_on];
    GByteArray *plain = file_of(&h, size, steps), *packed = compressed(plain);
    assert_true(packed->len < 1 << 14);
    KvResult result = verify_within(packed->data, packed->len, 1 << 19);
    assert_result(&result, KV_UNREADABLE, "more memory is needed than is allowed");
    result = verify_within(packed->data, packed->len, 0);
    assert_result(&result, KV_UNREADABLE, "more memory is needed than is allowed");
    g_byte_array_unref(plain);
    g_byte_array_unref(packed);
}

TEST(line_without_an_end_is_not_kept)
{
    g_autofree char *line = g_strnfill(1 << 16, '1');
    memcpy(line, "kanju-certificate ", 18);
    KvResult result = verify_within(line, 1 << 16, 1 << 24);
    assert_result(&result, KV_UNREADABLE, "line 1 of the header: a line is too long");
    assert_true(result.byte <= KV_LINE + 1);
}
