/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making the children of a node: their keys (without playing the moves), what the table and the
 * path know of them, a first guess for new ones, and the order in which they take part.
 */
#include <assert.h>

#include "core/rules/attack.h"
#include "solver/search/ablation.h"
#include "solver/search/crowd.h"
#include "solver/search/fails_soon.h"
#include "solver/search/hands.h"
#include "solver/search/initial_pn.h"
#include "solver/search/replay.h"
#include "solver/search/search.h"

#define MUST_CHECK_SALT UINT64_C(0x9b1e5c37d2a846f1)

bool kj_search_dominance_holds(const KjSearch *s, const KjGame *game)
{
    bool pawns = false;
    for (KjKind kind = 1; kind <= game->row->n_pieces; kind++)
        pawns = pawns || game->t->is_no_mate_drop[kind];
    // A richer attacker can leave the defender stalemated, or make a drop that stalemates illegal.
    bool draws =
        s->options.attacker_moves == KJ_ALL_MOVES && game->rules.stalemate == KJ_STALEMATE_DRAW;
    return !draws && !(game->rules.drop_stalemate_illegal && pawns);
}

/*
 * The key of a position for table and path. Where hands dominate each other the defender's hand is
 * not asked for, but for promoted pieces in it; elsewhere both hands are in the key, so that only
 * equal ones are ever compared.
 */
static KjKey full_key(const KjSearch *s, const KjTables *t, KjKey board, KjHand attacker,
                      KjHand defender, bool must_check)
{
    KjHand promoted = defender & t->hand_apart;
    KjKey key = board ^ s->salt;
    if (s->exact_hands)
        key ^= kj_mix(attacker + 1) ^ kj_mix(~defender);
    else if (promoted)
        key ^= kj_mix(promoted);
    if (must_check)
        key ^= MUST_CHECK_SALT;
    return kj_key_in(key, s->part);
}

/* Whether the attacker may play no quiet moves, since the defender has made a try (R1.19); `tried`
 * as in positions. */
static bool must_check(const KjSearch *s, unsigned tried)
{
    return s->options.attacker_moves != KJ_CHECKS_ONLY && (tried >> (s->attacker ^ 1) & 1);
}

KjKey kj_search_key(const KjSearch *s, const KjPosition *pos)
{
    return full_key(s, pos->game->t, pos->key, pos->hand[s->attacker], pos->hand[s->attacker ^ 1],
                    must_check(s, pos->tried));
}

bool kj_search_forbids(const KjSearch *s, const KjPosition *pos, KjMove move)
{
    KjChild child;
    if (!s->n_forbidden)
        return false;
    kj_search_peek(s, pos, move, &child);
    int earlier = kj_path_find(&s->path, pos->game->t, child.key, child.hand);
    return earlier >= 0 && (unsigned)earlier < s->n_forbidden;
}

KjMove kj_search_mate_in_one(const KjSearch *s, const KjPosition *pos, KjChecks *checks)
{
    KjMove mate = kj_checks_mate(pos, checks);
    if (!mate || !kj_search_forbids(s, pos, mate))
        return mate;
    KjMoveList list;
    kj_list_checks(checks, &list);
    for (unsigned i = 0; i < list.n; i++) {
        if (!kj_search_forbids(s, pos, list.move[i]) && kj_is_mate(pos, list.move[i]))
            return list.move[i];
    }
    return KJ_MOVE_NONE;
}

/* The hand to store with a mate in one: as kj_path_proof_hand, of the position and of what
 * mates. */
static KjHand mate_hand(const KjSearch *s, const KjPosition *pos, KjKey key, KjMove mate)
{
    KjHand present = pos->hand[s->attacker];
    KjHand hand =
        kj_path_proof_hand(&s->path, s->n_forbidden, key, present, kj_proof_hand_mate(pos, mate));
    if (!s->n_forbidden)
        return hand;
    KjChild child;
    kj_search_peek(s, pos, mate, &child);
    return kj_path_proof_hand(&s->path, s->n_forbidden, child.key, present, hand);
}

