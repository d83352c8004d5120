/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions judged as repairs. */
#include "solver/compose/repair.h"

#include "core/rules/movegen.h"
#include "solver/query.h"

enum { HELP_NODES = 2000 }; // to see whether a fault is gone

GArray *kj_repairs_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(KjRepair));
}

void kj_repairs_add(GArray *repairs, const KjCandidate *candidate)
{
    KjRepair repair = {.candidate = *candidate};
    repair.judgement.fate = KJ_FATES;
    g_array_append_val(repairs, repair);
}

GArray *kj_repairs_of(const GArray *candidates)
{
    GArray *repairs = kj_repairs_new();
    for (unsigned i = 0; i < candidates->len; i++)
        kj_repairs_add(repairs, &g_array_index(candidates, KjCandidate, i));
    return repairs;
}

/* Whether a move that mates too, or a reply that escapes, no longer does. */
static bool is_gone(KjSolver *solver, const KjWish *wish, const KjPosition *version,
                    const KjDefect *fault, uint64_t *io_nodes)
{
    if (fault->is_fault || fault->ply < 0 || (unsigned)fault->ply >= wish->n_line)
        return false;
    KjPosition pos = *version;
    KjUndo undo;
    for (int i = 0; i < fault->ply; i++)
        kj_position_make(&pos, wish->line[i], &undo);
    bool attacks = pos.side == wish->attacker;
    KjMoveList list;
    kj_gen_safe(&pos, &list);
    if (!kj_list_has(&list, fault->move) ||
        (attacks && !wish->any_move && !kj_gives_check(&pos, fault->move)))
        return true;
    if (!attacks && fault->class != KJ_CLASS_ESCAPE)
        return false;
    kj_position_make(&pos, fault->move, &undo);
    uint64_t left = wish->left ? MAX(wish->left - MIN(wish->left, *io_nodes), 1) : HELP_NODES;
    KjLimits limits = {.nodes = MIN(HELP_NODES, left), .stop = wish->stop};
    KjAnswer answer;
    kj_query_open(solver, pos.game, wish->attacker);
    kj_query_mate(solver, &pos, KJ_ANY_LENGTH, &limits, &answer);
    *io_nodes += answer.nodes;
    return answer.verdict == (attacks ? KJ_NOMATE : KJ_MATE);
}

static bool is_gone_of(KjSolver *solver, const KjWish *wish, const KjPosition *version,
                       uint64_t *io_nodes)
{
    for (unsigned i = 0; i < wish->n_faults; i++)
        if (is_gone(solver, wish, version, &wish->faults[i], io_nodes))
            return true;
    return false;
}

KjMove *kj_repair_line(const KjWish *wish, const KjTables *t, const KjCandidate *candidate)
{
    KjMove *line = g_new(KjMove, wish->n_line + 1);
    for (unsigned i = 0; i < wish->n_line; i++) {
        line[i] = wish->line[i];
        for (unsigned k = 0; k < candidate->n_changes && line[i]; k++) {
            const KjChange *change = &candidate->change[k];
            if (change->kind == KJ_CHANGE_SHIFT || change->kind == KJ_CHANGE_MIRROR)
                line[i] = kj_change_map(t, change, line[i]);
        }
    }
    return line;
}

/* Whether a line is wished that leaves the board. */
static bool leaves_board(const KjWish *wish)
{
    if (wish->keep == KJ_KEEP_ANY || wish->keep == KJ_KEEP_LENGTH)
        return false;
    for (unsigned i = 0; i < wish->n_line; i++)
        if (wish->line[i] == KJ_MOVE_NONE)
            return true;
    return false;
}

void kj_repair_judge(KjSolver *solver, const KjWish *wish, const KjPosition *root, bool whole,
                     KjRepair *out)
{
    KjPosition version;
    out->helps = false;
    out->judgement = (KjJudgement){.fate = KJ_FATE_IMPOSSIBLE, .verdict = KJ_WORK_UNKNOWN};
    KjWish there = *wish;
    if (out->position) {
        there.line = out->line;
        there.n_line = there.plies = out->n_line;
        kj_judge(solver, &there, out->position, whole, &out->judgement);
        return;
    }
    if (!kj_candidate_position(root, wish->attacker, &out->candidate, &version))
        return;
    g_autofree KjMove *line = kj_repair_line(wish, root->game->t, &out->candidate);
    there.line = line;
    if (leaves_board(&there)) {
        out->judgement.fate = KJ_FATE_LINE_LOST;
        return;
    }
    kj_judge(solver, &there, &version, whole, &out->judgement);
    if (!whole && wish->keep == KJ_KEEP_LINE && out->judgement.fate == KJ_FATE_UNSOUND)
        out->helps = is_gone_of(solver, &there, &version, &out->judgement.nodes);
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
    if (p->n_useless != q->n_useless)
        return p->n_useless < q->n_useless ? -1 : 1;
    return kj_candidate_compare(&x->candidate, &y->candidate);
}
