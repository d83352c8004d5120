/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on a store, one writer a format. */
#pragma once

#include <stdio.h>

#include "core/notation/notation.h"
#include "repl/cli/session.h"
#include "repl/report/findings.h"

/* What a writer works with. */
typedef struct KjStoreReport {
    KjSession *session;
    KjStore *store;
    KjTask task;
    const KjFindQuery *query;        // which items, NULL all
    const char *schema;              // of JSON
    KjNotation notation;             // of moves for people
    bool works;                      // for an author: text and page are letters
    const struct KjEdition *edition; // that a page is the index of, or NULL
    bool hidden;                     // a page begins with the answers hidden
    KjOver over;                     // what its files may be written over
    bool stable; // leaves out what may differ between two runs: times, nodes, version, names of
                 // stores
    FILE *out;
    const char *out_name; // for messages
    int failed;           // errno of writing, else 0
} KjStoreReport;

/* Writes all of it to report->out. False with `error` (KJ_STORE_ERROR, G_FILE_ERROR). */
typedef bool (*KjStoreReportWriter)(KjStoreReport *report, GError **error);

bool kj_store_report_text(KjStoreReport *report, GError **error);
bool kj_store_report_list(KjStoreReport *report,
                          GError **error); // a collection: ID, position, plies, note
bool kj_store_report_csv(KjStoreReport *report, GError **error);
bool kj_store_report_jsonl(KjStoreReport *report, GError **error);
bool kj_store_report_html(KjStoreReport *report, GError **error);
bool kj_store_report_export(KjStoreReport *report,
                            GError **error); // all tasks, read as a store (store/export.h)
bool kj_store_report_kif(KjStoreReport *report, GError **error);

/* Writes a report to a file, which appears when it is complete. */
bool kj_store_report_file(KjStoreReport *report, KjStoreReportWriter write, const char *path,
                          GError **error);

/* For authors and editors: works, what was found on its board, as text, page and PDF. */
bool kj_store_report_author_text(KjStoreReport *report, GError **error);
bool kj_store_report_author_html(KjStoreReport *report, GError **error);
bool kj_store_report_pdf(KjStoreReport *report, GError **error);

/* The query for the works of an author, for one work (number, id or title), or both; either may be
 * NULL. NULL with KJ_USAGE_ERROR_OPTION where there are none. (transfer full) */
KjFindQuery *kj_store_report_works(KjStoreReport *report, const char *author, const char *work,
                                   GError **error);

/* What was done with the problems, and by which rules: "checked: profile=modern". (transfer full) */
char *kj_store_report_task(const KjStoreReport *report);

/* Says by errno that something was not written; false. */
bool kj_store_report_unwritten(KjStoreReport *report, GError **error);

/* Writes a text; false with G_FILE_ERROR. */
bool kj_store_report_put(KjStoreReport *report, const char *text, GError **error);

/* Puts each item through a function that appends to a text, which is written after each. */
typedef void (*KjItemWriter)(KjStoreReport *report, const KjItem *item, GString *out);
bool kj_store_report_each(KjStoreReport *report, KjItemWriter write, GError **error);

/* In such queries: text that sorts like file and number, which does not depend on the order of
 * reading. */
#define KJ_REPORT_PLACE "f.name||char(1)||printf('%012d',i.number)"

/* Runs a query whose text goes on with the conditions on items (i, f, p, r): `select` before FROM,
 * `more` after WHERE, e.g. GROUP BY. NULL on an error. (transfer full) */
sqlite3_stmt *kj_store_report_select(KjStoreReport *report, const char *select, const char *more,
                                     GError **error);
