/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Child processes over pipes, with deadlines. */
#include "repl/usi/process.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_LINE = 4 << 20, POLL_MILLISECONDS = 50, MOMENT_MILLISECONDS = 1000 };

struct KjProcess {
    GPid pid;
    int in, out;     // its standard input and output
    GString *buffer; // what of its output was not given yet
};

/* Runs in the child: our searching threads block all signals, and the program ignores two. */
static void prepare_child(gpointer data)
{
    (void)data;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

KjProcess *kj_process_start(char **argv, GError **error)
{
    KjProcess process = {0};
    GSpawnFlags flags =
        G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL;
    if (!g_spawn_async_with_pipes(NULL, argv, NULL, flags, prepare_child, NULL, &process.pid,
                                  &process.in, &process.out, NULL, error))
        return NULL;
    g_unix_set_fd_nonblocking(process.in, TRUE, NULL);
    g_unix_set_fd_nonblocking(process.out, TRUE, NULL);
    process.buffer = g_string_new(NULL);
    return g_memdup2(&process, sizeof process);
}

/* Waits a little for a descriptor; false once the deadline has come. */
static bool wait_for(int fd, short events, gint64 deadline)
{
    gint64 left = (deadline - g_get_monotonic_time()) / 1000;
    if (left <= 0)
        return false;
    struct pollfd poll_fd = {.fd = fd, .events = events};
    poll(&poll_fd, 1, (int)MIN(left, POLL_MILLISECONDS));
    return true;
}

bool kj_process_write(KjProcess *process, const char *line, gint64 deadline)
{
    g_autofree char *text = g_strconcat(line, "\n", NULL);
    size_t length = strlen(text), done = 0;
    while (done < length) {
        ssize_t n = write(process->in, text + done, length - done);
        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        else if (!wait_for(process->in, POLLOUT, deadline))
            return false;
    }
    return true;
}

/* Takes the first line out of the buffer, or NULL if none is whole. (transfer full) */
static char *take_line(KjProcess *process)
{
    GString *buffer = process->buffer;
    char *end = memchr(buffer->str, '\n', buffer->len);
    if (!end)
        return NULL;
    gssize length = end - buffer->str;
    g_autofree char *valid = g_utf8_make_valid(buffer->str, length);
    g_string_erase(buffer, 0, length + 1);
    return g_strdup(g_strstrip(valid));
}

KjProcessEvent kj_process_read(KjProcess *process, gint64 deadline, const atomic_bool *stop,
                               char **out_line)
{
    for (;;) {
        *out_line = take_line(process);
        if (*out_line)
            // one that never falls silent must not hold us up either
            return KJ_PROCESS_LINE;
        if (atomic_load(stop)) // another thread may set it
            return KJ_PROCESS_STOPPED;
        char chunk[1 << 14];
        ssize_t n = read(process->out, chunk, sizeof chunk);
        if (n > 0)
            g_string_append_len(process->buffer, chunk, n);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR) ||
            process->buffer->len > LONGEST_LINE)
            return KJ_PROCESS_ENDED;
        if (n < 0 && !wait_for(process->out, POLLIN, deadline))
            return KJ_PROCESS_LATE;
        if (n > 0 && g_get_monotonic_time() >= deadline)
            return KJ_PROCESS_LATE;
    }
}

/* Waits a moment for the end of a child; whether it has ended. */
static bool wait_a_moment(GPid pid, int *out_status)
{
    for (int waited = 0; waited < MOMENT_MILLISECONDS; waited += 10) {
        if (waitpid(pid, out_status, WNOHANG) == pid)
            return true;
        g_usleep(10 * 1000);
    }
    return false;
}

char *kj_process_end(KjProcess *process, bool gently)
{
    int status = 0;
    close(process->in);
    bool ended = waitpid(process->pid, &status, WNOHANG) == process->pid ||
                 (gently && wait_a_moment(process->pid, &status));
    kill(-process->pid, SIGKILL); // and what it has started
    if (!ended) {
        kill(process->pid, SIGKILL);
        waitpid(process->pid, NULL, 0);
    }
    close(process->out);
    g_spawn_close_pid(process->pid);
    g_string_free(process->buffer, TRUE);
    g_free(process);
    if (!ended)
        return NULL;
    return WIFSIGNALED(status) ? g_strdup_printf("killed by signal %d", WTERMSIG(status))
                               : g_strdup_printf("exit status %d", WEXITSTATUS(status));
}
