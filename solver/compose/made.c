/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works that were made. */
#include "solver/compose/made.h"

#include <string.h>

#include "solver/compose/appeal.h"

enum { MOST_USELESS = 16 }; // pieces that are taken away one after the other

static unsigned count_pieces(const KjPosition *pos, KjSide attacker)
{
    unsigned kings = (pos->king[KJ_SENTE] != KJ_NO_SQUARE) + (pos->king[KJ_GOTE] != KJ_NO_SQUARE);
    return (unsigned)kj_bb_count(kj_occupied(pos)) - kings +
           kj_hand_total(pos->game->t, pos->hand[attacker]);
}

static size_t theme_index(const KjTheme *theme)
{
    return (size_t)(theme - kj_theme_at(0));
}

bool kj_made_keep(KjMade *made, const KjGame *game, const KjBytes *bytes)
{
    bool done = kj_bytes_keep(bytes, made, sizeof *made);
    made->position.game = game;
    return done;
}

bool kj_made_shows(const KjMade *made, const char *code)
{
    const KjTheme *theme = kj_theme_find(code);
    return theme && made->themes >> theme_index(theme) & 1;
}

uint64_t kj_made_devices(const KjMade *made)
{
    uint64_t devices = 0;
    for (size_t i = 0; i < kj_theme_count(); i++)
        if (kj_theme_at(i)->group != KJ_THEME_GENRE)
            devices |= made->themes & (uint64_t)1 << i;
    return devices;
}

void kj_made_of_report(const KjPosition *diagram, const KjReport *report, KjMade *out)
{
    KjSolvedWork work = {.root = diagram,
                         .attacker = report->attacker,
                         .line = report->line,
                         .n_line = report->n_line};
    *out = (KjMade){.position = *diagram,
                    .n_line = report->n_line,
                    .n_blemishes = report->n_blemishes,
                    .by_law = report->by_history,
                    .pieces = count_pieces(diagram, report->attacker),
                    .difficulty = report->difficulty.score,
                    .nodes = report->searched};
    memcpy(out->line, report->line, report->n_line * sizeof *report->line);
    for (unsigned i = 0; i < report->themes->len; i++) {
        const KjThemeFound *found = &g_array_index(report->themes, KjThemeFound, i);
        if (found->state == KJ_YES)
            out->themes |= (uint64_t)1 << theme_index(found->theme);
    }
    kj_measure(&work, &out->measured);
    out->appeal = kj_appeal_of(out);
}

/* The first piece that is not needed and may be taken away, or NULL. */
static const KjSpare *first_useless(const KjReport *report, KjBb kept)
{
    for (unsigned i = 0; report->spares && i < report->spares->len; i++) {
        const KjSpare *spare = &g_array_index(report->spares, KjSpare, i);
        bool stays = spare->square != KJ_NO_SQUARE && kj_bb_has(kept, spare->square);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == KJ_YES && !stays)
            return spare;
    }
    return NULL;
}

/* Whether nothing is wrong, or nothing but what may be taken away or let pass. */
static bool is_good(const KjReport *report, bool strict)
{
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        bool useless = f->is_fault && f->fault == KJ_FAULT_USELESS;
        if (strict && f->severity >= KJ_SEVERITY_BLEMISH && !useless)
            return false;
    }
    return report->verdict <= KJ_WORK_BLEMISHED && !report->n_open && !report->tentative &&
           report->n_line == report->plies && report->n_line <= KJ_MADE_PLIES && report->themes;
}

bool kj_made_check(KjSolver *solver, const KjPosition *diagram, const KjMadeOptions *options,
                   const KjMove *line, unsigned n_line, KjMade *out, uint64_t *out_nodes)
{
    KjPosition pos = *diagram;
    KjSide attacker = options->attacker;
    KjCheckOptions check = {.profile = options->profile,
                            .recorded_plies = -1,
                            .author = options->intended ? line : NULL,
                            .n_author = options->intended ? n_line : 0,
                            .spares = KJ_CHECK_SPARES,
                            .themes = true};
    KjLimits limits = {.nodes = options->nodes, .stop = options->stop};
    uint64_t begun = *out_nodes;
    bool made = false, again = true;
    for (unsigned i = 0; i < MOST_USELESS && again; i++) {
        g_auto(KjReport) report;
        uint64_t spent = *out_nodes - begun, left = options->left - MIN(options->left, spent);
        if (options->left)
            limits.nodes = MIN(options->nodes ? options->nodes : left, MAX(left, 1));
        kj_check(solver, &pos, attacker, &check, &limits, &report);
        *out_nodes += report.searched;
        const KjSpare *useless = first_useless(&report, options->kept);
        KjPosition less;
        bool good = is_good(&report, options->trims && !options->flaws) &&
                    (!line || (report.n_line == n_line &&
                               memcmp(report.line, line, n_line * sizeof *line) == 0));
        again = good && options->trims && useless && kj_spare_apply(&pos, attacker, useless, &less);
        made = good && (!options->trims || (!useless && !kj_report_useless(&report, KJ_OPEN)));
        if (made)
            kj_made_of_report(&pos, &report, out);
        if (again)
            pos = less;
    }
    return made;
}

int kj_made_compare(const KjMade *x, const KjMade *y)
{
    if (x->n_blemishes != y->n_blemishes)
        return x->n_blemishes < y->n_blemishes ? -1 : 1;
    if (x->appeal != y->appeal)
        return x->appeal > y->appeal ? -1 : 1;
    uint64_t p = kj_position_full_key(&x->position), q = kj_position_full_key(&y->position);
    return (p > q) - (p < q);
}
