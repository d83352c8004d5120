/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree of a refutation. At each position all attacks are measured first, side by side, so that
 * the order is right before anything is left out; then the replies of those that are kept are
 * decided one by one.
 */
#include "solver/refutation/refute.h"

#include "core/rules/attack.h"
#include "solver/refutation/refute-priv.h"
#include "solver/search/table_probe.h"

enum {
    NARROWER = 3,         // a try behind a kept one has this part of the width
    CONSIDERED = 8,       // so many tries have their replies decided before the nearest are chosen
    NEAREST_LEAST = 1000, // nodes for the nearest failure: as many as the search, between these
    NEAREST_MOST = 100000,
    TREE_BASE = 1000000, // and for a whole tree: so many and as many as the search
    ENDLESS = 2,         // what lasts longer than so many attacks may go on for ever
};

static KjFailure *try_new(KjMove attack, const KjFailure *before)
{
    KjFailure *t = g_new0(KjFailure, 1);
    t->attack = attack;
    t->before = before;
    t->refuting = g_array_new(FALSE, FALSE, sizeof(KjMove));
    return t;
}

static void try_free(void *data)
{
    KjFailure *t = data;
    g_array_unref(t->refuting);
    if (t->next)
        g_ptr_array_unref(t->next);
    g_free(t);
}

void kj_refutation_free(KjRefutation *refutation)
{
    if (refutation)
        try_free(refutation->root);
    g_free(refutation);
}

uint64_t kj_refute_nodes(uint64_t searched, bool whole)
{
    return whole ? searched + TREE_BASE : CLAMP(searched, NEAREST_LEAST, NEAREST_MOST);
}

const KjFailure *kj_refutation_nearest(const KjRefutation *refutation)
{
    const GPtrArray *next = refutation->root->next;
    return next && next->len ? g_ptr_array_index(next, 0) : NULL;
}

/* Gives the questions that follow a part of what is left, and returns what to give back. */
static uint64_t share(KjRefuter *r, unsigned parts)
{
    uint64_t end = r->node_end;
    if (end != UINT64_MAX)
        r->node_end = r->spent + (end - MIN(end, r->spent)) / MAX(parts, 1);
    return end;
}

/* ---- how long a try lasts ---- */

/* Asks whether a try ends with `n` further attacks; false when a limit came first. */
static bool measure_one(KjRefuter *r, KjFailure *t, unsigned n)
{
    KjRefuteStep step;
    KjMove reply;
    if (!kj_refuter_ask(r))
        return false;
    kj_refuter_play(r, t->attack, &step);
    bool ended = kj_run_out_after(r->run_out, &r->pos, n, &reply);
    kj_refuter_back(r, &step);
    kj_refuter_asked(r);
    if (!ended && r->s->stopped)
        return false;
    t->attacks = n + (t->attack != KJ_MOVE_NONE);
    t->lasts = ended ? KJ_LASTS_EXACTLY : KJ_LASTS_MORE;
    t->reply = reply;
    return true;
}

/* Asks of tries that go on whether they do so for ever. */
static void find_endless(KjRefuter *r, GPtrArray *list)
{
    for (unsigned i = 0; i < list->len; i++) {
        KjFailure *t = g_ptr_array_index(list, i);
        KjRefuteStep step;
        if (t->lasts != KJ_LASTS_MORE)
            continue;
        uint64_t end = share(r, list->len - i);
        kj_refuter_play(r, t->attack, &step);
        if (kj_refuter_endless(r) == KJ_MATE)
            t->lasts = KJ_LASTS_FOR_EVER;
        kj_refuter_back(r, &step);
        r->node_end = end;
    }
}

/* Measures tries side by side, up to `most` further attacks, as far as half of what is left
 * allows. */
static void measure(KjRefuter *r, GPtrArray *list, unsigned most)
{
    for (unsigned i = 0; i < list->len; i++)
        ((KjFailure *)g_ptr_array_index(list, i))->lasts = KJ_LASTS_UNKNOWN;
    if (!r->run_out)
        return;
    uint64_t end = share(r, 2);
    bool more = true, cut = r->out->cut;
    for (unsigned n = 0; n < most && more; n++) {
        bool open = false;
        for (unsigned i = 0; i < list->len && more; i++) {
            KjFailure *t = g_ptr_array_index(list, i);
            if (t->lasts == (n ? KJ_LASTS_MORE : KJ_LASTS_UNKNOWN))
                more = measure_one(r, t, n);
            open = open || t->lasts == KJ_LASTS_MORE;
        }
        if (open && n == ENDLESS)
            find_endless(r, list);
        more = more && open;
    }
    r->node_end = end;
    r->out->cut = cut; // what is not measured is said with the try
}

