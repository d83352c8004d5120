/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as JSON (docs/output-schema.md). */
#include "core/notation/notation.h"
#include "repl/analyse/analyse.h"
#include "repl/job/phrases.h"
#include "solver/hisshi/threat.h"

static const char *const cases[] = {"none", "attack", "pass", "check"};

/* Codes of KjPlyFinding, in the order of their bits. */
static const char *const findings[] = {"mated",     "mates", "missed", "deadly", "lost",  "answers",
                                       "threatens", "wins",  "open",   "hisshi", "forced"};

static void print_move(KjPrinter *printer, const char *key, const KjPosition *pos, KjMove move)
{
    g_autofree char *text = move ? kj_move_text(pos, move, KJ_MOVE_NONE, KJ_NOTATION_USI) : NULL;
    kj_printer_string(printer, key, NULL, text);
}

static void print_verdict(KjPrinter *printer, KjVerdict verdict, KjCause cause, unsigned plies,
                          bool exact)
{
    kj_printer_string(printer, "verdict", NULL, kj_verdict_text(verdict));
    kj_printer_string(printer, "cause", NULL, verdict == KJ_UNKNOWN ? kj_cause_text(cause) : NULL);
    if (verdict == KJ_MATE)
        kj_printer_integer(printer, "plies", NULL, plies);
    else
        kj_printer_null(printer, "plies");
    kj_printer_boolean(printer, "plies_proved", NULL, verdict == KJ_MATE && exact);
}

