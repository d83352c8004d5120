/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the lines of the workbench as commands. */
#include "repl/shell/shell.h"

#include <glib/gprintf.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/offers.h"
#include "repl/cli/pager.h"
#include "repl/collection/collection.h"
#include "repl/collection/paste.h"
#include "repl/collection/tree_text.h"
#include "repl/job/raw_line.h"
#include "repl/shell/after_line.h"
#include "repl/shell/answer.h"
#include "repl/shell/redirect.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/bod.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/sessions.h"
#include "repl/workbench/watch.h"

bool kj_shell_is_error(KjExit status)
{
    return status == KJ_EXIT_USAGE || status == KJ_EXIT_INPUT || status == KJ_EXIT_INTERNAL ||
           status == KJ_EXIT_INTERRUPTED;
}

/* ---- one command ---- */

/* Puts the position meant by a word %NAME in its place. */
static void replace_names(const KjWorkbench *bench, char **words)
{
    for (char **word = words; *word; word++) {
        const KjKept *kept =
            **word == '%' ? g_hash_table_lookup(bench->beside.names, *word + 1) : NULL;
        if (!kept)
            continue;
        g_free(*word);
        *word = kj_tree_text_line(kept->tree);
    }
}

/* Whether a word is written like a move, of whatever position: 7g7f, ▲７六歩, 同銀. */
static bool is_like_move(const KjPosition *position, const char *word)
{
    static const char *const marks[] = {"▲", "△", "▽", "☗", "☖", "同"};
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
        if (g_str_has_prefix(word, marks[i]))
            return true;
    unsigned square;
    const char *end;
    return (kj_edit_square(position->game, word, &square, &end) && *end) ||
           (*word && word[1] == '*');
}

/* Whether the words are no command but moves, to be played or refused as such. */
static bool are_moves(const KjSession *session, char **words)
{
    if (kj_command_find(words[0]))
        return false;
    KjPosition position = kj_workbench_position(session->bench);
    if (is_like_move(&position, words[0]))
        return true;
    KjMove last = kj_workbench_tree(session->bench)->at->move, move;
    return kj_position_check_start(&position, NULL, NULL) == KJ_POSITION_OK &&
           kj_move_parse(&position, words[0], last, &move, NULL);
}

static bool runs_aside(const KjSession *session, const KjCommand *command, bool asked)
{
    bool can = command && !kj_command_is_shell(command);
    bool waited_for = !kj_workbench_of(session)->interactive || kj_workbench_of(session)->followed;
    return can && (asked || (!waited_for && command->flags & KJ_COMMAND_LONG));
}

/* The file of the open collection, or NULL. */
static const char *open_file(const KjWorkbench *bench)
{
    return bench->beside.collection ? bench->beside.collection->path : NULL;
}

/* Waits a moment for the end of a job, as long as no key is pressed. Whether it goes on, as a job that
 * the user is told of. */
static bool outlives_a_moment(const KjWorkbench *bench, unsigned number)
{
    enum { MOMENT = 1000, STEP = 20 }; // milliseconds
    for (int waited = 0; waited < MOMENT && kj_jobs_runs(bench->jobs, number, false);
         waited += STEP)
        if (kj_os_wait(&bench->wake, 1, true, STEP) != 0)
            break;
    return kj_jobs_runs(bench->jobs, number, true);
}

/* Begins a job, unless one is at it; `work`: on the whole work, not the place reached. */
static KjExit start_job(KjSession *session, char **words, bool work)
{
    KjWorkbench *bench = session->bench;
    unsigned same = kj_jobs_same(bench->jobs, session, words);
    if (same) {
        g_printf(kj_tr("[%u] is doing that already\n"), same);
        return KJ_EXIT_OK;
    }
    KjPosition position = kj_workbench_tree(bench)->start;
    if (!work)
        position = kj_workbench_position(bench);
    const KjCommand *command = kj_command_find(words[0]);
    bool about = kj_command_problem(command) >= 0;
    g_autofree char *board = about ? kj_position_write(&position) : g_strdup("");
    g_autofree char *leaf = g_strdup_printf("job-%u.ckpt", kj_jobs_next(bench->jobs));
    g_autofree char *checkpoint = bench->sessions && command->options & KJ_OPTIONS_KEEP
                                      ? kj_sessions_beside(bench->sessions, leaf)
                                      : NULL;
    g_autoptr(GError) error = NULL;
    unsigned number =
        kj_jobs_start(bench->jobs, session, words, board, checkpoint, !bench->interactive, &error);
    if (!number)
        kj_term_message(&session->term, "%s", error->message);
    else if (bench->interactive && outlives_a_moment(bench, number))
        g_printf(kj_tr("[%u] in the background\n"), number);
    return number ? KJ_EXIT_OK : KJ_EXIT_USAGE;
}

