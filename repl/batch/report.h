/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on a store, one writer a format. */
#ifndef KJ_REPL_BATCH_REPORT_H
#define KJ_REPL_BATCH_REPORT_H

#include <stdio.h>

#include "repl/batch/items.h"
#include "repl/session.h"

/* What a writer works with. */
typedef struct {
    KjSession *session;
    KjStore *store;
    KjTask task;
    const KjQuery *query; // which items, NULL all
    const char *schema;   // of JSON
    bool
        stable; // leaves out what may differ between two runs: times, nodes, version, names of stores
    FILE *out;
} KjReport;

/* Writes all of it to report->out. False with `error` (KJ_STORE_ERROR, G_FILE_ERROR). */
typedef bool (*KjReportWriter)(KjReport *report, GError **error);

bool kj_report_text(KjReport *report, GError **error);
bool kj_report_list(KjReport *report, GError **error); // a collection: ID, position, plies, note
bool kj_report_csv(KjReport *report, GError **error);
bool kj_report_jsonl(KjReport *report, GError **error);
bool kj_report_html(KjReport *report, GError **error);
bool kj_report_kif(KjReport *report, GError **error);

/* Writes a text; false with G_FILE_ERROR. */
bool kj_report_put(KjReport *report, const char *text, GError **error);

/* Puts each item through a function that appends to a text, which is written after each. */
typedef void (*KjItemWriter)(KjReport *report, const KjItem *item, GString *out);
bool kj_report_each(KjReport *report, KjItemWriter write, GError **error);

/* Runs a query whose text goes on with the conditions on items (i, f, p, r): `select` before FROM, `more`
 * after WHERE, e.g. GROUP BY. NULL on an error. (transfer full) */
sqlite3_stmt *kj_report_select(KjReport *report, const char *select, const char *more,
                               GError **error);

#endif
