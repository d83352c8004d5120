/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graph, values and names of moves by brute force. */
#include "tests/support/classify.h"

#include <string.h>

#include "core/attack.h"
#include "tests/support/conventional_reference.h"

enum { NEVER = G_MAXINT, MAX_VALUES = 300000 };

typedef struct {
    KjMove move;
    unsigned to;
} Edge;

struct Classify {
    KjSide attacker;
    KjInterpositions rule;
    unsigned depth;
    const ClassifyBy *by; // while it is made
    bool gave_up;
    GArray *pos;   // KjPosition
    GArray *first; // of a position: index of its first edge; one more at the end
    GArray *edges;
    GArray *lost;      // bool: the defender gets away at once (a try)
    GHashTable *index; // full key -> position number + 1
    int *key;          // 2 * plies + (nothing left over); NEVER: no mate
};

const char *classify_code(unsigned bit)
{
    static const char *const text[CLASSIFY_CODES] = {
        "fails",     "early",  "equal",    "late",   "last",    "choice",   "promotion",
        "order",     "rejoin", "detour",   "mirror", "shorter", "leftover", "same",
        "same-last", "longer", "not-main", "escape", "futile"};
    return text[bit];
}

#define POS(c, i) (&g_array_index((c)->pos, KjPosition, (i)))
#define EDGE(c, e) (&g_array_index((c)->edges, Edge, (e)))
#define FIRST(c, i) (g_array_index((c)->first, unsigned, (i)))

/* The number of a position, which is added if it is new. */
static unsigned number_of(Classify *c, const KjPosition *pos)
{
    uint64_t key = kj_position_full_key(pos);
    gpointer found = g_hash_table_lookup(c->index, &key);
    if (found) {
        unsigned i = GPOINTER_TO_UINT(found) - 1;
        if (!kj_position_equal(POS(c, i), pos))
            g_error("two positions with one key");
        return i;
    }
    g_array_append_val(c->pos, *pos);
    g_hash_table_insert(c->index, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(c->pos->len));
    return c->pos->len - 1;
}

/* Whether a piece put on `square` can be taken by a check. */
static bool taken_with_check(const KjPosition *pos, unsigned square)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++)
        if (kj_move_to(checks.move[i]) == square)
            return true;
    return false;
}

static ReferencePlan plan_of(const Classify *c)
{
    return (ReferencePlan){c->rule, c->attacker, c->depth, MAX_VALUES};
}

/* The replies that are futile, none of a game that counts them. */
static void futile_replies(Classify *c, const KjPosition *pos, KjMoveList *out)
{
    out->n = 0;
    if (c->by->no_interpositions || c->rule == KJ_INTERPOSITIONS_COUNT || pos->side == c->attacker)
        return;
    ReferencePlan plan = plan_of(c);
    // where another reply gets away it does not matter
    if (!conventional_reference_replies(&plan, pos, out))
        c->gave_up |= c->by->mates(c->by->data, pos) == 1;
}

static bool is_in(const KjMoveList *list, KjMove move)
{
    for (unsigned i = 0; i < list->n; i++)
        if (list->move[i] == move)
            return true;
    return false;
}

/* Adds the edges of a position. What does not mate gets none and counts as got away. */
static void expand(Classify *c, unsigned i, bool mates)
{
    KjMoveList list, futile;
    KjPosition pos = *POS(c, i);
    bool lost = false, attacks = pos.side == c->attacker;
    g_array_append_val(c->first, c->edges->len);
    if (!mates) {
        lost = true;
        g_array_append_val(c->lost, lost);
        return;
    }
    if (attacks)
        kj_gen_checks(&pos, &list);
    else
        kj_gen_safe(&pos, &list);
    for (unsigned k = 0; k < list.n; k++)
        if (!attacks && pos.game->rules.try_rule == KJ_TRY_ON &&
            kj_move_from(list.move[k]) == pos.king[pos.side] && kj_is_try(&pos, list.move[k]))
            lost = true;
    g_array_append_val(c->lost, lost);
    futile_replies(c, &pos, &futile);
    for (unsigned k = 0; k < list.n && !lost; k++) {
        KjPosition next = pos;
        KjUndo undo;
        kj_position_make(&next, list.move[k], &undo);
        if (is_in(&futile, list.move[k]))
            continue;
        if (!attacks && c->by->no_interpositions && kj_move_is_drop(list.move[k]) &&
            taken_with_check(&next, kj_move_to(list.move[k])))
            continue;
        Edge edge = {list.move[k], number_of(c, &next)};
        g_array_append_val(c->edges, edge);
    }
}

