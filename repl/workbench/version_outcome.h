/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a check of a version came to, with its tries. */
#pragma once

#include <json-glib/json-glib.h>
#include <stdatomic.h>

#include "repl/check/check_job.h"
#include "solver/compose/judgement.h"

typedef struct KjVersionOutcome {
    char *asked;        // the limits and rules it was judged by; owned
    KjJudgement judged; // LINE_LOST: the check did not take the line intended for the author's
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

/* An outcome without its report as JSON, and back; NULL for anything else, as NULL. (transfer full)
 */
JsonNode *kj_version_outcome_write(const KjVersionOutcome *outcome);
KjVersionOutcome *kj_version_outcome_read(JsonObject *object);
