/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each piece of a sound work is there for: the defect that appears without it. */
#pragma once

#include "repl/command/compose.h"

/* Takes every piece away by itself and judges what is left (KjRepair). False: `error` is set. */
bool kj_purposes_find(KjCompose *compose, KjComposeWork *work, GArray *out, GError **error);

/* The head of the list, for people; and its items. */
void kj_purposes_tell(KjPrinter *printer);
void kj_purposes_print(const KjCompose *compose, const KjComposeWork *work, const GArray *purposes,
                       KjPrinter *printer);
