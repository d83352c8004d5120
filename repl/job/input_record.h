/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that stand in no record, made one. */
#pragma once

#include "core/format/format.h"
#include "core/text/lang.h"
#include "repl/job/input.h"

/* Whether a problem has a name, and not only the place where it was read. */
bool kj_input_is_named(const KjInput *input);

/* Gives a tree the headers of a problem, as kj_move_tree_take_headers does; of a line of a list its
 * id (作品番号 if it is a number, else 作品名) and note. */
void kj_input_about(const KjInput *input, KjMoveTree *tree);

/* The language of what people have written in a record: of its comments and of what it says of the
 * work; that of the thread where nothing is. */
KjLang kj_work_language(const KjMoveTree *tree);

/* Whether moves are to be written, by --moves. */
bool kj_input_moves_along(const KjValues *values);

/* A record of a position with its moves, and what a list has beside it as headers; for formats of
 * positions alone it is the position after them. (transfer full) */
KjGameFile *kj_input_record(const KjInput *input, KjFormat format);
