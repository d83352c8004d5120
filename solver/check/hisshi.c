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

/* Whether the root is 必至, and how long, asked or known from before. False: no room for that. */
static bool ask_root(KjChecker *c, const KjPosition *root, KjCheckAnswer *out)
{
    KjHisshiAnswer answer;
    KjLimits limits;
    KjAsked asked = {KJ_ASKS_HISSHI, root, KJ_ANY_LENGTH, &limits};
    c->out->cause = kj_check_cause(c);
    if (!kj_check_limit(c, &limits))
        return false;
    if (kj_check_recall(c, &asked, out))
        return true;
    kj_hisshi_length(c->hisshi, root, &limits, &answer);
    kj_check_spent(c, answer.nodes);
    c->out->cause = answer.cause;
    *out = (KjCheckAnswer){.nodes = answer.nodes,
                           .plies = (uint16_t)answer.plies,
                           .verdict = (uint8_t)answer.verdict,
                           .exact = kj_hisshi_exact(&answer)};
    if (answer.verdict != KJ_MATE || out->exact) // else a later run may get further
        kj_check_keep(c, &asked, answer.cause, out);
    return true;
}

void kj_check_hisshi_root(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjCheckAnswer answer;
    bool asked = ask_root(c, root, &answer);
    if (!asked && out->shortest) // it was found, but no line
        return;
    out->mate = asked ? (KjVerdict)answer.verdict : KJ_UNKNOWN;
    if (out->mate != KJ_UNKNOWN)
        out->cause = KJ_CAUSE_NONE;
    if (out->mate == KJ_NOMATE)
        kj_check_fault(out, KJ_FAULT_NO_HISSHI, -1, KJ_MOVE_NONE, KJ_NO_DETAIL);
    if (out->mate != KJ_MATE)
        return;
    out->shortest = answer.plies;
    out->shortest_proved = answer.exact;
    out->proof_nodes = answer.nodes;
    if (answer.plies == 0)
        kj_check_fault(out, root->side == c->attacker ? KJ_FAULT_MATES : KJ_FAULT_OVER, -1,
                       KJ_MOVE_NONE, KJ_NO_DETAIL);
}

KjVerdict kj_check_hisshi_attacks(KjChecker *c, const KjPosition *pos)
{
    KjLimits limits;
    KjPosition passed;
    KjAnswer answer;
    KjCheckAnswer kept;
    KjAsked asked = {KJ_ASKS_THREAT, pos, KJ_ANY_LENGTH, &limits};
    if (!kj_threat_pass(pos, &passed))
        return KJ_MATE; // in check
    if (!kj_check_limit(c, &limits))
        return KJ_UNKNOWN;
    if (kj_check_recall(c, &asked, &kept))
        return (KjVerdict)kept.verdict;
    kj_threat_ask(c->solver, pos, &limits, &answer);
    kj_check_spent(c, answer.nodes);
    kept = (KjCheckAnswer){.nodes = answer.nodes, .verdict = (uint8_t)answer.verdict};
    kj_check_keep(c, &asked, answer.cause, &kept);
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
