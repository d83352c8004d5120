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

static bool set_switch(KjRules *rules, const char *word)
{
    static const struct {
        const char *word;
        KjTry rule;
    } tries[] = {{"try=off", KJ_TRY_OFF},
                 {"try=on", KJ_TRY_ON},
                 {"try=on-unless-mated", KJ_TRY_ON_UNLESS_MATED}};
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"elephant=hand", &rules->elephant_to_hand},
                 {"drops=no", &rules->no_drops},
                 {"drop-stalemate=illegal", &rules->drop_stalemate_illegal},
                 {"king-en-prise=refused", &rules->lion_safe_only},
                 {"perpetual=drop-mate", &rules->perpetual_is_drop_mate}};
    for (unsigned i = 0; i < G_N_ELEMENTS(tries); i++) {
        if (strcmp(word, tries[i].word) == 0) {
            rules->try_rule = tries[i].rule;
            return true;
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (strcmp(word, flags[i].word) == 0)
            return *flags[i].flag = true;
    }
    if (strcmp(word, "stalemate=draw") == 0)
        rules->stalemate = KJ_STALEMATE_DRAW;
    else if (strcmp(word, "mutual-perpetual=mover-loses") == 0)
        rules->mutual_perpetual = KJ_MUTUAL_MOVER_LOSES;
    else if (strcmp(word, "declaration=24") == 0)
        rules->declaration = KJ_DECLARE_24;
    else if (strcmp(word, "same-move=pair") == 0)
        rules->same_move = KJ_SAME_PAIR;
    else
        return false;
    return true;
}

bool switches_set(KjRules *rules, char **words)
{
    bool known = true;
    for (; *words && known; words++)
        known = set_switch(rules, *words);
    return known;
}

const KjGame *switched_game(const char *text, KjGame *out)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    const KjGame *game = words[0] ? kj_game_find(words[0]) : NULL;
    if (!game)
        return NULL;
    *out = *game;
    return switches_set(&out->rules, words + 1) ? out : NULL;
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
