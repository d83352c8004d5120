/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of theme detectors share. Internal to solver/themes/. */
#pragma once

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/themes/themes.h"

/* A work with all its positions, as detectors see it. */
struct KjThemeLine {
    const KjSolvedWork *work;
    const KjGame *game;
    const KjTables *t;
    KjSide attacker, defender;
    unsigned n;            // plies
    const KjMove *move;    // n
    const KjPosition *pos; // n + 1; pos[i] is before move[i]
    bool mated;            // the line ends in mate
};

/* The line of a work as it is before it is known to end in mate; `positions` are those of
 * kj_solved_positions(), and outlive it. */
static inline KjThemeLine kj_theme_line(const KjSolvedWork *work, const KjPosition *positions)
{
    return (KjThemeLine){
        .work = work,
        .game = work->root->game,
        .t = work->root->game->t,
        .attacker = work->attacker,
        .defender = kj_other(work->attacker),
        .n = work->n_line,
        .move = work->line,
        .pos = positions,
    };
}

/* Says that ply `index` (from 0) shows the theme. */
void kj_theme_hit(KjThemeFound *out, unsigned index);

/* Says that the whole work does. */
void kj_theme_yes(KjThemeFound *out);

/* Says that it was not found out whether the theme is shown; a hit overrides it. */
void kj_theme_open(KjThemeFound *out);

static inline bool kj_line_attacks(const KjThemeLine *l, unsigned index)
{
    return l->pos[index].side == l->attacker;
}

/* The kind a move puts on its target: after promotion. */
static inline KjKind kj_line_kind(const KjThemeLine *l, unsigned index)
{
    return kj_piece_kind(l->pos[index + 1].board[kj_move_to(l->move[index])]);
}

/* The squares from which a slider of the defender or attacker sees `square`, which may be empty. */
KjBb kj_sliders_on(const KjPosition *pos, KjSide side, unsigned square);

// genre.c
void kj_theme_bare_king(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_two_kings(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_smoke(const KjThemeLine *l, const char *without, KjThemeFound *out);
void kj_theme_centre(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_corner(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_return(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_one_kind(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_only(const KjThemeLine *l, const char *letters, KjThemeFound *out);
void kj_theme_without(const KjThemeLine *l, const char *letters, KjThemeFound *out);
void kj_theme_simple(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_no_attackers(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_no_defenders(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_whole_set(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_model_mate(const KjThemeLine *l, const char *arg, KjThemeFound *out);

// attack_devices.c
void kj_theme_sacrifice(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_focal(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_long_drop(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_exact_drop(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_unpromoted(const KjThemeLine *l, const char *letter, KjThemeFound *out);
void kj_theme_dragon_at_one(const KjThemeLine *l, const char *letter, KjThemeFound *out);
void kj_theme_knight_mate(const KjThemeLine *l, const char *letter, KjThemeFound *out);
void kj_theme_drop_mate_avoided(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_discovered(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_double(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_stronger_first(const KjThemeLine *l, const char *letters, KjThemeFound *out);
void kj_theme_promoted_drop(const KjThemeLine *l, const char *arg, KjThemeFound *out);

// defence_devices.c
void kj_theme_interposition(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_moving(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_mid(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_moving_mid(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_given(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_choice(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_counter_check(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_privilege(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_try(const KjThemeLine *l, const char *arg, KjThemeFound *out);

// pattern.c
void kj_theme_saw(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_again(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_exchange(const KjThemeLine *l, const char *arg, KjThemeFound *out);
void kj_theme_peel(const KjThemeLine *l, const char *letter, KjThemeFound *out);
