/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changing one piece at a time and asking whether the line is still the only solution. */
#include "solver/themes/useless.h"

#include <assert.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

enum { PICTURE = 5 }; // rows and columns of the pictures of moves

const char *kj_spare_how_text(KjSpareHow how)
{
    static const char *const text[] = {"remove", "weaken", "shift"};
    return text[how];
}

static const char *const *picture(const KjGame *game, KjKind kind)
{
    const KjPieceRow *row = kj_game_piece(game, kind);
    return kind & KJ_PROMOTED ? row->moves_promoted : row->moves;
}

/* Whether `a` can do nothing `b` cannot, moves alone considered; *same: nor the other way round. */
static bool moves_no_better(const KjGame *game, KjKind a, KjKind b, bool *same)
{
    const char *const *x = picture(game, a), *const *y = picture(game, b);
    *same = true;
    for (unsigned r = 0; r < PICTURE; r++) {
        for (unsigned c = 0; c < PICTURE; c++) {
            if (x[r][c] == y[r][c])
                continue;
            bool less = x[r][c] == '.' || (x[r][c] == 'o' && y[r][c] == 's');
            if (!less)
                return false;
            *same = false;
        }
    }
    return true;
}

/* Whether `a` is weaker than `b`: it moves less, or the same but is the lower piece in hand. */
static bool is_weaker(const KjGame *game, KjKind a, KjKind b)
{
    bool same;
    return moves_no_better(game, a, b, &same) && (!same || kj_base_kind(a) > kj_base_kind(b));
}

/* Moves one piece of a kind from one hand to the other; false if there is none or it cannot be
 * held. */
static bool hand_over(KjPosition *pos, KjSide from, KjKind kind)
{
    const KjTables *t = pos->game->t;
    if (!t->hand_bits[kind] || !kj_hand_count(t, pos->hand[from], kind))
        return false;
    pos->hand[from] -= t->hand_one[kind];
    pos->hand[from ^ 1] += t->hand_one[kind];
    return true;
}

static bool change_hand(KjPosition *pos, KjSide attacker, const KjSpare *spare)
{
    KjKind kind = kj_piece_kind(spare->piece);
    return hand_over(pos, attacker, kind) &&
           (spare->how != KJ_SPARE_WEAKEN ||
            hand_over(pos, kj_other(attacker), kj_piece_kind(spare->instead)));
}

static bool change_board(KjPosition *pos, KjSide defender, const KjSpare *spare)
{
    const KjTables *t = pos->game->t;
    KjPiece piece = kj_position_remove(pos, spare->square);
    KjKind base = kj_base_kind(kj_piece_kind(piece));
    if (spare->how == KJ_SPARE_SHIFT) {
        kj_position_put(pos, spare->to, piece);
        return true;
    }
    pos->hand[defender] += kj_hand_gain(pos->game, base, false);
    if (spare->how == KJ_SPARE_REMOVE)
        return true;
    KjKind other = kj_base_kind(kj_piece_kind(spare->instead));
    KjHand one = kj_hand_gain(pos->game, other, false);
    if (one && !kj_hand_count(t, pos->hand[defender], other))
        return false;
    pos->hand[defender] -= one;
    kj_position_put(pos, spare->square, spare->instead);
    return true;
}

bool kj_spare_apply(const KjPosition *root, KjSide attacker, const KjSpare *spare, KjPosition *out)
{
    *out = *root;
    bool done = spare->square == KJ_NO_SQUARE ? change_hand(out, attacker, spare)
                                              : change_board(out, kj_other(attacker), spare);
    return done && kj_position_check_made(root, out) == KJ_POSITION_OK && !kj_can_capture_king(out);
}

/* Whether the line can be played from `pos`, the attacker's moves being checks, and mates. */
static KjTri line_holds(const KjSolvedWork *work, KjPosition pos, KjNeed *need)
{
    KjMoveList list;
    for (unsigned i = 0; i < work->n_line; i++) {
        KjUndo undo;
        if (pos.side == work->attacker)
            kj_solved_attacks(work, &pos, &list);
        else
            kj_gen_safe(&pos, &list);
        need->why = KJ_NEED_SEEN;
        if (!kj_list_has(&list, work->line[i]))
            return KJ_NO;
        kj_position_make(&pos, work->line[i], &undo);
    }
    need->why = KJ_NEED_END;
    return kj_solved_mated(work, &pos);
}

/* Whether `move` mates where the work is as it was. */
static KjTri mated_before(const KjSolvedWork *work, const KjPosition *original, KjMove move)
{
    KjMoveList attacks;
    kj_solved_attacks(work, original, &attacks);
    if (!kj_list_has(&attacks, move))
        return KJ_NO;
    return kj_tri_of(kj_solved_mates_after(work, original, move, KJ_SOLVED_ANY));
}