void kj_search_peek(const KjSearch *s, const KjPosition *pos, KjMove move, KjChild *child)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    unsigned to = kj_move_to(move);
    KjKey key = pos->key ^ t->key_gote_to_move;
    KjHand hand = pos->hand[us];
    if (kj_move_is_drop(move)) {
        KjKind kind = kj_move_drop_kind(move);
        key ^= t->key_piece[kj_piece(us, kind)][to];
        hand -= t->hand_one[kind];
    } else {
        unsigned from = kj_move_from(move);
        KjPiece piece = pos->board[from], captured = pos->board[to];
        KjPiece after = kj_move_promotes(move) ? piece | KJ_PROMOTED : piece;
        key ^= t->key_piece[piece][from] ^ t->key_piece[after][to];
        if (captured) {
            key ^= t->key_piece[captured][to];
            hand += kj_hand_gain(pos->game, kj_piece_kind(captured), kj_move_keeps(move));
        }
    }
    bool attacks = us == s->attacker;
    KjHand other = pos->hand[us ^ 1];
    child->hand = attacks ? hand : other;
    unsigned tried = pos->tried;
    if (pos->game->rules.try_rule == KJ_TRY_ON_UNLESS_MATED && !attacks && !kj_move_is_drop(move) &&
        kj_is_try(pos, move))
        tried |= 1u << us;
    child->key = full_key(s, t, key, child->hand, attacks ? other : hand, must_check(s, tried));
}

/* The number to start with: what is usual and what the class of the move adds. */
static uint32_t start_at(uint32_t usual, int more)
{
    int64_t number = (int64_t)usual + more;
    return number < 1 ? 1 : (uint32_t)number;
}

/* A first look at a position the attacker gets after a reply, which has been played: no check, mate
 * in one, or a guess. */
static KjNodeValue look_at_attacker(KjSearch *s, unsigned reply_class, unsigned len, KjKey key)
{
    const KjPosition *pos = &s->pos;
    KjChecks checks;
    kj_find_checks(pos, &checks);
    if (checks.n == 0) {
        KjHand hand = kj_hand_limit(pos, s->attacker);
        return kj_value_disproved(kj_disproof_hand_missing(pos, hand, false), KJ_LEN_INF,
                                  KJ_DEP_NONE);
    }
    KjMove mate = kj_search_mate_in_one(s, pos, &checks);
    if (mate)
        return kj_value_proved(mate_hand(s, pos, key, mate), 1);
    if (len == 1 && !s->relaxed)
        return kj_value_disproved(pos->hand[s->attacker], 1, KJ_DEP_NONE);
    KjNodeValue replayed;
    if (len == KJ_LEN_INF && kj_replay(s, key, &replayed))
        return replayed;
    KjHand hand;
    if (len == KJ_LEN_INF && !kj_without(KJ_HEURISTIC_fails_soon) &&
        kj_search_fails_soon(s, &checks, &hand))
        return kj_value_disproved(hand, len, KJ_DEP_NONE);
    KjInitialPn guess = {0};
    if (!kj_without(KJ_HEURISTIC_initial_pn))
        guess = kj_initial_pn(reply_class);
    uint32_t pn = start_at(2, guess.pn);
    if (s->counting == KJ_COUNT_COSTS && !kj_without(KJ_HEURISTIC_reply_cost))
        return kj_value_open(pn, kj_cost_dn(pos, &checks, reply_class));
    // When a refutation is expected, which reply has it is the question: then checks tell more.
    unsigned weight = s->counting == KJ_COUNT_HARD ? 2 : 1;
    unsigned n = kj_without(KJ_HEURISTIC_check_count) ? 1 : checks.n;
    return kj_value_open(pn, start_at(1 + weight * n, guess.dn));
}

static KjNodeValue first_look(KjSearch *s, KjMove move, unsigned len, const KjChild *child,
                              unsigned ply)
{
    if (s->pos.side == s->attacker)
        return kj_value_open(2, 2); // no guess did better: docs/log/performance.md
    if (s->options.attacker_moves != KJ_CHECKS_ONLY)
        return kj_value_open(2, 2);
    unsigned reply_class = kj_initial_pn_class(&s->pos, move);
    KjUndo undo;
    s->looks++;
    kj_position_make(&s->pos, move, &undo);
    KjNodeValue value = look_at_attacker(s, reply_class, len, child->key);
    if (kj_value_final(&value))
        kj_table_store_final(&s->table, s->pos.game->t, child->key, &value, ply, 0, KJ_ENTRY_OR);
    else if (!kj_without(KJ_HEURISTIC_first_looks))
        kj_first_looks_store(&s->table.looks, s->pos.game->t, child->key, child->hand, value.pn,
                             value.dn);
    kj_position_unmake(&s->pos, move, &undo);
    return value;
}

