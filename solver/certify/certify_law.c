/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates of what the law of repetition decides (docs/certificate.md): a tree of lines, asked
 * of the search with history move by move, whose leaves are positions decided for themselves: mates
 * without loops, or attackers who run out of moves. Those are records that may be referred to.
 */
#include <assert.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "solver/certify/certify_writer.h"
#include "solver/repetition/history_search.h"

/* Marks of a child on the line; from MARK_REFER on it is a reference. */
enum { MARK_LINE, MARK_FREE, MARK_REFER };

/* A move made on the board, and on the line if there is one. */
typedef struct {
    KjMove move;
    bool line;
    uint64_t law_move, key;
    KjUndo undo;
} Played;

static void play(KjWriter *w, KjMove move, bool line, Played *out)
{
    *out = (Played){.move = move, .line = line, .law_move = kj_history_move(&w->pos, move)};
    kj_position_make(&w->pos, move, &out->undo);
    if (!line)
        return;
    out->key = kj_position_full_key(&w->pos);
    kj_history_push(&w->x->history, out->law_move, out->key);
    w->x->pos = w->pos;
    w->x->ply++;
}

static void take_back(KjWriter *w, const Played *played)
{
    kj_position_unmake(&w->pos, played->move, &played->undo);
    if (!played->line)
        return;
    kj_history_pop(&w->x->history, played->law_move, played->key);
    w->x->pos = w->pos;
    w->x->ply--;
}

/* The node of w->pos; UINT32_MAX (s->stopped is then set) when the graph is full. */
static uint32_t node_here(KjWriter *w)
{
    uint32_t node = kj_graph_add(&w->x->graph, w->s, &w->pos);
    if (node == UINT32_MAX)
        w->s->stopped = KJ_CAUSE_MEMORY;
    return node;
}

static const KjGraphNode *facts_here(KjWriter *w)
{
    static const KjGraphNode nothing = {.mate = KJ_LEN_INF};
    uint32_t node = node_here(w);
    return node == UINT32_MAX ? &nothing : &w->x->graph.node[node];
}

/* The value of the end of the line for a mate within `len`. */
static KjHistoryValue search_here(KjWriter *w, unsigned len)
{
    uint32_t node = node_here(w);
    return node == UINT32_MAX ? (KjHistoryValue){1, 1, 0} : kj_history_search_here(w->x, node, len);
}

/* The attacks or replies of w->pos, on a line those that the law allows. */
static void list_moves(KjWriter *w, bool line, KjMoveList *out)
{
    if (w->pos.side == w->s->attacker)
        kj_search_attacks(w->s, &w->pos, out);
    else
        kj_gen_safe(&w->pos, out);
    unsigned n = 0;
    for (unsigned i = 0; i < out->n; i++) {
        Played played;
        play(w, out->move[i], false, &played);
        uint64_t key = kj_position_full_key(&w->pos);
        take_back(w, &played);
        if (!line || !kj_history_forbids(&w->x->history, played.law_move, key))
            out->move[n++] = out->move[i];
    }
    out->n = n;
}

/* Those on the stack of moves, from the index returned to w->n_moves. */
static G_NO_INLINE size_t push_moves(KjWriter *w, bool line)
{
    KjMoveList list;
    size_t first = w->n_moves;
    list_moves(w, line, &list);
    kj_writer_push_moves(w, &list);
    return first;
}

static bool open_record(KjWriter *w, unsigned depth)
{
    if (depth >= KJ_MAX_PLY / 2 || w->x->history.plies + 2 >= KJ_MAX_HISTORY)
        w->s->stopped = KJ_CAUSE_MEMORY;
    return !w->s->stopped ? kj_writer_open(w, depth) : kj_writer_fail(w, "");
}

static const KjCertifyRecord *known(KjWriter *w, unsigned plies)
{
    return kj_certify_set_find(&w->set, w->pos.game->t, kj_search_key(w->s, &w->pos),
                               w->pos.hand[w->s->attacker], plies);
}

static bool refer(KjWriter *w, const KjCertifyRecord *record, bool line)
{
    w->count.references++;
    return kj_writer_number(w, w->set.next - record->number + (line ? MARK_REFER - 1 : 0));
}

static bool leads_into_past(KjWriter *w, KjMove move)
{
    Played played;
    play(w, move, false, &played);
    bool past = facts_here(w)->past;
    take_back(w, &played);
    return past;
}

