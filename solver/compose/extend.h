/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Works made longer in front (逆算): a reply of the defender and a move of the attacker are taken
 * back, and what was the diagram is the position after two plies.
 */
#pragma once

#include <glib.h>

#include "core/rules/unmove.h"
#include "solver/compose/judgement.h"

enum { KJ_NEW_PLIES = 2 };

/* The two plies in front of a work, and the diagram before them. */
typedef struct {
    KjPosition position;
    KjUnmove attack, reply;
} KjExtension;

/*
 * All of them, each position once for each pair of moves, in a fixed order: an array of
 * KjExtension. The attacker is to move in `root`, and no king can be captured there. The first move
 * is a safe check (`any_move`: safe), the reply safe; neither says that there is a mate.
 * (transfer full, g_array_unref)
 */
GArray *kj_extensions(const KjPosition *root, KjSide attacker, bool any_move);

/*
 * Judges an extension: `wish` is that of the work it extends, whose line stays the line after the
 * two plies, and which is sound, so that the first check asks about the new plies alone
 * (docs/composing.md says why that is enough); the last check, if the wish does not screen only, is
 * that of the whole, as in kj_judge.
 */
void kj_extension_judge(KjSolver *solver, const KjWish *wish, const KjExtension *extension,
                        KjJudgement *out);

/* The line of an extension: the two plies and the line of `n` moves. (transfer full, g_free) */
KjMove *kj_extension_line(const KjExtension *extension, const KjMove *line, unsigned n);
