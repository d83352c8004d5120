/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a position, or a move, is 必至 or is not. */
#include "repl/shell/why_hisshi.h"

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/command/solve_print.h"
#include "repl/job/cores.h"
#include "repl/job/phrases.h"
#include "repl/job/solve_job.h"
#include "repl/run/progress_line.h"
#include "repl/shell/shell_commands.h"
#include "solver/hisshi/mates.h"

enum {
    TRY_NODES = 300000, // of one move that is looked at after the answer is known
    MANY = 30,          // defences, or moves, that are listed
};

/* A move of the attacker's that does not force it. */
typedef struct {
    KjMove move;
    KjHisshiAnswer answer; // of the position after it
} Try;

typedef struct {
    KjSolveRequest request;
    KjPosition root; // after the move that is asked about
    KjMove last;     // before it
    KjSide attacker;
    KjHisshiAnswer answer;
    KjMove *line; // owned
    unsigned n_line;
    KjPosition end; // behind the line
    KjMove end_last;
    GArray *mates; // KjHisshiMate behind the end, or NULL
    GArray *tries; // Try
    KjProgressLine *progress;
    GError *failure;
} Why;

static void clear(Why *why)
{
    g_free(why->line);
    g_clear_pointer(&why->mates, g_array_unref);
    g_clear_pointer(&why->tries, g_array_unref);
}

/* ---- searching ---- */

/* The line, and the mates behind it. */
static void follow(Why *why, KjHisshi *x, const KjLimits *limits)
{
    uint64_t nodes;
    why->line = kj_hisshi_line(x, &why->root, why->answer.plies, limits, &why->n_line, &nodes);
    for (unsigned i = 0; i < why->n_line; i++) {
        why->end_last = why->line[i];
        why->end = kj_position_after(&why->end, why->line[i]);
    }
    if (why->end.side != why->attacker)
        why->mates = kj_hisshi_mates(x, &why->end, limits);
}

/* Names the defence that survives where the answer does not. */
static void find_defence(KjHisshi *x, const KjPosition *pos, const KjLimits *limits,
                         KjHisshiAnswer *answer)
{
    KjMoveList list = {0};
    if (answer->verdict == KJ_NOMATE && !answer->move)
        kj_gen_safe(pos, &list);
    for (unsigned i = 0; i < list.n && !answer->move; i++) {
        KjPosition next = kj_position_after(pos, list.move[i]);
        KjHisshiAnswer after;
        kj_hisshi_ask(x, &next, KJ_ANY_LENGTH, limits, &after);
        answer->move = after.verdict == KJ_NOMATE ? list.move[i] : KJ_MOVE_NONE;
    }
}

/* What becomes of each check and each threat. */
static void look_at_moves(Why *why, KjHisshi *x, const KjLimits *limits)
{
    KjMoveList list;
    kj_gen_safe(&why->root, &list);
    for (unsigned i = 0; i < list.n && !*limits->stop; i++) {
        KjPosition next = kj_position_after(&why->root, list.move[i]);
        KjLimits little = *limits;
        little.nodes = limits->nodes ? MIN(limits->nodes, TRY_NODES) : TRY_NODES;
        Try try = {.move = list.move[i]};
        kj_hisshi_ask(x, &next, KJ_ANY_LENGTH, &little, &try.answer);
        if (!kj_in_check(&next, (KjSide)next.side) && try.answer.mate == KJ_NOMATE)
            continue;
        find_defence(x, &next, &little, &try.answer);
        g_array_append_val(why->tries, try);
    }
}

static void work(void *data, const atomic_bool *cancel)
{
    Why *why = data;
    KjLimits limits = why->request.limits;
    limits.stop = cancel;
    g_autoptr(KjSolver) solver = NULL;
    g_autoptr(KjHisshi) x = kj_hisshi_with_solver(&why->request.solver, &solver, &why->failure);
    if (!x)
        return;
    kj_progress_line_watch(why->progress, solver);
    kj_hisshi_open(x, why->root.game, why->attacker);
    kj_hisshi_length(x, &why->root, &limits, &why->answer);
    if (why->answer.verdict == KJ_MATE)
        follow(why, x, &limits);
    else if (why->answer.verdict == KJ_NOMATE && why->root.side == why->attacker)
        look_at_moves(why, x, &limits);
    else
        find_defence(x, &why->root, &limits, &why->answer);
}

/* ---- words ---- */

static char *defence_text(const Why *why, const KjHisshiMate *mate)
{
    return mate->reply ? kj_move_text(&why->end, mate->reply, why->end_last, why->request.notation)
                       : g_strdup(kj_tr("a pass"));
}

/* The moves of a mate, after the defence. (transfer full) */
static char *mate_text(const Why *why, const KjHisshiMate *mate)
{
    KjPosition at = why->end;
    if (mate->reply)
        at = kj_position_after(&at, mate->reply);
    else
        kj_position_set_side(&at, why->attacker);
    return kj_line_words(&at, mate->line, mate->n_line, mate->reply, why->request.notation);
}

/* Whether two defences fail alike. */
static bool is_alike(const KjHisshiMate *a, const KjHisshiMate *b)
{
    return !a->reply == !b->reply && a->verdict == b->verdict && a->plies == b->plies &&
           a->n_line && b->n_line && a->line[0] == b->line[0];
}

