/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prompt in a terminal: line editing with readline, messages of jobs above the line. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

// readline's headers want stdio.h before them
#include <readline/history.h>
#include <readline/readline.h>

#include "core/os/signal.h"
#include "core/text/lang.h"
#include "repl/cli/commands.h"
#include "repl/cli/complete.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/fold.h"
#include "repl/cli/output.h"
#include "repl/cli/pager.h"
#include "repl/cli/settings.h"
#include "repl/shell/after_line.h"
#include "repl/shell/shell.h"
#include "repl/shell/shell_commands.h"
#include "repl/shell/shell_history.h"
#include "repl/shell/typed.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/sessions.h"
#include "repl/workbench/watch.h"

enum { HISTORY_LINES = 5000 };

// Readline's callbacks take no data, so there is one terminal at a time.
static KjSession *terminal;
static bool line_open; // the prompt is shown and readline has the terminal
static bool awaited;   // the last line has begun jobs
static atomic_bool resized;
static char *history_file; // or NULL

static void on_line(char *line);

/* ---- the width of characters ---- */

static GString *typed_ahead; // while the terminal was asked; still to be taken as typed
static bool asked;

/* The terminal's answer, come too late to be waited for, is a key to readline. */
static int told_narrow(int count, int key)
{
    (void)count, (void)key;
    kj_term_width_told(false);
    return 0;
}

static int told_wide(int count, int key)
{
    (void)count, (void)key;
    kj_term_width_told(true);
    rl_forced_update_display();
    return 0;
}

/* In place of the C library's: readline, which knows nothing of a choice, asks this; so it must be
 * visible outside the program. It stands here and not with the other widths since the library
 * libkanju must not have it. */
__attribute__((visibility("default"))) int wcwidth(wchar_t c)
{
    if (c == 0)
        return 0;
    return g_unichar_iscntrl((gunichar)c) ? -1 : (int)kj_char_columns((gunichar)c);
}

char *sh_get_env_value(const char *name);

/* In place of readline's, as bash has its own: for each line readline would take the locale of the
 * environment, whose encoding may not be the terminal's, in place of the program's (term.h). */
__attribute__((visibility("default"))) char *sh_get_env_value(const char *name)
{
    return strcmp(name, "LC_ALL") == 0 ? setlocale(LC_CTYPE, NULL) : getenv(name);
}

/* Asks once, unless the width is set. */
static void ask_width(void)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(terminal->settings, KJ_OPTIONS_COMMON, values);
    if (asked || values->value[KJ_OPT(WIDTH)].choice != KJ_WIDTH_AUTO)
        return;
    asked = true;
    if (kj_term_ask_width(&terminal->term, typed_ahead))
        return;
    for (unsigned row = 1; row <= MIN(terminal->term.height, 300); row++) {
        g_autofree char *narrow = g_strdup_printf("\033[%u;2R", row);
        g_autofree char *wide = g_strdup_printf("\033[%u;3R", row);
        rl_bind_keyseq(narrow, told_narrow);
        rl_bind_keyseq(wide, told_wide);
    }
}

static void open_line(void)
{
    ask_width();
    g_autofree char *prompt = kj_shell_prompt(terminal);
    fflush(stdout);
    rl_callback_handler_install(prompt, on_line);
    line_open = true;
}

static void close_line(void)
{
    if (line_open)
        rl_callback_handler_remove();
    line_open = false;
}

/* ---- what is typed ---- */

// The terminal opened once more, to be read without waiting: at Ctrl-C it forgets what was typed, and
// who then waits for that waits for ever. -1: it could not be.
static int keys = -1;

static ssize_t read_typed(void *bytes, size_t size)
{
    return read(keys >= 0 ? keys : STDIN_FILENO, bytes, size);
}

/* Readline's own goes on waiting after a signal. This gives up by Ctrl-G, which readline takes for
 * that wherever it waits for a key. */
static int get_key(FILE *stream)
{
    (void)stream;
    unsigned char byte;
    ssize_t n;
    while ((n = read_typed(&byte, 1)) < 0 && (errno == EAGAIN || errno == EINTR)) {
        KjOsWake *wakes[] = {kj_workbench_of(terminal)->wake};
        if (kj_session_stopped(terminal))
            return CTRL('G');
        int come = kj_os_wait(wakes, G_N_ELEMENTS(wakes), true, -1);
        if (come > 0 && !(come & KJ_OS_INPUT) && !kj_session_stopped(terminal))
            kj_os_wait(NULL, 0, true, -1); // a wake that waits for the loop
    }
    return n > 0 ? byte : EOF;
}

