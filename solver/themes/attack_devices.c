/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices of the attacker (docs/themes.md). */
#include "solver/themes/themes-priv.h"

enum { FOLLOW = 40 }; // plies two lines are compared for

/* Whether the reply takes the piece just moved. */
static bool is_taken(const KjThemeLine *l, unsigned i)
{
    return kj_line_attacks(l, i) && i + 1 < l->n &&
           kj_move_to(l->move[i]) == kj_move_to(l->move[i + 1]);
}

void kj_theme_sacrifice(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (is_taken(l, i))
            kj_theme_hit(out, i);
}

void kj_theme_focal(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (is_taken(l, i) &&
            kj_bb_many(kj_sliders_on(&l->pos[i + 1], l->defender, kj_move_to(l->move[i]))))
            kj_theme_hit(out, i);
}

/* The squares where the slider dropped at ply `i` could have been dropped on the same side of the
 * king along the same line, its own included; empty when the move is no such drop. */
static KjBb ray_of_drop(const KjThemeLine *l, unsigned i)
{
    const KjPosition *pos = &l->pos[i];
    KjMove move = l->move[i];
    if (!kj_line_attacks(l, i) || !kj_move_is_drop(move))
        return 0;
    KjKind kind = kj_move_drop_kind(move);
    unsigned king = pos->king[l->defender], to = kj_move_to(move);
    unsigned slide = l->t->slide_class[kind];
    if (!slide || !kj_bb_has(kj_slide_attack(l->t, l->attacker, slide, to, kj_occupied(pos)), king))
        return 0;
    // Seen from the king, the squares of the line on the drop's side up to the first piece.
    KjBb ray = 0, seen = kj_slide_attack(l->t, l->defender, slide, king, kj_occupied(pos));
    for (KjBb left = seen & ~kj_occupied(pos); left;) {
        unsigned square = kj_bb_pop(&left);
        if (square == to || kj_bb_has(l->t->between[king][square], to) ||
            kj_bb_has(l->t->between[king][to], square))
            ray |= kj_bit(square);
    }
    return ray;
}

static bool is_far(const KjThemeLine *l, unsigned i)
{
    return l->t->between[l->pos[i].king[l->defender]][kj_move_to(l->move[i])] != 0;
}

void kj_theme_long_drop(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (ray_of_drop(l, i) && is_far(l, i))
            kj_theme_hit(out, i);
}

static bool is_legal(const KjPosition *pos, KjMove move)
{
    return kj_move_legality(pos, move) == KJ_MOVE_LEGAL;
}

/* Whether a move other than that of ply `i` is refuted; an illegal one is. */
static KjTri fails(const KjThemeLine *l, unsigned i, KjMove other)
{
    if (!is_legal(&l->pos[i], other))
        return KJ_YES;
    KjVerdict v = kj_solved_mates_after(l->work, &l->pos[i], other, KJ_SOLVED_ANY);
    return v == KJ_NOMATE ? KJ_YES : v == KJ_MATE ? KJ_NO : KJ_OPEN;
}

/* Whether every other square of the ray fails, and there is one. */
static KjTri is_exact(const KjThemeLine *l, unsigned i, KjBb ray)
{
    KjTri all = KJ_YES;
    unsigned others = 0;
    for (KjBb left = ray & ~kj_bit(kj_move_to(l->move[i])); left;) {
        KjMove other = kj_make_drop(kj_move_drop_kind(l->move[i]), kj_bb_pop(&left));
        if (!is_legal(&l->pos[i], other))
            continue;
        others++;
        KjTri one = fails(l, i, other);
        if (one == KJ_NO)
            return KJ_NO;
        if (one == KJ_OPEN)
            all = KJ_OPEN;
    }
    return others ? all : KJ_NO;
}

static void take_finding(KjThemeFound *out, unsigned i, KjTri tri)
{
    if (tri == KJ_YES)
        kj_theme_hit(out, i);
    else if (tri == KJ_OPEN)
        kj_theme_open(out);
}

void kj_theme_exact_drop(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++) {
        KjBb ray = ray_of_drop(l, i);
        if (ray && is_far(l, i))
            take_finding(out, i, is_exact(l, i, ray));
    }
}