/* A line from the start of the work as text. (line: transfer full, may be NULL; transfer full) */
static char *text_of(const KjWorkbench *bench, GArray *line)
{
    g_autoptr(GArray) moves = line;
    const KjGame *game = kj_workbench_tree(bench)->start.game;
    return line ? kj_raw_line_text(game, (const KjMove *)(void *)line->data, line->len) : NULL;
}

/* Runs words on the position on the board, in the background or not. */
static KjExit run_on_board(KjSession *session, char **words, bool aside, FILE *out)
{
    KjWorkbench *bench = session->bench;
    const KjCommand *command = kj_command_find(words[0]);
    const KjMoveTree *tree = kj_workbench_tree(bench);
    bool work = command && command->flags & KJ_COMMAND_WORK;
    g_auto(KjBoard) board = {
        .position = work ? kj_position_write(&tree->start) : kj_tree_text_line(tree),
        .variant = g_strdup(tree->start.game->row->id),
        .ahead = kj_workbench_ahead(bench, work),
        .intended = work ? text_of(bench, kj_workbench_intended(bench)) : NULL,
        .author = work ? text_of(bench, kj_workbench_author(bench, true)) : NULL,
        .collection = g_strdup(open_file(bench)),
        .tree = kj_move_tree_copy(tree),
        .shown = kj_workbench_draws(bench) && !(work && tree->at->parent),
    };
    KjOffers *offers = command && command->options & KJ_OPTIONS_COMPOSE ? kj_offers_new() : NULL;
    session->board = &board;
    session->offers = offers;
    if (command && command->options & KJ_OPTIONS_ALONG)
        kj_answer_learn_watched(session);
    KjExit status = KJ_EXIT_OK;
    if (out == stdout && runs_aside(session, command, aside))
        status = start_job(session, words, work);
    else
        status = kj_dispatch(session, words, out);
    session->board = NULL;
    session->offers = NULL;
    kj_workbench_offer(bench, offers);
    return status;
}

/* Takes & off the end of the words. */
static bool take_aside(char **words)
{
    unsigned n = g_strv_length(words);
    if (n < 2 || strcmp(words[n - 1], "&") != 0)
        return false;
    g_free(g_steal_pointer(&words[n - 1]));
    return true;
}

bool kj_shell_is_way(const char *word)
{
    enum { DIGITS = 3 }; // a move of CSA has more
    size_t n = strspn(word + (*word != '\0'), "0123456789");
    return (*word == '+' || *word == '-') && n >= 1 && n <= DIGITS && !word[1 + n];
}

/* Runs the words on the board, moves as such. */
static KjExit run_command_words(KjSession *session, char **words, bool aside, FILE *out)
{
    g_auto(GStrv) played = NULL;
    bool way = kj_shell_is_way(words[0]);
    if (way || are_moves(session, words)) {
        g_autofree char *line = g_strjoinv("\n", words);
        g_autofree char *whole = g_strconcat(way ? "goto" : "play", "\n", line, NULL);
        played = g_strsplit(whole, "\n", -1);
    }
    return run_on_board(session, played ? played : words, aside, out);
}

/* Runs the words of one command, with its output to a pipe or, NULL, where it goes by itself. */
static KjExit run_words(KjSession *session, char **words, FILE *pipe)
{
    KjWorkbench *bench = session->bench;
    KjRedirect redirect;
    g_free(bench->command);
    bench->command = g_strjoinv(" ", words);
    session->told = kj_dispatch_told(words[0]);
    KjExit status = kj_redirect_take(session, words, &redirect);
    bool aside = take_aside(words);
    replace_names(bench, words);
    if (status == KJ_EXIT_OK && pipe && redirect.path) {
        kj_term_message(&session->term, "output goes to a file or through |, not both");
        status = KJ_EXIT_USAGE;
    }
    if (status == KJ_EXIT_OK)
        status = kj_redirect_open(session, words, &redirect);
    FILE *out = redirect.out ? redirect.out : pipe ? pipe : stdout;
    if (status == KJ_EXIT_OK)
        status = run_command_words(session, words, aside, out);
    session->told = false;
    bench->quit |= session->cut_off;
    return kj_redirect_close(session, &redirect, status);
}

/* ---- one line ---- */

/* Whether a line is a position written out, without a command before it. */
static bool is_position(const char *line)
{
    const char *board = g_str_has_prefix(line, "position ") ? line + strlen("position ") : line;
    if (*board == '\'' || *board == '"')
        return false; // quoted as a word
    if (g_str_has_prefix(board, "sfen "))
        return strchr(board, '/') != NULL;
    if (strcmp(board, "startpos") == 0 || g_str_has_prefix(board, "startpos moves "))
        return true;
    unsigned slashes = 0;
    const char *end = board;
    for (; *end && !g_ascii_isspace(*end); end++)
        slashes += *end == '/';
    // a rank is letters, digits and a few signs, a path mostly is not
    bool ranks = strspn(board, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "+-'/^*") == (size_t)(end - board);
    return slashes >= 3 && ranks && *board != '/' && strstr(end, " ") && !strchr(end, ';');
}

