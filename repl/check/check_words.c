/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves, findings and verdicts in the words of a language. */
#include "repl/check/check_words.h"

#include <string.h>

#include "core/notation/usi.h"
#include "repl/job/because.h"
#include "repl/job/interpositions.h"
#include "repl/job/phrases.h"

KjRefutationView kj_check_refutation_of(const KjReportView *view)
{
    return (KjRefutationView){.tree = view->report->refutation,
                              .root = view->root,
                              .last = view->last,
                              .notation = view->notation};
}

const char *kj_check_cause_text(KjCause cause)
{
    return kj_tr(kj_cause_text(cause));
}

const char *kj_check_class_name(KjClass class, bool hisshi)
{
    return kj_check_name(kj_class_en(class, hisshi), kj_class_ja(class, hisshi));
}

const char *kj_check_name_at(const KjReport *report, const KjCheckNode *node, KjClass class)
{
    bool second = report->hisshi && node->ply == 0; // another solution of 必至
    if (class != KJ_CLASS_LATE || node->plies != 1 || second)
        return kj_check_class_name(class, report->hisshi);
    return report->hisshi ? kj_tr("another last move to 必至, longer")
                          : kj_tr("another last move, longer");
}

const char *kj_check_fault_name(KjFault fault)
{
    return kj_check_name(kj_fault_en(fault), kj_fault_ja(fault));
}

const char *kj_check_work_name(KjWork work)
{
    return kj_check_name(kj_work_text(work), kj_work_ja(work));
}

/* ---- what more there is to say of a fault ---- */

/* What can, or may be, taken away. */
static char *useless_pieces(const KjReportView *view, KjTri state)
{
    const GArray *spares = view->report->spares;
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; spares && i < spares->len; i++) {
        const KjSpare *spare = &g_array_index(spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == state)
            g_ptr_array_add(words, kj_piece_name_at(view->root->game, spare->piece, spare->square));
    }
    g_ptr_array_add(words, NULL);
    return g_strjoinv(kj_tr(", "), (char **)words->pdata);
}

const char *kj_check_line_detail(KjDetailKind kind)
{
    switch (kind) {
    case KJ_DETAIL_NO_ATTACK: return "the move is neither a check nor a threat";
    case KJ_DETAIL_REPEATS: return "the law of repetition forbids the move";
    case KJ_DETAIL_NO_CHECK: return "the move is not legal or gives no check";
    case KJ_DETAIL_NO_REPLY: return "the reply is not legal or does not end the check";
    case KJ_DETAIL_NO_MATE: return "the line does not end in mate";
    case KJ_DETAIL_NO_HISSHI: return "the line does not end in 必至";
    default: return "";
    }
}

/* The detail of a fault in words, NULL if it has none. (transfer full) */
static char *detail_words(const KjReportView *view, const KjFinding *finding)
{
    unsigned a = finding->detail.a, b = finding->detail.b;
    KjTri state = finding->fault == KJ_FAULT_USELESS ? KJ_YES : KJ_OPEN;
    switch (finding->detail.kind) {
    case KJ_DETAIL_NONE: return NULL;
    case KJ_DETAIL_PIECES: return useless_pieces(view, state);
    case KJ_DETAIL_MISSING:
        return g_strdup_printf(
            kj_tr_n(a, "%u piece in nobody's hand", "%u pieces in nobody's hand"), a);
    case KJ_DETAIL_LENGTHS: return g_strdup_printf(kj_tr("recorded %u, found %u"), a, b);
    case KJ_DETAIL_BETWEEN: return g_strdup_printf(kj_tr("between %u and %u plies"), a, b);
    case KJ_DETAIL_AT_LEAST: return g_strdup_printf(kj_tr("at least %u plies, no mate proved"), a);
    case KJ_DETAIL_NO_BOUND: return g_strdup(kj_tr("no mate proved"));
    case KJ_DETAIL_LEFT: // Japanese says which
        return kj_lang() == KJ_LANG_JA && view->report->leftover
                   ? kj_hand_kanji(view->root->game, view->report->leftover)
                   : g_strdup_printf(kj_tr("%u in hand"), a);
    default: return g_strdup(kj_tr(kj_check_line_detail(finding->detail.kind)));
    }
}

