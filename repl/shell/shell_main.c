/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start and end of the workbench: options, scripts, the loop over lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/format/problem.h"
#include "core/os/terminal.h"
#include "core/text/lang.h"
#include "core/text/text_file.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/settings.h"
#include "repl/shell/after_line.h"
#include "repl/shell/shell.h"
#include "repl/workbench/jobs.h"

/* ---- scripts ---- */

/* Prints what background jobs have said so far. */
static void print_jobs(KjSession *session, KjExit *status)
{
    g_autofree char *text = kj_jobs_take(kj_workbench_of(session)->jobs, status);
    if (text)
        fputs(text, stdout);
    fflush(stdout);
}

/* Whether a line is the greeting of a program that wants to talk to an engine. */
static bool is_greeting(const char *line)
{
    line += strspn(line, " \t");
    return strncmp(line, "usi", 3) == 0 && line[3 + strspn(line + 3, " \t\r\n")] == '\0';
}

/* Serves as an engine from here on: what follows on standard input is for it. */
static KjExit run_engine(KjSession *session)
{
    static char command[] = "usi", greeting[] = "usi";
    char *words[] = {command, greeting, NULL};
    struct KjWorkbench *bench = session->bench;
    session->bench = NULL;
    KjExit status = kj_dispatch(session, words, stdout);
    session->bench = bench;
    bench->quit = true;
    return status;
}

/* Reads a line of standard input, so that what writes it can wait for answers. False at the end; no
 * more than a file may have is read. */
static bool read_line(GString *out)
{
    int c = 0;
    g_string_truncate(out, 0);
    while (out->len <= KJ_PROBLEM_MAX_FILE && c != '\n' && (c = getc(stdin)) != EOF)
        g_string_append_c(out, (char)c);
    return out->len > 0;
}

static KjExit run_line(KjSession *session, const GString *line)
{
    if (line->len <= KJ_PROBLEM_MAX_FILE)
        return kj_shell_line(session, kj_text_behind_mark(line->str));
    kj_term_message(&session->term, "too big, expected at most %d MiB", KJ_PROBLEM_MAX_FILE >> 20);
    kj_workbench_of(session)->quit = true;
    return KJ_EXIT_INPUT;
}

static KjExit run_stdin(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    KjExit worst = KJ_EXIT_OK;
    g_autoptr(GString) line = g_string_new(NULL);
    unsigned number = 0;
    while (!bench->quit && read_line(line)) {
        number++;
        if (number == 1 && is_greeting(kj_text_behind_mark(line->str))) {
            worst = run_engine(session);
            break;
        }
        g_autofree char *place = g_strdup_printf("%s:%u: ", kj_tr("standard input"), number);
        const char *before = kj_term_place(place);
        KjExit status = run_line(session, line);
        kj_shell_after_line(session);
        worst = kj_exit_worse(worst, status);
        print_jobs(session, &worst);
        kj_term_place(before);
        if (!session->cut_off && kj_shell_is_error(status) &&
            (!bench->keep_going || status == KJ_EXIT_INTERRUPTED))
            break;
    }
    return worst;
}

/* Ends a paste, waits for what runs in the background. */
static KjExit finish_script(KjSession *session, KjExit status)
{
    if (!kj_workbench_of(session)->quit && !kj_shell_is_error(status)) {
        status = kj_exit_worse(status, kj_shell_end_paste(session));
        if (kj_jobs_busy(kj_workbench_of(session)->jobs, 0))
            status = kj_exit_worse(status, kj_shell_line(session, "wait"));
    }
    kj_shell_leave(session);
    return status;
}

/* ---- start ---- */

typedef struct {
    GPtrArray *commands; // of -c
    bool keep_going, no_rc;
} Options;

bool kj_shell_is_option(const char *word)
{
    return strcmp(word, "-c") == 0 || strcmp(word, "--command") == 0 ||
           strcmp(word, "--keep-going") == 0 || strcmp(word, "-k") == 0 ||
           strcmp(word, "--no-rc") == 0;
}

/* Whether a word begins an option that holds for the session then: --lang, --no-pager. */
static bool is_setting(const char *word, KjOptionWord *out)
{
    return g_str_has_prefix(word, "--") && kj_option_read(KJ_OPTIONS_COMMON, word, out, NULL) &&
           (out->option->kind != KJ_OPTION_FLAG || out->negated);
}

/* Sets such an option, with its value, and goes on to its last word. */
static bool read_setting(KjSession *session, const KjOptionWord *word, char ***io_words)
{
    const char *value = word->negated ? "off" : word->value ? word->value : (*io_words)[1];
    g_autoptr(GError) error = NULL;
    if (!value) {
        kj_term_message(&session->term, "missing argument for %s", **io_words);
        return false;
    }
    *io_words += !word->negated && !word->value;
    if (kj_settings_set(kj_workbench_of(session)->settings, word->option, value, &error))
        return true;
    kj_term_message(&session->term, "%s", error->message);
    return false;
}

static bool read_options(KjSession *session, char **words, Options *out)
{
    KjOptionWord word;
    for (; *words; words++) {
        if (strcmp(*words, "-c") == 0 || strcmp(*words, "--command") == 0) {
            if (!words[1]) {
                kj_term_message(&session->term, "%s: missing COMMANDS", *words);
                return false;
            }
            g_ptr_array_add(out->commands, *++words);
        } else if (strcmp(*words, "--keep-going") == 0 || strcmp(*words, "-k") == 0) {
            out->keep_going = true;
        } else if (strcmp(*words, "--no-rc") == 0) {
            out->no_rc = true;
        } else if (is_setting(*words, &word)) {
            if (!read_setting(session, &word, &words))
                return false;
        } else {
            kj_term_message(&session->term,
                            "unexpected '%s', expected -c COMMANDS, --keep-going or --no-rc",
                            *words);
            return false;
        }
    }
    return true;
}

KjExit kj_shell_main(KjSession *session, char **words)
{
    g_autoptr(GPtrArray) commands = g_ptr_array_new();
    Options options = {.commands = commands};
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    session->bench = bench;
    session->cache = bench->cache;
    session->settings = bench->settings;
    kj_dispatch_speak(session);
    KjExit status = read_options(session, words, &options) ? KJ_EXIT_OK : KJ_EXIT_USAGE;
    kj_dispatch_speak(session); // as --lang says
    bench->keep_going = options.keep_going;
    if (status != KJ_EXIT_OK) {
        bench->quit = true;
    } else if (!commands->len && kj_os_is_terminal(STDIN_FILENO)) {
        status = kj_terminal_run(session, !options.no_rc);
    } else {
        for (unsigned i = 0; i < commands->len && !bench->quit && !kj_shell_is_error(status); i++)
            status = kj_exit_worse(status, kj_shell_text(session, commands->pdata[i], "-c"));
        if (!commands->len)
            status = run_stdin(session);
        status = finish_script(session, status);
    }
    session->bench = NULL;
    session->cache = NULL;
    session->settings = NULL;
    return status;
}
