/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as JSON (docs/output-schema.md); the fields are analyse_fields.def. */
#include "repl/command/analyse_fields.def"
#include "core/notation/notation.h"
#include "repl/cli/fields_print.h"
#include "repl/command/analyse.h"
#include "repl/job/phrases.h"
#include "solver/hisshi/threat.h"

static const char *const cases[] = {"none", "attack", "pass", "check"};

/* Codes of KjPlyFinding, in the order of their bits. */
static const char *const findings[] = {"mated",     "mates", "missed", "deadly", "lost",  "answers",
                                       "threatens", "wins",  "open",   "hisshi", "forced"};

static void print_verdict(KjPrinter *printer, KjVerdict verdict, KjCause cause, unsigned plies,
                          bool exact)
{
    KJ_FIELDS_VERDICT;
}

static void print_result(KjPrinter *printer, const KjPosition *pos, const KjResult *result)
{
    g_auto(GStrv) line =
        kj_line_text(pos, result->line, result->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    print_verdict(printer, result->verdict, result->cause, result->plies, result->plies_proved);
    KJ_FIELDS_LINE;
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
        KJ_FIELDS_DECISION;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_first(const KjKingReport *king, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "first");
    for (unsigned i = 0; i < king->first->len; i++) {
        const KjFirstMove *first = &g_array_index(king->first, KjFirstMove, i);
        kj_printer_begin_item(printer);
        KJ_FIELDS_FIRST;
        print_verdict(printer, first->answer.verdict, first->answer.cause, first->answer.plies + 1,
                      kj_answer_exact(&first->answer));
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_needs(const KjKingReport *king, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "needs");
    for (unsigned i = 0; i < king->needs->len; i++) {
        g_autofree char *hand = kj_hand_text(
            king->board.game, g_array_index(king->needs, KjHand, i), kj_other(king->side));
        kj_printer_string(printer, NULL, hand);
    }
    kj_printer_end_list(printer);
}

static void print_kings(const KjPositionReport *report, KjPrinter *printer)
{
    static const char *const safe[] = {"no", "yes", "unknown"};
    kj_printer_begin_list(printer, "kings");
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++) {
        const KjKingReport *king = &report->king[side];
        kj_printer_begin_item(printer);
        KJ_FIELDS_KING;
        print_result(printer, &king->board, &king->mate);
        KJ_FIELDS_KING_NEEDS;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_facts(KjPrinter *printer, const KjPosition *pos, const GArray *moves)
{
    kj_printer_begin_list(printer, "moves");
    for (unsigned i = 0; moves && i < moves->len; i++) {
        const KjMoveFact *fact = &g_array_index(moves, KjMoveFact, i);
        kj_printer_begin_item(printer);
        KJ_FIELDS_FACT;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_findings(const KjPlyReport *ply, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "findings");
    for (unsigned bit = 0; bit < G_N_ELEMENTS(findings); bit++) {
        if (ply->finding >> bit & 1)
            kj_printer_string(printer, NULL, findings[bit]);
    }
    kj_printer_end_list(printer);
}

static void print_ply(const KjPlyReport *ply, KjPrinter *printer)
{
    KjPosition after = kj_position_after(&ply->position, ply->move);
    KjPosition passed = ply->position, passed_after = after; // as they are where nobody may pass
    kj_threat_pass(&ply->position, &passed);
    kj_threat_pass(&after, &passed_after);
    kj_printer_begin_item(printer);
    KJ_FIELDS_PLY;
    kj_printer_end_item(printer);
}

static void print_plies(const KjAnalyseJob *job, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "plies");
    for (unsigned i = 0; i < job->n_plies; i++) {
        if (job->plies[i].asked)
            print_ply(&job->plies[i], printer);
    }
    kj_printer_end_list(printer);
}

/* The moves of a position with what they do, or how many a record has. */
static void print_moves(const KjAnalyseJob *job, KjPrinter *printer)
{
    if (job->record)
        kj_printer_integer(printer, "moves", job->game.n);
    else
        print_facts(printer, &job->position, job->report.moves);
}

void kj_analyse_print_fields(const KjAnalyseJob *job, KjPrinter *printer)
{
    const KjPositionReport *report = &job->report;
    KJ_FIELDS_ANALYSE;
}
