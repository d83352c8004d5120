/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workbench on a real terminal, typed at and read like a user would. */
#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/support/terminal/terminal.h"

#define QUIET "set diagram off\r" // the board is not drawn
#define MATE "7k1/9/6B1R/9/9/9/9/9/9 b G\r"

TEST(the_prompt_tells_game_side_and_ply)
{
    g_autoptr(Terminal) terminal = terminal_begin();
    terminal_expect(terminal, "shogi ▲0> ");
    terminal_type(terminal, "7g7f\r");
    terminal_expect(terminal, "最終手");
    terminal_expect(terminal, "shogi △1> ");
}

TEST(tab_completes_commands_and_moves)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "posi\t\r");
    terminal_expect(terminal, "lnsgkgsnl/1r5b1/");
    terminal_type(terminal, QUIET "play 2g\t\r");
    terminal_expect(terminal, "shogi △1> ");
}

/* Locales that say nothing of the terminal's text: of another encoding, none, or not installed. */
TEST(japanese_can_be_typed_whatever_the_locale)
{
    static const char *const locales[] = {
        "LANG=ja_JP.UTF-8",     "LANG=xx_XX.UTF-8", "LANG=C", "LC_ALL=POSIX",
        "LC_CTYPE=ja_JP.eucJP", "LC_ALL=",          ""};
    for (size_t i = 0; i < G_N_ELEMENTS(locales); i++) {
        terminal_locale = locales[i];
        g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
        terminal_type(terminal, "!echo ▲紛れ\"\"の先手の持駒\r");
        terminal_expect(terminal, "▲紛れの先手の持駒\r\n");
        terminal_expect(terminal, "> ");
        terminal_type(terminal, "!echo ▲紛x\b\b\"\"れ\r"); // a character is taken away whole
        terminal_expect(terminal, "▲れ\r\n");
    }
    terminal_locale = "LC_ALL=C.UTF-8";
}

TEST(page_keys_search_lines_that_begin_alike)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "!echo fir\"\"st\rstatus\r");
    terminal_expect(terminal, "status\r\n");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "!e\033[5~\005 again\r");
    terminal_expect(terminal, "first again\r\n");
}

TEST(a_key_without_meaning_ends_a_search_of_the_history)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "!echo uniq\"\"ue\r");
    terminal_expect(terminal, "unique\r\n");
    terminal_expect(terminal, "> "); // before it keys are the terminal's
    terminal_type(terminal, "\022uniq\033[Z\022uniq\033y\022uniq\033\007\r");
    terminal_expect(terminal, "unique\r\n");
}

TEST(ctrl_c_gives_up_a_paste_that_never_ends)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "\033[200~!echo no\n!echo neither\n");
    terminal_type(terminal, "\003");
    terminal_expect(terminal, "^C");
    terminal_type(terminal, "\033[200~!echo twi\"\"ce\r!echo thri\"\"ce\033[201~\r");
    terminal_expect(terminal, "twice\r\n");
    terminal_expect(terminal, "thrice\r\n");
}

TEST(ctrl_c_stops_the_search_and_never_the_shell)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "perft 30\r");
    terminal_expect(terminal, "[1] in the background");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "\x03");
    terminal_expect(terminal, "[1] perft 30 (stopped)");
    terminal_type(terminal, "half a line\x03");
    terminal_expect(terminal, "^C");
    terminal_type(terminal, "!echo ali\"\"ve\r");
    terminal_expect(terminal, "alive\r\n");
}

TEST(a_search_that_ends_in_a_moment_is_no_job)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "7k1/9/6B1R/9/9/9/9/9/9 b G\rsolve --no-diagram\r");
    terminal_expect(terminal, "mate in 1 ply");
    assert_null(strstr(terminal->seen->str, "[1]"));
    terminal_type(terminal, "perft 30\r");
    terminal_expect(terminal, "[2] in the background");
}

TEST(what_lists_versions_says_how_to_see_them)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1\rtrim --no-diagram\r");
    terminal_expect(terminal, "remove r on 1h");
    terminal_expect(terminal, "'candidate 1' puts the first on the board");
    terminal_type(terminal, "candidate 1\r");
    terminal_expect(terminal, "1/1  remove r on 1h");
}

