/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the name of a file to be written says of its format. The endings of all formats stand in
 * options.def; one that is none of them (.txt, .bak, none at all) says nothing.
 */
#pragma once

#include "repl/job/options.h"

/*
 * Looks at the names of all files that a call with options of `groups` writes. Where there is
 * --format, the ending of --output decides it, unless both are given and disagree; where there is
 * none, `endings` are those that --output may have (NULL: there is no --output either). Every other
 * option that names a file has endings of its own. Errors: KJ_USAGE_ERROR_OPTION.
 */
bool kj_option_endings_settle(uint64_t groups, const char *endings, KjValues *values,
                              GError **error);
