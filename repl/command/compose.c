/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work a command is given, and the line that is intended. */
#include "repl/command/compose.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/job/choices.h"
#include "repl/job/cores.h"
#include "repl/job/raw_line.h"

bool kj_compose_misuse(GError **error, const char *option, const char *text, const char *expected)
{
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--%s=%s: expected %s",
                        option, text, kj_tr(expected));
}

bool kj_compose_begin(KjSession *session, const KjCall *call, KjCompose *out, GError **error)
{
    const KjValue *value = call->values->value;
    if (!session->bench) // which SIGTERM ends as it always does
        kj_session_end_softly();
    *out = (KjCompose){.session = session,
                       .call = call,
                       .most = (unsigned)value[KJ_OPT(MOST)].integer,
                       .begun = g_get_monotonic_time()};
    out->jobs = kj_cores_asked(call->values);
    kj_progress_line_begin(&out->line, session, call->values);
    if (!kj_check_request(call->values, 1, &out->request, error))
        return false;
    out->request.certificates = NULL; // these are for what is made
    out->request.solve.solver.memory_mib = MAX(1, out->request.solve.solver.memory_mib / out->jobs);
    return true;
}

/* ---- what is kept ---- */

/* Whether an option says only how the result is shown and how fast it comes. */
static bool is_outward(KjOptionId id)
{
    return id == KJ_OPT(MOST) || id == KJ_OPT(DIAGRAM) || id == KJ_OPT(OUTPUT) ||
           id == KJ_OPT(MADE_FORMAT) || id == KJ_OPT(NEW_AGAINST) || id == KJ_OPT(ENOUGH) ||
           id == KJ_OPT(CERTIFICATES);
}

GString *kj_compose_about(const KjCompose *compose, const KjGame *game)
{
    static const uint64_t groups = KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_JUDGE |
                                   KJ_OPTIONS_COMPOSE | KJ_OPTIONS_REPAIR | KJ_OPTIONS_TRIM |
                                   KJ_OPTIONS_FAMILY | KJ_OPTIONS_MAKE | KJ_OPTIONS_BREED |
                                   KJ_OPTIONS_EXTEND;
    const KjCall *call = compose->call;
    GString *text = kj_checkpoint_file_about();
    g_string_append_printf(text, "command=%s\ngame=%s\n", call->command->name, game->row->id);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!(option->groups & groups & call->command->options) || is_outward(option->id) ||
            option->kind == KJ_OPTION_PAIRS)
            continue;
        g_autofree char *value = option->groups & KJ_OPTIONS_RULES
                                     ? kj_rule_text(&game->rules, option->id)
                                     : kj_value_text(option, &call->values->value[option->id]);
        g_string_append_printf(text, "%s=%s\n", option->name, value);
    }
    return text;
}

/* ---- the line ---- */

/* Whether the line is to be that of the workbench, which broke: only a repair can do with it. */
static bool takes_intended(const KjCompose *compose, const KjComposeWork *work)
{
    return compose->call->board && compose->call->board->intended && work->job.solve.usable &&
           !work->job.author && compose->call->command->options & KJ_OPTIONS_REPAIR;
}

/* Prepares the job as `check` does. A --line that cannot be played here may still be what is
 * intended, if it is USI; it is then the intended line, which the check is not told of. */
static void prepare_work(KjCompose *compose, KjInput *input, KjComposeWork *work)
{
    work->job.solve.input = input;
    kj_check_prepare(compose->call, &work->job);
    const char *line = compose->call->values->value[KJ_OPT(LINE)].text;
    bool given = line && *line;
    if (!given && takes_intended(compose, work))
        line = compose->call->board->intended;
    else if (!given || work->job.solve.usable || !input->has_position || !work->job.root.game)
        return;
    unsigned n;
    KjMove *raw = kj_raw_line_read(&input->game, line, &n);
    if (!raw)
        return;
    g_clear_pointer(&input->error, g_free);
    work->job.solve.usable = true;
    work->line = raw;
    work->wish.n_line = n;
}

static bool fail(KjComposeWork *work, char *text)
{
    work->job.solve.input->error = text;
    work->job.solve.usable = false;
    return false;
}

/* Checks the work as it is. */
static bool check(KjCompose *compose, KjComposeWork *work)
{
    g_autoptr(GError) error = NULL;
    KjSolver *solver = kj_solver_new(&compose->request.solve.solver, &error);
    if (!solver)
        return fail(work, g_strdup(error->message));
    KjLimits limits = compose->request.solve.limits;
    limits.stop = compose->session->stop;
    kj_progress_line_watch(&compose->line, solver);
    kj_check_run(&compose->request, solver, &limits, &work->job);
    kj_solver_free(solver);
    work->cut = kj_session_stopped(compose->session);
    return true;
}

/* Fills in of the wish what does not hang on the line. */
static void judge_by(const KjCompose *compose, KjComposeWork *work)
{
    const KjValue *value = compose->call->values->value;
    KjWish *wish = &work->wish;
    wish->attacker = work->job.solve.attacker;
    wish->missing = work->job.solve.missing;
    wish->recorded_plies = work->job.solve.input->recorded_plies;
    wish->profile = &compose->request.profile;
    wish->spares = compose->request.solve.spares;
    wish->any_move = compose->request.solve.solver.attacker_moves != KJ_CHECKS_ONLY;
    wish->nodes = (uint64_t)value[KJ_OPT(VERSION_NODES)].integer;
}

/* What is expected where there is no line: what the command can do without one. */
static const char *no_line(const KjCompose *compose, const KjComposeWork *work)
{
    if (work->open)
        return "unknown: no mate is found within the limits and there is no intended line, "
               "expected --line or higher limits";
    return compose->call->command->options & KJ_OPTIONS_REPAIR
               ? "no mate is found and there is no intended line, expected --line or --keep=any"
               : "no mate is found and there is no intended line, expected --line";
}

