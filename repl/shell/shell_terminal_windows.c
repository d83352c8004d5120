/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prompt in a console window, which edits lines itself and remembers them. */
#include <glib/gprintf.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "core/text/lang.h"
#include "repl/shell/after_line.h"
#include "repl/shell/typed.h"
#include "repl/workbench/jobs.h"

/* A line without its end, NULL at the end of input, "" after Ctrl-C. (transfer full) */
static char *read_line(void)
{
    enum { CHARACTERS = 1 << 12 };
    g_autoptr(GString) line = g_string_new(NULL);
    HANDLE in = GetStdHandle(STD_INPUT_HANDLE);
    g_autofree wchar_t *wide = g_new(wchar_t, CHARACTERS);
    do {
        DWORD n = 0;
        if (!ReadConsoleW(in, wide, CHARACTERS, &n, NULL))
            return NULL;
        if (n == 0)
            return g_strdup("");
        if (wide[0] == L'\x1a')
            return NULL; // Ctrl-Z ends input
        g_autofree char *text = g_utf16_to_utf8((gunichar2 *)wide, (glong)n, NULL, NULL, NULL);
        g_string_append(line, text ? text : "");
    } while (!g_str_has_suffix(line->str, "\n"));
    return g_strdup(g_strstrip(line->str));
}

static void show_prompt(KjSession *session, const char *before)
{
    g_autofree char *prompt = kj_shell_prompt(session);
    g_printf("%s%s", before, prompt);
    fflush(stdout);
}

/* Shows what jobs have said while no key is pressed. */
static void wait_for_key(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    for (;;) {
        KjOsWake *wakes[] = {bench->wake, kj_jobs_wake(bench->jobs)};
        int come = kj_os_wait(wakes, G_N_ELEMENTS(wakes), true, -1);
        if (come & KJ_OS_INPUT || kj_session_ending())
            return;
        kj_os_wake_forget(bench->wake);
        if (kj_session_stopped(session)) {
            kj_session_resume();
            bool stopping = kj_jobs_stop(bench->jobs, 0);
            g_printf("%s\n", stopping ? kj_tr("^C stopping") : "^C");
            show_prompt(session, "");
        }
        g_autofree char *text = kj_typed_news(session);
        if (!text)
            continue;
        g_autofree char *above = g_strconcat("\r\033[K", text, NULL);
        show_prompt(session, above);
    }
}

static void loop(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    while (!bench->quit && !kj_session_ending()) {
        show_prompt(session, "");
        wait_for_key(session);
        g_autofree char *line = kj_session_ending() ? NULL : read_line();
        if (line)
            kj_typed_line(session, line);
        else
            kj_typed_end(session);
    }
}

KjExit kj_terminal_run(KjSession *session, bool read_rc)
{
    KjWorkbench *bench = session->bench;
    bench->interactive = true;
    kj_session_survive(bench->wake);
    g_autofree char *folder = kj_typed_begin(session, read_rc);
    fflush(stdout);
    loop(session);
    kj_shell_leave(session);
    kj_session_survive(NULL);
    return KJ_EXIT_OK;
}
