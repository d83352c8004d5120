/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of the shell that take output; the pager. */
#include "repl/cli/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/os/terminal.h"
#include "repl/cli/fold.h"

/* Runs in the child: our searching threads block all signals, and the program ignores two. */
static void prepare_child(gpointer data)
{
    (void)data;
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int kj_shell_run(const char *command)
{
    fflush(stdout);
    int result = system(command);
    return result > 255 ? result >> 8 : result;
}

bool kj_shell_pipe_open(KjShellPipe *pipe, const char *command, GError **error)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    g_autofree char *copy = g_strdup(command);
    char *argv[] = {shell, option, copy, NULL};
    int in;
    fflush(stdout); // what was printed before comes before
    if (!g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, prepare_child, NULL,
                                  &pipe->pid, &in, NULL, NULL, error))
        return false;
    fcntl(in, F_SETFD, FD_CLOEXEC);
    pipe->out = fdopen(in, "w");
    return true;
}

int kj_shell_pipe_close(KjShellPipe *pipe)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    int status = 0;
    sigaction(SIGINT, &ignore, &before);
    fclose(pipe->out);
    while (waitpid(pipe->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    sigaction(SIGINT, &before, NULL);
    g_spawn_close_pid(pipe->pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool kj_pager_wanted(const KjTerm *term, const KjValues *values)
{
    const KjValue *value = &values->value[KJ_OPT(PAGER)];
    return term->out_is_terminal && kj_os_is_terminal(STDIN_FILENO) && kj_os_terminal_draws() &&
           (!value->set || value->flag);
}

/* The pager's command line, or NULL where none is wished for or there. (transfer full) */
static char *pager(void)
{
    // as git does: colours, and nothing is left on the screen of what fits into it
    static const char settings[] =
        ": ${LESS=FRX} ${LV=-c} ${LESSCHARSET=utf-8}; export LESS LV LESSCHARSET; ";
    const char *asked = getenv("PAGER");
    g_autofree char *less = asked ? NULL : g_find_program_in_path("less");
    if (!asked && !less)
        return NULL;
    if (asked && (!*asked || strcmp(asked, "cat") == 0))
        return NULL;
    return g_strconcat(settings, asked ? asked : "less", NULL);
}

bool kj_pager_show(const KjTerm *term, const char *text)
{
    enum { NOT_FOUND = 127 };
    if (kj_fold_rows(text, term->width) < term->height || kj_os_keys_wait())
        return false; // the prompt has a row as well
    g_autofree char *command = pager();
    KjShellPipe pipe;
    if (!command || !kj_shell_pipe_open(&pipe, command, NULL))
        return false;
    fputs(text, pipe.out); // who leaves early has seen enough
    return kj_shell_pipe_close(&pipe) != NOT_FOUND;
}
