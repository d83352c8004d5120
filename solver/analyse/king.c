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

void kj_give_everything(const KjPosition *pos, KjSide attacker, KjPosition *out)
{
    KjPieceCounts counts;
    KjKind kinds[KJ_MAX_BASE];
    *out = *pos;
    kj_position_count(pos, &counts);
    unsigned n = kinds_to_give(pos->game, attacker, kinds);
    for (unsigned i = 0; i < n; i++) {
        unsigned set = pos->game->row->pieces[kinds[i] - 1].set;
        unsigned used = counts.board[kinds[i]] + counts.hand[attacker][kinds[i]];
        assert(one_of(pos->game, kinds[i]) * (set + 1) <= pos->game->t->hand_mask[kinds[i]]);
        unsigned more = 1 + (set > used ? set - used : 0);
        out->hand[attacker] += more * one_of(pos->game, kinds[i]);
    }
    out->hand[kj_other(attacker)] = 0;
}

void kj_give_one(const KjPosition *pos, KjSide attacker, KjKind kind, KjPosition *out)
{
    KjSide defender = kj_other(attacker);
    *out = *pos;
    out->hand[attacker] += one_of(pos->game, kind);
    if (kj_hand_count(pos->game->t, pos->hand[defender], kind))
        out->hand[defender] -= one_of(pos->game, kind);
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

static void try_hand(KjAnalyst *a, const KjPosition *with, KjHand more, KjKingReport *out)
{
    KjAnswer answer;
    if (covers_a_need(out, more))
        return;
    kj_analyst_suppose(a, with, kj_other(out->side), &answer);
    if (answer.verdict == KJ_MATE)
        g_array_append_val(out->needs, more);
    out->n_open += answer.verdict == KJ_UNKNOWN;
}

/* The least hands that would mate: one piece more, then two. */
static void find_needs(KjAnalyst *a, KjKingReport *out)
{
    const KjGame *game = out->board.game;
    KjSide attacker = kj_other(out->side);
    KjKind kinds[KJ_MAX_BASE];
    unsigned n = kinds_to_give(game, attacker, kinds);
    KjPosition one, two;
    for (unsigned i = 0; i < n; i++) {
        kj_give_one(&out->board, attacker, kinds[i], &one);
        try_hand(a, &one, one_of(game, kinds[i]), out);
    }
    for (unsigned i = 0; i < n; i++) {
        kj_give_one(&out->board, attacker, kinds[i], &one);
        for (unsigned k = i; k < n; k++) {
            KjPieceCounts counts;
            kj_position_count(&one, &counts);
            // one more than the set is all that a hand has room for
            if (kj_piece_count(&counts, kinds[k]) > game->row->pieces[kinds[k] - 1].set)
                continue;
            kj_give_one(&one, attacker, kinds[k], &two);
            try_hand(a, &two, one_of(game, kinds[i]) + one_of(game, kinds[k]), out);
        }
    }
}

void kj_analyse_safety(KjAnalyst *a, KjKingReport *out)
{
    KjPosition everything;
    bool attack = out->state == KJ_KING_ATTACK || out->state == KJ_KING_PASS;
    if (!attack || out->mate.verdict != KJ_NOMATE)
        return;
    kj_give_everything(&out->board, kj_other(out->side), &everything);
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
