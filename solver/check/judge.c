/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From classes and faults to findings and a verdict, under any profile. */
#include <string.h>

#include "solver/check/check-priv.h"

/* Whether a reply differs from that of the line only in what becomes of the captured piece. */
static bool is_same_board(const KjCheckNode *node, const KjAlternative *alt)
{
    return !node->attacks && (alt->move ^ node->move) == KJ_MOVE_KEEP;
}

KjSeverity kj_check_severity(const KjProfile *profile, const KjReport *report,
                             const KjCheckNode *node, const KjAlternative *alt)
{
    if (report->hisshi && node->ply == 0 && node->attacks && alt->class == KJ_CLASS_LAST)
        return profile->move[KJ_CLASS_EQUAL]; // a second solution (余必至)
    if (report->hisshi && node->ply == 0 && alt->class == KJ_CLASS_LATE)
        return profile->move[KJ_CLASS_LATE];
    if (report->hisshi && alt->class == KJ_CLASS_SAME)
        return MIN(profile->move[KJ_CLASS_SAME], KJ_SEVERITY_NOTE);
    if (alt->class == KJ_CLASS_SAME && profile->move[KJ_CLASS_SAME] == KJ_SEVERITY_BLEMISH &&
        is_same_board(node, alt))
        return KJ_SEVERITY_NOTE;
    if (alt->class == KJ_CLASS_LAST && report->plies == 1)
        return profile->last_in_one;
    if (alt->class == KJ_CLASS_LATE && node->plies == 1)
        return profile->late_at_last;
    if (alt->class != KJ_CLASS_LONGER)
        return profile->move[alt->class];
    static const unsigned allowed[] = {
        [KJ_EXCESS_REJECT] = 0, [KJ_EXCESS_ALLOW2] = 2, [KJ_EXCESS_ALLOW4] = 4};
    if (profile->excess == KJ_EXCESS_IGNORE)
        return KJ_SEVERITY_NONE;
    unsigned excess = alt->plies - node->plies;
    return excess <= allowed[profile->excess] ? KJ_SEVERITY_BLEMISH : KJ_SEVERITY_DEFECT;
}

void kj_check_fault(KjReport *report, KjFault fault, int ply, KjMove move, KjDetail detail)
{
    KjFinding finding = {
        .is_fault = true, .fault = fault, .ply = ply, .move = move, .detail = detail};
    g_array_append_val(report->findings, finding);
}

/* How a fault weighs under a profile. That pieces are not decided is a note, wherever useless ones
 * are worth one. */
static KjSeverity weight_of(const KjProfile *profile, KjFault fault)
{
    if (fault == KJ_FAULT_OPEN_USELESS)
        return MIN(KJ_SEVERITY_NOTE, profile->fault[KJ_FAULT_USELESS]);
    return profile->fault[fault];
}

/* Counts under a profile: each class of moves once a node, faults, open moves. */
static KjWork count_under(const KjReport *report, const KjProfile *profile, unsigned out[2])
{
    unsigned open = report->mate == KJ_UNKNOWN || report->tentative ||
                    (report->mate == KJ_MATE && !report->n_line);
    if (profile->fault[KJ_FAULT_USELESS] == KJ_SEVERITY_DEFECT)
        open += kj_report_useless(report, KJ_OPEN);
    out[0] = out[1] = 0;
    // beside a line that may not be the main line nothing is a fault of the work for certain
    for (unsigned i = 0; i < report->nodes->len && !report->tentative; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        KjSeverity worst[KJ_CLASSES] = {0};
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            KjSeverity severity = kj_check_severity(profile, report, node, alt);
            worst[alt->class] = MAX(worst[alt->class], severity);
            open += alt->class == KJ_CLASS_UNKNOWN;
        }
        for (unsigned k = 0; k < KJ_CLASSES; k++) {
            out[0] += worst[k] == KJ_SEVERITY_DEFECT;
            out[1] += worst[k] == KJ_SEVERITY_BLEMISH;
        }
    }
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        if (finding->is_fault) {
            out[0] += weight_of(profile, finding->fault) == KJ_SEVERITY_DEFECT;
            out[1] += weight_of(profile, finding->fault) == KJ_SEVERITY_BLEMISH;
        }
    }
    if (out[0])
        return KJ_WORK_UNSOUND;
    if (open)
        return KJ_WORK_UNKNOWN;
    return out[1] ? KJ_WORK_BLEMISHED : KJ_WORK_SOUND;
}

