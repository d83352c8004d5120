/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report in words, in the language of the thread: the only place where findings, verdicts and
 * what follows a move are said. Text, workbench, library, pages and reports on a store ask here,
 * with the report of a fresh check or one that was stored (check_read.h).
 */
#pragma once

#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/job/refutation.h"
#include "solver/check/check.h"

/* A report, what it is about and how its moves are written. */
typedef struct {
    const KjReport *report;
    const KjPosition *root;
    KjMove last; // the move before the root, or KJ_MOVE_NONE
    KjNotation notation;
} KjReportView;

/* Moves that follow another one where one line of text is to hold them. */
enum { KJ_CHECK_FOLLOWING = 12 };

/* The name of a row of a table that has it in both languages. */
static inline const char *kj_check_name(const char *en, const char *ja)
{
    return kj_lang() == KJ_LANG_JA ? ja : en;
}

/* What a class, a fault and a verdict are called. Static. */
const char *kj_check_class_name(KjClass class, bool hisshi);

/* The same of moves beside a node: a longer mate at the last ply is no cook like others
 * (docs/check.md) and has a name of its own. Static. */
const char *kj_check_name_at(const KjReport *report, const KjCheckNode *node, KjClass class);

const char *kj_check_fault_name(KjFault fault);
const char *kj_check_work_name(KjWork work);

/* A fault: its name, where it is and its detail. (transfer full) */
char *kj_check_fault_words(const KjReportView *view, const KjFinding *finding);

/* A finding without and with its weight, the moves of its class all together. (transfer full) */
char *kj_check_finding_words(const KjReportView *view, const KjFinding *finding);
char *kj_check_finding_text(const KjReportView *view, const KjFinding *finding);

/*
 * One move beside the line, with its length and up to `most` moves that follow: "ply 3, longer
 * cook: ▲２三銀 (9 plies): △同　玉"; `most` 0: the move alone. (transfer full)
 */
char *kj_check_beside_words(const KjReportView *view, const KjCheckNode *node,
                            const KjAlternative *alt, unsigned most);

/* What programs read of a finding: its move in USI, or its detail in English, whatever the language
 * is. (transfer full) */
char *kj_check_plain_detail(const KjReportView *view, const KjFinding *finding);

/* What is wrong with an author's line, "" if the detail is of another kind. In English; static. */
const char *kj_check_line_detail(KjDetailKind kind);

/* The verdict as a line. (transfer full) */
char *kj_check_verdict_text(const KjReport *report);

/* The verdict, the length and the codes of what is worse than a note (in Japanese their names):
 * "blemished, blemishes 1, 3 plies; useless". (transfer full) */
char *kj_check_summary(const KjReport *report);

/* All moves of one class at a node, "cook: ▲… (9 plies), ▲…"; NULL if there is none. (transfer
 * full) */
char *kj_check_class_list(const KjReportView *view, const KjCheckNode *node, KjClass class);

/* Whether an alternative is told with one before it: both are interpositions that are met alike. */
bool kj_check_is_told(const KjReport *report, const KjCheckNode *node, const KjAlternative *alt);

/* An alternative's move, with those that are told with it; their number in `out_n`, which may be
 * NULL. (transfer full) */
char *kj_check_alike(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt,
                     unsigned *out_n);

/* A move of a node. (transfer full) */
char *kj_check_move(const KjReportView *view, const KjCheckNode *node, KjMove move);

/* What follows an alternative, at most `most` moves, "" if nothing is known. (transfer full) */
char *kj_check_follow(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt,
                      unsigned most);

/* "1 ply", "at most 3 plies", "3手以内". (transfer full) */
char *kj_check_plies(unsigned plies, bool exact);

/*
 * Why a move of a node is what it is, in a sentence (repl/job/because.h): of a check that fails, of a
 * reply that loses sooner or does not count, or (`alt` NULL) of the move of the line; "" if there
 * is nothing to say. (transfer full)
 */
char *kj_check_because(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt);

/* What a move beside a node is called, with that sentence. (transfer full) */
char *kj_check_note(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt);

/* Which limit was reached, "" if none. Static. */
const char *kj_check_cause_text(KjCause cause);

/* Why there is no mate; `tree` is NULL where there is one, or it was not asked for. */
KjRefutationView kj_check_refutation_of(const KjReportView *view);

/* The move of a node's that is this one, NULL: that of the line, or none. */
const KjAlternative *kj_check_alternative(const KjCheckNode *node, KjMove move);
