/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a certificate claims of a move beside the line, by what the report calls it. */
#include "solver/check/report_writer.h"

bool kj_show_some_mate(KjReportWriter *r, const KjPosition *next, KjFactKind kind)
{
    KjAnswer answer;
    kj_show_apart(r, kind == KJ_FACT_MATES_APART);
    kj_check_refute(r->c, next, &answer);
    return answer.verdict == KJ_MATE && kj_show_number(r, answer.plies / 2) &&
           kj_show_mates(r, next, kind, 2 * answer.plies + 1);
}

/* Whether the mate needs the line, by the class. */
static bool show_return(KjReportWriter *r, const KjPosition *next, KjClass class)
{
    bool alone = class == KJ_CLASS_EQUAL || class == KJ_CLASS_LATE;
    if (!kj_show_number(r, alone))
        return false;
    if (alone)
        return kj_show_some_mate(r, next, KJ_FACT_MATES_APART);
    return (class != KJ_CLASS_DETOUR || kj_show_some_mate(r, next, KJ_FACT_MATES_COUNT)) &&
           kj_show_fails(r, next, KJ_FACT_FAILS_APART);
}

/* The ends that the line may come to after a twin of its move. */
static bool show_twin(KjReportWriter *r, const KjCheckNode *node, KjMove move)
{
    KjPosition ends[2];
    unsigned n = kj_check_twin_ends(r->c, node, move, ends);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) {
        kj_show_apart(r, false);
        bool mated = kj_check_mated(r->c, &ends[i]);
        ok = kj_show_number(r, mated) &&
             (mated ? kj_show_mates(r, &ends[i], KJ_FACT_MATES_COUNT, 1)
                    : kj_show_lasts(r, &ends[i], KJ_FACT_LASTS_COUNT, 1));
    }
    return ok;
}

static bool show_as_long(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt,
                         const KjPosition *next, unsigned rest)
{
    if (!kj_show_mates(r, next, KJ_FACT_MATES_COUNT, 2 * rest + 1) ||
        !kj_show_lasts(r, next, KJ_FACT_LASTS_COUNT, 2 * (int)rest - 3))
        return false;
    if (alt->class == KJ_CLASS_MIRROR || rest == 0)
        return true;
    return show_twin(r, node, alt->move) &&
           (alt->class == KJ_CLASS_CHOICE || alt->class == KJ_CLASS_PROMOTION ||
            show_return(r, next, alt->class));
}

bool kj_show_attack(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    unsigned rest = node->plies - 1;
    switch (alt->class) {
    case KJ_CLASS_FAILS: return kj_show_number(r, 1) && kj_show_fails(r, &next, KJ_FACT_FAILS);
    case KJ_CLASS_EARLY:
        return kj_show_number(r, 2) && rest >= 2 &&
               kj_show_mates(r, &next, KJ_FACT_MATES_COUNT, 2 * rest - 3);
    case KJ_CLASS_LATE:
    case KJ_CLASS_DETOUR:
        return kj_show_number(r, 4) &&
               kj_show_lasts(r, &next, KJ_FACT_LASTS_COUNT, 2 * (int)rest + 1) &&
               show_return(r, &next, alt->class);
    default: return kj_show_number(r, 3) && show_as_long(r, node, alt, &next, rest);
    }
}

bool kj_show_bound(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    unsigned half = alt->beyond / 2;
    return kj_show_number(r, 5) && kj_show_number(r, half) &&
           kj_show_lasts(r, &next, KJ_FACT_LASTS_COUNT, 4 * (int)half + 1);
}

/* A reply after which the mate takes as long as by the line, or longer. */
static bool show_length(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt,
                        const KjPosition *next, bool leaves)
{
    unsigned rest = node->plies - 1, plies = alt->plies - 1;
    bool soonest = leaves && plies == 1;
    return kj_show_number(r, leaves ? 3 : 4) && kj_show_number(r, (plies - rest) / 2) &&
           kj_show_link(r, next, KJ_FACT_MATES_COUNT, 2 * plies + !leaves) &&
           (soonest ||
            kj_show_link(r, next, KJ_FACT_LASTS_COUNT, leaves ? 2 * plies - 3 : 2 * plies)) &&
           (!kj_show_rank(r, &node->position, alt->move) ||
            kj_show_effective(r, &node->position, alt->move, KJ_MAX_PLY));
}

/* What a reply is called: a futile one that loses sooner, which the check may not have asked, is
 * named by that. Neither weighs anything. */
static KjClass class_of_reply(KjReportWriter *r, const KjPosition *next, KjClass class,
                              unsigned rest)
{
    bool sooner = class == KJ_CLASS_FUTILE && rest >= 3 &&
                  kj_show_value_within(r, next, 2 * (int)rest - 3) == KJ_MATE;
    return sooner ? KJ_CLASS_SHORTER : class;
}

bool kj_show_reply(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    unsigned rest = node->plies - 1;
    bool tries = kj_try_ends(&node->position, alt->move);
    switch (class_of_reply(r, &next, alt->class, rest)) {
    case KJ_CLASS_ESCAPE:
        return kj_show_number(r, 5) && (tries || kj_show_link(r, &next, KJ_FACT_FAILS, KJ_LEN_INF));
    case KJ_CLASS_SHORTER:
        return !tries && kj_show_number(r, 1) &&
               kj_show_link(r, &next, KJ_FACT_MATES_COUNT, 2 * rest - 3);
    case KJ_CLASS_FUTILE:
        return kj_show_number(r, 2) &&
               (rest < 3 || kj_show_link(r, &next, KJ_FACT_LASTS_COUNT, 2 * rest - 3)) &&
               kj_show_futile(r, &node->position, alt->move, KJ_MAX_PLY);
    default:
        return !tries &&
               show_length(r, node, alt, &next,
                           alt->class == KJ_CLASS_LEFTOVER || alt->class == KJ_CLASS_LONGER);
    }
}
