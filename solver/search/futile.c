/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Futile interpositions: see futile.h. */
#include "solver/search/futile.h"

#include "core/rules/attack.h"

KjBb kj_futile_between(const KjPosition *pos, unsigned *out_checker)
{
    KjSide defender = (KjSide)pos->side;
    KjBb checkers = kj_checkers(pos, defender);
    if (!checkers || pos->spare[defender] || kj_bb_many(checkers))
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
    if (kj_move_is_drop(reply)) {
        KjKind kind = kj_move_drop_kind(reply);
        KjHand taken = t->hand_one[kj_hand_kind_of(kind, false)];
        return (KjShortcut){t->hand_one[kind], taken, (uint8_t)to, (uint8_t)checker};
    }
    KjKind kind = kj_piece_kind(pos->board[kj_move_from(reply)]);
    if (kj_move_promotes(reply))
        kind |= KJ_PROMOTED; // a prince goes to no hand, where an elephant does
    KjHand unit = kj_hand_gain(pos->game, kind, false);
    return unit ? (KjShortcut){unit, 0, (uint8_t)to, (uint8_t)checker} : KJ_NO_SHORTCUT;
}

unsigned kj_futile_rank(const KjPosition *pos, KjMove reply, KjBb between, unsigned checker)
{
    unsigned square = kj_futile_shortcut(pos, reply, between, checker).square;
    if (square == KJ_NO_SQUARE)
        return 0;
    return 1 + (unsigned)kj_bb_count(pos->game->t->between[pos->king[pos->side]][square]);
}

bool kj_futile_recaptures(KjInterpositions rule, const KjPosition *pos, const KjShortcut *shortcut,
                          KjMove check)
{
    if (shortcut->square == KJ_NO_SQUARE || kj_move_to(check) != shortcut->square)
        return false;
    if (rule != KJ_INTERPOSITIONS_WIDE || kj_move_from(check) == shortcut->checker)
        return kj_move_from(check) == shortcut->checker;
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, check, &undo);
    return kj_bb_has(kj_checkers(&next, (KjSide)next.side), shortcut->square);
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

typedef bool (*MatedFn)(const KjPosition *pos, KjInterpositions rule);

/* Whether a recapture mates, the piece given back. `pos` has the attacker to move after a reply. */
static bool recapture_mates(const KjPosition *pos, const KjShortcut *shortcut,
                            KjInterpositions rule, MatedFn mated)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        if (!kj_futile_recaptures(rule, pos, shortcut, checks.move[i]))
            continue;
        KjPosition next = *pos;
        kj_futile_play(&next, shortcut, checks.move[i]);
        if (mated(&next, rule)) // the checker is nearer now: this ends
            return true;
    }
    return false;
}

/* Whether the checker that has just taken on `square` can be on a tour that allows no way out:
 * nothing takes it, and it can check again after every reply. */
static bool may_tour(const KjPosition *pos, unsigned square)
{
    KjMoveList replies;
    kj_gen_safe(pos, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        if (kj_move_to(replies.move[i]) == square)
            return false;
        KjPosition next = *pos;
        KjUndo undo;
        KjMoveList checks;
        kj_position_make(&next, replies.move[i], &undo);
        kj_gen_checks(&next, &checks);
        bool again = false;
        for (unsigned k = 0; k < checks.n && !again; k++)
            again = kj_move_from(checks.move[k]) == square && !kj_move_promotes(checks.move[k]);
        if (!again)
            return false;
    }
    return true;
}

bool kj_futile_may_restore(const KjPosition *pos, const KjShortcut *shortcut)
{
    if (!shortcut->taken)
        return false;
    KjMove recapture = kj_make_move(shortcut->checker, shortcut->square);
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++)
        if (checks.move[i] == recapture)
            return true;
    return false;
}

/* Whether the piece may be taken on a tour without a way out. */
static bool tour_mates(const KjPosition *pos, const KjShortcut *shortcut)
{
    if (!kj_futile_may_restore(pos, shortcut))
        return false;
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, kj_make_move(shortcut->checker, shortcut->square), &undo);
    return may_tour(&next, shortcut->square);
}

/* The two tests of mates on the spot. */
static bool mated_by(const KjPosition *pos, KjInterpositions rule, MatedFn mated, bool tours)
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
        if (!recapture_mates(&next, &shortcut, rule, mated) &&
            !(tours && tour_mates(&next, &shortcut)))
            return false;
    }
    return true;
}

bool kj_futile_mated(const KjPosition *pos, KjInterpositions rule)
{
    return mated_by(pos, rule, kj_futile_mated, false);
}

bool kj_futile_mated_relaxed(const KjPosition *pos, KjInterpositions rule)
{
    return mated_by(pos, rule, kj_futile_mated_relaxed, rule == KJ_INTERPOSITIONS_RESTORE);
}

void kj_futile_leave_out(const KjPosition *pos, KjMoveList *replies, KjBb between, unsigned checker)
{
    unsigned nearest = G_MAXUINT; // what goes there has base 0, and no way out is let be
    for (unsigned i = 0; i < replies->n; i++)
        nearest = MIN(nearest, kj_futile_rank(pos, replies->move[i], between, checker));
    KjBb judged = 0, restorable = 0; // squares of drops: whether the checker can take there
    unsigned kept = 0;
    for (unsigned i = 0; i < replies->n; i++) {
        KjMove reply = replies->move[i];
        KjShortcut shortcut = kj_futile_shortcut(pos, reply, between, checker);
        bool others = kj_futile_rank(pos, reply, between, checker) > nearest;
        if (shortcut.taken && (!others || !kj_bb_has(judged, shortcut.square))) {
            KjPosition next = *pos;
            KjUndo undo;
            kj_position_make(&next, reply, &undo);
            judged |= kj_bit(shortcut.square);
            restorable &= ~kj_bit(shortcut.square);
            if (others ? kj_futile_may_restore(&next, &shortcut) : tour_mates(&next, &shortcut))
                restorable |= kj_bit(shortcut.square);
        }
        if (!shortcut.taken || !kj_bb_has(restorable, shortcut.square))
            replies->move[kept++] = reply;
    }
    replies->n = kept;
}

uint64_t kj_futile_salt(const KjShortcut *shortcut)
{
    if (shortcut->square == KJ_NO_SQUARE)
        return 0;
    return kj_mix(kj_mix(shortcut->unit) + shortcut->square * 128u + shortcut->checker + 1);
}
