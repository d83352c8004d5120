/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interpositions that only put off (docs/rules.md R12.19, the restoring kind; docs/rules.md
 * R12.19): the checker takes the piece dropped and comes back by checks of its own, chasing the
 * king round, and the position before it stands again but that the attacker has the piece.
 *
 * Only the king and the checker move on such a tour. A stop is a position after a move of the
 * checker; what is dropped in its way is taken at once and does not count as taken, so a stop is
 * known by the squares of the two. The stops won are the largest set Z of these, each of which is
 * among the least set Y with: the position restored is in Y; and so is a stop from every reply at
 * which the checker gets to Y, from every drop to Z, replies after which there is a mate within
 * less than the base being let out, if one reply at least does lead on and is no drop. (Drops come
 * to an end, going round does not.)
 */
#include <string.h>

#include "solver/length/conventional-priv.h"

enum { UNTRIED = -1 };

typedef struct {
    KjMove move;
    bool drop;
    int out;        // let out: a KjVerdict, KJ_MATE: it is; UNTRIED
    unsigned first; // of the stops it leads on to, in Tour.ways
    unsigned n;
} Reply;

typedef struct {
    KjPosition pos;
    unsigned checker; // where that piece stands now
    bool restored;
    unsigned first, n; // its replies, in Tour.replies
    bool wins, may_win,
        asked; // by what is tried; if all that is not tried were let out; see try_one
} Stop;

typedef struct {
    KjConventional *c;
    const KjPosition *before; // the position to be restored
    unsigned base;
    GArray *stops;                                   // of Stop
    GArray *replies;                                 // of Reply
    GArray *ways;                                    // of unsigned
    unsigned number[KJ_MAX_SQUARES][KJ_MAX_SQUARES]; // of a stop, by king and checker, plus 1
} Tour;

#define STOP(t, i) (&g_array_index((t)->stops, Stop, i))
#define REPLY(t, i) (&g_array_index((t)->replies, Reply, i))

/* The stop after a move of the checker; what it took goes back to the defender. */
static void add_way(Tour *t, const KjPosition *pos, KjMove move)
{
    const KjPosition *before = t->before;
    Stop stop = {.pos = kj_conventional_after(pos, move), .checker = kj_move_to(move)};
    KjPosition *next = &stop.pos;
    if (t->stops->len > 0) { // the first is the recapture itself
        const Stop *first = STOP(t, 0);
        memcpy(next->hand, first->pos.hand, sizeof next->hand);
    }
    unsigned *number = &t->number[next->king[next->side]][stop.checker];
    if (*number == 0) {
        stop.restored = next->key == before->key;
        g_array_append_val(t->stops, stop);
        *number = t->stops->len;
    }
    unsigned i = *number - 1;
    g_array_append_val(t->ways, i);
}

/* Adds a reply at a stop, and the stops it leads on to: not if the tour breaks off there. */
static void add_reply(Tour *t, const Stop *stop, KjMove move)
{
    const KjPosition *pos = &stop->pos;
    Reply reply = {.move = move,
                   .drop = kj_move_is_drop(move),
                   .out = t->base > 0 ? UNTRIED : KJ_NOMATE,
                   .first = t->ways->len};
    bool tours = reply.drop || (kj_move_from(move) == pos->king[pos->side] &&
                                pos->board[kj_move_to(move)] == KJ_NONE);
    if (tours) {
        KjPosition next = kj_conventional_after(pos, move);
        unsigned checker = stop->checker;
        KjMoveList checks;
        kj_gen_checks(&next, &checks);
        for (unsigned i = 0; i < checks.n; i++) {
            KjMove on = checks.move[i];
            unsigned to = kj_move_to(on);
            if (kj_move_from(on) == checker && !kj_move_promotes(on) &&
                (reply.drop ? to == kj_move_to(move) : next.board[to] == KJ_NONE))
                add_way(t, &next, on);
        }
    }
    reply.n = t->ways->len - reply.first;
    g_array_append_val(t->replies, reply);
}

static void lay_out(Tour *t)
{
    for (unsigned i = 0; i < t->stops->len; i++) {
        Stop stop = *STOP(t, i); // adding stops moves them
        if (stop.restored)
            continue;
        KjConventionalMoves moves = kj_conventional_moves(t->c, &stop.pos);
        unsigned first = t->replies->len;
        for (unsigned k = 0; k < moves.n; k++)
            add_reply(t, &stop, moves.move[k]);
        g_free(moves.move);
        STOP(t, i)->first = first;
        STOP(t, i)->n = t->replies->len - first;
    }
}

/* Whether a reply leads on to a stop of a set. */
static bool leads_to(const Tour *t, const Reply *reply, const bool *set)
{
    for (unsigned k = 0; k < reply->n; k++)
        if (set[g_array_index(t->ways, unsigned, reply->first + k)])
            return true;
    return false;
}