static KjExit load(KjSession *session, const char *line)
{
    const char *text = g_str_has_prefix(line, "position ") ? line + strlen("position ") : line;
    char *words[] = {g_strdup("position"), g_strdup("--"), g_strdup(text), NULL};
    KjExit status = run_on_board(session, words, false, stdout);
    for (unsigned i = 0; i < 3; i++)
        g_free(words[i]);
    return status;
}

/* Forgets the lines of a paste, which has come to its end. */
static void forget_paste(KjWorkbench *bench)
{
    g_ptr_array_set_size(bench->pasted, 0);
    bench->paste_whole = bench->paste_record = false;
}

/* Puts what the lines so far make on the board, in place of what they made before. */
static void put_paste(KjWorkbench *bench, KjMoveTree *tree)
{
    if (bench->paste_whole)
        kj_workbench_undo(bench, 1);
    KjSide defender = kj_workbench_defender(bench, &tree->start);
    bool said = false;
    for (unsigned i = 0; i < bench->pasted->len; i++)
        said |= kj_bod_is_hand(bench->pasted->pdata[i], defender);
    if (said)
        kj_workbench_change(bench, tree);
    else
        kj_workbench_enter(bench, tree);
    bench->paste_whole = true;
}

/* Takes one more line of a pasted board or record. */
static KjExit paste(KjSession *session, const char *line)
{
    KjWorkbench *bench = session->bench;
    bench->paste_record |= kj_paste_is_line(line, false) && !kj_bod_is_line(line);
    g_ptr_array_add(bench->pasted, g_strdup(line));
    g_ptr_array_add(bench->pasted, NULL);
    const char *const *lines = (const char *const *)bench->pasted->pdata;
    g_autoptr(GError) error = NULL;
    KjPosition position;
    // what is not a record yet may become one by later lines; what stays wrong is told at the end
    KjMoveTree *tree = bench->paste_record ? kj_paste_read(lines, NULL) : NULL;
    KjBodLine read = bench->paste_record ? KJ_BOD_MORE : kj_bod_read(lines, &position, &error);
    g_ptr_array_set_size(bench->pasted, (gint)bench->pasted->len - 1);
    if (read == KJ_BOD_NO) {
        g_autofree char *text = kj_text_error_write(error);
        kj_term_message(&session->term, "%s", text);
        forget_paste(bench);
        return KJ_EXIT_INPUT;
    }
    if (read == KJ_BOD_WHOLE) {
        kj_edit_tidy(&position);
        tree = kj_move_tree_new(&position);
    }
    if (tree)
        put_paste(bench, tree);
    return KJ_EXIT_OK;
}

KjExit kj_shell_end_paste(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    g_autoptr(GError) error = NULL;
    bool broken = bench->pasted->len && !bench->paste_whole;
    if (bench->paste_record) {
        g_ptr_array_add(bench->pasted, NULL);
        g_autoptr(KjMoveTree) tree =
            kj_paste_read((const char *const *)bench->pasted->pdata, &error);
        broken = tree == NULL;
    }
    forget_paste(bench);
    g_autofree char *text = error ? kj_text_error_write(error) : NULL;
    if (error)
        kj_term_message(&session->term, "pasted: %s", text);
    else if (broken)
        kj_term_message(&session->term, "a board that is not whole, expected all its ranks");
    return broken ? KJ_EXIT_INPUT : KJ_EXIT_OK;
}

static KjExit run_system(KjSession *session, const char *command)
{
    int status = kj_shell_run(command);
    if (status != 0)
        kj_term_message(&session->term, "'%s' ended with status %d", command, status);
    return KJ_EXIT_OK;
}

/* How much of a line comes before a mark outside quotes. */
static size_t length_before(const char *line, char mark)
{
    char quote = '\0';
    const char *at = line;
    for (; *at && (quote || *at != mark); at++) {
        if (*at == '\\' && quote != '\'' && at[1])
            at++;
        else if (*at == quote)
            quote = '\0';
        else if (!quote && (*at == '\'' || *at == '"'))
            quote = *at;
    }
    return (size_t)(at - line);
}

/* Whether words that are no command were to be a position: ranks with / between them, or a side to
 * move behind what could be some. */
static bool is_meant_as_position(char **words)
{
    static const char ranks[] =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-'/^*";
    const char *board = words[0], *side = words[1];
    bool slash = strchr(board, '/') != NULL;
    bool turn = side && (strcmp(side, "b") == 0 || strcmp(side, "w") == 0);
    return *board != '/' && strspn(board, ranks) == strlen(board) && (slash || turn) &&
           !kj_command_find(board) && !kj_command_is_gone(board);
}

