/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of the workbench: what a kill, another change and another terminal leave of them. */
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/terminal/terminal.h"

#define QUIET "set diagram off\r" // the board is not drawn
#define MATE "7k1/9/6B1R/9/9/9/9/9/9 b G\r"

TEST(a_killed_session_comes_back)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET MATE "name one\rplay G*2b\r");
    terminal_expect(terminal, "△1> ");
    terminal_type(terminal, "!echo sa\"\"fe\r");
    terminal_expect(terminal, "safe\r\n");
    assert_true(WIFSIGNALED(terminal_end(terminal, SIGKILL)));

    terminal = terminal_begin();
    terminal_expect(terminal, "'restore 1' brings back the last one");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, QUIET "restore 1\rposition\r");
    terminal_expect(terminal, "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1 moves G*2b");
    terminal_type(terminal, "undo\rname\r");
    terminal_expect(terminal, "one  7k1/");
    terminal_expect(terminal, "▲0> ");
}

TEST(a_kill_in_the_editor_loses_nothing)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "new empty --variant ogi\redit\r");
    terminal_expect(terminal, "Enter or q: done");
    terminal_type(terminal, "48k");
    terminal_expect(terminal, "d8  sente");
    terminal_type(terminal, "55");
    terminal_expect(terminal, "e5  sente");
    terminal_type(terminal, "R");
    terminal_expect(terminal, "飛");
    terminal_type(terminal, "t");
    terminal_expect(terminal, "gote to move"); // drawn after it was saved
    assert_true(WIFSIGNALED(terminal_end(terminal, SIGKILL)));

    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "restore 1\rposition\r");
    terminal_expect(terminal, "3k^4/8/8/4R3/8/8/8/8 /16p4l4n4s2b2ir o/O");
    // the lines typed before the kill are in the history
    terminal_type(terminal, "\x10\x10\x10\x10\x10");
    terminal_expect(terminal, "new empty --variant ogi");
    terminal_type(terminal, "\r");
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

TEST(yesterday_is_there_after_a_change)
{
    Terminal *terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "new; place R 5e\r!echo o\"\"ne\r");
    terminal_expect(terminal, "one\r\n");
    terminal_quit(terminal);
    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "new; place B 5e\r!echo t\"\"wo\r");
    terminal_expect(terminal, "two\r\n");
    terminal_quit(terminal);

    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "new; place L 5e\rrestore 2\rposition\r");
    terminal_expect(terminal, "restored: ");
    terminal_expect(terminal, "4k4/9/9/9/4R4/9");
    // and what restore has taken the place of
    terminal_type(terminal, "restore 1\rposition\r");
    terminal_expect(terminal, "restored: ");
    terminal_expect(terminal, "4k4/9/9/9/4L4/9");
    terminal_type(terminal, "restore 99\r");
    terminal_expect(terminal, "no session 99");
    terminal_quit(terminal);
}

TEST(no_more_sessions_are_kept_than_is_said)
{
    g_autofree char *path = g_build_filename(terminal_folder, "kanju", "sessions", NULL);
    for (unsigned i = 0; i < 30; i++) {
        g_autofree char *leaf = g_strdup_printf("2001-01-01T00.00.%02u", i);
        g_autofree char *file = g_strconcat(path, "/", leaf, ".session", NULL);
        g_autofree char *beside = g_strconcat(path, "/", leaf, ".job-1.ckpt", NULL);
        assert_true(g_file_set_contents(file, "kanju workbench 3\n", -1, NULL));
        assert_true(g_file_set_contents(beside, "x", -1, NULL));
    }
    Terminal *terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "new\rrestore\rrestore 1\r");
    terminal_expect(terminal, " 20 2");
    terminal_expect(terminal, "restore 1\r\n");
    terminal_expect(terminal, "no position, expected a board"); // and the workbench is as it was
    assert_null(strstr(terminal->seen->str, " 21 2"));
    terminal_quit(terminal);
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

TEST(verdicts_and_the_collection_come_back)
{
    g_autofree char *list = g_build_filename(terminal_folder, "list.tsv", NULL);
    assert_true(g_file_set_contents(list, "9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1\n", -1, NULL));
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    g_autofree char *typed = g_strdup_printf(QUIET "open %s\rremove 1h; put; history\r", list);
    terminal_type(terminal, typed);
    terminal_expect(terminal, "sound, 3 plies");
    terminal_type(terminal, "!echo do\"\"ne\r");
    terminal_expect(terminal, "done\r\n");
    terminal_end(terminal, SIGKILL);

    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "restore\r");
    terminal_expect(terminal, "versions: 2, sound, 3 plies");
    terminal_expect(terminal, "list.tsv 1/1, not saved");
    terminal_type(terminal, "restore 1\rset nodes 1\rset nodes default\rhistory; effect\r");
    terminal_expect(terminal, "sound, 3 plies");
    terminal_expect(terminal, "gone: "); // of which the session has kept no words
}

