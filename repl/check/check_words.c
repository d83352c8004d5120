/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves, findings and verdicts in the words of a language. */
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "repl/check/check_print.h"
#include "repl/job/phrases.h"

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

/* What can, or may be, taken away. */
static char *useless_pieces(const KjCheckJob *job, KjTri state)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < job->report.spares->len; i++) {
        const KjSpare *spare = &g_array_index(job->report.spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == state)
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
    case KJ_FAULT_USELESS: return useless_pieces(job, KJ_YES);
    case KJ_FAULT_OPEN_USELESS: return useless_pieces(job, KJ_OPEN);
    case KJ_FAULT_SET:
        return g_strdup_printf(
            kj_tr_n(missing, "%u piece in nobody's hand", "%u pieces in nobody's hand"), missing);
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

/* ---- moves and findings ---- */

enum { MANY = 12 }; // alternatives of a class that are listed one by one

/* The move before a node of the line. */
static KjMove before(const KjCheckJob *job, unsigned ply)
{
    return ply ? job->report.line[ply - 1] : job->solve.input->last;
}

char *kj_check_move(const KjCheckRequest *request, const KjCheckJob *job, const KjCheckNode *node,
                    KjMove move)
{
    return kj_move_text(&node->position, move, before(job, node->ply), request->solve.notation);
}

char *kj_check_follow(const KjCheckRequest *request, const KjCheckNode *node,
                      const KjAlternative *alt, unsigned most)
{
    KjPosition next = node->position;
    KjUndo undo;
    kj_position_make(&next, alt->move, &undo);
    g_auto(GStrv) line =
        kj_line_text(&next, alt->line, MIN(alt->n_line, most), alt->move, request->solve.notation);
    g_autofree char *text = g_strjoinv(" ", line);
    return g_strconcat(text, alt->n_line > most ? " …" : "", NULL);
}

char *kj_check_plies(unsigned plies, bool exact)
{
    if (exact)
        return g_strdup_printf(kj_tr_n(plies, "%u ply", "%u plies"), plies);
    return g_strdup_printf(kj_tr_n(plies, "at most %u ply", "at most %u plies"), plies);
}

/* "(9 plies, back at ply 5)" and the like. (transfer full) */
static char *remark(const KjCheckNode *node, const KjAlternative *alt)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (alt->verdict == KJ_MATE && alt->plies && alt->plies != node->plies) {
        g_autofree char *plies = kj_check_plies(alt->plies, alt->exact);
        g_string_append(text, plies);
    }
    if (alt->meets >= 0)
        g_string_append_printf(text, kj_tr("%sback to ply %d"), text->len ? ", " : "",
                               alt->meets + 1);
    if (alt->class == KJ_CLASS_UNKNOWN)
        g_string_append_printf(text, kj_tr("%s%" G_GUINT64_FORMAT " nodes"), text->len ? ", " : "",
                               alt->nodes);
    return text->len ? g_strdup_printf(" (%s)", text->str) : g_strdup("");
}

char *kj_check_class_list(const KjCheckRequest *request, const KjCheckJob *job,
                          const KjCheckNode *node, KjClass class)
{
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned n = 0;
    bool listed = class != KJ_CLASS_FAILS && class != KJ_CLASS_SHORTER;
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != class)
            continue;
        if (listed && n < MANY) {
            g_autofree char *move = kj_check_move(request, job, node, alt->move);
            g_autofree char *note = remark(node, alt);
            g_string_append_printf(text, "%s%s%s", n ? ", " : "", move, note);
        }
        n++;
    }
    if (n == 0)
        return NULL;
    const char *word = kj_check_class_name(&job->report, class);
    if (!listed)
        return g_strdup_printf(kj_tr("%s: %u"), word, n);
    if (n > MANY)
        g_string_append_printf(text, " … (%u)", n);
    return g_strdup_printf("%s: %s", word, text->str);
}

static const KjAlternative *alternative_of(const KjCheckNode *node, KjMove move)
{
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->move == move)
            return alt;
    }
    return NULL;
}

char *kj_check_finding_words(const KjCheckRequest *request, const KjCheckJob *job,
                             const KjFinding *finding)
{
    const char *depends = finding->depends ? kj_tr(" [depends on the profile]") : "";
    if (finding->is_fault) {
        const char *word = kj_check_name(kj_fault_en(finding->fault), kj_fault_ja(finding->fault));
        g_autofree char *at =
            finding->ply >= 0 ? g_strdup_printf(kj_tr(", ply %d"), finding->ply + 1) : g_strdup("");
        g_autofree char *details = kj_check_details(job, finding);
        return g_strdup_printf("%s%s%s%s%s", word, at, details ? ": " : "", details ? details : "",
                               depends);
    }
    const KjCheckNode *node =
        &g_array_index(job->report.nodes, KjCheckNode, (unsigned)finding->ply);
    if (finding->move == node->move)
        return g_strdup_printf(kj_tr("ply %d, the line's own reply is futile"), finding->ply + 1);
    g_autofree char *list = kj_check_class_list(request, job, node, finding->class);
    const KjAlternative *alt = alternative_of(node, finding->move);
    g_autofree char *line =
        alt && alt->n_line ? kj_check_follow(request, node, alt, 12) : g_strdup("");
    return g_strdup_printf(kj_tr("ply %d, %s%s%s%s"), finding->ply + 1, list, *line ? ": " : "",
                           line, depends);
}

char *kj_check_finding_text(const KjCheckRequest *request, const KjCheckJob *job,
                            const KjFinding *finding)
{
    static const char *const weights[] = {"", "note", "blemish", "defect"};
    const char *weight = kj_tr(weights[finding->severity]);
    g_autofree char *words = kj_check_finding_words(request, job, finding);
    return g_strdup_printf(finding->is_fault ? "%s: %s" : kj_tr("%s, %s"), weight, words);
}

char *kj_check_verdict_text(const KjReport *report)
{
    const char *work = kj_check_name(kj_work_text(report->verdict), kj_work_ja(report->verdict));
    g_autoptr(GString) text = g_string_new(work);
    if (report->by_history)
        g_string_append(text,
                        kj_tr(report->mate == KJ_MATE ? ", mate by the law of repetition"
                                                      : ", no mate by the law of repetition"));
    if (report->n_defects)
        g_string_append_printf(text, kj_tr(", defects %u"), report->n_defects);
    if (report->n_blemishes)
        g_string_append_printf(text, kj_tr(", blemishes %u"), report->n_blemishes);
    if (report->cut)
        g_string_append_printf(text, kj_tr(", ended at the first defect: %u moves not decided"),
                               report->n_open);
    else if (report->n_open)
        g_string_append_printf(text, kj_tr(", undecided moves %u"), report->n_open);
    if (report->n_open_lengths)
        g_string_append_printf(text, kj_tr(", open lengths %u"), report->n_open_lengths);
    if (report->depends)
        g_string_append(text, kj_tr(" [depends on the profile]"));
    if (report->n_line && !report->tentative && !report->spares)
        g_string_append(text, kj_tr(", useless pieces not looked for"));
    else if (kj_report_useless(report, KJ_OPEN))
        g_string_append(text, kj_tr(", useless pieces not all decided"));
    return g_strdup(text->str);
}