/* Whether a hand holds something that could be dropped. */
static bool leaves_piece(const KjGame *game, KjHand hand)
{
    for (unsigned i = 0; i < game->t->n_hand; i++)
        if (game->t->drop_ok[KJ_SENTE][game->t->hand_kind[i]] &&
            kj_hand_count(game->t, hand, game->t->hand_kind[i]))
            return true;
    return false;
}

typedef struct {
    unsigned *first, *from; // edges backwards
    unsigned *open;         // AND: children without a value yet
    GPtrArray *level;       // of key: GArray of positions that get it
} Solve;

static void give(Solve *s, const Classify *c, int *key, unsigned i, int value)
{
    if (key[i] != NEVER)
        return;
    key[i] = value;
    while (s->level->len <= (unsigned)value + 2)
        g_ptr_array_add(s->level, g_array_new(FALSE, FALSE, sizeof(unsigned)));
    g_array_append_val((GArray *)g_ptr_array_index(s->level, (unsigned)value), i);
    (void)c;
}

static void turn_round(const Classify *c, Solve *s)
{
    unsigned n = c->pos->len;
    s->first = g_new0(unsigned, n + 1);
    s->from = g_new(unsigned, c->edges->len + 1);
    s->open = g_new(unsigned, n);
    for (unsigned e = 0; e < c->edges->len; e++)
        s->first[EDGE(c, e)->to + 1]++;
    for (unsigned i = 0; i < n; i++)
        s->first[i + 1] += s->first[i];
    g_autofree unsigned *at = g_memdup2(s->first, (n + 1) * sizeof *at);
    for (unsigned i = 0; i < n; i++) {
        s->open[i] = FIRST(c, i + 1) - FIRST(c, i);
        for (unsigned e = FIRST(c, i); e < FIRST(c, i + 1); e++)
            s->from[at[EDGE(c, e)->to]++] = i;
    }
}

/* The values of all positions if those marked in `barred` (may be NULL) do not mate. Values are given in
 * ascending order, so the first child that has one is the attacker's best, the last one the defender's. */
static int *solve(const Classify *c, const bool *barred)
{
    unsigned n = c->pos->len;
    int *key = g_new(int, n);
    Solve s = {.level = g_ptr_array_new()};
    turn_round(c, &s);
    for (unsigned i = 0; i < n; i++)
        key[i] = NEVER;
    for (unsigned i = 0; i < n; i++) {
        const KjPosition *pos = POS(c, i);
        if (pos->side != c->attacker && s.open[i] == 0 && !g_array_index(c->lost, bool, i) &&
            kj_in_check(pos, (KjSide)pos->side))
            give(&s, c, key, i, !leaves_piece(pos->game, pos->hand[c->attacker]));
    }
    for (unsigned k = 0; k < s.level->len; k++) {
        const GArray *level = g_ptr_array_index(s.level, k);
        for (unsigned j = 0; j < level->len; j++) {
            unsigned i = g_array_index(level, unsigned, j);
            for (unsigned b = s.first[i]; b < s.first[i + 1]; b++) {
                unsigned parent = s.from[b];
                bool attacks = POS(c, parent)->side == c->attacker;
                if (attacks ? !(barred && barred[parent]) : --s.open[parent] == 0)
                    give(&s, c, key, parent, (int)k + 2);
                level = g_ptr_array_index(s.level, k);
            }
        }
    }
    for (unsigned k = 0; k < s.level->len; k++)
        g_array_unref(g_ptr_array_index(s.level, k));
    g_ptr_array_unref(s.level);
    g_free(s.first);
    g_free(s.from);
    g_free(s.open);
    return key;
}

/* Whether a position mates: the root's line is looked into in any case, and below a mate of the attacker's
 * to move all replies mate. */
static int is_mate(const Classify *c, const ClassifyBy *by, unsigned i, unsigned n_line)
{
    return i <= n_line ? 1 : by->mates(by->data, POS(c, i));
}

