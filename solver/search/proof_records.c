/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of works: storing and finding them, and questions about a neighbour. */
#include <glib.h>
#include <string.h>

#include "core/rules/attack.h"
#include "solver/search/proof_records-priv.h"

enum {
    FIRST_ROOM = 1 << 10,
    MOST_RECORDS = 1 << 22, // of a work
    MOST_FRAMES = KJ_MAX_PLY,
    MOVES = MOST_FRAMES * 64,
    STAKE = 16, // this and the next two: see allowance
    WON_SHARE = 4,
    BASE_SHARE = 32,
    SEARCH_SHARE = 4,
    REPAIRS = 100, // nodes to mend what is missing in one question
    JOIN = 10,     // and to take together what is known after each reply
};

/* ---- storing ---- */

static bool make_room(KjProofGraph *g)
{
    if (g->n_records < g->record_room)
        return true;
    if (g->record_room >= MOST_RECORDS)
        return false;
    uint32_t room = g->record_room ? g->record_room * 2 : FIRST_ROOM;
    KjProofRecord *record = g_try_realloc_n(g->record, room, sizeof *record);
    if (record)
        g->record = record;
    uint32_t *bucket = g_try_new0(uint32_t, room);
    if (!record || !bucket) {
        g_free(bucket);
        return false;
    }
    g->record_room = room;
    g_free(g->bucket);
    g->bucket = bucket;
    g->n_buckets = room;
    for (uint32_t i = 1; i < g->n_records; i++) {
        uint32_t *first = &bucket[kj_mix((uint64_t)g->record[i].key) & (room - 1)];
        g->record[i].next = *first;
        *first = i;
    }
    return true;
}

uint32_t kj_proof_records_add(KjProofGraph *g, KjProofKind kind, KjKey key, KjHand hand,
                              unsigned bound)
{
    g->n_records += g->n_records == 0;
    if (!make_room(g))
        return KJ_PROOF_RECORD_NONE;
    uint32_t at = g->n_records++, *first = &g->bucket[kj_mix((uint64_t)key) & (g->n_buckets - 1)];
    g->record[at] = (KjProofRecord){
        .key = key, .hand = hand, .next = *first, .bound = (uint16_t)bound, .kind = (uint8_t)kind};
    *first = at;
    return at;
}

/* Whether a record decides (its key, hand) within `bound`. */
static bool decides(const KjProofRecord *e, const KjTables *t, KjHand hand, unsigned bound)
{
    if (kj_proof_records_proves(e))
        return e->bound <= bound && kj_hand_covers(t, hand, e->hand);
    return e->bound >= bound && kj_hand_covers(t, e->hand, hand);
}

/* Whether a record is about a position, by the same rule or, if it holds, by one as good. */
static bool is_of(const KjProofRecord *e, KjProofKind kind, KjKey key)
{
    if (e->key != key || e->kind % KJ_PROOF_RECORD_RULE != kind % KJ_PROOF_RECORD_RULE)
        return false;
    if (e->kind == kind)
        return true;
    bool as_good =
        kj_proof_records_proves(e) ? e->kind < KJ_PROOF_RECORD_RULE : kind < KJ_PROOF_RECORD_RULE;
    return as_good && e->state == KJ_PROOF_RECORD_HOLDS;
}

static uint32_t first_of(const KjProofGraph *g, KjKey key)
{
    return g->n_buckets ? g->bucket[kj_mix((uint64_t)key) & (g->n_buckets - 1)]
                        : KJ_PROOF_RECORD_NONE;
}

uint32_t kj_proof_records_find(const KjProofGraph *g, const KjTables *t, KjProofKind kind,
                               KjKey key, KjHand hand, unsigned bound)
{
    uint32_t failing = KJ_PROOF_RECORD_NONE;
    for (uint32_t i = first_of(g, key); i; i = g->record[i].next) {
        const KjProofRecord *e = &g->record[i];
        if (!is_of(e, kind, key))
            continue;
        bool stands = e->state == KJ_PROOF_RECORD_HOLDS ||
                      (e->state == KJ_PROOF_RECORD_PENDING && !kj_proof_records_proves(e));
        if (stands && decides(e, t, hand, bound))
            return i;
        if (!stands && e->state != KJ_PROOF_RECORD_OPEN && e->hand == hand && e->bound == bound)
            failing = i;
    }
    return failing;
}

