/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind `go` and `ponderhit`: what is asked, and how long it may take. */
#pragma once

#include "solver/solver.h"

/* Times in milliseconds; 0: nothing is said. */
typedef struct {
    double move, byoyomi, left[2], increment[2];
    bool mate, endless, ponder;
    double mate_time; // negative: none given
    uint64_t nodes;
    char **line; // the words behind `matedebug`, or NULL; owned
} KjUsiWords;

/* Reads them; words that mean nothing are passed over. Clear with kj_usi_words_clear. */
void kj_usi_words_read(const char *words, KjUsiWords *out);
void kj_usi_words_clear(KjUsiWords *words);

/* Seconds for a search of the side to move, 0 without limit. A move of a game may take a twentieth
 * of what is left. */
double kj_usi_words_seconds(const KjUsiWords *words, KjSide side);

/* Makes limits stricter where the words do. */
void kj_usi_words_limit(const KjUsiWords *words, KjSide side, KjLimits *limits);
