/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a check does not mate, what a move of a solution does, and what a reply that loses allows, in a
 * sentence (docs/refutation.md). */
#pragma once

#include "core/notation/notation.h"
#include "solver/refutation/refute.h"
#include "solver/themes/themes.h"

/*
 * "the king takes the checking R, and no check is left; the only reply that holds": what the reply
 * to an attack does, what is left of the attack after it, and which replies refute. `pos` is the
 * position after the attack, the defender to move. Only what `t` has as proved and what the rules
 * show at once is said, without full stop: of n_replies 0 nothing about other replies. "" if there
 * is nothing to say. (transfer full)
 */
char *kj_because(const KjPosition *pos, const KjFailure *t);

/* A move that a mate follows, of either side: all that a sentence on it is made of. */
typedef struct {
    const KjPosition *pos; // before it
    KjSide attacker;
    KjMove move;
    const KjMove
        *line;       // what follows, as far as it is known; of the defender's move in the main line
    unsigned n_line; // nothing, as that one is not said to lose
    unsigned plies;  // of the mate that follows; 0: not known
    bool exact;      // none is shorter
    KjMove instead;  // the reply of the main line where the move is another one; or KJ_MOVE_NONE
    bool told;       // the line stands beside the sentence, which need not name the answer
    bool futile;     // an interposition that does not count as a move (無駄合)
    bool only;       // it is known that no other attack mates
    const GArray *themes; // of KjThemeFound: of a line that has this move as its ply `ply`, from 1;
    unsigned ply;         // NULL: not looked for
    KjNotation notation;
} KjMating;

/*
 * "S is given up at 2b; G on 3b no longer guards 4b; no other check mates", "G*2b mates; ...": of
 * the attacker's move what it does, of the defender's what it allows, and the themes it shows. Only
 * what the moves themselves show by the rules and what `m` has as proved is said, without full stop.
 * "" if there is nothing to say. (transfer full)
 */
char *kj_because_mates(const KjMating *m);

/*
 * The themes of a line for KjMating, which ask whether other moves mate: little of a solver that the
 * position was solved with, or nobody where it is NULL. What is not answered is left out. `n` moves
 * from `pos` on. (transfer full)
 */
GArray *kj_because_themes(KjSolver *solver, const KjPosition *pos, KjSide attacker,
                          const KjMove *line, unsigned n, const KjLimits *limits);