uint32_t kj_proof_records_find_any(const KjProofGraph *g, const KjTables *t, KjProofKind kind,
                                   KjKey key, KjHand hand, unsigned bound)
{
    for (uint32_t i = first_of(g, key); i; i = g->record[i].next)
        if (is_of(&g->record[i], kind, key) && decides(&g->record[i], t, hand, bound))
            return i;
    return KJ_PROOF_RECORD_NONE;
}

bool kj_proof_records_link(KjProofGraph *g, uint32_t record, KjMove move, KjMove answer,
                           uint32_t child)
{
    g->n_edges += g->n_edges == 0;
    if (g->n_edges >= g->edge_room) {
        uint32_t room = g->edge_room ? g->edge_room * 2 : FIRST_ROOM;
        KjProofEdge *edge = g_try_realloc_n(g->edge, room, sizeof *edge);
        if (!edge || room > MOST_RECORDS * 8u)
            return false;
        g->edge = edge;
        g->edge_room = room;
    }
    g->edge[g->n_edges] = (KjProofEdge){move, answer, child, g->record[record].edge};
    g->record[record].edge = g->n_edges++;
    return true;
}

const KjProofEdge *kj_proof_records_edge(const KjProofGraph *g, uint32_t record, KjMove move)
{
    for (uint32_t i = g->record[record].edge; i; i = g->edge[i].next)
        if (g->edge[i].move == move)
            return &g->edge[i];
    return NULL;
}

/* The fact that a record is. */
static KjNodeValue fact_of(const KjProofRecord *e)
{
    return kj_proof_records_proves(e) ? kj_value_proved(e->hand, e->bound)
                                      : kj_value_disproved(e->hand, e->bound, KJ_DEP_NONE);
}

static void tell(KjSearch *s, const KjTables *t, const KjProofRecord *e)
{
    KjNodeValue v = fact_of(e);
    unsigned part = kj_proof_records_part(kj_proof_records_rule_of(e));
    kj_table_store_final(&s->table, t, kj_key_in(e->key, part), &v, 0, 0, KJ_ENTRY_OR);
}

void kj_proof_records_hold(KjProofGraph *g, uint32_t record)
{
    g->record[record].state = KJ_PROOF_RECORD_HOLDS;
    if (g->n_held == g->held_room) {
        uint32_t room = g->held_room ? g->held_room * 2 : FIRST_ROOM;
        uint32_t *held = g_try_realloc_n(g->held, room, sizeof *held);
        if (!held)
            return; // the table is not told
        g->held = held;
        g->held_room = room;
    }
    g->held[g->n_held++] = record;
}

void kj_proof_records_keep(KjSearch *s, const KjTables *t, KjProofGraph *g)
{
    for (; g->kept < g->n_held; g->kept++)
        tell(s, t, &g->record[g->held[g->kept]]);
}

static void clear_graph(KjProofGraph *g)
{
    g_free(g->record);
    g_free(g->edge);
    g_free(g->bucket);
    g_free(g->held);
    memset(g, 0, sizeof *g);
}

void kj_proof_records_free(KjProofRecords *r)
{
    if (!r)
        return;
    for (unsigned i = 0; i < KJ_PROOF_RECORD_WORKS; i++)
        clear_graph(&r->graph[i]);
    g_free(r->frame);
    g_free(r->place);
    g_free(r->move);
    g_free(r->pending);
    g_free(r);
}

/* ---- works ---- */

/* The records of a work; those of the work asked about longest ago go. */
static KjProofGraph *graph_of(KjProofRecords *r, const KjPosition *root)
{
    KjProofGraph *oldest = &r->graph[0];
    for (unsigned i = 0; i < KJ_PROOF_RECORD_WORKS; i++) {
        KjProofGraph *g = &r->graph[i];
        if (g->used && kj_position_equal(&g->root, root)) {
            g->used = ++r->clock;
            return g;
        }
        if (g->used < oldest->used)
            oldest = g;
    }
    clear_graph(oldest);
    oldest->root = *root;
    oldest->used = ++r->clock;
    return oldest;
}

