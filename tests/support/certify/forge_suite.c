/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/forge_suite.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/certify/certified.h"

enum { MOST_DRAWN = 400 }; // worlds for each lie wanted

static const char *const games[FORGE_GAMES] = {"shogi",    "56shogi", "ogi",  "minishogi",
                                               "gorogoro", "dobutsu", "suizo"};

static void complain(const Forged *forged, ForgeLie lie, const KvResult *result)
{
    const char *end =
        g_strstr_len((const char *)forged->bytes->data, forged->bytes->len, "\nend\n");
    size_t header = end ? (size_t)(end - (const char *)forged->bytes->data) + 5 : 0;
    printf("# %s, %s: %s\n%.*s", forge_lie_text(lie), kv_status_text(result->status),
           result->reason, (int)header, (const char *)forged->bytes->data);
    for (size_t i = header; i < forged->bytes->len; i++)
        printf("%02x ", forged->bytes->data[i]);
    printf("\n");
}

static void count_lie(ForgeTotal *total, const Forged *forged, ForgeLie lie, unsigned game)
{
    bool past = forged->world.n_past > 0;
    total->lies++;
    total->by_game[game]++;
    total->by_attacks[forged->world.attacks]++;
    total->by_law[forged->world.repeat == NV_REPEAT_FAIL      ? 0
                  : forged->world.repeat == NV_REPEAT_LITERAL ? past ? 2 : 1
                                                              : 3]++;
    if (lie == FORGE_SWITCH)
        total->by_switch[forged->changed]++;
}

/* One certificate; false if the verifier is wrong about it. */
static bool judge(const Forged *forged, ForgeLie lie, unsigned game, ForgeTotal *total)
{
    ForgeCount *count = &total->by_lie[lie];
    bool known, truth = forge_is_true(forged, &known);
    KvResult result = certified_verify(forged->bytes);
    bool honest = lie == FORGE_HONEST;
    bool wrong = (honest && !result.ok) || (known && !truth && result.ok);
    count->made++;
    count->unknown += !known;
    count->truths += known && truth;
    count->accepted += known && truth && result.ok;
    if (known && !truth) {
        count->lies++;
        count_lie(total, forged, lie, game);
    }
    if (wrong)
        complain(forged, lie, &result);
    return !wrong;
}

/* The only game of a plan, or one after the other. */
static unsigned game_of(const ForgePlan *plan, unsigned turn)
{
    unsigned game = 0;
    while (plan->game && strcmp(games[game], plan->game) != 0)
        game++;
    return plan->game ? game : turn % FORGE_GAMES;
}

static bool run_lie(const ForgePlan *plan, ForgeLie lie, NvRng *rng, ForgeTotal *total)
{
    const ForgeCount *count = &total->by_lie[lie];
    bool good = true;
    unsigned drawn = 0;
    while (good && (lie == FORGE_HONEST ? count->made : count->lies) < plan->wanted &&
           drawn < MOST_DRAWN * plan->wanted) {
        ForgeWorld world;
        Forged forged;
        unsigned game = game_of(plan, (unsigned)lie + drawn++);
        while (!forge_world(games[game], lie, rng, &world))
            ;
        if (!forge(&world, lie, plan->plies, rng, &forged))
            continue;
        good = judge(&forged, lie, game, total);
        g_byte_array_unref(forged.bytes);
    }
    forge_forget();
    return good;
}

bool forge_suite(const ForgePlan *plan, ForgeTotal *total)
{
    NvRng rng = {plan->seed};
    bool good = true;
    *total = (ForgeTotal){0};
    for (ForgeLie lie = FORGE_HONEST; lie < FORGE_LIES && good; lie++)
        if (!plan->game || lie != FORGE_WRONG_GAME)
            good = run_lie(plan, lie, &rng, total);
    return good;
}

void forge_print(const ForgeTotal *total)
{
    for (ForgeLie lie = FORGE_HONEST; lie < FORGE_LIES; lie++) {
        const ForgeCount *c = &total->by_lie[lie];
        printf("# %-20s %5u certificates, %5u false, %5u true (%u accepted), %u not judged\n",
               forge_lie_text(lie), c->made, c->lies, c->truths, c->accepted, c->unknown);
    }
    printf("# %u false claims, by game", total->lies);
    for (unsigned i = 0; i < FORGE_GAMES; i++)
        printf(" %s %u", games[i], total->by_game[i]);
    printf(
        "; loops fail %u, literal %u and with a past %u, pair %u; checks %u, zugzwang %u, all %u; "
        "switches",
        total->by_law[0], total->by_law[1], total->by_law[2], total->by_law[3],
        total->by_attacks[0], total->by_attacks[1], total->by_attacks[2]);
    for (unsigned i = 0; i < FORGE_SWITCHES; i++)
        printf(" %u", total->by_switch[i]);
    printf("\n");
}
