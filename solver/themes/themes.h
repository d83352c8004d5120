/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Themes of a work: what kind it is (docs/themes.md) and which devices its main line shows.
 * Each is a row of data: a code, names and a function that looks for it; docs/themes.md
 * defines them all. A game without the pieces a theme is about never shows it.
 */
#pragma once

#include "solver/themes/solved.h"

typedef enum {
    KJ_THEME_GENRE,   // of the diagram, or of the diagram and the mate
    KJ_THEME_ATTACK,  // a device of the attacker
    KJ_THEME_DEFENCE, // of the defender
    KJ_THEME_PATTERN, // of a stretch of the line
} KjThemeGroup;

typedef struct KjThemeFound KjThemeFound;
typedef struct KjThemeLine KjThemeLine;
typedef void (*KjThemeFn)(const KjThemeLine *line, const char *arg, KjThemeFound *out);

typedef struct {
    const char *code; // stable, lower case, words joined by '-'
    const char *name_ja, *name_en;
    KjThemeGroup group;
    bool asks; // needs to know whether other moves mate
    KjThemeFn find;
    const char *arg; // what `find` is to look for: letters of pieces and the like; NULL: nothing
} KjTheme;

/* A theme of a work. */
struct KjThemeFound {
    const KjTheme *theme;
    KjTri state; // KJ_YES, or KJ_OPEN when an answer that decides it was not to be had
    GArray
        *plies; // unsigned, from 1, ascending: the moves that show it; of a pattern the first and
                // the last; none for a genre
};

/* The rows, and how many there are. Static. */
const KjTheme *kj_theme_at(size_t index);
size_t kj_theme_count(void);

/* The row with this code, or NULL. Static. */
const KjTheme *kj_theme_find(const char *code);

/*
 * The themes a work shows (KJ_YES) or may show (KJ_OPEN), in the order of the rows: an array of
 * KjThemeFound, to be freed with g_array_unref. With `asking` false, rows that ask are left out.
 * The line should end in mate; genres about the mate are not looked for if it does not. At most a
 * few questions a ply.
 */
GArray *kj_themes_of(const KjSolvedWork *work, bool asking);

/*
 * Those of `wished` (bit i: kj_theme_at(i)) that a work has the shape of: it shows them, if whatever
 * they would ask is answered as they need it. Nobody is asked.
 */
uint64_t kj_themes_shape(const KjSolvedWork *work, uint64_t wished);

/* How much of a period of `manoeuvre-again` the line begins with, per cent: so many of the first
 * moves come again a period later. */
unsigned kj_themes_again_percent(const KjSolvedWork *work);

/*
 * Whether a pawn drop that is legal at `pos`, the attacker to move, would be a pawn-drop mate if one
 * of these pieces of his were promoted: what a move that declines to promote leads to.
 */
bool kj_themes_declined_helps(const KjPosition *pos, KjBb pieces);

/* A list of KjThemeFound without any. (transfer full) */
GArray *kj_themes_new(void);

/* The theme with this code among those found, or NULL. */
const KjThemeFound *kj_themes_get(const GArray *found, const char *code);

/* Numbers of a work (docs/themes.md). */
typedef struct {
    unsigned king_squares;             // different squares it stands on, the first included
    unsigned captures;                 // by the attacker
    unsigned pieces_start, pieces_end; // on the board, kings included
} KjSolvedFacts;

KjSolvedFacts kj_solved_facts(const KjSolvedWork *work);
