/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mates played over. The position and the example go in step: the attacker plays what the table
 * knows to mate in the example, the defender everything he has here. What becomes of each reply is
 * either known, or a mate in one, or goes on with the example after the same reply, or with another
 * example; else the attempt has failed. What was proved on the way stays in the table.
 */
#include "solver/search/replay.h"

#include "core/rules/attack.h"
#include "core/rules/checks.h"
#include "core/rules/movegen.h"
#include "solver/search/ablation.h"
#include "solver/search/examples.h"
#include "solver/search/hands.h"

enum {
    LEAST_NODES = 8,   // of a mate that is worth it
    MOST_NODES = 2000, // that an attempt may take,
    TIMES_NODES = 4,   // and so many times those of the example
    MOST_DEPTH = 256,  // plies
    MOST_STRIKES = 8,  // more attempts in vain than half as many that were not
    MOST_REPLIES = 1 << 12,
};

/* An attempt. */
typedef struct {
    KjSearch *s;
    unsigned left;                // nodes
    unsigned used;                // of `reply`
    KjMove reply[MOST_REPLIES];   // those that are to be played on the line, ply after ply,
    bool has_reply[MOST_REPLIES]; // and whether the example has them too
} Attempt;

/* Moves by which examples mate, the shortest mates first. */
enum { MOST_ATTACKS = 2 };
typedef struct {
    unsigned n;
    KjMove move[MOST_ATTACKS];
    unsigned len[MOST_ATTACKS];
} Attacks;

/* Where hands dominate each other, and nothing decides but checks and replies to them. */
static bool is_wanted(const KjSearch *s)
{
    return s->examples && !s->relaxed && !s->n_forbidden && !s->exact_hands &&
           s->options.attacker_moves == KJ_CHECKS_ONLY &&
           s->pos.game->rules.try_rule == KJ_TRY_OFF && !s->pos.game->t->prince &&
           !kj_without(KJ_HEURISTIC_replay);
}

void kj_replay_learn(KjSearch *s, uint64_t nodes)
{
    if (nodes >= LEAST_NODES && is_wanted(s))
        kj_examples_add(s->examples, &s->pos, s->salt, nodes);
}

/* As kj_probe_known_after, which stands above the search. */
static KjNodeValue known_after(const KjSearch *s, const KjPosition *pos, KjMove move)
{
    KjChild child;
    KjProbe probe;
    kj_search_peek(s, pos, move, &child);
    return kj_table_probe(&s->table, pos->game->t, child.key, child.hand, KJ_LEN_INF,
                          s->path.length, &probe);
}

/* Counts a node; false: there are none left. The limits are looked at when the attempt is over. */
static bool spend(Attempt *x)
{
    if (x->left == 0 || x->s->nodes + 1 >= x->s->node_limit)
        return false;
    x->left--;
    x->s->nodes++;
    return true;
}

static void store(const Attempt *x, KjKey key, const KjNodeValue *value, unsigned nodes,
                  unsigned flags)
{
    KjSearch *s = x->s;
    kj_table_store_final(&s->table, s->pos.game->t, key, value, s->path.length, kj_effort(nodes),
                         flags);
}

static KjNodeValue proved_by(const KjPosition *pos, KjMove move, const KjNodeValue *after)
{
    return kj_value_proved(kj_proof_hand_before(pos, move, after->hand), after->len + 1u);
}

/* Whether it is a mate by what is known of its checks, which are listed where it is not. */
static bool is_known_mate(const KjSearch *s, const KjPosition *pos, KjMoveList *list,
                          KjNodeValue *out)
{
    KjChecks checks;
    kj_find_checks(pos, &checks);
    KjMove mate = checks.n ? kj_search_mate_in_one(s, pos, &checks) : KJ_MOVE_NONE;
    if (mate) {
        *out = kj_value_proved(kj_proof_hand_mate(pos, mate), 1);
        return true;
    }
    kj_list_checks(&checks, list);
    for (unsigned i = 0; i < list->n; i++) {
        KjNodeValue after = known_after(s, pos, list->move[i]);
        if (after.pn == 0) {
            *out = proved_by(pos, list->move[i], &after);
            return true;
        }
    }
    return false;
}

