/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another reply of the defender (docs/check.md). */
#include "solver/check/check-priv.h"

/* A mate longer than the line's: how long, and does it leave a piece? */
static void measure_longer(KjChecker *c, const KjPosition *next, unsigned rest, unsigned most,
                           KjAlternative *alt)
{
    for (unsigned len = rest + 2; len <= most; len += 2) {
        KjVerdict within = len == most ? KJ_MATE : kj_check_within(c, next, len, false);
        if (within == KJ_NOMATE)
            continue;
        KjVerdict left = within == KJ_MATE ? kj_check_within(c, next, len, true) : KJ_UNKNOWN;
        if (left == KJ_UNKNOWN)
            break;
        alt->plies = len + 1;
        alt->exact = true;
        alt->leftover = left == KJ_MATE;
        alt->class = left == KJ_MATE ? KJ_CLASS_LONGER : KJ_CLASS_NOT_MAIN;
        return;
    }
    alt->class = KJ_CLASS_UNKNOWN;
    alt->cause = KJ_CAUSE_NODES;
}

/* Not a mate within the line's length. */
static void beyond(KjChecker *c, const KjPosition *next, unsigned rest, KjAlternative *alt)
{
    KjAnswer answer;
    kj_check_refute(c, next, &answer);
    alt->verdict = answer.verdict;
    alt->cause = answer.cause;
    if (answer.verdict == KJ_UNKNOWN)
        return;
    if (answer.verdict == KJ_NOMATE) {
        alt->class = KJ_CLASS_ESCAPE;
        return;
    }
    alt->plies = answer.plies + 1;
    measure_longer(c, next, rest, answer.plies, alt);
    kj_check_sample(c, next, answer.plies, alt);
}

/* As long as the line. */
static void as_long(KjChecker *c, const KjPosition *next, unsigned rest, KjAlternative *alt)
{
    alt->plies = rest + 1;
    alt->exact = true;
    KjVerdict left = kj_check_within(c, next, rest, true);
    if (left == KJ_UNKNOWN) {
        alt->cause = KJ_CAUSE_NODES;
        return;
    }
    alt->leftover = left == KJ_MATE;
    bool line_leaves = kj_check_left(next->game, c->out->leftover) > 0;
    if (left == KJ_MATE)
        alt->class = KJ_CLASS_LEFTOVER;
    else if (line_leaves) // the better defence, docs/rules.md R12.20
        alt->class = KJ_CLASS_NOT_MAIN;
    else
        alt->class = rest == 1 ? KJ_CLASS_SAME_LAST : KJ_CLASS_SAME;
}

/* What the reply is, is not known. Whether there is a mate after it may be. */
static void leave_open(KjChecker *c, const KjPosition *next, KjAlternative *alt)
{
    KjAnswer answer = {.verdict = KJ_UNKNOWN};
    alt->cause = alt->cause ? alt->cause : KJ_CAUSE_NODES;
    alt->verdict = alt->exact ? KJ_MATE : KJ_UNKNOWN;
    if (alt->exact || c->law) // by the law it is asked otherwise
        return;
    kj_check_mate(c, next, &answer);
    alt->verdict = answer.verdict;
    if (answer.verdict == KJ_MATE)
        alt->plies = answer.plies + 1;
    if (answer.verdict == KJ_NOMATE) {
        alt->class = KJ_CLASS_ESCAPE;
        alt->cause = KJ_CAUSE_NONE;
    }
}

void kj_check_reply(KjChecker *c, const KjCheckNode *node, KjAlternative *alt)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    unsigned rest = node->plies ? node->plies - 1 : 0; // of the line, after its reply
    alt->class = KJ_CLASS_UNKNOWN;
    alt->verdict = KJ_MATE;
    alt->cause = KJ_CAUSE_NONE;
    alt->exact = false;
    alt->meets = -1;
    alt->leftover = KJ_LEFTOVER_UNKNOWN;
    // a mate by checks comes before any 必至
    bool sooner = rest >= 3 || (c->hisshi && rest == 1);
    unsigned less = rest >= 3 ? rest - 2 : 0;
    KjVerdict within = sooner ? kj_check_within(c, &next, less, false) : KJ_NOMATE;
    if (within == KJ_MATE) {
        alt->class = KJ_CLASS_SHORTER;
        alt->plies = less + 1;
        if (c->options->lines)
            kj_check_sample(c, &next, less, alt);
        return;
    }
    KjVerdict futile = kj_check_futile(c, &node->position, alt->move);
    if (futile == KJ_MATE) {
        alt->class = KJ_CLASS_FUTILE;
        return;
    }
    if (within == KJ_NOMATE && futile == KJ_NOMATE)
        within = kj_check_within(c, &next, rest, false);
    else
        within = KJ_UNKNOWN;
    if (within == KJ_MATE)
        as_long(c, &next, rest, alt);
    else if (within == KJ_NOMATE)
        beyond(c, &next, rest, alt);
    if (alt->class == KJ_CLASS_UNKNOWN)
        leave_open(c, &next, alt);
    else if (alt->class == KJ_CLASS_SAME)
        kj_check_sample(c, &next, rest, alt);
}