/* The longest first; of equal ones that which fewest replies refute, then that which most would
 * not. */
static int nearest_first(gconstpointer a, gconstpointer b)
{
    static const int rank[] = {[KJ_LASTS_EXACTLY] = 0,
                               [KJ_LASTS_UNKNOWN] = 1,
                               [KJ_LASTS_MORE] = 2,
                               [KJ_LASTS_FOR_EVER] = 3};
    const KjFailure *x = *(const KjFailure *const *)a, *y = *(const KjFailure *const *)b;
    if (x->lasts != y->lasts)
        return rank[y->lasts] - rank[x->lasts];
    if (x->attacks != y->attacks)
        return x->attacks < y->attacks ? 1 : -1;
    bool decided_x = x->n_replies && !x->n_undecided, decided_y = y->n_replies && !y->n_undecided;
    if (decided_x != decided_y)
        return decided_x ? -1 : 1;
    if (decided_x && x->refuting->len != y->refuting->len)
        return x->refuting->len < y->refuting->len ? -1 : 1;
    if (x->n_mated != y->n_mated)
        return x->n_mated < y->n_mated ? 1 : -1;
    return x->attack - y->attack;
}

/* ---- what refutes it ---- */

static KjVerdict judge(KjRefuter *r, KjMove reply)
{
    KjRefuteStep step;
    if (kj_try_ends(&r->pos, reply))
        return KJ_NOMATE;
    kj_refuter_play(r, reply, &step);
    KjVerdict verdict = kj_refuter_mate(r);
    kj_refuter_back(r, &step);
    return verdict;
}

static unsigned count_attacks(KjRefuter *r, KjMove reply)
{
    KjRefuteStep step;
    KjMoveList list = {0};
    if (kj_try_ends(&r->pos, reply))
        return 0;
    kj_refuter_play(r, reply, &step);
    kj_refuter_moves(r, &list);
    kj_refuter_back(r, &step);
    return list.n;
}

static bool holds(const GArray *moves, KjMove move)
{
    for (unsigned i = 0; i < moves->len; i++)
        if (g_array_index(moves, KjMove, i) == move)
            return true;
    return false;
}

/* Chooses the reply to show: the one that ends the attacks soonest if that is known, else the one
 * that leaves the fewest. */
static void choose_reply(KjRefuter *r, KjFailure *t)
{
    if (holds(t->refuting, t->reply))
        return;
    unsigned fewest = G_MAXUINT;
    t->reply = KJ_MOVE_NONE;
    for (unsigned i = 0; i < t->refuting->len; i++) {
        KjMove move = g_array_index(t->refuting, KjMove, i);
        unsigned n = count_attacks(r, move);
        if (n < fewest)
            t->reply = move;
        fewest = MIN(n, fewest);
    }
}

/* Decides the replies to a try, r->pos being the position before it. */
static void decide_replies(KjRefuter *r, KjFailure *t)
{
    KjRefuteStep step;
    KjMoveList list;
    kj_refuter_play(r, t->attack, &step);
    kj_refuter_moves(r, &list);
    t->n_replies = list.n;
    t->stalemate = list.n == 0;
    for (unsigned i = 0; i < list.n; i++) {
        uint64_t end = share(r, list.n - i);
        KjVerdict verdict = list.move[i] == t->reply ? KJ_NOMATE : judge(r, list.move[i]);
        r->node_end = end;
        t->n_mated += verdict == KJ_MATE;
        t->n_undecided += verdict == KJ_UNKNOWN;
        if (verdict == KJ_NOMATE)
            g_array_append_val(t->refuting, list.move[i]);
    }
    choose_reply(r, t);
    t->open = !t->reply && !t->stalemate;
    t->kind = kj_refute_kind(&r->pos, t->reply);
    t->only = t->n_undecided ? KJ_ONLY_NONE : kj_refute_only(&r->pos, t->refuting);
    kj_refuter_back(r, &step);
}

/* ---- what follows ---- */

