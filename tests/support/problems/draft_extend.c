/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two plies in front of a draft: taking back a reply of the defender and the check it answered. */
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "tests/support/problems/draft.h"

static bool chance(DraftRng *rng, unsigned percent)
{
    return draft_random(rng, 100) < percent;
}

static KjBb occupied_by(const Draft *d, bool gote_only)
{
    KjBb set = 0;
    for (unsigned s = 0; s < d->game->t->squares; s++)
        if (d->board[s] && (!gote_only || kj_piece_side(d->board[s]) == KJ_GOTE))
            set |= kj_bit(s);
    return set;
}

static unsigned random_of(KjBb set, DraftRng *rng)
{
    unsigned n = (unsigned)kj_bb_count(set);
    if (n == 0)
        return KJ_NO_SQUARE;
    for (unsigned skip = draft_random(rng, n); skip; skip--)
        kj_bb_pop(&set);
    return kj_bb_first(set);
}

static unsigned king_square(const Draft *d)
{
    unsigned s = 0;
    while (d->board[s] != kj_piece(KJ_GOTE, d->game->t->king))
        s++;
    return s;
}

/* A piece the defender has in hand, as one of the attacker's, or KJ_NONE. */
static KjPiece from_defenders_hand(const Draft *d, DraftRng *rng)
{
    KjPosition pos;
    const KjTables *t = d->game->t;
    KjKind kind = (KjKind)(1 + draft_random(rng, d->game->row->n_pieces));
    if (kind == t->king || !draft_position(d, &pos) || !kj_hand_count(t, pos.hand[KJ_GOTE], kind))
        return KJ_NONE;
    if (t->promotes[kind] && chance(rng, 25))
        kind |= KJ_PROMOTED;
    return kj_piece(KJ_SENTE, kind);
}

typedef struct {
    KjMove check, reply;
} Added;

/* Takes back a reply; *out_taken says whether it captured, on the square it went to. */
static bool undo_reply(Draft *d, DraftRng *rng, KjMove *out_reply, bool *out_taken)
{
    const KjTables *t = d->game->t;
    unsigned king = king_square(d);
    KjBb gote = occupied_by(d, true);
    unsigned to = chance(rng, 65) ? king : random_of(gote & ~kj_bit(king), rng);
    if (to == KJ_NO_SQUARE)
        return false;
    KjPiece man = d->board[to];
    KjKind kind = kj_piece_kind(man);
    *out_taken = false;
    if (to != king && !(kind & KJ_PROMOTED) && chance(rng, 15)) {
        d->board[to] = KJ_NONE;
        *out_reply = kj_make_drop(kind, to);
        return true;
    }
    KjBb all = occupied_by(d, false);
    unsigned from = random_of(kj_kind_attack_from(t, KJ_GOTE, kind, to, all) & ~all, rng);
    if (from == KJ_NO_SQUARE)
        return false;
    KjPiece taken = chance(rng, 60) ? from_defenders_hand(d, rng) : KJ_NONE;
    d->board[from] = man;
    d->board[to] = taken;
    *out_taken = taken != KJ_NONE;
    *out_reply = kj_make_move(from, to);
    return true;
}

/* Puts a defender's piece back where the attacker captured it, out of the attacker's hand. */
static void undo_capture(Draft *d, unsigned square, DraftRng *rng)
{
    KjKind kind = (KjKind)(1 + draft_random(rng, d->game->row->n_pieces));
    if (!d->hand[kind] || !chance(rng, 60))
        return;
    d->hand[kind]--;
    if (d->game->t->promotes[kind] && chance(rng, 20))
        kind |= KJ_PROMOTED;
    d->board[square] = kj_piece(KJ_GOTE, kind);
}

/* Takes back a move of the attacker's piece on `to`. */
static bool undo_check(Draft *d, unsigned to, DraftRng *rng, KjMove *out_check)
{
    const KjTables *t = d->game->t;
    KjKind kind = kj_piece_kind(d->board[to]), base = kj_base_kind(kind);
    d->board[to] = KJ_NONE;
    if (kind == base && chance(rng, 50)) {
        d->hand[kind]++;
        *out_check = kj_make_drop(kind, to);
        return true;
    }
    KjKind before = kind != base && chance(rng, 60) ? base : kind;
    KjBb all = occupied_by(d, false);
    unsigned from = random_of(kj_kind_attack_from(t, KJ_SENTE, before, to, all) & ~all, rng);
    if (from == KJ_NO_SQUARE)
        return false;
    d->board[from] = kj_piece(KJ_SENTE, before);
    undo_capture(d, to, rng);
    *out_check = kj_make_move(from, to) | (before != kind ? KJ_MOVE_PROMOTE : 0);
    return true;
}

/* Whether to bother with a check, by the replies there are: each has to be mated too, so few of
 * them make a sound problem likelier. */
static bool has_promise(const KjPosition *after_check, DraftRng *rng)
{
    KjMoveList replies;
    unsigned on_board;
    kj_gen_evasions(after_check, &replies, &on_board);
    if (on_board < replies.n && !chance(rng, 30))
        return false;
    return on_board <= 1 || chance(rng, 120 / on_board - 20);
}

/* Whether the two moves are possible and lead from one position to the other, with promise. */
static bool leads_to(const KjPosition *from, Added added, const KjPosition *to, DraftRng *rng)
{
    KjPosition pos = *from;
    KjUndo undo;
    if (kj_move_legality(&pos, added.check) != KJ_MOVE_LEGAL || !kj_gives_check(&pos, added.check))
        return false;
    kj_position_make(&pos, added.check, &undo);
    if (kj_move_legality(&pos, added.reply) != KJ_MOVE_LEGAL || !has_promise(&pos, rng))
        return false;
    kj_position_make(&pos, added.reply, &undo);
    return kj_position_equal(&pos, to);
}

bool draft_extend(Draft *draft, DraftRng *rng)
{
    Draft d = *draft;
    KjPosition before, after;
    Added added;
    bool taken;
    if (!draft_position(draft, &after) || !undo_reply(&d, rng, &added.reply, &taken))
        return false;
    unsigned square = kj_move_to(added.reply);
    if (!taken || chance(rng, 15))
        square = random_of(occupied_by(&d, false) & ~occupied_by(&d, true), rng);
    if (square == KJ_NO_SQUARE || !undo_check(&d, square, rng, &added.check) ||
        !draft_position(&d, &before) || !leads_to(&before, added, &after, rng))
        return false;
    *draft = d;
    return true;
}
