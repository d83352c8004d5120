/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Going through the records of another work on the board of this one.
 *
 * Proofs are built from mates on the board upwards: a record holds if its attack is a check and all
 * replies that there are lead to records that hold already, so a record on the way is no reason.
 * Refutations may lean on each other in circles. Those that do are strongly connected, and found
 * out together (Tarjan 1972): they hold unless one of them has a check without an answer, or with
 * one that leads to a record outside that fails.
 */
#include <glib.h>

#include "core/rules/attack.h"
#include "solver/search/proof_records-priv.h"

enum {
    REPAIR = 30, // nodes for one thing that is missing
    MOST_MOVES = KJ_MAX_PLY * 64 - KJ_MAX_MOVES,
};

static KjProofFrame *top(const KjProofRecords *r)
{
    return &r->frame[r->n_frames - 1];
}

/* The rule is that of the record at the top. */
static void turn_to_top(KjProofRecords *r)
{
    r->rule = kj_proof_records_rule_of(&r->here->record[top(r)->here]);
}

/* Keeps the moves of the record at the top. */
static void keep_moves(KjProofRecords *r, const KjMoveList *list)
{
    KjProofFrame *f = top(r);
    f->first = r->n_moves;
    f->n = (uint16_t)list->n;
    for (unsigned i = 0; i < list->n; i++)
        r->move[r->n_moves++] = list->move[i];
}

/* Makes an attack at the record at the top. */
static void make_attack(KjProofRecords *r, KjMove attack)
{
    KjProofFrame *f = top(r);
    kj_proof_records_play(&r->pos, &f->shortcut, attack, &f->attack_undo);
    f->attack = attack;
}

static void unmake_attack(KjProofRecords *r)
{
    KjProofFrame *f = top(r);
    if (f->attack)
        kj_position_unmake(&r->pos, kj_proof_records_move(r, f->attack), &f->attack_undo);
    f->attack = KJ_MOVE_NONE;
}

static void make_reply(KjProofRecords *r, KjMove reply)
{
    KjProofFrame *f = top(r);
    r->shortcut = kj_proof_records_offer(r, &r->pos, reply);
    kj_position_make(&r->pos, reply, &f->reply_undo);
    f->reply = reply;
}

static void unmake_reply(KjProofRecords *r)
{
    KjProofFrame *f = top(r);
    kj_position_unmake(&r->pos, f->reply, &f->reply_undo);
    f->reply = KJ_MOVE_NONE;
}

/* The attack of a proof is made; false if it is none here, or leaves a try. */
static bool begin_proof(KjSearch *s, KjProofRecords *r)
{
    KjProofFrame *f = top(r);
    KjMoveList list;
    KjMove attack = kj_proof_records_attack(s, r, f->there);
    kj_proof_records_attacks(r, &r->pos, &f->shortcut, &list);
    if (!attack || !kj_list_has(&list, attack))
        return false;
    KjProofRecord *e = &r->here->record[f->here];
    e->attack = attack;
    e->bound = (uint16_t)kj_proof_records_before(r, attack, 0);
    make_attack(r, attack);
    kj_gen_evasions(&r->pos, &list, NULL);
    if (kj_ending_try(&r->pos, &list))
        return false;
    if (!r->rule || !kj_proof_records_mated(r, &r->pos))
        keep_moves(r, &list);
    return true;
}

static void begin_refutation(KjProofRecords *r)
{
    KjMoveList list;
    kj_proof_records_attacks(r, &r->pos, &top(r)->shortcut, &list);
    keep_moves(r, &list);
}

static bool push_pending(KjProofRecords *r, uint32_t here)
{
    if (r->n_pending == r->pending_room) {
        uint32_t room = r->pending_room ? r->pending_room * 2 : 1024;
        uint32_t *pending = g_try_realloc_n(r->pending, room, sizeof *pending);
        if (!pending)
            return false;
        r->pending = pending;
        r->pending_room = room;
    }
    r->pending[r->n_pending++] = here;
    return true;
}

