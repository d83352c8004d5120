/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Futile interpositions: see futile.h. */
#include "solver/futile.h"

#include "core/attack.h"

KjBb kj_futile_between(const KjPosition *pos, unsigned *out_checker)
{
    KjSide defender = (KjSide)pos->side;
    KjBb checkers = kj_checkers(pos, defender);
    if (!checkers || kj_bb_many(checkers))
        return 0;
    *out_checker = kj_bb_first(checkers);
    return pos->game->t->between[pos->king[defender]][*out_checker];
}

KjShortcut kj_futile_shortcut(const KjPosition *pos, KjMove reply, KjBb between, unsigned checker)
{
    const KjTables *t = pos->game->t;
    unsigned to = kj_move_to(reply);
    if (!kj_bb_has(between, to))
        return KJ_NO_SHORTCUT;
    KjKind kind;
    if (kj_move_is_drop(reply)) {
        kind = kj_move_drop_kind(reply);
    } else {
        kind = kj_piece_kind(pos->board[kj_move_from(reply)]);
        if (kind == t->king)
            return KJ_NO_SHORTCUT;
        kind = kj_hand_kind_of(kind, false);
    }
    return (KjShortcut){t->hand_one[kind], (uint8_t)to, (uint8_t)checker};
}

bool kj_futile_recaptures(KjInterpositions rule, const KjShortcut *shortcut, KjMove check)
{
    if (shortcut->square == KJ_NO_SQUARE || kj_move_to(check) != shortcut->square)
        return false;
    return rule == KJ_INTERPOSITIONS_WIDE || kj_move_from(check) == shortcut->checker;
}

void kj_futile_play(KjPosition *pos, const KjShortcut *shortcut, KjMove recapture)
{
    KjSide attacker = (KjSide)pos->side;
    KjHand hand = pos->hand[attacker];
    KjUndo undo;
    kj_position_make(pos, recapture, &undo);
    pos->hand[attacker] = hand;
    pos->hand[attacker ^ 1] += shortcut->unit;
}

/* Whether a recapture mates, the piece given back. `pos` has the attacker to move after a reply. */
static bool recapture_mates(const KjPosition *pos, const KjShortcut *shortcut,
                            KjInterpositions rule)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        if (!kj_futile_recaptures(rule, shortcut, checks.move[i]))
            continue;
        KjPosition next = *pos;
        kj_futile_play(&next, shortcut, checks.move[i]);
        if (kj_futile_mated(&next, rule)) // the checker is nearer now: this ends
            return true;
    }
    return false;
}

bool kj_futile_mated(const KjPosition *pos, KjInterpositions rule)
{
    unsigned checker;
    KjBb between = kj_futile_between(pos, &checker);
    if (!between || !kj_has_safe_move(pos))
        return !kj_has_safe_move(pos);
    KjMoveList replies;
    kj_gen_evasions(pos, &replies, NULL);
    for (unsigned i = 0; i < replies.n; i++) {
        if (kj_futile_shortcut(pos, replies.move[i], between, checker).square == KJ_NO_SQUARE)
            return false;
    }
    KjBb judged = 0; // squares of drops: the piece given back, it does not matter which it was
    for (unsigned i = 0; i < replies.n; i++) {
        KjShortcut shortcut = kj_futile_shortcut(pos, replies.move[i], between, checker);
        if (kj_move_is_drop(replies.move[i])) {
            if (kj_bb_has(judged, shortcut.square))
                continue;
            judged |= kj_bit(shortcut.square);
        }
        KjPosition next = *pos;
        KjUndo undo;
        kj_position_make(&next, replies.move[i], &undo);
        if (!recapture_mates(&next, &shortcut, rule))
            return false;
    }
    return true;
}

uint64_t kj_futile_salt(const KjShortcut *shortcut)
{
    if (shortcut->square == KJ_NO_SQUARE)
        return 0;
    return kj_mix(kj_mix(shortcut->unit) + shortcut->square * 128u + shortcut->checker + 1);
}
