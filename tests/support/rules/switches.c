/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combinations of switches. */
#include "tests/support/rules/switches.h"

#include <string.h>

#include <glib.h>

KjRules switches_at(const KjGame *game, unsigned which)
{
    KjRules rules = game->rules;
    rules.elephant_to_hand = which % 3 == 1;
    rules.no_drops = which % 3 == 2;
    rules.try_rule = which / 3 % 2 ? KJ_TRY_ON : KJ_TRY_OFF;
    rules.stalemate = which / 6 % 2 ? KJ_STALEMATE_DRAW : KJ_STALEMATE_LOSS;
    rules.drop_stalemate_illegal = which / 12 % 2;
    return rules;
}

KjRules switches_of(const KjGame *game, bool try_on, bool draws)
{
    KjRules rules = game->rules;
    rules.try_rule = try_on ? KJ_TRY_ON : rules.try_rule;
    rules.stalemate = draws ? KJ_STALEMATE_DRAW : rules.stalemate;
    rules.drop_stalemate_illegal = draws;
    return rules;
}

const KjGame *switched_game(const char *text, KjGame *out)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 2);
    const KjGame *game = words[0] ? kj_game_find(words[0]) : NULL;
    if (!game)
        return NULL;
    *out = *game;
    KjRules *rules = &out->rules;
    const char *word = words[1];
    bool try = word && g_str_has_prefix(word, "try=");
    if (try)
        rules->try_rule = strcmp(word, "try=on") == 0    ? KJ_TRY_ON
                          : strcmp(word, "try=off") == 0 ? KJ_TRY_OFF
                                                         : KJ_TRY_ON_UNLESS_MATED;
    rules->elephant_to_hand = g_strcmp0(word, "elephant=hand") == 0;
    rules->no_drops = g_strcmp0(word, "drops=no") == 0;
    rules->drop_stalemate_illegal = g_strcmp0(word, "drop-stalemate=illegal") == 0;
    rules->lion_safe_only = g_strcmp0(word, "king-en-prise=refused") == 0;
    bool known = try || rules->elephant_to_hand || rules->no_drops ||
                 rules->drop_stalemate_illegal || rules->lion_safe_only;
    return known || !word ? out : NULL;
}

const char *switches_text(unsigned which)
{
    static const char *const elephant[] = {"elephant=leaves", "elephant=hand", "drops=no"};
    static char text[128];
    g_snprintf(text, sizeof text, "%s try=%s stalemate=%s drop-stalemate=%s", elephant[which % 3],
               which / 3 % 2 ? "on" : "off", which / 6 % 2 ? "draw" : "loss",
               which / 12 % 2 ? "illegal" : "legal");
    return text;
}
