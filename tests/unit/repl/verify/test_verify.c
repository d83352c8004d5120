/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verifier of certificates: what is proved passes, in every game, and nothing else does. Truth
 * is told by brute force (tests/support/certify/certificate.h), never by the solver.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repl/verify/verify.h"
#include "tests/support/certify/certificate.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"

enum { NO_MATE = -1, LIMIT = 30000, MOST_FLIPPED = SAMPLES(300, 60) };

static KvResult verify_within(const void *data, size_t size, uint64_t memory)
{
    KvLimits limits = {.memory = memory};
    FILE *file = size ? fmemopen((void *)(uintptr_t)data, size, "rb") : fopen("/dev/null", "rb");
    assert_non_null(file);
    KvResult result = kv_verify(file, &limits);
    fclose(file);
    assert_int_equal(result.ok, result.status == KV_VALID);
    assert_int_equal(result.ok, *result.reason == '\0');
    return result;
}

static KvResult verify(const void *data, size_t size)
{
    return verify_within(data, size, 64 << 20);
}

static unsigned depth_for(int plies)
{
    return plies == NO_MATE ? 1000 : (unsigned)(plies + 2) / 2;
}

/* The certificate of a claim, as near to it as brute force can come. */
static GByteArray *certify(const Header *header, int plies, const char *claim)
{
    Header h = *header;
    h.claim = claim;
    g_autoptr(Problem) problem = problem_new(&h, LIMIT, depth_for(plies));
    assert_non_null(problem);
    return problem_certify(problem, FLAW_NONE, NULL);
}

static KvResult verify_claim(const Header *header, int plies, const char *claim)
{
    g_autoptr(GByteArray) bytes = certify(header, plies, claim);
    KvResult result = verify(bytes->data, bytes->len);
    return result;
}

/* ---- problems ---- */

