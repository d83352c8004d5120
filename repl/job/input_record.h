/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that stand in no record, made one. */
#pragma once

#include "core/format/format.h"
#include "core/text/lang.h"
#include "repl/job/input.h"

/* Gives a tree the headers of a problem, as kj_move_tree_take_headers does. */
void kj_input_about(const KjInput *input, KjMoveTree *tree);

/* The title of a problem, or NULL; the id of a line of a list, which stands for one in records, is
 * none. Owned by the input. */
const char *kj_input_title(const KjInput *input);

/* The language of what people have written in a record: of its comments and of what it says of the
 * work; that of the thread where nothing is. */
KjLang kj_work_language(const KjMoveTree *tree);

/* Whether moves are to be written, by --moves. */
bool kj_input_moves_along(const KjValues *values);

/*
 * A record of a problem, where it is not input->file itself (NULL then): of one that stands in none,
 * and of the position after moves that have been played, for formats of positions alone. (transfer
 * full)
 */
KjGameFile *kj_input_made_record(const KjInput *input, KjFormat format);
