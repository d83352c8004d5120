/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns of long lines (docs/themes.md): found by comparing moves and positions some plies apart.
 */
#include <stdlib.h>
#include <string.h>

#include "solver/themes/themes-priv.h"

enum {
    SAW_PERIODS = 3,
    SAW_LONGEST = 16,    // plies of a period
    PERIOD_LONGEST = 64, // plies between two positions that are compared
};

typedef struct {
    int file, rank;
} Step;

static Step step_between(const KjTables *t, unsigned a, unsigned b)
{
    return (Step){t->file_of[b] - t->file_of[a], t->rank_of[b] - t->rank_of[a]};
}

static bool is_step(Step s, Step d)
{
    return s.file == d.file && s.rank == d.rank;
}

/*
 * Whether the move at `j` is that at `i` with each end in place or shifted by `shift` (a drop has
 * one end); *shifted is set if both are. With `stays` the defending king's must be the very same: if
 * it moves along it is chased, not sawed at.
 */
static bool corresponds(const KjThemeLine *l, unsigned i, unsigned j, Step shift, bool stays,
                        bool *shifted)
{
    static const Step none = {0, 0};
    KjMove a = l->move[i], b = l->move[j];
    *shifted = false;
    if (kj_line_kind(l, i) != kj_line_kind(l, j) || kj_move_is_drop(a) != kj_move_is_drop(b) ||
        kj_move_promotes(a) != kj_move_promotes(b))
        return false;
    if (stays && kj_line_kind(l, i) == l->t->king)
        return a == b;
    Step to = step_between(l->t, kj_move_to(a), kj_move_to(b));
    Step from = kj_move_is_drop(a) ? to : step_between(l->t, kj_move_from(a), kj_move_from(b));
    if (!(is_step(to, shift) || is_step(to, none)) ||
        !(is_step(from, shift) || is_step(from, none)))
        return false;
    *shifted = is_step(to, shift) && is_step(from, shift);
    return true;
}

/* The shift by which an attacker's slider moves on in a period that begins at `i`; false if none of
 * its moves is one step off. */
static bool shift_of(const KjThemeLine *l, unsigned i, unsigned period, Step *out)
{
    for (unsigned k = i; k < i + period; k++) {
        if (!kj_line_attacks(l, k) || !l->t->slide_class[kj_line_kind(l, k)] ||
            kj_move_is_drop(l->move[k]))
            continue;
        Step s = step_between(l->t, kj_move_to(l->move[k]), kj_move_to(l->move[k + period]));
        if ((s.file || s.rank) && abs(s.file) <= 1 && abs(s.rank) <= 1) {
            *out = s;
            return true;
        }
    }
    return false;
}

/* How many plies from `i` on the line goes on like a saw with this period, 0 if it is none. */
static unsigned saw_from(const KjThemeLine *l, unsigned i, unsigned period)
{
    Step shift;
    bool saws = false;
    unsigned length = 0;
    if (i + SAW_PERIODS * period > l->n || !shift_of(l, i, period, &shift))
        return 0;
    for (unsigned k = i; k + period < l->n; k++) {
        bool shifted;
        if (!corresponds(l, k, k + period, shift, true, &shifted))
            break;
        saws |= shifted && kj_line_attacks(l, k) && l->t->slide_class[kj_line_kind(l, k)];
        length++;
    }
    return saws && length >= (SAW_PERIODS - 1) * period ? length + period : 0;
}

/* Three or more periods of moves, a slider's shifted by one step each time, the rest the same. */
void kj_theme_saw(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n;) {
        unsigned length = 0;
        for (unsigned period = 4; period <= SAW_LONGEST && !length && kj_line_attacks(l, i);
             period += 2)
            length = saw_from(l, i, period);
        if (length) {
            kj_theme_hit(out, i);
            kj_theme_hit(out, i + length - 1);
        }
        i += length ? length : 1;
    }
}

/* For how many plies from `i` on the moves are those one period later, none of which need be there:
 * the most for one step of shift, which may be none. */
