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
    [KJ_CLASS_MAIN] = {"main", "main line", "本手順"},
    [KJ_CLASS_FAILS] = {"fails", "does not mate", "不詰"},
    [KJ_CLASS_UNKNOWN] = {"unknown", "undecided", "不明"},
    [KJ_CLASS_EARLY] = {"early", "earlier mate", "早詰"},
    [KJ_CLASS_EQUAL] = {"equal", "cook of equal length", "同手数余詰"},
    [KJ_CLASS_LATE] = {"late", "longer cook", "長手数余詰"},
    [KJ_CLASS_LAST] = {"last", "another last move", "最終手余詰"},
    [KJ_CLASS_CHOICE] = {"choice", "unrestricted choice", "非限定"},
    [KJ_CLASS_PROMOTION] = {"promotion", "promotion or not", "成・不成非限定"},
    [KJ_CLASS_ORDER] = {"order", "transposed order", "手順前後"},
    [KJ_CLASS_REJOIN] = {"rejoin", "rejoins the main line", "合流"},
    [KJ_CLASS_DETOUR] = {"detour", "detour", "迂回手順"},
    [KJ_CLASS_MIRROR] = {"mirror", "mirror image", "左右対称"},
    [KJ_CLASS_SHORTER] = {"shorter", "shorter variation", "短手数"},
    [KJ_CLASS_LEFTOVER] = {"leftover", "variation with a piece left over", "駒余り変化"},
    [KJ_CLASS_SAME] = {"same", "variation of equal length", "変化同手数"},
    [KJ_CLASS_SAME_LAST] = {"same-last", "equal length, last reply", "変化同手数(最終)"},
    [KJ_CLASS_LONGER] = {"longer", "longer variation, piece left over", "変化長手数"},
    [KJ_CLASS_NOT_MAIN] = {"not-main", "longer variation, nothing left over", "作意成立せず"},
    [KJ_CLASS_FUTILE] = {"futile", "futile interposition", "無駄合"},
    [KJ_CLASS_ESCAPE] = {"escape", "the defender escapes", "不詰(変化)"},
};

/* Those that are called otherwise where the goal is 必至. */
static const Words hisshi_classes[KJ_CLASSES] = {
    [KJ_CLASS_FAILS] = {"fails", "does not force mate", "不必至"},
    [KJ_CLASS_EARLY] = {"early", "earlier 必至", "早必至"},
    [KJ_CLASS_EQUAL] = {"equal", "second solution of equal length", "同手数余必至"},
    [KJ_CLASS_LATE] = {"late", "longer second solution", "長手数余必至"},
    [KJ_CLASS_LAST] = {"last", "another last move", "最終手余必至"},
    [KJ_CLASS_NOT_MAIN] = {"not-main", "longer variation", "作意成立せず"},
};

static const Words faults[KJ_FAULTS] = {
    [KJ_FAULT_NO_MATE] = {"no-mate", "no mate", "不詰"},
    [KJ_FAULT_DROP_MATE] = {"drop-mate", "mate only by an illegal pawn drop", "打歩詰"},
    [KJ_FAULT_LEFTOVER] = {"leftover", "pieces left over", "駒余り"},
    [KJ_FAULT_LINE] = {"line", "the author's line does not work", "作意不成立"},
    [KJ_FAULT_LENGTH] = {"length", "another length than recorded", "手数相違"},
    [KJ_FAULT_SET] = {"set", "not the whole set of pieces", "駒数不整合"},
    [KJ_FAULT_USELESS] = {"useless", "useless piece", "飾り駒"},
    [KJ_FAULT_TENTATIVE] = {"tentative", "the main line is not settled", "作意未確定"},
    [KJ_FAULT_OPEN_LENGTH] = {"open-length", "the shortest mate is not settled", "最短手数未確定"},
    [KJ_FAULT_NO_HISSHI] = {"no-hisshi", "no 必至", "不必至"},
    [KJ_FAULT_MATES] = {"mates", "a mate by checks", "詰み"},
    [KJ_FAULT_OVER] = {"over", "won as it stands, there is nothing to solve", "0手詰"},
    [KJ_FAULT_OPEN_USELESS] = {"open-useless", "useless pieces not all decided", "飾り駒未確定"},
};

#define NOTE KJ_SEVERITY_NOTE
#define BLEMISH KJ_SEVERITY_BLEMISH
#define DEFECT KJ_SEVERITY_DEFECT

/* What weighs the same under all profiles. */
#define ALWAYS_DEFECTS                                                              \
    [KJ_CLASS_EARLY] = DEFECT, [KJ_CLASS_EQUAL] = DEFECT, [KJ_CLASS_LATE] = DEFECT, \
    [KJ_CLASS_REJOIN] = DEFECT, [KJ_CLASS_ESCAPE] = DEFECT, [KJ_CLASS_NOT_MAIN] = DEFECT

/* Faults of a whole, as KjFault has them; what profiles differ in. */
#define FAULTS(leftover, useless)                                               \
    {                                                                           \
        DEFECT, DEFECT, leftover, DEFECT, DEFECT, DEFECT, /* no-mate to set */  \
            useless, NOTE, NOTE, DEFECT, DEFECT, DEFECT   /* useless to over */ \
    }