static KjProofRecords *new_records(void)
{
    KjProofRecords *r = g_new0(KjProofRecords, 1);
    r->frame = g_new(KjProofFrame, MOST_FRAMES);
    r->place = g_new(KjProofPlace, MOST_FRAMES);
    r->move = g_new(KjMove, MOVES);
    return r;
}

void kj_proof_records_begin(KjSearch *s, const KjPosition *here, const KjPosition *there)
{
    kj_proof_records_end(s);
    if (!there || kj_position_equal(here, there) || s->exact_hands ||
        s->options.attacker_moves != KJ_CHECKS_ONLY)
        return;
    if (!s->records)
        s->records = new_records();
    KjProofRecords *r = s->records;
    r->there = graph_of(r, there);
    r->here = graph_of(r, here);
    s->ask_records = kj_proof_records_ask;
    r->n_squares = 0;
    r->lost = r->won = r->spent = 0;
    r->base = s->hint.pinned ? s->hint.work[s->hint.pinned - 1].nodes : 0;
    for (unsigned i = 0; i < here->game->t->squares; i++)
        if (here->board[i] != there->board[i] && r->n_squares < KJ_TRANSFER_SQUARES)
            r->square[r->n_squares++] = (uint8_t)i;
}

void kj_proof_records_spent(KjSearch *s, uint64_t nodes)
{
    if (s->ask_records)
        s->records->spent += nodes;
}

void kj_proof_records_doubt(KjSearch *s)
{
    s->records->base = 0;
}

void kj_proof_records_end(KjSearch *s)
{
    s->ask_records = NULL;
    if (s->records)
        s->records->here = s->records->there = NULL;
}

/* ---- moves ---- */

void kj_proof_records_attacks(const KjProofRecords *r, const KjPosition *pos,
                              const KjShortcut *shortcut, KjMoveList *list)
{
    kj_gen_checks(pos, list);
    if (!r->rule || shortcut->square == KJ_NO_SQUARE)
        return;
    unsigned n = list->n;
    for (unsigned i = 0; i < n; i++)
        if (kj_futile_recaptures(r->rule, pos, shortcut, list->move[i]))
            kj_list_add(list, (KjMove)(list->move[i] | KJ_PROOF_RECORD_SHORTCUT));
}

void kj_proof_records_play(KjPosition *pos, const KjShortcut *shortcut, KjMove attack, KjUndo *undo)
{
    bool shorter = shortcut->square != KJ_NO_SQUARE && (attack & KJ_PROOF_RECORD_SHORTCUT);
    KjSide attacker = (KjSide)pos->side;
    KjMove move = shorter ? (KjMove)(attack & ~(unsigned)KJ_PROOF_RECORD_SHORTCUT) : attack;
    kj_position_make(pos, move, undo);
    if (!shorter)
        return;
    pos->hand[attacker] = undo->hand[attacker];
    pos->hand[attacker ^ 1] += shortcut->unit;
}

KjShortcut kj_proof_records_offer(const KjProofRecords *r, const KjPosition *pos, KjMove reply)
{
    unsigned checker = KJ_NO_SQUARE;
    if (!r->rule || r->rule == KJ_INTERPOSITIONS_LAST)
        return KJ_NO_SHORTCUT;
    KjBb between = kj_futile_between(pos, &checker);
    return kj_futile_shortcut(pos, reply, between, checker);
}

KjNodeValue kj_proof_records_known(const KjSearch *s, const KjPosition *pos,
                                   const KjShortcut *shortcut, KjInterpositions rule, unsigned len)
{
    KjProbe probe;
    KjKey key = kj_key_in(kj_proof_records_key(s, pos, shortcut), kj_proof_records_part(rule));
    if (len == 0)
        return kj_value_open(1, 1);
    return kj_table_probe(&s->table, pos->game->t, key, pos->hand[s->attacker], len, 0, &probe);
}

