/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of moves, and moves that are judged alone. Most moves that do not belong there are passed over by a look at the board; the others
 * are made and the board after them looked at. */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/rules-priv.h"

enum { DEEPEST = 4 }; // pawn drops that hang on pawn drops

/* What is seen from a royal piece: the empty cells around it, and the first piece each way. */
typedef struct {
    uint8_t from;
    uint8_t way[KV_CELLS];        // direction in which a cell is seen, or KV_NONE
    uint8_t first[KV_DIRECTIONS]; // the cells of the pieces, or KV_NONE
} View;

static void see(const KvRules *r, const KvPosition *p, unsigned from, View *out)
{
    out->from = (uint8_t)from;
    memset(out->way, KV_NONE, sizeof out->way);
    for (unsigned d = 0; d < r->game->directions; d++) {
        unsigned at = r->next[from][d];
        for (; d < KV_WAYS && at != KV_NONE && p->cell[at] == KV_EMPTY; at = r->next[at][d])
            out->way[at] = (uint8_t)d;
        out->first[d] = (uint8_t)at;
        if (at != KV_NONE)
            out->way[at] = (uint8_t)d;
    }
}

/* Whether a piece attacks the royal one from a cell. */
static bool hits(const KvRules *r, const View *view, unsigned piece, unsigned cell)
{
    unsigned d = view->way[cell];
    if (d == KV_NONE)
        return false;
    unsigned motion = r->slide[piece] | (r->next[view->from][d] == cell ? r->step[piece] : 0);
    return motion >> (d ^ 1) & 1;
}

static bool pawn_on_file(const KvRules *r, const KvPosition *p, unsigned pawn, unsigned cell)
{
    for (unsigned at = cell % r->game->files; at < r->n_cells; at += r->game->files) {
        if (p->cell[at] == pawn)
            return true;
    }
    return false;
}

/* One list in the making, for the side to move. */
typedef struct {
    KvRules *r;
    const KvPosition *p;
    KvWanted wanted;
    KvMove *out; // NULL: the first is enough
    unsigned n, depth;
    unsigned n_held;
    uint8_t held[KV_EMPTY]; // what is in hand
    const KvPattern *like;  // of this move alone, and nothing is looked at before; or NULL
    // Most moves are passed over unmade: they leave a check as it is, or give none.
    View own, theirs;     // from the only royal pieces
    unsigned checks;      // to the one of its own, as far as they matter
    unsigned check;       // the way of the last of them
    bool must_check;      // the other one
    unsigned pins, opens; // the ways to the own and to the other on which a check is opened if the
                          // first piece leaves
} List;

static unsigned list_moves(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out,
                           unsigned depth);

static bool has_reply(KvRules *r, const KvPosition *p, unsigned depth)
{
    return list_moves(r, p, KV_REPLIES, NULL, depth) > 0;
}

bool kv_has_reply(KvRules *r, const KvPosition *p)
{
    return has_reply(r, p, 0);
}

/* R1.9, R1.10. */
static bool drop_is_banned(const List *l, const KvPosition *after)
{
    if (kv_royals(l->r, after, after->side) != 1)
        return false;
    bool mates = kv_in_check(l->r, after, after->side);
    return (mates || l->r->drop_stalemate_illegal) && !has_reply(l->r, after, l->depth + 1);
}

/* The ways to a royal piece on which the first piece is the mover's, and behind it stands one of
 * `side` that slides there. No promotion gains a slide, so a piece of that side that goes straight
 * back gives no check that it did not give before. */
static unsigned ways_to_open(const List *l, const View *view, unsigned side)
{
    const KvRules *r = l->r;
    const uint8_t *cell = l->p->cell;
    unsigned opens = 0, n;
    for (unsigned d = 0; d < KV_WAYS; d++) {
        unsigned first = view->first[d], behind = KV_NONE;
        if (first != KV_NONE && kv_is_of(cell[first], l->p->side))
            behind = kv_look(r, l->p, first, d, &n);
        if (behind != KV_NONE && kv_is_of(cell[behind], side))
            opens |= (unsigned)(r->slide[cell[behind]] >> (d ^ 1) & 1) << d;
    }
    return opens;
}

