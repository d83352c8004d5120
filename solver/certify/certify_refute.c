/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The refutation and bound sections: to every attack a reply after which the attacker does not
 * mate, at all or within what is left.
 *
 * A refutation that a search found may lean on positions above it (loops): it holds as long as they
 * count as failed. The path of this walk has only positions that have truly no mate, by induction
 * from the root on. So what leans on nothing but them is true as well, can be kept as a fact, and
 * can be referred to from everywhere. Nothing is ever taken back.
 */
#include <assert.h>

#include "core/rules/movegen.h"
#include "solver/certify/certify_writer.h"

/* Only so much of the walk is put on the path of the search: that must have room left to go on. */
enum { MAX_PATH = KJ_MAX_PLY / 2 };

/* A record some of whose attacks have been answered. */
typedef struct {
    KjMove attack, reply; // those whose record is being written
    KjUndo attack_undo, reply_undo;
    size_t first; // of its attacks, on the stack of moves
    size_t next;  // attack to come
    unsigned plies;
    unsigned path; // length of the path to go back to
} Frame;

typedef struct {
    Frame *frame;
    size_t n, room;
} Stack;

static unsigned two_less(unsigned plies)
{
    return plies == KJ_LEN_INF ? KJ_LEN_INF : plies - 2;
}

/* A reply, what its child may refer to, and whether it ends the game. */
typedef struct {
    KjMove move;
    const KjCertifyRecord *record;
    bool tries;
} Answer;

static bool is_refuted(const KjNodeValue *v)
{
    return v->dn == 0 && v->pn != 0;
}

static unsigned count_attacks(KjWriter *w, KjMove reply)
{
    KjUndo undo;
    KjMoveList list;
    kj_position_make(&w->pos, reply, &undo);
    kj_search_attacks(w->s, &w->pos, &list);
    kj_position_unmake(&w->pos, reply, &undo);
    return list.n;
}

/* Out of the replies after which the table knows no mate within `plies`, that with the fewest
 * attacks to answer. */
static KjMove known_reply(KjWriter *w, const KjMoveList *replies, const KjChild *child,
                          unsigned plies)
{
    KjMove best = KJ_MOVE_NONE;
    unsigned fewest = UINT_MAX;
    for (unsigned i = 0; i < replies->n; i++) {
        KjProbe probe;
        KjNodeValue v = kj_table_probe(&w->s->table, w->pos.game->t, child[i].key, child[i].hand,
                                       plies, 0, &probe);
        if (!is_refuted(&v))
            continue;
        unsigned n = count_attacks(w, replies->move[i]);
        if (n < fewest) {
            best = replies->move[i];
            fewest = n;
        }
    }
    return best;
}

/* Keeps it as a fact that a position has no mate within `plies`. */
static void learn(KjWriter *w, KjKey key, KjHand hand, unsigned plies, unsigned flags)
{
    KjNodeValue v = kj_value_disproved(hand, plies, KJ_DEP_NONE);
    kj_table_store_final(&w->s->table, w->pos.game->t, key, &v, 0, 0, flags);
}

/* A reply that the search has refuted on this path. */
static KjMove looping_reply(KjWriter *w, const KjMoveList *replies, const KjChild *child,
                            unsigned plies)
{
    for (unsigned i = 0; i < replies->n; i++) {
        KjNodeValue v;
        if (kj_path_probe_loop(&w->s->path, child[i].key, child[i].hand, plies, &v)) {
            learn(w, child[i].key, child[i].hand, plies, KJ_ENTRY_OR);
            return replies->move[i];
        }
    }
    return KJ_MOVE_NONE;
}

/* A reply found by a search of w->pos, the defender to move. */
static KjMove searched_reply(KjWriter *w, unsigned plies)
{
    KjMove reply;
    KjNodeValue v = kj_search_here(w->s, &w->pos, kj_len_more(plies), &reply);
    if (!is_refuted(&v) || !reply)
        return KJ_MOVE_NONE;
    KjChild child;
    kj_search_peek(w->s, &w->pos, reply, &child);
    learn(w, child.key, child.hand, plies, KJ_ENTRY_OR);
    return reply;
}

/* Puts w->pos on the path of the search. */
static void push(KjWriter *w)
{
    kj_path_push(&w->s->path, kj_search_key(w->s, &w->pos), w->pos.hand[w->s->attacker]);
}

/* Chooses a reply at w->pos after which there is no mate within `plies`. */
static bool choose_reply(KjWriter *w, const KjMoveList *replies, unsigned plies, Answer *out)
{
    const KjTables *t = w->pos.game->t;
    *out = (Answer){0};
    out->move = kj_ending_try(&w->pos, replies);
    out->tries = out->move != KJ_MOVE_NONE;
    if (out->tries)
        return true;
    KjChild child[KJ_MAX_MOVES];
    for (unsigned i = 0; i < replies->n; i++) {
        kj_search_peek(w->s, &w->pos, replies->move[i], &child[i]);
        kj_table_prefetch(&w->s->table, child[i].key);
        out->record = kj_certify_set_find(&w->set, t, child[i].key, child[i].hand, plies);
        if (out->record) {
            out->move = replies->move[i];
            return true;
        }
    }
    out->move = known_reply(w, replies, child, plies);
    if (out->move)
        return true;
    push(w);
    out->move = looping_reply(w, replies, child, plies);
    if (!out->move)
        out->move = searched_reply(w, plies);
    kj_path_pop(&w->s->path);
    return out->move || kj_writer_fail(w, "the refutation that was found");
}

