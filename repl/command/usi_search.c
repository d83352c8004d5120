/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search thread of the USI engine. */
#include "repl/command/usi_search-priv.h"

#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"
#include "solver/search/thread.h"

enum { PAUSE = G_TIME_SPAN_SECOND / 2 }; // between reports while many questions are asked

static void say(const KjUsiSearch *s, const char *line)
{
    s->say(s->data, line);
}

void kj_usi_search_remark(const KjUsiSearch *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_autofree char *line = g_strconcat("info string ", text, NULL);
    say(s, line);
}

/*
 * The score is the mover's: a defender who is being mated has a negative one, and where a shorter
 * mate may exist, it may be worse. Nothing but words in pairs stands behind that mark: there are
 * programs that take any two words for a name and its value.
 */
static void append_mate(GString *line, const KjUsiSearch *s, const KjUsiInfo *info)
{
    bool attacking = s->job.input->position.side == s->job.attacker;
    g_string_append_printf(line, " score mate %s%u", attacking ? "" : "-", info->plies);
    if (info->open)
        g_string_append(line, attacking ? " lowerbound" : " upperbound");
}

void kj_usi_search_tell(const KjUsiSearch *s, const KjUsiInfo *info)
{
    g_autoptr(GString) line = g_string_new(NULL);
    g_string_append_printf(line, "info depth %u", info->depth);
    if (info->multi_pv)
        g_string_append_printf(line, " multipv %u", info->multi_pv);
    if (info->mate)
        append_mate(line, s, info);
    double speed = info->seconds > 0 ? (double)info->nodes / info->seconds : 0;
    g_string_append_printf(line, " nodes %" G_GUINT64_FORMAT " nps %.0f hashfull %u time %.0f",
                           info->nodes, speed, s->table_permille, info->seconds * 1000);
    if (info->moves && *info->moves)
        g_string_append_printf(line, " pv%s", info->moves);
    say(s, line->str);
}

double kj_usi_search_seconds(const KjUsiSearch *s)
{
    return (double)(g_get_monotonic_time() - s->began) / G_TIME_SPAN_SECOND;
}

bool kj_usi_search_rest(const KjUsiSearch *s, KjLimits *out)
{
    *out = s->request.limits;
    out->stop = &s->stop;
    double seconds = kj_usi_search_seconds(s);
    if (s->stop || (out->seconds > 0 && out->seconds <= seconds) ||
        (out->nodes && out->nodes <= s->nodes))
        return false;
    if (out->seconds > 0)
        out->seconds -= seconds;
    if (out->nodes)
        out->nodes -= s->nodes;
    return true;
}

static void tell_progress(const KjProgress *progress, void *data)
{
    KjUsiSearch *s = data;
    gint64 deadline = atomic_load(&s->deadline);
    if (deadline && g_get_monotonic_time() >= deadline)
        atomic_store(&s->stop, true);
    s->table_permille = progress->table_permille;
    gint64 now = g_get_monotonic_time();
    if (s->listing && now - s->told < PAUSE) // each question begins with a report
        return;
    s->told = now;
    KjUsiInfo info = {.depth = progress->depth,
                      .mate = progress->best_plies != 0 && !s->listing,
                      .plies = progress->best_plies,
                      .open = !progress->best_proved,
                      .nodes = s->nodes + progress->nodes,
                      .seconds = kj_usi_search_seconds(s)};
    kj_usi_search_tell(s, &info);
    if (s->listing || g_strcmp0(progress->phase, s->phase) == 0)
        return;
    s->phase = progress->phase;
    kj_usi_search_remark(s, "%s", kj_tr(progress->phase));
}

/* The moves of the line, each with a blank before it. (transfer full) */
static char *line_text(const KjUsiSearch *s)
{
    const KjResult *result = &s->job.result;
    const KjInput *input = s->job.input;
    g_autofree char *moves =
        kj_line_words(&input->position, result->line, result->n_line, input->last, KJ_NOTATION_USI);
    return g_strconcat(*moves ? " " : "", moves, NULL);
}

