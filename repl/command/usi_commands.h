/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine's side of USI, the protocol between shogi programs and engines (docs/usi.md): takes
 * the lines of a GUI one by one, in any order, and answers as they ask.
 */
#pragma once

#include "repl/cli/commands.h"

typedef struct KjUsi KjUsi;

/* An engine whose options are first those of the call; it writes to `printer`. (transfer full) */
KjUsi *kj_usi_new(KjSession *session, const KjCall *call);

/* Obeys a line, without its end. False: to quit, or nobody reads what it writes. */
bool kj_usi_obey(KjUsi *usi, const char *line);

/* Writes "info string MESSAGE". */
void kj_usi_info(KjUsi *usi, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* No more lines come: a search with limits goes on to its end, another one is stopped. */
void kj_usi_finish(KjUsi *usi);

/* Stops what is under way and frees it. */
void kj_usi_free(KjUsi *usi);
