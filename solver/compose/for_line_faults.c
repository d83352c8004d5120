/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a draft for a line. */
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/compose/for_line-priv.h"
#include "solver/compose/judgement.h"
#include "solver/query.h"

enum { MOVE_NODES = 1500 }; // for a single question

bool kj_for_line_is_stopped(const KjForLineDoing *s)
{
    const atomic_bool *stop = s->options->made.stop;
    uint64_t most = s->options->made.left;
    return (most && s->task->nodes >= most) || (stop && atomic_load(stop));
}

/* Asks whether there is a mate. */
static KjVerdict ask(KjForLineDoing *s, const KjPosition *pos, uint64_t nodes)
{
    uint64_t most = s->options->made.left;
    if (most)
        nodes = MIN(nodes, MAX(most - MIN(most, s->task->nodes), 1));
    KjLimits limits = {.nodes = nodes, .stop = s->options->made.stop};
    KjAnswer answer;
    kj_query_mate(s->solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    s->task->nodes += answer.nodes;
    return answer.verdict;
}

/* The cost of the replies that are left at the end of the line; interpositions alone may be futile,
 * which is not for here. */
static unsigned shape_of_end(const KjPosition *pos)
{
    KjMoveList replies;
    unsigned cost = 0;
    if (!kj_in_check(pos, KJ_GOTE))
        return KJ_COST_SHAPE * 2;
    kj_gen_evasions(pos, &replies, NULL);
    for (unsigned i = 0; i < replies.n; i++)
        if (kj_move_from(replies.move[i]) == pos->king[KJ_GOTE] ||
            pos->board[kj_move_to(replies.move[i])])
            cost += KJ_COST_SHAPE;
    return cost;
}

unsigned kj_for_line_shape(const KjForLineOptions *options, const KjLineDiagram *diagram,
                           const KjPosition *draft)
{
    const KjProfile *profile = options->made.profile;
    KjPosition pos = *draft;
    unsigned cost = 0;
    for (unsigned i = 0; i < diagram->n_line; i++) {
        KjMove move = diagram->line[i];
        KjMoveList list;
        KjUndo undo;
        bool attacks = pos.side == KJ_SENTE;
        if (kj_can_capture_king(&pos)) // of who moved before: his reply was into check
            cost += i ? KJ_COST_SHAPE : KJ_COST_SHAPE * 4;
        kj_gen_safe(&pos, &list);
        if (!kj_list_has(&list, move)) {
            KjIllegal illegal = kj_move_legality(&pos, move);
            if (illegal != KJ_MOVE_LEAVES_CHECK && illegal != KJ_MOVE_DROP_MATE)
                return G_MAXUINT;
            cost += KJ_COST_SHAPE;
        }
        if (attacks && !options->any_move && !kj_gives_check(&pos, move))
            cost += KJ_COST_SHAPE;
        kj_position_make(&pos, move, &undo);
    }
    if (profile->fault[KJ_FAULT_LEFTOVER] == KJ_SEVERITY_DEFECT)
        cost += KJ_COST_SHAPE * kj_hand_total(pos.game->t, pos.hand[KJ_SENTE]);
    return cost + (options->any_move ? 0 : shape_of_end(&pos));
}

static void add_fault(KjDraft *draft, unsigned ply, KjMove move)
{
    draft->cost += KJ_COST_FAULT;
    if (draft->n_faults < KJ_DRAFT_FAULTS)
        draft->fault[draft->n_faults++] = (KjDraftFault){ply, move};
}

/* The replies after which there is no mate. */
static void find_escapes(KjForLineDoing *s, const KjPosition *pos, unsigned ply, KjDraft *draft)
{
    KjMoveList replies;
    kj_gen_safe(pos, &replies);
    for (unsigned i = 0; i < replies.n && !kj_for_line_is_stopped(s); i++) {
        KjPosition next = kj_position_after(pos, replies.move[i]);
        if (ask(s, &next, MOVE_NODES) == KJ_NOMATE)
            add_fault(draft, ply, replies.move[i]);
    }
}

/* Whether a check is that of the line from another distance, or promotes otherwise: what a profile
 * may let pass, and mostly mates too. */
static bool is_choice(const KjPosition *pos, KjMove move, KjMove other)
{
    const KjTables *t = pos->game->t;
    unsigned to = kj_move_to(move), king = pos->king[KJ_GOTE];
    return kj_move_from(move) == kj_move_from(other) &&
           (kj_move_to(other) == to || kj_bb_has(t->line_through[king][to], kj_move_to(other)));
}

/* The checks beside the line that mate. */
static void find_cooks(KjForLineDoing *s, const KjPosition *pos, unsigned ply, KjMove move,
                       unsigned most, KjDraft *draft)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n && draft->cost <= most && !kj_for_line_is_stopped(s); i++) {
        if (checks.move[i] == move)
            continue;
        KjPosition next = kj_position_after(pos, checks.move[i]);
        KjVerdict verdict = ask(s, &next, MOVE_NODES);
        if (verdict == KJ_MATE && is_choice(pos, move, checks.move[i]))
            draft->cost += KJ_COST_CHOICE;
        else if (verdict == KJ_MATE)
            add_fault(draft, ply, checks.move[i]);
        else if (verdict == KJ_UNKNOWN)
            draft->cost += KJ_COST_OPEN;
    }
}

