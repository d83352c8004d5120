/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The workbench on a real terminal: a child process on a pseudo-terminal, typed at and read like a
 * user would. Everything waits for text with a deadline, nothing for time alone.
 */
#include <glib.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repl/program.h"
#include "tests/support/cmocka.h"

enum { DEADLINE_SECONDS = 60 };

/* A workbench being used. */
typedef struct {
    pid_t pid;
    int fd;
    GString *seen; // what it wrote
    size_t passed; // up to here it was looked at
} Terminal;

static char *folder; // where all keep their state

static Terminal *begin_on(const char *type)
{
    Terminal *terminal = g_new0(Terminal, 1);
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    terminal->seen = g_string_new(NULL);
    terminal->pid = forkpty(&terminal->fd, NULL, NULL, &size);
    assert_true(terminal->pid >= 0);
    if (terminal->pid == 0) {
        char program[] = "kanju";
        char *words[] = {program, NULL};
        unsetenv("COLUMNS");
        setenv("TERM", type, 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        setenv("XDG_STATE_HOME", folder, 1);
        setenv("XDG_CONFIG_HOME", folder, 1);
        _exit(kj_cli_main(&kj_program, words));
    }
    return terminal;
}

static Terminal *begin(void)
{
    return begin_on("xterm");
}

static void type(Terminal *terminal, const char *text)
{
    assert_int_equal(write(terminal->fd, text, strlen(text)), strlen(text));
}

/* Waits until a text comes after what was looked at before. */
static void expect(Terminal *terminal, const char *text)
{
    gint64 deadline = g_get_monotonic_time() + DEADLINE_SECONDS * G_USEC_PER_SEC;
    for (;;) {
        const char *found = strstr(terminal->seen->str + terminal->passed, text);
        if (found) {
            terminal->passed = (size_t)(found - terminal->seen->str) + strlen(text);
            return;
        }
        struct pollfd fd = {.fd = terminal->fd, .events = POLLIN};
        char bytes[4096];
        ssize_t n = 0;
        if (poll(&fd, 1, 100) > 0)
            n = read(terminal->fd, bytes, sizeof bytes);
        if (n > 0)
            g_string_append_len(terminal->seen, bytes, n);
        if (n < 0 || g_get_monotonic_time() > deadline)
            fail_msg("no '%s' in: %s (%s)", text, terminal->seen->str + terminal->passed,
                     n < 0 ? "it ended" : "time");
    }
}

static Terminal *begin_at_prompt(void)
{
    Terminal *terminal = begin();
    expect(terminal, "> ");
    return terminal;
}

/* Ends it and gives its status as by wait. */
static int end(Terminal *terminal, int signal_number)
{
    if (signal_number)
        kill(terminal->pid, signal_number);
    int status = 0;
    waitpid(terminal->pid, &status, 0);
    close(terminal->fd);
    g_string_free(terminal->seen, TRUE);
    g_free(terminal);
    return status;
}

static void quit(Terminal *terminal)
{
    type(terminal, "quit\r");
    int status = end(terminal, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

#define MATE "7k1/9/6B1R/9/9/9/9/9/9 b G\r"

static void test_the_prompt_tells_game_side_and_ply(void **state)
{
    (void)state;
    Terminal *terminal = begin();
    expect(terminal, "shogi ▲0> ");
    type(terminal, "7g7f\r");
    expect(terminal, "最終手");
    expect(terminal, "shogi △1> ");
    quit(terminal);
}

static void test_tab_completes_commands_and_moves(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "posi\t\r");
    expect(terminal, "lnsgkgsnl/1r5b1/");
    type(terminal, "echo off\rplay 2g\t\r");
    expect(terminal, "shogi △1> ");
    quit(terminal);
}

static void test_page_keys_search_lines_that_begin_alike(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "say fir\"\"st\rstatus\r");
    expect(terminal, "status\r\n");
    expect(terminal, "> ");
    type(terminal, "sa\033[5~\005 again\r");
    expect(terminal, "first again\r\n");
    quit(terminal);
}

static void test_a_key_without_meaning_ends_a_search_of_the_history(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "say uniq\"\"ue\r");
    expect(terminal, "unique\r\n");
    expect(terminal, "> "); // before it keys are the terminal's
    type(terminal, "\022uniq\033[Z\022uniq\033y\022uniq\033\007\r");
    expect(terminal, "unique\r\n");
    quit(terminal);
}

