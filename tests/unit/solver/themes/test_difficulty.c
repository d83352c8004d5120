/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers behind a difficulty estimate, on works where they can be counted by hand. */
#include <math.h>
#include <string.h>

#include "solver/themes/difficulty.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solved.h"

enum { NODES = 300000 };

static KjDifficulty of(const char *game, const char *position, unsigned devices, uint64_t nodes)
{
    g_auto(TestSolved) solved;
    KjDifficulty d;
    g_autofree char *wrong = test_solved_read(&solved, game, position, NODES);
    if (wrong)
        fail_msg("%s: %s", position, wrong);
    kj_difficulty(&solved.work, devices, nodes, &d);
    return d;
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-9)
        fail_msg("%g is not %g", a, b);
}

/* Five checks by the gold and two by the pawn: on 6a and 4a the king takes the gold, and so on;
 * only G*5b mates. */
TEST(a_mate_in_one_with_five_checks)
{
    KjDifficulty d = of("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 0, 0);
    assert_near(d.value[KJ_HARD_PLIES], 1);
    assert_near(d.value[KJ_HARD_CHECKS], log2(7)); // two of them are the pawn's
    assert_near(d.value[KJ_HARD_DEEP], 0);
    assert_near(d.value[KJ_HARD_REPLIES], 0);
    assert_int_equal(d.stars, 0);
    assert_near(d.score, 1 + log2(7) + 0.5 * d.value[KJ_HARD_PLAUSIBLE]);
}

TEST(a_longer_work_scores_more_and_devices_count)
{
    const char *shorter = "9/9/9/9/9/9/9/9/6+P1k b Rr2b4g4s4n4l17p 1";
    const char *longer = "k8/9/9/1N7/lN7/PL7/+L8/9/9 b L2r2b4g4s2n17p 1";
    KjDifficulty a = of("shogi", shorter, 0, 10), b = of("shogi", longer, 0, 10);
    KjDifficulty c = of("shogi", longer, 3, 10);
    assert_true(a.score < b.score);
    assert_near(c.score, b.score + 3 * kj_hard_row(KJ_HARD_DEVICES)->weight);
}

TEST(the_manual_page_has_the_weights)
{
    g_autofree char *page = NULL;
    assert_true(g_file_get_contents("docs/themes.md", &page, NULL, NULL));
    for (unsigned f = 0; f < KJ_HARD_FEATURES; f++) {
        const KjHardRow *row = kj_hard_row(f);
        g_autofree char *text =
            g_strdup_printf("\n| `%s` | %s | %g | ", row->code, row->name_ja, row->weight);
        if (!strstr(page, text))
            fail_msg("no row %s", text);
    }
}

TEST(stars_follow_the_nodes)
{
    assert_int_equal(kj_hard_stars(0), 0);
    assert_int_equal(kj_hard_stars(1), 1);
    assert_int_equal(kj_hard_stars(999), 1);
    assert_int_equal(kj_hard_stars(1000), 2);
    assert_int_equal(kj_hard_stars(4999999), KJ_HARD_STARS - 1);
    assert_int_equal(kj_hard_stars(5000000), KJ_HARD_STARS);
    assert_int_equal(kj_hard_stars(UINT64_MAX), KJ_HARD_STARS);
}
