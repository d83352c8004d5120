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

// The attacks of this position, in the order of their bytes: 1c1a 1c1a+ 1c1b+ 1c2c 1c2c+ 3c1a+
// 3c2b+ G*1a G*1b G*2b G*3a G*3b. Of those G*2b, number 9, mates.
static const Header mate_in_1 = {.position = "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1",
                                 .claim = "shortest 1"};

/* ---- reasons ---- */

TEST(mate_in_1_is_one_number)
{
    KvResult result = VERIFY(&mate_in_1, "\x09");
    char text[KV_LINE];
    kv_result_text(&result, text, sizeof text);
    assert_string_equal(text, "valid: shogi mate in 1 (shortest), records: 1");
    Header at_most = mate_in_1;
    at_most.claim = "mate 3";
    result = VERIFY(&at_most, "\x09");
    kv_result_text(&result, text, sizeof text);
    assert_string_equal(text, "valid: shogi mate in 3 at most, records: 1");
}

TEST(refusal_says_which_record_and_byte_and_what_is_missing)
{
    KvResult result = VERIFY(&mate_in_1, "\x0c");
    assert_result(&result, KV_REFUSED,
                  "proof, record 1 (byte 215): attack 12, but there are only 12 in "
                  "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p");
    assert_int_equal(result.record, 1);
    assert_int_equal(result.byte, 215);
    result = VERIFY(&mate_in_1, "");
    assert_result(&result, KV_REFUSED, "record 1 (byte 215): the file ends");
    result = VERIFY(&mate_in_1, "\x0a"); // G*3a leaves replies
    assert_result(&result, KV_REFUSED, "record 1 (byte 216): the file ends");
    result = VERIFY(&mate_in_1, "\x0a\x01");
    assert_result(&result, KV_REFUSED,
                  "record 1 (byte 216): a reference to 1 records ago, but only 0 are there");
    result = VERIFY(&mate_in_1, "\x09z");
    assert_result(&result, KV_REFUSED, "something follows the end");
    assert_int_equal(result.byte, 216);
}

TEST(reference_to_another_position_is_refused_and_both_are_shown)
{
    // After G*2c the king has two moves, to positions that are not the same.
    Header h = {.position = "9/8k/9/7L1/9/9/9/9/6K2 b PGnl 1", .claim = "mate 3"};
    assert_true(VERIFY(&h, "\x05\x00\x01\x00\x02").ok);
    KvResult result = VERIFY(&h, "\x05\x00\x01\x01");
    assert_result(&result, KV_REFUSED,
                  "record 1 (byte 204): 7k1/9/7G1/7L1/9/9/9/9/6K2 b Pnl may not refer to "
                  "8k/9/7G1/7L1/9/9/9/9/6K2 b Pnl");
}

TEST(attack_that_mates_cannot_be_refuted)
{
    Header h = {.position = "k8/9/1G7/9/9/9/9/9/9 b G 1", .claim = "nomate"};
    KvResult result = VERIFY(&h, "\x00\x00\x00\x00\x00\x00\x00\x00");
    assert_int_equal(result.status, KV_REFUSED);
    h = (Header){.position = "k8/1G7/1G7/9/9/9/9/9/9 w - 1", .claim = "nomate"};
    result = VERIFY(&h, "");
    assert_result(&result, KV_REFUSED, "the defender is mated");
}

TEST(try_ends_a_proof_and_needs_no_child_in_a_refutation)
{
    // [R12.7]
    Header try_next = {
        .game = "56shogi", .position = "5/5/5/5/1k3/4R w - 1", .try_rule = "on", .claim = "nomate"};
    // Replies: 4e3d 4e3e 4e4d 4e5d 4e5e, and 4f, 5f, 3f are attacked.
    KvResult result = VERIFY(&try_next, "\x00");
    assert_result(&result, KV_REFUSED, "the file ends");
    try_next.position = "5/5/5/5/1k3/5 w - 1";
    // Replies: 4e3d 4e3e 4e3f ...: the third is the try.
    result = VERIFY(&try_next, "\x02");
    assert_true(result.ok);
    try_next.claim = "mate 9";
    result = VERIFY(&try_next, "\x02");
    assert_result(&result, KV_REFUSED, "a reply that is a try: 4e3f");
}