/* Whether more moves are wanted. */
static bool is_open(const List *l)
{
    return l->out || !l->n;
}

/* Looks around the royal pieces. */
static void look_around(List *l)
{
    const KvRules *r = l->r;
    unsigned us = l->p->side, own = kv_only_royal(r, l->p, us),
             theirs = kv_only_royal(r, l->p, !us);
    KvAttackerMoves wanted = l->p->tried ? KV_CHECKS : r->attacker_moves;
    if (l->wanted != KV_MOVES && own != KV_NONE) {
        see(r, l->p, own, &l->own);
        for (unsigned d = 0; d < r->game->directions; d++) {
            unsigned at = l->own.first[d], piece = at == KV_NONE ? KV_EMPTY : l->p->cell[at];
            if (!kv_is_of(piece, !us) || !hits(r, &l->own, piece, at))
                continue;
            l->checks++;
            l->check = d;
        }
        l->pins = ways_to_open(l, &l->own, !us);
    }
    l->must_check = l->wanted == KV_ATTACKS && wanted == KV_CHECKS && theirs != KV_NONE;
    if (!l->must_check)
        return;
    see(r, l->p, theirs, &l->theirs);
    l->opens = ways_to_open(l, &l->theirs, us);
}

/* Whether the attacker opens a check by leaving a cell, if he does not stay on its way. */
static bool may_open(const List *l, unsigned from)
{
    unsigned d = from == KV_NONE ? KV_NONE : l->theirs.way[from];
    return d != KV_NONE && (l->opens >> d & 1);
}

/* Whether whatever goes from one cell, or the hand, to another leaves a check as it is, or gives
 * none. What is royal, or may become so, can end a check wherever it goes. */
static bool is_vain(const List *l, unsigned piece, unsigned from, unsigned to)
{
    if (l->must_check && l->theirs.way[to] == KV_NONE && !may_open(l, from))
        return true;
    bool stands = l->checks > 1 || (l->checks && l->own.way[to] != l->check);
    return stands && !kv_is_royal(l->r, piece) && (int)(piece % KV_GOTE) != l->r->game->elephant;
}

/* Whether a move that is_vain lets pass may endanger the mover's own royal piece. Only the royal
 * one can, a piece that is pinned, and an elephant, which may be royal afterwards. */
static bool may_endanger(const List *l, const KvMove *m)
{
    int kind = m->was % KV_GOTE;
    if (l->wanted == KV_MOVES || (m->from == KV_NONE && !l->like))
        return false;
    if (l->like)
        return true;
    return kv_is_royal(l->r, m->was) || kind == l->r->game->elephant ||
           (l->pins && (l->own.way[m->from] != KV_NONE && (l->pins >> l->own.way[m->from] & 1)));
}

/* Adds the move if it is allowed and of the sort wanted. It is made where looking at the board
 * before does not tell. */
static void consider(List *l, KvMove m, bool keeps)
{
    KvRules *r = l->r;
    KvPosition after;
    unsigned us = l->p->side;
    if (l->like && m.from != KV_NONE && (m.is != m.was || keeps) != l->like->plus)
        return;
    bool checks = l->must_check && hits(r, &l->theirs, m.is, m.to);
    if (l->must_check && !checks && !may_open(l, m.from))
        return;
    KvAttackerMoves wanted = l->p->tried ? KV_CHECKS : r->attacker_moves;
    bool pawn = m.from == KV_NONE && m.is % KV_GOTE == (unsigned)r->game->pawn;
    bool sorted = l->wanted == KV_ATTACKS && wanted != KV_ALL && !checks;
    bool danger = may_endanger(l, &m);
    if (danger || pawn || sorted)
        kv_make(l->p, &m, &after);
    if ((danger && kv_in_danger(r, &after, us)) || (pawn && drop_is_banned(l, &after)))
        return;
    if (sorted && !kv_in_check(r, &after, !us) &&
        (wanted == KV_CHECKS || has_reply(r, &after, l->depth + 1)))
        return;
    m.tries =
        r->try_rule == KV_TRY_UNLESS_MATED && us != r->attacker && kv_goes_for_try(r, l->p, &m);
    m.text = kv_text_of(r, &m, keeps);
    if (l->out)
        l->out[l->n] = m;
    l->n++;
}