KjProofKind kj_proof_records_choose(const KjSearch *s, const KjProofRecords *r,
                                    const KjPosition *pos, const KjShortcut *shortcut,
                                    KjProofKind what, unsigned bound)
{
    KjInterpositions rule = r->rule, relaxed = s->options.interpositions;
    bool plain = shortcut->square == KJ_NO_SQUARE;
    if (what == KJ_PROOF_RECORD_PROOF && rule && plain) {
        KjNodeValue v = kj_proof_records_known(s, pos, shortcut, KJ_INTERPOSITIONS_COUNT, bound);
        rule = v.pn == 0 ? KJ_INTERPOSITIONS_COUNT : rule;
    } else if (what == KJ_PROOF_RECORD_REFUTATION && rule && plain && bound == KJ_LEN_INF) {
        rule = KJ_INTERPOSITIONS_COUNT;
    } else if (what == KJ_PROOF_RECORD_REFUTATION && !rule && bound != KJ_LEN_INF &&
               kj_proof_records_rule(relaxed, pos->game)) {
        KjNodeValue v = kj_proof_records_known(s, pos, shortcut, relaxed, bound);
        rule = v.dn == 0 && v.len != KJ_LEN_INF ? relaxed : rule;
    }
    return (KjProofKind)(what + KJ_PROOF_RECORD_RULE * rule);
}

bool kj_proof_records_mated(const KjProofRecords *r, const KjPosition *pos)
{
    return r->rule ? kj_futile_mated_relaxed(pos, r->rule) : !kj_has_safe_move(pos);
}

/* ---- questions ---- */

/* The counterpart of a position: the changed squares, which must be as at the root, as they were in
 * the other work, and the attacker with so many pieces more or less in hand. */
static bool counterpart(const KjProofRecords *r, const KjPosition *pos, KjPosition *out)
{
    const KjTables *t = pos->game->t;
    const KjPosition *here = &r->here->root, *there = &r->there->root;
    *out = *pos;
    for (unsigned i = 0; i < r->n_squares; i++) {
        unsigned square = r->square[i];
        if (pos->board[square] != here->board[square])
            return false;
        if (pos->board[square])
            kj_position_remove(out, square);
    }
    for (unsigned i = 0; i < r->n_squares; i++)
        if (there->board[r->square[i]])
            kj_position_put(out, r->square[i], there->board[r->square[i]]);
    for (unsigned side = 0; side < 2; side++) {
        if (here->hand[side] == there->hand[side])
            continue;
        for (unsigned k = 0; k < t->n_hand; k++) {
            KjHand mask = t->hand_mask[t->hand_kind[k]];
            KjHand sum = (pos->hand[side] & mask) + (there->hand[side] & mask);
            KjHand less = here->hand[side] & mask;
            if (sum < less || ((sum - less) & ~mask))
                return false;
            out->hand[side] = (out->hand[side] & ~mask) | (sum - less);
        }
    }
    return true;
}

/* The record of the other work that r->asked is a question about; made if only the table knows. */
static uint32_t record_there(const KjSearch *s, KjProofRecords *r, unsigned len)
{
    const KjTables *t = r->asked.game->t;
    KjKey board = kj_proof_records_key(s, &r->asked, &r->offered);
    KjHand hand = r->asked.hand[s->attacker];
    KjProbe probe;
    KjNodeValue known =
        kj_table_probe(&s->table, t, kj_key_in(board, s->part), hand, len, 0, &probe);
    uint32_t found = KJ_PROOF_RECORD_NONE;
    for (int what = KJ_PROOF_RECORD_REFUTATION; what >= KJ_PROOF_RECORD_PROOF && !found; what--) {
        bool proof = what == KJ_PROOF_RECORD_PROOF;
        if ((proof ? known.dn : known.pn) == 0)
            continue;
        unsigned bound = known.pn == 0 ? known.len : len;
        KjProofKind kind =
            kj_proof_records_choose(s, r, &r->asked, &r->offered, (KjProofKind)what, bound);
        found = kj_proof_records_find_any(r->there, t, kind, board, hand, bound);
        bool make = proof ? known.pn == 0 : known.dn == 0 || probe.loop;
        if (!found && make)
            return kj_proof_records_add(r->there, kind, board, hand, bound);
    }
    return found;
}

/* Nodes that a question may take: as many may be lost in all as are a small part of what the base
 * took, of what was of use, and of what the neighbour takes. */
