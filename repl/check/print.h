/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the printers of `check` share. */
#ifndef KJ_REPL_CHECK_PRINT_H
#define KJ_REPL_CHECK_PRINT_H

#include "repl/check/check.h"

/* A finding, and the verdict, as a line for people. (transfer full) */
char *kj_check_finding_text(const KjCheckRequest *request, const KjCheckJob *job,
                            const KjFinding *finding);
char *kj_check_verdict_text(const KjCheckRequest *request, const KjReport *report);

/* The fields of kanju.check/1 after the position. */
void kj_check_print_fields(const KjCheckRequest *request, const KjCheckJob *job,
                           KjPrinter *printer);

/* A page of reports (HTML) in which the trees fold: its head, a report, its foot. */
void kj_check_page_begin(const KjCheckRequest *request, GString *out);
void kj_check_page_add(const KjCheckRequest *request, const KjCheckJob *job, GString *out);
void kj_check_page_end(GString *out);

/* Useless pieces, themes and difficulty: their fields, and lines for people. */
void kj_check_print_beside_fields(const KjCheckJob *job, KjPrinter *printer);
void kj_check_print_beside(const KjCheckRequest *request, const KjCheckJob *job,
                           KjPrinter *printer);

#endif
