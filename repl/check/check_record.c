/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a record: the line, comments where something is found, variations as branches. */
#include "core/format/kif.h"
#include "repl/check/check_print.h"
#include "repl/job/input_record.h"

/* Adds an alternative and what follows it as a branch at the place of the cursor, which stays. */
static void add_branch(KjMoveCursor *cursor, const KjReportView *view, const KjCheckNode *node,
                       const KjAlternative *alt)
{
    if (!kj_move_cursor_play(cursor, alt->move, NULL))
        return;
    g_autofree char *note = kj_check_note(view, node, alt);
    kj_move_node_note(cursor->at, KJ_NOTE_COMMENT, NULL, note);
    for (unsigned i = 0; i < alt->n_line; i++) {
        if (!kj_move_cursor_play(cursor, alt->line[i], NULL))
            break;
    }
    kj_move_cursor_back(cursor, node->ply);
}

/* Whether an alternative is worth a branch in any case. */
static bool wanted(const KjAlternative *alt)
{
    return alt->severity > KJ_SEVERITY_NONE || alt->class == KJ_CLASS_SAME ||
           alt->class == KJ_CLASS_LEFTOVER;
}

/* The branches of a node: what is wanted, and up to `others` of the other moves. */
static void add_branches(KjMoveCursor *cursor, const KjReportView *view, const KjCheckNode *node,
                         unsigned others)
{
    kj_move_cursor_back(cursor, node->ply);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            bool first = wanted(alt);
            if (first != (pass == 0) || (!first && others == 0))
                continue;
            others -= !first;
            add_branch(cursor, view, node, alt);
        }
    }
}

static void add_findings(KjMoveCursor *cursor, const KjReportView *view, int ply)
{
    for (unsigned i = 0; i < view->report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(view->report->findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE || finding->ply != ply)
            continue;
        g_autofree char *text = kj_check_finding_text(view, finding);
        kj_move_node_note(cursor->at, KJ_NOTE_COMMENT, NULL, text);
    }
}

KjMoveTree *kj_check_game(const KjCheckRequest *request, const KjCheckJob *job, unsigned others,
                          bool comments)
{
    const KjReport *report = &job->report;
    KjReportView view = kj_check_view(request, job);
    KjMoveTree *tree = kj_move_tree_new(&job->root);
    g_autofree char *verdict = kj_check_verdict_text(report);
    g_autofree char *plies = g_strdup_printf("%u手", report->plies);
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, tree);
    kj_input_about(job->solve.input, tree);
    if (!report->tentative)
        kj_move_node_note(tree->root, KJ_NOTE_HEADER, "手数", plies);
    kj_move_node_note(tree->root, KJ_NOTE_HEADER, "完全性", kj_work_ja(report->verdict));
    if (comments) {
        kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, verdict);
        add_findings(&cursor, &view, -1);
    }
    bool played = true;
    for (unsigned i = 0; i < report->nodes->len && played; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        played = kj_move_cursor_play(&cursor, node->move, NULL);
        g_autofree char *because =
            request->solve.explain ? kj_check_because(&view, node, NULL) : NULL;
        if (because && *because)
            kj_move_node_note(cursor.at, KJ_NOTE_COMMENT, NULL, because);
        add_findings(&cursor, &view, (int)i);
    }
    if (played && report->n_line && !report->hisshi)
        kj_move_cursor_end(&cursor, KJ_END_MATE, NULL);
    for (unsigned i = report->nodes->len; i > 0 && played; i--)
        add_branches(&cursor, &view, &g_array_index(report->nodes, KjCheckNode, i - 1), others);
    KjRefutationView refutation = kj_check_refutation_of(&view);
    kj_move_cursor_back(&cursor, 0);
    if (refutation.tree)
        kj_refutation_play(&refutation, &cursor);
    return tree;
}

char *kj_check_kif(const KjCheckRequest *request, const KjCheckJob *job)
{
    KjLang before = kj_lang();
    if (job->solve.input->file)
        kj_lang_set(kj_work_language(job->solve.input->file->tree));
    g_autoptr(KjGameFile) file =
        kj_game_file_of(kj_check_game(request, job, request->tree ? request->tree_moves : 0, true));
    kj_lang_set(before);
    GString *out = g_string_new(NULL);
    kj_kif_write(out, file, KJ_FORMAT_KIF);
    return g_string_free(out, FALSE);
}