static void test_ctrl_c_gives_up_a_paste_that_never_ends(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "\033[200~say no\nsay neither\n");
    type(terminal, "\003");
    expect(terminal, "^C");
    type(terminal, "\033[200~say twi\"\"ce\rsay thri\"\"ce\033[201~\r");
    expect(terminal, "twice\r\n");
    expect(terminal, "thrice\r\n");
    quit(terminal);
}

static void test_ctrl_c_stops_the_search_and_never_the_shell(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "perft 30\r");
    expect(terminal, "[1] in the background");
    expect(terminal, "> ");
    type(terminal, "\x03");
    expect(terminal, "[1] perft 30 (stopped)");
    type(terminal, "half a line\x03");
    expect(terminal, "^C");
    type(terminal, "say ali\"\"ve\r");
    expect(terminal, "alive\r\n");
    quit(terminal);
}

static void test_what_another_command_follows_is_waited_for(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off; position '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'\r");
    type(terminal, "trim --no-diagram; candidate\r");
    expect(terminal, "smaller forms: 1");
    expect(terminal, "1/1  remove r on 1h");
    type(terminal, "perft 30; say ne\"\"ver\r");
    expect(terminal, "ver\r\n");
    expect(terminal, "perft");
    type(terminal, "\x03say ali\"\"ve\r");
    expect(terminal, "alive\r\n");
    assert_null(strstr(terminal->seen->str, "never\r\n"));
    quit(terminal);
}

static void test_a_result_leaves_the_line_being_typed(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\r");
    type(terminal, "perft 3\rsay typed whi\"\"le");
    expect(terminal, "[1] perft 3  lnsgkgsnl/");
    expect(terminal, "25470\r\n");
    // the prompt and the line come back under it
    expect(terminal, "> say typed whi\"\"le");
    type(terminal, " searching\r");
    expect(terminal, "typed while searching\r\n");
    quit(terminal);
}

static void test_enter_begins_no_search_that_runs(void **state)
{
    (void)state;
    Terminal *terminal = begin();
    expect(terminal, "'help' lists the commands");
    expect(terminal, "> ");
    type(terminal, "echo off\rperft 30\r");
    expect(terminal, "[1] in the background");
    type(terminal, "\r");
    expect(terminal, "[1] is at it already");
    type(terminal, "jobs\r");
    expect(terminal, "[1] perft 30  lnsgkgsnl/");
    // on another position it is another search
    type(terminal, "7g7f\rperft 30\r");
    expect(terminal, "[2] in the background");
    type(terminal, "stop\r");
    expect(terminal, "(stopped)  lnsgkgsnl/");
    quit(terminal);
}

static void test_a_wrong_paste_takes_no_command_with_it(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\r手合割：平手\r1 ７六飛(77)\rsay still he\"\"re\r");
    expect(terminal, "pasted: line 2: column 5");
    expect(terminal, "still here\r\n");
    type(terminal, "|v玉|一\rsay and he\"\"re\r");
    expect(terminal, "not whole");
    expect(terminal, "and here\r\n");
    quit(terminal);
}

static void test_the_board_is_drawn_after_editing(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "watch on\rnew\r");
    expect(terminal, "[no mate]> ");
    type(terminal, "edit\r");
    expect(terminal, "Enter or q: done");
    type(terminal, "55p");
    // the light changes nothing on the board
    expect(terminal, "[no mate]");
    type(terminal, "q");
    expect(terminal, "\033[?1049l");
    expect(terminal, "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|五");
    expect(terminal, "[no mate]> ");
    quit(terminal);
}