/* Whether the law may leave the defender, to move at w->pos, without a move, and he would not
 * have lost by that: all his replies lead into the past. */
static bool may_be_saved(KjWriter *w)
{
    KjMoveList replies;
    kj_gen_safe(&w->pos, &replies);
    bool saved = replies.n > 0 && !kj_probe_mated(w->s, &w->pos);
    for (unsigned i = 0; i < replies.n && saved; i++)
        saved = leads_into_past(w, replies.move[i]);
    return saved;
}

static bool keeps_clear(KjWriter *w, KjMove attack)
{
    if (leads_into_past(w, attack))
        return false;
    Played played;
    play(w, attack, false, &played);
    bool saved = may_be_saved(w);
    take_back(w, &played);
    return !saved;
}

void kj_certify_avoid_past(KjWriter *w, KjMoveList *list)
{
    unsigned n = 0;
    for (unsigned i = 0; i < list->n; i++) {
        if (keeps_clear(w, list->move[i]))
            list->move[n++] = list->move[i];
    }
    list->n = n;
}

/* ---- mates ---- */

/* Out of `list`, the attack after which the shortest mate within `len` - 1 plies is known. */
static KjMove known_attack(KjWriter *w, const KjMoveList *list, unsigned len, unsigned *out_left)
{
    KjMove best = KJ_MOVE_NONE;
    *out_left = len;
    for (unsigned i = 0; i < list->n; i++) {
        Played played;
        unsigned mate = KJ_LEN_INF, none;
        play(w, list->move[i], true, &played);
        uint32_t node = node_here(w);
        if (node != UINT32_MAX)
            kj_history_search_recall(w->x, node, &mate, &none);
        take_back(w, &played);
        if (mate < *out_left) {
            *out_left = mate;
            best = list->move[i];
        }
    }
    return best;
}

static KjMove searched_attack(KjWriter *w, const KjMoveList *list, unsigned len, unsigned *out_left)
{
    for (unsigned i = 0; i < list->n && !w->s->stopped; i++) {
        Played played;
        play(w, list->move[i], true, &played);
        KjHistoryValue v = search_here(w, len - 1);
        take_back(w, &played);
        *out_left = v.len;
        if (v.pn == 0 && !w->s->stopped)
            return list->move[i];
    }
    return KJ_MOVE_NONE;
}

/* Writes an attack that mates within `len` plies on this line. `out_left`: those after it. */
static G_NO_INLINE bool write_attack(KjWriter *w, unsigned len, KjMove *out, unsigned *out_left)
{
    KjMoveList list;
    list_moves(w, true, &list);
    *out = known_attack(w, &list, len, out_left);
    if (!*out) { // what the table has lost
        (void)search_here(w, len);
        *out = known_attack(w, &list, len, out_left);
    }
    if (!*out)
        *out = searched_attack(w, &list, len, out_left);
    if (!*out)
        return kj_writer_fail(w, "the mate that was found on this line");
    return kj_writer_move(w, &list, *out);
}

/* Within how many plies w->pos is known to be a mate without loops; KJ_LEN_INF: not known. */
static unsigned free_mate(KjWriter *w, unsigned len)
{
    unsigned mate = facts_here(w)->mate;
    KjNodeValue v = kj_probe_known(w->s, &w->pos, len);
    return v.pn == 0 && v.dn != 0 && v.len < mate ? v.len : mate;
}

/*
 * With a past, a mate without loops may be one that goes through it: that shows only as it is
 * written. Then all is put back, and `out_done` is false.
 */
static bool try_free_mate(KjWriter *w, unsigned plies, bool *out_done)
{
    KjWriter saved = *w;
    g_autoptr(GByteArray) held = g_byte_array_new();
    g_autoptr(GError) error = NULL;
    *out_done = false;
    if (!kj_writer_flush(w))
        return false;
    uint64_t bytes = w->count.bytes;
    w->sink = (KjCertificateSink){kj_certificate_hold, held};
    w->error = &error;
    bool good = kj_certify_set_copy(&w->set, &saved.set) && kj_writer_number(w, MARK_FREE) &&
                kj_certify_mate(w, plies) && kj_writer_flush(w);
    w->sink = saved.sink;
    w->error = saved.error;
    if (good) {
        *out_done = true;
        kj_certify_set_clear(&saved.set);
        return held->len == 0 || w->sink.write(w->sink.data, held->data, held->len, w->error);
    }
    kj_certify_set_clear(&w->set);
    w->set = saved.set;
    w->pos = saved.pos;
    w->n_moves = saved.n_moves;
    w->count = saved.count;
    w->count.bytes = bytes;
    w->buffered = 0;
    if (!error || g_error_matches(error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_UNFOUNDED))
        return true; // without memory for a second set neither
    g_propagate_error(w->error, g_steal_pointer(&error));
    return false;
}

