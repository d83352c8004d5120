/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Background jobs. */
#include "repl/workbench/jobs.h"

#include <glib/gstdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "core/tree/move_tree.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/settings.h"
#include "solver/search/thread.h"

enum {
    FIRST_REPORT = 10
}; // seconds after which a job tells of its progress, then at twice the time

typedef struct {
    KjJobs *jobs;
    unsigned number;
    char *line, **words;
    char *place;      // the position it works on when given nothing, for people; "" none
    KjBoard board;    // and that
    char *checkpoint; // the file that keeps its search, or NULL
    KjSettings *settings;
    KjSession session;
    KjTermSink sink;
    atomic_bool stop;
    pthread_t thread;
    gint64 begun;    // monotonic microseconds
    double reported; // seconds at which progress was told last
    char *progress;
    KjExit status;
    bool told;  // the user knows of it as a job, so what it says has its number
    bool ended; // the thread can be joined
} Job;

struct KjJobs {
    pthread_mutex_t lock; // guards all below, and of each job progress, reported, told and ended
    GPtrArray *running;   // Job*
    GString *output;      // not taken yet
    unsigned last;        // number given
    KjOffers *offers;     // of jobs that have ended, not taken yet; or NULL
    bool leaving;         // checkpoints stay when jobs end
    KjOsWake *wake;       // for who waits
};

static void free_job(Job *job)
{
    g_free(job->line);
    g_free(job->place);
    g_strfreev(job->words);
    kj_board_clear(&job->board);
    g_free(job->checkpoint);
    kj_offers_free(job->session.offers);
    kj_settings_free(job->settings);
    g_free(job->progress);
    g_free(job);
}

KjJobs *kj_jobs_new(void)
{
    KjJobs *jobs = g_new0(KjJobs, 1);
    pthread_mutex_init(&jobs->lock, NULL);
    jobs->running = g_ptr_array_new();
    jobs->output = g_string_new(NULL);
    jobs->wake = kj_os_wake_new();
    return jobs;
}

void kj_jobs_free(KjJobs *jobs)
{
    if (!jobs)
        return;
    kj_jobs_stop(jobs, 0);
    for (unsigned i = 0; i < jobs->running->len; i++) {
        Job *job = jobs->running->pdata[i];
        pthread_join(job->thread, NULL);
        free_job(job);
    }
    g_ptr_array_unref(jobs->running);
    g_string_free(jobs->output, TRUE);
    kj_offers_free(jobs->offers);
    kj_os_wake_free(jobs->wake);
    pthread_mutex_destroy(&jobs->lock);
    g_free(jobs);
}

/* Appends a line to what the jobs have said, which is held by the caller: words of a file may be in
 * it. */
static void say(const Job *job, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    kj_text_harmless(valid);
    if (job->told)
        g_string_append_printf(job->jobs->output, "[%u] ", job->number);
    g_string_append_printf(job->jobs->output, "%s\n", valid);
}

static double seconds_of(const Job *job)
{
    return (double)(g_get_monotonic_time() - job->begun) / 1e6;
}

/* ---- on the job's threads ---- */

static void take_message(void *data, const char *line)
{
    Job *job = data;
    pthread_mutex_lock(&job->jobs->lock);
    say(job, line);
    pthread_mutex_unlock(&job->jobs->lock);
    kj_os_wake(job->jobs->wake);
}

static void take_progress(void *data, const char *text)
{
    Job *job = data;
    if (!text)
        return;
    pthread_mutex_lock(&job->jobs->lock);
    g_free(job->progress);
    job->progress = g_strdup(text);
    double seconds = seconds_of(job);
    bool told = seconds >= FIRST_REPORT && seconds >= 2 * job->reported;
    if (told) {
        job->reported = seconds;
        say(job, text);
    }
    pthread_mutex_unlock(&job->jobs->lock);
    if (told)
        kj_os_wake(job->jobs->wake);
}

/* Tells who looks at the board what to do with the versions that a job has listed. */
static void tell_next(const Job *job, const char *text)
{
    const KjOffers *offers = job->session.offers;
    bool json = text && *text == '{';
    if (offers && offers->list->len && job->board.shown && !json)
        g_string_append_printf(job->jobs->output, "%s\n",
                               kj_tr("'candidate 1' puts the first on the board"));
}