static const struct {
    Header h;
    int plies;
} problems[] = {
    {{.position = "9/8k/6N2/6R+B1/7G1/9/9/9/9 b Gp 1"}, 7},
    {{.position = "k1B6/s8/9/9/9/9/9/9/9 b B 1"}, 3},
    {{.position = "9/8k/9/7L1/9/9/9/9/6K2 b PGnl 1"}, 3},
    {{.position = "2k6/9/9/9/9/1l7/9/K8/9 w pgNL 1", .attacker = "gote"}, 3},
    {{.position = "9/8k/9/7L1/9/9/9/9/6K2 b PGnl 1", .moves = "zugzwang"}, 3},
    {{.position = "4k4/9/9/9/9/9/9/9/R8 b - 1"}, NO_MATE},
    {{.position = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1"}, 0},
    {{.game = "56shogi", .position = "4k/5/3B1/4g/5/3K1 b Rp 1"}, 5},
    {{.game = "56shogi", .position = "k4/5/5/5/5/5 b G 1", .try_rule = "on"}, NO_MATE},
    {{.game = "minishogi", .position = "5/4k/5/2G2/1KSR1 w P 1"}, 6},
    {{.game = "minishogi", .position = "5/3k1/5/5/1RK2 b R 1", .moves = "zugzwang"}, 5},
    {{.game = "minishogi", .position = "3sk/3pB/2+BP1/5/5 b 2G 1"}, 3},
    {{.game = "gorogoro", .position = "2G2/4k/5/4G/5/4K b PG 1"}, 5},
    {{.game = "ogi", .position = "8/7k/8/8/7+P/8/8/1K6 b P+I 1"}, 3},
    {{.game = "ogi", .position = "8/k7/2P5/8/b7/8/8/8 b I 1"}, 7},
    {{.game = "ogi", .position = "k7/1R6/1K6/8/8/8/8/8 w - 1"}, NO_MATE},
    {{.game = "ogi", .position = "k7/1R6/1K6/8/8/8/8/8 w - 1", .moves = "all"}, 0},
    {{.game = "ogi", .position = "k7/8/8/8/8/8/8/3K4 w L 1"}, NO_MATE},
    {{.game = "dobutsu", .position = "1l1/3/3/1L1 b GE 1", .moves = "all", .try_rule = "on"}, 3},
    {{.game = "dobutsu", .position = "1cl/E2/CgE/2L b G 1"}, 5},
    {{.game = "dobutsu", .position = "eEl/1g1/+CG1/1L1 b C 1"}, 7},
    {{.game = "dobutsu", .position = "C1l/1Ce/G1L/3 b GE 1"}, 7},
    {{.game = "dobutsu", .position = "l1E/gG1/c1E/3 b C 1"}, 5},
    {{.game = "dobutsu", .position = "1l1/3/3/1L1 b GEC 1"}, NO_MATE},
    {{.game = "dobutsu", .position = "1l1/3/3/1L1 b GCec 1"}, NO_MATE},
    {{.game = "dobutsu", .position = "3/1l1/3/L2 b GE 1", .try_rule = "on"}, NO_MATE},
};

#define EACH_PROBLEM(i) (size_t i = 0; i < G_N_ELEMENTS(problems); i++)

static char *claim_of(const char *word, int plies)
{
    return plies == NO_MATE ? g_strdup("nomate") : g_strdup_printf("%s %d", word, plies);
}

TEST(what_is_true_is_valid_in_every_game)
{
    for
        EACH_PROBLEM(i)
        {
            Header h = problems[i].h;
            int plies = problems[i].plies;
            const char *const words[] = {"shortest", "mate"}, *const dominance[] = {"yes", "no"};
            for (unsigned j = 0; j < 4; j++) {
                g_autofree char *claim = claim_of(words[j / 2], plies);
                h.dominance = dominance[j % 2];
                KvResult result = verify_claim(&h, plies, claim);
                if (!result.ok)
                    fail_msg("%s %s: %s", h.position, claim, result.reason);
                assert_string_equal(result.game, h.game ? h.game : "shogi");
                assert_string_equal(result.position, h.position);
                assert_int_equal(result.mate, plies != NO_MATE);
                assert_int_equal(result.shortest, plies != NO_MATE && j < 2);
                assert_int_equal(result.plies, MAX(plies, 0));
            }
        }
}

TEST(true_length_may_be_below_the_one_claimed_but_not_if_it_is_the_shortest)
{
    for
        EACH_PROBLEM(i)
        {
            int plies = problems[i].plies;
            if (plies == NO_MATE)
                continue;
            g_autofree char *mate = claim_of("mate", plies + 2);
            g_autofree char *shortest = claim_of("shortest", plies + 2);
            assert_true(verify_claim(&problems[i].h, plies, mate).ok);
            assert_int_equal(verify_claim(&problems[i].h, plies, shortest).status, KV_REFUSED);
        }
}

TEST(what_is_not_true_is_refused)
{
    for
        EACH_PROBLEM(i)
        {
            const Header *h = &problems[i].h;
            int plies = problems[i].plies;
            const char *const claims[] = {"mate 0",     "mate 1",     "mate 2",     "mate 3",
                                          "shortest 0", "shortest 1", "shortest 2", "shortest 3",
                                          "shortest 4", "shortest 5", "nomate"};
            for (unsigned j = 0; j < G_N_ELEMENTS(claims); j++) {
                const char *number = strchr(claims[j], ' ');
                int claimed = number ? (int)g_ascii_strtoll(number, NULL, 10) : NO_MATE;
                bool holds =
                    claims[j][0] == 'm' ? plies != NO_MATE && plies <= claimed : plies == claimed;
                if (holds)
                    continue;
                KvResult result = verify_claim(h, plies, claims[j]);
                if (result.status != KV_REFUSED)
                    fail_msg("%s %s: %s", h->position, claims[j], kv_status_text(result.status));
            }
        }
}

/* ---- one byte changed ---- */

/* The header of a certificate, its words cut out of `text`. False if it is not one. */
static bool split_header(char *text, Header *out)
{
    const char **const fields[] = {NULL,
                                   &out->game,
                                   &out->attacker,
                                   &out->moves,
                                   &out->try_rule,
                                   &out->stalemate,
                                   &out->drop_stalemate,
                                   &out->repetition,
                                   &out->dominance,
                                   &out->position,
                                   &out->claim};
    for (unsigned i = 0; i < G_N_ELEMENTS(fields); i++) {
        char *end = strchr(text, '\n'), *value = strchr(text, ' ');
        if (!end || !value || value > end)
            return false;
        *end = '\0';
        if (fields[i])
            *fields[i] = value + 1;
        text = end + 1;
    }
    return true;
}

/* Whether what a certificate found valid claims is so. */
static void assert_true_claim(const uint8_t *data, size_t size, const KvResult *result)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    Header h = {0};
    assert_true(split_header(text, &h));
    int claimed = result->mate ? (int)result->plies : NO_MATE;
    g_autoptr(Problem) problem = problem_new(&h, LIMIT, depth_for(claimed));
    assert_non_null(problem);
    assert_true(result->mate || problem_complete(problem));
    int plies = problem_plies(problem);
    if (!result->mate || result->shortest)
        assert_int_equal(plies, claimed);
    else
        assert_in_range(plies, 0, claimed);
}

/*
 * Every bit of a certificate (of its first bytes, if it is long) turned over alone. A change may
 * leave a proof, say when the move number of the position changes or another mating move is named;
 * then it must be true.
 */
static void flip_all(const Header *h, int plies)
{
    g_autofree char *claim = claim_of("shortest", plies);
    g_autoptr(GByteArray) bytes = certify(h, plies, claim);
    unsigned valid = 0, n = MIN(bytes->len, MOST_FLIPPED);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes->data[i] ^= (uint8_t)(1u << bit);
            KvResult result = verify(bytes->data, bytes->len);
            if (result.ok) {
                assert_true_claim(bytes->data, bytes->len, &result);
                valid++;
            }
            bytes->data[i] ^= (uint8_t)(1u << bit);
        }
    }
    // Nearly all changes are noticed.
    assert_true(valid < n);
}

