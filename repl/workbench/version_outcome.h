/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a check of a version came to, with its tries. */
#pragma once

#include <stdatomic.h>

#include "repl/check/check_job.h"

/* A verdict in short: what lists of versions show, and what a session keeps of it. */
typedef struct {
    bool possible;            // the position is one that can be checked
    bool line_lost;           // a line is intended, and the check did not take it for the author's
    bool has_line, tentative; // of the main line, as in KjReport
    bool useless_open;        // not all useless pieces are decided
    KjVerdict mate;
    KjWork verdict;
    unsigned plies, cooks, defects, blemishes, open;
    // Checks beside the line that do not mate: all, those that hold out (tries.h), and for how
    // many plies the best of them does.
    unsigned wrong, tries, held;
} KjJudged;

typedef struct KjVersionOutcome {
    char *asked; // the limits and rules it was judged by; owned
    KjJudged judged;
    KjCheckRequest request;
    KjGame game;         // with the rule switches; what the position points to
    KjPosition position; // of the version
    KjReport report;
    bool reported; // there is a report: the position can be checked, and was in this session
} KjVersionOutcome;

void kj_version_outcome_free(KjVersionOutcome *outcome);

/*
 * Judges a position as `check` does, `line` (KjMove, may be NULL) as the author's if it mates;
 * `game` has the rules in force and is copied. On any thread. (transfer full)
 */
KjVersionOutcome *kj_version_outcome_new(const KjCheckRequest *request, const KjGame *game,
                                         const KjPosition *position, KjSide attacker,
                                         const GArray *line, const atomic_bool *stop);

/* Verdict, length, cooks, tries: "sound, 5 plies, tries 2 of 14 (up to 4 plies)". (transfer full) */
char *kj_judged_text(const KjJudged *judged);

/* An outcome without its report as a line of text, without its end, and back; NULL for anything
 * else. (transfer full) */
char *kj_version_outcome_write(const KjVersionOutcome *outcome);
KjVersionOutcome *kj_version_outcome_read(const char *line);
