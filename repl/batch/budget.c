/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing and formatting lists of budgets. */
#include "repl/batch/budget.h"

#include <math.h>
#include <string.h>

#include "core/text/lang.h"

static const double max_seconds = 1e9, max_nodes = 9e18;

static bool refuse(const char *word, const char *why, GError **error)
{
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--budgets: '%s' %s", word,
                        kj_tr(why));
}

static bool read_one(const char *word, KjBudget *out, GError **error)
{
    double value;
    KjAmount kind = kj_amount_read(word, KJ_AMOUNT_SECONDS | KJ_AMOUNT_NODES, &value);
    bool nodes = kind == KJ_AMOUNT_NODES;
    if (!kind)
        return refuse(
            word, "is not a budget, expected seconds as in 10, 10s, 5m or 1h, or nodes as in 20kn",
            error);
    if (value < (nodes ? 1 : 0.001) || value > (nodes ? max_nodes : max_seconds))
        return refuse(word, "is out of range", error);
    *out = (KjBudget){.nodes = nodes ? (guint64)value : 0, .seconds = nodes ? 0 : value};
    return true;
}

/* Whether a budget of the same kind is more than another. */
static bool grows(const KjBudget *before, const KjBudget *after)
{
    return before->nodes ? after->nodes > before->nodes
                         : after->nodes == 0 && after->seconds > before->seconds;
}

GArray *kj_budgets_read(const char *text, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    g_autoptr(GArray) budgets = g_array_new(FALSE, FALSE, sizeof(KjBudget));
    for (char **word = words; *word; word++) {
        KjBudget budget;
        if (!read_one(*word, &budget, error))
            return NULL;
        if (budgets->len && !grows(&g_array_index(budgets, KjBudget, budgets->len - 1), &budget)) {
            refuse(*word, "is not more than the one before", error);
            return NULL;
        }
        g_array_append_val(budgets, budget);
    }
    if (budgets->len)
        return g_steal_pointer(&budgets);
    refuse(text, "is not a list of budgets, expected one such as 1,10,100", error);
    return NULL;
}

GArray *kj_budgets_of(const KjValues *values, GError **error)
{
    const KjValue *time = &values->value[KJ_OPT(TIME)], *nodes = &values->value[KJ_OPT(NODES)];
    const KjValue *list = &values->value[KJ_OPT(BUDGETS)];
    if (!time->set && !nodes->set)
        return kj_budgets_read(list->text, error);
    if (list->set) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--budgets with --%s: expected only one of them",
                     time->set ? "time" : "nodes");
        return NULL;
    }
    GArray *budgets = g_array_new(FALSE, FALSE, sizeof(KjBudget));
    KjBudget budget = {time->real, (guint64)nodes->integer};
    g_array_append_val(budgets, budget);
    return budgets;
}

char *kj_budget_text(const KjBudget *budget)
{
    g_autofree char *seconds =
        budget->seconds ? g_strdup_printf(kj_tr("%g s"), budget->seconds) : NULL;
    g_autofree char *nodes =
        budget->nodes ? g_strdup_printf(kj_tr("%" G_GUINT64_FORMAT " nodes"), budget->nodes) : NULL;
    if (seconds && nodes)
        return g_strconcat(seconds, kj_tr(", "), nodes, NULL);
    return g_strdup(seconds ? seconds : nodes ? nodes : kj_tr("no limit"));
}

double kj_seconds_limit(const KjBudget *budget)
{
    return budget->seconds > 0 ? budget->seconds : (double)G_MAXINT64;
}

gint64 kj_nodes_limit(const KjBudget *budget)
{
    return budget->nodes > 0 ? (gint64)MIN(budget->nodes, (guint64)G_MAXINT64) : G_MAXINT64;
}