bool kj_search_immobile_wins(const KjSearch *s, bool in_check)
{
    return in_check || (s->options.attacker_moves != KJ_CHECKS_ONLY &&
                        s->pos.game->rules.stalemate == KJ_STALEMATE_LOSS);
}

/* With no ply left after it, an attacker's move must mate as it is. */
static KjNodeValue value_at_end(KjSearch *s, const KjChild *child)
{
    KjUndo undo;
    s->looks++;
    kj_position_make(&s->pos, child->move, &undo);
    bool mate = s->relaxed
                    ? kj_futile_mated_relaxed(&s->pos, s->relaxed)
                    : !kj_has_safe_move(&s->pos) &&
                          kj_search_immobile_wins(s, kj_in_check(&s->pos, kj_other(s->attacker)));
    kj_position_unmake(&s->pos, child->move, &undo);
    return mate ? kj_value_proved(child->hand, 0) : kj_value_disproved(child->hand, 0, KJ_DEP_NONE);
}

/*
 * Looks a child up: a loop on this path, the table, the loop table. True if its value is final or
 * was searched before; otherwise the value has what comparable open entries say, (1, 1) if nothing.
 */
static bool look_up(KjSearch *s, KjChild *child, unsigned ply, unsigned len)
{
    const KjTables *t = s->pos.game->t;
    child->fresh = child->old = false;
    child->effort = 0;
    int earlier = kj_path_find(&s->path, t, child->key, child->hand);
    if (earlier >= 0) {
        // what is forbidden fails on every path, so a refutation by it is a fact
        unsigned dep = (unsigned)earlier < s->n_forbidden ? KJ_DEP_NONE : (unsigned)earlier;
        child->value = kj_value_disproved(child->hand, KJ_LEN_INF, dep);
        return true;
    }
    if (len == 0) {
        child->value = value_at_end(s, child);
        return true;
    }
    KjProbe probe;
    child->value = kj_table_probe(&s->table, t, child->key, child->hand, len, ply, &probe);
    if (kj_value_final(&child->value))
        return true;
    if (probe.loop)
        (void)kj_path_probe_loop(&s->path, child->key, child->hand, len, &child->value);
    child->old = probe.old;
    child->effort = probe.effort;
    if (s->crowd && child->effort >= KJ_CROWD_EFFORT)
        child->seen = kj_crowd_news_of(s, child); // what comes in between is seen with the next
    if (kj_value_final(&child->value) || s->pos.side == s->attacker)
        return probe.known;
    child->fresh = !kj_without(KJ_HEURISTIC_first_looks) &&
                   kj_first_looks_find(&s->table.looks, t, child->key, child->hand, probe.known,
                                       &child->value.pn, &child->value.dn);
    return probe.known || child->fresh;
}

/* A first value for a child of which no more is known than what look_up left in it. */
static void look_first(KjSearch *s, KjChild *child, unsigned ply, unsigned len)
{
    KjNodeValue known = child->value;
    child->ready = child->fresh = true;
    child->value = first_look(s, child->move, len, child, ply);
    if (kj_value_final(&child->value))
        return;
    if (known.pn > child->value.pn)
        child->value.pn = known.pn;
    if (known.dn > child->value.dn)
        child->value.dn = known.dn;
}

static void evaluate(KjSearch *s, KjChild *child, unsigned ply, unsigned len)
{
    child->ready = look_up(s, child, ply, len);
    if (!child->ready && child->after == KJ_NO_CHILD)
        look_first(s, child, ply, len);
}

void kj_search_wake(KjSearch *s, KjChild *child, unsigned ply, unsigned len)
{
    if (!child->key)
        kj_search_peek(s, &s->pos, child->move, child);
    child->ready = look_up(s, child, ply, len);
    if (!child->ready)
        look_first(s, child, ply, len);
}

