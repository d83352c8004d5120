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

/* "+R", or "G" of a hand. */
static void piece_text(const KjGame *game, KjPiece piece, char out[3])
{
    KjKind kind = kj_piece_kind(piece);
    unsigned n = 0;
    if (kind & KJ_PROMOTED)
        out[n++] = '+';
    out[n++] = kj_game_piece(game, kind)->letter;
    out[n] = '\0';
}

static void print_spare(const KjGame *game, const KjSpare *spare, KjPrinter *printer)
{
    char piece[3], instead[3], place[KJ_PLACE_TEXT], to[KJ_SQUARE_TEXT];
    piece_text(game, spare->piece, piece);
    kj_place_write(game, spare->square, place);
    if (spare->how == KJ_SPARE_WEAKEN)
        piece_text(game, spare->instead, instead);
    if (spare->how == KJ_SPARE_SHIFT)
        kj_square_write(game, spare->to, to);
    KJ_FIELDS_SPARE;
}

void kj_try_print(const KjReport *report, const KjWrongCheck *try, KjPrinter *printer)
{
    const KjPosition *at = kj_wrong_check_position(report, try);
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