/* The promoting twin of the attacker's move at ply `i`, or KJ_MOVE_NONE. */
static KjMove promoted_twin(const KjThemeLine *l, unsigned i)
{
    KjMove move = l->move[i];
    if (!kj_line_attacks(l, i) || kj_move_is_drop(move) || kj_move_promotes(move))
        return KJ_MOVE_NONE;
    KjMove twin = move | KJ_MOVE_PROMOTE;
    return is_legal(&l->pos[i], twin) ? twin : KJ_MOVE_NONE;
}

void kj_theme_unpromoted(const KjThemeLine *l, const char *letter, KjThemeFound *out)
{
    KjKind kind = kj_game_kind(l->game, letter[0]);
    if (kind == KJ_NONE)
        return;
    for (unsigned i = 0; i < l->n; i++) {
        KjMove twin = kj_line_kind(l, i) == kind ? promoted_twin(l, i) : KJ_MOVE_NONE;
        if (twin)
            take_finding(out, i, fails(l, i, twin));
    }
}

/* Whether some drop that may not mate is legal in `real` and would mate in `twin`; the attacker is to
 * move in both. */
static bool drop_forbidden(const KjPosition *real, const KjPosition *twin)
{
    const KjTables *t = real->game->t;
    for (unsigned k = 0; k < t->n_hand; k++) {
        KjKind kind = t->hand_kind[k];
        if (!t->is_no_mate_drop[kind] || !kj_hand_count(t, real->hand[real->side], kind))
            continue;
        KjBb free = t->all & ~kj_occupied(real) & ~kj_occupied(twin);
        while (free) {
            KjMove drop = kj_make_drop(kind, kj_bb_pop(&free));
            if (kj_gives_check(real, drop) && kj_move_legality(twin, drop) == KJ_MOVE_DROP_MATE &&
                is_legal(real, drop))
                return true;
        }
    }
    return false;
}

bool kj_themes_declined_helps(const KjPosition *pos, KjBb pieces)
{
    for (KjBb left = pieces; left;) {
        unsigned square = kj_bb_pop(&left);
        KjKind kind = kj_piece_kind(pos->board[square]);
        if ((kind & KJ_PROMOTED) || !pos->game->t->promotes[kind])
            continue;
        KjPosition twin = *pos;
        kj_position_remove(&twin, square);
        kj_position_put(&twin, square, kj_piece((KjSide)pos->side, kind | KJ_PROMOTED));
        if (!kj_can_capture_king(&twin) && drop_forbidden(pos, &twin))
            return true;
    }
    return false;
}

/*
 * Whether after `twin` instead of the move of ply `i` a pawn drop that the line or a side step of
 * one reply from it has becomes illegal. Both are followed for FOLLOW plies, as long as the line's
 * moves can be played.
 */
static bool twin_forbids(const KjThemeLine *l, unsigned i, KjMove twin)
{
    KjPosition other = l->pos[i];
    KjUndo undo;
    kj_position_make(&other, twin, &undo);
    for (unsigned k = i + 1; k < l->n && k < i + FOLLOW; k += 2) {
        KjMoveList replies;
        kj_gen_safe(&other, &replies);
        for (unsigned r = 0; r < replies.n; r++) {
            KjPosition real = l->pos[k], changed = other;
            KjUndo u;
            if (!is_legal(&real, replies.move[r]))
                continue;
            kj_position_make(&real, replies.move[r], &u);
            kj_position_make(&changed, replies.move[r], &u);
            if (drop_forbidden(&real, &changed))
                return true;
        }
        if (k + 1 >= l->n || !is_legal(&other, l->move[k]))
            return false;
        kj_position_make(&other, l->move[k], &undo);
        if (!is_legal(&other, l->move[k + 1]))
            return false;
        kj_position_make(&other, l->move[k + 1], &undo);
    }
    return false;
}

void kj_theme_drop_mate_avoided(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++) {
        KjMove twin = promoted_twin(l, i);
        if (twin) {
            if (twin_forbids(l, i, twin))
                take_finding(out, i, fails(l, i, twin));
            continue;
        }
        // Nearer drops of the same slider.
        KjBb ray = ray_of_drop(l, i);
        unsigned king = l->pos[i].king[l->defender];
        if (!ray)
            continue;
        for (KjBb left = ray & l->t->between[king][kj_move_to(l->move[i])]; left;) {
            KjMove nearer = kj_make_drop(kj_move_drop_kind(l->move[i]), kj_bb_pop(&left));
            if (is_legal(&l->pos[i], nearer) && twin_forbids(l, i, nearer)) {
                take_finding(out, i, fails(l, i, nearer));
                break;
            }
        }
    }
}

