/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Judging versions. */
#include "repl/workbench/version_judge.h"

#include "core/text/lang.h"
#include "repl/job/cores.h"
#include "repl/job/pool.h"
#include "repl/run/progress_line.h"

enum { NODES = 3000000, MEMORY_MIB = 256 }; // of a version, and in all, unless told otherwise

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjCheckRequest request;
    GPtrArray *versions;  // KjVersion*
    GPtrArray *positions; // KjPosition*, under the rules in force
    KjSide *attackers;
    KjVersionOutcome **outcomes;
    char *asked;
    KjProgressLine line;
    unsigned n_judged;
} Run;

/* All by which versions are judged, so that an outcome is known to be of the same question. */
static char *asked_by(const KjValues *values)
{
    GString *text = g_string_new(NULL);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const KjValue *value = &values->value[option->id];
        bool counts = option->groups &
                      (KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_JUDGE);
        if (counts && value->set)
            g_string_append_printf(text, "%s=%s,%g,%" G_GINT64_FORMAT ",%d,%d;", option->name,
                                   value->text ? value->text : "", value->real,
                                   (gint64)value->integer, value->flag, (int)value->choice);
    }
    return g_string_free(text, FALSE);
}

static void work_on(void *data, unsigned i, const atomic_bool *cancel)
{
    Run *run = data;
    const KjVersion *version = run->versions->pdata[i];
    const KjPosition *position = run->positions->pdata[i];
    run->outcomes[i] = kj_version_outcome_new(&run->request, position->game, position,
                                              run->attackers[i], version->line, cancel);
}

static bool deliver_version(void *data, unsigned i)
{
    Run *run = data;
    KjVersion *version = run->versions->pdata[i];
    if (kj_session_stopped(run->session)) // it may have been cut short
        return false;
    kj_version_outcome_free(version->outcome);
    version->outcome = run->outcomes[i];
    version->outcome->asked = g_strdup(run->asked);
    run->outcomes[i] = NULL;
    run->n_judged = i + 1;
    return true;
}

static void show_progress(void *data)
{
    Run *run = data;
    if (!kj_progress_line_due(&run->line))
        return;
    g_autofree char *text =
        g_strdup_printf(kj_tr("%u of %u versions"), run->n_judged, run->versions->len);
    kj_progress_line_draw(&run->line, text);
}

static bool is_judged(const KjVersionOutcome *outcome, const char *asked, bool reports)
{
    return outcome && g_str_equal(outcome->asked, asked) &&
           (!reports || outcome->reported || outcome->judged.fate == KJ_FATE_IMPOSSIBLE);
}

/* The versions that are not judged yet, with what is asked of each. */
static void collect(Run *run, const GArray *numbers, bool reports)
{
    const KjWorkbench *bench = run->session->bench;
    run->attackers = g_new(KjSide, numbers->len + 1);
    for (unsigned i = 0; i < numbers->len; i++) {
        KjVersion *version = kj_versions_get(bench->versions, g_array_index(numbers, unsigned, i));
        if (!version || is_judged(version->outcome, run->asked, reports))
            continue;
        KjPosition *position = g_memdup2(&version->position, sizeof *position);
        kj_workbench_obey(bench, position);
        run->attackers[run->versions->len] = kj_solve_attacker(run->call->values, position);
        g_ptr_array_add(run->versions, version);
        g_ptr_array_add(run->positions, position);
    }
}

bool kj_versions_judge(KjSession *session, const KjCall *call, const GArray *numbers, bool reports,
                       GError **error)
{
    const KjValue *value = call->values->value;
    Run run = {.session = session, .call = call};
    if (!kj_check_request(call->values, 1, &run.request, error))
        return false;
    unsigned threads = kj_cores_asked(call->values);
    KjSolveRequest *solve = &run.request.solve;
    if (!value[KJ_OPT(MEMORY)].set)
        solve->solver.memory_mib = MEMORY_MIB;
    solve->solver.memory_mib = MAX(1, solve->solver.memory_mib / threads);
    if (!value[KJ_OPT(TIME)].set && !value[KJ_OPT(NODES)].set)
        solve->limits.nodes = NODES;
    run.asked = asked_by(call->values);
    run.versions = g_ptr_array_new();
    run.positions = g_ptr_array_new_with_free_func(g_free);
    collect(&run, numbers, reports);
    run.outcomes = g_new0(KjVersionOutcome *, run.versions->len + 1);
    KjPoolTask task = {
        .work = work_on, .deliver = deliver_version, .data = &run, .tick = show_progress};
    kj_progress_line_begin(&run.line, session, call->values);
    bool done =
        !run.versions->len || kj_pool_run(run.versions->len, threads, session->stop, &task, error);
    for (unsigned i = 0; i < run.versions->len; i++)
        kj_version_outcome_free(run.outcomes[i]);
    g_free(run.outcomes);
    g_free(run.attackers);
    g_free(run.asked);
    g_ptr_array_unref(run.versions);
    g_ptr_array_unref(run.positions);
    return done;
}
