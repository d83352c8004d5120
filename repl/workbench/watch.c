/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The light of `watch`: a background thread that solves and checks the position on the board. */
#include "repl/workbench/watch.h"

#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>

#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/check/check_print.h"
#include "repl/job/position_error.h"
#include "repl/workbench/work_notes.h"
#include "solver/compose/judgement.h"
#include "solver/hisshi/hisshi.h"
#include "solver/query.h"
#include "solver/search/thread.h"

enum { POLL_MICROSECONDS = 20000 };

/* The work on the board, as the thread sees it. */
typedef struct {
    KjPosition position;
    KjGame game; // of the position
    KjSide attacker;
    KjMove *author; // owned; or NULL
    unsigned n_author;
    KjAnswer known; // of the position; UNKNOWN: nothing
} Work;

/* What a check has found, to be shown with the light. (transfer full) */
typedef struct {
    char *light, *summary; // summary: or NULL
    GPtrArray *notes;      // KjWorkNote: what the check has found so far; or NULL
    KjBb useless;          // squares of pieces that it found no reason for
    bool mates;            // the position is a mate of a length that is proved
} Shown;

struct KjWatch {
    pthread_mutex_t lock; // guards all below
    pthread_cond_t asked;
    pthread_t thread;
    KjSolveRequest request;
    KjLang lang;         // of the light
    KjNotation notation; // and of its notes
    KjOsWake *wake;      // not owned
    Work work;
    bool fresh;  // it waits to be looked at
    bool ending; // the thread is to end
    bool busy;
    atomic_bool stop; // the search under way is out of date
    Shown shown;
};

static void clear_shown(Shown *shown)
{
    g_free(shown->light);
    g_free(shown->summary);
    g_clear_pointer(&shown->notes, g_ptr_array_unref);
}

/* Shows what was found, unless the position is out of date by now. (shown: contents transfer full) */
static void show_now(KjWatch *watch, Shown shown)
{
    pthread_mutex_lock(&watch->lock);
    if (!watch->fresh && !watch->ending) {
        Shown before = watch->shown;
        watch->shown = shown;
        shown = before;
        kj_os_wake(watch->wake);
    }
    pthread_mutex_unlock(&watch->lock);
    clear_shown(&shown);
}

/* ---- is it sound? ---- */

/* How much a report leaves undecided: moves, and all moves of places not looked at. */
static unsigned open_moves(const KjReport *report)
{
    unsigned open = report->n_open;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        open += node->examined ? 0 : MAX(1, node->n_all);
    }
    return open;
}

/* "mate 5", "必至 ≤3". (transfer full) */
static char *length_text(bool hisshi, bool exact, unsigned plies)
{
    if (hisshi)
        return g_strdup_printf(exact ? kj_tr("必至 %u") : kj_tr("必至 ≤%u"), plies);
    return g_strdup_printf(exact ? kj_tr("mate %u") : kj_tr("mate ≤%u"), plies);
}

/* What a report says in a few characters: "mate 5, 2 cooks so far". `known` is what was known of
 * the position before it, which may have taken more effort. (transfer full) */
static char *report_text(const KjReport *report, const KjAnswer *known, bool so_far)
{
    bool exact = report->shortest_proved || (known->verdict == KJ_MATE && kj_answer_exact(known) &&
                                             known->plies == report->plies);
    unsigned cooks = kj_report_cooks(report), blemishes = report->n_blemishes;
    unsigned defects = report->n_defects;
    GString *text = g_string_new(NULL);
    g_autofree char *length = length_text(report->hisshi, exact, report->plies);
    g_string_append(text, length);
    if (defects)
        g_string_append_printf(text, kj_tr_n(defects, ", %u defect", ", %u defects"), defects);
    if (cooks)
        g_string_append_printf(text, kj_tr_n(cooks, " (%u cook)", " (%u cooks)"), cooks);
    if (!defects && blemishes)
        g_string_append_printf(text, kj_tr_n(blemishes, ", %u blemish", ", %u blemishes"),
                               blemishes);
    if (!defects && !blemishes)
        g_string_append(text, kj_tr(", sound"));
    if (so_far)
        g_string_append(text, kj_tr(" so far"));
    return g_string_free(text, FALSE);
}

/* Asks of the work what `check` does. First, with little effort and without looking for useless
 * pieces, what is seen soon; then all of it. Shows what is known by then. */
