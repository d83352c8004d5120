/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of the line: their other moves, and the interpositions on it that do not count. */
#include "solver/check/check-priv.h"
#include "solver/search/futile.h"

/* Fills a node with its other moves, still undecided. */
static void fill_node(KjChecker *c, const KjPosition *root, KjCheckNode *node)
{
    node->alternatives = kj_report_new_alternatives();
    KjMoveList list;
    kj_check_moves(c, &node->position, &list);
    unsigned n = 0;
    for (unsigned k = 0; k < list.n; k++)
        if (kj_check_law_allows(c, root, c->out->line, node->ply, list.move[k]))
            list.move[n++] = list.move[k];
    list.n = n;
    node->n_all = list.n;
    node->examined = !c->options->plies || node->ply < c->options->plies;
    for (unsigned k = 0; k < list.n && node->examined; k++) {
        KjAlternative alt = {.move = list.move[k],
                             .class = KJ_CLASS_UNKNOWN,
                             .verdict = KJ_UNKNOWN,
                             .meets = -1,
                             .leftover = KJ_LEFTOVER_UNKNOWN};
        if (alt.move != node->move)
            g_array_append_val(node->alternatives, alt);
    }
}

/* The nodes of the line; the position at its end. */
static KjPosition lay_out(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjPosition pos = *root;
    g_array_set_size(out->nodes, 0);
    g_free(c->forbidden);
    c->forbidden = g_new(KjPosition, out->n_line + 1);
    c->n_forbidden = 0;
    for (unsigned i = 0; i < out->n_line; i++) {
        KjCheckNode node = {.ply = i,
                            .position = pos,
                            .attacks = pos.side == c->attacker,
                            .move = out->line[i],
                            .plies = out->n_line - i,
                            .mate = KJ_UNKNOWN,
                            .most = KJ_NO_BOUND};
        fill_node(c, root, &node);
        g_array_append_val(out->nodes, node);
        if (node.attacks)
            c->forbidden[c->n_forbidden++] = pos;
        pos = kj_position_after(&pos, out->line[i]);
    }
    return pos;
}

/* The piece of a futile pair counts as the defender's, so it is not left over. */
static void give_back(KjChecker *c, const KjCheckNode *node)
{
    unsigned checker;
    KjBb between = kj_futile_between(&node->position, &checker);
    KjHand unit = kj_futile_shortcut(&node->position, node->move, between, checker).unit;
    if (kj_hand_covers(node->position.game->t, c->out->leftover, unit))
        c->out->leftover -= unit;
}

/* Where on the line the board of a defender's turn comes back after a futile interposition, the
 * number of a node; 0: nowhere, there is just the recapture. */
static unsigned comes_back(const KjChecker *c, unsigned i)
{
    const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i);
    for (unsigned k = i + 2; k < c->out->n_line; k += 2)
        if (g_array_index(c->out->nodes, KjCheckNode, k).position.key == node->position.key)
            return k;
    return 0;
}

/* Whether a reply of the line is futile. Most answers need little. */
static void look_whether_futile(KjChecker *c, KjCheckNode *node)
{
    unsigned last = c->pass;
    KjVerdict futile = KJ_UNKNOWN;
    for (c->pass = kj_check_first_pass(c); c->pass <= last && futile == KJ_UNKNOWN; c->pass++)
        futile = kj_check_futile(c, &node->position, node->move);
    c->pass = last;
    node->futile = futile == KJ_MATE;
    node->futile_open = futile == KJ_UNKNOWN;
}

/* A line that was not found by the length may have futile interpositions in it: they do not count,
 * nor what it takes to be rid of them. */
static void uncount_futile(KjChecker *c)
{
    unsigned pairs = 0;
    g_autofree unsigned *pairs_from = g_new0(unsigned, c->out->n_line + 1);
    for (unsigned i = c->out->n_line; i > 0; i--) {
        KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i - 1);
        if (!node->attacks)
            look_whether_futile(c, node);
        c->out->tentative = c->out->tentative || node->futile_open;
        if (node->futile) {
            unsigned back = comes_back(c, i - 1);
            pairs = back ? pairs_from[back] + (back - (i - 1)) / 2 : pairs + 1;
            give_back(c, node);
        }
        pairs_from[i - 1] = pairs;
        node->plies -= MIN(node->plies, 2 * pairs);
    }
    c->out->plies -= MIN(c->out->plies, 2 * pairs);
}

void kj_check_lay_out(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjPosition end = lay_out(c, root);
    kj_check_tell_line(c);
    if (!out->authors && !out->tentative)
        return;
    out->plies = out->n_line;
    out->leftover = c->hisshi ? 0 : end.hand[c->attacker];
    uncount_futile(c);
}

bool kj_check_futile_known(KjChecker *c)
{
    bool known = true;
    for (unsigned i = 0; i < c->out->nodes->len && known; i++) {
        const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i);
        known = !node->futile_open || kj_check_futile(c, &node->position, node->move) != KJ_UNKNOWN;
    }
    return known;
}
