/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a solution (変化図): the main line down the page, variations and tries beside it. */
#include <string.h>

#include "repl/check/check_print.h"
#include "repl/job/phrases.h"

/* Which classes a tree shows, those that say most first. */
static const KjClass shown[] = {
    KJ_CLASS_EARLY,    KJ_CLASS_EQUAL,    KJ_CLASS_LATE,      KJ_CLASS_ORDER,   KJ_CLASS_REJOIN,
    KJ_CLASS_DETOUR,   KJ_CLASS_CHOICE,   KJ_CLASS_PROMOTION, KJ_CLASS_MIRROR,  KJ_CLASS_LAST,
    KJ_CLASS_ESCAPE,   KJ_CLASS_NOT_MAIN, KJ_CLASS_LONGER,    KJ_CLASS_SAME,    KJ_CLASS_SAME_LAST,
    KJ_CLASS_LEFTOVER, KJ_CLASS_SHORTER,  KJ_CLASS_FUTILE,    KJ_CLASS_UNKNOWN, KJ_CLASS_FAILS,
};

G_STATIC_ASSERT(G_N_ELEMENTS(shown) == KJ_CLASSES - 1); // all but KJ_CLASS_MAIN

static void add_branch(GString *text, const KjCheckRequest *request, const KjReportView *view,
                       const KjCheckNode *node, const KjAlternative *alt)
{
    g_autofree char *move = kj_check_alike(view, node, alt, NULL);
    g_autofree char *line = kj_check_follow(view, node, alt, request->tree_plies);
    g_string_append_printf(text, "      %s %s %s", alt->class == KJ_CLASS_FAILS ? "×" : "├", move,
                           line);
    g_autofree char *note = kj_check_note(view, node, alt);
    g_string_append_printf(text, "  [%s]\n", note);
}

static void add_node(GString *text, const KjCheckRequest *request, const KjReportView *view,
                     const KjCheckNode *node)
{
    g_autofree char *move = kj_check_move(view, node, node->move);
    g_autofree char *because = request->solve.explain ? kj_check_because(view, node, NULL) : NULL;
    g_string_append_printf(text, "%4u  %s", node->ply + 1, move);
    if (because && *because)
        g_string_append_printf(text, "  [%s]", because);
    g_string_append_c(text, '\n');
    unsigned n = 0;
    for (unsigned c = 0; c < G_N_ELEMENTS(shown); c++) {
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            bool first = alt->class == shown[c] && !kj_check_is_told(view->report, node, alt);
            if (first && n++ < request->tree_moves)
                add_branch(text, request, view, node, alt);
        }
    }
    if (n > request->tree_moves)
        g_string_append_printf(text, kj_tr("      … %u more\n"), n - request->tree_moves);
}

char *kj_check_tree(const KjCheckRequest *request, const KjCheckJob *job)
{
    KjReportView report = kj_check_view(request, job);
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < job->report.nodes->len; i++)
        add_node(text, request, &report, &g_array_index(job->report.nodes, KjCheckNode, i));
    KjRefutationView view = kj_check_refutation_of(&report);
    g_autofree char *refutation = view.tree ? kj_refutation_text(&view) : NULL;
    if (refutation)
        g_string_append_printf(text, kj_tr("refutation:\n%s"), refutation);
    return g_string_free(text, FALSE);
}
