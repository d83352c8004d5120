/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store on a server holds brought into a file of this machine, and what is new there sent
 * back. Commands work on the file, so they say the same of either kind of store. */
#pragma once

#include "repl/store/store.h"

/*
 * SQL of either kind of store: whether result `m` is at least as good as another one of the same
 * problem, `n`. Settled comes before unsettled, decided before unknown, larger limits before smaller.
 */
#define KJ_STORE_WORTH(of)                                                                    \
    "(4*" of ".settled+2*CAST(" of ".verdict<>'unknown' AS integer)," of ".seconds_limit," of \
    ".nodes_limit," of ".memory_mib)"
#define KJ_STORE_AS_GOOD KJ_STORE_WORTH("m") ">=" KJ_STORE_WORTH("n")

/* Fills the empty file of a store with all that its server holds at one moment, or with all but
 * checkpoints. Errors: KJ_STORE_ERROR. */
bool kj_store_fetch(KjStore *store, bool checkpoints, GError **error);

/*
 * Sends what was read into the file, and what is better there, to the server, in one transaction;
 * of a store in a file nothing is to be done. Items of a file that the server has: with `replace`
 * they become those of ours, else they stay. If there is a temporary table `scope` (import.h), the
 * server's session gets one as well. Errors: KJ_STORE_ERROR.
 */
bool kj_store_send(KjStore *store, bool replace, GError **error);