static void add_attack(Attacks *attacks, KjMove move, unsigned len)
{
    unsigned i = attacks->n;
    if (i == MOST_ATTACKS && attacks->len[--i] <= len)
        return;
    attacks->n = i + 1;
    for (; i > 0 && attacks->len[i - 1] > len; i--) {
        attacks->move[i] = attacks->move[i - 1];
        attacks->len[i] = attacks->len[i - 1];
    }
    attacks->move[i] = move;
    attacks->len[i] = len;
}

/* The attacks in `list` that mate in an example. */
static void find_attacks(const KjSearch *s, const KjPosition *example, const KjMoveList *list,
                         Attacks *out)
{
    KjChecks checks;
    KjMoveList theirs;
    out->n = 0;
    kj_find_checks(example, &checks);
    KjMove mate = checks.n ? kj_search_mate_in_one(s, example, &checks) : KJ_MOVE_NONE;
    if (mate && kj_list_has(list, mate))
        add_attack(out, mate, 0);
    kj_list_checks(&checks, &theirs);
    for (unsigned i = 0; i < theirs.n; i++) {
        if (!kj_list_has(list, theirs.move[i]))
            continue;
        KjNodeValue after = known_after(s, example, theirs.move[i]);
        if (after.pn == 0)
            add_attack(out, theirs.move[i], after.len);
    }
}

/*
 * Looks at a position with the attacker to move: true and its value if that decides it, else the
 * attacks to try, by `example` or, where that has none, by another one, which `example` then is.
 * With neither there are none. `*has` says whether there is an example to begin with.
 */
static __attribute__((noinline)) bool look(KjSearch *s, const KjPosition *pos, KjPosition *example,
                                           bool has, Attacks *attacks, KjNodeValue *out)
{
    KjMoveList list;
    attacks->n = 0;
    if (is_known_mate(s, pos, &list, out))
        return true;
    if (has)
        find_attacks(s, example, &list, attacks);
    const KjMateExample *other = attacks->n ? NULL : kj_examples_find(s->examples, pos, s->salt);
    if (!other)
        return false;
    kj_example_position(other, pos->game, example);
    find_attacks(s, example, &list, attacks);
    return false;
}

static bool play_attack(Attempt *x, KjKey key, KjPosition *pos, const KjPosition *given,
                        unsigned depth, KjNodeValue *out);

/* Lists the replies that are not known to lose. False: one is known to refute, or there are too
 * many. Otherwise `out` has what those that are known and the squares between ask for. */
static __attribute__((noinline)) bool list_replies(Attempt *x, const KjPosition *pos,
                                                   const KjPosition *example, KjBb *out_between,
                                                   KjNodeValue *out)
{
    const KjTables *t = pos->game->t;
    KjSide defender = kj_other(x->s->attacker);
    KjMoveList list, theirs;
    unsigned first = x->used;
    kj_gen_evasions(pos, &list, NULL);
    KjBb checkers = kj_checkers(pos, defender);
    *out_between =
        kj_bb_many(checkers) ? 0 : t->between[pos->king[defender]][kj_bb_first(checkers)];
    *out = kj_value_proved(0, 0);
    for (unsigned i = 0; i < list.n; i++) {
        KjNodeValue after = known_after(x->s, pos, list.move[i]);
        if (after.dn == 0 || x->used == MOST_REPLIES)
            return false;
        if (after.pn != 0) {
            x->reply[x->used++] = list.move[i];
            continue;
        }
        out->hand = kj_hand_max(t, out->hand, after.hand);
        out->len = MAX(out->len, after.len + 1u);
    }
    if (x->used > first)
        kj_gen_evasions(example, &theirs, NULL);
    for (unsigned i = first; i < x->used; i++)
        x->has_reply[i] = kj_list_has(&theirs, x->reply[i]);
    return true;
}

