/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing problems. */
#include "repl/batch/near.h"

#include <stdlib.h>
#include <string.h>

#include "core/rules/attack.h"
#include "repl/store/canonical.h"
#include "solver/compose/difference.h"

/* ---- a problem ---- */

/* Plays the line as far as to a mate; without one the problem has no line. */
static void play(KjNearWork *work, const KjMove *line, unsigned n, unsigned turn)
{
    KjPosition pos = work->position;
    work->line = g_new(KjMove, n + 1);
    for (unsigned i = 0; i < n; i++) {
        KjMove move = kj_canonical_move(pos.game, line[i], turn);
        if (kj_move_legality(&pos, move) != KJ_MOVE_LEGAL)
            break;
        pos = kj_position_after(&pos, move);
        work->line[work->n_line++] = move;
    }
    bool mated = work->n_line == n && pos.side == KJ_GOTE && pos.king[KJ_GOTE] != KJ_NO_SQUARE &&
                 kj_in_check(&pos, KJ_GOTE) && !kj_has_safe_move(&pos);
    if (!mated) {
        g_clear_pointer(&work->line, g_free);
        work->n_line = 0;
        return;
    }
    work->end = pos;
    work->mated_on = pos.king[KJ_GOTE];
}

bool kj_near_work_init(KjNearWork *out, const KjPosition *position, KjSide attacker, bool mirrors,
                       const KjMove *line, unsigned n_line)
{
    *out = (KjNearWork){.position = *position, .mirrors = mirrors};
    unsigned turn = 0;
    if (attacker == KJ_GOTE) {
        if (!kj_canonical_turns(position->game))
            return false;
        out->position = kj_position_flip(position);
        turn = KJ_CANONICAL_TURNED;
        out->turned = true;
    }
    if (out->position.king[KJ_GOTE] == KJ_NO_SQUARE)
        return false;
    if (line && n_line)
        play(out, line, n_line, turn);
    return true;
}

void kj_near_work_clear(KjNearWork *work)
{
    g_clear_pointer(&work->line, g_free);
}

/* ---- boards laid on one another ---- */

/* A board as it is, mirrored, shifted, or both; the rest of the position stays. */
typedef struct {
    bool mirrored;
    int left, down;
} Laying;

/* A square so laid; KJ_NO_SQUARE: off the board. */
static unsigned lay_square(const KjTables *t, const Laying *laying, unsigned square)
{
    int file = t->file_of[square], rank = t->rank_of[square] + laying->down;
    file = (laying->mirrored ? t->files - 1 - file : file) + laying->left;
    bool inside = file >= 0 && file < t->files && rank >= 0 && rank < t->ranks;
    return inside ? (unsigned)(file * t->ranks + rank) : KJ_NO_SQUARE;
}

/* False if a piece would leave the board. */
static bool lay(const KjPosition *pos, const Laying *laying, KjPosition *out)
{
    const KjTables *t = pos->game->t;
    kj_position_clear(out, pos->game);
    for (unsigned square = 0; square < t->squares; square++) {
        if (!pos->board[square])
            continue;
        unsigned to = lay_square(t, laying, square);
        if (to == KJ_NO_SQUARE)
            return false;
        kj_position_put(out, to, pos->board[square]);
    }
    out->hand[KJ_SENTE] = pos->hand[KJ_SENTE];
    out->hand[KJ_GOTE] = pos->hand[KJ_GOTE];
    kj_position_set_side(out, (KjSide)pos->side);
    return true;
}

/* The laying that puts one square on another. */
static Laying onto(const KjTables *t, unsigned from, unsigned to, bool mirrored)
{
    Laying laying = {.mirrored = mirrored};
    unsigned there = lay_square(t, &laying, from);
    laying.left = t->file_of[to] - t->file_of[there];
    laying.down = t->rank_of[to] - t->rank_of[there];
    return laying;
}

/* ---- diagrams ---- */

/* How many squares are not the same; no more than `most` and one are counted. */
static unsigned squares_apart(const KjPosition *a, const KjPosition *b, unsigned most)
{
    unsigned n = 0;
    for (unsigned square = 0; square < a->game->t->squares && n <= most; square++)
        n += a->board[square] != b->board[square];
    return n;
}