char *kj_check_plain_detail(const KjReportView *view, const KjFinding *finding)
{
    if (!finding->is_fault) {
        char usi[KJ_USI_MOVE];
        unsigned ply = (unsigned)finding->ply;
        kj_usi_move_write(&g_array_index(view->report->nodes, KjCheckNode, ply).position,
                          finding->move, usi);
        return g_strdup(usi);
    }
    KjLang lang = kj_lang();
    kj_lang_set(KJ_LANG_EN);
    char *detail = detail_words(view, finding);
    kj_lang_set(lang);
    return detail ? detail : g_strdup("");
}

/* ---- moves and findings ---- */

enum { MANY = 12 }; // alternatives of a class that are listed one by one

/* The move before a node of the line. */
static KjMove before(const KjReportView *view, unsigned ply)
{
    return ply ? view->report->line[ply - 1] : view->last;
}

char *kj_check_move(const KjReportView *view, const KjCheckNode *node, KjMove move)
{
    return kj_move_text(&node->position, move, before(view, node->ply), view->notation);
}

char *kj_check_follow(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt,
                      unsigned most)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    g_autofree char *text =
        kj_line_words(&next, alt->line, MIN(alt->n_line, most), alt->move, view->notation);
    return g_strconcat(text, alt->n_line > most ? " …" : "", NULL);
}

char *kj_check_plies(unsigned plies, bool exact)
{
    if (exact)
        return g_strdup_printf(kj_tr_n(plies, "%u ply", "%u plies"), plies);
    return g_strdup_printf(kj_tr_n(plies, "at most %u ply", "at most %u plies"), plies);
}

/* Of the attacker's move of the line: whether the check found that all others fail. */
static bool is_only(const KjCheckNode *node)
{
    bool only = node->attacks && node->examined && node->alternatives->len;
    for (unsigned k = 0; k < node->alternatives->len; k++)
        only = only && g_array_index(node->alternatives, KjAlternative, k).class == KJ_CLASS_FAILS;
    return only;
}

static char *because_of_line(const KjReportView *view, const KjCheckNode *node)
{
    const KjReport *report = view->report;
    unsigned done = node->ply + 1;
    const KjMating m = {.pos = &node->position,
                        .attacker = report->attacker,
                        .move = node->move,
                        .line = report->line + done,
                        .n_line = node->attacks ? report->n_line - done : 0,
                        .only = is_only(node),
                        .themes = report->themes,
                        .ply = done,
                        .notation = view->notation};
    return kj_because_mates(&m);
}

char *kj_check_because(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt)
{
    if (view->report->hisshi)
        return g_strdup("");
    if (!alt)
        return because_of_line(view, node);
    if (alt->class == KJ_CLASS_FAILS && alt->n_line) {
        const KjFailure failure = {
            .attack = alt->move, .reply = alt->line[0], .lasts = KJ_LASTS_UNKNOWN};
        KjPosition next = kj_position_after(&node->position, alt->move);
        return kj_because(&next, &failure);
    }
    if ((alt->class != KJ_CLASS_SHORTER && alt->class != KJ_CLASS_FUTILE) || !alt->n_line)
        return g_strdup("");
    const KjMating m = {.pos = &node->position,
                        .attacker = view->report->attacker,
                        .move = alt->move,
                        .line = alt->line,
                        .n_line = alt->n_line,
                        .instead = node->move,
                        .plies = alt->plies ? alt->plies - 1 : 0,
                        .exact = alt->exact,
                        .notation = view->notation};
    return kj_because_mates(&m);
}

/* What is proved of a move that is open, NULL: nothing. (transfer full) */
static char *beyond_words(const KjAlternative *alt)
{
    if (alt->class != KJ_CLASS_UNKNOWN || !alt->beyond)
        return NULL;
    return g_strdup_printf(
        kj_tr_n(alt->beyond, "no mate within %u ply after it", "no mate within %u plies after it"),
        alt->beyond);
}

char *kj_check_note(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt)
{
    const char *name = kj_check_name_at(view->report, node, alt->class);
    g_autofree char *beyond = beyond_words(alt);
    g_autofree char *because = beyond ? NULL : kj_check_because(view, node, alt);
    const char *told = beyond ? beyond : because;
    return g_strconcat(name, *told ? kj_tr(": ") : NULL, told, NULL);
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
        g_string_append_printf(text, kj_tr("%sback to ply %d"), text->len ? kj_tr(", ") : "",
                               alt->meets + 1);
    if (alt->class == KJ_CLASS_UNKNOWN)
        g_string_append_printf(text, kj_tr("%s%" G_GUINT64_FORMAT " nodes"),
                               text->len ? kj_tr(", ") : "", alt->nodes);
    g_autofree char *beyond = beyond_words(alt);
    if (beyond)
        g_string_append_printf(text, "%s%s", kj_tr(", "), beyond);
    return text->len ? g_strdup_printf(kj_tr(" (%s)"), text->str) : g_strdup("");
}

