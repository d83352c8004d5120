/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mates behind a 必至. */
#include "solver/hisshi/mates.h"

#include "solver/hisshi/hisshi-priv.h"
#include "solver/hisshi/threat.h"
#include "solver/search/table_probe.h"
#include "solver/solve.h"

static void clear(void *data)
{
    g_free(((KjHisshiMate *)data)->line);
}

/* What is left of limits that began with `begun` (seconds of g_get_monotonic_time). */
static KjLimits left_of(const KjLimits *limits, gint64 begun, uint64_t nodes)
{
    KjLimits left = *limits;
    double spent = (double)(g_get_monotonic_time() - begun) / 1e6;
    if (limits->seconds > 0)
        left.seconds = MAX(limits->seconds - spent, 1e-3);
    if (limits->nodes > 0)
        left.nodes = limits->nodes > nodes ? limits->nodes - nodes : 1;
    return left;
}

/* The mate of the attacker to move at `pos`. */
static KjHisshiMate mate_at(KjHisshi *x, KjMove reply, const KjPosition *pos,
                            const KjLimits *limits, uint64_t *nodes)
{
    KjAnswer answer;
    KjHisshiMate mate = {.reply = reply};
    kj_query_length(x->solver, pos, limits, &answer);
    *nodes += answer.nodes;
    mate.verdict = answer.verdict;
    mate.plies = answer.verdict == KJ_MATE ? answer.plies : 0;
    mate.exact = kj_answer_exact(&answer);
    if (mate.verdict == KJ_MATE) {
        g_auto(KjResult) line = {0};
        kj_solve_begin_line(x->s, x->s->options.shortening_base);
        kj_solve_line(x->s, pos, answer.plies, mate.exact, &line);
        mate.line = g_steal_pointer(&line.line);
        mate.n_line = line.n_line;
    }
    return mate;
}

static int longest_first(const void *a, const void *b)
{
    const KjHisshiMate *one = a, *other = b;
    if (!one->reply != !other->reply)
        return one->reply ? 1 : -1;
    if (one->verdict != other->verdict)
        return one->verdict == KJ_MATE ? 1 : -1;
    if (one->plies != other->plies)
        return one->plies < other->plies ? 1 : -1;
    return one->reply < other->reply ? -1 : one->reply > other->reply;
}

GArray *kj_hisshi_mates(KjHisshi *x, const KjPosition *pos, const KjLimits *limits)
{
    GArray *mates = g_array_new(FALSE, FALSE, sizeof(KjHisshiMate));
    gint64 begun = g_get_monotonic_time();
    uint64_t nodes = 0;
    KjPosition at;
    KjMoveList list;
    g_array_set_clear_func(mates, clear);
    kj_query_open(x->solver, pos->game, x->attacker);
    kj_gen_safe(pos, &list);
    if (kj_threat_pass(pos, &at)) {
        KjLimits left = left_of(limits, begun, nodes);
        KjHisshiMate mate = mate_at(x, KJ_MOVE_NONE, &at, &left, &nodes);
        g_array_append_val(mates, mate);
    }
    for (unsigned i = 0; i < list.n; i++) {
        at = kj_position_after(pos, list.move[i]);
        KjLimits left = left_of(limits, begun, nodes);
        KjHisshiMate mate = mate_at(x, list.move[i], &at, &left, &nodes);
        g_array_append_val(mates, mate);
    }
    g_array_sort(mates, longest_first);
    return mates;
}