TEST(dominance_that_proves_nothing_is_refused)
{
    Header h = mate_in_1;
    h.drop_stalemate = "illegal";
    KvResult result = VERIFY(&h, "\x09");
    assert_result(&result, KV_REFUSED, "dominance");
    h.dominance = "no";
    assert_true(VERIFY(&h, "\x09").ok);
    h = mate_in_1;
    h.moves = "all";
    h.stalemate = "draw";
    result = VERIFY(&h, "\x09");
    assert_result(&result, KV_REFUSED, "dominance");
}

TEST(law_that_counts_has_a_past_and_its_own_claims)
{
    // [R1.14] [R12.21]
    Header h = mate_in_1;
    h.repetition = "fourth";
    KvResult result = VERIFY(&h, "\x00\x09");
    assert_result(&result, KV_REFUSED, "dominance");
    h.dominance = "no";
    assert_true(VERIFY(&h, "\x00\x09").ok);
    assert_false(VERIFY(&h, "\x09").ok); // without a past
    // An attacker with a king may be given check for ever, and win by that.
    h.position = "7k1/9/6B1R/9/9/9/9/9/4K4 b Grb3g4s4n4l18p 1";
    result = VERIFY(&h, "\x00\x09");
    assert_result(&result, KV_REFUSED, "a loop may win");
    // In minishogi sente loses by repetition: gote, attacking, may win by it without a king.
    h = (Header){.game = "minishogi",
                 .attacker = "gote",
                 .position = "5/5/5/5/K4 w - 1",
                 .repetition = "fourth",
                 .dominance = "no",
                 .claim = "nomate"};
    result = VERIFY(&h, "\x00");
    assert_result(&result, KV_REFUSED, "a loop may win");
    h.attacker = "sente";
    h.position = "k4/5/5/5/5 b - 1";
    assert_true(VERIFY(&h, "\x00").ok);
}

TEST(dominance_is_not_claimed_under_a_law_that_counts)
{
    // without a past, too
    static const char *const laws[] = {"second", "third", "fourth"};
    for (unsigned i = 0; i < G_N_ELEMENTS(laws); i++) {
        Header h = mate_in_1;
        h.claim = "mate 1";
        h.repetition = laws[i];
        KvResult result = VERIFY(&h, "\x00\x09");
        assert_result(&result, KV_REFUSED, "with these rules dominance proves nothing");
        h.dominance = "no";
        assert_true(VERIFY(&h, "\x00\x09").ok);
    }
}

/* Empty squares are written by digits from 1 to 9, which may stand side by side. */
TEST(empty_squares_may_be_split)
{
    Header h = mate_in_1;
    h.position = "43k1/9/2136B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1";
    KvResult result = VERIFY(&h, "\x09");
    assert_result(&result, KV_UNREADABLE, "a rank is too long");
    h.position = "43k1/9/213B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 000";
    assert_true(VERIFY(&h, "\x09").ok);
    h.position = "07k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1";
    result = VERIFY(&h, "\x09");
    assert_result(&result, KV_UNREADABLE, "no such piece on the board");
}

