/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How near two problems are: every version one change away is, and nothing that looks otherwise. */
#include "core/notation/usi.h"
#include "repl/batch/near.h"
#include "repl/store/canonical.h"
#include "solver/compose/candidate.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

static const char work[] = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1";
static const char line[] = "7c8c+ 9d9e 8c8e";

/* A problem with its line in USI, or NULL. */
static void init(KjNearWork *out, const KjPosition *pos, KjSide attacker, const char *text)
{
    KjMove moves[16];
    unsigned n = 0;
    g_auto(GStrv) words = g_strsplit(text ? text : "", " ", -1);
    for (; words[n]; n++)
        assert_true(kj_usi_move_read_bare(pos->game, words[n], &moves[n]));
    assert_true(kj_near_work_init(out, pos, attacker, kj_canonical_mirrors(pos->game), moves, n));
}

/* Compares a problem with the work. */
static bool compare(const char *position, const char *text, KjNearness *out)
{
    KjNearWork one, other;
    KjPosition a = position_of(work), b = position_of(position);
    init(&one, &a, KJ_SENTE, line);
    init(&other, &b, (KjSide)b.side, text);
    bool near = kj_near_compare(&one, &other, 2, out);
    kj_near_work_clear(&one);
    kj_near_work_clear(&other);
    return near;
}

TEST(diagrams)
{
    static const struct {
        const char *position;
        bool near, same, mirrored;
        int left, down;
        unsigned changes;
    } rows[] = {
        {work, true, true, false, 0, 0, 0},
        {"9/9/2R6/k8/N8/B8/9/9/9 b - 1", true, true, false, 0, 0, 0}, // the defender's hand
        {"9/9/6R2/8k/8N/8B/9/9/9 b - 1", true, true, true, 0, 0, 0},
        {"9/9/9/2R6/k8/N8/B8/9/9 b - 1", true, true, false, 0, -1, 0},
        {"2R6/k8/N8/B8/9/9/9/9/9 b - 1", true, true, false, 0, 2, 0},
        {"9/3R5/1k7/1N7/1B7/9/9/9/9 b - 1", true, true, false, 1, 1, 0},
        {"9/9/9/8b/8n/8K/6r2/9/9 w - 1", true, true, false, 0, 0, 0}, // gote attacks
        {"9/9/2R6/k8/N8/9/B8/9/9 b - 1", true, false, false, 0, 0, 1},
        {"9/9/3R5/k8/N8/9/B8/9/9 b P 1", false, false, false, 0, 0, 0},
        {"9/9/3R5/k8/N8/9/B8/9/9 b - 1", true, false, false, 0, 0, 2},
        {"9/9/2R5p/k8/N8/B8/9/9/9 b P 1", true, false, false, 0, 0, 2},
        {"9/9/3R5/k8/L8/9/B8/9/9 b - 1", false, false, false, 0, 0, 3},
        {"2k2/5/1P3/2G2/5/5 b S 1", false, false, false, 0, 0, 0}, // another game
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjNearness near;
        assert_int_equal(compare(rows[i].position, NULL, &near), rows[i].near);
        assert_int_equal(near.apart, rows[i].near);
        assert_int_equal(near.same, rows[i].same);
        if (!near.apart)
            continue;
        assert_int_equal(near.changes, rows[i].changes);
        assert_int_equal(near.mirrored, rows[i].mirrored);
        assert_int_equal(near.swapped, strstr(rows[i].position, " w ") != NULL);
        assert_int_equal(near.left, rows[i].left);
        assert_int_equal(near.down, rows[i].down);
    }
}

/* All that a single change makes of a work is at most one piece apart, whatever it is laid on. */
TEST(every_version_is_near)
{
    static const char *const works[] = {work, "k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1",
                                        "k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o"};
    for (size_t i = 0; i < G_N_ELEMENTS(works); i++) {
        KjPosition root = position_of(works[i]);
        bool mirrors = kj_canonical_mirrors(root.game);
        KjNearWork one;
        assert_true(kj_near_work_init(&one, &root, KJ_SENTE, mirrors, NULL, 0));
        g_autoptr(GArray) all = kj_candidates_one(&root, KJ_SENTE);
        for (unsigned k = 0; k < all->len; k++) {
            KjPosition pos, mirrored;
            assert_true(
                kj_candidate_position(&root, KJ_SENTE, &g_array_index(all, KjCandidate, k), &pos));
            mirrored = kj_position_mirror(&pos);
            KjNearWork other;
            KjNearness near;
            assert_true(
                kj_near_work_init(&other, mirrors ? &mirrored : &pos, KJ_SENTE, mirrors, NULL, 0));
            assert_true(kj_near_compare(&one, &other, 1, &near));
            assert_true(near.changes <= 1);
        }
    }
}

