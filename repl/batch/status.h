/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch --status: how far the runs of a store on a server are. */
#pragma once

#include "repl/cli/commands.h"

/*
 * Says it once, or every --every seconds until nothing is left to do. The status is 0 when all is
 * done; 1 when something is wrong: problems were set aside, results contradict each other, or
 * something is left to do and no worker is alive; 4 while workers are at it.
 */
KjExit kj_batch_status(KjSession *session, const KjCall *call, GError **error);