TEST(any_bit_turned_over_is_noticed_or_leaves_a_proof)
{
    for
        EACH_PROBLEM(i)
    flip_all(&problems[i].h, problems[i].plies);
}

TEST(certificate_cut_short_or_continued_is_refused)
{
    for
        EACH_PROBLEM(i)
        {
            g_autofree char *claim = claim_of("shortest", problems[i].plies);
            g_autoptr(GByteArray) bytes = certify(&problems[i].h, problems[i].plies, claim);
            for (unsigned n = 0; n < bytes->len; n += 1 + n / MOST_FLIPPED)
                assert_false(verify(bytes->data, n).ok);
            g_byte_array_append(bytes, (const guint8 *)"", 1);
            KvResult result = verify(bytes->data, bytes->len);
            assert_int_equal(result.status, KV_REFUSED);
            assert_string_equal(strstr(result.reason, "something"), "something follows the end");
        }
}

/* ---- broken provers ---- */

static void check_flaw(Flaw flaw, bool refutations)
{
    unsigned met = 0;
    for
        EACH_PROBLEM(i)
        {
            int plies = problems[i].plies;
            if ((plies == NO_MATE) != refutations)
                continue;
            Header h = problems[i].h;
            g_autofree char *claim = claim_of("mate", plies);
            h.claim = claim;
            g_autoptr(Problem) problem = problem_new(&h, LIMIT, depth_for(plies));
            assert_non_null(problem);
            bool flawed;
            GByteArray *bytes = problem_certify(problem, flaw, &flawed);
            assert_int_equal(verify(bytes->data, bytes->len).status,
                             flawed ? KV_REFUSED : KV_VALID);
            g_byte_array_unref(bytes);
            met += flawed;
        }
    assert_true(met > 0);
}

TEST(reply_left_out_is_refused)
{
    check_flaw(FLAW_REPLY_DROPPED, false);
}

TEST(dominance_the_wrong_way_round_is_refused)
{
    check_flaw(FLAW_DOMINANCE_TURNED, false);
    check_flaw(FLAW_DOMINANCE_TURNED, true);
}

TEST(loop_that_forgets_the_hands_is_refused)
{
    check_flaw(FLAW_HANDS_IGNORED, false);
    check_flaw(FLAW_HANDS_IGNORED, true);
}