static void *run_job(void *data)
{
    Job *job = data;
    char *text = NULL;
    size_t length = 0;
    FILE *out = kj_os_memory_open(&text, &length);
    job->status = out ? kj_dispatch(&job->session, job->words, out) : KJ_EXIT_INTERNAL;
    if (out)
        kj_os_memory_close(out, &text, &length);
    kj_term_clear(&job->session.term);
    KjJobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    bool stopped = atomic_load(&job->stop);
    bool refused = job->status == KJ_EXIT_USAGE && length == 0; // and said why
    g_autofree char *head =
        g_strdup_printf("%s%s%s%s", job->line, stopped ? kj_tr(" (stopped)") : "",
                        *job->place ? "  " : "", job->place);
    if (!refused && job->told)
        say(job, head);
    g_string_append_len(jobs->output, text ? text : "", (gssize)length);
    tell_next(job, text);
    job->ended = true;
    pthread_mutex_unlock(&jobs->lock);
    kj_os_wake(jobs->wake);
    free(text);
    return NULL;
}

/* ---- on the workbench's ---- */

static Job *new_job(KjJobs *jobs, const KjSession *session, char **words, const char *place)
{
    Job *job = g_new0(Job, 1);
    job->jobs = jobs;
    job->words = g_strdupv(words);
    job->line = g_strjoinv(" ", words);
    job->place = g_strdup(place);
    kj_board_copy(&job->board, session->board);
    job->session.board = &job->board;
    job->settings = kj_settings_copy(session->settings);
    job->sink = (KjTermSink){take_message, take_progress, job};
    job->session.stop = &job->stop;
    job->session.offers = session->offers ? kj_offers_new() : NULL;
    job->session.settings = job->settings;
    job->session.cache = session->cache;
    kj_term_init_sink(&job->session.term, &session->term, &job->sink);
    job->begun = g_get_monotonic_time();
    return job;
}

/* Whether a job was begun by the same words on the same position, by the same settings. */
static bool is_same(const Job *job, const KjSession *session, const char *line)
{
    return strcmp(job->line, line) == 0 && kj_board_equal(&job->board, session->board) &&
           kj_settings_equal(job->settings, session->settings);
}

unsigned kj_jobs_same(KjJobs *jobs, const KjSession *session, char **words)
{
    g_autofree char *line = g_strjoinv(" ", words);
    unsigned number = 0;
    pthread_mutex_lock(&jobs->lock);
    for (unsigned i = 0; i < jobs->running->len && !number; i++) {
        const Job *job = jobs->running->pdata[i];
        bool goes_on = !job->ended && !atomic_load(&job->stop);
        number = goes_on && is_same(job, session, line) ? job->number : 0;
    }
    pthread_mutex_unlock(&jobs->lock);
    return number;
}

unsigned kj_jobs_next(const KjJobs *jobs)
{
    return jobs->last + 1;
}

unsigned kj_jobs_start(KjJobs *jobs, const KjSession *session, char **words, const char *place,
                       const char *checkpoint, bool tell, GError **error)
{
    if (jobs->running->len >= KJ_MAX_JOBS) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "%u jobs are running, expected less than %d: wait or stop one",
                     jobs->running->len, KJ_MAX_JOBS);
        return 0;
    }
    Job *job = new_job(jobs, session, words, place);
    job->session.checkpoint = job->checkpoint = g_strdup(checkpoint);
    job->number = jobs->last + 1;
    job->told = tell;
    if (!kj_thread_start(&job->thread, run_job, job)) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "cannot start a thread for a job");
        kj_term_clear(&job->session.term);
        free_job(job);
        return 0;
    }
    g_ptr_array_add(jobs->running, job);
    return ++jobs->last;
}

bool kj_jobs_runs(KjJobs *jobs, unsigned number, bool tell)
{
    bool runs = false;
    pthread_mutex_lock(&jobs->lock);
    for (unsigned i = 0; i < jobs->running->len && !runs; i++) {
        Job *job = jobs->running->pdata[i];
        runs = job->number == number && !job->ended;
        job->told |= runs && tell;
    }
    pthread_mutex_unlock(&jobs->lock);
    return runs;
}

static void clear_state(void *data)
{
    KjJobState *state = data;
    g_free(state->line);
    g_free(state->board);
    g_free(state->progress);
}

