/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the printers of `check` share. */
#ifndef KJ_REPL_CHECK_CHECK_PRINT_H
#define KJ_REPL_CHECK_CHECK_PRINT_H

#include "core/format/game_file.h"
#include "repl/check/check_job.h"
#include "repl/cli/commands.h"
#include "repl/job/refutation.h"

/* A finding without and with its weight, and the verdict, as a line for people. (transfer full) */
char *kj_check_finding_words(const KjCheckRequest *request, const KjCheckJob *job,
                             const KjFinding *finding);
char *kj_check_finding_text(const KjCheckRequest *request, const KjCheckJob *job,
                            const KjFinding *finding);
char *kj_check_verdict_text(const KjReport *report);

/* The verdict, the length and the codes of what is worse than a note (in Japanese their names):
 * "blemished, blemishes 1, 3 plies; useless". (transfer full) */
char *kj_check_summary(const KjReport *report);

/* All moves of one class at a node, "cook: ▲… (9 plies), ▲…"; NULL if there is none. (transfer
 * full) */
char *kj_check_class_list(const KjCheckRequest *request, const KjCheckJob *job,
                          const KjCheckNode *node, KjClass class);

/* "1 ply", "at most 3 plies", "3手以内". (transfer full) */
char *kj_check_plies(unsigned plies, bool exact);

/* Why there is no mate; `tree` is NULL where there is one, or it was not asked for. */
KjRefutationView kj_check_refutation_of(const KjCheckRequest *request, const KjCheckJob *job);

/* Which limit was reached, "" if none. Static. */
const char *kj_check_cause_text(KjCause cause);

/* The details of KJ_FAULT_OPEN_LENGTH in the language of the thread. (transfer full) */
char *kj_check_open_length(const char *details);

/* What more there is to say of a fault, NULL if nothing. (transfer full) */
char *kj_check_details(const KjCheckJob *job, const KjFinding *finding);

/* The schema of the records of `check`. */
#define KJ_CHECK_SCHEMA "kanju.check/1"

/* Their fields after the position. */
void kj_check_print_fields(const KjCheckRequest *request, const KjCheckJob *job,
                           KjPrinter *printer);

/*
 * The work as a game: the line with comments where something is found, variations as branches,
 * besides up to `others` moves at a node that are worth no word, and the refutation where there is
 * no mate. (transfer full)
 */
KjMoveTree *kj_check_game(const KjCheckRequest *request, const KjCheckJob *job, unsigned others,
                          bool comments);

/* Useless pieces, themes and difficulty: their fields, and lines for people. */
void kj_check_print_extras_fields(const KjCheckJob *job, KjPrinter *printer);
void kj_check_print_extras(const KjCheckJob *job, KjPrinter *printer);

#endif
