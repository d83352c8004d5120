/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures of works whose numbers can be counted by hand. */
#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "solver/themes/measures.h"
#include "tests/support/cmocka.h"

enum { MOST = 16 };

static void measure(const char *sfen, const char *line, KjMeasured *out)
{
    KjPositionText read;
    KjMove move[MOST];
    assert_true(kj_position_text_read(sfen, NULL, &read, NULL));
    KjPosition root = kj_position_text_end(&read);
    kj_position_text_clear(&read);
    KjPosition pos = root;
    KjSolvedWork work = {.root = &root, .attacker = (KjSide)root.side, .line = move};
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    for (char **word = words; *word; word++) {
        assert_true(kj_usi_move_read(&pos, *word, &move[work.n_line], NULL));
        pos = kj_position_after(&pos, move[work.n_line++]);
    }
    kj_measure(&work, out);
}

TEST(sacrifices_and_captures)
{
    // docs/themes.md, measures: three contact checks, one of two replies is the king's
    KjMeasured m;
    measure("k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1", "7c8a+ 7a8a 8c8a 9a8a G*8b", &m);
    assert_int_equal(m.value[KJ_MEASURE_CHASE], 75);
    assert_false(m.only_chases); // there are sacrifices
    assert_int_equal(m.value[KJ_MEASURE_CAPTURES], 1);
    assert_int_equal(m.value[KJ_MEASURE_ECONOMY], 67); // the second knight stays, the gold is won
    assert_int_equal(m.value[KJ_MEASURE_QUIET], 0);    // it promotes
    assert_int_equal(m.value[KJ_MEASURE_OPENNESS], 0);
    assert_int_equal(m.value[KJ_MEASURE_SACRIFICES], 2);
    assert_int_equal(m.value[KJ_MEASURE_LONG_DROPS], 0);
    assert_int_equal(m.value[KJ_MEASURE_DECLINED], 0);
}

TEST(a_chase)
{
    KjMeasured m;
    measure("9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1", "S*8h 9i8i 8h7g 8i7i 8g8h 7i6i 8h6h", &m);
    assert_int_equal(m.value[KJ_MEASURE_CHASE], 87); // the silver's discovered check is no contact
    assert_false(m.only_chases);
    assert_int_equal(m.value[KJ_MEASURE_ECONOMY], 100);
    assert_int_equal(m.value[KJ_MEASURE_QUIET], 1);
    measure("9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1", "7c8c+ 9d9e 8c8e", &m);
    assert_int_equal(m.value[KJ_MEASURE_CHASE], 100);
    assert_true(m.only_chases);
    assert_int_equal(m.value[KJ_MEASURE_ECONOMY], 33);
}

TEST(distance_and_promotions_declined)
{
    KjMeasured m;
    measure("9/9/9/8k/9/9/9/9/9 b R 1", "R*1i", &m);
    assert_int_equal(m.value[KJ_MEASURE_LONG_DROPS], 1);
    assert_int_equal(m.value[KJ_MEASURE_CHASE], 0);
    assert_int_equal(m.value[KJ_MEASURE_OPENNESS], 5);
    measure("8k/9/9/9/9/9/9/9/R8 b - 1", "9i9a", &m);
    assert_int_equal(m.value[KJ_MEASURE_DECLINED], 1);
    assert_int_equal(m.value[KJ_MEASURE_QUIET], 1);
}
