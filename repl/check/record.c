/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a record: the line, comments where something is found, variations as branches. */
#include "core/kif.h"
#include "repl/check/print.h"
#include "repl/text.h"

/* Adds an alternative and what follows it as a branch at the place of the cursor, which stays. */
static void add_branch(KjGameCursor *cursor, const KjCheckNode *node, const KjAlternative *alt)
{
    if (!kj_game_play(cursor, alt->move, NULL))
        return;
    kj_game_note(cursor->at, KJ_NOTE_COMMENT, NULL,
                 kj_check_name(kj_class_en(alt->class), kj_class_ja(alt->class)));
    for (unsigned i = 0; i < alt->n_line; i++) {
        if (!kj_game_play(cursor, alt->line[i], NULL))
            break;
    }
    kj_game_cursor_back(cursor, node->ply);
}

/* Whether an alternative is worth a branch. */
static bool wanted(const KjAlternative *alt)
{
    return alt->severity > KJ_SEVERITY_NONE || alt->class == KJ_CLASS_SAME ||
           alt->class == KJ_CLASS_LEFTOVER;
}

static void add_findings(KjGameCursor *cursor, const KjCheckRequest *request, const KjCheckJob *job,
                         int ply)
{
    for (unsigned i = 0; i < job->report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(job->report.findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE || finding->ply != ply)
            continue;
        g_autofree char *text = kj_check_finding_text(request, job, finding);
        kj_game_note(cursor->at, KJ_NOTE_COMMENT, NULL, text);
    }
}

char *kj_check_kif(const KjCheckRequest *request, const KjCheckJob *job)
{
    const KjReport *report = &job->report;
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_SFEN);
    file->start = job->root;
    file->has_start = true;
    g_autofree char *verdict = kj_check_verdict_text(report);
    g_autofree char *plies = g_strdup_printf("%u手", report->plies);
    KjGameCursor cursor;
    kj_game_cursor_init(&cursor, file);
    g_autofree char *name = kj_text_without_folders(job->solve.input->id);
    kj_game_note(file->root, KJ_NOTE_HEADER, "作品名", name);
    kj_game_note(file->root, KJ_NOTE_HEADER, "手数", plies);
    kj_game_note(file->root, KJ_NOTE_HEADER, "完全性", kj_work_ja(report->verdict));
    kj_game_note(file->root, KJ_NOTE_COMMENT, NULL, verdict);
    add_findings(&cursor, request, job, -1);
    bool played = true;
    for (unsigned i = 0; i < report->nodes->len && played; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        played = kj_game_play(&cursor, node->move, NULL);
        add_findings(&cursor, request, job, (int)i);
    }
    if (played && report->n_line)
        kj_game_end(&cursor, KJ_END_MATE, NULL);
    for (unsigned i = report->nodes->len; i > 0 && played; i--) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i - 1);
        kj_game_cursor_back(&cursor, node->ply);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            if (wanted(alt))
                add_branch(&cursor, node, alt);
        }
    }
    kj_game_cursor_back(&cursor, 0);
    KjRefutationView view = kj_check_refutation_of(request, job);
    if (view.tree)
        kj_refutation_play(&view, &cursor);
    kj_game_cursor_clear(&cursor);
    GString *out = g_string_new(NULL);
    kj_kif_write(out, file, KJ_FORMAT_KIF);
    return g_string_free(out, FALSE);
}
