/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Guesses from a neighbouring work.
 *
 * Numbers are chosen so that the search goes straight down the tree that decided the counterpart:
 * the move that did starts with 1, the others with KJ_TRANSFER_FAR or twice that, so that
 * thresholds leave room for all of the tree. A move nothing is known of takes its usual numbers.
 */
#include "solver/search/proof_transfer.h"

#include "solver/search/search.h"

void kj_transfer_forget(KjTransfer *hint)
{
    hint->on = false;
    hint->n_works = 0;
}

/* The number of squares in which two works differ; more than KJ_TRANSFER_SQUARES if one has nothing
 * to say about the other. */
static unsigned difference(const KjPosition *a, const KjPosition *b)
{
    const KjTables *t = a->game->t;
    unsigned n = 0;
    if (a->side != b->side || a->king[0] != b->king[0] || a->king[1] != b->king[1])
        return KJ_TRANSFER_SQUARES + 1;
    for (unsigned square = 0; square < t->squares; square++)
        n += a->board[square] != b->board[square];
    return n;
}

/* Takes guesses from a work. */
static void take_guesses(KjTransfer *hint, const KjPosition *root, const KjTransferWork *work,
                         KjSide attacker)
{
    hint->n_squares = 0;
    for (unsigned square = 0; square < root->game->t->squares; square++) {
        if (root->board[square] == work->root.board[square])
            continue;
        hint->square[hint->n_squares] = (uint8_t)square;
        hint->piece[hint->n_squares++] = root->board[square];
    }
    hint->delta = root->key ^ work->root.key;
    hint->here = root->hand[attacker];
    hint->there = work->root.hand[attacker];
    hint->forbidden_there = work->forbidden;
    hint->on = true;
}

void kj_transfer_begin(KjSearch *s, const KjPosition *root)
{
    KjTransfer *hint = &s->hint;
    const KjTransferWork *best = NULL;
    unsigned least = KJ_TRANSFER_SQUARES + 1;
    hint->on = false;
    hint->forbidden_here = 0;
    for (unsigned i = 0; i < hint->n_works; i++) {
        const KjTransferWork *work = &hint->work[i];
        unsigned n = difference(root, &work->root);
        if (n < least || (n == least && best && work->nodes > best->nodes)) {
            best = work;
            least = n;
        }
    }
    bool same = best && least == 0 && best->root.hand[s->attacker] == root->hand[s->attacker];
    if (best && !same && !s->exact_hands)
        take_guesses(hint, root, best, s->attacker);
}

void kj_transfer_end(KjSearch *s, const KjPosition *root, uint64_t nodes)
{
    KjTransfer *hint = &s->hint;
    unsigned at = 0;
    hint->on = false;
    for (unsigned i = 0; i < hint->n_works; i++) {
        if (kj_position_equal(&hint->work[i].root, root)) { // what it took first is still known
            hint->work[i].nodes = nodes > hint->work[i].nodes ? nodes : hint->work[i].nodes;
            return;
        }
        if (hint->work[i].nodes < hint->work[at].nodes)
            at = i;
    }
    if (hint->n_works < KJ_TRANSFER_WORKS)
        at = hint->n_works++;
    hint->work[at] = (KjTransferWork){*root, nodes, hint->forbidden_here};
}

/* Whether a position has a counterpart: the changed squares are as at the root. */
static bool has_counterpart(const KjTransfer *hint, const KjPosition *pos)
{
    for (unsigned i = 0; i < hint->n_squares; i++) {
        if (pos->board[hint->square[i]] != hint->piece[i])
            return false;
    }
    return true;
}

static bool touches(const KjTransfer *hint, KjMove move)
{
    for (unsigned i = 0; i < hint->n_squares; i++) {
        if (kj_move_to(move) == hint->square[i] || kj_move_from(move) == hint->square[i])
            return true;
    }
    return false;
}

/* What the table knows of the counterpart of (key, hand). */
static KjNodeValue known_counterpart(const KjSearch *s, const KjTables *t, KjKey key, KjHand hand,
                                     unsigned len, KjProbe *probe)
{
    const KjTransfer *hint = &s->hint;
    KjKey delta = hint->delta;
    if (s->n_forbidden)
        delta ^= hint->forbidden_here ^ hint->forbidden_there;
    key ^= kj_key_board(delta);
    if (hint->here != hint->there && kj_hand_covers(t, hand, hint->here))
        hand = hand - hint->here + hint->there;
    return kj_table_probe(&s->table, t, key, hand, len, 0, probe);
}