/* Plays one reply and what follows. */
static bool play_reply(Attempt *x, KjPosition *pos, KjPosition *example, unsigned i, unsigned depth,
                       KjNodeValue *out)
{
    KjUndo undo, theirs;
    KjMove move = x->reply[i];
    *out = known_after(x->s, pos, move);
    if (out->pn == 0) // since another one was played
        return true;
    kj_position_make(pos, move, &undo);
    if (x->has_reply[i])
        kj_position_make(example, move, &theirs);
    bool mate = play_attack(x, kj_search_key(x->s, pos), pos, x->has_reply[i] ? example : NULL,
                            depth + 1, out);
    if (x->has_reply[i])
        kj_position_unmake(example, move, &theirs);
    kj_position_unmake(pos, move, &undo);
    return mate;
}

/* Plays all replies: are they all mates? */
static bool play_replies(Attempt *x, KjPosition *pos, KjPosition *example, unsigned depth,
                         KjNodeValue *out)
{
    unsigned first = x->used, left = x->left;
    KjBb between;
    bool mate = spend(x) && list_replies(x, pos, example, &between, out);
    for (unsigned i = first; mate && i < x->used; i++) {
        KjNodeValue after;
        unsigned used = x->used;
        mate = play_reply(x, pos, example, i, depth, &after);
        x->used = used;
        if (mate) {
            out->hand = kj_hand_max(pos->game->t, out->hand, after.hand);
            out->len = MAX(out->len, after.len + 1u);
        }
    }
    x->used = first;
    if (!mate)
        return false;
    out->hand = kj_proof_hand_monopoly(pos, x->s->attacker, between, out->hand);
    store(x, kj_search_key(x->s, pos), out, left - x->left, 0);
    return true;
}

/* Plays attacks that mate in an example, which is `given` or one that is found. */
static bool play_attack(Attempt *x, KjKey key, KjPosition *pos, const KjPosition *given,
                        unsigned depth, KjNodeValue *out)
{
    unsigned left = x->left;
    KjPosition example;
    Attacks attacks;
    if (!spend(x))
        return false;
    if (given)
        example = *given;
    bool mate = look(x->s, pos, &example, given, &attacks, out);
    if (depth >= MOST_DEPTH)
        attacks.n = 0;
    for (unsigned i = 0; !mate && i < attacks.n; i++) {
        KjUndo undo, theirs;
        KjNodeValue after;
        KjMove move = attacks.move[i];
        kj_position_make(pos, move, &undo);
        kj_position_make(&example, move, &theirs);
        mate = play_replies(x, pos, &example, depth + 1, &after);
        kj_position_unmake(&example, move, &theirs);
        kj_position_unmake(pos, move, &undo);
        if (mate)
            *out = proved_by(pos, move, &after);
    }
    if (mate)
        store(x, key, out, left - x->left, KJ_ENTRY_OR);
    return mate;
}

bool kj_replay(KjSearch *s, KjKey key, KjNodeValue *out)
{
    KjMateExample *example = is_wanted(s) ? kj_examples_find(s->examples, &s->pos, s->salt) : NULL;
    if (!example || example->strikes >= MOST_STRIKES)
        return false;
    KjHand hand = s->pos.hand[s->attacker];
    if (!kj_examples_try(s->examples, kj_mix((uint64_t)key ^ kj_mix(hand ^ example->number << 40))))
        return false;
    KjPosition pos = s->pos, theirs;
    Attempt x = {.s = s, .left = (unsigned)MIN((uint64_t)TIMES_NODES * example->nodes, MOST_NODES)};
    kj_example_position(example, pos.game, &theirs);
    bool mate = play_attack(&x, key, &pos, &theirs, 0, out);
    example->strikes = mate ? example->strikes / 2 : example->strikes + 1;
    return mate;
}
