/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Games whose law forbids to repeat (docs/repetition.md): what the questions about single positions
 * have answered, for which a loop fails, is asked again with all that has been played. A mate that
 * never comes back is one by the law too, so the attacker only gains; but for ways back to where
 * the line has been.
 */
#include <string.h>

#include "core/rules/record.h"
#include "solver/check/check-priv.h"

enum { LAW_MIB = 8, LAW_PART = 4 }; // a quarter of the memory, or so much if half of it allows

void kj_check_law_begin(KjChecker *c)
{
    g_autoptr(GError) error = NULL;
    KjSolverOptions options = c->s->options;
    size_t mib = options.memory_mib;
    options.memory_mib = MAX(1, MAX(mib / LAW_PART, MIN(LAW_MIB, mib / 2)));
    kj_solver_lend(c->solver, options.memory_mib);
    options.interpositions = KJ_INTERPOSITIONS_COUNT;
    options.find_shortest = true;
    options.shortening_factor = 0;
    c->law = kj_solver_new(&options, &error);
    if (!c->law)
        g_error("%s", error->message); // as where GLib finds no memory
}

/* Is there a mate after `n` plies of the line, and `move` if there is one? Clear `out`. */
static void ask_by_law(KjChecker *c, const KjPosition *root, unsigned n, KjMove move, KjResult *out)
{
    KjLimits limits;
    *out = (KjResult){.verdict = KJ_UNKNOWN, .cause = KJ_CAUSE_NODES};
    if (!kj_check_limit(c, &limits))
        return;
    g_free(c->law_past);
    KjMove *past = c->law_past = g_new(KjMove, n + 1);
    if (n) // without a line there is nothing to copy
        memcpy(past, c->out->line, n * sizeof *past);
    KjPosition pos = *root;
    past[n] = move;
    n += move != KJ_MOVE_NONE;
    for (unsigned i = 0; i < n; i++)
        pos = kj_position_after(&pos, past[i]);
    kj_solver_set_past(c->law, root, past, n);
    kj_solver_solve(c->law, &pos, c->attacker, &limits, out);
    kj_check_spent(c, out->nodes);
}

bool kj_check_law_allows(const KjChecker *c, const KjPosition *root, const KjMove *line, unsigned n,
                         KjMove move)
{
    if (!c->law)
        return true;
    KjRecord *record = kj_record_new(root);
    for (unsigned i = 0; i < n; i++)
        kj_record_play(record, line[i]);
    bool repeats = kj_record_would_repeat(record, move);
    kj_record_free(record);
    return !repeats;
}

KjSolver *kj_check_law_at_root(KjChecker *c, const KjPosition *root)
{
    g_auto(KjResult) result;
    ask_by_law(c, root, 0, KJ_MOVE_NONE, &result);
    return c->law;
}

KjVerdict kj_check_law_mates(KjChecker *c, const KjPosition *pos, unsigned len)
{
    KjLimits limits;
    KjResult result;
    if (!kj_check_limit(c, &limits))
        return KJ_UNKNOWN;
    kj_solver_solve(c->law, pos, c->attacker, &limits, &result);
    kj_check_spent(c, result.nodes);
    KjVerdict verdict = result.verdict;
    if (verdict == KJ_MATE && result.pure_plies > len)
        verdict = result.plies_proved ? KJ_NOMATE : KJ_UNKNOWN;
    kj_result_clear(&result);
    return verdict;
}

void kj_check_law_root(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    g_auto(KjResult) result;
    ask_by_law(c, root, 0, KJ_MOVE_NONE, &result);
    bool better =
        result.verdict == KJ_MATE && (out->mate != KJ_MATE || result.pure_plies < out->shortest);
    if (better) {
        out->shortest = out->pure_plies = result.pure_plies;
        out->shortest_proved = out->pure_proved = result.plies_proved;
    }
    if (better || out->mate == KJ_NOMATE) {
        out->mate = result.verdict;
        out->cause = result.cause;
        out->by_history = result.decided_by == KJ_BY_REPETITION;
    }
}

/* Whether every reply of the line lasts as long by the law as the line. */
static bool replies_last(KjChecker *c, const KjPosition *root)
{
    bool last = true;
    for (unsigned i = root->side == c->attacker; i + 1 < c->out->n_line && last; i += 2) {
        g_auto(KjResult) result;
        ask_by_law(c, root, i, c->out->line[i], &result);
        last = result.verdict == KJ_MATE && result.pure_plies == c->out->n_line - i - 1;
    }
    return last;
}

bool kj_check_law_line(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjResult result;
    if (out->n_line == out->shortest && replies_last(c, root))
        return true;
    ask_by_law(c, root, 0, KJ_MOVE_NONE, &result);
    if (result.verdict == KJ_MATE && result.line_complete) {
        g_free(out->line);
        out->line = g_steal_pointer(&result.line);
        out->n_line = out->plies = result.n_line;
        out->leftover = result.leftover;
    } else {
        out->n_line = 0;
    }
    kj_result_clear(&result);
    return out->n_line > 0;
}