static unsigned again_from(const KjThemeLine *l, unsigned i, unsigned period)
{
    unsigned most = 0;
    for (int file = -1; file <= 1; file++)
        for (int rank = -1; rank <= 1; rank++) {
            unsigned k = i;
            bool shifted;
            while (k + period < l->n &&
                   corresponds(l, k, k + period, (Step){file, rank}, false, &shifted))
                k++;
            most = MAX(most, k - i);
        }
    return most;
}

unsigned kj_themes_again_percent(const KjSolvedWork *work)
{
    g_autofree KjPosition *positions = kj_solved_positions(work);
    const KjThemeLine line = kj_theme_line(work, positions);
    unsigned most = 0;
    for (unsigned period = 4; period <= SAW_LONGEST; period += 2)
        most = MAX(most, 100 * MIN(again_from(&line, 0, period), period) / period);
    return most;
}

/* Two periods or more of moves, each end of them in place or shifted by the same one step. */
void kj_theme_again(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n;) {
        unsigned length = 0;
        for (unsigned period = 4; period <= SAW_LONGEST && !length && kj_line_attacks(l, i);
             period += 2) {
            unsigned again = again_from(l, i, period);
            length = again >= period ? again + period : 0;
        }
        if (length) {
            kj_theme_hit(out, i);
            kj_theme_hit(out, i + length - 1);
        }
        i += length ? length : 1;
    }
}

/* Whether a hand is another with exactly one piece exchanged for one of another kind. */
static bool one_exchanged(const KjTables *t, KjHand a, KjHand b)
{
    unsigned more = 0, less = 0;
    for (unsigned k = 0; k < t->n_hand; k++) {
        unsigned x = kj_hand_count(t, a, t->hand_kind[k]), y = kj_hand_count(t, b, t->hand_kind[k]);
        more += y > x ? y - x : 0;
        less += x > y ? x - y : 0;
    }
    return more == 1 && less == 1;
}

static bool same_board(const KjPosition *a, const KjPosition *b)
{
    return a->key == b->key && a->side == b->side &&
           memcmp(a->board, b->board, sizeof a->board) == 0;
}

/* The board comes back with one piece of the attacker's hand exchanged for another. */
void kj_theme_exchange(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++) {
        if (!kj_line_attacks(l, i))
            continue;
        for (unsigned j = i + 2; j <= l->n && j <= i + PERIOD_LONGEST; j += 2)
            if (same_board(&l->pos[i], &l->pos[j]) &&
                one_exchanged(l->t, l->pos[i].hand[l->attacker], l->pos[j].hand[l->attacker])) {
                kj_theme_hit(out, i);
                kj_theme_hit(out, j - 1);
                i = j - 1; // periods do not overlap
                break;
            }
    }
}

/* Whether `b` is `a` without exactly one piece, and that is `gone`. */
static bool lost_one(const KjTables *t, const KjPosition *a, const KjPosition *b, KjPiece gone)
{
    unsigned lost = 0;
    for (unsigned s = 0; s < t->squares; s++) {
        if (a->board[s] == b->board[s])
            continue;
        if (a->board[s] != gone || b->board[s] != KJ_NONE || ++lost > 1)
            return false;
    }
    return lost == 1;
}

/* The board comes back less one promoted piece of the defender: a period, of more than one move. */
void kj_theme_peel(const KjThemeLine *l, const char *letter, KjThemeFound *out)
{
    KjKind kind = kj_game_kind(l->game, letter[0]);
    if (kind == KJ_NONE || !l->t->promotes[kind])
        return;
    KjPiece gone = kj_piece(l->defender, kind | KJ_PROMOTED);
    for (unsigned i = 0; i < l->n; i++) {
        if (!kj_line_attacks(l, i))
            continue;
        for (unsigned j = i + 4; j <= l->n && j <= i + PERIOD_LONGEST; j += 2)
            if (lost_one(l->t, &l->pos[i], &l->pos[j], gone)) {
                kj_theme_hit(out, i);
                kj_theme_hit(out, j - 1);
                i = j - 1;
                break;
            }
    }
}