static uint64_t allowance(const KjProofRecords *r)
{
    uint64_t most = STAKE + r->won / WON_SHARE + r->base / BASE_SHARE + r->spent / SEARCH_SHARE;
    return most > r->lost ? most - r->lost : 0;
}

/* kj_proof_records_ask with the attacker to move, and a shortcut that may be offered to him. */
static KjNodeValue ask(KjSearch *s, KjProofRecords *r, const KjPosition *pos,
                       const KjShortcut *shortcut, unsigned len)
{
    const KjTables *t = pos->game->t;
    r->shortcut = r->offered = *shortcut;
    uint32_t there =
        counterpart(r, pos, &r->asked) ? record_there(s, r, len) : KJ_PROOF_RECORD_NONE;
    if (!there)
        return kj_value_open(1, 1);
    r->pos = *pos;
    r->end = s->nodes + allowance(r);
    r->given_up = false;
    r->repairs = REPAIRS;
    r->n_places = 0;
    r->busy = true;
    uint64_t before = s->nodes;
    uint32_t found = kj_proof_records_walk(s, r, there);
    uint64_t walked = s->nodes - before;
    r->busy = false;
    r->rule = s->relaxed;
    if (!found || r->here->record[found].state != KJ_PROOF_RECORD_HOLDS) {
        r->lost += walked;
        kj_proof_records_keep(s, t, r->here);
        return kj_value_open(1, 1);
    }
    r->won += walked;
    tell(s, t, &r->here->record[found]);
    KjNodeValue v = fact_of(&r->here->record[found]);
    return v.pn == 0 && v.len > len ? kj_value_open(1, 1) : v;
}

/* What the table knows of the position after a reply; `probe` whether it met a loop there. */
static KjNodeValue known_after(const KjSearch *s, const KjPosition *next,
                               const KjShortcut *shortcut, unsigned len, KjProbe *probe)
{
    KjKey key = kj_key_in(kj_proof_records_key(s, next, shortcut), s->part);
    return kj_table_probe(&s->table, next->game->t, key, next->hand[s->attacker], len, 0, probe);
}

/* Asks the records of a position with the defender to move: of the replies that refuted the
 * counterpart until one holds, or of all replies where it was a mate. What they come to is then
 * known to the table; true if that is all there is to know. */
static bool ask_replies(KjSearch *s, KjProofRecords *r, const KjPosition *pos, unsigned len)
{
    KjMoveList list;
    unsigned asked = 0;
    kj_gen_safe(pos, &list);
    for (int mates = 0; mates <= 1; mates++) {
        for (unsigned i = 0; i < list.n && !s->stopped; i++) {
            KjPosition next = *pos, other;
            KjUndo undo;
            KjProbe probe;
            KjShortcut shortcut = kj_proof_records_offer(r, pos, list.move[i]);
            kj_position_make(&next, list.move[i], &undo);
            if (!counterpart(r, &next, &other))
                continue;
            KjNodeValue known = known_after(s, &other, &shortcut, len, &probe);
            bool refuted = known.dn == 0 || (known.pn != 0 && probe.loop);
            if (mates ? refuted || known.pn != 0 : !refuted)
                continue;
            KjNodeValue v = known_after(s, &next, &shortcut, len, &probe);
            if (!kj_value_final(&v))
                v = ask(s, r, &next, &shortcut, len);
            if (v.dn == 0 || (mates && v.pn != 0))
                return v.dn == 0;
            asked += mates;
        }
    }
    return asked == list.n;
}

KjNodeValue kj_proof_records_ask(KjSearch *s, const KjPosition *pos, unsigned len)
{
    KjProofRecords *r = s->records;
    if (!r || !r->there || r->busy || allowance(r) == 0 || s->n_forbidden || len == 0 ||
        (s->relaxed && !kj_proof_records_rule(s->relaxed, pos->game)))
        return kj_value_open(1, 1);
    r->rule = s->relaxed;
    if (pos->side == s->attacker)
        return ask(s, r, pos, &KJ_NO_SHORTCUT, len);
    if (len > 1 && ask_replies(s, r, pos, kj_len_less(len)))
        return kj_search_slice(s, pos, len, JOIN);
    return kj_value_open(1, 1);
}
