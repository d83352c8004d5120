/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of `check` beside the verdict: pieces that could be replaced, themes, difficulty. */
#include "repl/check/check_print.h"
#include "repl/cli/commands.h"
#include "repl/job/phrases.h"

/* "sacrifice (1, 5)". */
static void add_theme(GString *text, const KjThemeFound *found)
{
    g_string_append_printf(text, "%s%s", text->len ? kj_tr(", ") : "",
                           kj_check_name(found->theme->name_en, found->theme->name_ja));
    g_autoptr(GString) plies = g_string_new(NULL);
    for (unsigned i = 0; i < found->plies->len; i++)
        g_string_append_printf(plies, "%s%u", i ? kj_tr(", ") : "",
                               g_array_index(found->plies, unsigned, i));
    if (plies->len)
        g_string_append_printf(text, kj_tr(" (%s)"), plies->str);
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
        g_string_append_printf(text, "%s%s: %.3g", i ? kj_tr(", ") : "",
                               kj_check_name(row->name_en, row->name_ja), d->value[i]);
    }
    if (d->stars)
        kj_printer_line(printer, "difficulty %.0f, %u of %u stars, from: %s", d->score, d->stars,
                        KJ_HARD_STARS, text->str);
    else
        kj_printer_line(printer,
                        "difficulty %.0f, no star rating (earlier proofs were reused), from: %s",
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
