/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MultiPV: the first moves that mate, by the check of the first ply (solver/check/check.h). */
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/check/check_words.h"
#include "repl/command/usi_search-priv.h"
#include "repl/job/phrases.h"
#include "solver/check/check.h"

/* The shorter mate first, and of the same length the one that is proved to be so long. */
static int compare(const void *a, const void *b)
{
    const KjAlternative *x = *(const KjAlternative *const *)a;
    const KjAlternative *y = *(const KjAlternative *const *)b;
    if (x->plies != y->plies)
        return x->plies < y->plies ? -1 : 1;
    if (x->exact != y->exact)
        return x->exact ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* The moves after a first move, that move included, each with a blank before it. (transfer full) */
static char *line_text(const KjUsiSearch *s, const KjAlternative *alternative)
{
    g_autofree KjMove *line = g_new(KjMove, alternative->n_line + 1);
    line[0] = alternative->move;
    for (unsigned i = 0; i < alternative->n_line; i++)
        line[i + 1] = alternative->line[i];
    const KjInput *input = s->job.input;
    g_autofree char *joined = kj_line_words(&input->position, line, alternative->n_line + 1,
                                            input->last, KJ_NOTATION_USI);
    return g_strconcat(" ", joined, NULL);
}

static void tell_best(const KjUsiSearch *s, const char *moves)
{
    const KjResult *result = &s->job.result;
    KjUsiInfo info = {.depth = result->plies,
                      .multi_pv = 1,
                      .mate = true,
                      .plies = result->plies,
                      .open = !result->plies_proved,
                      .nodes = s->nodes,
                      .seconds = kj_usi_search_seconds(s),
                      .moves = moves};
    kj_usi_search_tell(s, &info);
}

static void tell_mate(const KjUsiSearch *s, const KjAlternative *alternative, unsigned number)
{
    g_autofree char *moves = line_text(s, alternative);
    KjUsiInfo info = {.depth = alternative->plies,
                      .multi_pv = number,
                      .mate = true,
                      .plies = alternative->plies,
                      .open = !alternative->exact,
                      .nodes = s->nodes,
                      .seconds = kj_usi_search_seconds(s),
                      .moves = moves};
    kj_usi_search_tell(s, &info);
    char move[KJ_USI_MOVE];
    kj_usi_move_write(&s->job.input->position, alternative->move, move);
    kj_usi_search_remark(s, "multipv %u %s: %s, mate in %s%u", number, move,
                         kj_check_class_name(alternative->class, false),
                         alternative->exact ? "" : kj_tr("at most "), alternative->plies);
}

/* The moves of which it is not known whether they mate. */
static void tell_open(const KjUsiSearch *s, const GArray *alternatives)
{
    g_autoptr(GString) open = g_string_new(NULL);
    for (unsigned i = 0; i < alternatives->len; i++) {
        const KjAlternative *alternative = &g_array_index(alternatives, KjAlternative, i);
        if (alternative->verdict != KJ_UNKNOWN)
            continue;
        char move[KJ_USI_MOVE];
        kj_usi_move_write(&s->job.input->position, alternative->move, move);
        g_string_append_printf(open, " %s", move);
    }
    if (open->len)
        kj_usi_search_remark(s, "not known whether these mate:%s", open->str);
}

static void tell_all(const KjUsiSearch *s, const KjCheckNode *node, KjMove best, const char *moves)
{
    g_autoptr(GPtrArray) mates = g_ptr_array_new();
    for (unsigned i = 0; i < node->alternatives->len; i++) {
        KjAlternative *alternative = &g_array_index(node->alternatives, KjAlternative, i);
        if (alternative->verdict == KJ_MATE && alternative->move != best)
            g_ptr_array_add(mates, alternative);
    }
    g_ptr_array_sort(mates, compare);
    tell_best(s, moves);
    for (unsigned i = 0; i < mates->len && i + 2 <= s->go.multi_pv; i++)
        tell_mate(s, mates->pdata[i], i + 2);
    if (mates->len + 1 > s->go.multi_pv)
        kj_usi_search_remark(s, "%u first moves mate, of which %u are listed", mates->len + 1,
                             s->go.multi_pv);
    tell_open(s, node->alternatives);
}

/* Why the other first moves cannot be looked at, or NULL. */
static const char *obstacle(const KjUsiSearch *s, KjLimits *limits)
{
    const KjInput *input = s->job.input;
    if (input->text.n_moves && kj_loops_by_law(s->request.solver.loops, &input->game))
        return kj_tr("other first moves are not looked at where what was played before may count");
    if (!kj_usi_search_rest(s, limits))
        return kj_tr("the limit came before other first moves were looked at");
    return NULL;
}

void kj_usi_search_first_moves(KjUsiSearch *s, KjSolver *solver, const char *moves)
{
    KjLimits limits;
    const char *why_not = obstacle(s, &limits);
    if (why_not) {
        kj_usi_search_remark(s, "%s", why_not);
        return;
    }
    const KjResult *result = &s->job.result;
    bool whole = result->line_complete && result->line_kind != KJ_LINE_OTHER;
    KjCheckOptions options = {.profile = &s->request.rules,
                              .author = whole ? result->line : NULL,
                              .n_author = whole ? result->n_line : 0,
                              .recorded_plies = -1,
                              .plies = 1,
                              .lines = true};
    g_auto(KjReport) report;
    s->listing = true;
    kj_usi_search_remark(s, "other first moves");
    kj_check(solver, &s->job.input->position, s->job.attacker, &options, &limits, &report);
    s->nodes += report.searched;
    s->listing = false;
    const KjCheckNode *node =
        report.nodes && report.nodes->len ? &g_array_index(report.nodes, KjCheckNode, 0) : NULL;
    if (node && node->examined && node->move == result->line[0])
        tell_all(s, node, result->line[0], moves);
    else
        kj_usi_search_remark(s, "the limit came before other first moves were looked at");
}
