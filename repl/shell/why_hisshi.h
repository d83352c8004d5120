/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a position, or a move, is 必至 or is not. */
#pragma once

#include "repl/cli/commands.h"

/*
 * Searches what is on the board, after a legal move unless that is KJ_MOVE_NONE, and prints why: of
 * what is forced the line, and by which mate each defence behind it fails; of what is not, the
 * defence that survives, for each check and threat. Errors as of KjRunFn.
 */
KjExit kj_why_hisshi(KjSession *session, const KjCall *call, KjMove move, GError **error);