static bool belongs(const Tour *t, const Stop *stop, const bool *y, const bool *z, bool hoping)
{
    bool leads_on = stop->restored;
    for (unsigned k = 0; k < stop->n; k++) {
        const Reply *reply = REPLY(t, stop->first + k);
        bool leads = leads_to(t, reply, reply->drop ? z : y);
        leads_on = leads_on || (leads && !reply->drop);
        if (!leads && reply->out != KJ_MATE && !(hoping && reply->out == UNTRIED))
            return false;
    }
    return leads_on;
}

/* The least set for one Z; true if it is Z, which else becomes it. */
static bool narrow(const Tour *t, bool *y, bool *z, bool hoping)
{
    const unsigned n = t->stops->len;
    memset(y, 0, n * sizeof *y);
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = n; i-- > 0;) {
            if (!y[i] && belongs(t, STOP(t, i), y, z, hoping))
                y[i] = more = true;
        }
    }
    bool same = memcmp(y, z, n * sizeof *y) == 0;
    memcpy(z, y, n * sizeof *y);
    return same;
}

static void find_won(Tour *t, bool hoping)
{
    const unsigned n = t->stops->len;
    g_autofree bool *y = g_new(bool, n), *z = g_new(bool, n);
    memset(z, true, n * sizeof *z);
    while (!narrow(t, y, z, hoping)) {}
    for (unsigned i = 0; i < n; i++)
        *(hoping ? &STOP(t, i)->may_win : &STOP(t, i)->wins) = z[i];
}

/* Tries whether the replies at one stop that matter are let out. False if there is none to try. */
static bool try_at(Tour *t, const Stop *stop)
{
    bool tried = false;
    for (unsigned k = 0; k < stop->n && !t->c->s->stopped; k++) {
        Reply *reply = REPLY(t, stop->first + k);
        bool goes_on = false;
        for (unsigned w = 0; w < reply->n; w++)
            goes_on |= STOP(t, g_array_index(t->ways, unsigned, reply->first + w))->wins;
        if (reply->out != UNTRIED || goes_on)
            continue;
        KjPosition pos = kj_conventional_after(&stop->pos, reply->move);
        reply->out = (int)kj_conventional_within(t->c, &pos, t->base - 1, false);
        tried = true;
        if (reply->n == 0 && reply->out != KJ_MATE)
            break; // the stop is lost
    }
    return tried;
}

/* Tries the stop that is nearest to the start by stops that may win. False if there is nothing to
 * try. */
static bool try_one(Tour *t)
{
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(unsigned));
    for (unsigned i = 0; i < t->stops->len; i++)
        STOP(t, i)->asked = false;
    unsigned start = 0;
    STOP(t, 0)->asked = true;
    g_array_append_val(queue, start);
    for (unsigned q = 0; q < queue->len; q++) {
        const Stop *stop = STOP(t, g_array_index(queue, unsigned, q));
        if (stop->wins)
            continue;
        if (try_at(t, stop))
            return true;
        for (unsigned k = 0; k < stop->n; k++) {
            const Reply *reply = REPLY(t, stop->first + k);
            for (unsigned w = 0; w < reply->n; w++) {
                unsigned to = g_array_index(t->ways, unsigned, reply->first + w);
                if (STOP(t, to)->asked || !STOP(t, to)->may_win)
                    continue;
                STOP(t, to)->asked = true;
                g_array_append_val(queue, to);
            }
        }
    }
    return false;
}

static KjVerdict tour_wins(Tour *t)
{
    for (bool more = true; more && !t->c->s->stopped;) {
        kj_search_count(t->c->s);
        find_won(t, true);
        if (!STOP(t, 0)->may_win)
            return KJ_NOMATE;
        find_won(t, false);
        if (STOP(t, 0)->wins)
            return KJ_MATE;
        more = try_one(t);
    }
    return KJ_UNKNOWN;
}

KjVerdict kj_conventional_restores(KjConventional *c, const KjPosition *pos, KjMove reply,
                                   const KjShortcut *shortcut, unsigned base)
{
    KjPosition next = kj_conventional_after(pos, reply);
    if (!kj_futile_may_restore(&next, shortcut))
        return KJ_NOMATE;
    g_autofree Tour *t = g_new0(Tour, 1);
    t->c = c;
    t->before = pos;
    t->base = base;
    t->stops = g_array_new(FALSE, FALSE, sizeof(Stop));
    t->replies = g_array_new(FALSE, FALSE, sizeof(Reply));
    t->ways = g_array_new(FALSE, FALSE, sizeof(unsigned));
    add_way(t, &next, kj_make_move(shortcut->checker, shortcut->square));
    lay_out(t);
    KjVerdict verdict = tour_wins(t);
    g_array_unref(t->stops);
    g_array_unref(t->replies);
    g_array_unref(t->ways);
    if (verdict != KJ_MATE)
        return verdict;
    KjPosition restored = *pos;
    restored.hand[c->s->attacker] += shortcut->taken;
    restored.hand[pos->side] -= shortcut->unit;
    return kj_conventional_within(c, &restored, base, false);
}