static void consider_move(List *l, unsigned from, unsigned to)
{
    const KvRules *r = l->r;
    const KvGame *g = r->game;
    unsigned us = l->p->side, piece = l->p->cell[from], kind = piece % KV_GOTE;
    unsigned taken = l->p->cell[to] % KV_GOTE;
    if ((l->like && to != l->like->to) || is_vain(l, piece, from, to) ||
        kv_is_of(l->p->cell[to], us) || (kv_is_royal(r, taken) && kv_royals(r, l->p, !us) == 1))
        return;
    bool gone = taken == KV_EMPTY || kv_goes(r, taken);
    uint8_t gain = (uint8_t)(gone ? KV_NONE : taken % KV_PROMOTED);
    KvMove m = {0, (uint8_t)from, (uint8_t)to, (uint8_t)piece, (uint8_t)piece, gain, false};
    bool promotes = kind < KV_KING && g->promoted[kind] != '.' &&
                    (kv_depth_of(r, us, from) < g->zone || kv_depth_of(r, us, to) < g->zone);
    if (!(promotes && g->promotion_forced) && !kv_is_dead(r, piece, to))
        consider(l, m, false);
    if (g->privilege && kind == KV_KING && gain != KV_NONE && gain != taken) {
        m.gain = (uint8_t)taken;
        consider(l, m, true);
    }
    m.is = (uint8_t)(piece + KV_PROMOTED);
    if (promotes)
        consider(l, m, false);
}

static void list_from(List *l, unsigned from)
{
    const KvRules *r = l->r;
    unsigned piece = l->p->cell[from];
    bool anywhere = !l->must_check || may_open(l, from); // else where the king sees it
    for (unsigned ways = r->step[piece] | r->slide[piece]; ways && is_open(l); ways &= ways - 1) {
        unsigned d = (unsigned)__builtin_ctz(ways), to = r->next[from][d];
        bool slides = r->slide[piece] >> d & 1, empty = true;
        for (; empty && to != KV_NONE; to = slides ? r->next[to][d] : KV_NONE) {
            empty = l->p->cell[to] == KV_EMPTY;
            if (anywhere || l->theirs.way[to] != KV_NONE)
                consider_move(l, from, to);
        }
    }
}

enum { OTHERS = 1, PAWNS = 2 };

/* Drops of these sorts on one cell. */
static void list_drops(List *l, unsigned to, unsigned sorts)
{
    const KvRules *r = l->r;
    const KvGame *g = r->game;
    for (unsigned i = 0; i < l->n_held; i++) {
        unsigned hand = l->held[i], piece = hand + KV_GOTE * l->p->side;
        bool pawn = (int)hand == g->pawn;
        if (!(sorts >> pawn & 1) || (l->must_check && !hits(r, &l->theirs, piece, to)) ||
            (!g->dead_drops && kv_is_dead(r, piece, to)) ||
            (pawn && pawn_on_file(r, l->p, piece, to)))
            continue;
        consider(l,
                 (KvMove){0, KV_NONE, (uint8_t)to, (uint8_t)piece, (uint8_t)piece, KV_NONE, false},
                 false);
    }
}

/* Drops that give check: on the cells seen from the other royal piece, beyond the next ones if
 * something in hand slides. */
static void list_checking_drops(List *l)
{
    const KvRules *r = l->r;
    unsigned near = 0, far = 0;
    for (unsigned i = 0; i < l->n_held; i++) {
        unsigned piece = l->held[i] + KV_GOTE * l->p->side;
        far |= r->slide[piece];
        near |= r->slide[piece] | r->step[piece];
    }
    for (unsigned d = 0; d < r->game->directions; d++) {
        unsigned at = r->next[l->theirs.from][d], some = near;
        for (; (some >> (d ^ 1) & 1) && at != KV_NONE && l->p->cell[at] == KV_EMPTY; some = far) {
            if (!is_vain(l, KV_EMPTY, KV_NONE, at))
                list_drops(l, at, OTHERS | PAWNS);
            at = r->next[at][d];
        }
    }
}