void kj_search_attacks(const KjSearch *s, KjPosition *pos, KjMoveList *list)
{
    if (s->options.attacker_moves == KJ_CHECKS_ONLY || must_check(s, pos->tried)) {
        kj_gen_checks(pos, list);
        return;
    }
    kj_gen_safe(pos, list);
    if (s->options.attacker_moves == KJ_ALL_MOVES)
        return;
    unsigned kept = 0;
    for (unsigned i = 0; i < list->n; i++) {
        KjMove move = list->move[i];
        bool wanted = kj_gives_check(pos, move);
        if (!wanted) {
            KjUndo undo;
            kj_position_make(pos, move, &undo);
            wanted = !kj_has_safe_move(pos);
            kj_position_unmake(pos, move, &undo);
        }
        if (wanted)
            list->move[kept++] = move;
    }
    list->n = kept;
}

/* A move that declines promotion waits for its promoting twin (search.c): it matters only around
 * pawn-drop mates. Not so for pieces whose unpromoted moves are something else. */
static void chain_declined(KjNode *node, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned i = 0; i < node->n; i++) {
        KjMove move = node->child[i].move;
        if (kj_move_is_drop(move) || kj_move_promotes(move))
            continue;
        KjKind kind = kj_piece_kind(pos->board[kj_move_from(move)]);
        bool same_moves = t->promotes[kind] && (t->slide_class[kind] || t->is_nifu[kind]) &&
                          t->step_class[kind | KJ_PROMOTED];
        for (unsigned j = 0; same_moves && j < node->n; j++) {
            if (node->child[j].move == (move | KJ_MOVE_PROMOTE))
                node->child[i].after = (uint16_t)j;
        }
    }
}

/*
 * Whether a child is the drop of another piece where a cheaper one can be dropped, and so waits for
 * that one. What is known of it is looked up when its turn comes: there are six of them to one that
 * does not wait so, and nearly always nothing is known.
 */
static bool waits_behind_cheaper(const KjMoveList *list, unsigned i, unsigned first_drop)
{
    return i > first_drop && kj_move_to(list->move[i]) == kj_move_to(list->move[i - 1]);
}

/* The children by the moves of a list, those from `first_drop` on interposing drops. */
static void add_children(KjSearch *s, KjNode *node, const KjMoveList *list, unsigned first_drop)
{
    node->n = list->n;
    for (unsigned i = 0; i < list->n; i++) {
        KjChild *child = &node->child[i];
        child->move = list->move[i];
        child->after = KJ_NO_CHILD;
        child->step = KJ_STEP_MOVE;
        child->ready = false; // others may wait for it, and it may never be looked at
        child->key = 0;
        if (!s->relaxed && waits_behind_cheaper(list, i, first_drop))
            continue;
        kj_search_peek(s, &s->pos, child->move, child);
        kj_table_prefetch(&s->table, child->key);
        if (!node->is_or)
            kj_first_looks_prefetch(&s->table.looks, child->key);
    }
}

/* The shortcuts the attacker has after an interposition, as further children. */
static void add_shortcuts(KjSearch *s, KjNode *node)
{
    unsigned n = node->n;
    for (unsigned i = 0; i < n; i++) {
        KjMove move = node->child[i].move;
        if (!kj_futile_recaptures(s->relaxed, &s->pos, &node->shortcut, move))
            continue;
        KjPosition after = s->pos;
        kj_futile_play(&after, &node->shortcut, move);
        node->child[node->n++] = (KjChild){.move = move,
                                           .after = KJ_NO_CHILD,
                                           .step = KJ_STEP_SHORTCUT,
                                           .key = kj_search_key(s, &after),
                                           .hand = after.hand[s->attacker]};
    }
}

void kj_search_offer(KjChild *child, const KjShortcut *shortcut)
{
    child->key =
        kj_key_in(child->key ^ kj_futile_salt(shortcut), (unsigned)child->key & KJ_PART_MASK);
}

/*
 * Marks the replies that interpose: positions after them are set apart by the shortcut they offer.
 */