KjNodeValue kj_transfer_known(const KjSearch *s, const KjPosition *pos, unsigned len)
{
    KjProbe probe;
    if (!has_counterpart(&s->hint, pos))
        return kj_value_open(1, 1);
    return known_counterpart(s, pos->game->t, kj_search_key(s, pos), pos->hand[s->attacker], len,
                             &probe);
}

/* What a child's counterpart came to. */
typedef enum { NOTHING, MATES, FAILS, SETTLED } State;

static State state_of(const KjSearch *s, const KjChild *child, bool counterpart, unsigned len)
{
    if (child->ready && (!child->fresh || kj_value_final(&child->value)))
        return SETTLED; // more is known here
    if (!counterpart || len == 0 || touches(&s->hint, child->move))
        return NOTHING;
    KjProbe probe;
    KjNodeValue v = known_counterpart(s, s->pos.game->t, child->key, child->hand, len, &probe);
    if (v.pn == 0)
        return MATES;
    return v.dn == 0 || probe.loop ? FAILS : NOTHING;
}

/* Whether the child decides its node for the side to move. */
static bool decides_node(const KjNode *node, const KjChild *child)
{
    return child->ready && (node->is_or ? child->value.pn : child->value.dn) == 0;
}

static void guess(const KjNode *node, KjChild *child, State state, bool superfluous)
{
    if (kj_value_final(&child->value))
        return;
    if (state == MATES)
        child->value = kj_value_open(1, KJ_TRANSFER_FAR);
    else if (state == FAILS)
        child->value = kj_value_open(KJ_TRANSFER_FAR, 1);
    else if (superfluous && node->is_or)
        child->value.pn += 2 * KJ_TRANSFER_FAR;
    else if (superfluous)
        child->value.dn += 2 * KJ_TRANSFER_FAR;
}

/* Looks at the child that decided the counterpart; true when the rest may wait for it. */
static bool look_at_best(KjSearch *s, KjNode *node, unsigned best, unsigned ply, unsigned len)
{
    KjChild *child = &node->child[best];
    child->after = KJ_NO_CHILD;
    if (!child->ready)
        kj_search_wake(s, child, ply + 1, kj_child_len(child, len));
    if (kj_value_final(&child->value))
        return false;
    node->hinted = best;
    return true;
}

void kj_transfer_guide(KjSearch *s, KjNode *node, unsigned ply, unsigned len)
{
    bool counterpart = has_counterpart(&s->hint, &s->pos);
    unsigned best = KJ_NO_CHILD;
    uint8_t state[KJ_MAX_MOVES + KJ_MAX_MOVES];
    for (unsigned i = 0; i < node->n; i++) {
        const KjChild *child = &node->child[i];
        if (decides_node(node, child))
            return;
        state[i] = (uint8_t)state_of(s, child, counterpart, kj_child_len(child, len));
        if (best == KJ_NO_CHILD && state[i] == (node->is_or ? MATES : FAILS))
            best = i;
    }
    bool waits = best != KJ_NO_CHILD && look_at_best(s, node, best, ply, len);
    if (best != KJ_NO_CHILD && decides_node(node, &node->child[best]))
        return;
    for (unsigned i = 0; i < node->n; i++) {
        KjChild *child = &node->child[i];
        if (state[i] == SETTLED)
            continue;
        if (!child->ready &&
            waits) { // all for the same one, so that none is left waiting (search.c)
            child->after = (uint16_t)best;
            continue;
        }
        if (!child->ready && child->after != KJ_NO_CHILD)
            continue;
        if (!child->ready)
            kj_search_wake(s, child, ply + 1, kj_child_len(child, len));
        if (decides_node(node, child)) {
            node->n = i + 1; // the rest does not matter
            return;
        }
        guess(node, child, (State)state[i], waits);
    }
}

void kj_transfer_release(KjSearch *s, KjNode *node, unsigned len)
{
    for (unsigned i = 0; i < node->n; i++) {
        KjChild *child = &node->child[i];
        if (child->ready || child->after != node->hinted)
            continue;
        child->after = KJ_NO_CHILD;
        kj_search_wake(s, child, s->path.length, kj_child_len(child, len));
    }
    node->hinted = KJ_NO_CHILD;
}
