/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the solver has several threads: moves beside the line that helpers look at ahead. */
#include "solver/check/check-priv.h"
#include "solver/search/team.h"

struct KjCheckAhead {
    KjAhead *question;
    const KjAlternative **of; // each question is about the move of
    unsigned n, at;           // of these so many were come to
};

/* The open moves of the attacker at a node. */
static void add_node(const KjChecker *c, struct KjCheckAhead *ahead, const KjCheckNode *node,
                     const KjLimits *limits)
{
    for (unsigned k = 0; k < node->alternatives->len && node->attacks; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != KJ_CLASS_UNKNOWN)
            continue;
        KjPosition next = kj_position_after(&node->position, alt->move);
        if (kj_check_recalls(c, &(KjAsked){KJ_ASKS_REFUTE, &next, KJ_ANY_LENGTH, limits}))
            continue;
        ahead->of[ahead->n] = alt;
        KjAhead *question = &ahead->question[ahead->n++];
        question->position = next;
        question->node_limit = limits->nodes;
        question->seconds = limits->seconds;
    }
}

static void free_ahead(struct KjCheckAhead *ahead)
{
    g_free(ahead->question);
    g_free(ahead->of);
    g_free(ahead);
}

/* Whether helpers could be of use by now. With a limit of nodes they would spend what is meant for
 * others; the first defect ends it, and what comes after would be searched for nothing. */
static bool is_worth_while(const KjChecker *c)
{
    return kj_ahead_pays(c->s, c->out->searched) && !c->ahead && !c->hisshi && !c->law &&
           !c->limits->nodes && !c->options->first_defect;
}

bool kj_check_ahead_begin(KjChecker *c, unsigned n_nodes)
{
    const GArray *nodes = c->out->nodes;
    KjLimits limits;
    unsigned most = 0;
    if (!is_worth_while(c) || !kj_check_limit(c, &limits))
        return false;
    for (unsigned i = 0; i < n_nodes; i++)
        most += g_array_index(nodes, KjCheckNode, i).alternatives->len;
    struct KjCheckAhead *ahead = g_new0(struct KjCheckAhead, 1);
    ahead->question = g_new0(KjAhead, most);
    ahead->of = g_new(const KjAlternative *, most);
    for (unsigned i = n_nodes; i > 0; i--)
        add_node(c, ahead, &g_array_index(nodes, KjCheckNode, i - 1), &limits);
    if (kj_ahead_begin(c->s, ahead->question, ahead->n, kj_query_refute_ahead))
        c->ahead = ahead;
    else
        free_ahead(ahead);
    return true;
}

uint64_t kj_check_ahead_reach(KjChecker *c, const KjAlternative *alt)
{
    struct KjCheckAhead *ahead = c->ahead;
    unsigned i = ahead ? ahead->at : 0;
    while (ahead && i < ahead->n && ahead->of[i] != alt)
        i++;
    if (!ahead || i == ahead->n)
        return 0;
    ahead->at = i + 1;
    kj_ahead_reach(c->s, &ahead->question[i]);
    return atomic_load_explicit(&ahead->question[i].nodes, memory_order_relaxed);
}

void kj_check_ahead_end(KjChecker *c)
{
    if (!c->ahead)
        return;
    kj_ahead_end(c->s);
    for (unsigned i = 0; i < c->ahead->n; i++)
        kj_check_spent(c, c->ahead->question[i].nodes);
    free_ahead(c->ahead);
    c->ahead = NULL;
}
