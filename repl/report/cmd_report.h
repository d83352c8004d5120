/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as the commands on stores write them. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/store/merge.h"

/* Some words of --format, by their number. */
enum { KJ_REPORT_TEXT, KJ_REPORT_LIST };

/* Stores put together, with contradictions told on standard error. */
KjCopy kj_copy_told(KjSession *session);

/*
 * Writes a report on an open store in the format of --format or --json, to --output if it is given.
 */
struct KjStoreReport;
bool kj_store_report_write(struct KjStoreReport *report, const KjCall *call, unsigned otherwise,
                           GError **error);