/* Only another piece than the one moved checks. */
void kj_theme_discovered(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++) {
        if (!kj_line_attacks(l, i))
            continue;
        KjBb checkers = kj_checkers(&l->pos[i + 1], l->defender);
        if (checkers && !kj_bb_has(checkers, kj_move_to(l->move[i])))
            kj_theme_hit(out, i);
    }
}

void kj_theme_double(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (kj_line_attacks(l, i) && kj_bb_many(kj_checkers(&l->pos[i + 1], l->defender)))
            kj_theme_hit(out, i);
}

/* Whether two squares are on one file or one rank. */
static bool in_line(const KjTables *t, unsigned a, unsigned b)
{
    return t->file_of[a] == t->file_of[b] || t->rank_of[a] == t->rank_of[b];
}

/* The dragon stands on the second square of a line of the king's, and nothing of the attacker's is
 * between: it checks, or pins what is there. */
void kj_theme_dragon_at_one(const KjThemeLine *l, const char *letter, KjThemeFound *out)
{
    KjKind kind = kj_game_kind(l->game, letter[0]);
    if (kind == KJ_NONE || !l->t->promotes[kind])
        return;
    for (unsigned i = 0; i < l->n; i++) {
        const KjPosition *after = &l->pos[i + 1];
        unsigned king = after->king[l->defender];
        bool found = false;
        for (KjBb left = kj_line_attacks(l, i) ? after->by_side[l->attacker] : 0; left;) {
            unsigned square = kj_bb_pop(&left);
            KjBb between = l->t->between[king][square];
            found |= after->board[square] == kj_piece(l->attacker, kind | KJ_PROMOTED) &&
                     in_line(l->t, king, square) && kj_bb_count(between) == 1 &&
                     !(between & after->by_side[l->attacker]);
        }
        if (found)
            kj_theme_hit(out, i);
    }
}

/* Mate by a knight alone. */
void kj_theme_knight_mate(const KjThemeLine *l, const char *letter, KjThemeFound *out)
{
    KjKind kind = kj_game_kind(l->game, letter[0]);
    if (kind == KJ_NONE || !l->mated || !l->n)
        return;
    const KjPosition *end = &l->pos[l->n];
    KjBb checkers = kj_checkers(end, l->defender);
    if (checkers && !kj_bb_many(checkers) &&
        kj_piece_kind(end->board[kj_bb_first(checkers)]) == kind)
        kj_theme_hit(out, l->n - 1);
}

/* Whether the attacker drops this kind after ply `i`. */
static bool dropped_later(const KjThemeLine *l, unsigned i, KjKind kind)
{
    for (unsigned k = i + 2; k < l->n; k += 2)
        if (kj_move_is_drop(l->move[k]) && kj_move_drop_kind(l->move[k]) == kind)
            return true;
    return false;
}

/*
 * 不利先打: of two kinds in hand the first is dropped and the second kept for later, although the
 * second, which is weaker in every way, would check from there as well; but it fails. A drop that
 * may not mate fails by that.
 */
void kj_theme_stronger_first(const KjThemeLine *l, const char *letters, KjThemeFound *out)
{
    KjKind strong = kj_game_kind(l->game, letters[0]), weak = kj_game_kind(l->game, letters[1]);
    if (strong == KJ_NONE || weak == KJ_NONE)
        return;
    for (unsigned i = 0; i < l->n; i++) {
        const KjPosition *pos = &l->pos[i];
        if (!kj_line_attacks(l, i) || !kj_move_is_drop(l->move[i]) ||
            kj_move_drop_kind(l->move[i]) != strong || !dropped_later(l, i, weak) ||
            !kj_hand_count(l->t, pos->hand[l->attacker], weak))
            continue;
        KjMove other = kj_make_drop(weak, kj_move_to(l->move[i]));
        KjIllegal why = kj_move_legality(pos, other);
        if ((why == KJ_MOVE_LEGAL || why == KJ_MOVE_DROP_MATE) && kj_gives_check(pos, other))
            take_finding(out, i, fails(l, i, other));
    }
}

/* A promoted piece dropped, which only games with King's Privilege know. */
void kj_theme_promoted_drop(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (kj_line_attacks(l, i) && kj_move_is_drop(l->move[i]) &&
            (kj_move_drop_kind(l->move[i]) & KJ_PROMOTED))
            kj_theme_hit(out, i);
}