/* ---- pastes ---- */

static GString *pasting; // what came so far of a paste that has not ended, or NULL

/* Readline's own waits in the middle of a paste for its end, deaf to all else, and Ctrl-C meanwhile
 * leaves it with a broken stack (8.2). */
static int begin_paste(int count, int key)
{
    (void)count, (void)key;
    pasting = g_string_new(NULL);
    return 0;
}

static void drop_paste(void)
{
    if (pasting)
        g_string_free(g_steal_pointer(&pasting), TRUE);
}

/* Takes what there is of the paste, and puts it into the line when that was all. */
static void take_paste(void)
{
    static const char mark[] = "\033[201~";
    char bytes[4096];
    gsize seen = pasting->len < strlen(mark) ? 0 : pasting->len - strlen(mark);
    ssize_t n = typed_ahead->len ? 0 : read_typed(bytes, sizeof bytes);
    if (n > 0)
        g_string_append_len(typed_ahead, bytes, n);
    if (typed_ahead->len == 0 && (n == 0 || (errno != EINTR && errno != EAGAIN)))
        drop_paste(); // readline is to see that input has ended
    if (!pasting)
        return;
    for (gsize i = 0; i < typed_ahead->len; i++) // no line has a NUL in it
        g_string_append_c(pasting, typed_ahead->str[i] ? typed_ahead->str[i] : ' ');
    g_string_truncate(typed_ahead, 0);
    const char *end = strstr(pasting->str + seen, mark);
    if (!end)
        return;
    g_string_append(typed_ahead, end + strlen(mark));
    g_string_truncate(pasting, (gsize)(end - pasting->str));
    rl_insert_text(g_strdelimit(pasting->str, "\r", '\n'));
    drop_paste();
    rl_redisplay();
}

/* ---- a line typed ---- */

/* Readline has a whole line, or NULL at the end of input. */
static void on_line(char *line)
{
    close_line();
    if (!line) {
        putchar('\n');
        kj_typed_end(terminal);
        return;
    }
    g_strstrip(line);
    if (*line) {
        add_history(line);
        // at once, so that a kill loses no line and sessions side by side add to one history
        if (history_file && append_history(1, history_file) != 0 && errno == ENOENT)
            write_history(history_file);
    }
    awaited = kj_typed_line(terminal, line);
    free(line);
}

/* ---- above the line ---- */

/* Whether a text from jobs goes to the pager: it is long, the jobs are those of the last line, and
 * nothing was typed since, so that no key is meant for the prompt. */
static bool is_for_pager(const char *text)
{
    const KjTerm *term = &terminal->term;
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(terminal->settings, KJ_OPTIONS_COMMON, values);
    return text && awaited && rl_end == 0 && kj_pager_wanted(term, values) &&
           kj_fold_rows(text, term->width) >= term->height;
}

/* Shows text above the line being typed, which stays as it is, under a prompt made anew. */
static void show_above(const char *text)
{
    if (!line_open) {
        fputs(text ? text : "", stdout);
        fflush(stdout);
        return;
    }
    if (is_for_pager(text)) {
        rl_clear_visible_line();
        fflush(rl_outstream);
        close_line();
        if (!kj_pager_show(&terminal->term, text))
            fputs(text, stdout);
        return;
    }
    g_autofree char *prompt = kj_shell_prompt(terminal);
    if (!text && strcmp(prompt, rl_prompt) == 0)
        return;
    char *typed = rl_copy_text(0, rl_end);
    int point = rl_point;
    rl_clear_visible_line();
    fputs(text ? text : "", rl_outstream);
    fflush(rl_outstream);
    rl_set_prompt(prompt);
    rl_replace_line(typed, 0);
    rl_point = point;
    rl_on_new_line();
    rl_redisplay();
    free(typed);
}

/* Ctrl-C: stops what runs, else gives up the line. Never leaves. */
static void interrupt(void)
{
    kj_session_resume();
    drop_paste();
    if (kj_jobs_stop(kj_workbench_of(terminal)->jobs, 0)) {
        g_autofree char *text = g_strdup_printf("%s\n", kj_tr("^C stopping"));
        show_above(text);
        return;
    }
    rl_point = rl_end;
    rl_redisplay();
    fputs("^C\n", rl_outstream);
    rl_free_line_state();
    rl_callback_sigcleanup();
    rl_replace_line("", 0);
    close_line();
    g_ptr_array_set_size(kj_workbench_of(terminal)->pasted, 0);
    kj_workbench_of(terminal)->paste_whole = kj_workbench_of(terminal)->paste_record = false;
    open_line();
}

