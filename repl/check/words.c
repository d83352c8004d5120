/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces, squares and details of findings in the words of a language. */
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "repl/check/print.h"
#include "repl/job/text.h"

KjRefutationView kj_check_refutation_of(const KjCheckRequest *request, const KjCheckJob *job)
{
    return (KjRefutationView){.tree = job->report.refutation,
                              .root = &job->root,
                              .last = job->solve.input->last,
                              .notation = request->solve.notation};
}

const char *kj_check_cause_text(KjCause cause)
{
    return kj_tr(kj_cause_text(cause));
}

/* What can be taken away. */
static char *useless_pieces(const KjCheckJob *job)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < job->report.spares->len; i++) {
        const KjSpare *spare = &g_array_index(job->report.spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == KJ_YES)
            g_ptr_array_add(words, kj_piece_name_at(job->root.game, spare->piece, spare->square));
    }
    g_ptr_array_add(words, NULL);
    return g_strjoinv(kj_tr(", "), (char **)words->pdata);
}

char *kj_check_open_length(const char *details)
{
    unsigned least, most;
    if (sscanf(details, "between %u and %u plies", &least, &most) == 2)
        return g_strdup_printf(kj_tr("between %u and %u plies"), least, most);
    if (sscanf(details, "at least %u plies, no mate proved", &least) == 1)
        return g_strdup_printf(kj_tr("at least %u plies, no mate proved"), least);
    return g_strdup(kj_tr(details));
}

char *kj_check_details(const KjCheckJob *job, const KjFinding *finding)
{
    if (!finding->details)
        return NULL;
    unsigned missing = job->solve.missing;
    switch (finding->fault) {
    case KJ_FAULT_USELESS: return useless_pieces(job);
    case KJ_FAULT_SET:
        return g_strdup_printf(kj_tr("%u piece%s in nobody's hand"), missing,
                               missing == 1 ? "" : "s");
    case KJ_FAULT_LENGTH:
        return g_strdup_printf(kj_tr("recorded %d, found %u"), job->solve.input->recorded_plies,
                               job->report.plies);
    case KJ_FAULT_OPEN_LENGTH: return kj_check_open_length(finding->details);
    case KJ_FAULT_LEFTOVER: // Japanese says which
        return kj_lang() == KJ_LANG_JA
                   ? kj_hand_kanji(&job->solve.input->game, job->report.leftover)
                   : g_strdup(finding->details);
    default: return g_strdup(kj_tr(finding->details));
    }
}
