/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of the old work, read off the table when they are first needed. */
#include <limits.h>

#include "core/rules/attack.h"
#include "solver/search/proof_records-priv.h"

/* Whether a move can be played on the board at all: it was legal there with another hand. */
static bool playable(const KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    KjPiece target = pos->board[kj_move_to(move)];
    if (kj_move_is_drop(move))
        return !target && (pos->hand[pos->side] & t->hand_mask[kj_move_drop_kind(move)]);
    KjPiece piece = pos->board[kj_move_from(move)];
    return piece && kj_piece_side(piece) == (KjSide)pos->side &&
           (!target ||
            (kj_piece_side(target) != (KjSide)pos->side && !kj_takes_last_royal(pos, move)));
}

static bool play_attack(const KjProofRecords *r, KjProofPlace *place, KjMove attack)
{
    KjUndo undo;
    if (!playable(&place->pos, kj_proof_records_move(r, attack)))
        return false;
    kj_proof_records_play(&place->pos, &place->shortcut, attack, &undo);
    return true;
}

static bool play_reply(const KjProofRecords *r, KjProofPlace *place, KjMove reply)
{
    KjUndo undo;
    if (!playable(&place->pos, reply))
        return false;
    place->shortcut = kj_proof_records_offer(r, &place->pos, reply);
    kj_position_make(&place->pos, reply, &undo);
    return true;
}

/* Steps from the place of a frame to that of the next. */
static bool step_on(KjProofRecords *r, uint32_t from)
{
    const KjProofFrame *f = &r->frame[from];
    KjInterpositions rule = r->rule;
    KjProofPlace *next = &r->place[from + 1];
    *next = r->place[from];
    r->rule = kj_proof_records_rule_of(&r->here->record[f->here]);
    bool played = play_attack(r, next, f->attack) && play_reply(r, next, f->reply);
    r->rule = rule;
    return played;
}

/* The place of the last record that is being gone through; those on the way are kept. */
static bool place_there(KjProofRecords *r, KjProofPlace *out)
{
    if (r->n_places == 0)
        r->place[r->n_places++] = (KjProofPlace){r->asked, r->offered};
    for (; r->n_places < r->n_frames; r->n_places++)
        if (!step_on(r, r->n_places - 1))
            return false;
    *out = r->place[r->n_frames - 1];
    if (r->rule == KJ_INTERPOSITIONS_COUNT)
        out->shortcut = KJ_NO_SHORTCUT;
    return true;
}

/* What the table knows of a mate within `len` there. */
static KjNodeValue known_at(const KjSearch *s, const KjProofRecords *r, const KjProofPlace *place,
                            unsigned len)
{
    return kj_proof_records_known(s, &place->pos, &place->shortcut, r->rule, len);
}

/* What the table knows of the position after an attack; a mate on the spot has length 0. */
static KjNodeValue known_after(const KjSearch *s, const KjProofRecords *r,
                               const KjProofPlace *place, KjMove attack, unsigned len)
{
    const KjTables *t = place->pos.game->t;
    KjChild child;
    KjProbe probe;
    if (r->rule) {
        KjProofPlace after = *place;
        if (!play_attack(r, &after, attack))
            return kj_value_open(1, 1);
        if (kj_proof_records_mated(r, &after.pos))
            return kj_value_proved(0, 0);
        after.shortcut = KJ_NO_SHORTCUT;
        return known_at(s, r, &after, len);
    }
    kj_search_peek(s, &place->pos, attack, &child);
    KjKey key = kj_key_in(child.key, kj_proof_records_part(r->rule));
    return len ? kj_table_probe(&s->table, t, key, child.hand, len, 0, &probe)
               : kj_value_open(1, 1);
}

