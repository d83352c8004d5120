/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judge: what is cheap comes first. A version of which the line cannot be played, or that has a
 * mate in one beside it, needs no search; most others have a defect that is soon found; what is left
 * is checked as a whole.
 */
#include "solver/compose/judgement.h"

#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/query.h"

enum { CLIMB_NODES = 4000 }; // for a reply of the line

static const double LEAST_SECONDS = 0.001; // 0 would be no limit

const char *kj_fate_text(KjFate fate)
{
    static const char *const text[] = {
        [KJ_FATE_IMPOSSIBLE] = "impossible",
        [KJ_FATE_LINE_LOST] = "line-lost",
        [KJ_FATE_UNSOUND] = "unsound",
        [KJ_FATE_UNKNOWN] = "unknown",
        [KJ_FATE_OTHER] = "other",
        [KJ_FATE_SOUND] = "sound",
        [KJ_FATES] = "unknown", // a limit was reached before it was judged
    };
    return text[fate];
}

/* Whether a move may be the line's next, as far as the position tells. */
static bool can_follow(const KjWish *wish, const KjPosition *pos, KjMove move)
{
    KjMoveList list;
    if (kj_king_is_lost(pos, wish->attacker))
        return false;
    if (kj_can_capture_king(pos))
        return false;
    kj_gen_safe(pos, &list);
    if (!kj_list_has(&list, move))
        return false;
    return pos->side != wish->attacker || wish->any_move || kj_gives_check(pos, move);
}

/* Whether a line that ends here may be a mate: a law of repetition, or futile interpositions, can
 * make one where there are replies. */
static bool may_be_mate(const KjWish *wish, const KjPosition *pos)
{
    if (pos->game->row->repetition == KJ_REPETITION_MOVER_LOSES || wish->any_move)
        return true;
    if (pos->side == wish->attacker || !kj_in_check(pos, (KjSide)pos->side))
        return false;
    if (wish->profile->interpositions == KJ_INTERPOSITIONS_COUNT)
        return !kj_has_safe_move(pos);
    KjMoveList replies;
    unsigned first_drop;
    kj_gen_evasions(pos, &replies, &first_drop);
    for (unsigned i = 0; i < replies.n; i++) {
        bool king = kj_move_from(replies.move[i]) == pos->king[pos->side];
        if (king || pos->board[kj_move_to(replies.move[i])])
            return false; // neither is an interposition
    }
    return true;
}

bool kj_judge_line_holds(const KjWish *wish, const KjPosition *version)
{
    KjPosition pos = *version;
    for (unsigned i = 0; i < wish->n_line; i++) {
        KjUndo undo;
        if (!can_follow(wish, &pos, wish->line[i]))
            return false;
        kj_position_make(&pos, wish->line[i], &undo);
    }
    return may_be_mate(wish, &pos);
}

/* Whether a reply of the line is a move of the king or a capture, which always counts. */
static bool counts(const KjPosition *pos, KjMove reply)
{
    return kj_move_from(reply) == pos->king[pos->side] || pos->board[kj_move_to(reply)];
}

/*
 * Whether there is a mate in one where the line needs more, which is an early mate (早詰). Only
 * where a later reply of the line surely counts, so that the line does take longer.
 */
static bool mates_early(const KjWish *wish, const KjPosition *version, KjDefect *out)
{
    if (wish->profile->move[KJ_CLASS_EARLY] != KJ_SEVERITY_DEFECT || wish->any_move ||
        wish->profile->interpositions == KJ_INTERPOSITIONS_RESTORE)
        return false;
    KjPosition pos = *version;
    KjMove mate = KJ_MOVE_NONE; // at a node whose later replies are not yet known to count
    for (unsigned i = 0; i < wish->n_line; i++) {
        KjUndo undo;
        if (pos.side == wish->attacker) {
            if (!mate && (mate = kj_mate_in_one(&pos)))
                *out = (KjDefect){.class = KJ_CLASS_EARLY, .ply = (int)i, .move = mate};
        } else if (mate && counts(&pos, wish->line[i])) {
            return true;
        }
        kj_position_make(&pos, wish->line[i], &undo);
    }
    return false;
}