/* Begins with the record of r->pos; KJ_PROOF_RECORD_NONE when there is no room. */
static uint32_t enter(KjSearch *s, KjProofRecords *r, uint32_t there)
{
    const KjProofRecord *old = &r->there->record[there];
    KjProofKind kind = (KjProofKind)old->kind;
    r->given_up = r->given_up || s->stopped || s->nodes >= r->end;
    if (r->n_frames >= KJ_MAX_PLY || r->n_moves >= MOST_MOVES || r->given_up)
        return KJ_PROOF_RECORD_NONE;
    KjKey key = kj_proof_records_key(s, &r->pos, &r->shortcut);
    uint32_t here = kj_proof_records_add(r->here, kind, key, r->pos.hand[s->attacker], old->bound);
    if (!here)
        return KJ_PROOF_RECORD_NONE;
    kj_search_count(s);
    r->repairs++;
    KjProofRecord *e = &r->here->record[here];
    e->state = KJ_PROOF_RECORD_PENDING;
    e->low = here;
    bool proof = kj_proof_records_proves(e);
    if (!proof && !push_pending(r, here))
        e->failed = true;
    r->frame[r->n_frames++] =
        (KjProofFrame){.here = here, .there = there, .first = r->n_moves, .shortcut = r->shortcut};
    turn_to_top(r);
    if (proof) {
        if (!begin_proof(s, r))
            r->here->record[here].failed = true;
    } else {
        begin_refutation(r);
    }
    return here;
}

/* What is missing is searched with a few nodes. True if it comes out as the record has it; the
 * table knows. `out_plies` of a mate. */
static bool repair(KjSearch *s, KjProofRecords *r, bool proof, unsigned len, unsigned *out_plies)
{
    bool apart =
        r->rule != s->relaxed || (r->pos.side == s->attacker && r->shortcut.square != KJ_NO_SQUARE);
    r->given_up = r->given_up || s->stopped || s->nodes >= r->end;
    if (r->repairs == 0 || r->given_up || len == 0 || apart)
        return false;
    kj_proof_records_keep(s, r->pos.game->t, r->here);
    uint64_t before = s->nodes;
    KjNodeValue v = kj_search_slice(s, &r->pos, len, r->repairs < REPAIR ? r->repairs : REPAIR);
    uint64_t spent = s->nodes - before;
    r->repairs -= spent < r->repairs ? spent : r->repairs;
    *out_plies = v.len;
    return proof ? v.pn == 0 : v.dn == 0;
}

static void fail(KjProofRecords *r)
{
    r->here->record[top(r)->here].failed = true;
}

static void link(KjProofRecords *r, KjMove move, KjMove answer, uint32_t child)
{
    if (!kj_proof_records_link(r->here, top(r)->here, move, answer, child))
        fail(r);
}

/* The record of r->pos here, if there is one, else begins with it. True if the walk goes on there;
 * else `out` is the record, or KJ_PROOF_RECORD_NONE. */
static bool reach(KjSearch *s, KjProofRecords *r, uint32_t there, uint32_t *out)
{
    const KjTables *t = r->pos.game->t;
    const KjProofRecord *old = &r->there->record[there];
    bool bare = old->kind < KJ_PROOF_RECORD_RULE;
    *out = KJ_PROOF_RECORD_NONE;
    if (bare && r->shortcut.square != KJ_NO_SQUARE && !kj_proof_records_proves(old))
        return false; // it says nothing of the shortcut, which was not offered there
    if (bare)
        r->shortcut = KJ_NO_SHORTCUT;
    KjKey key = kj_proof_records_key(s, &r->pos, &r->shortcut);
    *out = kj_proof_records_find(r->here, t, (KjProofKind)old->kind, key, r->pos.hand[s->attacker],
                                 old->bound);
    if (*out)
        return false;
    return enter(s, r, there) != KJ_PROOF_RECORD_NONE;
}

/* A reply of the proof at the top is answered by a mate within `plies`. */
static void lengthen(KjProofRecords *r, unsigned plies)
{
    KjProofRecord *e = &r->here->record[top(r)->here];
    unsigned bound = kj_proof_records_before(r, e->attack, plies + 1);
    e->bound = bound > e->bound ? (uint16_t)bound : e->bound;
}

/* A child is done with: what it is to the record at the top. */
static void learn(KjProofRecords *r, KjMove move, KjMove answer, uint32_t child)
{
    KjProofFrame *f = top(r);
    KjProofRecord *e = &r->here->record[f->here];
    const KjProofRecord *c = child ? &r->here->record[child] : NULL;
    if (!c || c->state == KJ_PROOF_RECORD_FAILS || c->state == KJ_PROOF_RECORD_OPEN) {
        e->failed = true;
        return;
    }
    bool proof = kj_proof_records_proves(e);
    if (!proof && c->bound < kj_len_less(kj_proof_records_after(r, move, e->bound))) {
        e->failed = true;
        return;
    }
    if (c->state == KJ_PROOF_RECORD_PENDING) {
        e->low = c->low < e->low ? c->low : e->low;
        e->failed = e->failed || c->failed;
    }
    if (proof)
        lengthen(r, c->bound);
    link(r, move, answer, child);
}

/* ---- one move of a record ---- */

