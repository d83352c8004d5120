/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes read off two diagrams: made one after the other they lead from the first to the second. */
#include "core/notation/usi.h"
#include "solver/compose/candidate.h"
#include "solver/compose/difference.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

static void assert_leads_to(const KjPosition *from, const KjPosition *to, unsigned n)
{
    KjDifference difference;
    kj_difference(from, to, KJ_SENTE, &difference);
    assert_false(difference.flipped);
    assert_false(difference.side);
    assert_int_equal(difference.changes->len, n);
    KjPosition pos = *from;
    for (unsigned i = 0; i < n; i++) {
        KjPosition next;
        assert_true(kj_change_apply(&pos, KJ_SENTE, &g_array_index(difference.changes, KjChange, i),
                                    &next));
        pos = next;
    }
    assert_true(kj_position_equal(&pos, to));
    kj_difference_clear(&difference);
}

/* Every single change of a work is found as one. */
TEST(a_single_change_is_found)
{
    static const char *const works[] = {
        "k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1",
        "9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1",
        "k4/1P3/+s+S3/5/5/5 b S2r2b4gs9p 1",         // 56shogi
        "k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o", // Ogi
    };
    for (size_t i = 0; i < G_N_ELEMENTS(works); i++) {
        KjPosition root = position_of(works[i]);
        g_autoptr(GArray) all = kj_candidates_one(&root, KJ_SENTE);
        assert_true(all->len > 100);
        for (unsigned k = 0; k < all->len; k++) {
            const KjCandidate *candidate = &g_array_index(all, KjCandidate, k);
            KjPosition pos;
            assert_true(kj_candidate_position(&root, KJ_SENTE, candidate, &pos));
            assert_leads_to(&root, &pos, 1);
        }
    }
}

TEST(several_changes_are_found)
{
    KjPosition a = position_of("k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1");
    KjPosition b = position_of("k1s6/9/1+RN6/9/2N6/9/9/9/B8 b Srb4g2s2n4l18p 1");
    assert_leads_to(&a, &b, 4); // gold to silver, knight down, bishop put, silver for pawn in hand
}

/* The move that a move of the first diagram is in the second one. */
static void assert_maps(const KjPosition *from, const KjPosition *to, const char *move,
                        const char *expected)
{
    KjDifference difference;
    KjMove read, mapped;
    char text[KJ_USI_MOVE];
    kj_difference(from, to, KJ_SENTE, &difference);
    assert_true(kj_usi_move_read_bare(from->game, move, &read));
    mapped = kj_difference_map(from->game->t, &difference, read);
    if (expected) {
        kj_usi_move_write(to, mapped, text);
        assert_string_equal(text, expected);
    } else {
        assert_int_equal(mapped, KJ_MOVE_NONE);
    }
    kj_difference_clear(&difference);
}

TEST(moves_go_with_the_board)
{
    KjPosition a = position_of("9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1");
    KjPosition mirrored, flipped;
    mirrored = kj_position_mirror(&a);
    flipped = kj_position_flip(&a);
    KjPosition shifted = position_of("9/2R6/k8/N8/B8/9/9/9/9 b rb4g4s3n4l18p 1");
    assert_maps(&a, &mirrored, "7c8c+", "3c2c+");
    assert_maps(&a, &mirrored, "G*5d", "G*5d");
    assert_maps(&a, &flipped, "7c8c+", "3g2g+");
    assert_maps(&a, &shifted, "7c8c+", "7b8b+");
    assert_maps(&a, &shifted, "G*5a", NULL); // off the board
    assert_maps(&a, &a, "7c8c+", "7c8c+");
}