/* Whether two replies are interpositions that come to the same, by the same moves. */
static bool is_told_with(const KjAlternative *a, const KjAlternative *b)
{
    return a->class == b->class && kj_drops_on_one_square(a->move, b->move) &&
           a->verdict == b->verdict && a->plies == b->plies && a->exact == b->exact &&
           a->meets == b->meets && a->n_line == b->n_line &&
           (!a->n_line || memcmp(a->line, b->line, a->n_line * sizeof *a->line) == 0);
}

/* Whether the moves at a node may be interpositions; what was not decided is told move by move. */
static bool may_be_told(const KjReport *report, const KjCheckNode *node, const KjAlternative *alt)
{
    return !report->hisshi && !node->attacks && alt->class != KJ_CLASS_UNKNOWN;
}

bool kj_check_is_told(const KjReport *report, const KjCheckNode *node, const KjAlternative *alt)
{
    bool told = false;
    for (unsigned k = 0; may_be_told(report, node, alt) && !told; k++) {
        const KjAlternative *other = &g_array_index(node->alternatives, KjAlternative, k);
        if (other == alt)
            break;
        told = is_told_with(other, alt);
    }
    return told;
}

char *kj_check_alike(const KjReportView *view, const KjCheckNode *node, const KjAlternative *alt,
                     unsigned *out_n)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_array_append_val(moves, alt->move);
    for (unsigned k = 0; may_be_told(view->report, node, alt) && k < node->alternatives->len; k++) {
        const KjAlternative *other = &g_array_index(node->alternatives, KjAlternative, k);
        if (other != alt && is_told_with(alt, other))
            g_array_append_val(moves, other->move);
    }
    if (out_n)
        *out_n = moves->len;
    return kj_interpositions_words(&node->position, (const KjMove *)(void *)moves->data, moves->len,
                                   before(view, node->ply), view->notation);
}

/* "5 other checks fail" and the like: what is only counted. (transfer full) */
static char *count_words(KjClass class, bool hisshi, unsigned n)
{
    if (class == KJ_CLASS_FAILS && hisshi)
        return g_strdup_printf(
            kj_tr_n(n, "%u other move does not force mate", "%u other moves do not force mate"), n);
    if (class == KJ_CLASS_FAILS)
        return g_strdup_printf(kj_tr_n(n, "%u other check fails", "%u other checks fail"), n);
    return g_strdup_printf(
        kj_tr_n(n, "%u other reply is mated sooner", "%u other replies are mated sooner"), n);
}

char *kj_check_class_list(const KjReportView *view, const KjCheckNode *node, KjClass class)
{
    g_autoptr(GString) text = g_string_new(NULL);
    bool hisshi = view->report->hisshi;
    bool listed = class != KJ_CLASS_FAILS && class != KJ_CLASS_SHORTER;
    unsigned n = 0, shown = 0;
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != class)
            continue;
        n++;
        if (!listed || shown >= MANY || kj_check_is_told(view->report, node, alt))
            continue;
        g_autofree char *move = kj_check_alike(view, node, alt, NULL);
        g_autofree char *note = remark(node, alt);
        g_string_append_printf(text, "%s%s%s", shown++ ? kj_tr(", ") : "", move, note);
    }
    if (n == 0)
        return NULL;
    if (!listed)
        return count_words(class, hisshi, n);
    if (shown == MANY && n > MANY)
        g_string_append_printf(text, " … (%u)", n);
    return g_strdup_printf("%s: %s", kj_check_name_at(view->report, node, class), text->str);
}

const KjAlternative *kj_check_alternative(const KjCheckNode *node, KjMove move)
{
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->move == move)
            return alt;
    }
    return NULL;
}