/* Drops on some cells. Pawns last: only their drops can lead deeper. */
static void list_drops_on(List *l, const uint8_t *cell, unsigned n)
{
    for (unsigned i = 0; i < 2 * n && is_open(l); i++)
        list_drops(l, cell[i % n], i < n ? OTHERS : PAWNS);
}

/* Moves to one cell, but for those of the royal piece. */
static void list_to(List *l, unsigned to)
{
    const KvRules *r = l->r;
    for (unsigned d = 0; d < r->game->directions && is_open(l); d++) {
        unsigned n, from = kv_mover(r, l->p, l->p->side, to, d, &n);
        if (from != KV_NONE && from != l->own.from)
            consider_move(l, from, to);
    }
}

/* What ends a check: moves of the royal piece, and what comes onto the way of the only one. */
static void list_answers(List *l)
{
    const uint8_t(*next)[KV_DIRECTIONS] = l->r->next;
    unsigned n = 0, last = l->own.first[l->check];
    uint8_t empty[KV_CELLS];
    list_from(l, l->own.from);
    if (l->checks > 1 || !is_open(l))
        return;
    for (unsigned at = next[l->own.from][l->check]; at != last; at = next[at][l->check])
        empty[n++] = (uint8_t)at;
    for (unsigned i = 0; i < n; i++)
        list_to(l, empty[i]);
    list_to(l, last);
    list_drops_on(l, empty, n);
}

static void list_all(List *l)
{
    unsigned n = 0;
    uint8_t empty[KV_CELLS];
    for (unsigned cell = 0; cell < l->r->n_cells && is_open(l); cell++) {
        if (kv_is_of(l->p->cell[cell], l->p->side))
            list_from(l, cell);
        else if (l->p->cell[cell] == KV_EMPTY && !is_vain(l, KV_EMPTY, KV_NONE, cell))
            empty[n++] = (uint8_t)cell;
    }
    list_drops_on(l, empty, n);
}

/* Attacks that must give check. */
static void list_checks(List *l)
{
    for (unsigned cell = 0; cell < l->r->n_cells; cell++) {
        if (kv_is_of(l->p->cell[cell], l->p->side))
            list_from(l, cell);
    }
    list_checking_drops(l);
}

static unsigned list_moves(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out,
                           unsigned depth)
{
    List l = {.r = r, .p = p, .wanted = wanted, .out = out, .depth = depth};
    if (depth > DEEPEST) {
        r->too_deep = true;
        return 0;
    }
    for (unsigned hand = 0; hand < KV_EMPTY; hand++) {
        if (p->hand[p->side][hand] && (int)hand != r->game->dead_in_hand)
            l.held[l.n_held++] = (uint8_t)hand;
    }
    look_around(&l);
    if (l.checks && r->game->elephant == KV_NO_KIND) // an elephant can end a check wherever it goes
        list_answers(&l);
    else if (l.must_check)
        list_checks(&l);
    else
        list_all(&l);
    return l.n;
}

static int by_text(const void *a, const void *b)
{
    uint64_t x = ((const KvMove *)a)->text, y = ((const KvMove *)b)->text;
    return (x > y) - (x < y);
}

unsigned kv_list(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out)
{
    unsigned n = list_moves(r, p, wanted, out, 0);
    if (n > 1)
        qsort(out, n, sizeof *out, by_text);
    return n;
}

bool kv_judge(KvRules *r, const KvPosition *p, KvWanted wanted, const KvPattern *like, KvMove *out)
{
    List l = {.r = r, .p = p, .wanted = wanted, .out = out, .like = like};
    unsigned hand = like->kind + KV_PROMOTED * like->plus;
    if (like->from != KV_NONE) {
        if (like->reaches)
            consider_move(&l, like->from, like->to);
        else if (kv_is_of(p->cell[like->from], p->side))
            list_from(&l, like->from);
    } else if (p->cell[like->to] == KV_EMPTY && p->hand[p->side][hand] &&
               (int)hand != r->game->dead_in_hand) {
        l.held[l.n_held++] = (uint8_t)hand;
        list_drops(&l, like->to, OTHERS | PAWNS);
    }
    return l.n > 0;
}
