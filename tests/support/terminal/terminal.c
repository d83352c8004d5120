/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbenches on pseudo-terminals. */
#include "tests/support/terminal/terminal.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repl/program.h"

enum { DEADLINE_SECONDS = 180, LAST_BYTES = 600 };

char *terminal_folder;
unsigned short terminal_columns = 80;
const char *terminal_locale = "LC_ALL=C.UTF-8";

/* Puts the child's locale into its environment, and no other. */
static void set_locale(void)
{
    g_auto(GStrv) pair = g_strsplit(terminal_locale, "=", 2);
    unsetenv("LC_ALL");
    unsetenv("LC_CTYPE");
    unsetenv("LANG");
    if (pair[0] && pair[1])
        setenv(pair[0], pair[1], 1);
}

Terminal *terminal_begin_on(const char *type)
{
    Terminal *terminal = g_new0(Terminal, 1);
    struct winsize size = {.ws_row = 24, .ws_col = terminal_columns};
    terminal->seen = g_string_new(NULL);
    terminal->pid = forkpty(&terminal->fd, NULL, NULL, &size);
    assert_true(terminal->pid >= 0);
    if (terminal->pid == 0) {
        char program[] = "kanju";
        char *words[] = {program, NULL};
        unsetenv("COLUMNS");
        setenv("TERM", type, 1);
        setenv("PAGER", "cat", 0); // none, unless a test wants one
        set_locale();
        setenv("XDG_STATE_HOME", terminal_folder, 1);
        setenv("XDG_CONFIG_HOME", terminal_folder, 1);
        _exit(kj_cli_main(&kj_program, words));
    }
    return terminal;
}

Terminal *terminal_begin(void)
{
    return terminal_begin_on("xterm");
}

void terminal_type(Terminal *terminal, const char *text)
{
    assert_int_equal(write(terminal->fd, text, strlen(text)), strlen(text));
}

/* Reads what has come, waiting a moment for it. False if no more can come. */
static bool hear(Terminal *terminal)
{
    struct pollfd fd = {.fd = terminal->fd, .events = POLLIN};
    char bytes[4096];
    if (poll(&fd, 1, 100) <= 0)
        return true;
    ssize_t n = read(terminal->fd, bytes, sizeof bytes);
    if (n > 0)
        g_string_append_len(terminal->seen, bytes, n);
    return n > 0;
}

static gint64 deadline(void)
{
    return g_get_monotonic_time() + DEADLINE_SECONDS * G_USEC_PER_SEC;
}

static const char *last_of(const Terminal *terminal)
{
    gsize n = terminal->seen->len;
    return terminal->seen->str + MAX(terminal->passed, n > LAST_BYTES ? n - LAST_BYTES : 0);
}

bool terminal_sees(Terminal *terminal, const char *text)
{
    const gint64 until = deadline();
    for (bool open = true;;) {
        const char *found = strstr(terminal->seen->str + terminal->passed, text);
        if (found) {
            terminal->passed = (size_t)(found - terminal->seen->str) + strlen(text);
            return true;
        }
        if (!open || g_get_monotonic_time() > until) {
            print_error("no '%s' at the end of: %s (%s)\n", text, last_of(terminal),
                        open ? "time" : "it ended");
            return false;
        }
        open = hear(terminal);
    }
}

void terminal_expect(Terminal *terminal, const char *text)
{
    assert_true(terminal_sees(terminal, text));
}

Terminal *terminal_begin_at_prompt(void)
{
    Terminal *terminal = terminal_begin();
    terminal_expect(terminal, "> ");
    return terminal;
}

int terminal_end(Terminal *terminal, int signal_number)
{
    const gint64 until = deadline();
    int status = 0;
    if (signal_number)
        kill(terminal->pid, signal_number);
    while (waitpid(terminal->pid, &status, WNOHANG) == 0) {
        if (!hear(terminal)) // a terminal that is full would stop it
            g_usleep(1000);
        if (g_get_monotonic_time() > until) {
            print_error("it does not end: %s\n", last_of(terminal));
            kill(terminal->pid, SIGKILL);
        }
    }
    close(terminal->fd);
    g_string_free(terminal->seen, TRUE);
    g_free(terminal);
    return status;
}

void terminal_quit(Terminal *terminal)
{
    terminal_type(terminal, "quit!\r");
    int status = terminal_end(terminal, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int terminal_make_folder(void **state)
{
    (void)state;
    terminal_folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    return terminal_folder ? 0 : -1;
}

int terminal_remove_folder(void **state)
{
    (void)state;
    g_autofree char *command = g_strdup_printf("rm -rf '%s'", terminal_folder);
    int status = system(command);
    g_free(terminal_folder);
    return status;
}
