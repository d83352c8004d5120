/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws that count how often a position has occurred. */
#include "solver/repetition/fourfold.h"

#include "core/rules/record.h"

enum { SHORTEST_LOOP = 4 }; // each side goes somewhere and comes back

/* Whether a side has an elephant, or one may come into its hand (docs/rules.md R14.6). */
static bool may_become_royal(const KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    bool to_hand = pos->game->rules.elephant_to_hand;
    if (!t->prince)
        return false;
    KjKind elephant = kj_base_kind(t->prince);
    bool found = (pos->hand[0] | pos->hand[1]) & t->hand_mask[elephant];
    for (unsigned square = 0; square < t->squares; square++) {
        KjPiece piece = pos->board[square];
        found |=
            piece && kj_piece_kind(piece) == elephant && (to_hand || kj_piece_side(piece) == side);
    }
    return found;
}

bool kj_fourfold_can_be_checked(const KjPosition *pos, KjSide side)
{
    return !pos->game->row->king_capture &&
           (pos->king[side] != KJ_NO_SQUARE || may_become_royal(pos, side));
}

bool kj_fourfold_may_win(const KjSearch *s, const KjPosition *root, const KjPast *past)
{
    const KjGame *game = root->game;
    // The attacker wins where the law prefers his side, ...
    bool preferred = game->row->repetition == KJ_REPETITION_GOTE_WINS && s->attacker == KJ_GOTE;
    // ... or where a defender who only gave check is to blame.
    bool can_be_checked = kj_fourfold_can_be_checked(root, s->attacker);
    if (s->options.attacker_moves == KJ_ALL_MOVES || past->n > 0)
        return preferred || can_be_checked; // his own moves need not all have been checks
    // By checks alone, the two can at most share the blame. But a loop may bar a drop (R1.17).
    return can_be_checked && (preferred || game->rules.perpetual_is_drop_mate ||
                              game->rules.mutual_perpetual == KJ_MUTUAL_MOVER_LOSES);
}

GArray *kj_fourfold_spent(const KjPast *past, const KjPosition *root)
{
    GArray *spent = g_array_new(false, false, sizeof(KjPosition));
    unsigned last = root->game->row->repetition_count - 1;
    KjRecord *record = kj_record_new(past->n ? past->start : root);
    for (unsigned i = 0; i <= past->n; i++) {
        if (i > 0 && kj_record_play(record, past->moves[i - 1]) != KJ_MOVE_LEGAL)
            break; // the past broke the law, which is not judged here
        if (kj_record_status(record).occurrences == last)
            g_array_append_vals(spent, kj_record_position(record), 1);
    }
    kj_record_free(record);
    return spent;
}

unsigned kj_fourfold_first(const KjGame *game)
{
    return SHORTEST_LOOP * (game->row->repetition_count - 1u);
}
