/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game move by move. */
#include "solver/analyse/plies.h"

#include "core/rules/attack.h"
#include "solver/hisshi/threat.h"

void kj_ply_begin(const KjGameLine *game, unsigned ply, KjPlyReport *out)
{
    *out = (KjPlyReport){.ply = ply, .position = game->start};
    for (unsigned i = 0; i + 1 < ply; i++) {
        KjUndo undo;
        kj_position_make(&out->position, game->moves[i], &undo);
        out->before = game->moves[i];
    }
    out->move = ply <= game->n ? game->moves[ply - 1] : KJ_MOVE_NONE;
}

void kj_ply_report_clear(KjPlyReport *report)
{
    kj_result_clear(&report->mate);
    kj_result_clear(&report->under);
    kj_result_clear(&report->after);
    kj_result_clear(&report->made);
    g_clear_pointer(&report->moves, g_array_unref);
}

static KjResult copy_of(const KjResult *result)
{
    KjResult copy = *result;
    copy.line = g_memdup2(result->line, result->n_line * sizeof *result->line);
    return copy;
}

/* Whether a side mates by checks; one without an enemy king to mate does not. */
static KjResult solve(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past)
{
    KjResult result = {.verdict = KJ_NOMATE};
    if (pos->king[kj_other(attacker)] != KJ_NO_SQUARE)
        kj_analyst_solve(a, pos, attacker, past, &result);
    return result;
}

/* 詰めろ on the side to move. False if it may not pass. */
static bool solve_passed(KjAnalyst *a, const KjPosition *pos, KjResult *out)
{
    KjSide side = (KjSide)pos->side;
    KjPosition passed;
    if (pos->king[side] == KJ_NO_SQUARE || !kj_threat_pass(pos, &passed))
        return false;
    *out = solve(a, &passed, kj_other(side), NULL);
    return true;
}

/* What follows the move played, which the report on the next position may know already. */
static void ask_after(KjAnalyst *a, const KjGameLine *game, const KjPlyReport *next,
                      KjPlyReport *out)
{
    KjSide mover = (KjSide)out->position.side;
    KjPosition after = kj_position_after(&out->position, out->move);
    KjPast past = {&game->start, game->moves, out->ply};
    bool over = kj_move_wins(&out->position, out->move);
    out->after.verdict = KJ_NOMATE;
    if (!over && next && next->asked) {
        out->after = copy_of(&next->mate);
        out->made = copy_of(&next->under);
        out->made_asked = next->under_asked;
    } else if (!over) {
        out->after = solve(a, &after, kj_other(mover), &past);
        out->made_asked = solve_passed(a, &after, &out->made);
    }
    out->kept = (KjAnswer){.verdict = KJ_NOMATE, .none = KJ_ANY_LENGTH};
    if (out->mate.verdict == KJ_MATE && after.king[kj_other(mover)] == KJ_NO_SQUARE)
        out->kept = (KjAnswer){.verdict = KJ_MATE};
    else if (out->mate.verdict == KJ_MATE && kj_in_check(&after, kj_other(mover)))
        kj_analyst_ask(a, &after, mover, &past, &out->kept);
    if (out->after.verdict == KJ_MATE) {
        past.n--;
        out->moves = kj_analyse_moves(a, &out->position, &past, false);
    }
}

static unsigned find_of_move(const KjPlyReport *p)
{
    unsigned finding = 0;
    bool had_mate = p->mate.verdict == KJ_MATE;
    if (had_mate && p->kept.verdict != KJ_UNKNOWN)
        finding |= p->kept.verdict == KJ_MATE ? KJ_PLY_MATES : KJ_PLY_MISSED;
    if (p->moves && kj_count_moves(p->moves, KJ_NOMATE) > 0)
        finding |= KJ_PLY_DEADLY;
    else if (p->moves && kj_count_moves(p->moves, KJ_UNKNOWN) == 0)
        finding |= KJ_PLY_LOST;
    bool under = p->under_asked && p->under.verdict == KJ_MATE;
    bool ends = (finding & KJ_PLY_MATES) || kj_move_wins(&p->position, p->move);
    if (under && p->after.verdict == KJ_NOMATE && !ends)
        finding |= KJ_PLY_ANSWERS;
    if (p->made_asked && p->made.verdict == KJ_MATE)
        finding |= KJ_PLY_THREATENS;
    if (kj_move_wins(&p->position, p->move))
        finding |= KJ_PLY_WINS;
    bool open =
        p->after.verdict == KJ_UNKNOWN || (had_mate && p->kept.verdict == KJ_UNKNOWN) ||
        (p->made_asked && p->made.verdict == KJ_UNKNOWN) ||
        (p->moves && !(finding & KJ_PLY_DEADLY) && kj_count_moves(p->moves, KJ_UNKNOWN) > 0);
    return finding | (open ? KJ_PLY_OPEN : 0);
}

static unsigned find(const KjPlyReport *p)
{
    unsigned finding = p->move ? find_of_move(p) : 0;
    if (p->check && !kj_has_safe_move(&p->position))
        finding |= KJ_PLY_MATED;
    if (p->brink.brink == KJ_BRINK_HISSHI || p->brink.brink == KJ_BRINK_BUT_CHECKS)
        finding |= KJ_PLY_HISSHI;
    if (p->brink.brink == KJ_BRINK_FORCED)
        finding |= KJ_PLY_FORCED;
    if ((finding & (KJ_PLY_HISSHI | KJ_PLY_FORCED)) && (finding & KJ_PLY_DEADLY))
        finding ^= KJ_PLY_DEADLY | KJ_PLY_LOST; // another move would have lost later
    bool open = p->mate.verdict == KJ_UNKNOWN || (p->under_asked && p->under.verdict == KJ_UNKNOWN);
    return finding | (open ? KJ_PLY_OPEN : 0);
}

static void analyse_one(KjAnalyst *a, const KjGameLine *game, const KjPlyReport *next,
                        KjPlyReport *out)
{
    const KjPosition *pos = &out->position;
    KjSide mover = (KjSide)pos->side;
    KjPast past = {&game->start, game->moves, out->ply - 1};
    out->check = pos->king[mover] != KJ_NO_SQUARE && kj_in_check(pos, mover);
    out->mate = solve(a, pos, mover, &past);
    out->under_asked = solve_passed(a, pos, &out->under);
    if (out->move)
        ask_after(a, game, next, out);
    if (out->under_asked && out->mate.verdict != KJ_MATE && !kj_can_capture_king(pos))
        kj_analyse_brink(a, pos, out->under.verdict, out->moves, &out->brink);
    out->finding = find(out);
    out->nodes = kj_analyst_nodes(a);
    out->asked = true;
}

void kj_analyse_plies(KjAnalyst *a, const KjGameLine *game, const KjAnalyseLimits *limits,
                      KjPlyReport *plies, unsigned n)
{
    gint64 begun = g_get_monotonic_time();
    for (unsigned i = n; i-- > 0;) {
        KjAnalyseLimits left = *limits;
        if (limits->seconds > 0)
            left.seconds -= (double)(g_get_monotonic_time() - begun) / 1e6;
        if ((limits->stop && *limits->stop) || (limits->seconds > 0 && left.seconds <= 0))
            return;
        kj_analyst_begin(a, &left);
        analyse_one(a, game, i + 1 < n ? &plies[i + 1] : NULL, &plies[i]);
        if (limits->stop && *limits->stop)
            plies[i].asked = false; // its questions may have been cut short
    }
}
