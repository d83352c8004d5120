/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How safe a king is. */
#include "solver/analyse/king.h"

#include <assert.h>

#include "solver/hisshi/threat.h"

/* ---- pieces in hand ---- */

/* Kinds that can be in hand as they are captured, and can be dropped. */
static unsigned kinds_to_give(const KjGame *game, KjSide attacker, KjKind *out)
{
    const KjTables *t = game->t;
    unsigned n = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (kind < KJ_PROMOTED && t->drop_ok[attacker][kind])
            out[n++] = kind;
    }
    return n;
}

static KjHand one_of(const KjGame *game, KjKind kind)
{
    return (KjHand)1 << game->t->hand_shift[kind];
}

KjPosition kj_give_everything(const KjPosition *pos, KjSide attacker)
{
    KjPieceCounts counts;
    KjKind kinds[KJ_MAX_BASE];
    KjPosition out = *pos;
    kj_position_count(pos, &counts);
    unsigned n = kinds_to_give(pos->game, attacker, kinds);
    for (unsigned i = 0; i < n; i++) {
        unsigned set = pos->game->row->pieces[kinds[i] - 1].set;
        unsigned used = counts.board[kinds[i]] + counts.hand[attacker][kinds[i]];
        assert(one_of(pos->game, kinds[i]) * (set + 1) <= pos->game->t->hand_mask[kinds[i]]);
        unsigned more = 1 + (set > used ? set - used : 0);
        out.hand[attacker] += more * one_of(pos->game, kinds[i]);
    }
    out.hand[kj_other(attacker)] = 0;
    return out;
}

/* One piece more in the attacker's hand. */
static void give_one(KjPosition *io, KjSide attacker, KjKind kind)
{
    KjSide defender = kj_other(attacker);
    io->hand[attacker] += one_of(io->game, kind);
    if (kj_hand_count(io->game->t, io->hand[defender], kind))
        io->hand[defender] -= one_of(io->game, kind);
}

KjPosition kj_give_hand(const KjPosition *pos, KjSide attacker, KjHand more)
{
    const KjTables *t = pos->game->t;
    KjPosition out = *pos;
    for (unsigned i = 0; i < t->n_hand; i++)
        for (unsigned n = kj_hand_count(t, more, t->hand_kind[i]); n > 0; n--)
            give_one(&out, attacker, t->hand_kind[i]);
    return out;
}

/* Whether a hand has room for one more of a kind: it has one for a piece beyond the set. */
static bool has_room(const KjPosition *pos, KjKind kind)
{
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    return kj_piece_count(&counts, kind) <= pos->game->row->pieces[kind - 1].set;
}

GArray *kj_hands_to_give(const KjPosition *pos, KjSide attacker)
{
    GArray *hands = g_array_new(FALSE, FALSE, sizeof(KjHand));
    KjKind kinds[KJ_MAX_BASE];
    unsigned n = kinds_to_give(pos->game, attacker, kinds);
    for (unsigned i = 0; i < n; i++) {
        KjHand one = one_of(pos->game, kinds[i]);
        g_array_append_val(hands, one);
    }
    for (unsigned i = 0; i < n; i++) {
        KjPosition with = *pos;
        give_one(&with, attacker, kinds[i]);
        for (unsigned k = i; k < n; k++) {
            KjHand two = one_of(pos->game, kinds[i]) + one_of(pos->game, kinds[k]);
            if (has_room(&with, kinds[k]))
                g_array_append_val(hands, two);
        }
    }
    return hands;
}

/* Whether a hand more holds one of those that are known to be enough. */
static bool covers_a_need(const KjKingReport *out, KjHand more)
{
    for (unsigned i = 0; i < out->needs->len; i++) {
        if (kj_hand_covers(out->board.game->t, more, g_array_index(out->needs, KjHand, i)))
            return true;
    }
    return false;
}

/* The least hands more that would mate. */
static void find_needs(KjAnalyst *a, KjKingReport *out)
{
    KjSide attacker = kj_other(out->side);
    g_autoptr(GArray) hands = kj_hands_to_give(&out->board, attacker);
    for (unsigned i = 0; i < hands->len; i++) {
        KjHand more = g_array_index(hands, KjHand, i);
        KjAnswer answer;
        if (covers_a_need(out, more))
            continue;
        KjPosition with = kj_give_hand(&out->board, attacker, more);
        kj_analyst_suppose(a, &with, attacker, &answer);
        if (answer.verdict == KJ_MATE)
            g_array_append_val(out->needs, more);
        out->n_open += answer.verdict == KJ_UNKNOWN;
    }
}

void kj_analyse_safety(KjAnalyst *a, KjKingReport *out)
{
    bool attack = out->state == KJ_KING_ATTACK || out->state == KJ_KING_PASS;
    if (!attack || out->mate.verdict != KJ_NOMATE)
        return;
    KjPosition everything = kj_give_everything(&out->board, kj_other(out->side));
    out->safe_asked = true;
    kj_analyst_suppose(a, &everything, kj_other(out->side), &out->safe);
    if (out->safe.verdict != KJ_NOMATE)
        find_needs(a, out);
}

/* ---- first moves ---- */

void kj_analyse_first(KjAnalyst *a, const KjPast *past, KjKingReport *out)
{
    KjMoveList checks;
    bool attack = out->state == KJ_KING_ATTACK || out->state == KJ_KING_PASS;
    if (!attack || out->mate.verdict != KJ_MATE || kj_can_capture_king(&out->board))
        return; // a capture is the line of `mate`
    if (out->state == KJ_KING_PASS)
        past = NULL; // no move of the game leads there
    kj_gen_checks(&out->board, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        KjFirstMove first = {.move = checks.move[i]};
        KjPosition after = kj_position_after(&out->board, first.move);
        KjLongerPast longer;
        kj_analyst_length(a, &after, kj_other(out->side), kj_past_after(past, first.move, &longer),
                          &first.answer);
        if (first.answer.verdict != KJ_NOMATE)
            g_array_append_val(out->first, first);
    }
}

void kj_analyse_king(KjAnalyst *a, const KjPosition *pos, KjSide side, const KjPast *past,
                     KjKingReport *out)
{
    KjSide attacker = kj_other(side);
    *out = (KjKingReport){.side = side, .board = *pos};
    out->first = g_array_new(FALSE, FALSE, sizeof(KjFirstMove));
    out->needs = g_array_new(FALSE, FALSE, sizeof(KjHand));
    out->mate.verdict = KJ_NOMATE;
    if (pos->king[side] == KJ_NO_SQUARE)
        return;
    if (pos->side == attacker) {
        out->state = KJ_KING_ATTACK;
    } else if (kj_threat_pass(pos, &out->board)) {
        out->state = KJ_KING_PASS;
        past = NULL; // no move of the game leads there
    } else {
        out->state = KJ_KING_CHECKED;
    }
    kj_analyst_solve(a, &out->board, attacker, past, &out->mate);
}

void kj_king_report_clear(KjKingReport *report)
{
    kj_result_clear(&report->mate);
    g_clear_pointer(&report->first, g_array_unref);
    g_clear_pointer(&report->needs, g_array_unref);
}
