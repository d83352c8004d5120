/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is proved of moves that stay open: no mate within so many plies after them. All of them are
 * asked for the same length before any is for the next, as far as a small part of the effort goes.
 * The lengths are those by which what may be futile by the rule of the check may be had for nothing,
 * so that the bound holds by that rule and by any that calls fewer interpositions futile.
 */
#include "solver/check/check-priv.h"
#include "solver/search/table_probe.h"

enum {
    SHARE = 10,         // of what the check has spent, one part may be spent here,
    LEAST_NODES = 2000, // or so much,
    KEPT_SHARE = 20,    // and of the limits so much is kept for it
    MOST_PLIES = 98,    // after the move: beyond it nobody wants to know
};

/* A move that stays open. */
typedef struct {
    const KjCheckNode *node;
    KjAlternative *alt;
    KjPosition next;
    bool done; // more is not to be had
} OpenMove;

static bool are_asked(const KjChecker *c)
{
    return !c->law && !c->hisshi;
}

void kj_check_keep_for_bounds(KjChecker *c)
{
    bool kept = are_asked(c);
    c->kept_nodes = kept ? c->limits->nodes / KEPT_SHARE : 0;
    c->kept_seconds = kept ? c->limits->seconds / KEPT_SHARE : 0;
}

/* (transfer full) */
static GArray *open_moves(const KjChecker *c)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(OpenMove));
    for (unsigned i = 0; i < c->out->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len && node->attacks; k++) {
            KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            if (alt->class != KJ_CLASS_UNKNOWN)
                continue;
            OpenMove move = {node, alt, kj_position_after(&node->position, alt->move), false};
            g_array_append_val(moves, move);
        }
    }
    return moves;
}

/* Is there a mate within `len` plies, where interpositions may be had for nothing? */
static KjVerdict ask_relaxed(KjChecker *c, const KjPosition *next, unsigned len)
{
    KjLimits limits;
    KjCheckAnswer kept;
    KjAsked asked = {KJ_ASKS_BOUND, next, len, &limits};
    if (!kj_check_limit(c, &limits))
        return KJ_UNKNOWN;
    if (!kj_check_recall(c, &asked, &kept)) {
        kj_search_limit(c->s, &limits);
        bool none = kj_conventional_none_relaxed(c->conventional, next, len, false);
        KjVerdict verdict = none ? KJ_NOMATE : c->s->stopped ? KJ_UNKNOWN : KJ_MATE;
        kept = (KjCheckAnswer){.nodes = c->s->nodes, .verdict = (uint8_t)verdict};
        kj_check_spent(c, kept.nodes);
        kj_check_keep(c, &asked, c->s->stopped, &kept);
    }
    return (KjVerdict)kept.verdict;
}

static KjVerdict ask(KjChecker *c, const KjPosition *next, unsigned len)
{
    if (c->loops_from && len >= c->loops_from)
        return KJ_UNKNOWN;
    if (c->conventional)
        return ask_relaxed(c, next, len);
    return kj_check_within(c, next, len, false);
}

/* Whether what was found within `len` plies says more: a short mate, perhaps one by taking what is
 * not given, may be a cook; and to refute one length may have refuted them all. */
static bool says_more(KjChecker *c, const OpenMove *move, KjVerdict found, unsigned len)
{
    KjAnswer answer;
    if (move->alt->verdict != KJ_UNKNOWN || found == KJ_UNKNOWN)
        return false;
    if (found == KJ_NOMATE)
        return kj_probe_known(c->s, &move->next, KJ_LEN_INF).dn == 0;
    kj_check_mate_within(c, &move->next, len, &answer);
    return answer.verdict == KJ_MATE;
}

/* Asks for one length after a move. Whether the move is decided now. */
static bool deepen(KjChecker *c, OpenMove *move, unsigned len)
{
    uint64_t before = c->out->searched;
    KjVerdict found = ask(c, &move->next, len);
    if (found == KJ_NOMATE)
        move->alt->beyond = len + 1; // of mates from here the plies are even
    if (says_more(c, move, found, len))
        kj_check_attack(c, move->node, move->alt);
    bool decided = move->alt->class != KJ_CLASS_UNKNOWN;
    move->done = decided || found != KJ_NOMATE;
    move->alt->nodes += c->out->searched - before;
    return decided;
}

/* Asks for one length after each move; how many may be asked for the next, and *n_decided more that
 * are decided now. */
static unsigned deepen_all(KjChecker *c, GArray *moves, unsigned len, uint64_t until,
                           unsigned *n_decided)
{
    unsigned n = 0;
    for (unsigned i = 0; i < moves->len; i++) {
        OpenMove *move = &g_array_index(moves, OpenMove, i);
        if (move->done || c->out->searched >= until)
            continue;
        c->ceiling = until - c->out->searched;
        *n_decided += deepen(c, move, len);
        n += !move->done;
    }
    return n;
}

void kj_check_open_bounds(KjChecker *c)
{
    unsigned pass = c->pass, n_decided = 0;
    c->kept_nodes = 0;
    c->kept_seconds = 0;
    if (!are_asked(c) || c->out->cut)
        return;
    uint64_t share = MAX(c->out->searched / SHARE, (uint64_t)LEAST_NODES);
    uint64_t until = c->out->searched + share;
    g_autoptr(GArray) moves = open_moves(c);
    c->pass = c->last_pass;
    for (unsigned len = 0, n = moves->len; n > 0 && len <= MOST_PLIES; len += 2)
        n = deepen_all(c, moves, len, until, &n_decided);
    c->ceiling = 0;
    c->pass = pass;
    c->n_open -= MIN(c->n_open, n_decided);
    for (unsigned i = c->out->nodes->len; i > 0 && n_decided > 0; i--)
        kj_check_prove(c, i - 1);
}

int kj_report_open_beyond(const KjReport *report)
{
    int least = -1;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len && node->attacks; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            int beyond = (int)alt->beyond;
            if (alt->class == KJ_CLASS_UNKNOWN && (least < 0 || beyond < least))
                least = beyond;
        }
    }
    return least;
}