TEST(king_that_can_be_captured_decides_at_once)
{
    // [R12.9]
    Header h = {.game = "ogi", .position = "k7/R7/1K6/8/8/8/8/8 b - 1", .claim = "mate 0"};
    assert_true(VERIFY(&h, "").ok);
    h.claim = "shortest 0";
    assert_true(VERIFY(&h, "").ok);
    h.claim = "mate 1";
    assert_int_equal(VERIFY(&h, "\x00").status, KV_REFUSED);
    h.claim = "nomate";
    assert_int_equal(VERIFY(&h, "").status, KV_REFUSED);
    h.position = "k7/8/8/8/8/8/8/K6r w - 1";
    assert_true(VERIFY(&h, "").ok);
    h.claim = "mate 0";
    assert_int_equal(VERIFY(&h, "").status, KV_REFUSED);
    h.moves = "threats";
    assert_int_equal(VERIFY(&h, "").status, KV_REFUSED);
    h.position = "k7/R7/1K6/8/8/8/8/8 b - 1";
    h.claim = "hisshi 0";
    assert_true(VERIFY(&h, "").ok);
    h.claim = "hisshi 1";
    KvResult longer = VERIFY(&h, "\x00");
    assert_result(&longer, KV_REFUSED, "the claim must be hisshi 0");
    Header shogi = {.position = "k8/R8/1K7/9/9/9/9/9/9 b - 1", .claim = "mate 0"};
    KvResult result = VERIFY(&shogi, "");
    assert_result(&result, KV_REFUSED, "a king can be captured at once"); // [R7.5]
}

/* ---- header ---- */

TEST(header_must_be_exact)
{
    const struct {
        const char *was, *is, *reason;
    } changes[] = {
        {"certificate 2", "certificate 1", "line 1"},
        {"kanju", "Kanju", "line 1"},
        {"game shogi", "game chess", "line 2 of the header: a value is unknown"},
        {"game shogi\n", "", "line 2 of the header: another line is there, expected 'game"},
        {"game shogi", "game  shogi", "line 2"},
        {"sente", "both", "expected 'attacker sente|gote'"},
        {"checks", "chec", "line 4"},
        {"try off", "try ", "line 5"},
        {"try off", "try off|on", "line 5"},
        {"dominance yes", "dominance yes\r", "line 9 of the header: a line is too long or not"},
        {"position ", "position \xe7\x8e\x8b", "not plain text"},
        {"shortest 1", "shortest", "line 11"},
        {"shortest 1", "shortest 01", "line 11"},
        {"shortest 1", "shortest -1", "line 11"},
        {"shortest 1", "shortest 1234567890", "line 11"},
        {"shortest 1", "nomate 1", "line 11"},
        {"shortest 1", "unknown", "line 11"},
        {"end\n", "end \n", "line 12"},
        {"end\n", "", "line 12"},
        {"7k1/", "7k2/", "position: a rank is too long"},
        {"7k1/", "8k1/", "position: a rank is too long"},
        {"7k1/", "7x1/", "position: no such piece on the board"},
        {"7k1/", "7+k1/", "position: no such piece on the board"},
        {"7k1/9/", "7k1/", "position: "},
        {" b ", " x ", "position: no b or w"},
        {"18p 1", "18p", "position: no number"},
        {"18p 1", "18p 1 1", "position: no number"},
        {"18p 1", "999p 1", "position: no such number"},
        {"18p 1", "018p 1", "position: no such number"},
        {"18p 1", "k 1", "position: no such piece in hand"},
        {"18p 1", "+p 1", "position: no such piece in hand"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autoptr(GString) text = header_text(&mate_in_1);
        assert_int_equal(g_string_replace(text, changes[i].was, changes[i].is, 1), 1);
        g_string_append(text, "\x09");
        KvResult result = verify_within(text->str, text->len, 1 << 24);
        assert_result(&result, KV_UNREADABLE, changes[i].reason);
    }
}

/* A file that can be read, about a position that cannot be: refused, whichever clause of R7 it is. */
TEST(positions_that_cannot_be_are_refused)
{
    const struct {
        const char *was, *is, *reason;
    } changes[] = {
        {"7k1/9/", "7k1/8k/", "position: a side has two kings"},                // [R7.1]
        {"7k1/9/", "9/9/", "position: the defender has no king"},               // [R7.1]
        {"18p 1", "19p 1", "position: more pieces of a kind than the set has"}, // [R7.4]
        {"18p 1", "G18p 1", "position: more pieces of a kind than the set has"},
        {"18p 1", "99p99p 1", "position: more pieces of a kind than the set has"},
        {"7k1/9/6B1R/9/9/9/9/9/9 b G", "7kR/9/6B2/9/9/9/9/9/9 b G",
         "position: a king can be captured at once"},              // [R7.5]
        {"9/6B1R", "p8/p4kB1R", "position: a side has two kings"}, // the first of all
    };
    for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autoptr(GString) text = header_text(&mate_in_1);
        assert_int_equal(g_string_replace(text, changes[i].was, changes[i].is, 1), 1);
        g_string_append(text, "\x09");
        KvResult result = verify_within(text->str, text->len, 1 << 24);
        assert_result(&result, KV_REFUSED, changes[i].reason);
    }
}

