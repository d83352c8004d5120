/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done between two lines of the workbench. */
#include "repl/shell/after_line.h"

#include <stdio.h>

#include "core/text/lang.h"
#include "repl/cli/settings.h"
#include "repl/collection/collection.h"
#include "repl/diagram/picture.h"
#include "repl/shell/answer.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/sessions.h"
#include "repl/workbench/watch.h"

static void draw_board(KjSession *session)
{
    KjPosition position = kj_workbench_position(session->bench);
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_BOARD, values);
    g_autofree char *board = kj_picture_board(&session->term, values, &position,
                                              kj_workbench_tree(session->bench)->at->move);
    fputs(board, stdout);
    fflush(stdout);
}

/* What is known of the position: by the light, or else by a search of this session; NULL nothing.
 * (transfer full) */
static char *light(const KjSession *session)
{
    KjAnswer known;
    if (kj_workbench_of(session)->watch)
        return kj_watch_light(kj_workbench_of(session)->watch);
    return kj_answer_known(session, &known) ? kj_light_text(&known) : NULL;
}

void kj_shell_keep(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    if (!bench->sessions)
        return;
    g_free(bench->light);
    bench->light = light(session);
    char *text = kj_workbench_write(bench);
    g_autoptr(GError) error = NULL;
    bool news = g_strcmp0(text, bench->written) != 0;
    g_free(bench->written);
    bench->written = text;
    if (news && !kj_sessions_write(bench->sessions, text, &error))
        kj_term_message(&session->term, "autosave: %s", error->message);
}

/* Waits for jobs that are to stop and prints what they have found. */
static void print_ends(KjJobs *jobs)
{
    enum { POLL_MILLISECONDS = 100 };
    KjExit status = KJ_EXIT_OK;
    while (kj_jobs_busy(jobs, 0)) {
        kj_os_wait(&(KjOsWake *){kj_jobs_wake(jobs)}, 1, false, POLL_MILLISECONDS);
        g_autofree char *text = kj_jobs_take(jobs, &status);
        fputs(text ? text : "", stdout);
    }
    fflush(stdout);
}

void kj_shell_leave(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    g_autoptr(GPtrArray) left = kj_jobs_left(bench->jobs);
    kj_jobs_leave(bench->jobs);
    kj_jobs_stop(bench->jobs, 0);
    print_ends(bench->jobs);
    g_ptr_array_extend_and_steal(bench->left, g_steal_pointer(&left));
    kj_shell_keep(session);
}

/* Says where the intended line breaks, when that is news to who types. */
static void tell_break(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    KjLineBreak broken = kj_workbench_line_break(bench);
    bool news = broken.state != bench->broken.state || broken.ply != bench->broken.ply;
    bench->broken = broken;
    if (!bench->interactive || bench->quiet || !news || broken.state == KJ_LINE_HOLDS)
        return;
    g_autoptr(GArray) line = kj_workbench_intended(bench);
    g_autofree char *why =
        line ? kj_line_break_text(kj_workbench_tree(bench)->start.game, line, &broken) : NULL;
    if (why)
        kj_term_message(&session->term, "the intended line breaks at %s", why);
}

void kj_shell_after_line(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    if (bench->serial == bench->settled) {
        bench->quiet = false;
        kj_shell_watch_learn(session);
        kj_shell_keep(session);
        return;
    }
    bench->settled = bench->serial;
    bench->leaving = false;
    if (bench->watch)
        kj_shell_watch_look(session);
    kj_shell_keep(session);
    tell_break(session);
    if (kj_workbench_draws(bench) && !bench->quiet)
        draw_board(session);
    bench->quiet = false;
}

char *kj_shell_prompt(const KjSession *session)
{
    const KjWorkbench *bench = session->bench;
    KjPosition position = kj_workbench_position(bench);
    unsigned ply = kj_workbench_tree(bench)->at->ply;
    const KjGameRow *row = position.game->row;
    GString *prompt = g_string_new(kj_lang() == KJ_LANG_JA ? row->name_ja : row->id);
    g_string_append_printf(prompt, " %s%u", position.side == KJ_SENTE ? "▲" : "△", ply);
    const KjCollection *collection = bench->beside.collection;
    if (collection)
        g_string_append_printf(prompt, " %u/%u%s%s", collection->current + 1,
                               collection->problems->len, bench->beside.edited ? "+" : "",
                               kj_collection_changed(collection) ? "*" : "");
    g_autofree char *known = light(session);
    if (known)
        g_string_append_printf(prompt, " [%s]", known);
    KjLineBreak broken = kj_workbench_line_break(bench);
    if (broken.state != KJ_LINE_HOLDS)
        g_string_append_printf(prompt, kj_tr(" [line breaks at %u]"), broken.ply);
    g_string_append(prompt, "> ");
    return g_string_free(prompt, FALSE);
}
