/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/command/certified.h"

#include <glib/gstdio.h>

#include "core/text/lang.h"
#include "repl/check/believed.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose_fields.def"

typedef struct {
    char *file;   // NULL: none
    char *reason; // then
} Certified;

static void clear_certified(void *data)
{
    Certified *certified = data;
    g_free(certified->file);
    g_free(certified->reason);
}

static const char *folder_of(const KjCall *call)
{
    return call->values->value[KJ_OPT(CERTIFICATES)].text;
}

/* Checks a work and writes its certificate. */
static void certify(const KjCompose *compose, KjCheckJob *job)
{
    KjCheckRequest request = compose->request;
    KjLimits limits = {.stop = compose->session->stop};
    g_autoptr(GError) error = NULL;
    KjSolver *solver = kj_solver_new(&request.solve.solver, &error);
    if (!solver) {
        job->solve.certificate_failure = g_strdup(error->message);
        return;
    }
    request.themes = request.full = false;
    kj_check_run(&request, solver, &limits, job);
    kj_solver_free(solver);
    if (job->report.verdict <= KJ_WORK_BLEMISHED || job->solve.certificate_failure)
        return;
    g_unlink(job->solve.certificate); // which proves something else
    job->solve.certificate_failure = g_strdup(kj_tr("not known to be sound"));
    job->solve.certificate_limited = true;
}

void kj_certified_add(KjCompose *compose, KjSide attacker, const KjPosition *work,
                      const KjMove *line, unsigned n_line)
{
    const char *folder = folder_of(compose->call);
    if (!folder)
        return;
    if (!compose->certified) {
        compose->certified = g_array_new(FALSE, FALSE, sizeof(Certified));
        g_array_set_clear_func(compose->certified, clear_certified);
    }
    g_autofree char *leaf = g_strdup_printf("%u.kjc", compose->certified->len + 1);
    KjInput input = {.position = *work, .has_position = true, .recorded_plies = -1};
    KjCheckJob job = {.root = *work, .n_author = line ? n_line : 0};
    job.author = line ? g_memdup2(line, n_line * sizeof *line) : NULL;
    job.solve.input = &input;
    job.solve.usable = true;
    job.solve.attacker = attacker;
    job.solve.over = compose->call->values->over;
    job.solve.certificate = g_build_path("/", folder, leaf, NULL);
    certify(compose, &job);
    g_autofree KvResult *believed = kj_certificate_believed(&job.solve, compose->session->stop);
    Certified certified = {.file = NULL};
    if (believed)
        certified.file = g_steal_pointer(&job.solve.certificate);
    else
        certified.reason = g_steal_pointer(&job.solve.certificate_failure);
    if (!believed && !job.solve.certificate_limited) {
        compose->unwritten = true;
        kj_term_message(&compose->session->term, "%s", certified.reason);
    }
    g_array_append_val(compose->certified, certified);
    kj_check_job_clear(&job);
}

static void print_certified(unsigned number, const Certified *certified, KjPrinter *printer)
{
    if (certified->file)
        kj_printer_line(printer, "certificate of %u: %s", number, certified->file);
    else
        kj_printer_line(printer, "no certificate of %u: %s", number, certified->reason);
    KJ_ITEM(KJ_FIELDS_CERTIFIED);
}

void kj_certified_print(const KjCompose *compose, KjPrinter *printer)
{
    for (unsigned i = 0; compose->certified && i < compose->certified->len; i++)
        print_certified(i + 1, &g_array_index(compose->certified, Certified, i), printer);
}