static void test_a_dumb_terminal_has_no_screen(void **state)
{
    (void)state;
    Terminal *terminal = begin_on("dumb");
    expect(terminal, "> ");
    type(terminal, "edit\r");
    expect(terminal, "no terminal to edit on");
    type(terminal, "browse\r");
    expect(terminal, "no terminal to browse on");
    assert_null(strstr(terminal->seen->str, "\033[?1049h"));
    quit(terminal);
}

static void test_enter_repeats_and_a_resize_is_survived(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\rplay 7g7f 3c3d\rback\r");
    expect(terminal, "△1> ");
    type(terminal, "\r");
    expect(terminal, "▲0> ");
    struct winsize size = {.ws_row = 30, .ws_col = 40};
    assert_int_equal(ioctl(terminal->fd, TIOCSWINSZ, &size), 0);
    kill(terminal->pid, SIGWINCH);
    type(terminal, "forward 2\r");
    expect(terminal, "▲2> ");
    // help is folded to the new width
    type(terminal, "help jobs\r");
    expect(terminal, "On a terminal what may take long runs in\r\n");
    quit(terminal);
}

static void test_the_light_is_in_the_prompt(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\rset complete-hands on\rset profile strict\rwatch on\r" MATE);
    // mate at once by the gold, and by four other moves later
    expect(terminal, "[mate 1, 4 cooks");
    type(terminal, "set profile modern\rhand b -\r");
    expect(terminal, "[mate 5, sound");
    type(terminal, "new\r");
    expect(terminal, "[no mate]> ");
    quit(terminal);
}

static void test_the_prompt_knows_what_a_job_has_proved(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\r6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1\rsolve\r");
    expect(terminal, "shogi ▲0 [mate 3]> ");
    type(terminal, "forward\r");
    expect(terminal, "shogi △1 [mate 2]> ");
    type(terminal, "back\rgive b P\r");
    expect(terminal, "shogi ▲0> ");
    quit(terminal);
}

static void test_a_check_runs_while_typing(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\r" MATE "G*2b\rcheck --profile strict\rsay typed whi\"\"le");
    expect(terminal, "[1] check --profile strict  7k1/9/6B1R/9/9/9/9/9/9 b G");
    expect(terminal, "unsound");
    expect(terminal, "> say typed whi\"\"le");
    type(terminal, " checking\r");
    expect(terminal, "typed while checking\r\n");
    quit(terminal);
}

static void test_the_solution_is_browsed_with_keys(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\r6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1\rbrowse\r");
    expect(terminal, "mate in 3: ▲１二飛 △２一玉 ▲３二銀");
    type(terminal, "\033[B\033[B");
    expect(terminal, "ply 2");
    // another third move, the last of all, by the list of legal moves; then what follows it
    type(terminal, "m\033[F");
    expect(terminal, "legal moves");
    type(terminal, "\r");
    expect(terminal, "gote to move, ply 3");
    type(terminal, "\033[A");
    expect(terminal, "next, 2 tried");
    struct winsize size = {.ws_row = 12, .ws_col = 60};
    assert_int_equal(ioctl(terminal->fd, TIOCSWINSZ, &size), 0);
    kill(terminal->pid, SIGWINCH);
    // the whole tree: the move before, its other reply opened, gone into and left
    type(terminal, "t");
    expect(terminal, "tree: row 3 of");
    type(terminal, "\033[A\033[B\033[B\033[Bt");
    expect(terminal, "moves so far");
    type(terminal, "\t\033[H");
    expect(terminal, "row 1 of");
    type(terminal, "\033[B\033[Btnq");
    expect(terminal, "S*3b");
    expect(terminal, "\033[?1049l");
    expect(terminal, "▲2 [mate 1]> ");
    type(terminal, "variations\r");
    expect(terminal, "1  ▲３二銀");
    quit(terminal);
}