/* Writes w->pos as a position decided for itself, if it can be; `out_done` says whether. */
static bool write_free_mate(KjWriter *w, unsigned len, bool *out_done)
{
    const KjCertifyRecord *record = known(w, len);
    unsigned plies = record || w->least ? len : free_mate(w, len);
    *out_done = false;
    if (plies > len)
        return true;
    if (w->past && !record)
        return try_free_mate(w, plies, out_done);
    *out_done = true;
    return record ? refer(w, record, true)
                  : kj_writer_number(w, MARK_FREE) && kj_certify_mate(w, plies);
}

static bool write_mate(KjWriter *w, unsigned len, unsigned depth);

/*
 * The children of the end of the line, the defender to move: a mate within `len` after each reply.
 */
static bool write_replies(KjWriter *w, unsigned len, unsigned depth)
{
    size_t first = push_moves(w, true), end = w->n_moves;
    bool ok = true;
    for (size_t i = first; i < end && ok; i++) {
        Played played;
        play(w, w->moves[i], true, &played);
        ok = write_mate(w, len - 1, depth);
        take_back(w, &played);
    }
    w->n_moves = first;
    return ok;
}

/* The attacker to move at the end of the line, where he mates within `len`. */
static bool write_mate(KjWriter *w, unsigned len, unsigned depth)
{
    bool done;
    if (!write_free_mate(w, len, &done))
        return false;
    if (done)
        return true;
    KjMove attack;
    unsigned left;
    Played played;
    if (!kj_writer_number(w, MARK_LINE) || !open_record(w, depth) ||
        !write_attack(w, len, &attack, &left))
        return false;
    play(w, attack, true, &played);
    bool ok = write_replies(w, left, depth + 1);
    take_back(w, &played);
    return ok;
}

/* ---- refutations ---- */

/* What speaks for a reply: a record to refer to, when it was found out that it makes the attacker
 * run out of moves, or how little there is to answer after it. */
typedef struct {
    KjMove move;
    const KjCertifyRecord *record;
    bool free;
    uint32_t cost;
} Reply;

static unsigned count_attacks(KjWriter *w)
{
    KjMoveList list;
    kj_search_attacks(w->s, &w->pos, &list);
    return list.n;
}

/* Judges the position after a reply; false if it is not known to be good for `plies`. On a line all
 * that is known of it counts, otherwise only what was found out before `order`. */
static bool judge(KjWriter *w, bool line, unsigned plies, uint32_t order, Reply *out)
{
    unsigned mate, none;
    uint32_t number = node_here(w);
    if (number == UINT32_MAX)
        return false;
    const KjGraphNode *node = &w->x->graph.node[number];
    if (node->past && !line)
        return false;
    out->record = known(w, plies);
    out->free = node->no_win && !node->past && node->pn < order;
    out->cost = node->pn;
    if (out->record || out->free || !line)
        return out->record || out->free;
    kj_history_search_recall(w->x, number, &mate, &none);
    out->cost = count_attacks(w);
    return none >= plies;
}

static bool is_better(const Reply *a, const Reply *b)
{
    if (!b->move || !a->record != !b->record)
        return !b->move || a->record != NULL;
    return a->free != b->free ? a->free : a->cost < b->cost;
}

static Reply known_reply(KjWriter *w, const KjMoveList *list, bool line, unsigned plies,
                         uint32_t order)
{
    Reply best = {0};
    for (unsigned i = 0; i < list->n; i++) {
        Played played;
        Reply reply = {.move = list->move[i]};
        play(w, reply.move, line, &played);
        bool good = judge(w, line, plies, order, &reply);
        take_back(w, &played);
        if (good && is_better(&reply, &best))
            best = reply;
    }
    return best;
}