/* Whether a move of the attacker's, who may also play what gives no check, mates. */
static bool is_mate(const KjPosition *pos, KjMove move)
{
    return kj_gives_check(pos, move) && kj_is_mate(pos, move);
}

/* Whether it does not matter that a move beside that of the last ply mates, if it does. */
static KjTri is_harmless(const KjSolvedWork *work, const KjPosition *pos, KjMove move)
{
    if (work->only_last != work->late_at_last) // all of them matter, or none
        return work->only_last ? KJ_NO : KJ_YES;
    KjVerdict at_once = is_mate(pos, move) ? KJ_MATE : kj_solved_mates_after(work, pos, move, 0);
    if (at_once == KJ_UNKNOWN)
        return KJ_OPEN;
    return (at_once == KJ_MATE) != work->only_last ? KJ_YES : KJ_NO;
}

/*
 * Whether the move of ply `i` is the only one at `pos`; `original` is the same place without the
 * change. Looked at are only moves that mate `before` the change (the check has asked this): not,
 * or perhaps. Of those only the first can be new solutions.
 */
static KjTri is_alone(const KjSolvedWork *work, unsigned i, const KjPosition *pos,
                      const KjPosition *original, KjTri before, bool *out_others, KjNeed *need)
{
    KjMoveList attacks;
    bool last = i + 1 == work->n_line && !(work->quiet && i == 0);
    KjTri alone = KJ_YES;
    kj_solved_attacks(work, pos, &attacks);
    for (unsigned k = 0; k < attacks.n && (alone == KJ_YES || before == KJ_NO); k++) {
        KjMove move = attacks.move[k];
        KjTri harmless = last ? is_harmless(work, pos, move) : KJ_NO;
        if (move == work->line[i] || harmless == KJ_YES)
            continue;
        KjTri mated = mated_before(work, original, move);
        *out_others = *out_others || mated == KJ_OPEN;
        if (mated != before)
            continue;
        KjVerdict v =
            is_mate(pos, move) ? KJ_MATE : kj_solved_mates_after(work, pos, move, KJ_SOLVED_ANY);
        if (v == KJ_MATE && before == KJ_NO && harmless == KJ_NO) {
            *need = (KjNeed){KJ_NEED_MOVE, i, move};
            return KJ_NO;
        }
        if (v != KJ_NOMATE)
            alone = KJ_OPEN;
    }
    return alone;
}

/* Whether each attack of the line is the only one that mates (is_alone). What is open anyway is asked last, and no longer than it may
 * tell something. */
static KjTri line_alone(const KjSolvedWork *work, const KjPosition *positions,
                        const KjPosition *original, KjTri all, KjNeed *need)
{
    static const KjTri befores[] = {KJ_NO, KJ_OPEN};
    bool others = false;
    for (unsigned k = 0; k < 2; k++) {
        if (befores[k] == KJ_OPEN && (all != KJ_YES || !others))
            return all;
        for (unsigned i = work->n_line; i-- > 0;) {
            if (positions[i].side != work->attacker)
                continue;
            KjTri alone = is_alone(work, i, &positions[i], &original[i], befores[k], &others, need);
            if (alone != KJ_YES)
                all = alone;
            if (alone == KJ_NO || (alone == KJ_OPEN && befores[k] == KJ_OPEN))
                return alone;
        }
    }
    return all;
}

/* Whether some attacking move but the last could be replaced by a mate at once, which it could not
 * before: the commonest reason why a piece is needed, found without asking. */
static bool mates_sooner(const KjSolvedWork *work, const KjPosition *changed,
                         const KjPosition *original)
{
    KjPosition pos = *changed;
    for (unsigned i = 0; i + 1 < work->n_line; i++) {
        KjUndo undo;
        if (pos.side == work->attacker && kj_mate_in_one(&pos) && !kj_mate_in_one(&original[i]))
            return true;
        kj_position_make(&pos, work->line[i], &undo);
    }
    return false;
}

/* Whether the attacker still mates in time all along the line. From its end: what is near it is
 * quickly asked. */
static KjTri still_mates(const KjSolvedWork *work, const KjPosition *positions, KjNeed *need)
{
    KjTri all = KJ_YES;
    for (unsigned i = work->n_line; i-- > 0;) {
        if (positions[i].side != work->attacker)
            continue;
        KjVerdict v = kj_solved_mates(work, &positions[i], work->n_line - i);
        *need = (KjNeed){KJ_NEED_LENGTH, i, KJ_MOVE_NONE};
        if (v == KJ_NOMATE)
            return KJ_NO;
        if (v != KJ_MATE)
            all = KJ_OPEN;
    }
    return all;
}

