/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tries: the wrong checks of a work, the most tempting first. */
#include <string.h>

#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/compose/compose.h"
#include "repl/compose/offers.h"
#include "repl/job/text.h"
#include "solver/compose/tries.h"

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *tries; // of KjWrongCheck; owned
    bool *done;    // of each; owned
} Call;

/* The checks that fail, at the nodes of the line. */
static void collect(Call *c)
{
    const KjReport *report = &c->work->job.report;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; node->attacks && k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            KjWrongCheck try = {.ply = node->ply, .move = alt->move};
            if (alt->class == KJ_CLASS_FAILS)
                g_array_append_val(c->tries, try);
        }
    }
}

static const KjPosition *position_of(const Call *c, const KjWrongCheck *try)
{
    return &g_array_index(c->work->job.report.nodes, KjCheckNode, try->ply).position;
}

static void follow(void *data, unsigned index, KjSolver *solver, const atomic_bool *cancel)
{
    Call *c = data;
    KjWrongCheck *try = &g_array_index(c->tries, KjWrongCheck, index);
    kj_wrong_check_follow(solver, position_of(c, try), c->work->wish.attacker, try->move,
                          c->work->wish.nodes, cancel, try);
    c->done[index] = !atomic_load(cancel);
}

static void take_try(void *data, unsigned index)
{
    Call *c = data;
    c->work->nodes += g_array_index(c->tries, KjWrongCheck, index).nodes;
}

static char *progress(void *data, unsigned index)
{
    const Call *c = data;
    return g_strdup_printf(kj_tr("%u of %u tries"), index + 1, c->tries->len);
}

/* Follows all of them; what a limit left is taken out. */
static bool follow_all(Call *c, GError **error)
{
    KjComposeTask task = {follow, take_try, progress, c};
    unsigned n = c->tries->len, delivered;
    c->done = g_new0(bool, n + 1);
    if (!kj_compose_run(c->compose, c->work, &task, n, &delivered, error))
        return false;
    for (unsigned i = n; i-- > 0;) {
        if (c->done[i] && i < delivered)
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

static void tell_try(const Call *c, const KjWrongCheck *try, unsigned number, KjPrinter *printer)
{
    g_auto(GStrv) line = kj_line_text(position_of(c, try), try->line, try->n_line, KJ_MOVE_NONE,
                                      c->compose->request.solve.notation);
    g_autofree char *moves = g_strjoinv(" ", line);
    g_autofree char *replies =
        try->n_refuting == 1
            ? g_strdup_printf(kj_tr("1 reply of %u refutes"), try->n_replies)
            : g_strdup_printf(kj_tr("%u replies of %u refute"), try->n_refuting, try->n_replies);
    kj_printer_line(printer, "%2u. ply %u, holds out for %u plies, %s%s: %s", number, try->ply + 1,
                    try->held, replies, try->open ? kj_tr(", not followed to the end") : "", moves);
    offer_try(c, try, moves);
}

static void tell(const Call *c, KjPrinter *printer)
{
    kj_compose_tell_work(c->compose, c->work, printer);
    kj_printer_line(printer, "tries: %u", c->tries->len);
    for (unsigned i = 0; i < c->tries->len && i < c->compose->most; i++)
        tell_try(c, &g_array_index(c->tries, KjWrongCheck, i), i + 1, printer);
    if (c->work->cut)
        kj_printer_line(printer, "ended early: there are more tries");
    kj_printer_line(printer, "%" G_GUINT64_FORMAT " nodes, %.2f s",
                    c->work->nodes + c->work->job.report.searched, kj_compose_seconds(c->compose));
}

static void print_try(const Call *c, const KjWrongCheck *try, KjPrinter *printer)
{
    g_auto(GStrv) line =
        kj_line_text(position_of(c, try), try->line, try->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    kj_printer_begin_item(printer);
    kj_printer_integer(printer, "ply", NULL, try->ply + 1);
    kj_printer_string(printer, "move", NULL, line[0]);
    kj_printer_integer(printer, "held", NULL, try->held);
    kj_printer_integer(printer, "replies", NULL, try->n_replies);
    kj_printer_integer(printer, "refuting", NULL, try->n_refuting);
    kj_printer_strings(printer, "line", (const char *const *)line);
    kj_printer_boolean(printer, "open", NULL, try->open);
    kj_printer_end_item(printer);
}

static void print_fields(const Call *c, KjPrinter *printer)
{
    kj_compose_print_work(c->compose, c->work, printer);
    kj_printer_integer(printer, "count", NULL, c->tries->len);
    kj_printer_begin_list(printer, "tries");
    for (unsigned i = 0; i < c->tries->len && i < c->compose->most; i++)
        print_try(c, &g_array_index(c->tries, KjWrongCheck, i), printer);
    kj_printer_end_list(printer);
    kj_printer_boolean(printer, "cut", NULL, c->work->cut);
    kj_printer_integer(printer, "nodes", NULL,
                       (gint64)(c->work->nodes + c->work->job.report.searched));
    kj_printer_integer(printer, "ms", NULL, (gint64)(kj_compose_seconds(c->compose) * 1000 + 0.5));
}

static void print(const Call *c, KjPrinter *printer)
{
    kj_printer_begin(printer, c->compose->call->command->schema);
    kj_input_print_position(printer, c->work->job.solve.input);
    if (kj_printer_is_text(printer))
        tell(c, printer);
    else
        print_fields(c, printer);
    kj_printer_end(printer);
}

/* One work. */
static KjExit tries(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(KjWrongCheck));
    Call c = {.compose = compose, .work = work, .tries = found};
    collect(&c);
    bool done = follow_all(&c, error);
    if (done)
        print(&c, compose->printer);
    g_free(c.done);
    return !done ? KJ_EXIT_INTERNAL : work->cut ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

static KjExit kj_cmd_tries(KjSession *session, const KjCall *call, KjPrinter *printer,
                           GError **error)
{
    return kj_compose_each(session, call, printer, kj_compose_open, tries, error);
}

const KjCommand kj_tries_command = {
    .name = "tries",
    .aliases = "",
    .group = KJ_COMMANDS_MATE,
    .summary = "list wrong checks by how long they hold out",
    .details = "Lists the checks beside the line that do not mate (紛れ). A try holds out as long "
               "as a single reply refutes each of its checks; the line shows them, up to 8 plies. "
               "Those that hold out longest come first, then those that fewer replies refute. "
               "Moves that mate as well are no tries: check lists them. --version-nodes is what "
               "one try may take.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME |
               KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_tries,
    .examples = {{"tries --no-diagram 'k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1'",
                  "The wrong checks of a work in five.", "1 reply of"}},
    .schema = "kanju.tries/1",
};
