/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/os/wake.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <unistd.h>

/* A pipe neither end of which blocks or outlives an exec. */
struct KjOsWake {
    int pipe[2];
};

KjOsWake *kj_os_wake_new(void)
{
    KjOsWake *wake = g_new(KjOsWake, 1);
    g_autoptr(GError) error = NULL;
    if (!g_unix_open_pipe(wake->pipe, FD_CLOEXEC, &error) ||
        !g_unix_set_fd_nonblocking(wake->pipe[0], TRUE, &error) ||
        !g_unix_set_fd_nonblocking(wake->pipe[1], TRUE, &error))
        g_error("cannot make a pipe: %s", error->message);
    return wake;
}

void kj_os_wake_free(KjOsWake *wake)
{
    if (!wake)
        return;
    close(wake->pipe[0]);
    close(wake->pipe[1]);
    g_free(wake);
}

void kj_os_wake(KjOsWake *wake)
{
    ssize_t written = write(wake->pipe[1], "", 1); // a full pipe has woken already
    (void)written;
}

void kj_os_wake_forget(KjOsWake *wake)
{
    char bytes[64];
    while (read(wake->pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

int kj_os_wait(KjOsWake *const *wakes, unsigned n, bool input, int milliseconds)
{
    struct pollfd fds[KJ_OS_MOST_WAKES + 1];
    int come = 0;
    for (unsigned i = 0; i < n; i++)
        fds[i] = (struct pollfd){.fd = wakes[i]->pipe[0], .events = POLLIN};
    fds[n] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    int ready = poll(fds, n + input, milliseconds);
    for (unsigned i = 0; ready > 0 && i < n; i++)
        come |= fds[i].revents ? 1 << i : 0;
    if (ready > 0 && input && fds[n].revents)
        come |= KJ_OS_INPUT;
    return ready < 0 ? -1 : come;
}
