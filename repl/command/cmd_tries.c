/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tries: the wrong checks of a work, the most tempting first. */
#include <string.h>

#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/check/tries_print.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/offers.h"
#include "repl/command/compose.h"
#include "repl/command/compose_fields.def"
#include "repl/job/phrases.h"
#include "solver/compose/tries.h"

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *tries; // of KjWrongCheck; owned
    unsigned n_followed;
} Call;

static const KjPosition *position_of(const Call *c, const KjWrongCheck *try)
{
    return kj_wrong_check_position(&c->work->job.report, try);
}

static void follow(void *data, unsigned index, KjSolver *solver, const KjComposeAsk *ask)
{
    Call *c = data;
    KjWrongCheck *try = &g_array_index(c->tries, KjWrongCheck, index);
    kj_wrong_check_follow(solver, position_of(c, try), c->work->wish.attacker, try->move,
                          kj_compose_least(c->work->wish.nodes, ask->left), ask->cancel, try);
}

static uint64_t spent_on(const void *data, unsigned index)
{
    const Call *c = data;
    return g_array_index(c->tries, KjWrongCheck, index).nodes;
}

static void take_try(void *data, unsigned index)
{
    Call *c = data;
    c->n_followed = index + 1;
}

static bool keep(void *data, unsigned index, const KjBytes *bytes)
{
    const Call *c = data;
    return kj_bytes_keep(bytes, &g_array_index(c->tries, KjWrongCheck, index),
                         sizeof(KjWrongCheck));
}

static char *progress(const void *data)
{
    const Call *c = data;
    return g_strdup_printf(kj_tr("%u of %u tries"), c->n_followed, c->tries->len);
}

/* Follows all of them; what a limit left is taken out. */
static bool follow_all(Call *c, GError **error)
{
    KjComposeTask task = {.work_on = follow,
                          .spent = spent_on,
                          .deliver = take_try,
                          .progress = progress,
                          .keep = keep,
                          .data = c};
    unsigned n = c->tries->len;
    g_autofree bool *whole = g_new0(bool, n + 1);
    if (!kj_compose_run(c->compose, c->work, &task, n, whole, error))
        return false;
    for (unsigned i = n; i-- > 0;) {
        if (whole[i])
            continue;
        c->work->cut = true;
        g_array_remove_index(c->tries, i);
    }
    g_array_sort(c->tries, kj_wrong_check_compare);
    return true;
}

/* ---- output ---- */

/* For the workbench: the line up to the try, and what refutes it. */
static void offer_try(const Call *c, const KjWrongCheck *try, const char *text)
{
    const KjPosition *root = &c->work->job.root;
    g_autofree KjMove *line = g_new(KjMove, try->ply + try->n_line);
    memcpy(line, c->work->job.report.line, try->ply * sizeof *line);
    memcpy(line + try->ply, try->line, try->n_line * sizeof *line);
    KjOffer *offer = kj_offers_add(c->compose->session->offers, root, root, line,
                                   try->ply + try->n_line, 0, text);
    if (!offer)
        return;
    offer->shows_line = true;
    offer->ply = try->ply;
}

static void print_try(const Call *c, const KjWrongCheck *try, unsigned number, KjPrinter *printer)
{
    const KjCheckRequest *request = &c->compose->request;
    const KjReport *report = &c->work->job.report;
    g_autofree char *moves = kj_try_moves(position_of(c, try), try, request->solve.notation);
    kj_try_print_entry(request, report, try, number, printer);
    offer_try(c, try, moves);
    kj_try_print(request, report, try, printer);
}

static void print_tries(const Call *c, KjPrinter *printer)
{
    kj_compose_begin_record(c->compose, c->work);
    kj_compose_print_work(c->compose, c->work);
    kj_printer_line(printer, "tries: %u", c->tries->len);
    KJ_FIELDS_TRIES;
    if (c->work->cut)
        kj_printer_line(printer, "ended early: there are more tries");
    kj_compose_end_record(c->compose, c->work);
}

/* One work. */
static KjExit tries(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) found = kj_wrong_checks_of(&work->job.report);
    Call c = {.compose = compose, .work = work, .tries = found};
    bool done = follow_all(&c, error);
    if (done)
        print_tries(&c, compose->call->printer);
    return !done ? KJ_EXIT_INTERNAL : work->cut ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

static KjExit kj_cmd_tries(KjSession *session, const KjCall *call, GError **error)
{
    return kj_compose_each(session, call, tries, error);
}

const KjCommand kj_tries_command = {
    .name = "tries",
    .ja = "紛れ",
    .group = KJ_COMMANDS_MATE,
    .summary = "list tries by how long they hold out",
    .details = "Lists the checks beside the line that do not mate (紛れ). A try holds out as long "
               "as a single reply refutes each of its checks; the line shows them, up to 8 plies. "
               "Those that hold out longest come first, then those that fewer replies refute. "
               "A sentence says what refutes each. Moves that mate as well are no tries: check "
               "lists them. --each-nodes is what "
               "one try may take.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_JUDGE |
               KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION |
               KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_tries,
    .examples = {{"tries --no-diagram 'k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1'",
                  "The tries of a work in five.", "it is the only reply that holds"}},
    .schema = "kanju.tries/1",
};
