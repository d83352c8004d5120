/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions to a solver whose table is warm: which move mates, which reply refutes, what the main
 * line of a mate is. What the table has dropped is searched again. Internal to solver/.
 */
#pragma once

#include "solver/search/search.h"

/* What the table knows of a mate within `len` plies from `pos`, without searching. */
KjNodeValue kj_probe_known(const KjSearch *s, const KjPosition *pos, unsigned len);

/* What it knows of a mate within `len` plies after a move of `pos`, without playing it. */
KjNodeValue kj_probe_known_after(const KjSearch *s, const KjPosition *pos, KjMove move,
                                 unsigned len);

/* The same after a reply that offers a shortcut (futile.h), the search being relaxed. */
KjNodeValue kj_probe_known_offered(const KjSearch *s, const KjPosition *pos, KjMove reply,
                                   const KjShortcut *shortcut, unsigned len);

/* Where the table has what it knows of a position; of any part of it. */
typedef struct {
    KjKey key;
    KjHand hand;
} KjPlace;

/* The place of the position after a move, without playing it. What is there is on its way then. */
KjPlace kj_probe_place(const KjSearch *s, const KjPosition *pos, KjMove move);

/* Whether there is known to be no mate within `len` plies; *out_effort: what it took to find out, as
 * kj_effort. */
bool kj_probe_refuted(const KjSearch *s, const KjTables *t, const KjPlace *place, unsigned len,
                      unsigned *out_effort);

/* Whether a defender without safe moves, to move at `pos`, has lost. */
bool kj_probe_mated(const KjSearch *s, const KjPosition *pos);

/* A move out of `attacks` that mates as it is or, by what the table knows, within `len` plies in
 * all; as below, but without searching. */
KjMove kj_probe_known_attack(const KjSearch *s, KjPosition *pos, const KjMoveList *attacks,
                             unsigned len, unsigned *out_left);

/*
 * A move out of `attacks` (all that count at `pos`, the attacker to move) that mates within `len`
 * plies in all, the one with the smallest known bound; searched for if none is known. KJ_MOVE_NONE
 * if there is none or a limit came first (s->stopped tells). `out_left` gets a bound on the plies
 * after it. `pos` is as before on return.
 */
KjMove kj_probe_attack(KjSearch *s, KjPosition *pos, const KjMoveList *attacks, unsigned len,
                       unsigned *out_left);

/*
 * Writes the main line from `root`, a mate within `plies`, into `out`: the attacker's shortest
 * against the defender's longest as far as known or, with `exact`, as searched for within the
 * limits of `s`. Sets out->line, n_line, line_complete and leftover.
 */
void kj_line_find(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out);

/* Writes the main line as far as the table knows it, without searching: where it has gaps, no line
 * at all. */
void kj_line_known(KjSearch *s, const KjPosition *root, unsigned plies, KjResult *out);