/* Notes that the position after the reply has been looked at elsewhere; false if it has not. */
static bool known_already(KjRefuter *r, KjFailure *t)
{
    uint64_t key = kj_position_state_key(&r->pos);
    const KjFailure *there = g_hash_table_lookup(r->seen, &key);
    for (const KjFailure *up = t->before; up && there; up = up->before)
        t->repeats = t->repeats || up == there;
    // by the law what was played to get there matters, unless the attacks just end
    if (there && (t->repeats || !r->x || t->lasts == KJ_LASTS_EXACTLY)) {
        t->same = there;
        return true;
    }
    if (!there)
        g_hash_table_insert(r->seen, g_memdup2(&key, sizeof key), t);
    return false;
}

/* What a tree may still hold. */
typedef struct {
    unsigned depth, width, most;
} Room;

static void look_behind(KjRefuter *r, KjFailure *t, Room room);

/* Lists the attacks at r->pos as t->next and says of each how it fails. */
static void list_tries(KjRefuter *r, KjFailure *t, Room room)
{
    KjMoveList list;
    kj_refuter_moves(r, &list);
    t->n_next = list.n;
    t->next = g_ptr_array_new_with_free_func(try_free);
    for (unsigned i = 0; i < list.n; i++)
        g_ptr_array_add(t->next, try_new(list.move[i], t));
    measure(r, t->next, room.most);
    g_ptr_array_sort(t->next, nearest_first);
    unsigned kept = MIN(t->next->len, room.width);
    unsigned considered = MIN(t->next->len, MAX(room.width, CONSIDERED));
    for (unsigned i = 0; i < considered; i++) {
        uint64_t end = share(r, considered - i + (room.depth > 1 ? kept : 0));
        decide_replies(r, g_ptr_array_index(t->next, i));
        r->node_end = end;
    }
    g_ptr_array_sort(t->next, nearest_first);
    g_ptr_array_set_size(t->next, (int)kept);
    for (unsigned i = 0; i < kept && room.depth > 1; i++) {
        KjRefuteStep step;
        KjFailure *child = g_ptr_array_index(t->next, i);
        Room below = {room.depth - 1, MAX(1, room.width / NARROWER), room.most};
        uint64_t end = share(r, kept - i);
        kj_refuter_play(r, child->attack, &step);
        look_behind(r, child, below);
        kj_refuter_back(r, &step);
        r->node_end = end;
    }
}

/* What follows the reply to a try, which stands at r->pos. */
static void look_behind(KjRefuter *r, KjFailure *t, Room room)
{
    KjRefuteStep step;
    if (t->attack && (!t->reply || kj_try_ends(&r->pos, t->reply)))
        return;
    // Else a position of the line could turn out to end sooner than was seen when it was passed,
    // and the law might forbid the defender to come back to it.
    if (r->mode != KJ_REFUTE_BY_TABLE && t->lasts != KJ_LASTS_EXACTLY && t->attack)
        room.most = MIN(room.most, t->attacks);
    kj_refuter_play(r, t->reply, &step);
    if (!known_already(r, t))
        list_tries(r, t, room);
    kj_refuter_back(r, &step);
}

/* The root's own reply, if the defender is to move; false if that is the end of it. */
static bool begin_with_reply(KjRefuter *r, KjFailure *root)
{
    if (kj_can_capture_king(&r->pos)) {
        root->reply = kj_king_capture(&r->pos);
        root->kind = KJ_REPLY_OTHER;
        return false;
    }
    g_autoptr(GPtrArray) alone = g_ptr_array_new();
    g_ptr_array_add(alone, root);
    measure(r, alone, KJ_RUN_OUT_MOST);
    uint64_t end = share(r, 2);
    decide_replies(r, root);
    r->node_end = end;
    return root->reply && !kj_try_ends(&r->pos, root->reply);
}

KjRefutation *kj_refute(KjSolver *solver, const KjPosition *root, KjSide attacker,
                        const KjRefuteOptions *options, const KjLimits *limits)
{
    KjRefutation *out = g_new0(KjRefutation, 1);
    KjRefuter r = {.out = out};
    KjLimits all = *limits;
    all.nodes = options->nodes;
    kj_refuter_begin(&r, solver, root, attacker, &all);
    out->root = try_new(KJ_MOVE_NONE, NULL);
    bool goes_on = root->side == attacker || begin_with_reply(&r, out->root);
    if (goes_on && options->depth)
        look_behind(&r, out->root, (Room){options->depth, options->width, KJ_RUN_OUT_MOST});
    out->nodes = r.spent;
    out->seconds = (double)(g_get_monotonic_time() - r.begun) / 1e6;
    kj_refuter_clear(&r);
    return out;
}