/* The attacker's answer to a reply that mates at once. */
static bool mates_at_once(const KjProofRecords *r, KjMove move)
{
    KjMoveList list;
    kj_gen_checks(&r->pos, &list);
    return kj_list_has(&list, move) ? kj_is_mate(&r->pos, move) : false;
}

static void step_proof(KjSearch *s, KjProofRecords *r, KjMove reply)
{
    KjProofFrame *f = top(r);
    const KjProofEdge *edge = kj_proof_records_edge(r->there, f->there, reply);
    if (!edge || edge->child == KJ_PROOF_RECORD_TABLE)
        edge = kj_proof_records_resolve(s, r, f->there, reply);
    KjMove answer = edge ? edge->answer : KJ_MOVE_NONE;
    uint32_t child = edge ? edge->child : KJ_PROOF_RECORD_NONE, found = KJ_PROOF_RECORD_NONE;
    unsigned plies;
    make_reply(r, reply);
    if (child == KJ_PROOF_RECORD_END && mates_at_once(r, answer)) {
        link(r, reply, answer, KJ_PROOF_RECORD_END);
        lengthen(r, 1);
    } else if (child != KJ_PROOF_RECORD_NONE && child != KJ_PROOF_RECORD_END) {
        if (reach(s, r, child, &found))
            return;
        learn(r, reply, KJ_MOVE_NONE, found);
    } else if (repair(s, r, true, KJ_LEN_INF, &plies)) {
        lengthen(r, plies);
        link(r, reply, KJ_MOVE_NONE, KJ_PROOF_RECORD_TABLE);
    } else {
        fail(r);
    }
    unmake_reply(r);
}

/* Whether a reply that left no plies, or no checks, does so here. */
static bool ends_here(const KjProofRecords *r, unsigned left)
{
    KjMoveList list;
    if (left == 0)
        return true;
    kj_gen_checks(&r->pos, &list);
    return list.n == 0;
}

/* The answer to a check without a child. */
static bool end_answer(KjProofRecords *r, KjMove answer, unsigned left)
{
    KjMove attack = top(r)->attack;
    bool ends = kj_try_ends(&r->pos, answer);
    if (!ends) {
        make_reply(r, answer);
        ends = ends_here(r, left);
        unmake_reply(r);
    }
    if (ends)
        link(r, attack, answer, KJ_PROOF_RECORD_END);
    return ends;
}

/* The defender, in check at r->pos, answers as the record has it. True if the walk goes on after
 * that; else `*out_done` says whether it is an answer. */
static bool answer_check(KjSearch *s, KjProofRecords *r, KjMove answer, uint32_t child,
                         unsigned left, bool *out_done)
{
    KjMoveList list;
    uint32_t found = KJ_PROOF_RECORD_NONE;
    kj_gen_evasions(&r->pos, &list, NULL);
    if (!kj_list_has(&list, answer))
        return false;
    if (child == KJ_PROOF_RECORD_END) {
        *out_done = end_answer(r, answer, left);
        return false;
    }
    make_reply(r, answer);
    if (reach(s, r, child, &found))
        return true;
    *out_done = found && r->here->record[found].state != KJ_PROOF_RECORD_FAILS;
    if (*out_done)
        learn(r, top(r)->attack, answer, found);
    unmake_reply(r);
    return false;
}

/* A check without an answer in the records: is there one? */
static void mend_check(KjSearch *s, KjProofRecords *r, unsigned after)
{
    unsigned plies;
    if (repair(s, r, false, after, &plies))
        link(r, top(r)->attack, KJ_MOVE_NONE, KJ_PROOF_RECORD_TABLE);
    else
        fail(r);
}

static void step_refutation(KjSearch *s, KjProofRecords *r, KjMove attack)
{
    KjProofFrame *f = top(r);
    unsigned after = kj_proof_records_after(r, attack, r->here->record[f->here].bound);
    unsigned left = after ? kj_len_less(after) : 0;
    const KjProofEdge *edge = kj_proof_records_edge(r->there, f->there, attack);
    if (!edge || edge->child == KJ_PROOF_RECORD_TABLE)
        edge = kj_proof_records_resolve(s, r, f->there, attack);
    KjMove answer = edge ? edge->answer : KJ_MOVE_NONE;
    uint32_t child = edge ? edge->child : KJ_PROOF_RECORD_NONE;
    make_attack(r, attack);
    bool done = false;
    if (r->rule && kj_proof_records_mated(r, &r->pos)) {
        fail(r);
        done = true;
    } else if (r->rule && after == 0) {
        link(r, attack, KJ_MOVE_NONE, KJ_PROOF_RECORD_END);
        done = true;
    } else if (child && answer_check(s, r, answer, child, left, &done)) {
        return;
    }
    if (!done)
        mend_check(s, r, after);
    unmake_attack(r);
}