Classify *classify_new(const KjPosition *root, KjSide attacker, const ClassifyBy *by,
                       const KjMove *line, unsigned n)
{
    Classify *c = g_new0(Classify, 1);
    KjPosition at = *root;
    c->attacker = attacker;
    c->by = by;
    c->rule = by->rule;
    c->depth = by->depth;
    c->pos = g_array_new(FALSE, FALSE, sizeof(KjPosition));
    c->first = g_array_new(FALSE, FALSE, sizeof(unsigned));
    c->edges = g_array_new(FALSE, FALSE, sizeof(Edge));
    c->lost = g_array_new(FALSE, FALSE, sizeof(bool));
    c->index = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    number_of(c, root);
    for (unsigned k = 0; k < n; k++) {
        KjUndo undo;
        kj_position_make(&at, line[k], &undo);
        if (number_of(c, &at) != k + 1) { // the line comes back to itself
            classify_free(c);
            return NULL;
        }
    }
    for (unsigned i = 0; i < c->pos->len; i++) {
        int mates = c->pos->len > by->limit ? -1 : is_mate(c, by, i, n);
        if (mates < 0) {
            classify_free(c);
            return NULL;
        }
        expand(c, i, mates == 1);
        if (c->gave_up) {
            classify_free(c);
            return NULL;
        }
    }
    c->by = NULL;
    g_array_append_val(c->first, c->edges->len);
    c->key = solve(c, NULL);
    return c;
}

void classify_free(Classify *c)
{
    if (!c)
        return;
    g_array_unref(c->pos);
    g_array_unref(c->first);
    g_array_unref(c->edges);
    g_array_unref(c->lost);
    g_hash_table_unref(c->index);
    g_free(c->key);
    g_free(c);
}

int classify_plies(const Classify *c, bool *out_leftover)
{
    if (out_leftover)
        *out_leftover = c->key[0] != NEVER && c->key[0] % 2 == 0;
    return c->key[0] == NEVER ? -1 : c->key[0] / 2;
}

unsigned classify_size(const Classify *c)
{
    return c->pos->len;
}

GArray *classify_line(const Classify *c)
{
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    unsigned i = 0;
    while (c->key[i] != NEVER && c->key[i] >= 2) {
        // Every child of a lost position has a value, so one that is two less is there for both sides.
        unsigned e = FIRST(c, i);
        while (c->key[EDGE(c, e)->to] != c->key[i] - 2)
            e++;
        g_array_append_val(line, EDGE(c, e)->move);
        i = EDGE(c, e)->to;
    }
    return line;
}

/* ---- names ---- */

/* A line within the graph. */
typedef struct {
    const Classify *c;
    const KjMove *move;
    unsigned n;
    unsigned *at;  // n + 1 position numbers
    int *loop_key; // values if the positions up to the present one are barred
    int *line_key; // and if all of the line are
    int *same_key; // but not those in which the defender holds other pieces
} Line;

/* The position after a move of position `i`, or NEVER when there is no such move. */
static unsigned after(const Classify *c, unsigned i, KjMove move)
{
    for (unsigned e = FIRST(c, i); e < FIRST(c, i + 1); e++)
        if (EDGE(c, e)->move == move)
            return EDGE(c, e)->to;
    return (unsigned)NEVER;
}

/* Values with the attacker's positions of the line barred, from ply 0 up to `last`; a position with the same
 * board and no better hand is barred as well. `same`: unless the defender's hand is poorer, as where captured
 * pieces may stay promoted. */
static int *barred_key(const Line *l, unsigned last, bool same)
{
    KjSide us = l->c->attacker, them = kj_other(us);
    g_autofree bool *barred = g_new0(bool, l->c->pos->len);
    for (unsigned k = 0; k <= last; k++) {
        const KjPosition *on_line = POS(l->c, l->at[k]);
        if (on_line->side != us)
            continue;
        for (unsigned i = 0; i < l->c->pos->len; i++) {
            const KjPosition *pos = POS(l->c, i);
            const KjTables *t = pos->game->t;
            barred[i] |= pos->key == on_line->key &&
                         kj_hand_covers(t, on_line->hand[us], pos->hand[us]) &&
                         (!same || kj_hand_covers(t, pos->hand[them], on_line->hand[them]));
        }
    }
    return solve(l->c, barred);
}

/* Whether the line goes on to its end after `move` instead of that of ply `ply`, a piece that was put
 * elsewhere or turned over moving on from where it is. */
static bool same_rest(const Line *l, unsigned ply, KjMove move)
{
    unsigned i = after(l->c, l->at[ply], move);
    unsigned was = kj_move_to(l->move[ply]), is = kj_move_to(move);
    for (unsigned k = ply + 1; k < l->n; k++) {
        KjMove next = l->move[k];
        if (!kj_move_is_drop(next) && kj_move_from(next) == was) {
            next = (KjMove)((next & ~(127u << 7)) | is << 7);
            was = is = KJ_NO_SQUARE;
        } else if (kj_move_to(next) == was) {
            next = (KjMove)((next & ~127u) | is); // taken where it is
            was = is = KJ_NO_SQUARE;
        }
        i = after(l->c, i, next);
        if (i == (unsigned)NEVER)
            return false;
    }
    return FIRST(l->c, i) == FIRST(l->c, i + 1) && l->c->key[i] != NEVER;
}

