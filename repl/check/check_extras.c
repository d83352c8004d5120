/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of `check` beside the verdict: pieces that could be replaced, themes, difficulty. */
#include <math.h>

#include "core/notation/usi.h"
#include "repl/check/check_print.h"
#include "repl/cli/commands.h"
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
    kj_printer_begin_item(printer);
    kj_printer_string(printer, "change", NULL, kj_spare_how_text(spare->how));
    kj_printer_string(printer, "piece", NULL, piece);
    kj_printer_string(printer, "square", NULL, place);
    kj_printer_string(printer, "instead", NULL, spare->how == KJ_SPARE_WEAKEN ? instead : NULL);
    kj_printer_string(printer, "to", NULL, spare->how == KJ_SPARE_SHIFT ? to : NULL);
    kj_printer_string(printer, "state", NULL, kj_tri_text(spare->sound));
    kj_printer_end_item(printer);
}

static void print_theme(const KjThemeFound *found, KjPrinter *printer)
{
    kj_printer_begin_item(printer);
    kj_printer_string(printer, "theme", NULL, found->theme->code);
    kj_printer_string(printer, "state", NULL, kj_tri_text(found->state));
    kj_printer_begin_list(printer, "plies");
    for (unsigned i = 0; i < found->plies->len; i++)
        kj_printer_integer(printer, NULL, NULL, g_array_index(found->plies, unsigned, i));
    kj_printer_end_list(printer);
    kj_printer_end_item(printer);
}

static void print_feature(const KjDifficulty *d, KjHardFeature feature, KjPrinter *printer)
{
    const KjHardRow *row = kj_hard_row(feature);
    kj_printer_begin_item(printer);
    kj_printer_string(printer, "feature", NULL, row->code);
    kj_printer_integer(printer, "hundredths", NULL, llround(100 * d->value[feature]));
    kj_printer_integer(printer, "points", NULL, llround(100 * row->weight * d->value[feature]));
    kj_printer_end_item(printer);
}

void kj_check_print_extras_fields(const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    if (report->spares) {
        kj_printer_begin_list(printer, "spares");
        for (unsigned i = 0; i < report->spares->len; i++)
            print_spare(job->root.game, &g_array_index(report->spares, KjSpare, i), printer);
        kj_printer_end_list(printer);
    } else {
        kj_printer_null(printer, "spares");
    }
    if (!report->themes) {
        kj_printer_null(printer, "themes");
        kj_printer_null(printer, "difficulty");
        return;
    }
    kj_printer_begin_list(printer, "themes");
    for (unsigned i = 0; i < report->themes->len; i++)
        print_theme(&g_array_index(report->themes, KjThemeFound, i), printer);
    kj_printer_end_list(printer);
    kj_printer_integer(printer, "score", NULL, llround(100 * report->difficulty.score));
    kj_printer_integer(printer, "stars", NULL, report->difficulty.stars);
    kj_printer_begin_list(printer, "difficulty");
    for (unsigned i = 0; i < KJ_HARD_FEATURES; i++)
        print_feature(&report->difficulty, (KjHardFeature)i, printer);
    kj_printer_end_list(printer);
}

/* "sacrifice (1, 5)". */
static void add_theme(GString *text, const KjThemeFound *found)
{
    g_string_append_printf(text, "%s%s", text->len ? kj_tr(", ") : "",
                           kj_check_name(found->theme->name_en, found->theme->name_ja));
    for (unsigned i = 0; i < found->plies->len; i++)
        g_string_append_printf(text, "%s%u", i ? ", " : " (",
                               g_array_index(found->plies, unsigned, i));
    if (found->plies->len)
        g_string_append_c(text, ')');
}

static void show_themes(const GArray *themes, KjPrinter *printer)
{
    g_autoptr(GString) found = g_string_new(NULL), open = g_string_new(NULL);
    for (unsigned i = 0; i < themes->len; i++) {
        const KjThemeFound *theme = &g_array_index(themes, KjThemeFound, i);
        add_theme(theme->state == KJ_YES ? found : open, theme);
    }
    if (found->len)
        kj_printer_line(printer, "themes (plies): %s", found->str);
    if (open->len)
        kj_printer_line(printer, "themes undecided: %s", open->str);
}

static void show_difficulty(const KjDifficulty *d, KjPrinter *printer)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < KJ_HARD_FEATURES; i++) {
        const KjHardRow *row = kj_hard_row((KjHardFeature)i);
        g_string_append_printf(text, "%s%s %.3g", i ? ", " : "",
                               kj_check_name(row->name_en, row->name_ja), d->value[i]);
    }
    if (d->stars)
        kj_printer_line(printer, "difficulty %.0f, %u of %u stars, from: %s", d->score, d->stars,
                        KJ_HARD_STARS, text->str);
    else
        kj_printer_line(printer,
                        "difficulty %.0f, stars not known (proofs of before helped), from: %s",
                        d->score, text->str);
}

/* "R on 3e could be P". (transfer full) */
static char *spare_text(const KjGame *game, const KjSpare *spare)
{
    g_autofree char *piece = kj_piece_name_at(game, spare->piece, spare->square);
    bool weaken = spare->how == KJ_SPARE_WEAKEN;
    g_autofree char *other =
        weaken ? kj_piece_name(game, spare->instead) : kj_square_name(game, spare->to);
    return g_strdup_printf(kj_tr(weaken ? "%s could be %s" : "%s could stand on %s"), piece, other);
}

static void show_spares(const KjGame *game, const GArray *spares, KjPrinter *printer)
{
    for (unsigned i = 0; i < spares->len; i++) {
        const KjSpare *spare = &g_array_index(spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE)
            continue; // a finding
        g_autofree char *text = spare_text(game, spare);
        kj_printer_line(printer, "%s%s", text, spare->sound == KJ_YES ? "" : kj_tr(": undecided"));
    }
}

void kj_check_print_extras(const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    if (report->spares)
        show_spares(job->root.game, report->spares, printer);
    if (!report->themes)
        return;
    show_themes(report->themes, printer);
    show_difficulty(&report->difficulty, printer);
}
