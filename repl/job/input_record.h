/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that stand in no record, made one. */
#ifndef KJ_REPL_JOB_INPUT_RECORD_H
#define KJ_REPL_JOB_INPUT_RECORD_H

#include "core/format/format.h"
#include "repl/job/input.h"

/* A record of a position with its moves, and what a list has beside it as headers; for formats of
 * positions alone it is the position after them. (transfer full) */
KjGameFile *kj_input_record(const KjInput *input, KjFormat format);

#endif