/* Whether two moves put the same slider on one line with the king, on the same side of it. */
static bool same_ray(const KjPosition *pos, KjMove a, KjMove b)
{
    const KjTables *t = pos->game->t;
    KjKind kind =
        kj_move_is_drop(a) ? kj_move_drop_kind(a) : kj_piece_kind(pos->board[kj_move_from(a)]);
    if (kj_move_from(a) != kj_move_from(b) || kj_move_promotes(a) != kj_move_promotes(b))
        return false;
    if (kj_move_promotes(a))
        kind |= KJ_PROMOTED;
    if (!t->slide_class[kind])
        return false;
    unsigned king = pos->king[pos->side ^ 1], x = kj_move_to(a), y = kj_move_to(b);
    if (!kj_bb_has(t->line_through[king][x], y))
        return false;
    return kj_bb_has(t->between[king][x], y) || kj_bb_has(t->between[king][y], x);
}

/* Whether the position is its own mirror image and the moves are each other's. */
static bool mirrored(const KjPosition *pos, KjMove a, KjMove b)
{
    const KjTables *t = pos->game->t;
    KjPosition other;
    kj_position_mirror(&other, pos);
    unsigned last = t->files - 1u;
    unsigned to = (last - t->file_of[kj_move_to(a)]) * t->ranks + t->rank_of[kj_move_to(a)];
    unsigned from = kj_move_from(a);
    if (!kj_move_is_drop(a))
        from = (last - t->file_of[from]) * t->ranks + t->rank_of[from];
    return kj_position_equal(&other, pos) &&
           b == (KjMove)((a & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)) | from << 7 | to);
}

/* The position after plies `ply`..`until` of the line when two of them change places, and the replies to these two if
 * asked for; NEVER when that cannot be played. */
static unsigned exchanged(const Line *l, unsigned ply, unsigned later, unsigned until, bool replies)
{
    unsigned i = l->at[ply];
    for (unsigned k = ply; k < until && i != (unsigned)NEVER; k++) {
        unsigned from = k;
        if (k == ply || k == later)
            from = k == ply ? later : ply;
        else if (replies && (k == ply + 1 || k == later + 1))
            from = k == ply + 1 ? later + 1 : ply + 1;
        i = after(l->c, i, l->move[from]);
    }
    return i;
}

/* Whether `move` is a later one of the line, and exchanging the two leads to the same position. */
static bool is_order(const Line *l, unsigned ply, KjMove move)
{
    for (unsigned j = ply + 2; j < l->n; j += 2) {
        if (l->move[j] != move)
            continue;
        if (exchanged(l, ply, j, j + 1, false) == l->at[j + 1] ||
            (j + 1 < l->n && exchanged(l, ply, j, j + 2, true) == l->at[j + 2]))
            return true;
    }
    return false;
}

static bool moves_later(const Line *l, unsigned ply, KjMove move)
{
    for (unsigned j = ply + 2; j < l->n; j += 2)
        if (l->move[j] == move)
            return true;
    return false;
}

/* The names of a check that mates, key `key` after it, against one of the line with `left` plies left. */
static unsigned names_of_mate(const Line *l, unsigned ply, KjMove move, int plies)
{
    const KjPosition *pos = POS(l->c, l->at[ply]);
    unsigned names = 0, left = l->n - ply, to = after(l->c, l->at[ply], move);
    bool last = left == 1 && plies == 1;
    unsigned length = plies < (int)left    ? CLASSIFY_EARLY
                      : plies == (int)left ? CLASSIFY_EQUAL
                                           : CLASSIFY_LATE;
    if (l->loop_key[to] == NEVER)
        return CLASSIFY_FAILS | CLASSIFY_DETOUR; // only by coming back to here or before
    if (mirrored(pos, l->move[ply], move))
        names |= CLASSIFY_MIRROR;
    if (last)
        names |= CLASSIFY_LAST;
    if (plies == (int)left && (move ^ l->move[ply]) == KJ_MOVE_PROMOTE) // else it may promote later
        names |= same_rest(l, ply, move) ? CLASSIFY_PROMOTION : CLASSIFY_PROMOTION | CLASSIFY_EQUAL;
    if (plies == (int)left && same_ray(pos, move, l->move[ply]) && same_rest(l, ply, move))
        names |= kj_move_is_drop(move) ? CLASSIFY_CHOICE : CLASSIFY_CHOICE | CLASSIFY_EQUAL;
    if (!last && !names && l->line_key[to] == NEVER && plies >= (int)left) {
        if (plies > (int)left)
            names |= CLASSIFY_DETOUR;
        else if (is_order(l, ply, move))
            names |= CLASSIFY_ORDER;
        else
            names |= moves_later(l, ply, move) ? CLASSIFY_REJOIN | CLASSIFY_ORDER : CLASSIFY_REJOIN;
        if (l->same_key[to] != NEVER) // it is the same position or not
            names |= length;
    }
    return names ? names : length;
}