/* ---- the end of a record ---- */

/* The first record of those that lean on each other is done with: so are they all. */
static void settle(KjProofRecords *r, uint32_t first, bool holds)
{
    KjProofState other = r->given_up ? KJ_PROOF_RECORD_OPEN : KJ_PROOF_RECORD_FAILS;
    while (r->n_pending && r->pending[r->n_pending - 1] >= first) {
        uint32_t record = r->pending[--r->n_pending];
        if (holds)
            kj_proof_records_hold(r->here, record);
        else
            r->here->record[record].state = other;
    }
    if (!holds)
        r->here->record[first].state = other;
}

/* Facts of the checks that were answered at a record that fails: it is what the search comes to. */
static void keep_answers(KjSearch *s, const KjProofRecords *r, uint32_t here)
{
    const KjProofGraph *g = r->here;
    for (uint32_t i = g->record[here].edge; i; i = g->edge[i].next) {
        const KjProofEdge *edge = &g->edge[i];
        bool record = edge->child < KJ_PROOF_RECORD_TABLE;
        if (record && g->record[edge->child].state != KJ_PROOF_RECORD_HOLDS)
            continue;
        if (edge->child == KJ_PROOF_RECORD_TABLE)
            continue;
        unsigned after = kj_proof_records_after(r, edge->move, g->record[here].bound);
        KjPosition next = r->pos;
        KjUndo undo;
        kj_proof_records_play(&next, &top(r)->shortcut, edge->move, &undo);
        KjNodeValue v = kj_value_disproved(next.hand[s->attacker], after, KJ_DEP_NONE);
        if (after)
            kj_table_store_final(&s->table, next.game->t, kj_search_key(s, &next), &v, 0, 0, 0);
    }
}

/* What the record at the top has come to, unless others decide that. */
static void finish(KjSearch *s, KjProofRecords *r)
{
    const KjProofFrame *f = top(r);
    KjProofRecord *e = &r->here->record[f->here];
    if (!kj_proof_records_proves(e)) {
        if (e->failed)
            keep_answers(s, r, f->here);
        if (e->low == f->here)
            settle(r, f->here, !e->failed);
    } else if (e->failed) {
        e->bound = r->there->record[f->there].bound; // as it was asked, to be known again
        e->state = r->given_up ? KJ_PROOF_RECORD_OPEN : KJ_PROOF_RECORD_FAILS;
    } else {
        kj_proof_records_hold(r->here, f->here);
    }
}

/* Goes back to the record before, which learns what this one is. */
static void leave(KjSearch *s, KjProofRecords *r)
{
    const KjProofFrame *f = top(r);
    uint32_t here = f->here;
    const KjProofRecord *e = &r->here->record[here];
    bool proof = kj_proof_records_proves(e);
    if (proof)
        unmake_attack(r);
    finish(s, r);
    r->n_moves = top(r)->first;
    r->n_frames--;
    r->n_places = MIN(r->n_places, r->n_frames);
    if (r->n_frames == 0)
        return;
    turn_to_top(r);
    KjMove reply = top(r)->reply, attack = top(r)->attack;
    unmake_reply(r);
    if (proof) {
        learn(r, reply, KJ_MOVE_NONE, here);
        return;
    }
    if (e->state == KJ_PROOF_RECORD_FAILS)
        mend_check(s, r, kj_proof_records_after(r, attack, r->here->record[top(r)->here].bound));
    else
        learn(r, attack, reply, here);
    unmake_attack(r);
}

/* A limit: what is pending is given up, and may be gone through another time. */
static void give_up(KjProofRecords *r, uint32_t first)
{
    for (uint32_t i = first; i < r->here->n_records; i++)
        if (r->here->record[i].state == KJ_PROOF_RECORD_PENDING)
            r->here->record[i].state = KJ_PROOF_RECORD_OPEN;
    r->n_frames = r->n_moves = r->n_pending = 0;
}

uint32_t kj_proof_records_walk(KjSearch *s, KjProofRecords *r, uint32_t there)
{
    bool proof = kj_proof_records_proves(&r->there->record[there]);
    uint32_t root;
    r->n_frames = r->n_moves = r->n_pending = 0;
    if (!reach(s, r, there, &root))
        return root;
    KjProofFrame *f = top(r);
    root = f->here;
    while (r->n_frames && !s->stopped) {
        f = top(r);
        if (f->at >= f->n || (proof && r->here->record[f->here].failed))
            leave(s, r);
        else if (proof)
            step_proof(s, r, r->move[f->first + f->at++]);
        else
            step_refutation(s, r, r->move[f->first + f->at++]);
    }
    if (r->n_frames)
        give_up(r, root);
    return root;
}
