/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refutations in sentences: all their clauses. */
#include "repl/job/because.h"

#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"

/* What the reply does against the check, NULL if that is not plain. (transfer full) */
static char *deed(const KjPosition *pos, KjMove reply)
{
    KjReplyKind kind = kj_refute_kind(pos, reply);
    if (kind == KJ_REPLY_NONE || kind == KJ_REPLY_OTHER)
        return NULL;
    unsigned square = kj_move_to(reply);
    g_autofree char *to = kj_square_name(pos->game, square), *piece = kj_mover_name(pos, reply);
    KjPiece there = pos->board[square];
    g_autofree char *taken = there ? kj_piece_name(pos->game, there) : NULL;
    bool checking = kj_bb_has(kj_checkers(pos, (KjSide)pos->side), square);
    switch (kind) {
    case KJ_REPLY_KING_GOES: return g_strdup_printf(kj_tr("the king gets out at %s"), to);
    case KJ_REPLY_KING_TAKES:
        if (checking)
            return g_strdup_printf(kj_tr("the king takes the checking %s"), taken);
        return g_strdup_printf(kj_tr("the king takes %s and gets out at %s"), taken, to);
    case KJ_REPLY_TAKES: return g_strdup_printf(kj_tr("%s takes the checking %s"), piece, taken);
    case KJ_REPLY_MOVES_IN: return g_strdup_printf(kj_tr("%s moves between"), piece);
    case KJ_REPLY_DROPS_IN: return g_strdup_printf(kj_tr("%s is interposed at %s"), piece, to);
    case KJ_REPLY_TRIES: return g_strdup(kj_tr("the king reaches its try square"));
    case KJ_REPLY_NONE:
    case KJ_REPLY_OTHER: return NULL;
    }
    g_assert_not_reached();
}

/* What is left of the attack at `pos`, after the reply. (transfer full) */
static char *rest(const KjPosition *pos, const KjFailure *t)
{
    KjMove drop;
    unsigned left = t->attacks - (t->attacks && t->attack);
    if (t->repeats)
        return g_strdup(kj_tr("the position comes back"));
    switch (kj_refute_left(pos, &drop)) {
    case KJ_LEFT_NOTHING: return g_strdup(kj_tr("no check is left"));
    case KJ_LEFT_DROP_MATE: {
        g_autofree char *piece = kj_mover_name(pos, drop);
        g_autofree char *to = kj_square_name(pos->game, kj_move_to(drop));
        return g_strdup_printf(kj_tr("%s may not be dropped at %s, as that would mate"), piece, to);
    }
    case KJ_LEFT_CHECKS: break;
    }
    if (t->lasts == KJ_LASTS_FOR_EVER)
        return g_strdup(kj_tr("all that is left is perpetual check"));
    if (t->lasts == KJ_LASTS_EXACTLY && left)
        return g_strdup_printf(kj_tr("the checks run out (at most %u more)"), left);
    if (t->lasts == KJ_LASTS_MORE && left)
        return g_strdup_printf(kj_tr("no check mates any more (more than %u can follow)"), left);
    return g_strdup(kj_tr("no check mates any more"));
}

/* Which replies refute, as far as it is known and worth a word. (transfer full) */
static char *who(const KjPosition *pos, const KjFailure *t)
{
    unsigned n = t->n_replies - t->n_mated - t->n_undecided;
    bool first = !t->before || !t->before->before; // deeper down it is not worth a word
    if (t->n_undecided)
        return first ? g_strdup_printf(kj_tr("replies not decided: %u"), t->n_undecided) : NULL;
    if (t->n_replies && n == 1)
        return g_strdup(kj_tr("it is the only reply that holds"));
    if (t->n_mated == 0)
        return NULL;
    g_autofree char *piece = kj_mover_name(pos, t->reply);
    switch (t->only) {
    case KJ_ONLY_KING: return g_strdup(kj_tr("only moves of the king hold"));
    case KJ_ONLY_DROPS: return g_strdup(kj_tr("only drops hold"));
    case KJ_ONLY_PIECE: return g_strdup_printf(kj_tr("only moves of %s hold"), piece);
    case KJ_ONLY_REPLY:
    case KJ_ONLY_NONE: break;
    }
    return g_strdup_printf(kj_tr("replies that hold: %u, that lose: %u"), n, t->n_mated);
}

char *kj_because(const KjPosition *pos, const KjFailure *t)
{
    if (t->open)
        return g_strdup(kj_tr("the reply was not found within the limit"));
    if (t->stalemate)
        return g_strdup(kj_tr("no reply is left, and that is no mate"));
    if (!t->reply)
        return g_strdup("");
    KjPosition after = kj_position_after(pos, t->reply);
    bool tries = kj_try_ends(pos, t->reply), counter = kj_in_check(&after, (KjSide)after.side);
    g_autofree char *plain = deed(pos, t->reply);
    g_autofree char *done =
        plain && counter ? g_strdup_printf(kj_tr("%s with check"), plain) : g_strdup(plain);
    g_autofree char *left = tries ? g_strdup(kj_tr("that ends the game")) : rest(&after, t);
    g_autofree char *told =
        done ? g_strdup_printf(kj_tr("%s, and %s"), done, left) : g_strdup(left);
    g_autofree char *others = who(pos, t);
    return others ? g_strdup_printf(kj_tr("%s; %s"), told, others) : g_steal_pointer(&told);
}
