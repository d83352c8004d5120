/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The proof section: from the root down, at each attacker's position an attack after which the
 * table knows the shortest mate, and every reply. What is left of the length falls at every record,
 * so the walk ends whatever the table says.
 */
#include <assert.h>

#include "core/rules/movegen.h"
#include "solver/certify/certify_writer.h"

/* A record whose attack has been written and is on the board. */
typedef struct {
    KjMove attack, reply; // reply: the one whose record is being written
    KjUndo attack_undo, reply_undo;
    size_t first; // of its replies, on the stack of moves
    size_t next;  // reply to come
    unsigned left, rank;
} Frame;

typedef struct {
    Frame *frame;
    unsigned n, room;
} Stack;

/* An attack out of `list` that mates within `plies`, or KJ_MOVE_NONE. */
static KjMove choose_attack(KjWriter *w, const KjMoveList *list, unsigned plies)
{
    KjMoveList allowed = *list;
    if (w->past)
        kj_certify_avoid_past(w, &allowed);
    unsigned left;
    KjMove attack =
        allowed.n ? kj_probe_attack(w->s, &w->pos, &allowed, plies, &left) : KJ_MOVE_NONE;
    for (unsigned i = 0; i < allowed.n; i++) {
        if (allowed.move[i] == attack)
            return attack;
    }
    return KJ_MOVE_NONE;
}

static bool open_record(KjWriter *w, Stack *stack, unsigned plies)
{
    if (!kj_writer_open(w, stack->n + 1))
        return false;
    KjMoveList list;
    kj_search_attacks(w->s, &w->pos, &list);
    KjMove attack = choose_attack(w, &list, plies);
    if (!attack)
        return kj_writer_fail(w, "the mate that was found");
    if (!kj_writer_move(w, &list, attack))
        return false;
    if (stack->n == stack->room) {
        stack->room = stack->room * 2 + 64;
        stack->frame = g_renew(Frame, stack->frame, stack->room);
    }
    Frame *f = &stack->frame[stack->n++];
    *f = (Frame){.attack = attack, .first = w->n_moves, .next = w->n_moves, .rank = 1};
    kj_position_make(&w->pos, attack, &f->attack_undo);
    kj_gen_safe(&w->pos, &list);
    assert(plies >= 3 || list.n == 0);
    f->left = plies - 2;
    kj_writer_push_moves(w, &list);
    return true;
}

static bool close_record(KjWriter *w, Stack *stack)
{
    Frame *f = &stack->frame[--stack->n];
    unsigned rank = f->rank;
    kj_position_unmake(&w->pos, f->attack, &f->attack_undo);
    w->n_moves = f->first;
    if (!kj_writer_intern(w, rank))
        return false;
    if (stack->n > 0) {
        Frame *above = &stack->frame[stack->n - 1];
        kj_position_unmake(&w->pos, above->reply, &above->reply_undo);
        above->rank = MAX(above->rank, rank + 2);
    }
    return true;
}

/* A record that w->pos may refer to instead of being shown. */
static const KjCertifyRecord *known(const KjWriter *w, unsigned plies)
{
    return kj_certify_set_find(&w->set, w->pos.game->t, kj_search_key(w->s, &w->pos),
                               w->pos.hand[w->s->attacker], plies);
}

static bool next_child(KjWriter *w, Stack *stack)
{
    Frame *f = &stack->frame[stack->n - 1];
    f->reply = w->moves[f->next++];
    kj_position_make(&w->pos, f->reply, &f->reply_undo);
    const KjCertifyRecord *record = known(w, f->left);
    if (!record)
        return kj_writer_number(w, 0) && open_record(w, stack, f->left);
    f->rank = MAX(f->rank, record->plies + 2u);
    kj_position_unmake(&w->pos, f->reply, &f->reply_undo);
    return kj_writer_refer(w, record);
}

/* The record of w->pos, which mates within `plies`, and all below it. */
static bool write_record(KjWriter *w, Stack *stack, unsigned plies)
{
    bool ok = open_record(w, stack, plies);
    while (ok && stack->n > 0) {
        const Frame *f = &stack->frame[stack->n - 1];
        ok = f->next < w->n_moves ? next_child(w, stack) : close_record(w, stack);
    }
    return ok;
}

/* The defender to move at the root: all his replies. */
static bool write_replies(KjWriter *w, Stack *stack, unsigned plies)
{
    KjMoveList list;
    kj_gen_safe(&w->pos, &list);
    kj_writer_push_moves(w, &list);
    bool ok = true;
    for (unsigned i = 0; i < list.n && ok; i++) {
        KjMove reply = w->moves[i];
        KjUndo undo;
        kj_position_make(&w->pos, reply, &undo);
        const KjCertifyRecord *record = known(w, plies - 1);
        ok = record ? kj_writer_refer(w, record)
                    : kj_writer_number(w, 0) && write_record(w, stack, plies - 1);
        kj_position_unmake(&w->pos, reply, &undo);
    }
    return ok;
}

bool kj_certify_mate(KjWriter *w, unsigned plies)
{
    Stack stack = {0};
    bool ok = write_record(w, &stack, plies);
    g_free(stack.frame);
    return ok;
}

bool kj_certify_proof(KjWriter *w, unsigned plies)
{
    Stack stack = {0};
    bool ok = w->pos.side == w->s->attacker ? write_record(w, &stack, plies)
                                            : write_replies(w, &stack, plies);
    g_free(stack.frame);
    return ok;
}