TEST(lines)
{
    static const struct {
        const char *position, *line;
        bool same_end;
        unsigned same_plies;
    } rows[] = {
        {work, line, true, 3},
        {"9/9/6R2/8k/8N/8B/9/9/9 b - 1", "3c2c+ 1d1e 2c2e", true, 3},  // mirrored
        {"9/2R6/k8/N8/B8/9/9/9/9 b - 1", "7b8b+ 9c9d 8b8d", true, 3},  // shifted
        {"9/9/2R6/k8/N8/9/N8/9/9 b - 1", "7c8c+ 9d9e 8c8e", false, 3}, // another guard
        {"9/9/1R7/k8/N8/B8/9/9/9 b - 1", "8c8b+ 9d9e 8b8e", true, 0},  // another way there
        {work, "7c8c+ 9d9e", false, 0},                                // no mate
        {work, "7c8c+ 9d9e 1a1b", false, 0},                           // cannot be played
        {work, NULL, false, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjNearness near;
        compare(rows[i].position, rows[i].line, &near);
        assert_int_equal(near.same_end, rows[i].same_end);
        assert_int_equal(near.same_plies, rows[i].same_plies);
    }
}

/* Two plies in front of a line of five and more: the rest is found. One of seven may differ. */
TEST(the_end_of_a_longer_line_is_found)
{
    KjPosition pos = position_of("k8/9/9/9/9/9/9/9/9 b - 1");
    KjNearWork one = {.position = pos, .mirrors = true}, other = one;
    KjMove moves[9];
    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++)
        moves[i] = kj_make_move(i + 9, i + 30);
    one.end = other.end = pos;
    one.mated_on = other.mated_on = pos.king[KJ_GOTE];
    one.line = moves;
    one.n_line = 9;
    for (unsigned n = 3; n <= 9; n++) {
        for (unsigned wrong = 0; wrong < 9; wrong++) {
            KjMove copy[9];
            for (unsigned i = 0; i < n; i++)
                copy[i] = moves[9 - n + i];
            if (wrong < n)
                copy[wrong] = kj_make_move(1, 2);
            other.line = copy;
            other.n_line = n;
            unsigned after = wrong < n ? n - 1 - wrong : n; // alike from the end on
            unsigned expected = after >= KJ_NEAR_PLIES ? after : 0;
            if (n >= KJ_NEAR_ONE_DIFFERS)
                expected = n;
            KjNearness near;
            kj_near_compare(&one, &other, 2, &near);
            assert_int_equal(near.same_plies, expected);
        }
    }
}

TEST(how_many_plies_are_the_same)
{
    static const struct {
        const char *same; // of each ply from the end on, 1 or 0
        bool whole;
        unsigned expected;
    } rows[] = {
        {"", true, 0},
        {"11", true, 0}, // mates in one are too much alike
        {"111", true, 3},
        {"111", false, 0},
        {"110", true, 0},
        {"1111", false, 0},
        {"11111", false, 5},
        {"111110", false, 5},
        {"011111", true, 0}, // one may differ of seven, not of six
        {"111011", true, 0},
        {"1110111", true, 7},
        {"1110111", false, 7},
        {"0111111", false, 7},
        {"1111110", false, 7},
        {"1110110", false, 0}, // two differ
        {"1111101011", false, 7},
        {"1110111011", false, 7},
        {"1111111011", false, 10},
        {"1111111010", true, 9},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        bool same[16];
        unsigned n = 0;
        for (; rows[i].same[n]; n++)
            same[n] = rows[i].same[n] == '1';
        assert_int_equal(kj_near_plies(same, n, rows[i].whole), rows[i].expected);
    }
}

/* The nearest first: diagrams before lines, fewer changes, less moved about, more plies. */
TEST(order)
{
    static const KjNearness rows[] = {
        {.apart = true, .same = true},
        {.apart = true, .same = true, .mirrored = true},
        {.apart = true, .same = true, .down = 1},
        {.apart = true, .changes = 1, .same_plies = 9},
        {.apart = true, .changes = 1, .same_plies = 5},
        {.apart = true, .changes = 1, .same_end = true},
        {.apart = true, .changes = 1},
        {.apart = true, .changes = 2, .same_plies = 9},
        {.same_plies = 7},
        {.same_plies = 5, .same_end = true},
        {.same_plies = 5},
        {.same_end = true},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_int_equal(kj_nearness_compare(&rows[i], &rows[i]), 0);
        for (size_t k = 0; k < i; k++) {
            assert_true(kj_nearness_compare(&rows[k], &rows[i]) < 0);
            assert_true(kj_nearness_compare(&rows[i], &rows[k]) > 0);
        }
    }
}