/* Whether other first moves are asked for, and there can be any. */
static bool wants_list(const KjUsiSearch *s)
{
    bool attacking = s->job.input->position.side == s->job.attacker;
    return attacking && s->go.multi_pv > 1;
}

static void tell_result(const KjUsiSearch *s, const char *moves)
{
    const KjResult *result = &s->job.result;
    bool mate = result->verdict == KJ_MATE;
    KjUsiInfo info = {.depth = mate ? result->plies : 0,
                      .multi_pv = mate && wants_list(s),
                      .mate = mate,
                      .plies = result->plies,
                      .open = !result->plies_proved,
                      .nodes = result->nodes,
                      .seconds = result->seconds,
                      .moves = mate ? moves : NULL};
    kj_usi_search_tell(s, &info);
    if (mate && !result->plies_proved)
        kj_usi_search_remark(s, "a shorter mate may exist");
    if (kj_solve_is_over(result))
        kj_usi_search_remark(s, result->pure_plies == 0
                                    ? "the side to move is mated already"
                                    : "the side to move is mated already, but for futile "
                                      "interpositions");
    if (mate && !result->line_complete)
        kj_usi_search_remark(s, "the line is cut short by a limit");
    g_autofree char *note = kj_solve_note(&s->job, true);
    if (note)
        kj_usi_search_remark(s, "note: %s", note);
    if (result->verdict == KJ_NOMATE)
        kj_usi_search_remark(s, "no mate");
    if (result->verdict == KJ_UNKNOWN)
        kj_usi_search_remark(s, "unknown: %s", kj_tr(kj_cause_text(result->cause)));
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
        kj_usi_search_remark(s, "no mate to play, so this is just a legal move");
    char text[KJ_USI_MOVE];
    kj_usi_move_write(position, move, text);
    g_autofree char *answer = g_strconcat("bestmove ", text, NULL);
    say(s, answer);
}

/* Waits until told to stop, as long as the answer is held back. */
static void hold(KjUsiSearch *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->go.hold && !s->stop)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

/* The solver of the search; NULL if there is no room for it, which is told. */
static KjSolver *make_solver(KjUsiSearch *s)
{
    g_autoptr(GError) error = NULL;
    KjSolver *solver = kj_solver_new(&s->request.solver, &error);
    if (solver) {
        kj_solver_set_progress(solver, tell_progress, s);
        return solver;
    }
    s->job.result.verdict = KJ_UNKNOWN;
    s->job.result.cause = KJ_CAUSE_MEMORY;
    kj_usi_search_remark(s, "%s", error->message);
    return NULL;
}

static void solve(KjUsiSearch *s, KjSolver *solver)
{
    KjLimits limits = s->request.limits;
    limits.stop = &s->stop;
    kj_solve_job_search(solver, &limits, &s->job);
    s->nodes = s->job.result.nodes;
}

/* What is told besides the answer. */
static void tell_more(KjUsiSearch *s, KjSolver *solver, const char *moves)
{
    if (s->job.result.verdict == KJ_MATE && *moves && wants_list(s))
        kj_usi_search_first_moves(s, solver, moves);
    if (s->go.line)
        kj_usi_search_line(s, solver);
}

static void *run_usi_search(void *data)
{
    KjUsiSearch *s = data;
    g_autoptr(KjSolver) solver = make_solver(s);
    if (solver)
        solve(s, solver);
    g_autofree char *moves = line_text(s);
    tell_result(s, moves);
    if (solver)
        tell_more(s, solver, moves);
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
    s->began = g_get_monotonic_time();
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (kj_thread_start(&s->thread, run_usi_search, s))
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

void kj_usi_search_hurry(KjUsiSearch *s, double seconds)
{
    gint64 now = g_get_monotonic_time();
    if (seconds > 0)
        atomic_store(&s->deadline, now + (gint64)(seconds * G_TIME_SPAN_SECOND));
    pthread_mutex_lock(&s->lock);
    s->go.hold = false;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

KjSide kj_usi_search_side(const KjUsiSearch *s)
{
    return (KjSide)s->job.input->position.side;
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
        in_time = kj_os_wait_until(&s->changed, &s->lock, deadline);
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
    g_strfreev(s->go.line);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    g_free(s);
}
