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
    print_verdict(printer, result->verdict, result->cause, result->plies, result->plies_proved);
    KJ_FIELDS_LINE;
}

/* What checks and threats force. */
static void print_forced(KjPrinter *printer, const KjPosition *pos, const KjHisshiAnswer *answer)
{
    print_verdict(printer, answer->verdict, answer->cause, answer->plies, kj_hisshi_exact(answer));
    KJ_FIELDS_DECISION;
}

static void print_needs(const KjKingReport *king, KjPrinter *printer)
{
    for (unsigned i = 0; i < king->needs->len; i++) {
        g_autofree char *hand = kj_hand_text(
            king->board.game, g_array_index(king->needs, KjHand, i), kj_other(king->side));
        kj_printer_string(printer, NULL, hand);
    }
}

static void print_king(const KjKingReport *king, KjPrinter *printer)
{
    static const char *const safe[] = {"no", "yes", "unknown"};
    KJ_FIELDS_KING;
    print_result(printer, &king->board, &king->mate);
    KJ_FIELDS_KING_NEEDS;
}

static void print_ply(const KjPlyReport *ply, KjPrinter *printer)
{
    const KjPosition *pos = &ply->position;
    KjPosition after = kj_position_after(pos, ply->move);
    KjPosition passed = *pos, passed_after = after; // as they are where nobody may pass
    kj_threat_pass(pos, &passed);
    kj_threat_pass(&after, &passed_after);
    KJ_FIELDS_PLY;
}

/* The moves of a position with what they do, or how many a record has. */
static void print_moves(const KjAnalyseJob *job, KjPrinter *printer)
{
    const KjPosition *pos = &job->position;
    if (job->record) {
        kj_printer_integer(printer, "moves", job->game.n);
    } else {
        KJ_LIST(moves, fact_list, KJ_EACH(KjMoveFact, fact, job->report.moves, KJ_FIELDS_FACT))
    }
}

void kj_analyse_print_fields(const KjAnalyseJob *job, KjPrinter *printer)
{
    const KjPositionReport *report = &job->report;
    KJ_FIELDS_ANALYSE;
}