/* Fills the wish when the work has been checked. */
static bool wish_for(KjCompose *compose, KjComposeWork *work)
{
    static const KjKeep keeps[] = {KJ_KEEP_LINE, KJ_KEEP_LENGTH, KJ_KEEP_ANY};
    KJ_CHOICES_ARE(KEEP, G_N_ELEMENTS(keeps));
    const KjValue *value = compose->call->values->value;
    const KjReport *report = &work->job.report;
    KjWish *wish = &work->wish;
    bool given = work->line || work->job.n_author;
    work->open = !given && report->mate == KJ_UNKNOWN;
    if (!work->line) {
        const KjMove *line = given ? work->job.author : report->line;
        wish->n_line = given ? work->job.n_author : report->n_line;
        work->line = g_memdup2(line, wish->n_line * sizeof *line);
    }
    wish->line = work->line;
    wish->keep = keeps[value[KJ_OPT(KEEP)].choice];
    if (value[KJ_OPT(KEEP_PLIES)].set && value[KJ_OPT(KEEP_PLIES)].integer > 0) {
        wish->keep = KJ_KEEP_END;
        wish->end = (unsigned)value[KJ_OPT(KEEP_PLIES)].integer;
    }
    int recorded = work->job.solve.input->recorded_plies;
    wish->plies = recorded > 0 ? (unsigned)recorded : given ? wish->n_line : report->plies;
    judge_by(compose, work);
    if (wish->keep == KJ_KEEP_LENGTH && !wish->plies)
        return fail(work, g_strdup(kj_tr(work->open ? no_line(compose, work)
                                                    : "no length to keep: expected --line where "
                                                      "there is no mate")));
    if (wish->keep == KJ_KEEP_LINE && !wish->n_line)
        return fail(work, g_strdup(kj_tr(no_line(compose, work))));
    if (wish->keep == KJ_KEEP_END && wish->n_line < wish->end)
        return fail(work, g_strdup_printf(kj_tr("--keep-plies=%u: the line has %u"), wish->end,
                                          wish->n_line));
    return true;
}

/*
 * Reads the line that is intended (--line, the moves given with the problem, those ahead on the
 * board; else the main line of the check), checks the work and fills the wish by --keep. A --line in
 * USI need not be playable: a piece of it may be what is missing. What is wrong goes into the
 * input's error, and false is returned.
 */
static bool open_work(KjCompose *compose, KjInput *input, KjComposeWork *out)
{
    *out = (KjComposeWork){.cut = false};
    prepare_work(compose, input, out);
    if (!out->job.solve.usable)
        return false;
    if (!(compose->call->command->options & KJ_OPTIONS_FAMILY))
        return check(compose, out) && wish_for(compose, out);
    judge_by(compose, out);
    out->wish.keep = KJ_KEEP_ANY;
    out->wish.recorded_plies = -1;
    return true;
}

/* ---- the command ---- */

static void close_work(KjComposeWork *work)
{
    g_free(work->line);
    kj_check_job_clear(&work->job);
}

/* Begins to keep the answers about a work. */
static bool begin_checkpoint(const KjCompose *compose, const KjComposeWork *work, GError **error)
{
    if (!compose->checkpoint)
        return true;
    const KjPosition *root = &work->job.root;
    GString *about = kj_compose_about(compose, root->game);
    g_autofree char *position = kj_position_write(root);
    g_string_append_printf(about, "position=%s\nattacker=%s\nline=", position,
                           kj_side_name(work->wish.attacker));
    for (unsigned i = 0; i < work->wish.n_line; i++) { // it need not be playable
        char move[KJ_USI_MOVE];
        kj_usi_move_write(root, work->wish.line[i], move);
        g_string_append_printf(about, "%s%s", i ? " " : "", move);
    }
    return kj_answers_checkpoint_begin(compose->checkpoint, about, error);
}

static KjExit do_one(KjCompose *compose, KjInput *input, KjComposeFn run, GError **error)
{
    KjComposeWork work;
    KjExit status = KJ_EXIT_INPUT;
    if (!open_work(compose, input, &work)) {
        kj_input_usable(compose->session, compose->call, input);
        status = work.open ? KJ_EXIT_UNKNOWN : status;
    } else if (begin_checkpoint(compose, &work, error))
        status = run(compose, &work, error);
    if (compose->checkpoint)
        kj_answers_checkpoint_end(compose->checkpoint, work.cut);
    close_work(&work);
    return status;
}

KjExit kj_compose_each(KjSession *session, const KjCall *call, KjComposeFn run, GError **error)
{
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    KjAnswersCheckpoint checkpoint = {.answers = NULL};
    if (!kj_checkpoint_file_plan(session, call->values, inputs->len, &checkpoint.file, error) ||
        !kj_check_certificates_plan(call->values, inputs->len, error))
        return KJ_EXIT_USAGE;
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !call->printer->failed && !kj_session_stopped(session);
         i++) {
        KjCompose compose;
        if (!kj_compose_begin(session, call, &compose, error))
            return KJ_EXIT_USAGE;
        compose.checkpoint = checkpoint.file.path ? &checkpoint : NULL;
        KjExit one = do_one(&compose, inputs->pdata[i], run, error);
        g_clear_pointer(&compose.certified, g_array_unref);
        status = kj_exit_worse(status, one);
        if (compose.unwritten)
            status = kj_exit_worse(status, KJ_EXIT_INTERNAL);
        if (one == KJ_EXIT_USAGE || one == KJ_EXIT_INTERNAL)
            break;
    }
    return status;
}
