/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A solved work: a position, its main line, and somebody to ask about other positions. What themes,
 * difficulty and useless pieces are judged by; none of them searches by itself.
 */
#pragma once

#include "core/rules/movegen.h"
#include "solver/solver.h"

enum { KJ_SOLVED_ANY = 0xffff }; // any length

/*
 * Does the attacker of the work mate from `pos` within `len` plies (KJ_SOLVED_ANY: at all), whoever
 * is to move? Lengths are counted as those of the line. KJ_UNKNOWN when a limit comes first.
 */
typedef KjVerdict (*KjMateFn)(void *data, const KjPosition *pos, unsigned len);

typedef struct {
    const KjPosition *root;
    KjSide attacker;
    const KjMove *line; // the main line, legal from the root on; either side may begin
    unsigned n_line;
    KjMateFn mates; // NULL: nobody to ask, what needs it is unknown
    void *data;
    bool
        quiet; // the goal is 必至: the attacker may play any move, and "mates" is that it is forced
    bool only_last;    // another mate at once at the last ply is one too many; else it is none
    bool late_at_last; // one there that takes longer is none too many; else it is
} KjSolvedWork;

/* The moves of the attacker, to move at `pos`, that may be solutions. */
void kj_solved_attacks(const KjSolvedWork *work, const KjPosition *pos, KjMoveList *list);

/* Something that is so, is not so, or was not found out. */
typedef enum { KJ_NO, KJ_YES, KJ_OPEN } KjTri;

/* "no", "yes", "unknown". Static. */
const char *kj_tri_text(KjTri tri);

/* Whether there is a mate. */
KjTri kj_tri_of(KjVerdict mate);

/* The verdict of the work's asker on `pos`; KJ_UNKNOWN when there is none. */
static inline KjVerdict kj_solved_mates(const KjSolvedWork *work, const KjPosition *pos,
                                        unsigned len)
{
    return work->mates ? work->mates(work->data, pos, len) : KJ_UNKNOWN;
}

/* As kj_solved_mates, after `move` of `pos`. `len` counts from there. */
static inline KjVerdict kj_solved_mates_after(const KjSolvedWork *work, const KjPosition *pos,
                                              KjMove move, unsigned len)
{
    KjPosition after = *pos;
    KjUndo undo;
    kj_position_make(&after, move, &undo);
    return kj_solved_mates(work, &after, len);
}

/* Whether the defender, to move at `pos`, is mated: in check without a move, or without one that
 * counts by the convention of the work's lengths; with `quiet`, whether it is 必至. KJ_OPEN where the
 * work's asker does not know. */
KjTri kj_solved_mated(const KjSolvedWork *work, const KjPosition *pos);

/* Every position of the line, n_line + 1 of them, to be freed with g_free. */
KjPosition *kj_solved_positions(const KjSolvedWork *work);
