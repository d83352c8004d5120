/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions judged as repairs. */
#include "solver/compose/repair.h"

void kj_repair_judge(KjSolver *solver, const KjWish *wish, const KjPosition *root, bool whole,
                     KjRepair *out)
{
    const KjTables *t = root->game->t;
    KjPosition version;
    out->judgement = (KjJudgement){.fate = KJ_FATE_IMPOSSIBLE, .verdict = KJ_WORK_UNKNOWN};
    if (!kj_candidate_position(root, wish->attacker, &out->candidate, &version))
        return;
    KjWish there = *wish;
    g_autofree KjMove *line = g_new(KjMove, wish->n_line + 1);
    there.line = line;
    for (unsigned i = 0; i < wish->n_line; i++) {
        line[i] = wish->line[i];
        for (unsigned k = 0; k < out->candidate.n_changes && line[i]; k++) {
            const KjChange *change = &out->candidate.change[k];
            if (change->kind == KJ_CHANGE_SHIFT || change->kind == KJ_CHANGE_MIRROR)
                line[i] = kj_change_map(t, change, line[i]);
        }
        if (!line[i]) // it would leave the board
            there.n_line = 0;
    }
    if (there.n_line < wish->n_line && wish->keep != KJ_KEEP_ANY && wish->keep != KJ_KEEP_LENGTH)
        out->judgement.fate = KJ_FATE_LINE_LOST;
    else
        kj_judge(solver, &there, &version, whole, &out->judgement);
}

int kj_repair_compare(const void *a, const void *b)
{
    const KjRepair *x = a, *y = b;
    const KjJudgement *p = &x->judgement, *q = &y->judgement;
    if (p->fate != q->fate)
        return p->fate > q->fate ? -1 : 1;
    if (p->n_defects != q->n_defects)
        return p->n_defects < q->n_defects ? -1 : 1;
    if (p->n_blemishes != q->n_blemishes)
        return p->n_blemishes < q->n_blemishes ? -1 : 1;
    return kj_candidate_compare(&x->candidate, &y->candidate);
}