TEST(position_without_a_king_to_mate_is_refused)
{
    Header h = {.position = "4K4/9/9/9/9/9/9/9/9 b G 1", .claim = "mate 1"};
    KvResult result = VERIFY(&h, "\x00");
    assert_result(&result, KV_REFUSED, "position: the defender has no king");
}

TEST(numbers_have_one_form)
{
    KvResult result = VERIFY(&mate_in_1, "\x89\x00");
    assert_result(&result, KV_REFUSED, "a needless zero group");
    result = VERIFY(&mate_in_1, "\x89\x80\x80\x80\x80\x00");
    assert_result(&result, KV_REFUSED, "more than five bytes");
    result = VERIFY(&mate_in_1, "\xff\xff\xff\xff\x0f");
    assert_result(&result, KV_REFUSED, "attack 4294967295, but");
    result = VERIFY(&mate_in_1, "\x0a\xff\xff\xff\xff\x0f");
    assert_result(&result, KV_REFUSED, "a reference to 4294967295 records ago");
    // cut to 32 bits it is 9, which mates
    result = VERIFY(&mate_in_1, "\x89\x80\x80\x80\x10");
    assert_result(&result, KV_REFUSED, "a number is not below 2^32");
    result = VERIFY(&mate_in_1, "\xff\xff\xff\xff\x7f");
    assert_result(&result, KV_REFUSED, "a number is not below 2^32");
}

/* ---- files ---- */

TEST(what_is_no_certificate_is_unreadable)
{
    const char *const texts[] = {
        "k", "\n", "\n\n\n", "(;GM[shogi])", "\x28\xb5\x2f", "kanju-certificate 2"};
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
    GByteArray *plain = file_of(&mate_in_1, 1, "\x09"), *packed = compressed(plain);
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
    g_byte_array_append(rest, (const guint8 *)"\x09", 1);
    g_autoptr(GByteArray) second = compressed(rest);
    g_byte_array_append(packed, second->data, second->len);
    KvResult result = verify_within(packed->data, packed->len, 1 << 24);
    assert_result(&result, KV_REFUSED, "something follows the zstd frame");
    g_byte_array_unref(plain);
    g_byte_array_unref(packed);
}

/* A rook that checks for ever: a section of zeros is a refutation without an end. */
TEST(bomb_stops_at_the_limit_of_memory)
{
    Header h = {.position = "4k4/9/9/9/9/9/9/9/R8 b - 1", .claim = "nomate"};
    size_t size = 32 << 20;
    g_autofree void *zeros = g_malloc0(size);
    GByteArray *plain = file_of(&h, size, zeros), *packed = compressed(plain);
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

TEST(board_full_of_pieces_is_borne)
{
    // The whole set is the attacker's; all that are there move and check as much as they can.
    Header h = {.position = "4+R4/2+B6/9/9/k8/9/5+B3/9/1+R7 b 4G4S4N4L18P 1",
                .moves = "all",
                .claim = "mate 1"};
    KvResult result = VERIFY(&h, "\x00");
    assert_int_equal(result.status, KV_REFUSED);
}
