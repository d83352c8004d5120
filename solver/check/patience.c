/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a check goes on where nobody has set a limit. */
#include "solver/check/check-priv.h"

enum {
    USUAL_PLIES = 11,   // up to so many
    USUAL_SECONDS = 10, // so many seconds,
    SECONDS_A_PLY = 2,  // and so many more for each ply beyond
};

double kj_check_patience(unsigned plies)
{
    unsigned more = plies > USUAL_PLIES ? plies - USUAL_PLIES : 0;
    return USUAL_SECONDS + (double)SECONDS_A_PLY * more;
}

void kj_check_be_patient(KjChecker *c, const KjLimits *limits)
{
    c->own = *limits;
    c->patient = c->options->patient && !limits->nodes && limits->seconds <= 0;
    if (c->patient)
        c->limits = &c->own;
    kj_check_patience_for(c, c->options->n_author);
}

void kj_check_patience_for(KjChecker *c, unsigned plies)
{
    if (c->patient)
        c->own.seconds = MAX(c->own.seconds, kj_check_patience(plies));
}
