/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An author's line as a proof. */
#include "solver/follow.h"

#include <string.h>

#include "core/rules/attack.h"
#include "solver/repetition/fourfold.h"
#include "solver/search/table_probe.h"
#include "solver/solve.h"

typedef struct {
    KjSolver *solver;
    KjRecord *record; // the line so far
    KjSide attacker;
    bool by_law;
    bool loop_may_win; // by the law, with the line as past
    const KjLimits *limits;
    KjFollow *out;
} Walk;

static bool attacks(const Walk *w)
{
    return kj_record_position(w->record)->side == w->attacker;
}

/* Also where kings are captured, and this one cannot be saved by a lawful move. */
static bool won(const Walk *w, const KjStatus *status)
{
    if (!status->over)
        return status->check && status->no_safe_move && !attacks(w);
    return status->has_winner && status->winner == w->attacker;
}

/*
 * Whether the attacker's convention has failed him: a position has come back, and no law is asked.
 */
static bool looped(const Walk *w, const KjStatus *status)
{
    return !w->by_law && status->occurrences > 1;
}

static bool must_check(const Walk *w)
{
    return kj_solver_search(w->solver)->options.attacker_moves != KJ_ALL_MOVES;
}

static void stop_at(Walk *w, KjFollowBreak breaks, KjMove move)
{
    w->out->verdict = KJ_FOLLOW_BROKEN;
    w->out->breaks = breaks;
    w->out->move = move;
    w->out->ply = kj_record_plies(w->record) + (breaks == KJ_BREAK_NO_MATE ? 0 : 1);
}

static KjAnswer ask_follow(Walk *w)
{
    KjAnswer answer;
    kj_query_mate(w->solver, kj_record_position(w->record), KJ_ANY_LENGTH, w->limits, &answer);
    w->out->nodes += answer.nodes;
    // What has no mate without loops may have one by the law.
    if (answer.verdict == KJ_NOMATE && w->loop_may_win) {
        answer.verdict = KJ_UNKNOWN;
        answer.cause = KJ_CAUSE_REPETITION;
    }
    return answer;
}

/* The attacker is to move. Whether each of his moves ends the game at once without winning it; then
 * the last of them and how. */
static bool runs_out(Walk *w, KjFollowReply *reply)
{
    KjMoveList list;
    kj_gen_checks(kj_record_position(w->record), &list);
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_record_play(w->record, list.move[i]) != KJ_MOVE_LEGAL)
            continue;
        KjStatus status = kj_record_status(w->record);
        bool wins = won(w, &status);
        kj_record_undo(w->record);
        if (wins || !status.over)
            return false;
        reply->answer = list.move[i];
        reply->status = status;
    }
    return must_check(w);
}

/* Judges the reply just played. */
static void judge(Walk *w, KjFollowReply *reply)
{
    KjStatus status = kj_record_status(w->record);
    if (status.over || looped(w, &status)) {
        reply->verdict = won(w, &status) ? KJ_MATE : KJ_NOMATE;
        reply->status = status;
        return;
    }
    if (w->by_law && runs_out(w, reply)) {
        reply->verdict = KJ_NOMATE;
        return;
    }
    KjAnswer answer = ask_follow(w);
    reply->verdict = answer.verdict;
    reply->cause = answer.cause;
    reply->plies = answer.plies;
}

/* All replies but `except`; false when one gets away. */
static bool try_replies(Walk *w, KjMove except)
{
    KjMoveList list;
    kj_gen_safe(kj_record_position(w->record), &list);
    unsigned ply = kj_record_plies(w->record) + 1;
    for (unsigned i = 0; i < list.n; i++) {
        KjMove move = list.move[i];
        if (move == except)
            continue;
        KjIllegal reason = kj_record_play(w->record, move);
        if (reason != KJ_MOVE_LEGAL) {
            KjFollowBar bar = {ply, move, reason};
            g_array_append_val(w->out->bars, bar);
            continue;
        }
        KjFollowReply reply = {.ply = ply, .move = move};
        judge(w, &reply);
        kj_record_undo(w->record);
        g_array_append_val(w->out->replies, reply);
        unsigned whole = ply + reply.plies;
        if (reply.verdict == KJ_MATE && whole > w->out->longest)
            w->out->longest = whole;
        if (reply.verdict == KJ_UNKNOWN)
            w->out->verdict = KJ_FOLLOW_OPEN;
        if (reply.verdict == KJ_NOMATE) {
            stop_at(w, KJ_BREAK_REPLY, move);
            return false;
        }
    }
    return true;
}