TEST(what_another_command_follows_is_waited_for)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal,
                  "set diagram off; position '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'\r");
    terminal_type(terminal, "trim --no-diagram; candidate\r");
    terminal_expect(terminal, "reductions: 1");
    terminal_expect(terminal, "1/1  remove r on 1h");
    terminal_expect(terminal, "> ");
    // Ctrl-C may come before the command has begun, but never before the line was accepted
    terminal_type(terminal, "perft 30; !echo ne\"\"ver\r");
    terminal_expect(terminal, "ver\r\n");
    terminal_type(terminal, "\x03!echo ali\"\"ve\r");
    terminal_expect(terminal, "alive\r\n");
    assert_null(strstr(terminal->seen->str, "never\r\n"));
}

TEST(a_result_leaves_the_line_being_typed)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET);
    terminal_type(terminal, "perft 3\r!echo typed whi\"\"le");
    terminal_expect(terminal, "[1] perft 3  lnsgkgsnl/");
    terminal_expect(terminal, "25470\r\n");
    // the prompt and the line come back under it
    terminal_expect(terminal, "> !echo typed whi\"\"le");
    terminal_type(terminal, " searching\r");
    terminal_expect(terminal, "typed while searching\r\n");
}

TEST(enter_begins_no_search_that_runs)
{
    g_autoptr(Terminal) terminal = terminal_begin();
    terminal_expect(terminal, "'help' lists the commands");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, QUIET "perft 30\r");
    terminal_expect(terminal, "[1] in the background");
    terminal_type(terminal, "\r");
    terminal_expect(terminal, "[1] is doing that already");
    terminal_type(terminal, "jobs\r");
    terminal_expect(terminal, "[1] perft 30  lnsgkgsnl/");
    // on another position it is another search
    terminal_type(terminal, "7g7f\rperft 30\r");
    terminal_expect(terminal, "[2] in the background");
    terminal_type(terminal, "stop\r");
    terminal_expect(terminal, "(stopped)  lnsgkgsnl/");
}

TEST(a_wrong_paste_takes_no_command_with_it)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "手合割：平手\r1 ７六飛(77)\r!echo still he\"\"re\r");
    terminal_expect(terminal, "pasted: line 2: column 5");
    terminal_expect(terminal, "still here\r\n");
    terminal_type(terminal, "|v玉|一\r!echo and he\"\"re\r");
    terminal_expect(terminal, "not whole");
    terminal_expect(terminal, "and here\r\n");
}

TEST(the_board_is_drawn_after_editing)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "watch on\rnew\r");
    terminal_expect(terminal, "[no mate]> ");
    terminal_type(terminal, "edit\r");
    terminal_expect(terminal, "Enter or q: done");
    terminal_type(terminal, "55P");
    // the light changes nothing on the board
    terminal_expect(terminal, "[no mate]");
    terminal_type(terminal, "q");
    terminal_expect(terminal, "\033[?1049l");
    terminal_expect(terminal, "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|五");
    terminal_expect(terminal, "[no mate]> ");
}

TEST(long_output_goes_to_the_pager)
{
    g_setenv("PAGER", "sed 's/^/pager:/'", TRUE);
    Terminal *terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "help solve\r"); // longer than the screen
    terminal_expect(terminal, "pager:usage");
    terminal_expect(terminal, "shogi ▲0> "); // before it keys are the terminal's
    terminal_type(terminal, "help quit; !echo sh\"\"ort\r");
    terminal_expect(terminal, "short\r\n");
    terminal_expect(terminal, "> ");
    // keys typed ahead are the prompt's
    terminal_type(terminal, "!sleep 0.2; help solve\r!echo af\"\"ter\r");
    terminal_expect(terminal, "\rusage: kanju");
    terminal_expect(terminal, "after\r\n");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "set pager off; help sol\"\"ve; !echo unpa\"\"ged\r");
    terminal_expect(terminal, "usage: kanju");
    terminal_expect(terminal, "unpaged\r\n");
    terminal_expect(terminal, "> ");
    g_setenv("PAGER", "no-such-pager 2>/dev/null", TRUE);
    terminal_quit(terminal);
    terminal = terminal_begin_at_prompt();
    terminal_type(terminal, "help solve\r");
    terminal_expect(terminal, "usage: kanju");
    terminal_expect(terminal, "> ");
    g_unsetenv("PAGER");
    terminal_quit(terminal);
}

