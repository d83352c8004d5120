/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes of tasks, and the table of kinds of tasks. */
#include "repl/batch/task_outcome.h"

#include <string.h>

#include "repl/job/choices.h"
#include "repl/store/pack.h"
#include "solver/query.h"

static const KjTaskKind *const kinds[] = {&kj_task_solve, &kj_task_check, &kj_task_hisshi};
KJ_CHOICES_ARE(TASK, G_N_ELEMENTS(kinds));

const KjTaskKind *kj_task_kind_at(unsigned index)
{
    return index < G_N_ELEMENTS(kinds) ? kinds[index] : NULL;
}

const KjTaskKind *kj_task_kind_of(const KjValues *values)
{
    const KjTaskKind *kind = kj_task_kind_at(values->value[KJ_OPT(TASK)].choice);
    bool hisshi = values->value[KJ_OPT(GOAL)].choice != 0;
    return hisshi && kind == &kj_task_solve ? &kj_task_hisshi : kind;
}

const char *kj_task_unknown(const KjTaskKind *kind)
{
    const char *const *verdict = kind->verdicts;
    while (verdict[1])
        verdict++;
    return *verdict;
}

KjTaskEngine *kj_task_engine_new(const KjTaskKind *kind, const KjSolveRequest *options,
                                 const char *certificates, GError **error)
{
    KjTaskEngine engine = {.kind = kind, .options = *options, .certificates = certificates};
    if (options->hisshi || kind == &kj_task_hisshi)
        engine.hisshi = kj_hisshi_with_solver(&options->solver, &engine.solver, error);
    else
        engine.solver = kj_solver_new(&options->solver, error);
    return engine.solver ? g_memdup2(&engine, sizeof engine) : NULL;
}

void kj_task_engine_free(KjTaskEngine *engine)
{
    if (!engine)
        return;
    kj_hisshi_free(engine->hisshi);
    kj_solver_free(engine->solver);
    g_free(engine);
}

void kj_task_outcome_clear(KjTaskOutcome *outcome)
{
    g_free(outcome->answer);
    g_free(outcome->certificate);
    g_free(outcome->uncertified);
    g_clear_pointer(&outcome->checkpoint, g_bytes_unref);
    g_free(outcome->failure);
    g_free(outcome->verified);
    *outcome = (KjTaskOutcome){0};
}

KjPrinter *kj_task_answer_begin(const KjTaskRequest *request, const char *schema)
{
    KjPrinter *printer = kj_printer_new_kept();
    kj_printer_begin(printer, schema);
    kj_printer_string(printer, "variant", request->game); // canonical, as its moves are
    kj_printer_string(printer, "position", request->position);
    return printer;
}

void kj_task_answer_end(KjTaskOutcome *out, KjPrinter *printer)
{
    kj_printer_end(printer);
    out->answer = kj_printer_take(printer);
}

bool kj_task_restore(KjSolver *solver, const KjTaskRequest *request, KjSpent *out_spent)
{
    *out_spent = (KjSpent){0};
    // what was learnt may depend on the moves before the root, which no checkpoint has
    bool usable = request->checkpoint && !request->past;
    g_autoptr(GBytes) checkpoint = usable ? kj_unpack(request->checkpoint) : NULL;
    if (checkpoint && kj_solver_restore(solver, request->root, KJ_SENTE, checkpoint, out_spent) &&
        !kj_limits_reached(&request->limits, out_spent->nodes, out_spent->seconds))
        return true;
    kj_query_forget(solver);
    *out_spent = (KjSpent){0};
    return false;
}

void kj_task_keep(KjSolver *solver, const KjTaskRequest *request, const KjSpent *spent,
                  KjTaskOutcome *out)
{
    bool by_memory = out->cause && strcmp(out->cause, kj_cause_text(KJ_CAUSE_MEMORY)) == 0;
    if (out->settled || out->stopped || by_memory || request->past)
        return;
    g_autoptr(GBytes) checkpoint =
        kj_solver_checkpoint(solver, request->root, spent, KJ_CHECKPOINT_ENTRIES);
    out->checkpoint = kj_pack(checkpoint);
}
