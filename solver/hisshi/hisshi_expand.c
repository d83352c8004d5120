/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The children of a node of the search for 必至: what the tables and the path know of them, a first
 * guess for new ones, their order.
 */
#include "core/rules/attack.h"
#include "solver/hisshi/hisshi-priv.h"
#include "solver/hisshi/threat.h"
#include "solver/search/hands.h"
#include "solver/search/table_probe.h"

enum {
    FIRST_MATE = 100, // nodes for the first question whether something is a mate
    CHECK_PN = 4,     // first guesses
    QUIET_PN = 2,
    FAR = 3, // squares from the king: candidates come first
    REPLY_PN = 1,
    GUESSES = QUIET_PN + 2 * FAR, // the largest
    LEAST_CHECK = 3,              // a check can't lead to a shorter length (see expand_attacks)
    SHORT_SHARE = 2,
};

KjKey kj_hisshi_key(const KjHisshi *x, const KjPosition *pos)
{
    KjKey key = kj_search_key(x->s, pos);
    if (x->exact_hands)
        key ^= kj_mix(pos->hand[x->attacker] + 1) ^ kj_mix(~pos->hand[x->attacker ^ 1]);
    if (pos->tried)
        key ^= kj_mix((uint64_t)pos->tried << 60);
    return kj_key_in(key ^ x->salt, x->part);
}

/* Key and hand of a child. */
static void peek(const KjHisshi *x, KjMove move, KjChild *child)
{
    kj_search_peek(x->s, &x->pos, move, child);
    if (x->exact_hands || x->pos.game->rules.try_rule == KJ_TRY_ON_UNLESS_MATED) {
        KjPosition after = kj_position_after(&x->pos, move);
        child->key = kj_hisshi_key(x, &after);
    } else {
        child->key = kj_key_in(child->key ^ x->salt, x->part);
    }
}

/* A value of the search for mates in the lengths of this one. */
static KjNodeValue as_mate(KjNodeValue v)
{
    if (v.pn == 0)
        return kj_value_proved(v.hand, 1);
    if (v.dn == 0)
        return v.len == KJ_LEN_INF ? kj_value_disproved(v.hand, 1, KJ_DEP_NONE)
                                   : kj_value_open(1, 1);
    return kj_value_open(v.pn, v.dn);
}

KjNodeValue kj_hisshi_mate(KjHisshi *x, const KjPosition *pos, uint64_t nodes)
{
    KjSearch *s = x->s;
    s->part = KJ_TURN_ANY;
    s->counting = KJ_COUNT_BRANCHES;
    KjNodeValue v = kj_probe_known(s, pos, KJ_LEN_INF);
    if (kj_value_final(&v) || nodes == 0)
        return as_mate(v);
    uint64_t end = s->nodes + nodes, end_short = s->nodes + nodes / SHORT_SHARE;
    s->part = KJ_TURN_SHORT;
    for (unsigned len = 1; s->nodes < end_short && !s->stopped; len += 2) {
        v = kj_search_slice(s, pos, len, end_short - s->nodes);
        if (v.pn == 0 || (v.dn == 0 && v.len == KJ_LEN_INF))
            break;
        if (v.dn == 0 && v.len > len) // refuted within more than was asked
            len = v.len - (v.len - len) % 2;
    }
    s->part = KJ_TURN_ANY;
    if (v.pn != 0 && !(v.dn == 0 && v.len == KJ_LEN_INF) && !s->stopped)
        v = kj_search_slice(s, pos, KJ_LEN_INF, end > s->nodes ? end - s->nodes : 1);
    return as_mate(v);
}

/* Looks a child up: a loop on this path, the table, the loop table, and what is known of mates.
 * True if its value is final or was searched before. */
static bool look_up(KjHisshi *x, KjChild *child, unsigned ply, unsigned len)
{
    const KjTables *t = x->pos.game->t;
    child->fresh = child->old = false;
    int earlier = kj_path_find(&x->path, t, child->key, child->hand);
    if (earlier >= 0) {
        child->value = kj_value_disproved(child->hand, KJ_LEN_INF, (unsigned)earlier);
        return true;
    }
    KjProbe probe;
    child->value = kj_table_probe(&x->table, t, child->key, child->hand, len, ply, &probe);
    if (!kj_value_final(&child->value) && probe.loop)
        (void)kj_path_probe_loop(&x->path, child->key, child->hand, len, &child->value);
    child->old = probe.old;
    return kj_value_final(&child->value) || probe.known;
}

