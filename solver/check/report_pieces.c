/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a certificate claims of the pieces of the diagram: each is needed or useless (飾り駒). The
 * check has found out which, and why. */
#include "solver/check/report_writer.h"

/* How a claim begins; one that is seen at once has no number. */
enum { OPEN, USELESS, NEEDED_AT_END, NEEDED_IN_TIME, NEEDED_AGAINST };

/* A piece and the work without it. */
typedef struct {
    const KjSpare *spare;
    const KjReport *report;
    KjPosition changed; // where the line is now
    unsigned ply;
} Without;

/* Whether the report has a mate for a move at a ply, and the certificate too. */
static KjTri mated_before(const KjReportWriter *r, unsigned ply, KjMove move)
{
    const KjReport *report = r->c->out;
    const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, ply);
    for (unsigned i = 0; i < node->alternatives->len; i++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, i);
        if (alt->move != move)
            continue;
        if (r->open[r->first[ply] + i])
            return KJ_OPEN;
        return alt->class == KJ_CLASS_UNKNOWN ? KJ_OPEN
               : alt->class == KJ_CLASS_FAILS ? KJ_NO
                                              : KJ_YES;
    }
    return KJ_NO;
}

/* Shows whether a move of the last ply mates at once. */
static bool show_at_once(KjReportWriter *r, const KjPosition *next, bool mated)
{
    return mated ? kj_show_mates(r, next, KJ_FACT_MATES_COUNT, 1)
                 : kj_show_lasts(r, next, KJ_FACT_LASTS_COUNT, 1);
}

/* Whether all mates of the last ply beside the line's are one too many, or none is; else it matters
 * whether they mate at once. */
static bool at_once_matters(const KjReportWriter *r, unsigned ply, bool *out_all)
{
    const KjReport *report = r->c->out;
    bool last = ply + 1 == report->n_line;
    bool soon = !last || !kj_check_harmless_at_last(report, KJ_CLASS_LAST),
         late = !last || !kj_check_harmless_at_last(report, KJ_CLASS_LATE);
    *out_all = soon;
    return soon != late;
}

/* That no other attack mates which did not before, where it matters. */
static bool show_alone(KjReportWriter *r, const Without *w)
{
    KjMoveList attacks;
    bool soon, matters = at_once_matters(r, w->ply, &soon), ok = true;
    if (!matters && !soon)
        return true;
    kj_show_moves(r, &w->changed, &attacks);
    for (unsigned i = 0; i < attacks.n && ok; i++) {
        KjMove move = attacks.move[i];
        if (move == w->report->line[w->ply] || mated_before(r, w->ply, move) == KJ_YES)
            continue;
        KjPosition next = kj_position_after(&w->changed, move);
        bool mated = matters && kj_check_mated(r->c, &next);
        bool harmless = matters && mated != soon;
        ok = (!matters || kj_show_number(r, !harmless)) &&
             (harmless ? show_at_once(r, &next, mated) : kj_show_fails(r, &next, KJ_FACT_FAILS));
    }
    return ok;
}

static bool show_useless(KjReportWriter *r, Without *w, const KjPosition *end)
{
    if (!kj_show_number(r, USELESS) || !kj_show_mates(r, end, KJ_FACT_MATES_COUNT, 1))
        return false;
    for (w->ply = 0; w->ply < w->report->n_line; w->ply++) {
        if (w->ply % 2 == 0 && (!kj_show_link(r, &w->changed, KJ_FACT_MATES_COUNT,
                                              2 * (w->report->n_line - w->ply) + 1) ||
                                !show_alone(r, w)))
            return false;
        w->changed = kj_position_after(&w->changed, w->report->line[w->ply]);
    }
    return true;
}

/* That a move mates which did not before. */
static bool show_against(KjReportWriter *r, const Without *w)
{
    KjMoveList attacks;
    KjMove move = w->spare->need.move;
    KjPosition next = kj_position_after(&w->changed, move);
    bool soon, matters = at_once_matters(r, w->ply, &soon);
    kj_show_moves(r, &w->changed, &attacks);
    return mated_before(r, w->ply, move) == KJ_NO && kj_show_move(r, &w->changed, &attacks, move) &&
           (!matters || show_at_once(r, &next, soon)) && kj_show_some_mate(r, &next, KJ_FACT_MATES);
}

static bool show_needed(KjReportWriter *r, Without *w, const KjPosition *end)
{
    const KjNeed *need = &w->spare->need;
    if (need->why == KJ_NEED_END)
        return kj_show_number(r, NEEDED_AT_END) && kj_show_lasts(r, end, KJ_FACT_LASTS_COUNT, 1);
    for (; w->ply < need->ply; w->ply++)
        w->changed = kj_position_after(&w->changed, w->report->line[w->ply]);
    if (need->why == KJ_NEED_LENGTH)
        return kj_show_number(r, NEEDED_IN_TIME) && kj_show_number(r, need->ply / 2) &&
               kj_show_link(r, &w->changed, KJ_FACT_LASTS_COUNT,
                            2 * (w->report->n_line - need->ply) + 1);
    return kj_show_number(r, NEEDED_AGAINST) && kj_show_number(r, need->ply / 2) &&
           show_against(r, w);
}

bool kj_show_piece(KjReportWriter *r, const KjPosition *root, const KjSpare *spare, bool open)
{
    Without w = {.spare = spare, .report = r->c->out};
    if (!kj_spare_apply(root, r->c->attacker, spare, &w.changed))
        return false;
    if (spare->sound == KJ_NO && spare->need.why == KJ_NEED_SEEN)
        return true;
    if (open)
        return kj_show_number(r, OPEN);
    KjPosition end = w.changed;
    for (unsigned i = 0; i < w.report->n_line; i++)
        end = kj_position_after(&end, w.report->line[i]);
    return spare->sound == KJ_YES ? show_useless(r, &w, &end) : show_needed(r, &w, &end);
}

static const KjSpare *find(const GArray *list, unsigned square, KjPiece piece)
{
    for (unsigned i = 0; list && i < list->len; i++) {
        const KjSpare *spare = &g_array_index(list, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->square == square && spare->piece == piece)
            return spare;
    }
    return NULL;
}

/* What was found out about a piece, if the work without it can be. */
static void add(const KjReportWriter *r, unsigned square, KjPiece piece, GPtrArray *out)
{
    const KjSpare *spare = find(r->c->out->spares, square, piece);
    spare = spare ? spare : find(r->c->needed, square, piece);
    if (spare)
        g_ptr_array_add(out, (gpointer)(uintptr_t)spare);
}

GPtrArray *kj_show_pieces(const KjReportWriter *r, const KjPosition *root)
{
    const KjTables *t = root->game->t;
    GPtrArray *pieces = g_ptr_array_new();
    if (!r->c->needed)
        return pieces;
    for (unsigned cell = 0; cell < t->squares; cell++) {
        unsigned square = (t->files - 1u - cell % t->files) * t->ranks + cell / t->files;
        add(r, square, root->board[square], pieces);
    }
    for (unsigned base = 1; base <= root->game->row->n_pieces; base++)
        for (unsigned flag = 0; flag <= KJ_PROMOTED; flag += KJ_PROMOTED)
            add(r, KJ_NO_SQUARE, kj_piece(r->c->attacker, (KjKind)(base | flag)), pieces);
    return pieces;
}
