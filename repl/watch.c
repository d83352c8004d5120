/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live light. */
#include "repl/watch.h"

#include <glib.h>
#include <pthread.h>
#include <unistd.h>

#include "core/lang.h"
#include "core/movegen.h"
#include "repl/thread.h"
#include "solver/check/check.h"
#include "solver/query.h"

enum { POLL_MICROSECONDS = 20000 };

struct KjWatch {
    pthread_mutex_t lock; // guards all below
    pthread_cond_t asked;
    pthread_t thread;
    KjSolverOptions options;
    KjLimits limits;
    KjProfile profile;
    KjLang lang; // of the light
    int wake;
    KjPosition position;
    KjGame game; // of the position
    KjSide attacker;
    KjAnswer known; // of the position; UNKNOWN: nothing
    bool fresh;     // a position waits to be looked at
    bool ending;    // the thread is to end
    bool busy;
    volatile bool stop; // the search under way is out of date
    char *light;
};

/* Why there is nothing to solve, or NULL. */
static const char *hindrance(const KjPosition *position, KjSide attacker)
{
    if (position->king[kj_other(attacker)] == KJ_NO_SQUARE)
        return "no king";
    return kj_position_check(position, NULL, NULL) == KJ_POSITION_OK ? NULL : "impossible";
}

static void show(KjWatch *watch, char *light)
{
    g_free(watch->light);
    watch->light = light;
    ssize_t written = write(watch->wake, "", 1);
    (void)written;
}

/* Shows a light unless the position is out of date by now. (light: transfer full) */
static void show_now(KjWatch *watch, char *light)
{
    pthread_mutex_lock(&watch->lock);
    if (watch->fresh || watch->ending)
        g_free(light);
    else
        show(watch, light);
    pthread_mutex_unlock(&watch->lock);
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

/* What a report says in a few characters: "mate 5, 2 cooks so far". (transfer full) */
static char *report_text(const KjReport *report)
{
    unsigned cooks = 0, others = 0;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; node->attacks && k < node->alternatives->len; k++)
            cooks +=
                g_array_index(node->alternatives, KjAlternative, k).severity == KJ_SEVERITY_DEFECT;
    }
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        bool attacks =
            finding->ply >= 0 && g_array_index(report->nodes, KjCheckNode, finding->ply).attacks;
        others += finding->severity == KJ_SEVERITY_DEFECT && (finding->is_fault || !attacks);
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, kj_tr("mate %u"), report->plies);
    if (cooks)
        g_string_append_printf(text, kj_tr(", %u cook%s"), cooks, cooks == 1 ? "" : "s");
    if (others)
        g_string_append_printf(text, kj_tr(", %u defect%s"), others, others == 1 ? "" : "s");
    if (!cooks && !others)
        g_string_append(text, kj_tr(", sound"));
    if (open_moves(report))
        g_string_append(text, kj_tr(" so far"));
    return g_string_free(text, FALSE);
}

/* Looks for cooks, harder and harder until the limits are reached, and shows what is known by then. */
static void check(KjWatch *watch, KjSolver *solver, const KjPosition *position, KjSide attacker,
                  const KjLimits *limits)
{
    static const uint64_t efforts[] = {1000, 10000, 100000, 1000000};
    gint64 begun = g_get_monotonic_time();
    unsigned open = G_MAXUINT; // of the report shown; one cut short by the time may leave more open
    for (unsigned i = 0; i < G_N_ELEMENTS(efforts); i++) {
        KjLimits left = *limits;
        left.seconds -= (double)(g_get_monotonic_time() - begun) / G_USEC_PER_SEC;
        if (limits->seconds > 0 && left.seconds <= 0)
            return;
        KjCheckOptions options = {.profile = &watch->profile,
                                  .recorded_plies = -1,
                                  .n_passes = 1,
                                  .pass_nodes = {efforts[i]}};
        KjReport report;
        kj_check(solver, position, attacker, &options, &left, &report);
        bool known = report.mate == KJ_MATE && report.n_line > 0;
        unsigned left_open = known ? open_moves(&report) : G_MAXUINT;
        bool done = left_open == 0;
        if (left_open < open)
            show_now(watch, report_text(&report));
        open = MIN(open, left_open);
        kj_report_clear(&report);
        if (done || __atomic_load_n(limits->stop, __ATOMIC_RELAXED))
            return;
    }
}

/* ---- is there a mate? ---- */

char *kj_light_text(const KjAnswer *answer)
{
    switch (answer->verdict) {
    case KJ_MATE:
        return g_strdup_printf(kj_tr("mate %u%s"), answer->plies,
                               kj_answer_exact(answer) ? "" : "?");
    case KJ_NOMATE: return g_strdup(kj_tr("no mate"));
    case KJ_UNKNOWN: break;
    }
    return g_strdup("?");
}

