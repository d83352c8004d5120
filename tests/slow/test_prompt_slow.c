/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The workbench's prompt at the mercy of a seeded typist: keys of every kind, pieces of commands,
 * edits of lines from the history, pastes that begin, end or do neither. Valgrind watches, so that
 * what readline does to the heap is seen as well. PROMPT=N types N sessions (6 if it is not set),
 * from seed PROMPT_SEED on.
 */
#include <glib.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repl/program.h"
#include "tests/support/cmocka.h"

enum {
    SESSIONS = 6,
    STROKES = 400,
    LONGEST = 60, // seconds until a session that was told to quit has
    FAULT = 99,   // valgrind's status
};

#define PASTE "\033[200~"
#define PASTED "\033[201~"

/* What is typed; what comes up often stands first. */
static const char *const edits[] = {
    "\033[A", "\033[B", "\033[5~", "\033[6~", "\033p", "\033n", "\033[A", "\033[5~",
    "\177",   "x",      " ",       "s",       "\r",    "\r",    "\001",   "\005",
};
static const char *const keys[] = {
    "\033[C", "\033[D", "\033[1;5C", "\033[3~", "\013",  "\025",     "\027",     "\031",
    "\033y",  "\037",   "\033r",     "\022",    "\022s", "\007",     "\017",     "\033<",
    "\033>",  "\t",     "\t\t",      "\033.",   "\024",  "\033u",    "\030\030", "\033#",
    "\003",   "\033[Z", "\033",      "é",       "詰",    "\030\022",
};
static const char *const words[] = {
    "show",   "new\r",   "solve ", "help so", "set style ", "7g7f\r", "-1\r", "undo\r",
    "redo\r", "!echo a", "list",   "hand b ", "P*5e",       "status", "so",   "s",
};
static const char *const pastes[] = {
    PASTE "show\r" PASTED,
    PASTE "7k1/9/6B1R/9/9/9/9/9/9 b G" PASTED,
    PASTE "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n" PASTED "\r",
    PASTE "!echo a\n!echo b\n\n!echo c",
    PASTED,
    PASTE,
    PASTE "\033[A\003\022" PASTED,
    PASTE "\033[5~\033[6~\t" PASTED "\r",
};

static char *folder; // where it keeps its state

static const char *one_of(GRand *rand, const char *const *list, size_t n)
{
    return list[g_rand_int_range(rand, 0, (gint32)n)];
}

static const char *stroke(GRand *rand)
{
    int kind = g_rand_int_range(rand, 0, 100);
    if (kind < 60)
        return one_of(rand, edits, G_N_ELEMENTS(edits));
    if (kind < 85)
        return one_of(rand, words, G_N_ELEMENTS(words));
    if (kind < 97)
        return one_of(rand, keys, G_N_ELEMENTS(keys));
    return one_of(rand, pastes, G_N_ELEMENTS(pastes));
}

/* Starts this program again, as the workbench under valgrind. */
static pid_t begin(const char *log, int *out_fd)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *log_option = g_strdup_printf("--log-file=%s", log);
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    pid_t pid = forkpty(out_fd, NULL, NULL, &size);
    assert_true(pid >= 0);
    if (pid != 0)
        return pid;
    g_setenv("TERM", "xterm", TRUE);
    g_setenv("LC_ALL", "C.UTF-8", TRUE);
    g_setenv("INPUTRC", "/dev/null", TRUE);
    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE);
    if (g_chdir(folder) == 0)
        execlp("valgrind", "valgrind", "--quiet", "--error-exitcode=99", "--undef-value-errors=no",
               log_option, self, "--prompt", (char *)NULL);
    _exit(127);
}

/* Waits for the first prompt. */
static void expect_prompt(int fd)
{
    g_autoptr(GString) seen = g_string_new(NULL);
    char bytes[4096];
    ssize_t n;
    while (!strstr(seen->str, "> ") && (n = read(fd, bytes, sizeof bytes)) > 0)
        g_string_append_len(seen, bytes, n);
}

/* Takes what is written until nothing comes for so many milliseconds; false at its end. */
static bool listen(int fd, int patience)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    char bytes[4096];
    while (poll(&poll_fd, 1, patience) > 0)
        if (read(fd, bytes, sizeof bytes) <= 0)
            return false;
    return true;
}

static void type(int fd, GString *typed, const char *text)
{
    g_string_append(typed, text);
    (void)!write(fd, text, strlen(text)); // it may have ended: its status will tell
    listen(fd, 0);
}

/* Leaves whatever it is in, and quits; gives the status as by wait. */
static int end(pid_t pid, int fd)
{
    static const char leave[] = "\007\003\r\025quit\r";
    gint64 deadline = g_get_monotonic_time() + (gint64)LONGEST * G_USEC_PER_SEC;
    int status = 0;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (g_get_monotonic_time() > deadline) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            break;
        }
        if (!listen(fd, 300))
            g_usleep(G_USEC_PER_SEC / 10);
        // by itself, as Ctrl-C throws away what was typed; readline's search waits for it
        (void)!write(fd, PASTED, strlen(PASTED));
        listen(fd, 300);
        (void)!write(fd, leave, strlen(leave));
    }
    close(fd);
    return status;
}

static guint32 number_of(const char *name, guint32 otherwise)
{
    const char *text = g_getenv(name);
    return text ? (guint32)g_ascii_strtoull(text, NULL, 10) : otherwise;
}

static void type_session(guint32 seed)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    g_autoptr(GString) typed = g_string_new(NULL);
    g_autofree char *log = g_build_filename(folder, "valgrind", NULL);
    int fd = -1;
    pid_t pid = begin(log, &fd);
    expect_prompt(fd);
    type(fd, typed, "set nodes 1000\rshow a\rsolve b\r!echo c\r");
    for (unsigned i = 0; i < STROKES; i++)
        type(fd, typed, stroke(rand));
    int status = end(pid, fd);
    g_autofree char *said = NULL;
    g_file_get_contents(log, &said, NULL, NULL);
    if (!said || *said || !WIFEXITED(status) || WEXITSTATUS(status) == FAULT) {
        g_autofree char *shown = g_strescape(typed->str, NULL);
        fprintf(stderr, "%s\ntyped: %s\n", said ? said : "no valgrind", shown);
        fail_msg("seed %u, status %d", seed, status);
    }
}

TEST(no_typing_harms_the_heap)
{
    guint32 first = number_of("PROMPT_SEED", 1), n = number_of("PROMPT", SESSIONS);
    for (guint32 seed = first; seed < first + n; seed++)
        type_session(seed);
}

static int make_folder(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("kanju-prompt-XXXXXX", NULL);
    return folder ? 0 : -1;
}

static void remove_all(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        remove_all(inner);
    }
    g_remove(path);
}

static int remove_folder(void **state)
{
    (void)state;
    remove_all(folder);
    g_free(folder);
    return 0;
}

ALL_TESTS(make_folder, remove_folder)

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--prompt") == 0) {
        char name[] = "kanju";
        char *workbench[] = {name, NULL};
        return kj_cli_main(&kj_program, workbench);
    }
    return tests_run();
}
