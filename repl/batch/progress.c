/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress lines of a batch. */
#include "repl/batch/progress.h"

#include <stdatomic.h>
#include <string.h>

#include "core/os/signal.h"
#include "core/text/lang.h"
#include "repl/run/progress_line.h"

enum {
    DRAW_MICROSECONDS = 250000,
    WRITE_MICROSECONDS = 60 * 1000000,
    HARD_SECONDS = 2, // from which on a problem is worth naming
    HARD_NAMED = 3,   // so many at once
};

static atomic_bool asked;

static void on_status(KjOsSignal what)
{
    (void)what;
    asked = true;
}

void kj_progress_listen(void)
{
    asked = false;
    kj_os_on(KJ_OS_STATUS, on_status);
}

void kj_progress_ignore(void)
{
    // not back to the default, which would end the program on a late signal
    kj_os_ignore(KJ_OS_STATUS);
}

static int verdict_index(const KjTaskKind *kind, const char *verdict)
{
    for (int i = 0; kind->verdicts[i]; i++)
        if (strcmp(kind->verdicts[i], verdict) == 0)
            return i;
    return -1;
}

void kj_progress_count(KjBatchProgress *progress, const KjTaskOutcome *outcome, const char *before)
{
    int old = before ? verdict_index(progress->kind, before) : -1;
    int now = verdict_index(progress->kind, outcome->verdict);
    if (old >= 0)
        progress->count[old]--;
    if (now >= 0)
        progress->count[now]++;
    progress->done_now++;
    progress->pass_done++;
    progress->pass_open += !outcome->settled;
}

char *kj_progress_verdicts(const KjBatchProgress *progress)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; progress->kind->verdicts[i]; i++) {
        const char *verdict = progress->kind->verdicts[i];
        bool hisshi = progress->kind == &kj_task_hisshi;
        const char *word = strcmp(verdict, "nomate") == 0 ? "no mate"
                           : strcmp(verdict, "none") == 0 ? "no 必至"
                           : hisshi && i == 0             ? "必至"
                                                          : verdict;
        g_string_append(text, i ? kj_tr(", ") : "");
        g_string_append_printf(text, kj_tr("%" G_GUINT64_FORMAT " %s"), progress->count[i],
                               kj_tr(word));
    }
    return g_string_free(text, FALSE);
}

/* "12 s", "3 min", "2 h 10 min". (transfer full) */
static char *duration_text(double seconds)
{
    guint64 s = (guint64)(seconds + 0.5);
    if (s < 100)
        return g_strdup_printf(kj_tr("%" G_GUINT64_FORMAT " s"), s);
    guint64 minutes = (s + 30) / 60;
    if (minutes < 100)
        return g_strdup_printf(kj_tr("%" G_GUINT64_FORMAT " min"), minutes);
    return g_strdup_printf(kj_tr("%" G_GUINT64_FORMAT " h %" G_GUINT64_FORMAT " min"), minutes / 60,
                           minutes % 60);
}

double kj_progress_seconds_left(const KjBatchProgress *p, double in_pass)
{
    if (p->pass_done == 0 || in_pass < 0.5)
        return -1;
    double rest = (double)(p->pass_total - p->pass_done), done = (double)p->pass_done;
    double left = in_pass * rest / done;
    double open = (double)p->pass_open * (1 + rest / done);
    for (guint i = p->pass + 1; i < p->budgets->len; i++)
        left += open * g_array_index(p->budgets, KjBudget, i).seconds / p->jobs;
    return left;
}

/* Adds what runs longest at the moment. */
static void add_hardest(const KjBatchProgress *p, GString *text, unsigned width)
{
    KjWorkerState worst[HARD_NAMED] = {{0}};
    for (unsigned i = 0; i < p->jobs; i++) {
        KjWorkerState state = kj_workers_state(p->workers, i);
        if (!state.problem || state.seconds < HARD_SECONDS)
            continue;
        for (unsigned k = 0; k < HARD_NAMED; k++) {
            if (state.seconds <= worst[k].seconds)
                continue;
            KjWorkerState before = worst[k]; // moves down
            worst[k] = state;
            state = before;
        }
    }
    for (unsigned k = 0; k < HARD_NAMED && worst[k].problem; k++) {
        g_autofree char *label = kj_queue_label(p->queue, worst[k].problem);
        kj_progress_add(text, width,
                        k ? "; %s, %.0f s, %.1f M nodes" : "; hardest: %s, %.0f s, %.1f M nodes",
                        label, worst[k].seconds, (double)worst[k].nodes / 1e6);
    }
}

/* What matters most comes first. (transfer full) */
static char *status_text(const KjBatchProgress *p, unsigned width)
{
    gint64 now = g_get_monotonic_time();
    double all = (double)(now - p->begun) / 1e6;
    GString *text = g_string_new(NULL);
    g_autofree char *budget = kj_budget_text(&g_array_index(p->budgets, KjBudget, p->pass));
    double left = kj_progress_seconds_left(p, (double)(now - p->pass_begun) / 1e6);
    g_autofree char *duration = left >= 0 ? duration_text(left) : g_strdup("?");
    g_string_append_printf(
        text, kj_tr("pass %u of %u (%s): %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT ", %s left"),
        p->pass + 1, p->budgets->len, budget, p->pass_done, p->pass_total, duration);
    double rate = all > 0 ? (double)p->done_now / all : 0;
    guint64 have = 0;
    for (int i = 0; p->kind->verdicts[i]; i++)
        have += p->count[i];
    g_autofree char *verdicts = kj_progress_verdicts(p);
    kj_progress_add(text, width, ", %.*f/s", rate < 10 ? 1 : 0, rate);
    kj_progress_add(text, width, ", %s", verdicts);
    kj_progress_add(text, width, ", %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " in all", have,
                    p->problems);
    add_hardest(p, text, width);
    return g_string_free(text, FALSE);
}

void kj_progress_show(KjBatchProgress *progress)
{
    gint64 now = g_get_monotonic_time();
    bool wanted = atomic_exchange(&asked, false);
    bool draw = progress->bar && now - progress->drawn >= DRAW_MICROSECONDS;
    bool write = progress->lines && now - progress->written >= WRITE_MICROSECONDS;
    if (!wanted && !draw && !write)
        return;
    if (wanted || write) {
        g_autofree char *text = status_text(progress, G_MAXUINT);
        kj_term_message(&progress->session->term, "%s", text);
        progress->written = now;
    }
    if (progress->bar) {
        g_autofree char *text = status_text(progress, progress->session->term.width - 1);
        kj_term_bar(&progress->session->term, text);
        progress->drawn = now;
    }
}