/*
 * Solves a position and says in a few characters what came out. The table stays warm: what was learnt of
 * the positions before serves this one, which is mostly one move or one piece away. (transfer full)
 */
static char *solve(KjSolver *solver, const KjPosition *position, KjSide attacker,
                   const KjLimits *limits, const KjAnswer *known, bool *out_mate)
{
    *out_mate = false;
    const char *why = hindrance(position, attacker);
    if (why)
        return g_strdup(kj_tr(why));
    if (kj_can_capture_king(position)) // in games where it may be left so
        return g_strdup(kj_tr(position->side == attacker ? "mate 0" : "no mate"));
    KjAnswer answer = *known;
    kj_query_open(solver, position->game, attacker);
    if (answer.verdict == KJ_UNKNOWN)
        kj_query_length(solver, position, limits, &answer);
    *out_mate = answer.verdict == KJ_MATE;
    return kj_light_text(&answer);
}

static void *run(void *data)
{
    KjWatch *watch = data;
    kj_lang_set(watch->lang);
    g_autoptr(KjSolver) solver = kj_solver_new(&watch->options, NULL);
    pthread_mutex_lock(&watch->lock);
    while (!watch->ending && solver) {
        if (!watch->fresh) {
            watch->busy = false;
            pthread_cond_wait(&watch->asked, &watch->lock);
            continue;
        }
        KjPosition position = watch->position;
        KjGame game = watch->game;
        position.game = &game;
        KjSide attacker = watch->attacker;
        KjAnswer known = watch->known;
        watch->fresh = false;
        __atomic_store_n(&watch->stop, false, __ATOMIC_RELAXED);
        KjLimits limits = watch->limits;
        limits.stop = &watch->stop;
        pthread_mutex_unlock(&watch->lock);
        bool mate;
        show_now(watch, solve(solver, &position, attacker, &limits, &known, &mate));
        if (mate && position.side == attacker && watch->options.attacker_moves == KJ_CHECKS_ONLY)
            check(watch, solver, &position, attacker, &limits);
        pthread_mutex_lock(&watch->lock);
    }
    watch->busy = false;
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

KjWatch *kj_watch_new(const KjSolverOptions *options, const KjLimits *limits,
                      const KjProfile *profile, int wake)
{
    KjWatch *watch = g_new0(KjWatch, 1);
    watch->options = *options;
    watch->limits = *limits;
    watch->profile = *profile;
    watch->lang = kj_lang();
    watch->wake = wake;
    watch->light = g_strdup("?");
    pthread_mutex_init(&watch->lock, NULL);
    pthread_cond_init(&watch->asked, NULL);
    if (kj_thread_start(&watch->thread, run, watch))
        return watch;
    g_free(watch->light);
    g_free(watch);
    return NULL;
}

void kj_watch_free(KjWatch *watch)
{
    if (!watch)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->ending = true;
    __atomic_store_n(&watch->stop, true, __ATOMIC_RELAXED);
    pthread_cond_signal(&watch->asked);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_cond_destroy(&watch->asked);
    pthread_mutex_destroy(&watch->lock);
    g_free(watch->light);
    g_free(watch);
}

double kj_watch_seconds(const KjWatch *watch)
{
    return watch->limits.seconds;
}

void kj_watch_look(KjWatch *watch, const KjPosition *position, KjSide attacker,
                   const KjAnswer *known)
{
    pthread_mutex_lock(&watch->lock);
    watch->position = *position;
    watch->game = *position->game;
    watch->attacker = attacker;
    watch->known = known ? *known : (KjAnswer){.verdict = KJ_UNKNOWN};
    watch->fresh = watch->busy = true;
    __atomic_store_n(&watch->stop, true, __ATOMIC_RELAXED);
    g_free(watch->light);
    watch->light = g_strdup("...");
    pthread_cond_signal(&watch->asked);
    pthread_mutex_unlock(&watch->lock);
}

char *kj_watch_light(KjWatch *watch)
{
    pthread_mutex_lock(&watch->lock);
    char *light = g_strdup(watch->light);
    pthread_mutex_unlock(&watch->lock);
    return light;
}

void kj_watch_wait(KjWatch *watch, const volatile bool *stop)
{
    for (bool busy = true; busy && !*stop;) {
        pthread_mutex_lock(&watch->lock);
        busy = watch->busy;
        pthread_mutex_unlock(&watch->lock);
        if (busy)
            g_usleep(POLL_MICROSECONDS);
    }
}
