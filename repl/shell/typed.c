/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that are typed, and what comes before the first. */
#include "repl/shell/typed.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/commands.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/output.h"
#include "repl/shell/after_line.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/sessions.h"

/* Whether Enter alone runs a line again. */
static bool is_repeated(const char *line)
{
    g_auto(GStrv) words = NULL;
    if (!g_shell_parse_argv(line, NULL, &words, NULL))
        return false;
    const KjCommand *command = kj_command_find(words[0]);
    return command ? command->flags & (KJ_COMMAND_LONG | KJ_COMMAND_AGAIN)
                   : kj_shell_is_way(words[0]);
}

/* Runs what was typed; what was pasted as a whole may have several lines. A Ctrl-C that comes as soon
 * as the line was accepted stops it before it begins. Returns whether it has begun jobs. */
static bool run(KjSession *session, const char *text)
{
    KjWorkbench *bench = session->bench;
    g_auto(GStrv) lines = g_strsplit_set(text, "\r\n", -1);
    KjExit status = KJ_EXIT_OK;
    unsigned next = kj_jobs_next(bench->jobs);
    for (char **line = lines; *line && !kj_shell_is_error(status); line++)
        status = kj_shell_line(session, *line);
    bool begun = kj_jobs_next(bench->jobs) != next;
    kj_session_resume();
    kj_shell_after_line(session);
    fflush(stdout);
    return begun;
}

bool kj_typed_line(KjSession *session, const char *line)
{
    KjWorkbench *bench = session->bench;
    bool again = !*line && bench->repeat && !bench->pasted->len;
    if (*line) {
        g_free(bench->repeat);
        bench->repeat = is_repeated(line) ? g_strdup(line) : NULL;
    }
    g_autofree char *text = g_strdup(again ? bench->repeat : line);
    if (again)
        puts(text);
    return run(session, text);
}

void kj_typed_end(KjSession *session)
{
    run(session, "quit");
}

char *kj_typed_news(KjSession *session)
{
    KjExit status = KJ_EXIT_OK;
    char *text = kj_jobs_take(kj_workbench_of(session)->jobs, &status);
    kj_shell_watch_learn(session);
    kj_shell_keep(session);
    return text;
}

/* ---- start ---- */

/* The folder of history and autosave, made if need be; NULL without one. */
static char *make_state_folder(KjSession *session)
{
    char *folder = g_build_filename(g_get_user_state_dir(), "kanju", NULL);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        return folder;
    kj_term_message(&session->term, "%s: %s: no history and no autosave", folder,
                    kj_os_text(errno));
    g_free(folder);
    return NULL;
}

/* Begins a session that is kept, and says which there are. */
static void begin_session(KjSession *session, const char *folder)
{
    KjWorkbench *bench = session->bench;
    bench->sessions = kj_sessions_open(folder);
    if (!bench->sessions) {
        kj_term_message(&session->term, "%s: %s: sessions are not kept", folder, kj_os_text(errno));
        return;
    }
    g_autoptr(GPtrArray) list = kj_sessions_list(folder, bench->sessions);
    const KjSessionFile *last = list->len ? list->pdata[0] : NULL;
    g_autofree char *text = NULL;
    if (!last || !kj_file_read(last->path, &text, NULL, NULL))
        return;
    puts(kj_tr("'restore' lists earlier sessions, 'restore 1' brings back the last one"));
    if (!last->running && strstr(text, "\"jobs\":[{"))
        puts(kj_tr("it has left jobs that can go on ('jobs 1' then)"));
}

static void read_rc_file(KjSession *session)
{
    g_autofree char *path = g_build_filename(g_get_user_config_dir(), "kanju", "rc", NULL);
    g_autofree char *text = NULL;
    if (kj_file_read(path, &text, NULL, NULL))
        kj_shell_text(session, text, path);
}

char *kj_typed_begin(KjSession *session, bool read_rc)
{
    KjWorkbench *bench = session->bench;
    kj_dispatch_speak(session);
    char *folder = make_state_folder(session);
    if (folder)
        begin_session(session, folder);
    bench->settled = bench->serial; // nothing to draw yet
    if (read_rc)
        read_rc_file(session);
    if (!bench->written)
        bench->written = kj_workbench_write(bench); // nothing to keep either
    kj_dispatch_speak(session);
    puts(kj_tr("'help' lists the commands, 'quit' leaves"));
    return folder;
}