char *kj_check_beside_words(const KjReportView *view, const KjCheckNode *node,
                            const KjAlternative *alt, unsigned most)
{
    g_autofree char *move = kj_check_move(view, node, alt->move);
    g_autofree char *plies = most && alt->verdict == KJ_MATE && alt->plies
                                 ? kj_check_plies(alt->plies, alt->exact)
                                 : NULL;
    const char *class = kj_check_name_at(view->report, node, alt->class);
    g_autofree char *what = plies ? g_strdup_printf(kj_tr("%s: %s (%s)"), class, move, plies)
                                  : g_strdup_printf("%s: %s", class, move);
    g_autofree char *line = most && alt->n_line ? kj_check_follow(view, node, alt, most) : NULL;
    return g_strdup_printf(kj_tr("ply %d, %s%s%s%s"), (int)node->ply + 1, what, line ? ": " : "",
                           line ? line : "", "");
}

char *kj_check_fault_words(const KjReportView *view, const KjFinding *finding)
{
    g_autofree char *at =
        finding->ply >= 0 ? g_strdup_printf(kj_tr(", ply %d"), finding->ply + 1) : g_strdup("");
    g_autofree char *detail = detail_words(view, finding);
    return g_strdup_printf("%s%s%s%s", kj_check_fault_name(finding->fault), at,
                           detail && *detail ? ": " : "", detail ? detail : "");
}

char *kj_check_finding_words(const KjReportView *view, const KjFinding *finding)
{
    const char *depends = finding->depends ? kj_tr(" [depends on the profile]") : "";
    if (finding->is_fault) {
        g_autofree char *words = kj_check_fault_words(view, finding);
        return g_strconcat(words, depends, NULL);
    }
    const KjCheckNode *node =
        &g_array_index(view->report->nodes, KjCheckNode, (unsigned)finding->ply);
    if (finding->move == node->move)
        return g_strdup_printf(kj_tr("ply %d, the line's own reply is futile"), finding->ply + 1);
    g_autofree char *list = kj_check_class_list(view, node, finding->class);
    const KjAlternative *alt = kj_check_alternative(node, finding->move);
    g_autofree char *line =
        alt && alt->n_line ? kj_check_follow(view, node, alt, KJ_CHECK_FOLLOWING) : g_strdup("");
    return g_strdup_printf(kj_tr("ply %d, %s%s%s%s"), finding->ply + 1, list, *line ? ": " : "",
                           line, depends);
}

char *kj_check_finding_text(const KjReportView *view, const KjFinding *finding)
{
    const char *weight = kj_tr(kj_severity_text(finding->severity));
    g_autofree char *words = kj_check_finding_words(view, finding);
    return g_strdup_printf(finding->is_fault ? "%s: %s" : kj_tr("%s, %s"), weight, words);
}

/* How many moves are open, and what is proved of all of them. */
static void add_open(const KjReport *report, GString *text)
{
    int beyond = kj_report_open_beyond(report);
    g_string_append_printf(text, kj_tr(", undecided moves %u"), report->n_open);
    if (beyond > 0)
        g_string_append_printf(text,
                               kj_tr_n((unsigned)beyond, " (no cook within %u ply after them)",
                                       " (no cook within %u plies after them)"),
                               (unsigned)beyond);
}

char *kj_check_verdict_text(const KjReport *report)
{
    g_autoptr(GString) text = g_string_new(kj_check_work_name(report->verdict));
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
        add_open(report, text);
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

/* The class of a move that was found: its code, in Japanese its name. */
static const char *class_in_short(const KjReport *report, const KjFinding *finding)
{
    const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, (unsigned)finding->ply);
    return kj_check_name(kj_class_code(finding->class),
                         kj_check_name_at(report, node, finding->class));
}

char *kj_check_summary(const KjReport *report)
{
    g_autofree char *verdict = kj_check_verdict_text(report);
    g_autofree char *plies = report->tentative
                                 ? kj_check_plies(report->shortest, report->shortest_proved)
                                 : kj_check_plies(report->plies, true);
    GString *text = g_string_new(verdict);
    if (report->n_line)
        g_string_append_printf(text, "%s%s", kj_tr(", "), plies);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        if (f->severity < KJ_SEVERITY_BLEMISH)
            continue;
        const char *fault = kj_check_name(kj_fault_code(f->fault), kj_fault_ja(f->fault));
        g_string_append_printf(text, "%s%s", kj_tr("; "),
                               f->is_fault ? fault : class_in_short(report, f));
        if (f->ply >= 0)
            g_string_append_printf(text, " #%d", f->ply + 1);
    }
    return g_string_free(text, FALSE);
}