static void mark_interpositions(KjSearch *s, KjNode *node)
{
    for (unsigned i = 0; i < node->n; i++) {
        KjChild *child = &node->child[i];
        KjShortcut shortcut =
            kj_futile_shortcut(&s->pos, child->move, node->between, node->checker);
        if (shortcut.square == KJ_NO_SQUARE)
            continue;
        child->step = KJ_STEP_INTERPOSES;
        kj_search_offer(child, &shortcut);
    }
}

static void decide(KjNode *node, KjNodeValue value)
{
    node->decided = true;
    node->final = value;
}

/* A position of the attacker's in which no check is left, or no move. */
static void decide_without_attacks(KjSearch *s, KjNode *node)
{
    bool any = s->options.attacker_moves != KJ_CHECKS_ONLY;
    KjHand limit = kj_hand_limit(&s->pos, s->attacker);
    decide(node, kj_value_disproved(kj_disproof_hand_missing(&s->pos, limit, any), KJ_LEN_INF,
                                    KJ_DEP_NONE));
}

/* A position of the attacker's who has one check left. */
static void decide_by_one_check(KjSearch *s, KjNode *node, KjChecks *checks)
{
    KjMove mate = kj_search_mate_in_one(s, &s->pos, checks);
    KjHand hand = s->pos.hand[s->attacker];
    if (mate)
        hand = mate_hand(s, &s->pos, kj_search_key(s, &s->pos), mate);
    decide(node, mate ? kj_value_proved(hand, 1) : kj_value_disproved(hand, 1, KJ_DEP_NONE));
}

static void expand_or(KjSearch *s, KjNode *node, unsigned ply, unsigned len)
{
    KjMoveList list;
    if (len == 1 && s->options.attacker_moves == KJ_CHECKS_ONLY && !s->relaxed) {
        KjChecks checks;
        kj_find_checks(&s->pos, &checks);
        if (checks.n > 0)
            decide_by_one_check(s, node, &checks);
        else
            decide_without_attacks(s, node);
        return;
    }
    kj_search_attacks(s, &s->pos, &list);
    if (list.n == 0) {
        decide_without_attacks(s, node);
        return;
    }
    add_children(s, node, &list, list.n);
    chain_declined(node, &s->pos);
    if (s->relaxed)
        add_shortcuts(s, node);
    for (unsigned i = 0; i < node->n; i++) {
        evaluate(s, &node->child[i], ply + 1, kj_child_len(&node->child[i], len));
        if (node->child[i].ready && node->child[i].value.pn == 0) {
            node->n = i + 1; // proved; the rest does not matter
            return;
        }
    }
}

static void decide_immobile(KjSearch *s, KjNode *node, bool in_check)
{
    if (!kj_search_immobile_wins(s, in_check)) {
        decide(node, kj_value_disproved(s->pos.hand[s->attacker], KJ_LEN_INF, KJ_DEP_NONE));
        return;
    }
    const KjPathNode *here = &s->path.node[s->path.length - 1];
    KjHand hand = s->pos.hand[s->attacker];
    if (in_check)
        hand = kj_path_proof_hand(&s->path, s->n_forbidden, here->key, hand,
                                  kj_proof_hand_monopoly(&s->pos, s->attacker, node->between, 0));
    decide(node, kj_value_proved(hand, 0));
}

/*
 * Puts drops on squares that the defender guards before those on others, and otherwise leaves them in
 * their order. The index of the first one that is not guarded; list->n: there is none.
 */
static unsigned put_guarded_drops_first(const KjPosition *pos, KjMoveList *list,
                                        unsigned first_drop)
{
    KjMove bare[KJ_MAX_MOVES];
    KjSide us = (KjSide)pos->side;
    unsigned n_guarded = MIN(first_drop, list->n), n_bare = 0;
    bool guarded = false;
    for (unsigned i = n_guarded; i < list->n; i++) {
        KjMove drop = list->move[i];
        if (!waits_behind_cheaper(list, i, first_drop))
            guarded = kj_attacked(pos, us, kj_move_to(drop), pos->by_side[us], kj_occupied(pos));
        if (guarded)
            list->move[n_guarded++] = drop;
        else
            bare[n_bare++] = drop;
    }
    for (unsigned i = 0; i < n_bare; i++)
        list->move[n_guarded + i] = bare[i];
    return n_guarded;
}

