/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Works that were made: sound by kj_check, every piece needed, with what is to be known to choose
 * among them.
 */
#pragma once

#include "solver/check/check.h"
#include "solver/checkpoint.h"
#include "solver/themes/measures.h"

enum { KJ_MADE_PLIES = 63 };

typedef struct {
    KjPosition position;
    unsigned n_line; // the length of the work; no interposition of the line is futile
    KjMove line[KJ_MADE_PLIES];
    unsigned n_blemishes; // 0 where useless pieces are taken away
    uint64_t themes;      // bit i: shows kj_theme_at(i)
    bool by_law;          // the law of repetition decides it (KjReport.by_history)
    unsigned pieces;      // on the board and in the attacker's hand, kings apart
    double difficulty;    // KjDifficulty.score
    KjMeasured measured;
    double appeal;   // kj_appeal_of
    uint64_t nodes;  // the check took
    uint64_t number; // of the work it was bred from, from 1: relatives share it
} KjMade;

/* How works are checked. */
typedef struct {
    const KjProfile *profile;
    KjSide attacker;
    bool trims;     // useless pieces are taken away; else they are a blemish
    bool flaws;     // blemishes are let pass all the same
    bool intended;  // the line that is to be found is the author's, of which the check is told
    KjBb kept;      // squares whose pieces are not taken away
    uint64_t nodes; // for one check
    uint64_t left;  // for all questions together; 0: no limit
    const atomic_bool *stop;
} KjMadeOptions;

/*
 * Checks a diagram as `check` does, with useless pieces and themes. If those are to be taken away,
 * what is sound but for them is checked again without the first, until each piece is needed, and
 * other blemishes are not let pass. `line` (may be NULL) must be what the check finds, which is told
 * of no author's line unless the options say so. True: `out` is the work, with nothing left open. `out_nodes` is counted up by
 * what was searched.
 */
bool kj_made_check(KjSolver *solver, const KjPosition *diagram, const KjMadeOptions *options,
                   const KjMove *line, unsigned n_line, KjMade *out, uint64_t *out_nodes);

/* The work of a report that found it sound, whose themes were looked for and whose line, of
 * KJ_MADE_PLIES moves at most, has no futile interposition. */
void kj_made_of_report(const KjPosition *diagram, const KjReport *report, KjMade *out);

/* Writes or reads a work, for the same build of the program; `game` is that of its position. False:
 * it could not be written; there are not so many bytes. */
bool kj_made_keep(KjMade *made, const KjGame *game, const KjBytes *bytes);

/* Whether a work shows a theme. */
bool kj_made_shows(const KjMade *made, const char *code);

/* Those of its themes that are no genres. */
uint64_t kj_made_devices(const KjMade *made);

/* Which of two works is to be shown first, as for qsort: that with fewer blemishes, with more appeal;
 * of equal ones always the same. */
int kj_made_compare(const KjMade *x, const KjMade *y);