/* Whether a line is a position though it does not begin like a whole one: in quotes, or wrong. */
static bool is_meant_so(char **words)
{
    if (!strchr(words[0], ' '))
        return is_meant_as_position(words);
    bool alone = !words[1] || strcmp(words[1], "moves") == 0;
    g_auto(GStrv) quoted = g_strsplit(words[0], " ", -1);
    return alone && (is_position(words[0]) || is_meant_as_position(quoted));
}

static KjExit run_command(KjSession *session, const char *text, FILE *pipe);

/* Runs COMMAND | COMMAND OF THE SYSTEM'S SHELL; `length` of it is before the mark. */
static KjExit run_piped(KjSession *session, const char *text, size_t length)
{
    g_autofree char *command = g_strndup(text, length);
    g_autofree char *reader = g_strstrip(g_strdup(text + length + 1));
    g_autoptr(GError) error = NULL;
    KjShellPipe pipe;
    if (!*reader)
        kj_term_message(&session->term, "|: missing the command that reads the output");
    else if (!kj_shell_pipe_open(&pipe, reader, &error))
        kj_term_message(&session->term, "%s", error->message);
    if (!*reader || error)
        return KJ_EXIT_USAGE;
    KjExit status = run_command(session, g_strstrip(command), pipe.out);
    kj_shell_pipe_close(&pipe); // what it came to it tells itself
    return status;
}

/* Runs one command of a line, with its output to a pipe or, NULL, where it goes by itself. */
static KjExit run_command(KjSession *session, const char *text, FILE *pipe)
{
    if (*text == '!')
        return run_system(session, text + 1);
    size_t length = length_before(text, '|');
    if (text[length])
        return run_piped(session, text, length);
    if (is_position(text))
        return load(session, text);
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_shell_parse_argv(text, NULL, &words, &error)) {
        if (g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
            return KJ_EXIT_OK; // nothing but a comment
        kj_term_message(&session->term, "quotes that do not match, expected them in pairs");
        return KJ_EXIT_USAGE;
    }
    if (is_meant_so(words)) {
        g_autofree char *line = g_strjoinv(" ", words);
        return load(session, line);
    }
    return run_words(session, words, pipe);
}

/* Whether a line is a move of CSA that may be played here: then it is no record's first line. */
static bool is_csa_move(const KjSession *session, const char *line)
{
    KjMove move;
    KjPosition position = kj_workbench_position(session->bench);
    return (*line == '+' || *line == '-') &&
           kj_position_check_start(&position, NULL, NULL) == KJ_POSITION_OK &&
           kj_move_parse(&position, line, KJ_MOVE_NONE, &move, NULL);
}

KjExit kj_shell_line(KjSession *session, const char *line)
{
    KjWorkbench *bench = session->bench;
    g_autofree char *copy = g_utf8_make_valid(line, -1);
    char *at = g_strstrip(copy);
    bool alone = !bench->pasted->len && is_csa_move(session, at);
    if (!alone && (kj_bod_is_line(at) || kj_paste_is_line(at, bench->paste_record)))
        return paste(session, at);
    KjExit status = kj_shell_end_paste(session), run = KJ_EXIT_OK;
    if (kj_shell_is_error(status) && !bench->interactive && !bench->keep_going)
        return status; // a script ends; who types meant this line, whatever came before

    bool given_up = false; // by Ctrl-C of who typed it
    while (*at && !bench->quit && !given_up && (!kj_shell_is_error(run) || bench->keep_going)) {
        size_t length = length_before(at, ';');
        bool more = at[length] == ';';
        at[length] = '\0';
        bench->followed = more;
        bool was_leaving = bench->leaving; // what comes between takes the wish back
        run = kj_exit_worse(run, run_command(session, g_strstrip(at), NULL));
        bench->leaving &= !was_leaving;
        given_up = bench->interactive && more && kj_session_stopped(session);
        at += length + more;
    }
    bench->followed = false;
    return kj_exit_worse(status, run);
}

KjExit kj_shell_text(KjSession *session, const char *text, const char *name)
{
    KjWorkbench *bench = session->bench;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    KjExit worst = KJ_EXIT_OK;
    for (unsigned i = 0; lines[i] && !bench->quit; i++) {
        g_autofree char *place = g_strdup_printf("%s:%u: ", name, i + 1);
        const char *before = kj_term_place(place);
        KjExit status = kj_shell_line(session, lines[i]);
        kj_shell_after_line(session);
        kj_term_place(before);
        worst = kj_exit_worse(worst, status);
        if (!session->cut_off && kj_shell_is_error(status) && !bench->keep_going)
            return worst;
    }
    return kj_exit_worse(worst, kj_shell_end_paste(session));
}
