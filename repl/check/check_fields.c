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

static void print_alternative(const KjCheckNode *node, const KjAlternative *alt, KjPrinter *printer)
{
    KjPosition next = node->position;
    KjUndo undo;
    kj_position_make(&next, alt->move, &undo);
    g_auto(GStrv) line = kj_line_text(&next, alt->line, alt->n_line, alt->move, KJ_NOTATION_USI);
    kj_printer_begin_item(printer);
    KJ_FIELDS_ALTERNATIVE;
    kj_printer_end_item(printer);
}

static void print_alternatives(const KjCheckNode *node, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "alternatives");
    for (unsigned k = 0; k < node->alternatives->len; k++)
        print_alternative(node, &g_array_index(node->alternatives, KjAlternative, k), printer);
    kj_printer_end_list(printer);
}

static void print_nodes(const KjReport *report, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "nodes_of_line");
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        kj_printer_begin_item(printer);
        KJ_FIELDS_NODE;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_numbers(const KjDetail *detail, KjPrinter *printer)
{
    const unsigned numbers[] = {detail->a, detail->b};
    kj_printer_begin_list(printer, "numbers");
    for (unsigned i = 0; i < kj_detail_numbers(detail->kind); i++)
        kj_printer_integer(printer, NULL, numbers[i]);
    kj_printer_end_list(printer);
}

static void print_findings(const KjReport *report, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "findings");
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        const KjDetail *detail = &finding->detail;
        const KjPosition *at =
            finding->is_fault
                ? NULL
                : &g_array_index(report->nodes, KjCheckNode, (unsigned)finding->ply).position;
        kj_printer_begin_item(printer);
        KJ_FIELDS_FINDING;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

/* What each profile makes of it. */
static void print_profiles(const KjReport *report, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "profiles");
    for (size_t i = 0; i < kj_profile_count(); i++) {
        const KjProfile *profile = kj_profile_at(i);
        kj_printer_begin_item(printer);
        KJ_FIELDS_JUDGEMENT;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

/* Begins a list if it was asked for, else it is null. */
static bool begin_asked(KjPrinter *printer, const char *key, bool asked)
{
    if (asked)
        kj_printer_begin_list(printer, key);
    else
        kj_printer_null(printer, key);
    return asked;
}

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

static void print_spares(const KjCheckJob *job, KjPrinter *printer)
{
    const KjGame *game = job->root.game;
    const GArray *spares = job->report.spares;
    if (!begin_asked(printer, "spares", spares != NULL))
        return;
    for (unsigned i = 0; i < spares->len; i++) {
        const KjSpare *spare = &g_array_index(spares, KjSpare, i);
        char piece[3], instead[3], place[KJ_PLACE_TEXT], to[KJ_SQUARE_TEXT];
        piece_text(game, spare->piece, piece);
        kj_place_write(game, spare->square, place);
        if (spare->how == KJ_SPARE_WEAKEN)
            piece_text(game, spare->instead, instead);
        if (spare->how == KJ_SPARE_SHIFT)
            kj_square_write(game, spare->to, to);
        kj_printer_begin_item(printer);
        KJ_FIELDS_SPARE;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_plies(const KjThemeFound *found, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "plies");
    for (unsigned i = 0; i < found->plies->len; i++)
        kj_printer_integer(printer, NULL, g_array_index(found->plies, unsigned, i));
    kj_printer_end_list(printer);
}

static void print_themes(const KjReport *report, KjPrinter *printer)
{
    if (!begin_asked(printer, "themes", report->themes != NULL))
        return;
    for (unsigned i = 0; i < report->themes->len; i++) {
        const KjThemeFound *found = &g_array_index(report->themes, KjThemeFound, i);
        kj_printer_begin_item(printer);
        KJ_FIELDS_THEME;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

static void print_difficulty(const KjReport *report, KjPrinter *printer)
{
    if (!begin_asked(printer, "difficulty", report->themes != NULL))
        return;
    for (unsigned i = 0; i < KJ_HARD_FEATURES; i++) {
        const KjHardRow *row = kj_hard_row((KjHardFeature)i);
        double value = report->difficulty.value[i];
        kj_printer_begin_item(printer);
        KJ_FIELDS_FEATURE;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

void kj_try_print(const KjReport *report, const KjWrongCheck *try, KjPrinter *printer)
{
    const KjPosition *at = kj_wrong_check_position(report, try);
    g_auto(GStrv) line = kj_line_text(at, try->line, try->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    kj_printer_begin_item(printer);
    KJ_FIELDS_TRY;
    kj_printer_end_item(printer);
}

static void print_tries(const KjCheckJob *job, KjPrinter *printer)
{
    if (!begin_asked(printer, "tries", job->tries != NULL))
        return;
    for (unsigned i = 0; i < job->tries->len; i++)
        kj_try_print(&job->report, &g_array_index(job->tries, KjWrongCheck, i), printer);
    kj_printer_end_list(printer);
}

static void print_tries_cut(const KjCheckJob *job, KjPrinter *printer)
{
    if (job->tries)
        kj_printer_boolean(printer, "tries_cut", job->tries_cut);
    else
        kj_printer_null(printer, "tries_cut");
}

/* The claims without a certificate. */
static void print_uncertified(const KjCheckJob *job, KjPrinter *printer)
{
    if (!begin_asked(printer, "uncertified", job->uncertified != NULL))
        return;
    for (unsigned i = 0; i < job->uncertified->len; i++) {
        const KjOpenClaim *open = &g_array_index(job->uncertified, KjOpenClaim, i);
        kj_printer_begin_item(printer);
        KJ_FIELDS_CLAIM;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

void kj_check_print_fields(const KjCheckRequest *request, const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    const char *profile = request->profile.name;
    KjReportView view = kj_check_view(request, job);
    KjRefutationView refutation = kj_check_refutation_of(&view);
    g_auto(GStrv) line =
        kj_line_text(&job->root, report->line, report->n_line, view.last, KJ_NOTATION_USI);
    g_auto(GStrv) mating =
        kj_line_text(&job->root, report->mating, report->n_mating, view.last, KJ_NOTATION_USI);
    g_autofree char *left = kj_hand_text(job->root.game, report->leftover, report->attacker);
    KJ_FIELDS_REPORT;
}
