/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verifier against provers that lie: what is false by brute force is refused, under every game,
 * switch and law, and what an honest prover writes is accepted. tests/slow has thousands more.
 */
#include "tests/support/certify/forge_suite.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"

enum { EACH = SAMPLES(2, 1), PLIES = 3, SEED = 20261122 };

TEST(lies_are_refused_and_the_truth_is_not)
{
    // [R12.4] [R12.5] [R12.6] [R12.7] [R12.17] [R12.18]
    const ForgePlan plan = {.seed = SEED, .wanted = EACH, .plies = PLIES};
    ForgeTotal total;
    bool good = forge_suite(&plan, &total);
    forge_print(&total);
    assert_true(good);
    for (ForgeLie lie = FORGE_HONEST + 1; lie < FORGE_LIES; lie++)
        assert_true(total.by_lie[lie].lies >= EACH);
}
