/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A certificate taken apart, changed, and put together again. A change says whether it changed
 * anything; where there is a choice of lines or places one is drawn.
 */
#pragma once

#include <stdbool.h>

#include <glib.h>

#include "tests/naive/naive.h"

typedef struct {
    GPtrArray *lines; // of the header, without the last, "end"
    GByteArray *body; // what is behind it
    NvRng *rng;
} Mutant;

void mutant_of(Mutant *m, const GByteArray *certificate, NvRng *rng);
GByteArray *mutant_write(const Mutant *m); // (transfer full)
void mutant_clear(Mutant *m);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Mutant, mutant_clear)

/* A number below n; 0 if n is 0. */
unsigned mutant_draw(Mutant *m, unsigned n);

/* What the header says behind a word, "" nothing. */
const char *mutant_value(const Mutant *m, const char *word);

/* A byte of the body between two parts of a hundred; NULL if there is none. */
guint8 *mutant_byte(Mutant *m, unsigned from, unsigned to);

typedef enum {
    MUTANT_WORD,   // word n of a line that begins so becomes the value, the last if n is negative
    MUTANT_LINE,   // the line does
    MUTANT_LOSE,   // a line that begins like the value is left out
    MUTANT_ADD,    // the value is added as a line
    MUTANT_NUMBER, // a number of the body, up to a part of a hundred or, 100, in what is left
    MUTANT_FLIP,   // one of n bits of a byte is turned
    MUTANT_SKIP,   // some bytes of the body are left out
    MUTANT_TWICE,  // some are there twice
    MUTANT_CUT,    // the end is missing
} MutantHow;

/* One change; the value is one of those between |, or NULL where there is none. */
bool mutant_change(Mutant *m, MutantHow how, const char *begins, int n, const char *values);