static void print_result(KjPrinter *printer, const KjPosition *pos, const KjResult *result)
{
    g_auto(GStrv) line =
        kj_line_text(pos, result->line, result->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    print_verdict(printer, result->verdict, result->cause, result->plies, result->plies_proved);
    kj_printer_strings(printer, "line", (const char *const *)line);
}

/* A list of no or one question, which is easier to read than one that may be null. */
static void print_question(KjPrinter *printer, const char *key, bool asked, const KjPosition *pos,
                           const KjResult *result)
{
    kj_printer_begin_list(printer, key);
    if (asked) {
        kj_printer_begin_item(printer);
        print_result(printer, pos, result);
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

/* What checks and threats force. */
static void print_forced(KjPrinter *printer, const char *key, bool asked, const KjPosition *pos,
                         const KjHisshiAnswer *answer)
{
    kj_printer_begin_list(printer, key);
    if (asked) {
        kj_printer_begin_item(printer);
        print_verdict(printer, answer->verdict, answer->cause, answer->plies,
                      kj_hisshi_exact(answer));
        print_move(printer, "move", pos, answer->move);
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_king(const KjKingReport *king, KjPrinter *printer)
{
    kj_printer_begin_item(printer);
    kj_printer_string(printer, "side", NULL, kj_side_name(king->side));
    kj_printer_string(printer, "case", NULL, cases[king->state]);
    print_result(printer, &king->board, &king->mate);
    kj_printer_begin_list(printer, "first");
    for (unsigned i = 0; i < king->first->len; i++) {
        const KjFirstMove *first = &g_array_index(king->first, KjFirstMove, i);
        kj_printer_begin_item(printer);
        print_move(printer, "move", &king->board, first->move);
        print_verdict(printer, first->answer.verdict, first->answer.cause, first->answer.plies + 1,
                      kj_answer_exact(&first->answer));
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
    static const char *const safe[] = {"no", "yes", "unknown"};
    kj_printer_string(printer, "z", NULL, king->safe_asked ? safe[king->safe.verdict] : NULL);
    kj_printer_begin_list(printer, "needs");
    for (unsigned i = 0; i < king->needs->len; i++) {
        g_autofree char *hand = kj_hand_text(
            king->board.game, g_array_index(king->needs, KjHand, i), kj_other(king->side));
        kj_printer_string(printer, NULL, NULL, hand);
    }
    kj_printer_end_list(printer);
    kj_printer_integer(printer, "needs_open", NULL, king->n_open);
    kj_printer_end_item(printer);
}

static void print_facts(KjPrinter *printer, const KjPosition *pos, const GArray *moves)
{
    kj_printer_begin_list(printer, "moves");
    for (unsigned i = 0; moves && i < moves->len; i++) {
        const KjMoveFact *fact = &g_array_index(moves, KjMoveFact, i);
        kj_printer_begin_item(printer);
        print_move(printer, "move", pos, fact->move);
        kj_printer_boolean(printer, "check", NULL, fact->check);
        kj_printer_boolean(printer, "wins", NULL, fact->wins);
        kj_printer_string(printer, "loses", NULL, kj_verdict_text(fact->loses.verdict));
        kj_printer_string(printer, "threatens", NULL,
                          fact->threatens_asked ? kj_verdict_text(fact->threatens.verdict) : NULL);
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_position(const KjAnalyseJob *job, KjPrinter *printer)
{
    kj_printer_boolean(printer, "check", NULL, job->report.check);
    kj_printer_begin_list(printer, "kings");
    print_king(&job->report.king[KJ_SENTE], printer);
    print_king(&job->report.king[KJ_GOTE], printer);
    kj_printer_end_list(printer);
    const KjPositionReport *report = &job->report;
    kj_printer_string(printer, "brink", NULL, kj_brink_code(report->brink.brink));
    print_forced(printer, "brink_by", report->brink.brink != KJ_BRINK_NOT_ASKED, &job->position,
                 &report->brink.answer);
    print_forced(printer, "forces", report->forces_asked, &job->position, &report->forces);
    print_facts(printer, &job->position, job->report.moves);
    kj_printer_boolean(printer, "open", NULL, kj_position_report_open(&job->report));
}

static void print_ply(const KjPlyReport *ply, KjPrinter *printer)
{
    KjPosition after = kj_position_after(&ply->position, ply->move);
    KjPosition passed = ply->position, passed_after = after; // as they are where nobody may pass
    kj_threat_pass(&ply->position, &passed);
    kj_threat_pass(&after, &passed_after);
    kj_printer_begin_item(printer);
    kj_printer_integer(printer, "ply", NULL, ply->ply);
    kj_printer_string(printer, "side", NULL, kj_side_name((KjSide)ply->position.side));
    print_move(printer, "move", &ply->position, ply->move);
    kj_printer_boolean(printer, "check", NULL, ply->check);
    kj_printer_begin_list(printer, "findings");
    for (unsigned bit = 0; bit < G_N_ELEMENTS(findings); bit++) {
        if (ply->finding >> bit & 1)
            kj_printer_string(printer, NULL, NULL, findings[bit]);
    }
    kj_printer_end_list(printer);
    print_question(printer, "mate", true, &ply->position, &ply->mate);
    print_question(printer, "under", ply->under_asked, &passed, &ply->under);
    print_question(printer, "after", ply->move != KJ_MOVE_NONE, &after, &ply->after);
    print_question(printer, "threat", ply->made_asked, &passed_after, &ply->made);
    kj_printer_string(printer, "brink", NULL, kj_brink_code(ply->brink.brink));
    print_forced(printer, "brink_by", ply->brink.brink != KJ_BRINK_NOT_ASKED, &ply->position,
                 &ply->brink.answer);
    print_facts(printer, &ply->position, ply->moves);
    kj_printer_integer(printer, "nodes", NULL, (int64_t)ply->nodes);
    kj_printer_end_item(printer);
}

static void print_record(const KjAnalyseJob *job, KjPrinter *printer)
{
    kj_printer_integer(printer, "moves", NULL, job->game.n);
    kj_printer_begin_list(printer, "plies");
    for (unsigned i = 0; i < job->n_plies; i++) {
        if (job->plies[i].asked)
            print_ply(&job->plies[i], printer);
    }
    kj_printer_end_list(printer);
    kj_printer_boolean(printer, "cut", NULL, job->cut);
}

void kj_analyse_print_fields(const KjAnalyseJob *job, KjPrinter *printer)
{
    kj_printer_string(printer, "kind", NULL, job->record ? "record" : "position");
    if (job->record)
        print_record(job, printer);
    else
        print_position(job, printer);
    kj_printer_integer(printer, "nodes", NULL, (int64_t)job->nodes);
    kj_printer_integer(printer, "ms", NULL, (int64_t)(job->seconds * 1000 + 0.5));
}