/* The attack after which the table knows the shortest mate within `bound` in all. */
static KjMove known_attack(const KjSearch *s, const KjProofRecords *r, const KjProofPlace *place,
                           unsigned bound)
{
    KjMoveList list;
    unsigned least = UINT_MAX;
    kj_proof_records_attacks(r, &place->pos, &place->shortcut, &list);
    KjMove best = r->rule ? KJ_MOVE_NONE : kj_mate_in_one(&place->pos, &list);
    for (unsigned i = 0; i < list.n && (!best || least != UINT_MAX); i++) {
        unsigned after = kj_proof_records_after(r, list.move[i], bound);
        KjNodeValue v = known_after(s, r, place, list.move[i], after);
        if (v.pn == 0 && v.len == 0)
            return list.move[i];
        unsigned plies = kj_proof_records_before(r, list.move[i], v.len);
        if (v.pn == 0 && plies < least) {
            best = list.move[i];
            least = plies;
        }
    }
    return best;
}

KjMove kj_proof_records_attack(KjSearch *s, KjProofRecords *r, uint32_t there)
{
    KjProofRecord *e = &r->there->record[there];
    KjProofPlace place;
    if (!e->attack && place_there(r, &place))
        e->attack = known_attack(s, r, &place, e->bound);
    return e->attack;
}

/* The record of an attacker's position of the old work, made if there is none. */
static uint32_t record_of(const KjSearch *s, const KjProofRecords *r, KjProofKind what,
                          const KjProofPlace *place, unsigned bound)
{
    KjProofKind kind = kj_proof_records_choose(s, r, &place->pos, &place->shortcut, what, bound);
    KjKey key = kj_proof_records_key(s, &place->pos, &place->shortcut);
    KjHand hand = place->pos.hand[s->attacker];
    uint32_t found =
        kj_proof_records_find_any(r->there, place->pos.game->t, kind, key, hand, bound);
    return found ? found : kj_proof_records_add(r->there, kind, key, hand, bound);
}

static const KjProofEdge *add_edge(KjProofGraph *g, uint32_t record, KjMove move, KjMove answer,
                                   uint32_t child)
{
    if (!child || !kj_proof_records_link(g, record, move, answer, child))
        return NULL;
    return &g->edge[g->record[record].edge];
}

/* Whether the table has met a loop there, in whatever turn. */
static bool met_a_loop(const KjSearch *s, const KjProofRecords *r, const KjProofPlace *place,
                       unsigned len)
{
    KjKey key = kj_proof_records_key(s, &place->pos, &place->shortcut);
    for (unsigned turn = KJ_TURN_ANY; turn <= KJ_TURN_LAST; turn++) {
        KjProbe probe;
        KjKey in_turn =
            kj_key_in(key, (kj_proof_records_part(r->rule) & ~(unsigned)KJ_TURN_MASK) | turn);
        (void)kj_table_probe(&s->table, place->pos.game->t, in_turn, place->pos.hand[s->attacker],
                             len, 0, &probe);
        if (probe.loop)
            return true;
    }
    return false;
}

/* The answer to a reply in a proof. */
static const KjProofEdge *resolve_reply(KjSearch *s, KjProofRecords *r, uint32_t there,
                                        KjMove reply)
{
    KjProofGraph *g = r->there;
    KjMove attack = g->record[there].attack;
    unsigned after = kj_proof_records_after(r, attack, g->record[there].bound);
    KjProofPlace place;
    KjMoveList list;
    if (!place_there(r, &place) || !play_attack(r, &place, attack))
        return NULL;
    kj_gen_evasions(&place.pos, &list, NULL);
    if (!kj_list_has(&list, reply) || !play_reply(r, &place, reply))
        return NULL;
    kj_gen_checks(&place.pos, &list);
    KjMove mate = kj_mate_in_one(&place.pos, &list);
    if (mate)
        return add_edge(g, there, reply, mate, KJ_PROOF_RECORD_END);
    KjNodeValue v = known_at(s, r, &place, kj_len_less(after));
    if (v.pn != 0)
        return NULL;
    return add_edge(g, there, reply, KJ_MOVE_NONE,
                    record_of(s, r, KJ_PROOF_RECORD_PROOF, &place, v.len));
}

