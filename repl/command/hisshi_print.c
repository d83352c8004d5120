/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is printed of a 必至. */
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/cli/result_json.h"
#include "repl/command/command_fields.def"
#include "repl/command/hisshi_job.h"
#include "repl/command/solve_print.h"
#include "repl/diagram/picture.h"
#include "repl/job/phrases.h"
#include "solver/hisshi/mates.h"

enum { FEW_MOVES = 15 };

/* "必至 in 3 plies" and the like. (transfer full) */
static char *verdict_for_people(const KjPosition *root, const KjHisshiResult *result)
{
    if (result->verdict == KJ_UNKNOWN)
        return g_strdup_printf(kj_tr("unknown, %s"), kj_tr(kj_solve_cause_words(result->cause)));
    if (result->verdict == KJ_NOMATE)
        return g_strdup(kj_tr("no 必至: mate is not forced by checks and threats"));
    if (result->by_checks && kj_can_capture_king(root))
        return g_strdup(kj_tr("no 必至 but a mate in 0 plies: the king can be captured now"));
    if (result->by_checks)
        return g_strdup(kj_tr("no 必至 but a mate: checks alone are enough"));
    if (result->plies == 0)
        return g_strdup(kj_tr("必至 as it stands"));
    return g_strdup_printf(kj_tr_n(result->plies, "必至 in %s%u ply%s", "必至 in %s%u plies%s"),
                           result->plies_proved ? "" : kj_tr("at most "), result->plies,
                           result->plies_proved ? "" : kj_tr(", not proved shortest"));
}

/* The moves of a mate behind the line, its reply first. (transfer full, g_strfreev) */
static char **mate_moves(const KjPosition *pos, KjMove last, const KjHisshiMate *mate,
                         KjNotation notation)
{
    KjPosition at = *pos;
    unsigned first = mate->reply != KJ_MOVE_NONE;
    if (!first)
        kj_position_set_side(&at, kj_other((KjSide)pos->side));
    g_autofree KjMove *moves = g_new(KjMove, mate->n_line + 1);
    moves[0] = mate->reply;
    for (unsigned i = 0; i < mate->n_line; i++)
        moves[first + i] = mate->line[i];
    return kj_line_text(&at, moves, mate->n_line + first, first ? last : KJ_MOVE_NONE, notation);
}

static void print_mate(const KjPosition *pos, KjMove last, const KjHisshiMate *mate,
                       KjNotation notation, KjPrinter *printer)
{
    bool pass = mate->reply == KJ_MOVE_NONE;
    g_auto(GStrv) moves = mate_moves(pos, last, mate, kj_printer_notation(printer, notation));
    g_autofree char *joined = g_strjoinv(" ", moves);
    kj_printer_begin_item(printer);
    if (mate->verdict != KJ_MATE)
        kj_printer_line(printer, kj_tr("  open: %s"), joined);
    else
        kj_printer_line(printer,
                        pass ? kj_tr("  threat, mate in %s%u: %s") : kj_tr("  mate in %s%u: %s"),
                        mate->exact ? "" : "≤", mate->plies, joined);
    KJ_FIELDS_HISSHI_MATE;
    kj_printer_end_item(printer);
}

static void print_mates(const KjHisshiJob *job, KjNotation notation, KjPrinter *printer)
{
    const KjHisshiResult *result = &job->result;
    const KjInput *input = job->solve.input;
    KjPosition pos = kj_position_after_line(&input->position, result->line, result->n_line);
    KjMove last = result->n_line ? result->line[result->n_line - 1] : input->last;
    if (!job->mates)
        return;
    kj_printer_line(printer, "%s", kj_tr("the mates behind it:"));
    for (unsigned i = 0; i < job->mates->len; i++)
        print_mate(&pos, last, &g_array_index(job->mates, KjHisshiMate, i), notation, printer);
}

/* With the mates, which people see as well. `spoken`: the line in a notation, or NULL. */
static void print_hisshi_fields(const KjHisshiJob *job, KjNotation notation, char **spoken,
                                KjPrinter *printer)
{
    const KjHisshiResult *result = &job->result;
    const KjInput *input = job->solve.input;
    bool forced = result->verdict == KJ_MATE && !result->by_checks;
    KJ_FIELDS_HISSHI;
}

static void tell_certificate(const KjHisshiJob *job, KjPrinter *printer)
{
    uint64_t records = job->solve.certified.records;
    if (kj_solve_certificate_of(&job->solve))
        kj_printer_line(printer,
                        kj_tr_n(records, "certificate: %s, %" G_GUINT64_FORMAT " record",
                                "certificate: %s, %" G_GUINT64_FORMAT " records"),
                        kj_solve_certificate_of(&job->solve), records);
}

/* For people: the verdict and the line, before the mates behind them. */
static void tell_result(const KjSession *session, const KjSolveRequest *request,
                        const KjHisshiJob *job, char **line, KjPrinter *printer)
{
    const KjHisshiResult *result = &job->result;
    g_autofree char *verdict = verdict_for_people(&job->solve.input->position, result);
    int expected = job->solve.input->recorded_plies;
    bool other = expected >= 0 && result->verdict == KJ_MATE && (unsigned)expected != result->plies;
    g_autofree char *recorded =
        other ? g_strdup_printf(kj_tr(" [recorded: %d]"), expected) : g_strdup("");
    if (request->diagrams) {
        kj_printer_line(printer, "%s%s", verdict, recorded);
        kj_solve_print_rows(printer, line, session->term.width);
        if (result->verdict == KJ_MATE && !result->line_complete)
            kj_printer_line(printer, "%s", kj_tr("(the line is cut short by a limit)"));
        return;
    }
    g_autofree char *joined = g_strjoinv(" ", line);
    g_autofree char *moves = g_strconcat(*joined ? " " : "", joined, NULL);
    kj_printer_line(printer, "%s: %s%s%s%s (%" G_GUINT64_FORMAT " nodes, %.2f s)%s%s",
                    job->solve.input->called, verdict, recorded, *moves ? ":" : "", moves,
                    result->nodes, result->seconds, "", "");
}

void kj_hisshi_print(KjSession *session, const KjCall *call, const KjSolveRequest *request,
                     const KjHisshiJob *job)
{
    KjPrinter *printer = call->printer;
    const KjInput *input = job->solve.input;
    const KjHisshiResult *result = &job->result;
    bool spoken = call->values->value[KJ_OPT(NOTATION)].set;
    g_auto(GStrv) line = kj_line_text(&input->position, result->line, result->n_line, input->last,
                                      request->notation);
    kj_printer_begin(printer, KJ_HISSHI_SCHEMA);
    kj_input_print_position(printer, input);
    if (request->diagrams && !(call->board && call->board->shown)) {
        g_autofree char *board =
            kj_picture_board(&session->term, call->values, &input->position, input->last);
        kj_printer_block(printer, board);
    }
    tell_result(session, request, job, line, printer);
    print_hisshi_fields(job, request->notation, spoken ? line : NULL, printer);
    if (request->diagrams)
        kj_printer_spent(printer, result->nodes, result->seconds);
    tell_certificate(job, printer);
    if (call->board && result->verdict != KJ_UNKNOWN && !result->by_checks)
        kj_printer_line(printer, "'why --goal=hisshi' shows each defence and its mate");
    kj_printer_end(printer);
}
