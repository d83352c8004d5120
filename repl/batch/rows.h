/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands on whole collections; their rows are in rows.c. */
#ifndef KJ_REPL_BATCH_ROWS_H
#define KJ_REPL_BATCH_ROWS_H

#include "repl/commands.h"

KjExit kj_cmd_batch(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_report(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_find(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_dedupe(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_merge(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_export(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);

/* Some words of --format, by their number. */
enum { KJ_REPORT_TEXT, KJ_REPORT_LIST };

/* Writes a report on an open store in the format of --format or --json, to --output if it is given. */
struct KjStoreReport;
bool kj_store_report_write(struct KjStoreReport *report, const KjCall *call, unsigned otherwise,
                           KjPrinter *printer, GError **error);

#endif
