/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option table as USI has it: the options of `solve` that mean something to an engine, under
 * names made from theirs (`variation-excess` is VariationExcess), and USI's own names where it has
 * one.
 */
#pragma once

#include "repl/job/options.h"

/* What an engine can be told besides. */
typedef struct {
    unsigned multi_pv; // MultiPV: how many mating first moves are listed, 1..KJ_USI_MOST_PV
} KjUsiOwn;

// No position has more legal moves.
enum { KJ_USI_MOST_PV = 593 };

/* The lines `option name ... type ...`, with the values in force as defaults. (transfer full,
 * g_strfreev) */
char **kj_usi_options(const KjValues *values, const KjUsiOwn *own);

/*
 * Obeys what follows `setoption`: `name NAME [value VALUE]`, names in any case. UCI_Variant and
 * USI_Variant are the same, as are MultiPV and USI_MultiPV; USI_Ponder, which GUIs set unasked, is
 * taken and means nothing. Errors: KJ_USAGE_ERROR_OPTION; nothing is then changed.
 */
bool kj_usi_option_set(KjValues *values, KjUsiOwn *own, const char *words, GError **error);
