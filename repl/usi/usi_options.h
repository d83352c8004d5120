/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option table as USI has it: the options of `solve` that mean something to an engine, under
 * names made from theirs (`variation-excess` is VariationExcess), and USI's own names where it has
 * one.
 */
#ifndef KJ_REPL_USI_USI_OPTIONS_H
#define KJ_REPL_USI_USI_OPTIONS_H

#include "repl/job/options.h"

/* The lines `option name ... type ...`, with the values in force as defaults. (transfer full,
 * g_strfreev) */
char **kj_usi_options(const KjValues *values);

/*
 * Obeys what follows `setoption`: `name NAME [value VALUE]`, names in any case. UCI_Variant is the
 * same as USI_Variant. Errors: KJ_USAGE_ERROR_OPTION; `values` is then unchanged.
 */
bool kj_usi_option_set(KjValues *values, const char *words, GError **error);

#endif
