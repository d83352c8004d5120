/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on a page (HTML): what was found, and the work to step through, by the player of
 * solutions. */
#include "repl/check/check_page.h"

#include "repl/check/check_print.h"
#include "repl/check/tries_print.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/phrases.h"

/* The place of a move after `ply` moves of the main line, or NULL. */
static const KjMoveNode *place_of(const KjMoveTree *tree, int ply, KjMove move)
{
    const KjMoveNode *node = tree->root;
    for (int i = 0; i < ply && node; i++)
        node = node->child;
    for (node = ply >= 0 && node ? node->child : NULL; node; node = node->next)
        if (node->move == move)
            break;
    return node;
}

static void free_remark(void *data)
{
    KjStepsRemark *remark = data;
    g_free((char *)(gsize)remark->text);
    g_free(remark);
}

/* The tries that hold out, each with a link to its first move if it is on the page. */
static void add_tries(const KjCheckRequest *request, const KjCheckJob *job, const KjMoveTree *tree,
                      GPtrArray *remarks)
{
    for (unsigned i = 0; i < kj_check_tries_shown(job); i++) {
        const KjWrongCheck *try = &g_array_index(job->tries, KjWrongCheck, i);
        g_autofree char *text = kj_try_text(request, &job->report, try);
        g_autofree char *because = kj_try_because(request, &job->report, try);
        g_autofree char *told = because ? g_strdup_printf(kj_tr("%s; %s"), text, because) : NULL;
        KjStepsRemark *remark = g_new(KjStepsRemark, 1);
        *remark = (KjStepsRemark){.text = g_strdup_printf(kj_tr("try, %s"), told ? told : text),
                                  .class = "note",
                                  .node = place_of(tree, (int)try->ply, try->move)};
        g_ptr_array_add(remarks, remark);
    }
}

/* The findings, each with a link to its move. */
static GPtrArray *remarks_of(const KjCheckRequest *request, const KjCheckJob *job,
                             const KjMoveTree *tree)
{
    KjReportView view = kj_check_view(request, job);
    GPtrArray *remarks = g_ptr_array_new_with_free_func(free_remark);
    for (unsigned i = 0; i < job->report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(job->report.findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE)
            continue;
        KjStepsRemark *remark = g_new(KjStepsRemark, 1);
        *remark = (KjStepsRemark){.text = kj_check_finding_text(&view, finding),
                                  .class = kj_severity_text(finding->severity),
                                  .node = place_of(tree, finding->ply, finding->move)};
        g_ptr_array_add(remarks, remark);
    }
    add_tries(request, job, tree, remarks);
    return remarks;
}

/* Why there is no mate, folded where the answers are hidden. */
static void add_refutation(GString *out, const KjCheckRequest *request, const KjCheckJob *job,
                           bool hidden)
{
    KjReportView report = kj_check_view(request, job);
    KjRefutationView view = kj_check_refutation_of(&report);
    if (!view.tree)
        return;
    g_autofree char *nearest = kj_refutation_nearest_text(&view), *text = kj_refutation_text(&view);
    g_autofree char *lines = g_markup_escape_text(text, -1); // with its line ends
    g_string_append_printf(out, "<details%s><summary>", hidden ? "" : " open");
    kj_xml_append(out, hidden ? kj_tr("Refutation") : nearest);
    g_string_append_printf(out, "</summary>\n<pre class=\"kj-refutation\">%s</pre></details>\n",
                           lines);
}

void kj_check_page_steps(const KjCheckRequest *request, const KjPictureRequest *pictures,
                         const KjCheckJob *job, GString *out)
{
    g_autoptr(KjMoveTree) tree = kj_check_game(request, job, request->tree_moves, false);
    g_autoptr(GPtrArray) remarks = remarks_of(request, job, tree);
    kj_picture_steps(pictures, job->solve.input, tree, remarks, out);
    add_refutation(out, request, job, pictures->hidden);
}

void kj_check_page_add(const KjCheckRequest *request, const KjPictureRequest *pictures,
                       const KjCheckJob *job, GString *out)
{
    const KjInput *input = job->solve.input;
    g_autofree char *verdict = kj_check_verdict_text(&job->report);
    g_autofree char *title = kj_picture_title(pictures, input);
    g_string_append(out, "<h2>");
    kj_xml_append(out, title ? title : kj_tr("Tsume-shogi"));
    g_string_append(out, "</h2>\n<p class=\"kj-verdict\">");
    kj_xml_append(out, verdict);
    g_string_append_printf(out, " (%s)</p>\n", request->profile.name);
    kj_check_page_steps(request, pictures, job, out);
}
