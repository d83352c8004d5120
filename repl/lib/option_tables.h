/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All tables of options, for the program and for the library. */
#pragma once

#include "repl/job/options.h"

/* In the order in which options are listed, NULL at the end. */
extern const KjOption *const kj_option_tables[];