/* What a question that gets so many nodes (0: no limit) may cost, after `spent` for the version. */
static KjLimits limits_of(const KjWish *wish, uint64_t nodes, uint64_t spent)
{
    uint64_t rest = wish->left ? MAX(wish->left - MIN(wish->left, spent), 1) : 0; // 0: no limit
    if (rest && (!nodes || rest < nodes))
        nodes = rest;
    double left = (double)(wish->until - g_get_monotonic_time()) / 1e6;
    return (KjLimits){
        .nodes = nodes, .seconds = wish->until ? MAX(left, LEAST_SECONDS) : 0, .stop = wish->stop};
}

/* What one question about a reply of the line may cost. */
static KjLimits climb_limits(const KjWish *wish, uint64_t spent)
{
    return limits_of(wish, wish->nodes ? MIN(wish->nodes, CLIMB_NODES) : CLIMB_NODES, spent);
}

/* The reply at `pos`, the `ply`th position of the line, after which there is no mate. */
static KjDefect find_escape(KjSolver *solver, const KjWish *wish, const KjPosition *pos,
                            unsigned ply, KjJudgement *out)
{
    KjDefect escape = {.class = KJ_CLASS_ESCAPE, .ply = (int)ply};
    KjMoveList replies;
    kj_gen_safe(pos, &replies);
    for (unsigned i = 0; i < replies.n && !escape.move; i++) {
        KjPosition next = *pos;
        KjUndo undo;
        KjLimits limits = climb_limits(wish, out->nodes);
        KjAnswer answer;
        kj_position_make(&next, replies.move[i], &undo);
        kj_query_mate(solver, &next, KJ_ANY_LENGTH, &limits, &answer);
        out->nodes += answer.nodes;
        if (answer.verdict == KJ_NOMATE)
            escape.move = replies.move[i];
    }
    return escape;
}

static void take_defect(KjJudgement *out, const KjDefect *defect)
{
    out->fate = KJ_FATE_UNSOUND;
    out->verdict = KJ_WORK_UNSOUND;
    if (defect->move) { // else the search could not say which
        out->defect[0] = *defect;
        out->n_defects = 1;
    }
}

/*
 * Proves the line from its end upwards, reply by reply: each step leans on the one before, where a
 * search from the diagram would look everywhere. False if some reply is known to leave no mate. The
 * solver keeps what it has learnt for the check.
 */
static bool climb(KjSolver *solver, const KjWish *wish, const KjPosition *version, KjJudgement *out)
{
    g_autofree KjPosition *after = g_new(KjPosition, wish->n_line + 1);
    bool by_law = version->game->row->repetition == KJ_REPETITION_MOVER_LOSES;
    after[0] = *version;
    for (unsigned i = 0; i < wish->n_line; i++) {
        KjUndo undo;
        after[i + 1] = after[i];
        kj_position_make(&after[i + 1], wish->line[i], &undo);
    }
    kj_query_open(solver, version->game, wish->attacker);
    for (unsigned i = wish->n_line; i > 0; i--) {
        if (after[i].side == wish->attacker)
            continue;
        KjLimits limits = climb_limits(wish, out->nodes);
        KjAnswer answer;
        kj_query_mate(solver, &after[i], KJ_ANY_LENGTH, &limits, &answer);
        out->nodes += answer.nodes;
        if (answer.verdict == KJ_NOMATE && !by_law &&
            wish->profile->move[KJ_CLASS_ESCAPE] == KJ_SEVERITY_DEFECT) {
            KjDefect escape = find_escape(solver, wish, &after[i], i, out);
            take_defect(out, &escape);
            return false;
        }
        if (answer.verdict != KJ_MATE)
            return true;
    }
    return true;
}

/* Whether the solution of a sound version is what the composer wishes. */
static bool is_kept(const KjWish *wish, const KjReport *report)
{
    switch (wish->keep) {
    case KJ_KEEP_LINE: return report->authors;
    case KJ_KEEP_LENGTH: return report->plies == wish->plies;
    case KJ_KEEP_END:
        return report->n_line >= wish->end && wish->n_line >= wish->end &&
               memcmp(report->line + report->n_line - wish->end,
                      wish->line + wish->n_line - wish->end, wish->end * sizeof *wish->line) == 0;
    default: return true;
    }
}

