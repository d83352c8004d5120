/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of `check`: kanju.check/2. Its fields are check_fields.def. */
#include <math.h>

#include "core/notation/usi.h"
#include "repl/check/check_fields.def"
#include "repl/check/check_print.h"
#include "repl/check/tries_print.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/result_json.h"
#include "repl/job/phrases.h"

static void print_spare(const KjGame *game, const KjSpare *spare, KjPrinter *printer)
{
    char place[KJ_PLACE_TEXT], to[KJ_SQUARE_TEXT];
    bool weakened = spare->how == KJ_SPARE_WEAKEN;
    g_autofree char *piece = kj_piece_letters(game, kj_piece_kind(spare->piece));
    g_autofree char *instead =
        weakened ? kj_piece_letters(game, kj_piece_kind(spare->instead)) : NULL;
    kj_place_write(game, spare->square, place);
    if (spare->how == KJ_SPARE_SHIFT)
        kj_square_write(game, spare->to, to);
    KJ_FIELDS_SPARE;
}

/* The sentence on a move of a node, null if there is none. */
static void print_because(const KjReportView *view, const KjCheckNode *node,
                          const KjAlternative *alt, KjPrinter *printer)
{
    g_autofree char *because =
        kj_printer_takes_fields(printer) ? kj_check_because(view, node, alt) : g_strdup("");
    kj_printer_string(printer, "because", *because ? because : NULL);
}

void kj_try_print(const KjCheckRequest *request, const KjReport *report, const KjWrongCheck *try,
                  KjPrinter *printer)
{
    if (!kj_printer_takes_fields(printer))
        return;
    const KjPosition *at = kj_wrong_check_position(report, try);
    KjPosition next = kj_position_after(at, try->move);
    g_autofree char *because = kj_try_because(request, report, try);
    KjReplyKind kind = because ? kj_refute_kind(&next, try->line[1]) : KJ_REPLY_NONE;
    KJ_ITEM(KJ_FIELDS_TRY);
}

void kj_check_print_fields(const KjCheckRequest *request, const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    const char *profile = request->profile.name;
    KjReportView view = kj_check_view(request, job);
    KjRefutationView refutation = kj_check_refutation_of(&view);
    g_autofree char *left = kj_hand_text(job->root.game, report->leftover, report->attacker);
    KJ_FIELDS_REPORT;
}