/* docs/check.md. */
static const KjProfile profiles[] = {
    {.name = "modern",
     .title = "modern magazine rules",
     .details =
         "cooks and longer variations are defects; free choices, detours and variations of equal "
         "length are blemishes",
     .move = {ALWAYS_DEFECTS, [KJ_CLASS_ORDER] = DEFECT, [KJ_CLASS_LAST] = NOTE,
              [KJ_CLASS_CHOICE] = BLEMISH, [KJ_CLASS_PROMOTION] = BLEMISH,
              [KJ_CLASS_DETOUR] = BLEMISH, [KJ_CLASS_SAME] = BLEMISH, [KJ_CLASS_LONGER] = DEFECT},
     .fault = FAULTS(DEFECT, BLEMISH),
     .last_in_one = NOTE,
     .late_at_last = NOTE,
     .excess = KJ_EXCESS_REJECT,
     .interpositions = KJ_INTERPOSITIONS_WIDE},
    {.name = "app",
     .title = "the published rules of a posting service",
     .details = "as modern, but choices of square and mirrored moves are free, useless pieces are "
                "forbidden and a mate in one must have one answer",
     .move = {ALWAYS_DEFECTS, [KJ_CLASS_ORDER] = DEFECT, [KJ_CLASS_LAST] = NOTE,
              [KJ_CLASS_CHOICE] = NOTE, [KJ_CLASS_PROMOTION] = NOTE, [KJ_CLASS_DETOUR] = NOTE,
              [KJ_CLASS_SAME] = BLEMISH, [KJ_CLASS_LONGER] = BLEMISH},
     .fault = FAULTS(DEFECT, DEFECT),
     .last_in_one = DEFECT,
     .late_at_last = NOTE,
     .excess = KJ_EXCESS_ALLOW2,
     .interpositions = KJ_INTERPOSITIONS_WIDE},
    {.name = "classic",
     .title = "the custom of older times",
     .details = "as modern, but variations up to four plies longer that leave a piece over, and "
                "transposed order, are blemishes",
     .move = {ALWAYS_DEFECTS, [KJ_CLASS_ORDER] = BLEMISH, [KJ_CLASS_LAST] = NOTE,
              [KJ_CLASS_CHOICE] = NOTE, [KJ_CLASS_PROMOTION] = NOTE, [KJ_CLASS_DETOUR] = NOTE,
              [KJ_CLASS_SAME] = NOTE, [KJ_CLASS_LONGER] = BLEMISH},
     .fault = FAULTS(DEFECT, NOTE),
     .last_in_one = NOTE,
     .late_at_last = NOTE,
     .excess = KJ_EXCESS_ALLOW4,
     .interpositions = KJ_INTERPOSITIONS_WIDE},
    {.name = "strict",
     .title = "one solution, move for move (完全限定)",
     .details =
         "any other move that mates is a defect, the last one and choices of square included; "
         "so are variations of equal length and useless pieces",
     .move = {ALWAYS_DEFECTS, [KJ_CLASS_ORDER] = DEFECT, [KJ_CLASS_LAST] = DEFECT,
              [KJ_CLASS_CHOICE] = DEFECT, [KJ_CLASS_PROMOTION] = DEFECT, [KJ_CLASS_DETOUR] = DEFECT,
              [KJ_CLASS_MIRROR] = BLEMISH, [KJ_CLASS_SAME] = DEFECT, [KJ_CLASS_SAME_LAST] = BLEMISH,
              [KJ_CLASS_LONGER] = DEFECT},
     .fault = FAULTS(DEFECT, DEFECT),
     .last_in_one = DEFECT,
     .late_at_last = DEFECT,
     .excess = KJ_EXCESS_REJECT,
     .interpositions = KJ_INTERPOSITIONS_STD2},
    {.name = "bare",
     .title = "no exemptions",
     .details = "every interposition counts, and nothing that mates beside the line is excused; "
                "variations are not judged",
     .move = {ALWAYS_DEFECTS, [KJ_CLASS_ORDER] = DEFECT, [KJ_CLASS_LAST] = DEFECT,
              [KJ_CLASS_CHOICE] = DEFECT, [KJ_CLASS_PROMOTION] = DEFECT, [KJ_CLASS_DETOUR] = DEFECT,
              [KJ_CLASS_MIRROR] = DEFECT},
     .fault = FAULTS(NOTE, NOTE),
     .last_in_one = DEFECT,
     .late_at_last = DEFECT,
     .excess = KJ_EXCESS_IGNORE,
     .interpositions = KJ_INTERPOSITIONS_COUNT},
};

size_t kj_profile_count(void)
{
    return G_N_ELEMENTS(profiles);
}

const KjProfile *kj_profile_at(size_t index)
{
    return &profiles[index];
}

static const char *const severities[] = {"none", "note", "blemish", "defect"};

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
    for (unsigned s = 0; s < G_N_ELEMENTS(severities) && weight; s++) {
        if (strcmp(severities[s], severity) == 0) {
            *weight = (KjSeverity)s;
            return true;
        }
    }
    return false;
}

const char *kj_class_code(KjClass c)
{
    return classes[c].code;
}

const char *kj_class_en(KjClass c)
{
    return classes[c].en;
}

const char *kj_class_ja(KjClass c)
{
    return classes[c].ja;
}

const char *kj_class_hisshi_en(KjClass c)
{
    return hisshi_classes[c].en ? hisshi_classes[c].en : classes[c].en;
}

const char *kj_class_hisshi_ja(KjClass c)
{
    return hisshi_classes[c].ja ? hisshi_classes[c].ja : classes[c].ja;
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

const char *kj_work_text(KjWork work)
{
    static const char *const text[] = {"sound", "blemished", "unsound", "unknown"};
    return text[work];
}

const char *kj_work_ja(KjWork work)
{
    static const char *const text[] = {"完全", "完全(キズあり)", "不完全", "不明"};
    return text[work];
}