static KjClass class_of_check(const KjCheckNode *node, unsigned plies)
{
    if (plies == 1 && node->plies == 1)
        return KJ_CLASS_LAST;
    return plies < node->plies    ? KJ_CLASS_EARLY
           : plies == node->plies ? KJ_CLASS_EQUAL
                                  : KJ_CLASS_LATE;
}

static KjClass class_of_reply(const KjChecker *c, const KjCheckNode *node, unsigned plies,
                              bool leaves)
{
    bool line_leaves = kj_check_left(node->position.game, c->out->leftover) > 0;
    if (plies < node->plies)
        return KJ_CLASS_SHORTER;
    if (plies > node->plies)
        return leaves ? KJ_CLASS_LONGER : KJ_CLASS_NOT_MAIN;
    if (leaves)
        return KJ_CLASS_LEFTOVER;
    if (line_leaves)
        return KJ_CLASS_NOT_MAIN;
    return plies == 2 ? KJ_CLASS_SAME_LAST : KJ_CLASS_SAME;
}

/* Puts the law's answer in place of the other. */
static void correct(const KjChecker *c, const KjCheckNode *node, KjAlternative *alt, KjResult *r)
{
    unsigned plies = r->pure_plies + 1;
    bool mates = r->verdict == KJ_MATE;
    if (r->verdict == alt->verdict && (!mates || plies == alt->plies))
        return; // the law changes nothing
    alt->verdict = r->verdict;
    alt->cause = r->cause;
    alt->plies = mates ? plies : 0;
    alt->exact = mates && r->plies_proved;
    alt->meets = -1;
    alt->leftover =
        mates ? (int)kj_check_left(node->position.game, r->leftover) : KJ_LEFTOVER_UNKNOWN;
    if (r->verdict == KJ_UNKNOWN || (mates && !r->plies_proved && plies >= node->plies))
        alt->class = KJ_CLASS_UNKNOWN;
    else if (!mates)
        alt->class = node->attacks ? KJ_CLASS_FAILS : KJ_CLASS_ESCAPE;
    else
        alt->class = node->attacks ? class_of_check(node, plies)
                                   : class_of_reply(c, node, plies, alt->leftover > 0);
    if (alt->class == KJ_CLASS_UNKNOWN) {
        alt->verdict = KJ_UNKNOWN;
        alt->cause = alt->cause ? alt->cause : KJ_CAUSE_NODES;
    }
}

/* A line found without the law may go back to where the main line has been: the law may forbid it. */
static void drop_line(KjAlternative *alt)
{
    g_clear_pointer(&alt->line, g_free);
    alt->n_line = 0;
}

/* The law's line in place of the other. */
static void take_line(KjAlternative *alt, KjResult *r)
{
    drop_line(alt);
    alt->line = g_steal_pointer(&r->line);
    alt->n_line = alt->line ? r->n_line : 0;
}

/* The reply that refutes a move by the law, which has just been asked about it: another one may
 * lose by it. */
static void refute_by_law(KjChecker *c, const KjCheckNode *node, KjAlternative *alt)
{
    KjLimits limits;
    KjPosition next = kj_position_after(&node->position, alt->move);
    drop_line(alt);
    if (!kj_check_limit(c, &limits))
        return;
    const KjRefuteOptions options = {.depth = 0, .width = 1, .nodes = limits.nodes};
    KjRefutation *tree = kj_refute(c->law, &next, c->attacker, &options, &limits);
    kj_check_spent(c, tree->nodes);
    if (tree->root->reply) {
        alt->line = g_memdup2(&tree->root->reply, sizeof(KjMove));
        alt->n_line = 1;
    }
    kj_refutation_free(tree);
}

void kj_check_by_law(KjChecker *c, const KjCheckNode *node, KjAlternative *alt)
{
    const KjCheckNode *first = &g_array_index(c->out->nodes, KjCheckNode, 0);
    KjResult result;
    if (alt->class == KJ_CLASS_UNKNOWN) { // the law is not asked
        drop_line(alt);
        return;
    }
    // Mates this short never come to where the line has been, and the law makes none longer.
    if (alt->class == KJ_CLASS_EARLY || alt->class == KJ_CLASS_SHORTER ||
        alt->class == KJ_CLASS_LAST)
        return;
    ask_by_law(c, &first->position, node->ply, alt->move, &result);
    correct(c, node, alt, &result);
    take_line(alt, &result);
    if (alt->class == KJ_CLASS_FAILS && c->options->lines)
        refute_by_law(c, node, alt);
    kj_result_clear(&result);
}