void kj_for_line_look_at(KjForLineDoing *s, unsigned most, KjDraft *draft)
{
    const KjLineDiagram *d = s->diagram;
    g_autofree KjPosition *at = g_new(KjPosition, d->n_line + 1);
    at[0] = draft->position;
    for (unsigned i = 0; i < d->n_line; i++)
        at[i + 1] = kj_position_after(&at[i], d->line[i]);
    draft->looked_at = true;
    draft->cost = draft->n_faults = 0;
    unsigned i = d->n_line;
    while (i-- > 0 && draft->cost <= most && !kj_for_line_is_stopped(s)) {
        bool attacks = at[i].side == KJ_SENTE;
        if (attacks && i + 1 < d->n_line)
            find_cooks(s, &at[i], i, d->line[i], most, draft);
        else if (!attacks) {
            KjVerdict verdict = ask(s, &at[i], 2 * MOVE_NODES);
            draft->cost += verdict == KJ_UNKNOWN ? KJ_COST_OPEN : 0;
            if (verdict == KJ_NOMATE) {
                find_escapes(s, &at[i], i, draft);
                draft->cost += draft->n_faults ? 0 : KJ_COST_FAULT;
                break;
            }
        }
    }
    draft->cost += KJ_COST_PLY * ((MAX(i + 1, 1) - 1) / 2);
}

void kj_for_line_judge(KjForLineDoing *s, KjDraft *draft)
{
    const KjLineDiagram *d = s->diagram;
    KjMadeOptions options = s->options->made;
    uint64_t most = options.left;
    KjWish wish = {.keep = KJ_KEEP_LINE,
                   .line = d->line,
                   .n_line = d->n_line,
                   .plies = d->n_line,
                   .attacker = KJ_SENTE,
                   .profile = options.profile,
                   .any_move = s->options->any_move,
                   .recorded_plies = -1,
                   .nodes = options.nodes,
                   .left = most ? MAX(most - MIN(most, s->task->nodes), 1) : 0,
                   .stop = options.stop};
    KjJudgement judgement;
    kj_judge(s->solver, &wish, &draft->position, false, &judgement);
    s->task->nodes += judgement.nodes;
    kj_query_open(s->solver, draft->position.game, KJ_SENTE);
    if (judgement.fate == KJ_FATE_SOUND) {
        KjMade made;
        options.kept = d->fixed;
        options.left = most ? MAX(most - MIN(most, s->task->nodes), 1) : 0;
        options.intended = options.trims = true;
        options.flaws = !s->options->strict;
        bool is_work = kj_made_check(s->solver, &draft->position, &options, d->line, d->n_line,
                                     &made, &s->task->nodes);
        if (is_work)
            g_array_append_val(s->task->works, made);
        draft->cost = is_work || !s->options->strict ? KJ_COST_SOUND : KJ_COST_DEFECT;
        draft->n_faults = 0;
        kj_query_open(s->solver, draft->position.game, KJ_SENTE);
        return;
    }
    if (judgement.n_defects && !judgement.defect[0].is_fault && judgement.defect[0].ply >= 0) {
        draft->n_faults = 1;
        draft->fault[0] =
            (KjDraftFault){(unsigned)judgement.defect[0].ply, judgement.defect[0].move};
        draft->cost = MAX(draft->cost, KJ_COST_FAULT);
    } else
        draft->cost = MAX(draft->cost, KJ_COST_DEFECT);
}

bool kj_for_line_is_gone(KjForLineDoing *s, const KjDraftFault *fault, const KjPosition *draft)
{
    KjPosition pos = kj_position_after_line(draft, s->diagram->line, fault->ply);
    KjMoveList list;
    bool attacks = pos.side == KJ_SENTE;
    kj_gen_safe(&pos, &list);
    if (!kj_list_has(&list, fault->move) ||
        (attacks && !s->options->any_move && !kj_gives_check(&pos, fault->move)))
        return true;
    pos = kj_position_after(&pos, fault->move);
    return ask(s, &pos, MOVE_NODES) == (attacks ? KJ_NOMATE : KJ_MATE);
}