/* What the table of mates says of a reply that was not looked at before. */
static bool known_mate(KjHisshi *x, KjChild *child, unsigned len)
{
    x->s->part = KJ_TURN_ANY;
    KjNodeValue v = as_mate(kj_probe_known_after(x->s, &x->pos, child->move, KJ_LEN_INF));
    if (v.pn != 0 && !(v.dn == 0 && len == 1))
        return false;
    if (v.pn == 0)
        v.hand = kj_path_proof_hand(&x->path, x->n_forbidden, child->key, child->hand, v.hand);
    child->value = v;
    return true;
}

void kj_hisshi_wake(KjHisshi *x, const KjNode *node, KjChild *child, unsigned ply, unsigned len)
{
    uint32_t guess = child->value.pn;
    child->ready = true;
    peek(x, child->move, child);
    if (look_up(x, child, ply, len) || (!node->is_or && known_mate(x, child, len)))
        return;
    child->fresh = true;
    child->value.pn = MAX(child->value.pn, guess);
}

static unsigned distance(const KjTables *t, unsigned a, unsigned b)
{
    int files = (int)(a / t->ranks) - (int)(b / t->ranks);
    int ranks = (int)(a % t->ranks) - (int)(b % t->ranks);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return (unsigned)(files > ranks ? files : ranks);
}

/* The proof number a quiet move starts with: near the king is likely, and what was good before. */
static uint32_t guess_attack(const KjHisshi *x, KjMove move)
{
    unsigned far = distance(x->pos.game->t, kj_move_to(move), x->pos.king[x->attacker ^ 1]);
    uint32_t pn = QUIET_PN + (far > FAR ? 2 * FAR : far);
    if (!kj_move_is_drop(move) && x->pos.board[kj_move_to(move)])
        pn--;
    unsigned good = x->proved[move];
    return good ? 1 + (good < 3) : pn;
}

/* A move that waits. */
static KjChild waiting(KjMove move, uint32_t pn)
{
    return (KjChild){.move = move, .step = KJ_STEP_MOVE, .value = kj_value_open(pn, 1)};
}

/* The question for a mate. */
static KjChild *add_question(KjNode *node, unsigned step)
{
    KjChild *child = &node->child[node->n++];
    *child = (KjChild){.move = KJ_MOVE_NONE, .after = 0, .step = (uint8_t)step, .ready = true};
    return child;
}

/*
 * Checks and quiet moves, the likeliest first. A position that is no mate by checks has no length
 * of 1, so after a check it is LEAST_CHECK at least: within less, checks need not be looked at.
 */
static void expand_attacks(const KjHisshi *x, KjNode *node, unsigned len)
{
    KjMoveList list;
    uint8_t guess[KJ_MAX_MOVES];
    unsigned at[GUESSES + 1] = {0}; // by guess: how many, then where the next one goes
    bool checks = kj_hisshi_child_len(node, len) >= LEAST_CHECK;
    kj_gen_safe(&x->pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        bool check = kj_gives_check(&x->pos, list.move[i]);
        unsigned pn = check ? CHECK_PN : guess_attack(x, list.move[i]);
        guess[i] = check && !checks ? 0 : (uint8_t)pn;
        at[guess[i]]++;
    }
    unsigned end = node->n + list.n - at[0];
    at[0] = 0;
    for (unsigned pn = GUESSES, next = end; pn > 0; pn--) {
        next -= at[pn];
        at[pn] = next;
    }
    for (unsigned i = 0; i < list.n; i++)
        if (guess[i])
            node->child[at[guess[i]]++] = waiting(list.move[i], guess[i]);
    node->n = end;
}

static void decide(KjNode *node, KjNodeValue value)
{
    node->decided = true;
    node->final = value;
}

static void expand_or(KjHisshi *x, KjNode *node, unsigned len)
{
    KjNodeValue mate = kj_hisshi_mate(x, &x->pos, 0);
    if (!kj_value_final(&mate) && mate.pn + mate.dn <= 2)
        mate = kj_hisshi_mate(x, &x->pos, FIRST_MATE);
    bool only_checks = x->pos.tried >> (x->attacker ^ 1) & 1;
    if (mate.pn == 0) {
        decide(node, mate);
        return;
    }
    if (mate.dn == 0 && (len == 1 || only_checks)) {
        mate.len = only_checks ? KJ_LEN_INF : 1;
        decide(node, mate);
        return;
    }
    KjChild *child = add_question(node, KJ_STEP_ASKS);
    child->value = mate;
    if (len > 1 && !only_checks)
        expand_attacks(x, node, len);
}

