/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search thread of the USI engine. */
#include "repl/usi/usi_search.h"

#include <stdatomic.h>
#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "repl/job/text.h"
#include "repl/job/thread.h"

struct KjUsiSearch {
    KjSolveJob job; // owns its input
    KjSolveRequest request;
    KjUsiGo go;
    KjUsiSayFn say;
    void *data;
    pthread_t thread;
    pthread_mutex_t lock; // guards ended, and stop with `changed`
    pthread_cond_t changed;
    atomic_bool stop; // the search reads it without the lock
    bool ended;
    // of the searching thread alone
    const char *phase;
    unsigned table_permille;
};

static void say(const KjUsiSearch *s, const char *line)
{
    s->say(s->data, line);
}

/* "info" with what every line of it has; the caller adds to it and frees it. */
static GString *begin_info(const KjUsiSearch *s, unsigned depth, uint64_t nodes, double seconds)
{
    GString *line = g_string_new(NULL);
    double speed = seconds > 0 ? (double)nodes / seconds : 0;
    g_string_append_printf(line, "info depth %u time %.0f nodes %" G_GUINT64_FORMAT " nps %.0f",
                           depth, seconds * 1000, nodes, speed);
    g_string_append_printf(line, " hashfull %u", s->table_permille);
    return line;
}

/* The score is the mover's: a defender who is being mated has a negative one. */
static void append_mate(GString *line, const KjUsiSearch *s, unsigned plies)
{
    bool attacking = s->job.input->position.side == s->job.attacker;
    g_string_append_printf(line, " score mate %s%u", attacking ? "" : "-", plies);
}

static void tell_progress(const KjProgress *progress, void *data)
{
    KjUsiSearch *s = data;
    s->table_permille = progress->table_permille;
    g_autoptr(GString) line = begin_info(s, progress->depth, progress->nodes, progress->seconds);
    if (progress->best_plies)
        append_mate(line, s, progress->best_plies);
    say(s, line->str);
    if (g_strcmp0(progress->phase, s->phase) == 0)
        return;
    s->phase = progress->phase;
    g_autofree char *phase = g_strdup_printf("info string %s", progress->phase);
    say(s, phase);
}

/* The moves of the line, each with a blank before it. (transfer full) */
static char *line_text(const KjUsiSearch *s)
{
    const KjResult *result = &s->job.result;
    const KjInput *input = s->job.input;
    g_auto(GStrv) moves =
        kj_line_text(&input->position, result->line, result->n_line, input->last, KJ_NOTATION_USI);
    GString *text = g_string_new(NULL);
    for (char **move = moves; *move; move++)
        g_string_append_printf(text, " %s", *move);
    return g_string_free(text, FALSE);
}

static void tell_result(const KjUsiSearch *s, const char *moves)
{
    const KjResult *result = &s->job.result;
    bool mate = result->verdict == KJ_MATE;
    g_autoptr(GString) line =
        begin_info(s, mate ? result->plies : 0, result->nodes, result->seconds);
    if (mate)
        append_mate(line, s, result->plies);
    if (mate && *moves)
        g_string_append_printf(line, " pv%s", moves);
    say(s, line->str);
    if (mate && !result->plies_proved)
        say(s, "info string a shorter mate may exist");
    if (kj_solve_is_over(result))
        say(s, result->pure_plies == 0 ? "info string the side to move is mated already"
                                       : "info string the side to move is mated already, but for "
                                         "futile interpositions");
    if (mate && !result->line_complete)
        say(s, "info string the line is cut short by a limit");
    g_autofree char *note = kj_solve_note(&s->job, false);
    if (note) {
        g_autofree char *told = g_strdup_printf("info string note: %s", note);
        say(s, told);
    }
    if (result->verdict == KJ_NOMATE)
        say(s, "info string no mate");
    if (result->verdict == KJ_UNKNOWN) {
        g_autofree char *why =
            g_strdup_printf("info string unknown: %s", kj_cause_text(result->cause));
        say(s, why);
    }
}

/*
 * GUIs wait for a word or a move behind "checkmate", so a mate without a move is told by a word:
 * `nomate` where the side to move is mated, which has none to give; `timeout` where no move of it
 * is known yet.
 */
