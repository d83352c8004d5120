/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The workbench on a real terminal, typed at and read like a user would: terminal.txt, and what stays
 * of its sessions, sessions.txt.
 */
#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "tests/support/rules/question_file.h"
#include "tests/support/terminal/terminal.h"

#define QUIET "set diagram off\r" // the board is not drawn

static Terminal *terminal; // the one that is typed at, or NULL
static GString *typed;     // lines that are written with what is typed next, or NULL
static bool lost;          // it did not do what was expected, nothing more is asked of it

/* A text with its escapes, and the folder where it says $DIR. (transfer full) */
static char *text_of(const char *text)
{
    g_autofree char *plain = g_strcompress(text);
    GString *all = g_string_new(plain);
    g_string_replace(all, "$DIR", terminal_folder, 0);
    return g_string_free(all, FALSE);
}

/* Writes what was typed in one go: what comes later would be echoed by the terminal while a command
 * runs, or not. */
static void write_typed(void)
{
    if (typed)
        terminal_type(terminal, typed->str);
    if (typed)
        g_string_free(g_steal_pointer(&typed), TRUE);
}

static void quit(void)
{
    if (!terminal)
        return;
    write_typed();
    if (lost)
        terminal_end(g_steal_pointer(&terminal), SIGKILL);
    else
        terminal_quit(g_steal_pointer(&terminal));
}

static void type(const char *text, const char *behind)
{
    typed = typed ? typed : g_string_new(NULL);
    g_string_append(typed, text);
    g_string_append(typed, behind);
}

static void begin(const char *words, const char *text)
{
    g_autofree char *value = text_of(text);
    const char *name = strchr(words, ' ');
    quit();
    lost = false;
    if (g_str_has_prefix(words, "set ")) {
        assert_true(*value ? g_setenv(name + 1, value, TRUE) : (g_unsetenv(name + 1), true));
    } else if (g_str_has_prefix(words, "file ")) {
        g_autofree char *path = g_build_filename(terminal_folder, name + 1, NULL);
        assert_true(g_file_set_contents(path, value, -1, NULL));
    } else if (strcmp(words, "xterm") == 0 || strcmp(words, "dumb") == 0) {
        terminal = terminal_begin_on(words);
    } else {
        terminal = terminal_begin_at_prompt();
        if (strcmp(words, "quiet") == 0)
            type(QUIET, "");
        else
            assert_string_equal(words, "prompt");
    }
}

/* Whether two characters of ambiguous width are so wide: readline moves the cursor by their columns. */
static bool has_columns(unsigned columns)
{
    terminal_type(terminal, "▲▲");
    terminal_expect(terminal, "▲▲");
    size_t from = terminal->passed;
    terminal_type(terminal, "\x01x"); // to the beginning, and a letter there
    terminal_expect(terminal, "x");
    bool right = strspn(terminal->seen->str + from, "\b") == columns &&
                 terminal->seen->str[from + columns] == 'x';
    terminal_type(terminal, "\x05\x15"); // to the end, and the line away
    return right;
}

static bool resize(const char *text)
{
    struct winsize size = {0};
    return sscanf(text, "%hu %hu", &size.ws_row, &size.ws_col) == 2 &&
           ioctl(terminal->fd, TIOCSWINSZ, &size) == 0 && kill(terminal->pid, SIGWINCH) == 0;
}

/* Whether it ends as it is to. */
static bool ends(const char *how)
{
    static const struct {
        const char *how;
        int signal;
    } ways[] = {{"exits", 0}, {"SIGHUP", SIGHUP}, {"SIGTERM", SIGTERM}, {"SIGKILL", SIGKILL}};
    size_t i = 0;
    while (strcmp(ways[i].how, how) != 0)
        assert_true(++i < G_N_ELEMENTS(ways));
    int status = terminal_end(g_steal_pointer(&terminal), ways[i].signal);
    return ways[i].signal == SIGKILL ? WIFSIGNALED(status) : WIFEXITED(status);
}

static bool asked(const char *word, const char *text)
{
    if (strcmp(word, "expect") == 0)
        return terminal_sees(terminal, text);
    if (strcmp(word, "never") == 0)
        return !strstr(terminal->seen->str, text);
    if (strcmp(word, "size") == 0)
        return resize(text);
    if (strcmp(word, "columns") == 0)
        return has_columns(number_of(text));
    return strcmp(word, "end") == 0 && ends(text);
}