TEST(clear_clears_the_screen_and_no_board)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "play 7g7f\r!clear\rposition\r");
    terminal_expect(terminal, "\033[H\033[2J");
    terminal_expect(terminal, "moves 7g7f");
}

TEST(a_dumb_terminal_has_no_screen)
{
    g_autoptr(Terminal) terminal = terminal_begin_on("dumb");
    terminal_expect(terminal, "> ");
    terminal_type(terminal, "edit\r");
    terminal_expect(terminal, "no terminal to edit on");
    terminal_type(terminal, "browse\r");
    terminal_expect(terminal, "no terminal to browse on");
    assert_null(strstr(terminal->seen->str, "\033[?1049h"));
}

TEST(enter_repeats_and_a_resize_is_survived)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "play 7g7f 3c3d\r-1\r");
    terminal_expect(terminal, "△1> ");
    terminal_type(terminal, "\r");
    terminal_expect(terminal, "▲0> ");
    struct winsize size = {.ws_row = 30, .ws_col = 40};
    assert_int_equal(ioctl(terminal->fd, TIOCSWINSZ, &size), 0);
    kill(terminal->pid, SIGWINCH);
    terminal_type(terminal, "+2\r");
    terminal_expect(terminal, "▲2> ");
    // help is folded to the new width
    terminal_type(terminal, "help jobs\r");
    terminal_expect(terminal, "On a terminal what may take long runs in\r\n");
}

TEST(the_light_is_in_the_prompt)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "set complete-hands on\rset profile strict\rwatch on\r" MATE);
    // mate at once by the gold, and by four other moves later
    terminal_expect(terminal, "[mate 1, 2 defects (4 cooks)");
    terminal_type(terminal, "set profile modern\rhand b -\r");
    terminal_expect(terminal, "[mate 5, sound");
    terminal_type(terminal, "new\r");
    terminal_expect(terminal, "[no mate]> ");
}

TEST(the_prompt_knows_what_a_job_has_proved)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1\rsolve\r");
    terminal_expect(terminal, "shogi ▲0 [mate 3]> ");
    terminal_type(terminal, "+1\r");
    terminal_expect(terminal, "shogi △1 [mate 2]> ");
    terminal_type(terminal, "-1\rgive b P\r");
    terminal_expect(terminal, "shogi ▲0> ");
}

TEST(a_check_runs_while_typing)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET MATE "G*2b\rcheck --profile strict\r!echo typed whi\"\"le");
    terminal_expect(terminal, "[1] check --profile strict  7k1/9/6B1R/9/9/9/9/9/9 b G");
    terminal_expect(terminal, "unsound");
    terminal_expect(terminal, "> !echo typed whi\"\"le");
    terminal_type(terminal, " checking\r");
    terminal_expect(terminal, "typed while checking\r\n");
}

