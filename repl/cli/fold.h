/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text folded to the columns of a terminal, or to paper: at words, in Japanese between characters
 * where no mark and no move is torn off. Positions are never parted, since they are copied.
 */
#pragma once

#include <glib.h>

/* Appends a line that stands at `column` already, so that what goes on stands at `indent` and
 * nothing passes `width` that can be parted; without a line end. */
void kj_fold_line(GString *out, const char *line, unsigned column, unsigned indent, unsigned width);

/* Where a line is to fit, in the unit that `width` measures texts in. */
typedef struct {
    double begin;    // it stands there already
    unsigned indent; // blanks that what goes on begins with
    double most;     // nothing passes this that can be parted
    double (*width)(void *data, const char *text);
    void *data;
} KjFoldRoom;

/* kj_fold_line in any unit. */
void kj_fold_measured(GString *out, const char *line, const KjFoldRoom *room);

/* Lines, each of which goes on a little further in than it begins. (transfer full) */
char *kj_fold(const char *text, unsigned width);

/* How many rows a terminal of `width` columns draws a text in. */
unsigned kj_fold_rows(const char *text, unsigned width);