static void test_the_cursor_enters_a_problem(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\rnew empty\redit\r");
    expect(terminal, "Enter or q: done");
    type(terminal, "21K33b");
    // right twice, then letters, hands and back, done
    type(terminal, "\033[C\033[Crhghq");
    expect(terminal, "\033[?1049l");
    type(terminal, "position\r");
    expect(terminal, "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1");
    quit(terminal);
}

static void test_a_killed_session_comes_back(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\r" MATE "name one\rplay G*2b\r");
    expect(terminal, "△1> ");
    type(terminal, "say sa\"\"fe\r");
    expect(terminal, "safe\r\n");
    assert_true(WIFSIGNALED(end(terminal, SIGKILL)));

    terminal = begin();
    expect(terminal, "'restore' brings back the last session");
    expect(terminal, "> ");
    type(terminal, "echo off\rrestore\rposition\r");
    expect(terminal, "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1 moves G*2b");
    type(terminal, "undo\rnames\r");
    expect(terminal, "one  7k1/");
    expect(terminal, "▲0> ");
    quit(terminal);
}

static void test_a_kill_in_the_editor_loses_nothing(void **state)
{
    (void)state;
    Terminal *terminal = begin_at_prompt();
    type(terminal, "echo off\rnew empty --variant ogi\redit\r");
    expect(terminal, "Enter or q: done");
    type(terminal, "48K");
    expect(terminal, "d8  sente");
    type(terminal, "55");
    expect(terminal, "e5  sente");
    type(terminal, "r");
    expect(terminal, "飛");
    type(terminal, "t");
    expect(terminal, "gote to move"); // drawn after it was saved
    assert_true(WIFSIGNALED(end(terminal, SIGKILL)));

    terminal = begin_at_prompt();
    type(terminal, "echo off\rrestore\rposition\r");
    expect(terminal, "3k^4/8/8/4R3/8/8/8/8 /16p4l4n4s2b2ir o/O");
    // the lines typed before the kill are in the history
    type(terminal, "\x10\x10\x10\x10\x10");
    expect(terminal, "new empty --variant ogi");
    type(terminal, "\r");
    quit(terminal);
}

static void test_sessions_side_by_side_keep_to_themselves(void **state)
{
    (void)state;
    Terminal *one = begin_at_prompt();
    type(one, "echo off\rnew; place G 5e\rsay o\"\"ne\r");
    expect(one, "one\r\n");
    Terminal *two = begin_at_prompt();
    type(two, "echo off\rnew; place S 5e\rsay t\"\"wo\r");
    expect(two, "two\r\n");
    end(one, SIGKILL);
    end(two, SIGKILL);
    one = begin_at_prompt();
    two = begin();
    type(one, "echo off\rrestore\rposition\r");
    expect(one, "4k4/9/9/9/4G4/9");
    expect(two, "> ");
    type(two, "echo off\rrestore\rposition\r");
    expect(two, "4k4/9/9/9/4S4/9");
    quit(one);
    quit(two);
}

/* ---- characters of ambiguous width ---- */

/* Answers the question where the cursor is after one ▲, typing ahead of it and behind. */
static Terminal *begin_answering(const char *answer)
{
    Terminal *terminal = begin();
    expect(terminal, "▲\033[6n");
    g_autofree char *typed = g_strdup_printf("echo %s off\r", answer);
    type(terminal, typed);
    expect(terminal, "shogi ▲0> ");
    expect(terminal, "echo  off\r\n");
    expect(terminal, "▲0> ");
    return terminal;
}

/*
 * Types two such characters and goes back before them: readline moves the cursor by their columns.
 */
static void expect_columns(Terminal *terminal, const char *back)
{
    type(terminal, "▲▲");
    expect(terminal, "▲▲");
    size_t from = terminal->passed;
    type(terminal, "\x01x"); // to the beginning, and a letter there
    expect(terminal, "x");
    g_autofree char *moved =
        g_strndup(terminal->seen->str + from, strcspn(terminal->seen->str + from, "x"));
    assert_string_equal(moved, back);
    type(terminal, "\x05\x15"); // to the end, and the line away
}

