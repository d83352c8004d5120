/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes read back. */
#include "repl/cli/fields_read.h"
#include "repl/workbench/version_outcome.h"
#include "repl/workbench/workbench_fields.def"

KjVersionOutcome *kj_version_outcome_read(JsonObject *object)
{
    KjJudgement j = {.fate = KJ_FATES, .verdict = KJ_WORK_UNKNOWN}, *judged = &j;
    KJ_FIELDS_KEPT;
    KJ_FIELDS_JUDGED;
    const char *asked = kj_field_text(object, "asked");
    if (j.fate == KJ_FATES || !asked)
        return NULL;
    KjVersionOutcome *outcome = g_new0(KjVersionOutcome, 1);
    outcome->judged = j;
    outcome->asked = g_strdup(asked);
    return outcome;
}