/* Which defence fails to which mate: those that fail alike on one line. */
static void print_mates(const Why *why, KjPrinter *printer)
{
    g_autofree bool *told = g_new0(bool, why->mates->len + 1);
    for (unsigned i = 0; i < why->mates->len; i++) {
        const KjHisshiMate *mate = &g_array_index(why->mates, KjHisshiMate, i);
        g_autoptr(GString) defences = g_string_new(NULL);
        for (unsigned k = i; k < why->mates->len; k++) {
            const KjHisshiMate *other = &g_array_index(why->mates, KjHisshiMate, k);
            if (told[k] || (k > i && !is_alike(mate, other)))
                continue;
            told[k] = true;
            g_autofree char *text = defence_text(why, other);
            g_string_append_printf(defences, "%s%s", defences->len ? kj_tr(", ") : "", text);
        }
        if (!defences->len)
            continue;
        g_autofree char *moves = mate_text(why, mate);
        if (mate->verdict == KJ_MATE)
            kj_printer_line(printer, "  %s: mate in %s%u: %s", defences->str,
                            mate->exact ? "" : "≤", mate->plies, moves);
        else
            kj_printer_line(printer, "  %s: open", defences->str);
    }
}

/* The first line where it is forced. */
static void print_forced(const Why *why, bool moved, KjPrinter *printer)
{
    g_autofree char *line =
        kj_line_words(&why->root, why->line, why->n_line, why->last, why->request.notation);
    const char *at_most = kj_hisshi_exact(&why->answer) ? "" : "≤";
    bool attacks = why->root.side == why->attacker;
    if (attacks && why->answer.plies == 0)
        kj_printer_line(printer, "no 必至 but a mate: checks alone are enough");
    else if (why->answer.plies == 0)
        kj_printer_line(printer, moved ? "it is 必至: every defence fails"
                                       : "必至 as it stands: every defence fails");
    else
        kj_printer_line(printer, "必至 in %s%u: %s", at_most, why->answer.plies, line);
    if (why->mates)
        print_mates(why, printer);
}

/* A move that does not force it, and the defence that survives. */
static void print_try(const Why *why, const Try *try, KjPrinter *printer)
{
    KjPosition next = kj_position_after(&why->root, try->move);
    g_autofree char *move = kj_move_text(&why->root, try->move, why->last, why->request.notation);
    g_autofree char *defence =
        try->answer.move ? kj_move_text(&next, try->answer.move, try->move, why->request.notation)
                         : NULL;
    if (try->answer.verdict == KJ_UNKNOWN)
        kj_printer_line(printer, "  %s: open", move);
    else
        kj_printer_line(printer, defence ? "  %s: refuted by %s" : "  %s: no defence is needed",
                        move, defence ? defence : "");
}

/* Where it is not forced: the defence that survives, or each check and threat with its own. */
static void print_refuted(const Why *why, bool moved, KjPrinter *printer)
{
    g_autofree char *defence =
        why->answer.move && why->root.side != why->attacker
            ? kj_move_text(&why->root, why->answer.move, why->last, why->request.notation)
            : NULL;
    if (why->root.side == why->attacker)
        kj_printer_line(printer, "no 必至: mate is not forced by checks and threats");
    else if (why->answer.mate == KJ_NOMATE && !kj_in_check(&why->root, (KjSide)why->root.side))
        kj_printer_line(printer, moved ? "it is no threat: a pass would not be mated"
                                       : "no threat: a pass would not be mated");
    else
        kj_printer_line(printer, defence ? "no 必至: refuted by %s" : "no 必至",
                        defence ? defence : "");
    unsigned n = why->tries->len;
    for (unsigned i = 0; i < MIN(n, MANY); i++)
        print_try(why, &g_array_index(why->tries, Try, i), printer);
    if (n > MANY)
        kj_printer_line(printer, "  ... %u more", n - MANY);
    if (why->root.side == why->attacker)
        kj_printer_line(printer, "  every other move: no check and no threat");
}

/* ---- the command ---- */

/* False with an error where there is nothing to search. */
static bool prepare(KjSession *session, const KjCall *call, KjMove move, Why *why, GError **error)
{
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    why->root = kj_workbench_position(session->bench);
    kj_workbench_obey(session->bench, &why->root);
    why->attacker = kj_solve_attacker(call->values, &tree->start);
    why->last = move ? move : tree->at->move;
    if (move)
        why->root = kj_position_after(&why->root, move);
    why->end = why->root;
    why->end_last = why->last;
    why->tries = g_array_new(FALSE, TRUE, sizeof(Try));
    kj_solve_request(call->values, 1, &why->request);
    return why->root.king[kj_other(why->attacker)] != KJ_NO_SQUARE ||
           kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                        "the defender has no king, expected one on the board");
}

static bool search(KjSession *session, Why *why, GError **error)
{
    if (!kj_progress_line_work(why->progress, kj_tr("answer"), session->stop, work, why, error))
        return false;
    if (why->failure)
        g_propagate_error(error, g_steal_pointer(&why->failure));
    return !*error;
}

static void print(const Why *why, bool moved, KjPrinter *printer)
{
    kj_printer_begin(printer, NULL);
    if (why->answer.verdict == KJ_UNKNOWN)
        kj_printer_line(printer, "unknown, %s", kj_tr(kj_solve_cause_words(why->answer.cause)));
    else
        (why->answer.verdict == KJ_MATE ? print_forced : print_refuted)(why, moved, printer);
    kj_printer_end(printer);
}

KjExit kj_why_hisshi(KjSession *session, const KjCall *call, KjMove move, GError **error)
{
    KjProgressLine progress;
    Why why = {.progress = &progress};
    KjExit status = KJ_EXIT_INPUT;
    kj_progress_line_begin(&progress, session, call->values);
    if (prepare(session, call, move, &why, error) && search(session, &why, error)) {
        print(&why, move != KJ_MOVE_NONE, call->printer);
        status = why.answer.verdict == KJ_UNKNOWN ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
    }
    clear(&why);
    return status;
}