KjWork kj_report_judge(const KjReport *report, const KjProfile *profile, unsigned out_findings[2])
{
    unsigned n[2];
    KjWork work = count_under(report, profile, n);
    if (out_findings)
        memcpy(out_findings, n, sizeof n);
    return work;
}

/* Whether some profile weighs a fault otherwise. */
static bool fault_depends(const KjFinding *finding)
{
    for (size_t i = 0; i < kj_profile_count(); i++) {
        if (weight_of(kj_profile_at(i), finding->fault) != finding->severity)
            return true;
    }
    return false;
}

/* Whether some profile weighs a move otherwise. */
static bool move_depends(const KjReport *report, const KjCheckNode *node, const KjAlternative *alt)
{
    for (size_t i = 0; i < kj_profile_count(); i++) {
        if (kj_check_severity(kj_profile_at(i), report, node, alt) != alt->severity)
            return true;
    }
    return false;
}

/* Adds the findings of a node: the first move of each class that weighs something. */
static void collect(KjReport *report, const KjCheckNode *node)
{
    bool seen[KJ_CLASSES] = {false};
    if (node->futile) {
        KjFinding finding = {.severity = KJ_SEVERITY_NOTE,
                             .class = KJ_CLASS_FUTILE,
                             .ply = (int)node->ply,
                             .move = node->move};
        g_array_append_val(report->findings, finding);
    }
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        alt->severity = kj_check_severity(report->profile, report, node, alt);
        if (report->tentative)
            alt->severity = MIN(alt->severity, KJ_SEVERITY_NOTE);
        report->n_open += alt->class == KJ_CLASS_UNKNOWN;
        if (alt->severity == KJ_SEVERITY_NONE || seen[alt->class])
            continue;
        seen[alt->class] = true;
        KjFinding finding = {.severity = alt->severity,
                             .class = alt->class,
                             .ply = (int)node->ply,
                             .move = alt->move};
        finding.depends = !report->tentative && move_depends(report, node, alt);
        g_array_append_val(report->findings, finding);
    }
}

static int worst_first(const void *a, const void *b)
{
    const KjFinding *x = a, *y = b;
    if (x->severity != y->severity)
        return (int)y->severity - (int)x->severity;
    if (x->ply != y->ply)
        return x->ply - y->ply;
    return x->is_fault != y->is_fault ? y->is_fault - x->is_fault : (int)x->class - (int)y->class;
}

void kj_check_judge(KjReport *report)
{
    for (unsigned i = 0; i < report->findings->len; i++) {
        KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        finding->severity = weight_of(report->profile, finding->fault);
        finding->depends = fault_depends(finding);
    }
    for (unsigned i = 0; i < report->nodes->len; i++)
        collect(report, &g_array_index(report->nodes, KjCheckNode, i));
    g_array_sort(report->findings, worst_first);
    unsigned n[2];
    report->verdict = count_under(report, report->profile, n);
    report->n_defects = n[0];
    report->n_blemishes = n[1];
    for (size_t i = 0; i < kj_profile_count(); i++) {
        KjWork other = kj_report_judge(report, kj_profile_at(i), NULL);
        bool not_asked = report->cut && other == KJ_WORK_UNKNOWN;
        report->depends = report->depends || (other != report->verdict && !not_asked);
    }
}

unsigned kj_report_useless(const KjReport *report, KjTri state)
{
    unsigned n = 0;
    for (unsigned i = 0; report->spares && i < report->spares->len; i++) {
        const KjSpare *spare = &g_array_index(report->spares, KjSpare, i);
        n += spare->how == KJ_SPARE_REMOVE && spare->sound == state;
    }
    return n;
}

bool kj_report_settled(const KjReport *report, const KjLimits *limits)
{
    bool limited = kj_limits_reached(limits, report->searched, report->seconds);
    return report->verdict != KJ_WORK_UNKNOWN && !(limited && kj_report_useless(report, KJ_OPEN));
}