static void test_width_is_what_the_terminal_answers(void **state)
{
    (void)state;
    Terminal *wide = begin_answering("\033[7;3R");
    expect_columns(wide, "\b\b\b\b");
    type(wide, "set width narrow\r");
    expect(wide, "▲0> ");
    expect_columns(wide, "\b\b");
    quit(wide);
    Terminal *narrow = begin_answering("\033[7;2R");
    expect_columns(narrow, "\b\b");
    type(narrow, "set width wide\r");
    expect(narrow, "▲0> ");
    expect_columns(narrow, "\b\b\b\b");
    quit(narrow);
}

static void test_a_late_answer_is_no_typing(void **state)
{
    (void)state;
    Terminal *terminal = begin();
    expect(terminal, "\033[6n");
    expect(terminal, "▲0> ");
    expect_columns(terminal, "\b\b");
    type(terminal, "\033[7;3R");
    type(terminal, "echo off\r");
    expect(terminal, "echo off\r\n");
    expect(terminal, "▲0> ");
    expect_columns(terminal, "\b\b\b\b");
    quit(terminal);
}

/* Whether the terminal was asked before the prompt came. */
static bool was_asked(Terminal *terminal)
{
    expect(terminal, "▲0> ");
    bool asked = strstr(terminal->seen->str, "\033[6n") != NULL;
    quit(terminal);
    return asked;
}

static void test_width_is_asked_only_where_it_must(void **state)
{
    (void)state;
    assert_true(was_asked(begin()));
    assert_false(was_asked(begin_on("dumb")));
    g_autofree char *rc = g_build_filename(folder, "kanju", "rc", NULL);
    assert_true(g_file_set_contents(rc, "set width wide\n", -1, NULL));
    Terminal *terminal = begin();
    expect(terminal, "▲0> ");
    expect_columns(terminal, "\b\b\b\b");
    assert_null(strstr(terminal->seen->str, "\033[6n"));
    quit(terminal);
    assert_int_equal(unlink(rc), 0);
}

static int make_folder(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    return folder ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    g_autofree char *command = g_strdup_printf("rm -rf '%s'", folder);
    int status = system(command);
    g_free(folder);
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_prompt_tells_game_side_and_ply),
        cmocka_unit_test(test_tab_completes_commands_and_moves),
        cmocka_unit_test(test_page_keys_search_lines_that_begin_alike),
        cmocka_unit_test(test_a_key_without_meaning_ends_a_search_of_the_history),
        cmocka_unit_test(test_ctrl_c_gives_up_a_paste_that_never_ends),
        cmocka_unit_test(test_ctrl_c_stops_the_search_and_never_the_shell),
        cmocka_unit_test(test_what_another_command_follows_is_waited_for),
        cmocka_unit_test(test_a_result_leaves_the_line_being_typed),
        cmocka_unit_test(test_enter_begins_no_search_that_runs),
        cmocka_unit_test(test_a_wrong_paste_takes_no_command_with_it),
        cmocka_unit_test(test_the_board_is_drawn_after_editing),
        cmocka_unit_test(test_a_dumb_terminal_has_no_screen),
        cmocka_unit_test(test_enter_repeats_and_a_resize_is_survived),
        cmocka_unit_test(test_the_light_is_in_the_prompt),
        cmocka_unit_test(test_the_prompt_knows_what_a_job_has_proved),
        cmocka_unit_test(test_a_check_runs_while_typing),
        cmocka_unit_test(test_the_solution_is_browsed_with_keys),
        cmocka_unit_test(test_the_cursor_enters_a_problem),
        cmocka_unit_test(test_a_killed_session_comes_back),
        cmocka_unit_test(test_a_kill_in_the_editor_loses_nothing),
        cmocka_unit_test(test_width_is_what_the_terminal_answers),
        cmocka_unit_test(test_a_late_answer_is_no_typing),
        cmocka_unit_test(test_width_is_asked_only_where_it_must),
        cmocka_unit_test(test_sessions_side_by_side_keep_to_themselves),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