static void on_resize(KjOsSignal what)
{
    (void)what;
    resized = true;
}

static void take_wakes(void)
{
    KjWorkbench *bench = terminal->bench;
    kj_os_wake_forget(bench->wake);
    if (kj_session_stopped(terminal) && !kj_session_ending())
        interrupt();
    g_autofree char *text = kj_typed_news(terminal);
    show_above(text);
}

static void loop(void)
{
    KjWorkbench *bench = terminal->bench;
    while (!bench->quit && !kj_session_ending()) {
        if (!line_open)
            open_line();
        if (typed_ahead->len && pasting) {
            take_paste();
            continue;
        }
        if (typed_ahead->len) {
            rl_stuff_char((unsigned char)*typed_ahead->str);
            g_string_erase(typed_ahead, 0, 1);
            rl_callback_read_char();
            continue;
        }
        KjOsWake *wakes[] = {bench->wake, kj_jobs_wake(bench->jobs)};
        int come = kj_os_wait(wakes, G_N_ELEMENTS(wakes), true, -1);
        if (atomic_exchange(&resized, false)) {
            kj_term_resize(&terminal->term);
            rl_resize_terminal();
        }
        if (come < 0 && errno != EINTR)
            break;
        bool input = come > 0 && come & KJ_OS_INPUT;
        if (come < 0 || come & ~KJ_OS_INPUT)
            take_wakes();
        if (input && pasting)
            take_paste();
        else if (input)
            rl_callback_read_char();
    }
    close_line();
}

/* ---- completion ---- */

static char **candidates; // of the completion under way
static unsigned next_candidate;

static char *give_candidate(const char *text, int state)
{
    (void)text;
    if (state == 0)
        next_candidate = 0;
    const char *candidate = candidates[next_candidate];
    next_candidate += candidate != NULL;
    return candidate ? strdup(candidate) : NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)end;
    g_autofree char *before = g_strndup(rl_line_buffer, (gsize)start);
    bool files;
    g_strfreev(candidates);
    KjCompletionBoard board = {.names = kj_workbench_of(terminal)->beside.names};
    board.position = kj_workbench_position(terminal->bench);
    candidates = kj_complete(&board, before, text, &files);
    // readline tries file names itself when nothing is found and this is 0
    rl_attempted_completion_over = !files;
    char **matches = rl_completion_matches(text, give_candidate);
    if (matches && !matches[1] && g_str_has_suffix(matches[0], "="))
        rl_completion_append_character = '\0';
    return matches;
}

/* ---- start and end ---- */

static void set_up_readline(void)
{
    rl_readline_name = "kanju";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0; // COLUMNS would go on to hold the first width
    rl_attempted_completion_function = complete;
    static char breaks[] = " \t\n;";
    rl_completer_word_break_characters = breaks;
    rl_basic_word_break_characters = " \t\n;";
    rl_getc_function = get_key;
    rl_initialize();
    kj_shell_history_keys();
    rl_bind_keyseq_in_map("\033[200~", begin_paste, emacs_standard_keymap);
    rl_bind_keyseq_in_map("\033[200~", begin_paste, vi_insertion_keymap);
    using_history();
    stifle_history(HISTORY_LINES);
    kj_os_on(KJ_OS_RESIZE, on_resize);
}

KjExit kj_terminal_run(KjSession *session, bool read_rc)
{
    KjWorkbench *bench = session->bench;
    terminal = session;
    bench->interactive = true;
    kj_session_survive(bench->wake);
    set_up_readline();
    const char *name = ttyname(STDIN_FILENO);
    keys = name ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    typed_ahead = g_string_new(NULL);
    g_autofree char *folder = kj_typed_begin(session, read_rc);
    if (folder) {
        history_file = g_build_filename(folder, "history", NULL);
        read_history(history_file);
    }
    loop();
    kj_shell_leave(session);
    if (history_file)
        history_truncate_file(history_file, HISTORY_LINES);
    g_clear_pointer(&history_file, g_free);
    g_clear_pointer(&candidates, g_strfreev);
    g_string_free(typed_ahead, TRUE);
    drop_paste();
    if (keys >= 0)
        close(keys);
    keys = -1;
    kj_session_survive(NULL);
    return KJ_EXIT_OK;
}