static void check(KjWatch *watch, KjSolver *solver, KjHisshi *hisshi, const Work *work,
                  const KjLimits *limits)
{
    static const uint64_t efforts[] = {1000, 10000, 100000, 0}; // 0: that of `check`
    gint64 begun = g_get_monotonic_time();
    unsigned open = G_MAXUINT; // of the report shown; one cut short by the time may leave more open
    for (unsigned i = 0; i < G_N_ELEMENTS(efforts); i++) {
        KjLimits left = *limits;
        left.seconds -= (double)(g_get_monotonic_time() - begun) / G_USEC_PER_SEC;
        if (atomic_load(limits->stop) || (limits->seconds > 0 && left.seconds <= 0))
            return;
        if (efforts[i] && open == 0)
            continue;
        KjCheckOptions options;
        kj_check_ask(&watch->request, &work->position, work->author, work->n_author, -1, &options);
        options.hisshi = hisshi;
        if (efforts[i]) {
            options.n_passes = 1;
            options.pass_nodes[0] = efforts[i];
            options.spares = 0;
        }
        g_auto(KjReport) report;
        kj_check(solver, &work->position, work->attacker, &options, &left, &report);
        bool last = efforts[i] == 0;
        bool cut = limits->seconds > 0 && report.seconds >= left.seconds;
        bool has_line = report.n_line && !report.tentative;
        unsigned left_open = has_line ? open_moves(&report) : G_MAXUINT;
        bool so_far = left_open > 0 || cut || !last || report.verdict == KJ_WORK_UNKNOWN ||
                      kj_report_useless(&report, KJ_OPEN);
        if (has_line && (left_open < open || (last && left_open == open)))
            show_now(watch,
                     (Shown){.light = report_text(&report, &work->known, so_far),
                             .summary = last ? kj_check_summary(&report) : NULL,
                             .notes = kj_work_notes(&report, &work->position, watch->notation),
                             .useless = kj_work_useless(&report),
                             .mates = kj_answer_exact(&work->known)});
        else if (last && report.mate == KJ_NOMATE)
            show_now(watch, (Shown){.light = g_strdup(kj_tr(hisshi ? "no 必至" : "no mate")),
                                    .summary = kj_check_summary(&report)});
        open = MIN(open, left_open);
    }
}

/* ---- is there a mate? ---- */

char *kj_light_text(const KjAnswer *answer)
{
    switch (answer->verdict) {
    case KJ_MATE: return length_text(false, kj_answer_exact(answer), answer->plies);
    case KJ_NOMATE: return g_strdup(kj_tr("no mate"));
    case KJ_UNKNOWN: break;
    }
    return g_strdup("?");
}

/*
 * Solves a position and says in a few characters what came out. The table stays warm: what was
 * learnt of the positions before serves this one, which is mostly one move or one piece away. As
 * soon as there is a mate its bare length is shown, a bound. (transfer full)
 */
static char *solve(KjWatch *watch, KjSolver *solver, Work *work, const KjLimits *limits,
                   bool *out_decided)
{
    const KjPosition *position = &work->position;
    KjSide attacker = work->attacker;
    *out_decided = false;
    if (kj_can_capture_king(position)) // in games where it may be left so
        return g_strdup(kj_tr(position->side == attacker ? "mate 0" : "no mate"));
    KjAnswer answer = work->known;
    kj_query_open(solver, position->game, attacker);
    if (answer.verdict == KJ_UNKNOWN) {
        gint64 begun = g_get_monotonic_time();
        kj_query_mate(solver, position, KJ_ANY_LENGTH, limits, &answer);
        answer.none = answer.verdict == KJ_MATE ? 0 : answer.none;
        double seconds = (double)(g_get_monotonic_time() - begun) / G_USEC_PER_SEC;
        KjLimits left = *limits;
        left.seconds -= limits->seconds > 0 ? MIN(seconds, limits->seconds * 0.9) : 0;
        if (answer.verdict == KJ_MATE) {
            show_now(watch, (Shown){.light = kj_light_text(&answer)});
            kj_query_conventional(solver, position, &left, &answer);
        }
    }
    *out_decided = answer.verdict != KJ_UNKNOWN;
    work->known = answer;
    return kj_light_text(&answer);
}

/* Asks whether it is 必至, likewise; it is decided where there is one to be checked. (transfer full) */
static char *solve_hisshi(KjHisshi *hisshi, const Work *work, const KjLimits *limits,
                          bool *out_decided)
{
    KjHisshiAnswer answer;
    kj_hisshi_open(hisshi, work->position.game, work->attacker);
    kj_hisshi_length(hisshi, &work->position, limits, &answer);
    bool attacks = work->position.side == work->attacker;
    *out_decided = answer.verdict == KJ_MATE && answer.plies > 0;
    if (answer.verdict == KJ_UNKNOWN)
        return g_strdup("?");
    if (answer.verdict == KJ_NOMATE)
        return g_strdup(kj_tr("no 必至"));
    return attacks && answer.plies == 0 ? g_strdup(kj_tr("mate by checks"))
                                        : length_text(true, kj_hisshi_exact(&answer), answer.plies);
}

/* Shows why there is nothing to solve; false if there is. */
static bool show_hindrance(KjWatch *watch, const Work *work)
{
    unsigned square;
    KjPositionFault fault = kj_position_check_start(&work->position, NULL, NULL);
    if (fault != KJ_POSITION_OK)
        show_now(watch, (Shown){.light = g_strdup_printf(kj_tr("impossible: %s"),
                                                         kj_tr(kj_position_fault_text(fault))),
                                .summary = kj_position_error_text(&work->position, &square)});
    else if (work->position.king[kj_other(work->attacker)] == KJ_NO_SQUARE)
        show_now(watch, (Shown){.light = g_strdup(kj_tr("no king"))});
    else
        return false;
    return true;
}

