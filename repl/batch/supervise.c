/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parent and child of a worker. */
#include "repl/batch/supervise.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAUSE_MOST = 30 }; // seconds before another child, where they die at once

static volatile sig_atomic_t child;
static volatile sig_atomic_t asked_to_end;

/* In the parent: what somebody sends to it alone is for the child. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    asked_to_end = 1;
    // Ctrl-C reaches both
    if (child > 0 && (number != SIGINT || info->si_code <= 0))
        kill((pid_t)child, number);
}

/* In the child: SIGTERM ends it as Ctrl-C does, gracefully the first time. */
static void end_gracefully(int number)
{
    (void)number;
    raise(SIGINT);
}

static void set_handlers(bool parent)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    if (parent) {
        action.sa_sigaction = pass_on;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGINT, &action, NULL);
    } else {
        action.sa_handler = end_gracefully;
    }
    sigaction(SIGTERM, &action, NULL);
}

/* Waits for the child; its wait status. */
static int wait_for_child(void)
{
    int status = 0;
    while (waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    return status;
}

static KjShared *make_shared(void)
{
    void *shared =
        mmap(NULL, sizeof(KjShared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return shared == MAP_FAILED ? NULL : shared;
}

bool kj_supervise(KjSession *session, KjDiedFn died, void *data, KjShared **out_shared,
                  int *out_status)
{
    *out_status = -1;
    KjShared *shared = *out_shared = make_shared();
    struct sigaction interrupt;
    sigaction(SIGINT, NULL, &interrupt);
    for (unsigned pause = 0; shared; pause = MIN(2 * pause + 1, PAUSE_MOST)) {
        memset(shared, 0, sizeof *shared);
        pid_t parent = getpid(), made = fork();
        if (made < 0)
            return false;
        if (made == 0) {
            sigaction(SIGINT, &interrupt, NULL);
            set_handlers(false);
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (getppid() != parent)
                raise(SIGTERM);
            return true;
        }
        child = made;
        set_handlers(true);
        gint64 begun = g_get_monotonic_time();
        int status = wait_for_child();
        if (WIFEXITED(status)) {
            *out_status = WEXITSTATUS(status);
            return false;
        }
        died(data, shared, WTERMSIG(status));
        if (asked_to_end || kj_session_stopped(session)) {
            *out_status = KJ_EXIT_INTERRUPTED;
            return false;
        }
        if (g_get_monotonic_time() - begun > PAUSE_MOST * (gint64)G_USEC_PER_SEC)
            pause = 0;
        sleep(pause);
    }
    return false;
}
