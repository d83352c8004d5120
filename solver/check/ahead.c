/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the solver has several threads: moves beside the line that helpers look at ahead. Of each
 * they ask what the check will: does it mate, and if so, without coming back to the line?
 */
#include "solver/check/check-priv.h"
#include "solver/search/table_probe.h"
#include "solver/search/team.h"

// In the order of the list, which helpers take from its end.
enum { ALONE, MATES, QUESTIONS };

struct KjCheckAhead {
    KjAhead *question;        // of each move so many one after the other
    const KjAlternative **of; // each is about the move of
    unsigned n, at;           // of these so many were come to
    const KjAhead *now;       // those about the move that is looked at; NULL: there are none
};

static void ask_mates(KjSearch *s, const KjAhead *question)
{
    kj_query_refute_ahead(s, &question->position);
}

static void ask_alone(KjSearch *s, const KjAhead *question)
{
    const KjChecker *c = question->about;
    if (kj_probe_known(s, &question->position, KJ_LEN_INF).pn != 0)
        return;
    kj_query_forbid_ahead(s, c->forbidden, c->n_forbidden);
    kj_query_refute_ahead(s, &question->position);
    kj_query_forbid_ahead(s, NULL, 0);
}

static void add_move(const KjChecker *c, struct KjCheckAhead *ahead, const KjAlternative *alt,
                     const KjPosition *next, const KjLimits *limits)
{
    static void (*const asks[QUESTIONS])(KjSearch *, const KjAhead *) = {ask_alone, ask_mates};
    for (unsigned i = 0; i < QUESTIONS; i++) {
        KjAhead *question = &ahead->question[QUESTIONS * ahead->n + i];
        question->ask = asks[i];
        question->about = c;
        question->position = *next;
        question->node_limit = limits->nodes;
        question->seconds = limits->seconds;
    }
    ahead->of[ahead->n++] = alt;
}

/* The open moves of the attacker at a node. */
static void add_node(const KjChecker *c, struct KjCheckAhead *ahead, const KjCheckNode *node,
                     const KjLimits *limits)
{
    for (unsigned k = 0; k < node->alternatives->len && node->attacks; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != KJ_CLASS_UNKNOWN)
            continue;
        KjPosition next = kj_position_after(&node->position, alt->move);
        if (!kj_check_recalls(c, &(KjAsked){KJ_ASKS_REFUTE, &next, KJ_ANY_LENGTH, limits}))
            add_move(c, ahead, alt, &next, limits);
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
    ahead->question = g_new0(KjAhead, (gsize)QUESTIONS * most);
    ahead->of = g_new(const KjAlternative *, most);
    for (unsigned i = n_nodes; i > 0; i--)
        add_node(c, ahead, &g_array_index(nodes, KjCheckNode, i - 1), &limits);
    if (kj_ahead_begin(c->s, ahead->question, QUESTIONS * ahead->n))
        c->ahead = ahead;
    else
        free_ahead(ahead);
    return true;
}

void kj_check_ahead_reach(KjChecker *c, const KjAlternative *alt)
{
    struct KjCheckAhead *ahead = c->ahead;
    if (!ahead)
        return;
    unsigned i = ahead->at;
    while (i < ahead->n && ahead->of[i] != alt)
        i++;
    ahead->now = i < ahead->n ? &ahead->question[QUESTIONS * i] : NULL;
    if (!ahead->now)
        return;
    ahead->at = i + 1;
    kj_ahead_reach(c->s, &ahead->question[QUESTIONS * i + MATES]);
}

uint64_t kj_check_ahead_spent(const KjChecker *c, bool alone)
{
    const KjAhead *now = c->ahead ? c->ahead->now : NULL;
    return now ? atomic_load_explicit(&now[alone ? ALONE : MATES].nodes, memory_order_relaxed) : 0;
}

void kj_check_ahead_end(KjChecker *c)
{
    struct KjCheckAhead *ahead = c->ahead;
    if (!ahead)
        return;
    kj_ahead_end(c->s);
    for (unsigned i = 0; i < QUESTIONS * ahead->n; i++)
        kj_check_spent(c, ahead->question[i].nodes);
    free_ahead(ahead);
    c->ahead = NULL;
}