/* Looks at one work. */
static void look(KjWatch *watch, KjSolver *solver, KjHisshi *hisshi, Work *work)
{
    bool decided;
    if (show_hindrance(watch, work))
        return;
    KjLimits limits = watch->request.limits;
    limits.stop = &watch->stop;
    char *light = hisshi ? solve_hisshi(hisshi, work, &limits, &decided)
                         : solve(watch, solver, work, &limits, &decided);
    show_now(watch, (Shown){.light = light, .mates = kj_answer_exact(&work->known)});
    if (decided)
        check(watch, solver, hisshi, work, &limits);
}

static void *run_watch(void *data)
{
    KjWatch *watch = data;
    kj_lang_set(watch->lang);
    g_autoptr(KjSolver) solver = NULL;
    g_autoptr(KjHisshi) hisshi = NULL; // freed before the solver that it asks
    if (watch->request.hisshi)
        hisshi = kj_hisshi_with_solver(&watch->request.solver, &solver, NULL);
    else
        solver = kj_solver_new(&watch->request.solver, NULL);
    pthread_mutex_lock(&watch->lock);
    while (!watch->ending && solver) {
        if (!watch->fresh) {
            watch->busy = false;
            pthread_cond_wait(&watch->asked, &watch->lock);
            continue;
        }
        Work work = watch->work;
        work.position.game = &work.game;
        watch->work.author = NULL;
        watch->fresh = false;
        atomic_store(&watch->stop, false);
        pthread_mutex_unlock(&watch->lock);
        look(watch, solver, hisshi, &work);
        g_free(work.author);
        pthread_mutex_lock(&watch->lock);
    }
    watch->busy = false;
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

KjWatch *kj_watch_new(const KjSolveRequest *request, KjOsWake *wake)
{
    KjWatch *watch = g_new0(KjWatch, 1);
    watch->request = *request;
    watch->lang = kj_lang();
    watch->notation = request->notation;
    watch->wake = wake;
    watch->shown.light = g_strdup("?");
    pthread_mutex_init(&watch->lock, NULL);
    pthread_cond_init(&watch->asked, NULL);
    if (kj_thread_start(&watch->thread, run_watch, watch))
        return watch;
    clear_shown(&watch->shown);
    g_free(watch);
    return NULL;
}

void kj_watch_free(KjWatch *watch)
{
    if (!watch)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->ending = true;
    atomic_store(&watch->stop, true);
    pthread_cond_signal(&watch->asked);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_cond_destroy(&watch->asked);
    pthread_mutex_destroy(&watch->lock);
    clear_shown(&watch->shown);
    g_free(watch->work.author);
    g_free(watch);
}

const KjSolveRequest *kj_watch_request(const KjWatch *watch)
{
    return &watch->request;
}

void kj_watch_look(KjWatch *watch, const KjPosition *position, KjSide attacker,
                   const KjMove *author, unsigned n_author, const KjAnswer *known)
{
    pthread_mutex_lock(&watch->lock);
    g_free(watch->work.author);
    watch->work = (Work){
        *position, *position->game,
        attacker,  g_memdup2(author, n_author * sizeof *author),
        n_author,  known && !watch->request.hisshi ? *known : (KjAnswer){.verdict = KJ_UNKNOWN}};
    watch->fresh = watch->busy = true;
    atomic_store(&watch->stop, true);
    clear_shown(&watch->shown);
    watch->shown = (Shown){.light = g_strdup("...")};
    pthread_cond_signal(&watch->asked);
    pthread_mutex_unlock(&watch->lock);
}

char *kj_watch_light(KjWatch *watch)
{
    pthread_mutex_lock(&watch->lock);
    char *light = g_strdup(watch->shown.light);
    pthread_mutex_unlock(&watch->lock);
    return light;
}

bool kj_watch_mates(KjWatch *watch, const KjPosition *position)
{
    pthread_mutex_lock(&watch->lock);
    bool mates = watch->shown.mates && kj_position_equal(&watch->work.position, position);
    pthread_mutex_unlock(&watch->lock);
    return mates;
}

char *kj_watch_summary(KjWatch *watch)
{
    pthread_mutex_lock(&watch->lock);
    char *summary = g_strdup(watch->shown.summary);
    pthread_mutex_unlock(&watch->lock);
    return summary;
}

GPtrArray *kj_watch_notes(KjWatch *watch, KjBb *out_useless)
{
    pthread_mutex_lock(&watch->lock);
    GPtrArray *notes = watch->shown.notes ? g_ptr_array_ref(watch->shown.notes) : NULL;
    *out_useless = watch->shown.useless;
    pthread_mutex_unlock(&watch->lock);
    return notes;
}

void kj_watch_wait(KjWatch *watch, const atomic_bool *stop)
{
    for (bool busy = true; busy && !*stop;) {
        pthread_mutex_lock(&watch->lock);
        busy = watch->busy;
        pthread_mutex_unlock(&watch->lock);
        if (busy)
            g_usleep(POLL_MICROSECONDS);
    }
}
