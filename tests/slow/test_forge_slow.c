/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forged certificates by the thousand: KANJU_TEST_LIES of each kind (default 150), of
 * KANJU_TEST_SEED. */
#include "tests/support/certify/forge_suite.h"
#include "tests/support/cmocka.h"

static unsigned chosen(const char *variable, unsigned otherwise)
{
    const char *text = g_getenv(variable);
    return text ? (unsigned)g_ascii_strtoull(text, NULL, 0) : otherwise;
}

TEST(lies_are_refused_and_the_truth_is_not)
{
    const ForgePlan plan = {.seed = chosen("KANJU_TEST_SEED", 1734),
                            .wanted = chosen("KANJU_TEST_LIES", 150),
                            .plies = 3};
    ForgeTotal total;
    bool good = forge_suite(&plan, &total);
    forge_print(&total);
    assert_true(good);
    for (ForgeLie lie = FORGE_HONEST + 1; lie < FORGE_LIES; lie++)
        assert_true(total.by_lie[lie].lies >= plan.wanted);
    assert_true(total.lies >= 1000 || plan.wanted < 100);
    for (unsigned i = 0; i < FORGE_GAMES; i++)
        assert_true(total.by_game[i] > 0);
    for (unsigned i = 0; i < FORGE_LAWS; i++)
        assert_true(total.by_law[i] > 0);
}

/* Of the game with two royal kinds by itself, under all switches. */
TEST(lies_about_suizo_are_refused)
{
    const ForgePlan plan = {.seed = chosen("KANJU_TEST_SEED", 1707),
                            .wanted = chosen("KANJU_TEST_LIES", 170),
                            .plies = 3,
                            .game = "suizo"};
    ForgeTotal total;
    bool good = forge_suite(&plan, &total);
    forge_print(&total);
    assert_true(good);
    assert_true(total.lies >= 2000 || plan.wanted < 170);
}
