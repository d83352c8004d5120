/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve --html and --kif: the solutions as a page to step through, and as records. */
#include <string.h>

#include "core/format/kif.h"
#include "core/text/lang.h"
#include "repl/command/solve_print.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/file_draft.h"
#include "repl/job/input_record.h"
#include "repl/job/solution.h"

bool kj_solve_page(const char *path, KjOver over, const KjPictureRequest *request,
                   KjSolveJob *const *jobs, unsigned n_jobs, GError **error)
{
    g_autoptr(GString) body = g_string_new(NULL);
    g_autofree char *title = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i < n_jobs; i++) {
        if (!jobs[i]->solution)
            continue; // not understood, or stopped before it was begun
        n++;
        kj_picture_steps(request, jobs[i]->input, jobs[i]->solution, NULL, body);
        if (!title)
            title = kj_picture_title(request, jobs[i]->input);
    }
    if (n == 0)
        return true;
    g_autofree char *page = kj_replay_page(title ? title : kj_tr("Tsume-shogi"), body->str);
    return kj_file_write(path, page, -1, over, error);
}

char *kj_solve_record(const KjSolveJob *job)
{
    g_autoptr(KjGameFile) file = kj_game_file_of(kj_move_tree_copy(job->solution));
    kj_input_about(job->input, file->tree);
    if (job->result.verdict == KJ_MATE) {
        g_autofree char *plies = g_strdup_printf("%u手", job->result.plies);
        kj_move_node_note(file->tree->root, KJ_NOTE_HEADER, "手数", plies);
    }
    GString *out = g_string_new(NULL);
    kj_kif_write(out, file, KJ_FORMAT_KIF);
    return g_string_free(out, FALSE);
}