static unsigned names_of_reply(const Line *l, unsigned ply, int key)
{
    int left = (int)(l->n - ply), plies = key / 2 + 1;
    bool rest = key % 2 == 0;
    if (plies < left)
        return CLASSIFY_SHORTER;
    if (plies == left)
        return rest ? CLASSIFY_LEFTOVER : left == 2 ? CLASSIFY_SAME_LAST : CLASSIFY_SAME;
    return rest ? CLASSIFY_LONGER : CLASSIFY_NOT_MAIN;
}

static ClassifyMove name_move(const Line *l, unsigned ply, const Edge *edge)
{
    int key = l->c->key[edge->to];
    ClassifyMove m = {ply, edge->move, 0, key == NEVER ? -1 : key / 2 + 1};
    bool attacks = POS(l->c, l->at[ply])->side == l->c->attacker;
    if (key == NEVER)
        m.names = attacks ? CLASSIFY_FAILS : CLASSIFY_ESCAPE;
    else
        m.names =
            attacks ? names_of_mate(l, ply, edge->move, m.plies) : names_of_reply(l, ply, key);
    return m;
}

/* Adds the futile replies at a position of the line that are no quicker mates. */
static void add_futile(const Line *l, unsigned ply, GArray *all)
{
    KjPosition pos = *POS(l->c, l->at[ply]);
    ReferencePlan plan = plan_of(l->c);
    KjMoveList list;
    if (pos.side == l->c->attacker || l->c->rule == KJ_INTERPOSITIONS_COUNT)
        return;
    kj_gen_safe(&pos, &list);
    for (unsigned k = 0; k < list.n; k++) {
        KjPosition next = pos;
        KjUndo undo;
        if (after(l->c, l->at[ply], list.move[k]) != (unsigned)NEVER)
            continue;
        kj_position_make(&next, list.move[k], &undo);
        int key = conventional_reference(&plan, &next);
        ClassifyMove m = {ply, list.move[k], CLASSIFY_FUTILE, key / 2 + 1};
        if (key == REFERENCE_TOO_MUCH || key == REFERENCE_NONE)
            m.names = CLASSIFY_FUTILE | CLASSIFY_SHORTER; // not known
        else if (m.plies < (int)(l->n - ply))
            m.names = CLASSIFY_SHORTER;
        g_array_append_val(all, m);
    }
}

GArray *classify_moves(const Classify *c, const KjMove *line, unsigned n)
{
    g_autofree unsigned *at = g_new0(unsigned, n + 1);
    for (unsigned k = 0; k < n; k++) {
        at[k + 1] = after(c, at[k], line[k]);
        if (at[k + 1] == (unsigned)NEVER)
            return NULL;
    }
    if (c->key[at[n]] / 2 != 0)
        return NULL;
    Line l = {c, line, n, at, NULL, NULL, NULL};
    GArray *all = g_array_new(FALSE, FALSE, sizeof(ClassifyMove));
    l.line_key = barred_key(&l, n, false);
    l.same_key = barred_key(&l, n, true);
    for (unsigned k = 0; k < n; k++) {
        g_free(l.loop_key);
        l.loop_key = barred_key(&l, k, false);
        for (unsigned e = FIRST(c, at[k]); e < FIRST(c, at[k] + 1); e++) {
            if (EDGE(c, e)->move == line[k])
                continue;
            ClassifyMove m = name_move(&l, k, EDGE(c, e));
            g_array_append_val(all, m);
        }
        add_futile(&l, k, all);
    }
    g_free(l.loop_key);
    g_free(l.line_key);
    g_free(l.same_key);
    return all;
}

const KjPosition *classify_root(const Classify *c)
{
    return POS(c, 0);
}