/* Whether the line is still the only solution, into `spare`. */
static void judge(const KjSolvedWork *work, const KjPosition *changed, const KjPosition *original,
                  KjSpare *spare)
{
    KjNeed *need = &spare->need;
    spare->sound = line_holds(work, *changed, need);
    if (need->why == KJ_NEED_END && mates_sooner(work, changed, original)) {
        spare->sound = KJ_NO;
        need->why = KJ_NEED_SEEN;
    }
    if (spare->sound != KJ_YES) // nothing that could be asked makes it sound
        return;
    KjSolvedWork with = *work;
    with.root = changed;
    g_autofree KjPosition *positions = kj_solved_positions(&with);
    spare->sound = still_mates(work, positions, need);
    if (spare->sound != KJ_NO)
        spare->sound = line_alone(work, positions, original, spare->sound, need);
}

typedef struct {
    const KjSolvedWork *work;
    const KjPosition *positions; // of the line without a change
    GArray *found, *needed;
    unsigned tried;
} Hunt;

static void try_change(Hunt *h, KjSpare spare)
{
    KjPosition changed;
    if (!kj_spare_apply(h->work->root, h->work->attacker, &spare, &changed))
        return;
    h->tried++;
    judge(h->work, &changed, h->positions, &spare);
    GArray *list = spare.sound != KJ_NO ? h->found : h->needed;
    if (list)
        g_array_append_val(list, spare);
}

/* Tries every weaker kind in place of a piece; in a hand, unpromoted ones only. */
static void try_weaker(Hunt *h, unsigned square, KjPiece piece)
{
    const KjGame *game = h->work->root->game;
    KjKind kind = kj_piece_kind(piece);
    for (unsigned base = 1; base <= game->row->n_pieces; base++) {
        for (unsigned flag = 0; flag <= (square == KJ_NO_SQUARE ? 0 : KJ_PROMOTED);
             flag += KJ_PROMOTED) {
            KjKind other = (KjKind)(base | flag);
            if (other == kind || base == game->t->king || (flag && !game->t->promotes[base]) ||
                !is_weaker(game, other, kind))
                continue;
            try_change(h, (KjSpare){.how = KJ_SPARE_WEAKEN,
                                    .square = square,
                                    .piece = piece,
                                    .instead = kj_piece(kj_piece_side(piece), other),
                                    .to = KJ_NO_SQUARE});
        }
    }
}

static void try_shifts(Hunt *h, unsigned square, KjPiece piece)
{
    const KjTables *t = h->work->root->game->t;
    KjBb near = t->step[0][square][t->step_class[t->king]] & ~kj_occupied(h->work->root);
    while (near)
        try_change(h, (KjSpare){.how = KJ_SPARE_SHIFT,
                                .square = square,
                                .piece = piece,
                                .to = kj_bb_pop(&near)});
}

static KjSpare removal(unsigned square, KjPiece piece)
{
    return (KjSpare){.how = KJ_SPARE_REMOVE, .square = square, .piece = piece, .to = KJ_NO_SQUARE};
}

GArray *kj_useless_find(const KjSolvedWork *work, unsigned also, unsigned *out_tried,
                        GArray *needed)
{
    const KjPosition *root = work->root;
    const KjTables *t = root->game->t;
    g_autofree KjPosition *positions = kj_solved_positions(work);
    Hunt h = {work, positions, g_array_new(FALSE, FALSE, sizeof(KjSpare)), needed, 0};
    assert(root->side == work->attacker);
    for (KjBb left = kj_occupied(root); left;) {
        unsigned square = kj_bb_pop(&left);
        KjPiece piece = root->board[square];
        if (kj_piece_kind(piece) == t->king)
            continue;
        try_change(&h, removal(square, piece));
        if (also & KJ_SPARE_TRY_WEAKER)
            try_weaker(&h, square, piece);
        if (also & KJ_SPARE_TRY_SHIFTED)
            try_shifts(&h, square, piece);
    }
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjPiece piece = kj_piece(work->attacker, t->hand_kind[i]);
        if (!kj_hand_count(t, root->hand[work->attacker], t->hand_kind[i]))
            continue;
        try_change(&h, removal(KJ_NO_SQUARE, piece));
        if (also & KJ_SPARE_TRY_WEAKER)
            try_weaker(&h, KJ_NO_SQUARE, piece);
    }
    if (out_tried)
        *out_tried = h.tried;
    return h.found;
}

void kj_useless_again(const KjSolvedWork *work, GArray *found, GArray *needed)
{
    g_autofree KjPosition *positions = kj_solved_positions(work);
    for (unsigned i = found->len; i-- > 0;) {
        KjSpare *spare = &g_array_index(found, KjSpare, i);
        KjPosition changed;
        if (spare->sound != KJ_OPEN || !kj_spare_apply(work->root, work->attacker, spare, &changed))
            continue;
        judge(work, &changed, positions, spare);
        if (spare->sound != KJ_NO)
            continue;
        if (needed)
            g_array_append_val(needed, *spare);
        g_array_remove_index(found, i);
    }
}
