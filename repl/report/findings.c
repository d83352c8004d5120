/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the report of an item says, turned back to the problem as it was read. */
#include "repl/report/findings.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/check/check_read.h"
#include "repl/check/check_words.h"
#include "repl/report/report_words.h"
#include "repl/store/canonical.h"

enum { LONGEST = 40 }; // moves of a line that are written out

static void free_finding(void *data)
{
    KjItemFinding *finding = data;
    g_free(finding->line);
    g_free(finding->detail);
    g_free(finding->text);
    g_free(finding);
}

void kj_item_at(const KjItemView *view, const KjItemFinding *finding, KjPosition *out,
                KjMove *out_previous)
{
    const KjMove *line = finding->of_author ? view->author : view->line;
    unsigned n = finding->of_author ? view->n_author : view->n_line;
    n = finding->ply ? MIN(n, finding->ply - 1) : 0;
    *out = kj_position_after_line(&view->position, line, n);
    *out_previous = n ? line[n - 1] : KJ_MOVE_NONE;
}

unsigned kj_item_main_ply(const KjItemFinding *finding)
{
    return finding->of_author ? 0 : finding->ply;
}

const char *kj_item_verdict_word(const KjItem *item)
{
    if (!item->verdict)
        return kj_tr(item->error ? "not understood" : "not done");
    bool none = strcmp(item->verdict, kj_verdict_text(KJ_NOMATE)) == 0;
    if (strcmp(item->verdict, "none") == 0)
        return kj_tr("no 必至");
    return none ? kj_tr("no mate") : kj_item_word(item->verdict);
}

void kj_item_verdict_add(const KjItem *item, GString *out)
{
    // of a mate the length says all; of a check the word says more
    bool alone = item->plies >= 0 &&
                 (g_strcmp0(item->verdict, "mate") == 0 || g_strcmp0(item->verdict, "hisshi") == 0);
    g_string_append(out, alone ? "" : kj_item_verdict_word(item));
    if (item->plies >= 0 && item->hisshi)
        g_string_append_printf(out, kj_tr(alone ? "必至 in %d" : ", 必至 in %d"), item->plies);
    else if (item->plies >= 0)
        g_string_append_printf(out, kj_tr(alone ? "mate in %d" : ", mate in %d"), item->plies);
    if (item->plies >= 0 && !item->proved)
        g_string_append(out, kj_tr(" at most, not proved shortest"));
}

bool kj_item_report(const KjItem *item, const KjItemView *view, KjReport *out)
{
    if (!item->report)
        return false;
    bool read = kj_check_read(item->report, &view->position, out);
    if (!read)
        kj_report_clear(out);
    return read;
}

/* ---- its findings ---- */

static KjItemFinding *make(const KjReportView *view, const KjFinding *finding, bool lines)
{
    KjItemFinding *out = g_new0(KjItemFinding, 1);
    const KjCheckNode *node = finding->is_fault ? NULL
                                                : &g_array_index(view->report->nodes, KjCheckNode,
                                                                 (unsigned)finding->ply);
    const KjAlternative *alt = node ? kj_check_alternative(node, finding->move) : NULL;
    out->severity = finding->severity;
    out->code = kj_finding_code(finding);
    out->ply = (unsigned)(finding->ply + 1);
    out->move = finding->move;
    out->detail = kj_check_plain_detail(view, finding);
    if (finding->is_fault) {
        g_autofree char *fault = kj_check_fault_words(view, finding);
        out->text = g_strdup_printf("%s: %s", kj_tr(kj_severity_text(finding->severity)), fault);
    }
    if (!alt) {
        out->text = out->text ? out->text : kj_check_finding_text(view, finding);
        return out;
    }
    out->n_line = lines ? alt->n_line : 0;
    out->line = g_memdup2(alt->line, out->n_line * sizeof *out->line);
    g_autofree char *words = kj_check_beside_words(view, node, alt, lines ? LONGEST : 0);
    out->text = g_strdup_printf(kj_tr("%s, %s"), kj_tr(kj_severity_text(finding->severity)), words);
    return out;
}

static int worst_first(const void *a, const void *b)
{
    const KjItemFinding *x = *(KjItemFinding *const *)a, *y = *(KjItemFinding *const *)b;
    if (x->severity != y->severity)
        return (int)y->severity - (int)x->severity;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return strcmp(x->code, y->code);
}

GPtrArray *kj_item_findings(const KjItem *item, const KjItemView *view, KjNotation notation,
                            bool lines)
{
    GPtrArray *findings = g_ptr_array_new_with_free_func(free_finding);
    KjReport report;
    if (!kj_item_report(item, view, &report))
        return findings;
    const KjReportView said = {.report = &report, .root = &view->position, .notation = notation};
    for (unsigned i = 0; i < report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(report.findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE)
            continue;
        KjItemFinding *made = make(&said, finding, lines);
        made->of_author = finding->is_fault && finding->fault == KJ_FAULT_LINE && !view->authors;
        g_ptr_array_add(findings, made);
    }
    kj_report_clear(&report);
    g_ptr_array_sort(findings, worst_first);
    return findings;
}
