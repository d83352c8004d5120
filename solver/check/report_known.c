/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the certificate of a report asks of the check, whose table and memory of lengths are warm, and
 * how moves and positions are told apart in it. */
#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/report_writer.h"

/* ---- what the solver knows ---- */

void kj_show_apart(KjReportWriter *r, bool apart)
{
    if (r->apart == apart)
        return;
    r->apart = apart;
    kj_query_forbid(r->c->solver, apart ? r->c->forbidden : NULL, apart ? r->c->n_forbidden : 0);
}

void kj_show_turn(KjReportWriter *r, unsigned claim)
{
    if (!r->effort)
        return;
    uint64_t searched = r->c->out->searched;
    r->spent[r->claim] += searched - r->since;
    r->since = searched;
    r->claim = claim;
    uint64_t left = r->share - MIN(r->share, r->spent[claim]);
    r->effort->nodes = claim == KJ_LINE_CLAIM ? r->end : MIN(r->end, searched + left);
}

bool kj_show_begin(KjReportWriter *r)
{
    if (!kj_check_limit(r->c, &r->limits))
        return false;
    kj_search_limit(r->c->s, &r->limits);
    return true;
}

void kj_show_end(KjReportWriter *r)
{
    kj_check_spent(r->c, r->c->s->nodes);
}

/* Whether the value of a position is at most `key`. */
KjVerdict kj_show_value_within(KjReportWriter *r, const KjPosition *pos, int key)
{
    kj_show_apart(r, false);
    unsigned least = pos->side == r->c->attacker ? 2 : 0;
    return key < (int)least ? KJ_NOMATE
                            : kj_check_within(r->c, pos, (unsigned)key / 2, key % 2 == 0);
}

/* Whether there is a bare mate within `plies`, as far as is known; its length. */
bool kj_show_bare_known(KjReportWriter *r, const KjPosition *pos, unsigned plies, unsigned *out)
{
    KjNodeValue v = kj_probe_known(r->c->s, pos, plies);
    *out = v.len;
    return v.pn == 0;
}

/* Whether there is no mate within `plies` by the relaxed rule, or by the bare one if all
 * interpositions count. */
bool kj_show_relaxed_lasts(KjReportWriter *r, const KjPosition *pos, unsigned plies, bool known)
{
    kj_show_apart(r, false);
    bool attacks = pos->side == r->c->attacker;
    if (attacks && plies == 0)
        return true;
    if (r->c->conventional) {
        if (!known && !kj_show_begin(r))
            return false;
        bool none = kj_conventional_none_relaxed(r->c->conventional, pos, plies, known);
        if (!known)
            kj_show_end(r);
        return none;
    }
    if (!attacks && plies < 2)
        return kj_has_safe_move(pos);
    KjNodeValue v = kj_probe_known(r->c->s, pos, plies);
    if (v.dn != 0 && v.pn != 0 && !known && kj_show_begin(r)) {
        v = kj_search_root(r->c->s, pos, plies);
        kj_show_end(r);
    }
    return v.dn == 0;
}

KjMove kj_show_holding_reply(KjReportWriter *r, const KjPosition *pos, unsigned plies)
{
    KjMove reply = KJ_MOVE_NONE;
    kj_show_apart(r, false);
    if (plies < 2 || !kj_show_begin(r))
        return KJ_MOVE_NONE;
    if (r->c->conventional) {
        reply = kj_conventional_holding_reply(r->c->conventional, pos, plies);
    } else {
        KjNodeValue v = kj_search_move(r->c->s, pos, plies, &reply);
        reply = v.dn == 0 && v.pn != 0 ? reply : KJ_MOVE_NONE;
    }
    kj_show_end(r);
    return reply;
}

bool kj_show_offer_lasts(KjReportWriter *r, const KjPosition *pos, KjMove reply,
                         const KjShortcut *offered, unsigned plies)
{
    kj_show_apart(r, false);
    return kj_conventional_none_offered(r->c->conventional, pos, reply, offered, plies);
}

bool kj_show_known_at(const KjReportWriter *r, const KjTables *t, const KjPlace *place,
                      KjFactKind kind, unsigned plies, unsigned *out_effort)
{
    return kind == KJ_FACT_LASTS && r->c->conventional
               ? kj_conventional_none_at(r->c->conventional, t, place, plies, out_effort)
               : kj_probe_refuted(r->c->s, t, place, plies, out_effort);
}

/* ---- moves ---- */

void kj_show_moves(const KjReportWriter *r, const KjPosition *pos, KjMoveList *list)
{
    r->w->pos = *pos;
    if (pos->side == r->c->attacker)
        kj_search_attacks(r->c->s, &r->w->pos, list);
    else
        kj_gen_safe(pos, list);
    size_t base = r->w->n_moves;
    kj_writer_push_moves(r->w, list);
    if (list->n) // without any there may be no room yet
        memcpy(list->move, r->w->moves + base, list->n * sizeof *list->move);
    r->w->n_moves = base;
}

bool kj_show_move(KjReportWriter *r, const KjPosition *pos, const KjMoveList *list, KjMove move)
{
    r->w->pos = *pos;
    return kj_writer_move(r->w, list, move);
}

bool kj_show_number(KjReportWriter *r, uint32_t n)
{
    return kj_writer_number(r->w, n);
}

KjFactKey kj_show_key_at(const KjReportWriter *r, const KjPlace *place)
{
    KjKey board = kj_key_board(place->key ^ r->c->s->salt); // whatever the search keeps away from
    return (KjFactKey){(uint64_t)(board >> 64) + (uint64_t)board, place->hand};
}

KjFactKey kj_show_key(const KjReportWriter *r, const KjPosition *pos)
{
    const KjSearch *s = r->c->s;
    KjPlace place = {kj_search_key(s, pos), pos->hand[s->attacker]};
    return kj_show_key_at(r, &place);
}

/* Whether a position is one of the line's with the attacker to move, or poorer. */
bool kj_show_is_of_line(const KjReportWriter *r, const KjTables *t, const KjFactKey *key)
{
    const KjChecker *c = r->c;
    for (unsigned i = 0; i < c->n_forbidden; i++) {
        KjFactKey line = kj_show_key(r, &c->forbidden[i]);
        if (line.board == key->board && kj_hand_covers(t, line.hand, key->hand))
            return true;
    }
    return false;
}
