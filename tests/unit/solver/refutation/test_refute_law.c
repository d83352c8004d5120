/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations under laws of repetition, against brute force (refuted.h). */
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/refuted.h"

enum { SEED = 20261122 };

static RefutedCount by_law(const char *what, RefutedLaw law, unsigned wanted)
{
    RefutedCount count = {0};
    g_autofree char *wrong = refuted_by_law(&law, sampling_seed(SEED), wanted, &count);
    refuted_print(what, &count);
    if (wrong)
        fail_msg("%s: %s", what, wrong);
    return count;
}

TEST(the_law_that_forbids_repeating)
{
    RefutedCount count =
        by_law("the law of Ōgi", (RefutedLaw){.game = "ogi", .repeat = NV_REPEAT_LITERAL},
               SAMPLES(40, 12));
    assert_true(KJ_SANITIZER || count.for_ever > 5);
    by_law("the same in pairs", (RefutedLaw){.game = "ogi", .repeat = NV_REPEAT_PAIR},
           SAMPLES(12, 3));
    by_law("the same after a past",
           (RefutedLaw){.game = "ogi", .repeat = NV_REPEAT_LITERAL, .past = 8}, SAMPLES(12, 3));
}

TEST(laws_that_count)
{
    by_law(
        "two occurrences",
        (RefutedLaw){.game = "shogi", .repeat = NV_REPEAT_COUNT, .count = 2, .mutual_loses = true},
        SAMPLES(12, 3));
    by_law("three after a past",
           (RefutedLaw){.game = "shogi", .repeat = NV_REPEAT_COUNT, .count = 3, .past = 8},
           SAMPLES(12, 3));
}