static bool is_near_so(const KjPosition *a, const KjPosition *b, unsigned most, unsigned *out)
{
    if (squares_apart(a, b, 2 * most) > 2 * most)
        return false;
    KjDifference difference;
    kj_difference(a, b, KJ_SENTE, &difference);
    *out = difference.changes->len + difference.side;
    bool whole = difference.flipped; // what turns or shifts all is no small change
    for (unsigned i = 0; i < difference.changes->len; i++) {
        uint8_t kind = g_array_index(difference.changes, KjChange, i).kind;
        whole |= kind == KJ_CHANGE_SHIFT || kind == KJ_CHANGE_MIRROR;
    }
    kj_difference_clear(&difference);
    return !whole && *out <= most;
}

/* Keeps what is nearer than what was found before. */
static void compare_diagrams(const KjNearWork *one, const KjNearWork *other, const Laying *laying,
                             unsigned most, KjNearness *io)
{
    KjPosition laid;
    unsigned changes;
    if (!lay(&other->position, laying, &laid) || !is_near_so(&one->position, &laid, most, &changes))
        return;
    if (io->apart && changes >= io->changes)
        return;
    io->apart = true;
    io->same = changes == 0;
    io->changes = changes;
    io->mirrored = laying->mirrored;
    io->left = laying->left;
    io->down = laying->down;
}

/* ---- lines ---- */

static bool same_move(const KjTables *t, const Laying *laying, KjMove a, KjMove b)
{
    if (kj_move_is_drop(a) != kj_move_is_drop(b) ||
        kj_move_to(a) != lay_square(t, laying, kj_move_to(b)))
        return false;
    return kj_move_is_drop(a) || (kj_move_from(a) == lay_square(t, laying, kj_move_from(b)) &&
                                  kj_move_promotes(a) == kj_move_promotes(b));
}

unsigned kj_near_plies(const bool *same, unsigned n, bool whole)
{
    unsigned differ = 0, good = 0;
    for (unsigned i = 0; i < n; i++) {
        differ += !same[i];
        if (differ > 1)
            break;
        if (!differ || i + 1 >= KJ_NEAR_ONE_DIFFERS)
            good = i + 1;
    }
    bool all = whole && good == n && n >= KJ_NEAR_WHOLE;
    return all || good >= KJ_NEAR_PLIES ? good : 0;
}

static unsigned same_from_end(const KjNearWork *one, const KjNearWork *other, const Laying *laying)
{
    unsigned n = MIN(one->n_line, other->n_line);
    g_autofree bool *same = g_new(bool, n + 1);
    for (unsigned i = 0; i < n; i++)
        same[i] = same_move(one->position.game->t, laying, one->line[one->n_line - 1 - i],
                            other->line[other->n_line - 1 - i]);
    return kj_near_plies(same, n, one->n_line == other->n_line);
}

static void compare_lines(const KjNearWork *one, const KjNearWork *other, bool mirrored,
                          KjNearness *io)
{
    if (!one->line || !other->line)
        return;
    Laying laying = onto(one->position.game->t, other->mated_on, one->mated_on, mirrored);
    KjPosition laid;
    io->same_end |= lay(&other->end, &laying, &laid) && squares_apart(&one->end, &laid, 0) == 0;
    io->same_plies = MAX(io->same_plies, same_from_end(one, other, &laying));
}

bool kj_near_compare(const KjNearWork *one, const KjNearWork *other, unsigned most, KjNearness *out)
{
    const KjTables *t = one->position.game->t;
    *out = (KjNearness){.swapped = one->turned != other->turned};
    if (one->position.game->row != other->position.game->row)
        return false;
    unsigned ways = one->mirrors ? 2 : 1;
    for (unsigned mirrored = 0; mirrored < ways; mirrored++) {
        Laying there = {.mirrored = mirrored};
        Laying kings =
            onto(t, other->position.king[KJ_GOTE], one->position.king[KJ_GOTE], mirrored);
        compare_diagrams(one, other, &there, most, out);
        compare_diagrams(one, other, &kings, most, out);
        compare_lines(one, other, mirrored, out);
    }
    return out->apart || out->same_end || out->same_plies;
}

int kj_nearness_compare(const KjNearness *a, const KjNearness *b)
{
    if (a->apart != b->apart)
        return a->apart ? -1 : 1;
    if (a->apart && a->changes != b->changes)
        return a->changes < b->changes ? -1 : 1;
    unsigned moved_a = a->mirrored + 2u * (a->left || a->down);
    unsigned moved_b = b->mirrored + 2u * (b->left || b->down);
    if (moved_a != moved_b)
        return moved_a < moved_b ? -1 : 1;
    if (a->same_plies != b->same_plies)
        return a->same_plies > b->same_plies ? -1 : 1;
    return (int)b->same_end - (int)a->same_end;
}