TEST(the_solution_is_browsed_with_keys)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1\rbrowse\r");
    terminal_expect(terminal, "mate in 3: ▲１二飛 △２一玉 ▲３二銀");
    terminal_type(terminal, "\033[B\033[B");
    terminal_expect(terminal, "ply 2");
    // another third move, the last of all, by the list of legal moves, quiet ones unfolded; then what
    // follows it
    terminal_type(terminal, "m\033[F");
    terminal_expect(terminal, " quiet moves");
    terminal_type(terminal, "\r\033[F\r");
    terminal_expect(terminal, "gote to move, ply 3");
    terminal_type(terminal, "\033[A");
    terminal_expect(terminal, "next, 2 tried");
    struct winsize size = {.ws_row = 12, .ws_col = 60};
    assert_int_equal(ioctl(terminal->fd, TIOCSWINSZ, &size), 0);
    kill(terminal->pid, SIGWINCH);
    // the whole tree: the move before, its other reply opened, gone into and left
    terminal_type(terminal, "t");
    terminal_expect(terminal, "tree: row 3 of");
    terminal_type(terminal, "\033[A\033[B\033[B\033[Bt");
    terminal_expect(terminal, "moves so far");
    terminal_type(terminal, "\t\033[H");
    terminal_expect(terminal, "row 1 of");
    terminal_type(terminal, "\033[B\033[Btnq");
    terminal_expect(terminal, "S*3b");
    terminal_expect(terminal, "\033[?1049l");
    terminal_expect(terminal, "▲2 [mate 1]> ");
    terminal_type(terminal, "line\r");
    terminal_expect(terminal, "tried here:");
    terminal_expect(terminal, "      ▲３二銀");
}

/* The defence answers a check that mates, of another it is said why it does not; until the mate. */
TEST(a_person_plays_against_the_defence)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1\rbrowse play\r");
    terminal_expect(terminal, "mate in 3: your move");
    terminal_type(terminal, "\r"); // the horse, the first of the checks
    terminal_expect(terminal, "▲１二角成 fails: no mate, best defence: △同　玉");
    terminal_type(terminal, "h");
    terminal_expect(terminal, "hint: drop R");
    terminal_type(terminal, "h");
    terminal_expect(terminal, "hint: a move to 1b");
    terminal_type(terminal, "h");
    terminal_expect(terminal, "hint: ▲１二飛");
    terminal_type(terminal, "2\r");
    terminal_expect(terminal, "△２一玉: mate in 1 more");
    terminal_type(terminal, "u");
    terminal_expect(terminal, "sente to move, ply 0");
    terminal_type(terminal, "u");
    terminal_expect(terminal, "at the start");
    terminal_type(terminal, "2\r");
    terminal_expect(terminal, "8  ▲３二銀");
    terminal_expect(terminal, "△２一玉: mate in 1 more");
    terminal_type(terminal, "8\r");
    terminal_expect(terminal, "mated in 3 plies: solved");
    terminal_type(terminal, "q");
    terminal_expect(terminal, "\033[?1049l");
}

/* Play begins where one is: the defence answers if it is its turn, and there is none without a
 * mate; a mate that takes longer goes on. */
TEST(play_begins_at_any_place)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1\rR*1b\r");
    terminal_type(terminal, "browse play\r");
    terminal_expect(terminal, "△２一玉: mate in 1 more");
    terminal_type(terminal, "a");
    terminal_expect(terminal, "mate in 1: ▲３二銀");
    terminal_type(terminal, "q");
    terminal_expect(terminal, "\033[?1049l");
    terminal_type(terminal, "6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1\rbrowse play\r");
    terminal_expect(terminal, "no mate, nearest failure: ");
    terminal_expect(terminal, "p: play");
    terminal_type(terminal, "q");
    terminal_expect(terminal, "\033[?1049l");
    terminal_type(terminal, "7k1/9/6B1R/9/9/9/9/9/9 b G\rbrowse play\r");
    terminal_expect(terminal, "mate in 1: your move");
    terminal_type(terminal, "3\r");
    terminal_expect(terminal, "mate in 1 more, 2 more than need be");
    terminal_type(terminal, "q");
    terminal_type(terminal, "q");
    terminal_expect(terminal, "\033[?1049l");
    terminal_type(terminal, "new empty\rbrowse play\r");
    terminal_expect(terminal, "no king on the board");
    terminal_type(terminal, "q");
    terminal_expect(terminal, "\033[?1049l");
}

TEST(the_cursor_enters_a_problem)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "new empty\redit\r");
    terminal_expect(terminal, "Enter or q: done");
    terminal_type(terminal, "21k33B");
    // right twice, then letters, hands and back, done
    terminal_type(terminal, "\033[C\033[CRhGhq");
    terminal_expect(terminal, "\033[?1049l");
    terminal_type(terminal, "position\r");
    terminal_expect(terminal, "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1");
}

