/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices of the defender (docs/themes.md). */
#include "solver/themes/themes-priv.h"

/* Whether ply `i` puts a piece between the king and a slider that checks it. */
static bool interposes(const KjThemeLine *l, unsigned i)
{
    const KjPosition *pos = &l->pos[i];
    if (kj_line_attacks(l, i))
        return false;
    unsigned king = pos->king[l->defender], to = kj_move_to(l->move[i]);
    KjBb checkers = kj_checkers(pos, l->defender);
    return checkers && !kj_bb_many(checkers) && kj_move_from(l->move[i]) != king &&
           kj_bb_has(l->t->between[king][kj_bb_first(checkers)], to);
}

/* Whether no other piece of the defender, the king included, guards the piece that ply `i` put
 * there. */
static bool unguarded(const KjThemeLine *l, unsigned i)
{
    const KjPosition *after = &l->pos[i + 1];
    unsigned to = kj_move_to(l->move[i]);
    return !kj_attacked(after, l->defender, to, after->by_side[l->defender], kj_occupied(after));
}

static void find(const KjThemeLine *l, bool drop, bool mid, KjThemeFound *out)
{
    for (unsigned i = 0; i < l->n; i++)
        if (interposes(l, i) && kj_move_is_drop(l->move[i]) == drop && (!mid || unguarded(l, i)))
            kj_theme_hit(out, i);
}

void kj_theme_interposition(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    find(l, true, false, out);
}

void kj_theme_moving(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    find(l, false, false, out);
}

void kj_theme_mid(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    find(l, true, true, out);
}

void kj_theme_moving_mid(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    find(l, false, true, out);
}

/* Beside the king, taken at once, and not taken back. */
void kj_theme_given(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i + 1 < l->n; i++) {
        unsigned to = kj_move_to(l->move[i]);
        if (interposes(l, i) && kj_move_is_drop(l->move[i]) && kj_move_to(l->move[i + 1]) == to &&
            (i + 2 >= l->n || kj_move_to(l->move[i + 2]) != to) &&
            kj_bb_has(l->t->step[0][l->pos[i].king[l->defender]][l->t->step_class[l->t->king]], to))
            kj_theme_hit(out, i);
    }
}

/* Whether the interposition of ply `i` is the only kind on its square that holds out as long: every
 * other one, and there is one, is mated two plies earlier. */
static KjTri is_choice(const KjThemeLine *l, unsigned i)
{
    const KjPosition *pos = &l->pos[i];
    unsigned left = l->n - i - 1, others = 0;
    if (left < 3)
        return KJ_NO; // nothing can be shorter
    KjTri all = KJ_YES;
    for (unsigned k = 0; k < l->t->n_hand; k++) {
        KjMove other = kj_make_drop(l->t->hand_kind[k], kj_move_to(l->move[i]));
        if (other == l->move[i] || kj_move_legality(pos, other) != KJ_MOVE_LEGAL)
            continue;
        others++;
        KjVerdict v = kj_solved_mates_after(l->work, pos, other, left - 2);
        if (v == KJ_NOMATE)
            return KJ_NO;
        if (v == KJ_UNKNOWN)
            all = KJ_OPEN;
    }
    return others ? all : KJ_NO;
}

void kj_theme_choice(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++) {
        if (!interposes(l, i) || !kj_move_is_drop(l->move[i]))
            continue;
        KjTri tri = is_choice(l, i);
        if (tri == KJ_YES)
            kj_theme_hit(out, i);
        else if (tri == KJ_OPEN)
            kj_theme_open(out);
    }
}

void kj_theme_counter_check(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (!kj_line_attacks(l, i) && kj_in_check(&l->pos[i + 1], l->attacker))
            kj_theme_hit(out, i);
}

void kj_theme_privilege(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    for (unsigned i = 0; i < l->n; i++)
        if (!kj_line_attacks(l, i) && kj_move_keeps(l->move[i]))
            kj_theme_hit(out, i);
}

/* Whether some safe reply to `check` completes a try. */
static bool try_answers(const KjThemeLine *l, const KjPosition *pos, KjMove check)
{
    KjPosition after = *pos;
    KjUndo undo;
    KjMoveList replies;
    kj_position_make(&after, check, &undo);
    if (!(l->t->step[0][after.king[l->defender]][l->t->step_class[l->t->king]] &
          l->t->try_squares[l->defender]))
        return false;
    kj_gen_safe(&after, &replies);
    for (unsigned i = 0; i < replies.n; i++)
        if (kj_move_from(replies.move[i]) == after.king[l->defender] &&
            kj_is_try(&after, replies.move[i]))
            return true;
    return false;
}

/* Plies at which another check is answered by a try that wins at once. */
void kj_theme_try(const KjThemeLine *l, const char *arg, KjThemeFound *out)
{
    (void)arg;
    if (l->game->rules.try_rule != KJ_TRY_ON)
        return;
    for (unsigned i = 0; i < l->n; i++) {
        KjMoveList checks;
        if (!kj_line_attacks(l, i))
            continue;
        kj_gen_checks(&l->pos[i], &checks);
        for (unsigned k = 0; k < checks.n; k++)
            if (checks.move[k] != l->move[i] && try_answers(l, &l->pos[i], checks.move[k])) {
                kj_theme_hit(out, i);
                break;
            }
    }
}
