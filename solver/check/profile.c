/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words and weights: what the classes and faults are called, and the profiles, all as rows of data.
 */
#include <string.h>

#include "solver/check/check.h"

typedef struct {
    const char *code, *en, *ja;
} Words;

static const Words classes[KJ_CLASSES] = {
#define KJ_CLASS(name, code, en, ja, ...) [KJ_CLASS_##name] = {code, en, ja},
#include "solver/check/findings.def"
};

/* Those that are called otherwise where the goal is 必至. */
static const Words hisshi_classes[KJ_CLASSES] = {
#define KJ_CLASS(name, code, en, ja, hisshi_en, hisshi_ja, ...) \
    [KJ_CLASS_##name] = {code, hisshi_en, hisshi_ja},
#include "solver/check/findings.def"
};

static const Words faults[KJ_FAULTS] = {
#define KJ_FAULT(name, code, en, ja, ...) [KJ_FAULT_##name] = {code, en, ja},
#include "solver/check/findings.def"
};

enum { MODERN, APP, CLASSIC, STRICT, BARE };

#define NONE KJ_SEVERITY_NONE
#define NOTE KJ_SEVERITY_NOTE
#define BLEMISH KJ_SEVERITY_BLEMISH
#define DEFECT KJ_SEVERITY_DEFECT

/* The weights of a row, each under its profile. */
#define KJ_WEIGHTS(member, modern, app, classic, strict, bare)                \
    [MODERN].member = modern, [APP].member = app, [CLASSIC].member = classic, \
    [STRICT].member = strict, [BARE].member = bare,

/* docs/check.md. What a profile weighs by the rows follows when all are named. */
static const KjProfile profiles[] = {
    [MODERN] = {.name = "modern",
                .title = "modern magazine rules",
                .details = "cooks and longer variations are defects; free choices, detours and "
                           "variations of equal length are blemishes",
                .last_in_one = NOTE,
                .late_at_last = NOTE,
                .excess = KJ_EXCESS_REJECT,
                .interpositions = KJ_INTERPOSITIONS_WIDE},
    [APP] = {.name = "app",
             .title = "the published rules of a posting service",
             .details =
                 "as modern, but choices of square and mirrored moves are free, useless pieces are "
                 "forbidden and a mate in one must have one answer",
             .last_in_one = DEFECT,
             .late_at_last = NOTE,
             .excess = KJ_EXCESS_ALLOW2,
             .interpositions = KJ_INTERPOSITIONS_WIDE},
    [CLASSIC] =
        {.name = "classic",
         .title = "the custom of older times",
         .details =
             "as modern, but variations up to four plies longer that leave a piece over, and "
             "transposed order, are blemishes",
         .last_in_one = NOTE,
         .late_at_last = NOTE,
         .excess = KJ_EXCESS_ALLOW4,
         .interpositions = KJ_INTERPOSITIONS_WIDE},
    [STRICT] =
        {.name = "strict",
         .title = "one solution, move for move (完全限定)",
         .details =
             "any other move that mates is a defect, the last one and choices of square included; "
             "so are variations of equal length and useless pieces",
         .last_in_one = DEFECT,
         .late_at_last = DEFECT,
         .excess = KJ_EXCESS_REJECT,
         .interpositions = KJ_INTERPOSITIONS_STD2},
    [BARE] = {.name = "bare",
              .title = "no exemptions",
              .details =
                  "every interposition counts, and nothing that mates beside the line is excused; "
                  "variations are not judged",
              .last_in_one = DEFECT,
              .late_at_last = DEFECT,
              .excess = KJ_EXCESS_IGNORE,
              .interpositions = KJ_INTERPOSITIONS_COUNT},
#define KJ_CLASS(name, code, en, ja, hisshi_en, hisshi_ja, modern, app, classic, strict, bare) \
    KJ_WEIGHTS(move[KJ_CLASS_##name], modern, app, classic, strict, bare)
#define KJ_FAULT(name, code, en, ja, modern, app, classic, strict, bare) \
    KJ_WEIGHTS(fault[KJ_FAULT_##name], modern, app, classic, strict, bare)
#include "solver/check/findings.def"
};

size_t kj_profile_count(void)
{
    return G_N_ELEMENTS(profiles);
}

const KjProfile *kj_profile_at(size_t index)
{
    return &profiles[index];
}

const char *kj_severity_text(KjSeverity severity)
{
    static const char *const text[] = {"none", "note", "blemish", "defect"};
    return text[severity];
}

/* The weight a code stands for; NULL if there is no such code, or it is no matter of convention. */
static KjSeverity *weight_of(KjProfile *profile, const char *code)
{
    if (strcmp(code, "last-in-one") == 0)
        return &profile->last_in_one;
    if (strcmp(code, "late-at-last") == 0)
        return &profile->late_at_last;
    for (unsigned f = KJ_FAULT_LEFTOVER; f <= KJ_FAULT_USELESS; f++) {
        if (f != KJ_FAULT_LINE && strcmp(faults[f].code, code) == 0)
            return &profile->fault[f];
    }
    for (unsigned c = KJ_CLASS_EARLY; c < KJ_CLASSES; c++) {
        if (c != KJ_CLASS_LONGER && strcmp(classes[c].code, code) == 0) // that has its own switch
            return &profile->move[c];
    }
    return NULL;
}

bool kj_profile_weigh(KjProfile *profile, const char *code, const char *severity)
{
    KjSeverity *weight = weight_of(profile, code);
    for (KjSeverity s = KJ_SEVERITY_NONE; s <= KJ_SEVERITY_DEFECT && weight; s++) {
        if (strcmp(kj_severity_text(s), severity) == 0) {
            *weight = s;
            return true;
        }
    }
    return false;
}

const char *kj_class_code(KjClass c)
{
    return classes[c].code;
}

const char *kj_class_en(KjClass c, bool hisshi)
{
    return hisshi && hisshi_classes[c].en ? hisshi_classes[c].en : classes[c].en;
}

const char *kj_class_ja(KjClass c, bool hisshi)
{
    return hisshi && hisshi_classes[c].ja ? hisshi_classes[c].ja : classes[c].ja;
}

/* The row of a code, from 0; `n`: none. */
static unsigned find_code(const Words *rows, unsigned n, const char *code)
{
    unsigned i = 0;
    while (i < n && strcmp(rows[i].code, code) != 0)
        i++;
    return i;
}

KjClass kj_class_find(const char *code)
{
    return (KjClass)find_code(classes, KJ_CLASSES, code);
}

const char *kj_fault_code(KjFault f)
{
    return faults[f].code;
}

const char *kj_fault_en(KjFault f)
{
    return faults[f].en;
}

const char *kj_fault_ja(KjFault f)
{
    return faults[f].ja;
}

KjFault kj_fault_find(const char *code)
{
    return (KjFault)find_code(faults, KJ_FAULTS, code);
}

const char *kj_finding_code(const KjFinding *finding)
{
    return finding->is_fault ? kj_fault_code(finding->fault) : kj_class_code(finding->class);
}

static const Words details[KJ_DETAILS] = {
#define KJ_DETAIL(name, code, numbers) [KJ_DETAIL_##name] = {code, NULL, NULL},
#include "solver/check/details.def"
};

const char *kj_detail_code(KjDetailKind kind)
{
    return details[kind].code;
}

unsigned kj_detail_numbers(KjDetailKind kind)
{
    static const unsigned char n[KJ_DETAILS] = {
#define KJ_DETAIL(name, code, numbers) [KJ_DETAIL_##name] = numbers,
#include "solver/check/details.def"
    };
    return n[kind];
}

KjDetailKind kj_detail_find(const char *code)
{
    return (KjDetailKind)find_code(details, KJ_DETAILS, code);
}

const char *kj_work_text(KjWork work)
{
    static const char *const text[] = {"sound", "blemished", "unsound", "unknown"};
    return text[work];
}

const char *kj_work_ja(KjWork work)
{
    static const char *const text[] = {"完全", "完全（キズあり）", "不完全", "不明"};
    return text[work];
}