#define HARD "9/8l/7l1/7k1/7B1/8S/9/9/9 b B2G2r2g3s4n2l18p 1\r"

TEST(quit_asks_for_jobs_and_keeps_them)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET HARD "check --no-themes\r");
    terminal_expect(terminal, "[1] in the background");
    terminal_type(terminal, "quit\r");
    terminal_expect(terminal, "1 job is running: 'wait' for it, or 'quit' once more");
    terminal_expect(terminal, " moves decided"); // it has found something that can be kept
    terminal_expect(terminal, "> ");             // before that the terminal would swallow it
    terminal_type(terminal, "\x04");             // the end of input is a quit
    terminal_expect(terminal, "[1] check --no-themes (stopped)");
    terminal_expect(terminal, " nodes, "); // what is known
    assert_true(WIFEXITED(terminal_end(terminal, 0)));

    terminal = terminal_begin();
    terminal_expect(terminal, "it has left jobs that can go on");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, QUIET "jobs 1\rrestore 1\rjobs\rjobs 1\r");
    terminal_expect(terminal, "no job was left");
    terminal_expect(terminal, "jobs left: 1");
    terminal_expect(terminal, "left 1: check --no-themes");
    terminal_expect(terminal, "[1] in the background");
    terminal_expect(terminal, "goes on after ");
    terminal_type(terminal, "jobs\r");
    terminal_expect(terminal, "[1] check --no-themes");
    // a kill leaves it as well
    assert_true(WIFSIGNALED(terminal_end(terminal, SIGKILL)));
    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "restore\r");
    terminal_expect(terminal, "job left: check --no-themes");
}

TEST(who_hangs_up_loses_no_job)
{
    static const int signals[] = {SIGHUP, SIGTERM};
    for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
        g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
        terminal_type(terminal, QUIET HARD "check --no-themes\r");
        terminal_expect(terminal, "[1] in the background");
        terminal_expect(terminal, " moves decided"); // it has found something that can be kept
        int status = terminal_end(terminal, signals[i]);
        assert_true(WIFEXITED(status));
        terminal = terminal_begin_at_prompt();
        terminal_type(terminal, QUIET "restore 1\rjobs 1\r");
        terminal_expect(terminal, "goes on after ");
    }
}

TEST(a_kill_loses_no_edit_and_no_way_back)
{
    g_autofree char *list = g_build_filename(terminal_folder, "three.tsv", NULL);
    assert_true(g_file_set_contents(list, "7k1/9/6B1R/9/9/9/9/9/9 b G\n8k/9/8P/9/9/9/9/9/9 b G\n",
                                    -1, NULL));
    Terminal *terminal = terminal_begin_at_prompt();
    g_autofree char *typed =
        g_strdup_printf(QUIET "open %s\rplace P 9i\ritem 2\rplace P 9h\r", list);
    terminal_type(terminal, typed);
    terminal_expect(terminal, "2/2+> ");
    terminal_type(terminal, "reorder 1\r");
    terminal_expect(terminal, "1/2+*> ");
    assert_true(WIFSIGNALED(terminal_end(terminal, SIGKILL)));

    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "restore 1\rundo\rlist\r");
    terminal_expect(terminal, "undone: reorder 1");
    terminal_expect(terminal, "    1+ 7k1/");
    terminal_expect(terminal, "*   2+ 8k/");
    terminal_type(terminal, "quit\r");
    terminal_expect(terminal, "edits that were not put into");
    terminal_expect(terminal, ": 1, 2; 'put' them, or 'quit' once more");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "quit\r");
    assert_true(WIFEXITED(terminal_end(terminal, 0)));
}

TEST(the_end_of_input_asks_for_an_unsaved_list)
{
    g_autofree char *list = g_build_filename(terminal_folder, "list.tsv", NULL);
    assert_true(g_file_set_contents(list, "7k1/9/6B1R/9/9/9/9/9/9 b G\n", -1, NULL));
    Terminal *terminal = terminal_begin_at_prompt();
    g_autofree char *typed = g_strdup_printf(QUIET "open %s\rplace P 9i; put\r", list);
    terminal_type(terminal, typed);
    terminal_expect(terminal, "not saved yet");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "\x04");
    terminal_expect(terminal, "is not saved: 'save' it, or 'quit' once more");
    terminal_expect(terminal, "> ");
    // another command takes the wish back
    terminal_type(terminal, "!echo o\"\"n\r");
    terminal_expect(terminal, "on\r\n");
    terminal_type(terminal, "quit\r");
    terminal_expect(terminal, "is not saved: 'save' it, or 'quit' once more");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "quit!\r");
    assert_true(WIFEXITED(terminal_end(terminal, 0)));
}

ALL_TESTS(terminal_make_folder, terminal_remove_folder)

int main(void)
{
    terminal_columns = 200; // so that messages with names of files are not folded
    return tests_run();
}
