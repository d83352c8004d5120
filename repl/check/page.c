/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as a page (HTML) without scripts: trees that fold, a line of moves each. */
#include "core/textboard.h"
#include "repl/check/print.h"
#include "repl/text.h"

static const char style[] =
    "body{font-family:sans-serif;max-width:60em;margin:1em auto;padding:0 1em;line-height:1.5}"
    "pre{line-height:1.15;font-family:'IPAexGothic','Noto Sans Mono CJK JP',monospace}"
    "pre.refutation{overflow-x:auto}"
    "details details{margin-left:1.5em}summary{cursor:pointer}"
    "ul{list-style:none;margin:0;padding-left:1.5em}"
    ".defect{color:#b00}.blemish{color:#a60}.note{color:#555}.class{color:#777}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}.defect{color:#f77}"
    ".blemish{color:#fb6}.note,.class{color:#aaa}}";

static const char *const severities[] = {"none", "note", "blemish", "defect"};

static void add_escaped(GString *out, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    g_string_append(out, escaped);
}

void kj_check_page_begin(GString *out)
{
    g_string_append_printf(out,
                           "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width\">\n"
                           "<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n",
                           kj_check_name("en", "ja"), kj_tr("Soundness"), style);
}

void kj_check_page_end(GString *out)
{
    g_string_append(out, "</body>\n</html>\n");
}

static void add_alternative(GString *out, const KjCheckRequest *request, const KjCheckJob *job,
                            const KjCheckNode *node, const KjAlternative *alt)
{
    g_autofree char *move = kj_check_move(request, job, node, alt->move);
    g_autofree char *line = kj_check_follow(request, node, alt, request->tree_plies);
    g_string_append_printf(out, "<li class=\"%s\">", severities[alt->severity]);
    add_escaped(out, move);
    g_string_append_c(out, ' ');
    add_escaped(out, line);
    g_string_append_printf(out, " <span class=\"class\">%s</span></li>\n",
                           kj_check_name(kj_class_en(alt->class), kj_class_ja(alt->class)));
}

/* The moves of a class at a node, folded. */
static void add_class(GString *out, const KjCheckRequest *request, const KjCheckJob *job,
                      const KjCheckNode *node, KjClass class)
{
    unsigned n = 0;
    g_autoptr(GString) items = g_string_new(NULL);
    KjSeverity worst = KJ_SEVERITY_NONE;
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != class)
            continue;
        worst = MAX(worst, alt->severity);
        if (n++ < request->tree_moves)
            add_alternative(items, request, job, node, alt);
    }
    if (n == 0)
        return;
    g_string_append_printf(out, "<details%s><summary class=\"%s\">%s: %u</summary><ul>\n%s",
                           worst >= KJ_SEVERITY_BLEMISH ? " open" : "", severities[worst],
                           kj_check_name(kj_class_en(class), kj_class_ja(class)), n, items->str);
    if (n > request->tree_moves)
        g_string_append_printf(out, "<li>… %u</li>\n", n - request->tree_moves);
    g_string_append(out, "</ul></details>\n");
}

static void add_node(GString *out, const KjCheckRequest *request, const KjCheckJob *job,
                     const KjCheckNode *node)
{
    g_autofree char *move = kj_check_move(request, job, node, node->move);
    KjSeverity worst = KJ_SEVERITY_NONE;
    for (unsigned k = 0; k < node->alternatives->len; k++)
        worst = MAX(worst, g_array_index(node->alternatives, KjAlternative, k).severity);
    g_string_append_printf(out, "<details%s><summary class=\"%s\">%u ",
                           worst >= KJ_SEVERITY_BLEMISH ? " open" : "", severities[worst],
                           node->ply + 1);
    add_escaped(out, move);
    g_string_append(out, "</summary>\n");
    for (unsigned c = KJ_CLASS_FAILS; c < KJ_CLASSES; c++)
        add_class(out, request, job, node, (KjClass)c);
    g_string_append(out, "</details>\n");
}

/* Why there is no mate. */
static void add_refutation(GString *out, const KjCheckRequest *request, const KjCheckJob *job)
{
    KjRefutationView view = kj_check_refutation_of(request, job);
    if (!view.tree)
        return;
    g_autofree char *nearest = kj_refutation_nearest_text(&view), *text = kj_refutation_text(&view);
    g_string_append(out, "<details open><summary>");
    add_escaped(out, nearest);
    g_string_append(out, "</summary>\n<pre class=\"refutation\">");
    add_escaped(out, text);
    g_string_append(out, "</pre></details>\n");
}

void kj_check_page_add(const KjCheckRequest *request, const KjCheckJob *job, GString *out)
{
    const KjReport *report = &job->report;
    g_autofree char *verdict = kj_check_verdict_text(report);
    g_autofree char *board =
        kj_board_text(&job->root, KJ_BOARD_KANJI, false, job->solve.input->last);
    g_string_append(out, "<h2>");
    g_autofree char *name = kj_text_without_folders(job->solve.input->id);
    add_escaped(out, name);
    g_string_append(out, "</h2>\n<pre>");
    add_escaped(out, board);
    g_string_append(out, "</pre>\n<p>");
    add_escaped(out, verdict);
    g_string_append_printf(out, " (%s)</p>\n<ul>\n", request->profile.name);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE)
            continue;
        g_autofree char *text = kj_check_finding_text(request, job, finding);
        g_string_append_printf(out, "<li class=\"%s\">", severities[finding->severity]);
        add_escaped(out, text);
        g_string_append(out, "</li>\n");
    }
    g_string_append(out, "</ul>\n");
    for (unsigned i = 0; i < report->nodes->len; i++)
        add_node(out, request, job, &g_array_index(report->nodes, KjCheckNode, i));
    add_refutation(out, request, job);
}