static bool ask(const char *word, const char *escaped)
{
    g_autofree char *text = text_of(escaped);
    if (lost)
        return true;
    if (strcmp(word, "type") == 0) {
        type(text, "\r");
        return true;
    }
    if (strcmp(word, "keys") == 0)
        type(text, "");
    write_typed();
    lost = strcmp(word, "keys") != 0 && !asked(word, text);
    return !lost;
}

static void run(const char *name, unsigned least)
{
    g_autofree char *path = g_build_filename("tests/unit/repl/cli", name, NULL);
    terminal = NULL; // if a test before was given up
    typed = NULL;
    assert_true(question_file(path, begin, ask) >= least);
    quit();
}

TEST(on_a_terminal)
{
    run("terminal.txt", 250);
}

TEST(sessions_that_end)
{
    terminal_columns = 200;
    run("sessions.txt", 110);
}

TEST(sessions_side_by_side_keep_to_themselves)
{
    Terminal *one = terminal_begin_at_prompt();
    terminal_type(one, QUIET "new; place G 5e\r!echo o\"\"ne\r");
    terminal_expect(one, "one\r\n");
    Terminal *two = terminal_begin_at_prompt();
    terminal_type(two, QUIET "new; place S 5e\r!echo t\"\"wo\r");
    terminal_expect(two, "two\r\n");
    terminal_end(one, SIGKILL);
    g_autoptr(Terminal) three = terminal_begin_at_prompt();
    terminal_type(three, QUIET "restore\r");
    terminal_expect(three, ", in another terminal");
    terminal_expect(three, "4k4/9/9/9/4S4/9");
    terminal_expect(three, "4k4/9/9/9/4G4/9");
    terminal_type(three, "restore 2\rposition\r");
    terminal_expect(three, "restored: ");
    terminal_expect(three, "4k4/9/9/9/4G4/9");
    terminal_end(two, SIGKILL);
}

TEST(no_more_sessions_are_kept_than_is_said)
{
    g_autofree char *path = g_build_filename(terminal_folder, "kanju", "sessions", NULL);
    for (unsigned i = 0; i < 30; i++) {
        g_autofree char *leaf = g_strdup_printf("2001-01-01T00.00.%02u", i);
        g_autofree char *file = g_strconcat(path, "/", leaf, ".session", NULL);
        g_autofree char *beside = g_strconcat(path, "/", leaf, ".job-1.ckpt", NULL);
        assert_true(g_file_set_contents(file, "{\"schema\":\"kanju.session/6\"}\n", -1, NULL));
        assert_true(g_file_set_contents(beside, "x", -1, NULL));
    }
    Terminal *own = terminal_begin_at_prompt();
    terminal_type(own, QUIET "new\rrestore\rrestore 1\r");
    terminal_expect(own, " 20 2");
    terminal_expect(own, "restore 1\r\n");
    terminal_expect(own, "damaged, expected 'present' as a session has it"); // all is as it was
    assert_null(strstr(own->seen->str, " 21 2"));
    terminal_quit(own);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    unsigned n_sessions = 0, n_beside = 0;
    for (const char *leaf; (leaf = g_dir_read_name(dir));) {
        n_sessions += g_str_has_suffix(leaf, ".session");
        n_beside += g_str_has_suffix(leaf, ".ckpt");
    }
    assert_int_equal(n_sessions, 21); // this one and the twenty before
    assert_in_range(n_beside, 1, 20);
    g_autofree char *command = g_strdup_printf("rm -r '%s'", path);
    assert_int_equal(system(command), 0);
}

/* Locales that say nothing of the terminal's text: of another encoding, none, or not installed. */
TEST(japanese_can_be_typed_whatever_the_locale)
{
    static const char *const locales[] = {
        "LANG=ja_JP.UTF-8",     "LANG=xx_XX.UTF-8", "LANG=C", "LC_ALL=POSIX",
        "LC_CTYPE=ja_JP.eucJP", "LC_ALL=",          ""};
    for (size_t i = 0; i < G_N_ELEMENTS(locales); i++) {
        terminal_locale = locales[i];
        g_autoptr(Terminal) own = terminal_begin_at_prompt();
        terminal_type(own, "!echo ▲紛れ\"\"の先手の持駒\r");
        terminal_expect(own, "▲紛れの先手の持駒\r\n");
        terminal_expect(own, "> ");
        terminal_type(own, "!echo ▲紛x\b\b\"\"れ\r"); // a character is taken away whole
        terminal_expect(own, "▲れ\r\n");
    }
    terminal_locale = "LC_ALL=C.UTF-8";
}

ALL_TESTS(terminal_make_folder, terminal_remove_folder)