/*
 * Interposing drops wait for each other, from the king outwards: the first square decides most often.
 * Those that can be taken for nothing (from `first_bare` on) seldom save him from anything but a mate
 * that is near, and each makes the same question anew a piece richer; so they wait for all other
 * replies, unless a refutation is expected. By costs one square does not even wait for another, only
 * one kind for another.
 */
static void chain_drops(const KjSearch *s, KjNode *node, const KjMoveList *list,
                        unsigned first_drop, unsigned first_bare)
{
    for (unsigned i = first_drop + 1; i < node->n; i++) {
        if (s->counting != KJ_COUNT_COSTS || waits_behind_cheaper(list, i, first_drop))
            node->child[i].after = (uint16_t)(i - 1);
    }
    if (first_bare > 0 && first_bare < node->n) {
        node->child[first_bare].after = (uint16_t)(first_bare - 1);
        node->late = first_bare;
    }
}

static void expand_and(KjSearch *s, KjNode *node, unsigned ply, unsigned len)
{
    const KjTables *t = s->pos.game->t;
    KjSide defender = kj_other(s->attacker);
    KjBb checkers = kj_checkers(&s->pos, defender);
    KjMoveList list;
    unsigned first_drop = KJ_MAX_MOVES;
    if (checkers) {
        kj_gen_evasions(&s->pos, &list, &first_drop);
        node->checker = kj_bb_first(checkers);
        if (s->pos.spare[defender])
            node->between = t->all; // no need to answer: drops go anywhere
        else if (!kj_bb_many(checkers))
            node->between = t->between[s->pos.king[defender]][node->checker];
    } else {
        node->between = t->all;
        kj_gen_safe(&s->pos, &list);
    }
    if (list.n == 0) {
        decide_immobile(s, node, checkers != 0);
        return;
    }
    if (kj_ending_try(&s->pos, &list)) {
        KjHand any = kj_hand_limit(&s->pos, s->attacker);
        decide(node, kj_value_disproved(any, KJ_LEN_INF, KJ_DEP_NONE));
        return;
    }
    bool interposes = node->between && !s->pos.spare[defender];
    if (s->relaxed && interposes && kj_futile_mated_relaxed(&s->pos, s->relaxed)) {
        decide(node,
               kj_value_proved(kj_proof_hand_monopoly(&s->pos, s->attacker, node->between, 0), 0));
        return;
    }
    if (s->relaxed == KJ_INTERPOSITIONS_RESTORE && interposes)
        kj_futile_leave_out(&s->pos, &list, node->between, node->checker);
    unsigned first_bare = list.n;
    if (s->counting == KJ_COUNT_BRANCHES || s->counting == KJ_COUNT_SUMS)
        first_bare = put_guarded_drops_first(&s->pos, &list, first_drop);
    add_children(s, node, &list, first_drop);
    chain_declined(node, &s->pos);
    if (s->relaxed && interposes && s->relaxed != KJ_INTERPOSITIONS_LAST)
        mark_interpositions(s, node);
    chain_drops(s, node, &list, first_drop, first_bare);
    for (unsigned i = 0; i < node->n; i++) {
        if (waits_behind_cheaper(&list, i, first_drop))
            continue;
        evaluate(s, &node->child[i], ply + 1, kj_len_less(len));
        if (node->child[i].ready && node->child[i].value.dn == 0) {
            node->n = i + 1; // refuted; the rest does not matter
            return;
        }
    }
}

void kj_search_expand(KjSearch *s, KjNode *node, unsigned ply, unsigned len)
{
    node->child = s->arena + s->arena_used;
    node->n = 0;
    node->is_or = s->pos.side == s->attacker;
    node->late = KJ_NO_CHILD;
    node->between = 0;
    node->shortcut = s->shortcut;
    node->decided = node->by_others = false;
    KjNodeValue replayed;
    if (node->is_or && len == KJ_LEN_INF && ply > s->root_ply &&
        kj_replay(s, s->path.node[ply].key, &replayed)) {
        decide(node, replayed);
        return;
    }
    if (node->is_or)
        expand_or(s, node, ply, len);
    else
        expand_and(s, node, ply, len);
}