/* How likely a reply is to refute, more first. */
static unsigned score_reply(const KjHisshi *x, KjMove move)
{
    const KjTables *t = x->pos.game->t;
    unsigned to = kj_move_to(move), score = x->refuted[move] * 4u;
    unsigned far = distance(t, to, x->pos.king[x->attacker ^ 1]);
    score += far < 4 ? 4 - far : 0;
    if (kj_move_is_drop(move))
        return score;
    score += 4;
    if (x->pos.board[to])
        score += 8;
    if (kj_move_from(move) == x->pos.king[x->attacker ^ 1])
        score += 4;
    return score;
}

static void add_replies(KjHisshi *x, KjNode *node, const KjMoveList *list)
{
    unsigned score[KJ_MAX_MOVES];
    KjChild *first = &node->child[node->n];
    for (unsigned i = 0; i < list->n; i++) {
        unsigned s = score_reply(x, list->move[i]), at = i;
        for (; at > 0 && score[at - 1] < s; at--) {
            score[at] = score[at - 1];
            first[at] = first[at - 1];
        }
        score[at] = s;
        first[at] = waiting(list->move[i], REPLY_PN);
    }
    node->n += list->n;
}

/* A reply that completes a try ends the game. */
static bool try_ends(KjHisshi *x, KjNode *node, const KjMoveList *list)
{
    KjMove move = kj_ending_try(&x->pos, list);
    if (!move)
        return false;
    KjHand any = kj_hand_limit(&x->pos, x->attacker);
    decide(node, kj_value_disproved(any, KJ_LEN_INF, KJ_DEP_NONE));
    if (x->path.length - 1 == x->root_ply)
        x->root_move = move;
    return true;
}

void kj_hisshi_expand_replies(KjHisshi *x, KjNode *node)
{
    KjMoveList list;
    kj_gen_safe(&x->pos, &list);
    if (try_ends(x, node, &list))
        return;
    if (list.n == 0 && x->pos.game->rules.stalemate != KJ_STALEMATE_LOSS) {
        decide(node, kj_value_disproved(x->pos.hand[x->attacker], KJ_LEN_INF, KJ_DEP_NONE));
        return;
    }
    add_replies(x, node, &list);
}

static void expand_and(KjHisshi *x, KjNode *node)
{
    const KjTables *t = x->pos.game->t;
    KjSide defender = kj_other(x->attacker);
    KjBb checkers = kj_checkers(&x->pos, defender);
    KjPosition passed;
    if (!checkers) {
        node->between = t->all;
        if (!kj_threat_pass(&x->pos, &passed))
            g_assert_not_reached();
        KjChild *child = add_question(node, KJ_STEP_PASS);
        child->value = kj_hisshi_mate(x, &passed, 0);
        if (!kj_value_final(&child->value) && child->value.pn + child->value.dn <= 2)
            child->value = kj_hisshi_mate(x, &passed, FIRST_MATE);
        if (child->value.dn == 0)
            decide(node, kj_value_disproved(child->value.hand, KJ_LEN_INF, KJ_DEP_NONE));
        else if (child->value.pn == 0)
            kj_hisshi_expand_replies(x, node);
        return;
    }
    KjMoveList list;
    if (x->pos.spare[defender])
        node->between = t->all;
    else if (!kj_bb_many(checkers))
        node->between = t->between[x->pos.king[defender]][kj_bb_first(checkers)];
    kj_gen_evasions(&x->pos, &list, NULL);
    if (list.n == 0)
        decide(node,
               kj_value_proved(kj_proof_hand_monopoly(&x->pos, x->attacker, node->between, 0), 1));
    else if (!try_ends(x, node, &list))
        add_replies(x, node, &list);
}

void kj_hisshi_expand(KjHisshi *x, KjNode *node, unsigned len)
{
    *node = (KjNode){.child = x->arena + x->arena_used, .is_or = x->pos.side == x->attacker};
    if (node->is_or)
        expand_or(x, node, len);
    else
        expand_and(x, node);
}
