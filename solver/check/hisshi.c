/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions of a check where the goal is 必至 (docs/hisshi.md). */
#include "solver/check/check-priv.h"

#include "solver/hisshi/threat.h"

void kj_check_hisshi_ask(KjChecker *c, const KjPosition *pos, unsigned len, const KjLimits *limits,
                         KjAnswer *out)
{
    KjHisshiAnswer answer;
    kj_hisshi_ask(c->hisshi, pos, len, limits, &answer);
    *out = (KjAnswer){.verdict = answer.verdict,
                      .cause = answer.cause,
                      .plies = answer.plies,
                      .none = answer.none_known ? answer.none : 0,
                      .nodes = answer.nodes};
}

void kj_check_hisshi_root(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjHisshiAnswer answer;
    KjLimits limits;
    if (!kj_check_limit(c, &limits)) {
        out->mate = KJ_UNKNOWN;
        out->cause = kj_check_cause(c);
        return;
    }
    kj_hisshi_length(c->hisshi, root, &limits, &answer);
    kj_check_spent(c, answer.nodes);
    out->mate = answer.verdict;
    out->cause = answer.cause;
    if (answer.verdict == KJ_NOMATE)
        kj_check_fault(out, KJ_FAULT_NO_HISSHI, -1, KJ_MOVE_NONE, NULL);
    if (answer.verdict != KJ_MATE)
        return;
    out->shortest = answer.plies;
    out->shortest_proved = kj_hisshi_exact(&answer);
    out->proof_nodes = answer.nodes;
    if (root->side == c->attacker && answer.plies == 0)
        kj_check_fault(out, KJ_FAULT_MATES, -1, KJ_MOVE_NONE, NULL);
}

KjVerdict kj_check_hisshi_attacks(KjChecker *c, const KjPosition *pos)
{
    KjLimits limits;
    KjPosition passed;
    KjAnswer answer;
    if (!kj_threat_pass(pos, &passed))
        return KJ_MATE; // in check
    if (!kj_check_limit(c, &limits))
        return KJ_UNKNOWN;
    kj_threat_ask(c->solver, pos, &limits, &answer);
    kj_check_spent(c, answer.nodes);
    return answer.verdict;
}

void kj_check_hisshi_sample(KjChecker *c, const KjPosition *pos, unsigned plies,
                            const KjLimits *limits, KjAlternative *alt)
{
    uint64_t nodes;
    g_free(alt->line);
    alt->line = kj_hisshi_line(c->hisshi, pos, plies, limits, &alt->n_line, &nodes);
    kj_check_spent(c, nodes);
}

KjMove kj_check_hisshi_reply(KjChecker *c, const KjPosition *pos, const KjLimits *limits)
{
    KjHisshiAnswer answer;
    kj_hisshi_ask(c->hisshi, pos, KJ_ANY_LENGTH, limits, &answer);
    kj_check_spent(c, answer.nodes);
    return answer.verdict == KJ_NOMATE ? answer.move : KJ_MOVE_NONE;
}