TEST(the_editor_begins_a_board_of_another_game)
{
    g_autoptr(Terminal) terminal = terminal_begin_at_prompt();
    terminal_type(terminal, QUIET "edit --variant suizo\r");
    terminal_expect(terminal, "Enter or q: done");
    terminal_type(terminal, "54E62e+q");
    terminal_expect(terminal, "\033[?1049l");
    terminal_type(terminal, "position\r");
    terminal_expect(terminal, "4k4/3+e5/9/4E4/9/9/9/9/9 b 2r2b4g4s4n4l18p 1");
}

/* ---- characters of ambiguous width ---- */

/* Answers the question where the cursor is after one ▲, typing ahead of it and behind. */
static Terminal *begin_answering(const char *answer)
{
    Terminal *terminal = terminal_begin();
    terminal_expect(terminal, "▲\033[6n");
    g_autofree char *typed = g_strdup_printf("set diagram %s off\r", answer);
    terminal_type(terminal, typed);
    terminal_expect(terminal, "shogi ▲0> ");
    terminal_expect(terminal, "set diagram  off\r\n");
    terminal_expect(terminal, "▲0> ");
    return terminal;
}

/*
 * Types two such characters and goes back before them: readline moves the cursor by their columns.
 */
static void expect_columns(Terminal *terminal, const char *back)
{
    terminal_type(terminal, "▲▲");
    terminal_expect(terminal, "▲▲");
    size_t from = terminal->passed;
    terminal_type(terminal, "\x01x"); // to the beginning, and a letter there
    terminal_expect(terminal, "x");
    g_autofree char *moved =
        g_strndup(terminal->seen->str + from, strcspn(terminal->seen->str + from, "x"));
    assert_string_equal(moved, back);
    terminal_type(terminal, "\x05\x15"); // to the end, and the line away
}

TEST(width_is_what_the_terminal_answers)
{
    Terminal *wide = begin_answering("\033[7;3R");
    expect_columns(wide, "\b\b\b\b");
    terminal_type(wide, "set width narrow\r");
    terminal_expect(wide, "▲0> ");
    expect_columns(wide, "\b\b");
    terminal_quit(wide);
    g_autoptr(Terminal) narrow = begin_answering("\033[7;2R");
    expect_columns(narrow, "\b\b");
    terminal_type(narrow, "set width wide\r");
    terminal_expect(narrow, "▲0> ");
    expect_columns(narrow, "\b\b\b\b");
}

TEST(a_late_answer_is_no_typing)
{
    g_autoptr(Terminal) terminal = terminal_begin();
    terminal_expect(terminal, "\033[6n");
    terminal_expect(terminal, "▲0> ");
    expect_columns(terminal, "\b\b");
    terminal_type(terminal, "\033[7;3R");
    terminal_type(terminal, QUIET);
    terminal_expect(terminal, QUIET "\n");
    terminal_expect(terminal, "▲0> ");
    expect_columns(terminal, "\b\b\b\b");
}

/* Whether the terminal was asked before the prompt came. */
static bool was_asked(Terminal *terminal)
{
    terminal_expect(terminal, "▲0> ");
    bool asked = strstr(terminal->seen->str, "\033[6n") != NULL;
    terminal_quit(terminal);
    return asked;
}

TEST(width_is_asked_only_where_it_must)
{
    assert_true(was_asked(terminal_begin()));
    assert_false(was_asked(terminal_begin_on("dumb")));
    g_autofree char *rc = g_build_filename(terminal_folder, "kanju", "rc", NULL);
    assert_true(g_file_set_contents(rc, "set width wide\n", -1, NULL));
    Terminal *terminal = terminal_begin();
    terminal_expect(terminal, "▲0> ");
    expect_columns(terminal, "\b\b\b\b");
    assert_null(strstr(terminal->seen->str, "\033[6n"));
    terminal_quit(terminal);
    assert_int_equal(unlink(rc), 0);
}

ALL_TESTS(terminal_make_folder, terminal_remove_folder)