GArray *kj_jobs_list(KjJobs *jobs)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(KjJobState));
    g_array_set_clear_func(list, clear_state);
    pthread_mutex_lock(&jobs->lock);
    for (unsigned i = 0; i < jobs->running->len; i++) {
        const Job *job = jobs->running->pdata[i];
        KjJobState state = {job->number, g_strdup(job->line), g_strdup(job->place),
                            g_strdup(job->progress), seconds_of(job)};
        g_array_append_val(list, state);
    }
    pthread_mutex_unlock(&jobs->lock);
    return list;
}

/* Words as sh takes them, in quotes where it needs them. (transfer full) */
static char *quoted(char **words)
{
    GString *line = g_string_new(NULL);
    for (char **word = words; *word; word++) {
        bool plain =
            **word &&
            (*word)[strspn(*word, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-+=_.,:/%@")] == '\0';
        g_autofree char *quote = plain ? g_strdup(*word) : g_shell_quote(*word);
        g_string_append_printf(line, "%s%s", line->len ? " " : "", quote);
    }
    return g_string_free(line, FALSE);
}

GPtrArray *kj_jobs_left(KjJobs *jobs)
{
    GPtrArray *left = kj_left_jobs_new();
    pthread_mutex_lock(&jobs->lock);
    for (unsigned i = 0; i < jobs->running->len; i++) {
        const Job *job = jobs->running->pdata[i];
        if (job->ended || atomic_load(&job->stop))
            continue;
        KjLeftJob *one = g_new(KjLeftJob, 1);
        *one =
            (KjLeftJob){quoted(job->words), g_strdup(job->place), {0}, g_strdup(job->checkpoint)};
        kj_board_copy(&one->board, &job->board);
        g_ptr_array_add(left, one);
    }
    pthread_mutex_unlock(&jobs->lock);
    return left;
}

void kj_jobs_leave(KjJobs *jobs)
{
    jobs->leaving = true;
}

bool kj_jobs_stop(KjJobs *jobs, unsigned number)
{
    bool found = false;
    for (unsigned i = 0; i < jobs->running->len; i++) {
        Job *job = jobs->running->pdata[i];
        if (number && job->number != number)
            continue;
        // the search reads the flag without a lock
        atomic_store(&job->stop, true);
        found = true;
    }
    return found;
}

bool kj_jobs_busy(KjJobs *jobs, unsigned number)
{
    for (unsigned i = 0; i < jobs->running->len; i++)
        if (!number || ((Job *)jobs->running->pdata[i])->number == number)
            return true;
    pthread_mutex_lock(&jobs->lock);
    bool left = jobs->output->len > 0 && !number;
    pthread_mutex_unlock(&jobs->lock);
    return left;
}

KjOsWake *kj_jobs_wake(const KjJobs *jobs)
{
    return jobs->wake;
}

/* Keeps the versions that an ended job has listed, if it has any. */
static void take_offers(KjJobs *jobs, Job *job)
{
    if (!job->session.offers || !job->session.offers->list->len)
        return;
    kj_offers_free(jobs->offers);
    jobs->offers = g_steal_pointer(&job->session.offers);
}

KjOffers *kj_jobs_take_offers(KjJobs *jobs)
{
    return g_steal_pointer(&jobs->offers);
}

char *kj_jobs_take(KjJobs *jobs, KjExit *io_status)
{
    kj_os_wake_forget(jobs->wake);
    pthread_mutex_lock(&jobs->lock);
    char *text = jobs->output->len ? g_strdup(jobs->output->str) : NULL;
    g_string_truncate(jobs->output, 0);
    g_autoptr(GPtrArray) ended = g_ptr_array_new();
    for (unsigned i = jobs->running->len; i-- > 0;) {
        Job *job = jobs->running->pdata[i];
        if (!job->ended)
            continue;
        g_ptr_array_add(ended, job);
        g_ptr_array_remove_index(jobs->running, i);
    }
    pthread_mutex_unlock(&jobs->lock);
    for (unsigned i = 0; i < ended->len; i++) {
        Job *job = ended->pdata[i];
        pthread_join(job->thread, NULL);
        *io_status = kj_exit_worse(*io_status, job->status);
        take_offers(jobs, job);
        if (job->checkpoint && !jobs->leaving)
            g_unlink(job->checkpoint);
        free_job(job);
    }
    return text;
}
