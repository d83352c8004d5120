/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands on whole collections; their rows are in rows.c. */
#ifndef KJ_REPL_BATCH_ROWS_H
#define KJ_REPL_BATCH_ROWS_H

#include "repl/commands.h"

KjExit kj_cmd_batch(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_report(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);
KjExit kj_cmd_find(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error);

#endif
