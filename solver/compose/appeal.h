/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much a made work may appeal, as a sum of points for its themes and measures. The points are
 * chosen, not fitted: they order a list that a person then looks through (docs/composing.md).
 */
#pragma once

#include "solver/compose/made.h"

/* A part of the points: of a theme or a measure, or of "pieces", "plies" or "law". */
typedef struct {
    const char *code;     // static
    double points;        // may be negative
    const KjTheme *theme; // NULL: of none,
    KjMeasure measure;    // but of this; KJ_MEASURES: of none either
} KjAppealPart;

/* The parts that count, at most KJ_APPEAL_PARTS; returns how many. */
enum { KJ_APPEAL_PARTS = 96 };
unsigned kj_appeal_parts(const KjMade *made, KjAppealPart *out);

/* The points of a work: the sum of these. */
double kj_appeal_of(const KjMade *made);

/* The themes and measures that speak most for a work, the weightiest first: up to `most` of them;
 * returns how many. */
unsigned kj_appeal_reasons(const KjMade *made, KjAppealPart *out, unsigned most);
