/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verifier against provers that lie: what is false by brute force is refused, under every game,
 * switch and law, and what an honest prover writes is accepted. tests/slow has thousands more.
 */
#include "tests/support/certify/certified.h"
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

/* The defender's only reply leads where he has been by a move he has played: the literal law
 * takes it from him, he is not in check, and the attacker has failed (R12.5). */
static const struct {
    const char *sfen, *past;
} saved_by_law[] = {
    {"6k1/8/6+LS/8/8/8/8/8 b - 1", "g6g5 g8h8 g5g4 h8g8 g4h5 g8h8"},
    {"2+B5/k7/5+R2/8/8/8/6+S1/8 b - 1", "c8c7 a7a8 c7c6 a8a7 c6d7 a7a8"},
};

static ForgeWorld world_of(const char *sfen, const char *past)
{
    ForgeWorld world = {.attacks = NV_ATTACK_ALL, .stalemate_draws = true};
    assert_true(nv_parse(&world.start, "ogi", sfen));
    g_auto(GStrv) moves = g_strsplit(past, " ", -1);
    NvPos pos = world.start;
    for (; moves[world.n_past]; world.n_past++) {
        assert_true(nv_find_move(&pos, moves[world.n_past], &world.past[world.n_past]));
        pos = nv_make(&pos, world.past[world.n_past]);
    }
    return world;
}

TEST(a_reply_that_the_law_takes_is_no_way_to_mate)
{
    // [R12.5] [R12.18]
    for (unsigned i = 0; i < G_N_ELEMENTS(saved_by_law); i++) {
        const ForgeWorld world = world_of(saved_by_law[i].sfen, saved_by_law[i].past);
        NvRng rng = {SEED};
        Forged forged;
        bool known;
        assert_true(forge(&world, FORGE_SAVED_BY_LAW, 3, &rng, &forged));
        assert_int_equal(forged.plies, 3);
        assert_false(forge_is_true(&forged, &known));
        assert_true(known);
        assert_int_equal(certified_verify(forged.bytes).status, KV_REFUSED);
        g_byte_array_unref(forged.bytes);
    }
    forge_forget();
}
