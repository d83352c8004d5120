/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers kept for a check that is resumed. */
#include "solver/check/check-priv.h"

/*
 * The key of a question. With `limits` it is that of its being left open by them: another effort
 * may say more.
 */
static uint64_t key_of(const KjChecker *c, const KjAsked *asked, const KjLimits *limits)
{
    const KjSearch *s = kj_solver_search(c->solver);
    uint64_t key = kj_mix(kj_position_full_key(asked->pos) + asked->asks);
    key = kj_mix(key ^ asked->detail);
    uint64_t forbidden = c->hisshi ? kj_hisshi_forbids(c->hisshi) : s->n_forbidden ? s->salt : 0;
    key = kj_mix(key ^ forbidden); // what is forbidden is part of it
    key = kj_mix(key ^ (asked->pos->game->t == c->s->game.t ? 0 : 1)); // and so is the game
    if (limits)
        key = kj_mix(key ^ kj_mix(limits->nodes + 1) ^ (uint64_t)(limits->seconds * 1000));
    return key;
}

bool kj_check_recall(KjChecker *c, const KjAsked *asked, KjCheckAnswer *out)
{
    KjCheckAnswers *answers = c->options->answers;
    if (!answers || (!kj_check_answers_take(answers, key_of(c, asked, asked->limits), out) &&
                     !kj_check_answers_take(answers, key_of(c, asked, NULL), out)))
        return false;
    kj_check_spent(c, out->nodes);
    return true;
}

bool kj_check_recalls(const KjChecker *c, const KjAsked *asked)
{
    const KjCheckAnswers *answers = c->options->answers;
    return answers && (kj_check_answers_has(answers, key_of(c, asked, asked->limits)) ||
                       kj_check_answers_has(answers, key_of(c, asked, NULL)));
}

void kj_check_keep(KjChecker *c, const KjAsked *asked, KjCause cause, const KjCheckAnswer *answer)
{
    KjCheckAnswers *answers = c->options->answers;
    bool open = answer->verdict == KJ_UNKNOWN;
    // What ends the whole check is not the end of the question.
    bool by_its_limits =
        cause == KJ_CAUSE_NODES || (cause == KJ_CAUSE_TIME && c->limits->seconds <= 0);
    if (!answers || answer->nodes == 0 || (open && !by_its_limits))
        return;
    KjCheckAnswer kept = *answer;
    kept.key = key_of(c, asked, open ? asked->limits : NULL);
    kj_check_answers_add(answers, &kept);
}
