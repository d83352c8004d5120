/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule switches, and what they are in the rules. */
#define KJ_TABLE rule
#define KJ_TABLE_ROWS "repl/job/rule_options.def"
#include "repl/job/option_table.tmpl.h"

static unsigned rule_get(const KjRules *rules, KjOptionId id)
{
    switch (id) {
    case ID_TRY: return rules->try_rule;
    case ID_STALEMATE: return rules->stalemate;
    case ID_MUTUAL_PERPETUAL: return rules->mutual_perpetual;
    case ID_DECLARATION: return rules->declaration;
    case ID_SAME_MOVE: return rules->same_move;
    case ID_UCHIFUZUME_PERPETUAL: return rules->perpetual_is_drop_mate;
    case ID_DROP_STALEMATE: return rules->drop_stalemate_illegal;
    case ID_KING_EN_PRISE: return rules->lion_safe_only;
    case ID_ELEPHANT: return rules->elephant_to_hand;
    case ID_DROPS: return rules->no_drops;
    default: g_assert_not_reached();
    }
}

static void rule_set(KjRules *rules, KjOptionId id, unsigned choice)
{
    switch (id) {
    case ID_TRY: rules->try_rule = (KjTry)choice; break;
    case ID_STALEMATE: rules->stalemate = (KjStalemate)choice; break;
    case ID_MUTUAL_PERPETUAL: rules->mutual_perpetual = (KjMutualPerpetual)choice; break;
    case ID_DECLARATION: rules->declaration = (KjDeclaration)choice; break;
    case ID_SAME_MOVE: rules->same_move = (KjSameMove)choice; break;
    case ID_UCHIFUZUME_PERPETUAL: rules->perpetual_is_drop_mate = choice == 1; break;
    case ID_DROP_STALEMATE: rules->drop_stalemate_illegal = choice == 1; break;
    case ID_KING_EN_PRISE: rules->lion_safe_only = choice == 1; break;
    case ID_ELEPHANT: rules->elephant_to_hand = choice == 1; break;
    case ID_DROPS: rules->no_drops = choice == 1; break;
    default: g_assert_not_reached();
    }
}

void kj_rules_apply(const KjValues *values, KjRules *rules)
{
    for (const KjOption *row = kj_rule_options; row->name; row++)
        if (values->value[row->id].set)
            rule_set(rules, row->id, values->value[row->id].choice);
}

char *kj_rule_text(const KjRules *rules, KjOptionId id)
{
    return kj_option_choice_text(kj_option_at(id), rule_get(rules, id));
}