/* Plays a move of the line; false when the line breaks. */
static bool play(Walk *w, KjMove move)
{
    bool mine = attacks(w);
    unsigned before = kj_record_plies(w->record);
    w->out->illegal = kj_record_play(w->record, move);
    if (w->out->illegal != KJ_MOVE_LEGAL) {
        stop_at(w, KJ_BREAK_ILLEGAL, move);
        return false;
    }
    KjStatus status = kj_record_status(w->record);
    KjFollowBreak breaks = KJ_BREAK_NONE;
    if (mine && must_check(w) && !status.check && !won(w, &status))
        breaks = KJ_BREAK_QUIET;
    else if (looped(w, &status))
        breaks = KJ_BREAK_LOOP;
    else if (status.over && !won(w, &status))
        breaks = KJ_BREAK_ENDED;
    w->out->n_line = before + 1;
    if (!breaks)
        return true;
    stop_at(w, breaks, move);
    w->out->ply = before + 1;
    w->out->status = status;
    return false;
}

/* The moves of the mate after the line. */
static void take_line(Walk *w, unsigned plies)
{
    KjSearch *s = kj_solver_search(w->solver);
    KjResult result = {0};
    uint64_t before = s->nodes;
    s->node_limit = UINT64_MAX;
    kj_solve_line(s, kj_record_position(w->record), plies, false, &result);
    w->out->nodes += s->nodes - before;
    w->out->n_after = result.n_line;
    w->out->after = g_steal_pointer(&result.line);
}

/* After the last move. */
static void finish_follow(Walk *w)
{
    KjStatus status = kj_record_status(w->record);
    unsigned plies = kj_record_plies(w->record);
    if (won(w, &status)) {
        w->out->longest = MAX(w->out->longest, plies);
        return;
    }
    KjAnswer answer = ask_follow(w);
    if (answer.verdict == KJ_NOMATE)
        stop_at(w, KJ_BREAK_NO_MATE, KJ_MOVE_NONE);
    if (answer.verdict == KJ_UNKNOWN) {
        w->out->verdict = KJ_FOLLOW_OPEN;
        w->out->ply = plies;
    }
    if (answer.verdict == KJ_MATE)
        take_line(w, answer.plies);
    w->out->beyond = answer.plies;
    w->out->longest = MAX(w->out->longest, plies + answer.plies);
}

static bool stopped(const Walk *w)
{
    return w->limits->stop && *w->limits->stop;
}

static void walk(Walk *w, const KjMove *line, unsigned n_line)
{
    for (unsigned i = 0; i < n_line; i++) {
        KjStatus status = kj_record_status(w->record);
        if (status.over || won(w, &status))
            break; // what comes after the end of the game is no part of the line
        if (!attacks(w) && !try_replies(w, line[i]))
            return;
        if (!play(w, line[i]))
            return;
        if (stopped(w))
            w->out->verdict = KJ_FOLLOW_OPEN;
    }
    finish_follow(w);
}

void kj_follow_line(KjSolver *solver, const KjPosition *start, KjSide attacker, const KjMove *line,
                    unsigned n_line, const KjLimits *limits, KjFollow *out)
{
    *out = (KjFollow){.replies = g_array_new(false, false, sizeof(KjFollowReply)),
                      .bars = g_array_new(false, false, sizeof(KjFollowBar))};
    kj_query_open(solver, start->game, attacker);
    bool by_law = kj_loops_by_law(kj_solver_search(solver)->options.loops, start->game);
    Walk w = {solver, kj_record_new(start), attacker, by_law, false, limits, out};
    const KjPast past = {start, line, n_line};
    w.loop_may_win = by_law && (start->game->row->repetition == KJ_REPETITION_MOVER_LOSES ||
                                kj_fourfold_may_win(kj_solver_search(solver), start, &past));
    walk(&w, line, n_line);
    kj_record_free(w.record);
}

void kj_follow_clear(KjFollow *follow)
{
    g_clear_pointer(&follow->after, g_free);
    g_clear_pointer(&follow->replies, g_array_unref);
    g_clear_pointer(&follow->bars, g_array_unref);
}
