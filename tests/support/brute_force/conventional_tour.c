/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/brute_force/conventional_tour.h"

#include <glib.h>
#include <string.h>

enum { SQUARES = KJ_MAX_SQUARES };

/* A set of stops, by the squares of king and checker. */
typedef bool Set[SQUARES][SQUARES];

typedef struct {
    const KjPosition *before;
    unsigned checker;
    KjHand hand[2]; // on the tour
    int base;
    TourMatesFn mates;
    void *data;
    Set seen, least, greatest;
    struct {
        uint8_t king, checker;
    } stop[SQUARES * SQUARES]; // those seen
    unsigned n;
} Tour;

/* The position at a stop, the defender to move. */
static KjPosition stop(const Tour *t, unsigned king, unsigned checker)
{
    KjPosition pos = *t->before;
    KjPiece k = kj_position_remove(&pos, pos.king[pos.side]);
    KjPiece c = kj_position_remove(&pos, t->checker);
    kj_position_put(&pos, king, k);
    kj_position_put(&pos, checker, c);
    memcpy(pos.hand, t->hand, sizeof pos.hand);
    return pos;
}

/* Where the checker can go on to after a reply. */
static unsigned go_on(const KjPosition *pos, KjMove reply, unsigned checker, unsigned *out)
{
    bool drop = kj_move_is_drop(reply);
    if (!drop && (kj_move_from(reply) != pos->king[pos->side] || pos->board[kj_move_to(reply)]))
        return 0;
    KjPosition next = kj_position_after(pos, reply);
    KjMoveList checks;
    kj_gen_checks(&next, &checks);
    unsigned n = 0;
    for (unsigned i = 0; i < checks.n; i++) {
        unsigned to = kj_move_to(checks.move[i]);
        if (checks.move[i] == kj_make_move(checker, to) &&
            (drop ? to == kj_move_to(reply) : !next.board[to]))
            out[n++] = to;
    }
    return n;
}

static void look(Tour *t, unsigned king, unsigned checker)
{
    if (t->seen[king][checker])
        return;
    t->seen[king][checker] = true;
    t->stop[t->n].king = (uint8_t)king;
    t->stop[t->n++].checker = (uint8_t)checker;
    KjPosition pos = stop(t, king, checker);
    KjMoveList replies;
    kj_gen_safe(&pos, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        unsigned to[SQUARES], n = go_on(&pos, replies.move[i], checker, to);
        KjPosition next = kj_position_after(&pos, replies.move[i]);
        for (unsigned k = 0; k < n; k++)
            look(t, next.king[pos.side], to[k]);
    }
}

static bool belongs(Tour *t, unsigned king, unsigned checker)
{
    if (king == t->before->king[t->before->side] && checker == t->checker)
        return true;
    KjPosition pos = stop(t, king, checker);
    KjMoveList replies;
    kj_gen_safe(&pos, &replies);
    bool leads_on = false;
    for (unsigned i = 0; i < replies.n; i++) {
        bool drop = kj_move_is_drop(replies.move[i]), leads = false;
        KjPosition next = kj_position_after(&pos, replies.move[i]);
        unsigned to[SQUARES], n = go_on(&pos, replies.move[i], checker, to);
        for (unsigned k = 0; k < n; k++)
            leads = leads || (drop ? t->greatest : t->least)[next.king[pos.side]][to[k]];
        leads_on = leads_on || (leads && !drop);
        if (!leads && (t->base < 1 || !t->mates(t->data, &next, t->base - 1)))
            return false;
    }
    return leads_on;
}

static bool wins(Tour *t, unsigned king, unsigned checker)
{
    memcpy(t->greatest, t->seen, sizeof t->seen);
    for (;;) {
        memset(t->least, 0, sizeof t->least);
        for (bool more = true; more;) {
            more = false;
            for (unsigned i = 0; i < t->n; i++) {
                bool *in = &t->least[t->stop[i].king][t->stop[i].checker];
                if (!*in && belongs(t, t->stop[i].king, t->stop[i].checker))
                    *in = more = true;
            }
        }
        if (memcmp(t->least, t->greatest, sizeof t->least) == 0)
            return t->least[king][checker];
        memcpy(t->greatest, t->least, sizeof t->least);
    }
}

bool conventional_tour(const KjPosition *pos, KjMove drop, unsigned checker, int base,
                       TourMatesFn mates, void *data)
{
    KjSide defender = (KjSide)pos->side;
    unsigned square = kj_move_to(drop);
    KjPosition next = kj_position_after(pos, drop);
    KjMoveList checks;
    kj_gen_checks(&next, &checks);
    bool takes = false;
    for (unsigned i = 0; i < checks.n; i++)
        takes = takes || checks.move[i] == kj_make_move(checker, square);
    if (!takes)
        return false;
    next = kj_position_after(&next, kj_make_move(checker, square));
    KjPosition restored = *pos;
    memcpy(restored.hand, next.hand, sizeof next.hand);
    if (!mates(data, &restored, base))
        return false;
    g_autofree Tour *t = g_new0(Tour, 1);
    t->before = pos;
    t->checker = checker;
    t->base = base;
    t->mates = mates;
    t->data = data;
    memcpy(t->hand, next.hand, sizeof t->hand);
    look(t, pos->king[defender], square);
    bool yes = wins(t, pos->king[defender], square);
    return yes;
}