/* How good a reply to a check is for a record: the fewer checks come after it the better; UINT_MAX:
 * it is no answer. */
static unsigned price(const KjSearch *s, KjProofRecords *r, const KjProofPlace *place, KjMove reply,
                      unsigned left, bool loops)
{
    const KjTables *t = place->pos.game->t;
    KjShortcut shortcut = kj_proof_records_offer(r, &place->pos, reply);
    KjChild child;
    KjProbe probe;
    kj_search_peek(s, &place->pos, reply, &child);
    KjKey key = kj_key_in(child.key ^ kj_futile_salt(&shortcut), kj_proof_records_part(r->rule));
    KjProofKind kind = kj_proof_records_kind(r, KJ_PROOF_RECORD_REFUTATION);
    if (!loops && kj_proof_records_find_any(r->there, t, kind, kj_key_board(key), child.hand, left))
        return 1;
    if (!loops && kj_table_probe(&s->table, t, key, child.hand, left, 0, &probe).dn != 0)
        return UINT_MAX;
    KjProofPlace next = *place;
    KjMoveList list;
    if (!play_reply(r, &next, reply) || (loops && !met_a_loop(s, r, &next, left)))
        return UINT_MAX;
    kj_gen_checks(&next.pos, &list);
    return list.n ? 1 + list.n : 0;
}

/* The best reply at a place with the defender in check. */
static KjMove best_reply(const KjSearch *s, KjProofRecords *r, const KjProofPlace *place,
                         unsigned left)
{
    KjMoveList list;
    kj_gen_evasions(&place->pos, &list, NULL);
    KjMove best = KJ_MOVE_NONE;
    unsigned least = UINT_MAX;
    for (int loops = 0; loops <= 1 && !best; loops++) {
        for (unsigned i = 0; i < list.n && least > 1; i++) {
            unsigned it = price(s, r, place, list.move[i], left, loops != 0);
            if (it < least) {
                least = it;
                best = list.move[i];
            }
        }
    }
    return best;
}

/* A reply that ends the game, or where no plies are left any one. */
static KjMove ending_reply(const KjPosition *pos, unsigned left)
{
    KjMoveList list;
    kj_gen_evasions(pos, &list, NULL);
    KjMove ends = kj_ending_try(pos, &list);
    return ends || left > 0 || list.n == 0 ? ends : list.move[0];
}

/* The answer to a check in a refutation. */
static const KjProofEdge *resolve_check(KjSearch *s, KjProofRecords *r, uint32_t there,
                                        KjMove attack)
{
    KjProofGraph *g = r->there;
    unsigned left = kj_proof_records_after(r, attack, g->record[there].bound);
    left = left ? kj_len_less(left) : 0;
    KjProofPlace place;
    KjMoveList list;
    if (!place_there(r, &place))
        return NULL;
    kj_proof_records_attacks(r, &place.pos, &place.shortcut, &list);
    if (!kj_list_has(&list, attack) || !play_attack(r, &place, attack))
        return NULL;
    KjMove reply = ending_reply(&place.pos, left);
    if (reply || left == 0)
        return add_edge(g, there, attack, reply,
                        reply ? KJ_PROOF_RECORD_END : KJ_PROOF_RECORD_NONE);
    reply = best_reply(s, r, &place, left);
    if (!reply || !play_reply(r, &place, reply))
        return NULL;
    kj_gen_checks(&place.pos, &list);
    if (list.n == 0)
        return add_edge(g, there, attack, reply, KJ_PROOF_RECORD_END);
    return add_edge(g, there, attack, reply,
                    record_of(s, r, KJ_PROOF_RECORD_REFUTATION, &place, left));
}

const KjProofEdge *kj_proof_records_resolve(KjSearch *s, KjProofRecords *r, uint32_t there,
                                            KjMove move)
{
    return kj_proof_records_proves(&r->there->record[there]) ? resolve_reply(s, r, there, move)
                                                             : resolve_check(s, r, there, move);
}