static void answer_mate(const KjUsiSearch *s, const char *moves)
{
    static const char *const words[] = {
        [KJ_MATE] = " timeout", [KJ_NOMATE] = " nomate", [KJ_UNKNOWN] = " timeout"};
    const KjResult *result = &s->job.result;
    const char *word = kj_solve_is_over(result) ? words[KJ_NOMATE] : words[result->verdict];
    g_autofree char *answer = g_strconcat("checkmate", *moves ? moves : word, NULL);
    say(s, answer);
}

/* Kanju plays no games, but whoever asks for a move gets one: that of a mate, else any. */
static void answer_move(const KjUsiSearch *s)
{
    const KjPosition *position = &s->job.input->position;
    const KjResult *result = &s->job.result;
    KjMove move = KJ_MOVE_NONE;
    KjMoveList list;
    kj_gen_legal(position, &list);
    if (result->n_line)
        move = result->line[0];
    else if (list.n)
        move = list.move[0];
    if (move == KJ_MOVE_NONE) {
        say(s, "bestmove resign");
        return;
    }
    if (!result->n_line)
        say(s, "info string no mate to play, so this is just a legal move");
    char text[KJ_USI_MOVE];
    kj_usi_move_write(position, move, text);
    g_autofree char *answer = g_strconcat("bestmove ", text, NULL);
    say(s, answer);
}

/* Waits until told to stop. */
static void hold(KjUsiSearch *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->stop)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

static void solve(KjUsiSearch *s)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&s->request.solver, &error);
    if (!solver) {
        s->job.result.verdict = KJ_UNKNOWN;
        s->job.result.cause = KJ_CAUSE_MEMORY;
        g_autofree char *message = g_strdup_printf("info string %s", error->message);
        say(s, message);
        return;
    }
    KjLimits limits = s->request.limits;
    limits.stop = &s->stop;
    kj_solver_set_progress(solver, tell_progress, s);
    const KjPositionText *text = &s->job.input->text;
    kj_solver_set_past(solver, &text->start, text->moves, text->n_moves);
    kj_solver_solve(solver, &s->job.input->position, s->job.attacker, &limits, &s->job.result);
}

static void *run(void *data)
{
    KjUsiSearch *s = data;
    solve(s);
    g_autofree char *moves = line_text(s);
    tell_result(s, moves);
    if (s->go.hold)
        hold(s);
    if (s->go.mate)
        answer_mate(s, moves);
    else
        answer_move(s);
    pthread_mutex_lock(&s->lock);
    s->ended = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

KjUsiSearch *kj_usi_search_begin(const KjSolveJob *job, const KjSolveRequest *request,
                                 const KjUsiGo *go, KjUsiSayFn say_fn, void *data)
{
    KjUsiSearch *s = g_new0(KjUsiSearch, 1);
    s->job = *job;
    s->request = *request;
    s->go = *go;
    s->say = say_fn;
    s->data = data;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (kj_thread_start(&s->thread, run, s))
        return s;
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    g_free(s);
    return NULL;
}

void kj_usi_search_stop(KjUsiSearch *s)
{
    pthread_mutex_lock(&s->lock);
    atomic_store(&s->stop, true);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

const KjUsiGo *kj_usi_search_go(const KjUsiSearch *s)
{
    return &s->go;
}

bool kj_usi_search_wait(KjUsiSearch *s, unsigned milliseconds)
{
    gint64 deadline = g_get_monotonic_time() + milliseconds * G_TIME_SPAN_MILLISECOND;
    pthread_mutex_lock(&s->lock);
    bool in_time = true;
    while (!s->ended && in_time)
        in_time = kj_thread_wait(&s->changed, &s->lock, deadline);
    bool ended = s->ended;
    pthread_mutex_unlock(&s->lock);
    return ended;
}

void kj_usi_search_free(KjUsiSearch *s)
{
    if (!s)
        return;
    kj_usi_search_stop(s);
    pthread_join(s->thread, NULL);
    kj_input_free(s->job.input);
    kj_solve_job_clear(&s->job);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    g_free(s);
}