/* Opens the record of w->pos; `path` is how long the path was above the attack that led here. */
static bool open_record(KjWriter *w, Stack *stack, unsigned plies, unsigned path)
{
    if (!kj_writer_open(w, (unsigned)stack->n + 1) ||
        (plies == KJ_LEN_INF && !kj_writer_intern(w, plies)))
        return false;
    if (stack->n == stack->room) {
        stack->room = stack->room * 2 + 64;
        stack->frame = g_renew(Frame, stack->frame, stack->room);
    }
    stack->frame[stack->n++] =
        (Frame){.first = w->n_moves, .next = w->n_moves, .plies = plies, .path = path};
    if (path < MAX_PATH)
        push(w);
    KjMoveList list;
    kj_search_attacks(w->s, &w->pos, &list);
    kj_writer_push_moves(w, &list);
    return true;
}

static void take_back(KjWriter *w, const Frame *f)
{
    kj_position_unmake(&w->pos, f->reply, &f->reply_undo);
    kj_position_unmake(&w->pos, f->attack, &f->attack_undo);
}

static bool close_record(KjWriter *w, Stack *stack)
{
    const Frame *f = &stack->frame[--stack->n];
    w->n_moves = f->first;
    while (w->s->path.length > f->path)
        kj_path_pop(&w->s->path);
    if (f->plies != KJ_LEN_INF && !kj_writer_intern(w, f->plies))
        return false;
    if (stack->n > 0)
        take_back(w, &stack->frame[stack->n - 1]);
    return true;
}

/*
 * Writes a reply at w->pos, 0 if there is none, and a reference after it, or 0 if its record is to
 * follow (`out_move` then has the reply, else KJ_MOVE_NONE). `plies` are those left to the attacker
 * after the reply; 0 at the end of a bound, where any reply will do.
 */
static bool write_reply(KjWriter *w, unsigned plies, KjMove *out_move)
{
    KjMoveList replies;
    kj_gen_safe(&w->pos, &replies);
    *out_move = KJ_MOVE_NONE;
    if (replies.n == 0)
        return kj_probe_mated(w->s, &w->pos) ? kj_writer_fail(w, "a reply to mate")
                                             : kj_writer_number(w, 0);
    if (plies == 0)
        return kj_writer_move(w, &replies, replies.move[0]);
    Answer answer;
    if (!choose_reply(w, &replies, plies, &answer) || !kj_writer_move(w, &replies, answer.move))
        return false;
    if (answer.tries)
        return true;
    if (answer.record)
        return kj_writer_refer(w, answer.record);
    *out_move = answer.move;
    return kj_writer_number(w, 0);
}

static bool next_attack(KjWriter *w, Stack *stack)
{
    Frame *f = &stack->frame[stack->n - 1];
    f->attack = w->moves[f->next++];
    kj_position_make(&w->pos, f->attack, &f->attack_undo);
    unsigned plies = f->plies == 1 ? 0 : two_less(f->plies);
    if (!write_reply(w, plies, &f->reply))
        return false;
    if (f->reply) {
        unsigned path = w->s->path.length;
        if (path < MAX_PATH)
            push(w);
        kj_position_make(&w->pos, f->reply, &f->reply_undo);
        return open_record(w, stack, plies, path);
    }
    kj_position_unmake(&w->pos, f->attack, &f->attack_undo);
    return true;
}

/* The record of w->pos, where there is no mate within `plies`, and all below it. */
static bool write_record(KjWriter *w, unsigned plies)
{
    Stack stack = {0};
    bool ok = open_record(w, &stack, plies, w->s->path.length);
    while (ok && stack.n > 0) {
        const Frame *f = &stack.frame[stack.n - 1];
        ok = f->next < w->n_moves ? next_attack(w, &stack) : close_record(w, &stack);
    }
    g_free(stack.frame);
    return ok;
}

bool kj_certify_refutation(KjWriter *w, unsigned plies)
{
    while (w->s->path.length)
        kj_path_pop(&w->s->path);
    if (w->pos.side == w->s->attacker)
        return write_record(w, plies);
    KjMove reply;
    if (!write_reply(w, kj_len_less(plies), &reply))
        return false;
    if (!reply)
        return true;
    KjUndo undo;
    push(w);
    kj_position_make(&w->pos, reply, &undo);
    bool ok = write_record(w, kj_len_less(plies));
    kj_position_unmake(&w->pos, reply, &undo);
    return ok;
}
