/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of problems share (input.c, input_each.c). */
#pragma once

#include "repl/job/input.h"

/* What the readers of one call work with. */
typedef struct {
    const KjValues *values;
    const KjGame *variant; // or NULL
    bool on_board;         // the argument is the workbench's board
    GPtrArray *inputs;     // KjInput*, what was read
} KjInputReader;

/* Adds an empty input; `id` NULL: the same as the place. */
KjInput *kj_reader_add(KjInputReader *reader, const char *id, const char *place);

/* What problems stand in. */
typedef struct {
    const char *name; // of the file, or the place of an argument
    bool one_line;    // not of a file: the name is the place of what stands in it
    const char *text; // in UTF-8, without a mark
    unsigned first;   // number of the first line in the file, from 1
} KjReaderText;

/* Takes over the problems of a text. */
void kj_reader_add_problems(KjInputReader *reader, GPtrArray *problems, const KjReaderText *text);

/* Adds the problems of a text, bytes in any encoding and format; `one_line`: not of a file. */
void kj_reader_add_text(KjInputReader *reader, const char *text, gssize length, const char *name,
                        bool one_line);
