/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pieces of a sound work are there for. */
#include "repl/command/purposes.h"

#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose_fields.def"

/* Adds the removal of a piece that cannot go, since there could be no such position. */
static void add_impossible(const KjPosition *root, unsigned square, GArray *out)
{
    KjPiece piece = root->board[square];
    bool there = !piece || kj_piece_kind(piece) == root->game->t->king;
    for (unsigned i = 0; i < out->len && !there; i++)
        there = g_array_index(out, KjRepair, i).candidate.change[0].from == square;
    KjCandidate candidate = {.n_changes = 1,
                             .change = {{.kind = KJ_CHANGE_REMOVE,
                                         .from = (uint8_t)square,
                                         .to = KJ_NO_SQUARE,
                                         .piece = piece}}};
    if (!there)
        kj_repairs_add(out, &candidate);
}

bool kj_purposes_find(KjCompose *compose, KjComposeWork *work, GArray *out, GError **error)
{
    const KjPosition *root = &work->job.root;
    g_autoptr(GArray) all = kj_candidates_one(root, work->wish.attacker);
    for (unsigned i = 0; i < all->len; i++) {
        const KjCandidate *candidate = &g_array_index(all, KjCandidate, i);
        KjChangeKind kind = (KjChangeKind)candidate->change[0].kind;
        if (kind == KJ_CHANGE_REMOVE || kind == KJ_CHANGE_HAND_REMOVE)
            kj_repairs_add(out, candidate);
    }
    for (unsigned square = 0; square < root->game->t->squares; square++)
        add_impossible(root, square, out);
    return kj_compose_judge(compose, work, &work->wish, out, false, KJ_COMPOSE_PART, error);
}

/* What becomes of the work without a piece, in words. (transfer full) */
static char *reason_text(const KjCompose *compose, const KjComposeWork *work,
                         const KjRepair *reason, const KjPosition *pos)
{
    const KjJudgement *j = &reason->judgement;
    switch (j->fate) {
    case KJ_FATE_SOUND: return g_strdup(kj_tr("not needed"));
    case KJ_FATE_LINE_LOST: return g_strdup(kj_tr("the line needs it"));
    case KJ_FATE_IMPOSSIBLE: return g_strdup(kj_tr("without it a king could be captured"));
    case KJ_FATE_UNSOUND: break;
    default: return g_strdup(kj_tr("undecided"));
    }
    if (!j->n_defects)
        return g_strdup(kj_tr("without it there is no mate"));
    g_autofree char *defect = kj_compose_defect_text(compose, pos, work->line, &j->defect[0]);
    return g_strdup_printf(kj_tr("without it %s"), defect);
}

static void print_reason(const KjCompose *compose, const KjComposeWork *work,
                         const KjRepair *reason, KjPrinter *printer)
{
    const KjChange *change = &reason->candidate.change[0];
    const KjGame *game = work->job.root.game;
    KjPosition pos;
    kj_candidate_position(&work->job.root, work->wish.attacker, &reason->candidate, &pos);
    g_autofree char *text = reason_text(compose, work, reason, &pos);
    g_autofree char *piece =
        kj_compose_piece_text(game, work->wish.attacker, change->piece, change->from);
    kj_printer_line(printer, "  %s: %s", piece, text);
    KJ_ITEM(KJ_FIELDS_REASON);
}

void kj_purposes_tell(KjPrinter *printer)
{
    kj_printer_line(printer, "what the pieces are for:");
}

void kj_purposes_print(const KjCompose *compose, const KjComposeWork *work, const GArray *purposes,
                       KjPrinter *printer)
{
    for (unsigned i = 0; i < purposes->len; i++)
        print_reason(compose, work, &g_array_index(purposes, KjRepair, i), printer);
}