unsigned kj_judge_defects(const KjReport *report, KjDefect out[KJ_MAX_DEFECTS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        if (f->severity != KJ_SEVERITY_DEFECT)
            continue;
        if (n < KJ_MAX_DEFECTS)
            out[n] = (KjDefect){f->is_fault, f->fault, f->class, f->ply, f->move};
        n++;
    }
    return n;
}

unsigned kj_report_cooks(const KjReport *report)
{
    unsigned n = 0;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; node->attacks && k < node->alternatives->len; k++)
            n += g_array_index(node->alternatives, KjAlternative, k).severity == KJ_SEVERITY_DEFECT;
    }
    return n;
}

void kj_judgement_take(const KjReport *report, KjJudgement *out)
{
    out->mate = report->mate;
    out->verdict = report->verdict;
    out->whole = !report->cut;
    out->has_line = report->n_line > 0;
    out->tentative = report->tentative;
    out->useless_open = kj_report_useless(report, KJ_OPEN) > 0;
    out->plies = report->tentative ? report->shortest : report->plies;
    out->n_defects = kj_judge_defects(report, out->defect);
    out->n_cooks = kj_report_cooks(report);
    out->n_blemishes = report->n_blemishes;
    out->n_open = report->n_open;
    out->n_useless = kj_report_useless(report, KJ_YES); // together they are one blemish
}

/* Whether the author's line was not the solution: then it is lost, whatever else there is. */
static bool lost_line(const KjWish *wish, const KjReport *report)
{
    if (wish->keep != KJ_KEEP_LINE || report->authors)
        return false;
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        if (f->is_fault && f->fault == KJ_FAULT_LINE)
            return true;
    }
    return report->mate == KJ_NOMATE;
}

static KjFate fate_of(const KjWish *wish, const KjReport *report)
{
    if (lost_line(wish, report))
        return KJ_FATE_LINE_LOST;
    if (report->verdict == KJ_WORK_UNSOUND)
        return KJ_FATE_UNSOUND;
    if (report->verdict == KJ_WORK_UNKNOWN)
        return KJ_FATE_UNKNOWN;
    return is_kept(wish, report) ? KJ_FATE_SOUND : KJ_FATE_OTHER;
}

/* What a check is asked. Useless pieces are looked for in that of the whole only. */
static KjCheckOptions options_of(const KjWish *wish, bool first_defect)
{
    bool keeps_line = wish->keep == KJ_KEEP_LINE, light = first_defect || wish->screens;
    return (KjCheckOptions){.profile = wish->profile,
                            .author = keeps_line ? wish->line : NULL,
                            .n_author = keeps_line ? wish->n_line : 0,
                            .recorded_plies = wish->recorded_plies,
                            .missing = wish->missing,
                            .plies = light ? wish->new_plies : 0,
                            .spares = light ? 0 : wish->spares,
                            .first_defect = first_defect};
}

static void check(KjSolver *solver, const KjWish *wish, const KjPosition *version,
                  bool first_defect, KjJudgement *out)
{
    KjCheckOptions options = options_of(wish, first_defect);
    KjLimits limits = limits_of(wish, wish->nodes, out->nodes);
    g_auto(KjReport) report;
    kj_check(solver, version, wish->attacker, &options, &limits, &report);
    kj_judgement_take(&report, out);
    out->fate = fate_of(wish, &report);
    out->nodes += report.searched;
}

void kj_judge(KjSolver *solver, const KjWish *wish, const KjPosition *version, bool whole,
              KjJudgement *out)
{
    *out = (KjJudgement){.fate = KJ_FATE_LINE_LOST, .verdict = KJ_WORK_UNKNOWN};
    if (wish->keep == KJ_KEEP_LINE) {
        if (!kj_judge_line_holds(wish, version))
            return;
        KjDefect early;
        if (!whole && mates_early(wish, version, &early)) {
            take_defect(out, &early);
            return;
        }
        if (!climb(solver, wish, version, out))
            return;
    }
    if (!whole) {
        check(solver, wish, version, true, out);
        if (out->fate == KJ_FATE_LINE_LOST || out->fate == KJ_FATE_UNSOUND ||
            out->fate == KJ_FATE_UNKNOWN || wish->screens)
            return;
    }
    check(solver, wish, version, false, out);
}