static Reply searched_reply(KjWriter *w, const KjMoveList *list, unsigned plies)
{
    for (unsigned i = 0; i < list->n && !w->s->stopped; i++) {
        Played played;
        play(w, list->move[i], true, &played);
        KjHistoryValue v = search_here(w, plies);
        bool free = facts_here(w)->no_win && !facts_here(w)->past;
        take_back(w, &played);
        if (v.dn == 0 && v.pn != 0 && !w->s->stopped)
            return (Reply){.move = list->move[i], .free = free};
    }
    return (Reply){0};
}

/* A reply out of `list`, not empty, after which there is no mate within `plies`. */
static Reply choose_reply(KjWriter *w, const KjMoveList *list, bool line, unsigned plies,
                          uint32_t order)
{
    for (unsigned i = 0; i < list->n; i++) {
        if (plies == 0 || kj_try_ends(&w->pos, list->move[i]))
            return (Reply){.move = list->move[i]};
    }
    Reply reply = known_reply(w, list, line, plies, order);
    if (reply.move || !line)
        return reply;
    (void)search_here(w, kj_len_more(plies)); // what the table has lost
    reply = known_reply(w, list, line, plies, order);
    return reply.move ? reply : searched_reply(w, list, plies);
}

/*
 * Writes a reply of w->pos, 0 if there is none, and a reference after it, or the mark of the record
 * that is to follow (`out_move` then has the reply, else KJ_MOVE_NONE).
 */
static G_NO_INLINE bool write_reply(KjWriter *w, bool line, unsigned plies, uint32_t order,
                                    KjMove *out_move, bool *out_line)
{
    KjMoveList list;
    list_moves(w, line, &list);
    *out_move = KJ_MOVE_NONE;
    *out_line = false;
    if (list.n == 0)
        return kj_probe_mated(w->s, &w->pos) ? kj_writer_fail(w, "a reply to mate")
                                             : kj_writer_number(w, 0);
    Reply reply = choose_reply(w, &list, line, plies, order);
    if (!reply.move)
        return kj_writer_fail(w, "the refutation that was found");
    if (!kj_writer_move(w, &list, reply.move))
        return false;
    if (plies == 0 || kj_try_ends(&w->pos, reply.move))
        return true;
    if (reply.record)
        return refer(w, reply.record, line);
    *out_move = reply.move;
    *out_line = line && !reply.free;
    return kj_writer_number(w, line && reply.free ? MARK_FREE : MARK_LINE);
}

static bool write_refutation(KjWriter *w, bool line, unsigned plies, unsigned depth);

/* The defender to move: his reply, and what follows. */
static bool write_answer(KjWriter *w, bool line, unsigned plies, uint32_t order, unsigned depth)
{
    KjMove reply;
    bool line_after;
    if (!write_reply(w, line, plies, order, &reply, &line_after))
        return false;
    if (!reply)
        return true;
    Played played;
    play(w, reply, line_after, &played);
    bool ok = write_refutation(w, line_after, line_after ? plies : KJ_LEN_INF, depth);
    take_back(w, &played);
    return ok;
}

/* The record of w->pos, the attacker to move, where there is no mate within `plies`: on this line,
 * or none at all off it. */
static bool write_refutation(KjWriter *w, bool line, unsigned plies, unsigned depth)
{
    uint32_t order = line ? UINT32_MAX : facts_here(w)->pn;
    if (!open_record(w, depth))
        return false;
    size_t first = push_moves(w, line), end = w->n_moves;
    unsigned left = plies == KJ_LEN_INF ? plies : plies == 1 ? 0 : plies - 2;
    bool ok = true;
    for (size_t i = first; i < end && ok; i++) {
        Played played;
        play(w, w->moves[i], line, &played);
        ok = write_answer(w, line, left, order, depth + 1);
        take_back(w, &played);
    }
    w->n_moves = first;
    return ok && (line || kj_writer_intern(w, KJ_LEN_INF));
}

/* ---- sections ---- */

bool kj_certify_law_mate(KjWriter *w, unsigned plies)
{
    return w->pos.side == w->s->attacker ? write_mate(w, plies, 1) : write_replies(w, plies, 1);
}

bool kj_certify_law_refutation(KjWriter *w, unsigned plies)
{
    if (w->pos.side != w->s->attacker)
        return write_answer(w, true, kj_len_less(plies), UINT32_MAX, 1);
    bool free = facts_here(w)->no_win;
    return kj_writer_number(w, free ? MARK_FREE : MARK_LINE) &&
           write_refutation(w, !free, free ? KJ_LEN_INF : plies, 1);
}
