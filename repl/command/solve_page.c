/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve --html: the solutions as a page to step through. */
#include <string.h>

#include "repl/cli/output.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/solution.h"
#include "repl/job/text.h"

bool kj_solve_page(const char *path, const KjPictureRequest *request, const KjSolveJob *jobs,
                   unsigned n_jobs, GError **error)
{
    g_autoptr(KjGlyphs) glyphs = kj_glyphs_new(request->font);
    g_autoptr(GString) body = g_string_new(NULL);
    g_autofree char *title = NULL;
    for (unsigned i = 0; i < n_jobs; i++) {
        if (!jobs[i].solution)
            continue; // not understood, or stopped before it was begun
        kj_picture_steps(request, jobs[i].input, jobs[i].solution, NULL, glyphs, body);
        if (!title)
            title = kj_picture_title(request, jobs[i].input);
    }
    g_autofree char *name = kj_text_without_folders(title    ? title
                                                    : n_jobs ? jobs[0].input->id
                                                             : "");
    g_autofree char *page = kj_replay_page(name, body->str, glyphs);
    return kj_file_write(path, page, -1, error);
}
