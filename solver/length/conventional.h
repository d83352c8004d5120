/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conventional lengths: futile interpositions not counted, pieces left over judged (docs/rules.md
 * R12). Internal to solver/. The argument why they are exact is in docs/solver.md §10.
 */
#pragma once

#include "solver/search/table_probe.h"

typedef struct KjConventional KjConventional;

/* Questions about positions of one problem to a search whose bare results are in its table. It
 * keeps what it finds out until it is freed; `s` must outlive it. (transfer full) */
KjConventional *kj_conventional_new(KjSearch *s);
void kj_conventional_free(KjConventional *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjConventional, kj_conventional_free)

/*
 * Whether `pos` is a mate within `len` plies by the convention of the options: KJ_MATE, KJ_NOMATE,
 * or KJ_UNKNOWN when a limit came first (s->stopped tells). With `leaving`, a mate of exactly `len`
 * plies counts only if the attacker has something left in hand at its end: the attacker's choice
 * comes first, then the defender's.
 */
KjVerdict kj_conventional_within(KjConventional *c, const KjPosition *pos, unsigned len,
                                 bool leaving);

/*
 * A lower bound of the conventional (and so of the bare) length of `pos`, a mate within `most`:
 * `most` if no shorter mate exists. `out_exact` tells whether a limit came first (false: the bound
 * is just `least`).
 */
unsigned kj_conventional_at_least(KjConventional *c, const KjPosition *pos, unsigned least,
                                  unsigned most, bool *out_exact);

/* Whether there is no mate within `len` plies where futile interpositions may be taken for nothing,
 * and so none by any convention: true as far as is known, or (`known` false) is searched for within
 * the limits. */
bool kj_conventional_none_relaxed(KjConventional *c, const KjPosition *pos, unsigned len,
                                  bool known);

/* A reply at `pos`, the defender to move, by which there is no such mate within `len` plies, searched
 * for; KJ_MOVE_NONE: there is one, or it is not decided. */
KjMove kj_conventional_holding_reply(KjConventional *c, const KjPosition *pos, unsigned len);

/* As kj_conventional_none_relaxed, as far as is known, at a place. *out_effort: what it took to find
 * out, as kj_effort. */
bool kj_conventional_none_at(const KjConventional *c, const KjTables *t, const KjPlace *place,
                             unsigned len, unsigned *out_effort);

/* As kj_conventional_none_relaxed, as far as is known, after a reply that interposes. What it offers
 * the attacker may take at once: neither does he mate so within a ply more. */
bool kj_conventional_none_offered(const KjConventional *c, const KjPosition *pos, KjMove reply,
                                  const KjShortcut *offered, unsigned len);

/* Whether the defender, to move at `pos`, has no reply but futile interpositions, or none: a mate
 * on the spot. */
KjVerdict kj_conventional_mated(KjConventional *c, const KjPosition *pos);

/* Whether `reply` of the defender, to move at `pos`, a mate, is a futile interposition. */
KjVerdict kj_conventional_futile(KjConventional *c, const KjPosition *pos, KjMove reply);

/*
 * The main line (docs/rules.md R12): from `root`, of conventional length `len` exactly, at each
 * turn a move that keeps to that value. `leaves` is whether the attacker can leave something
 * (kj_conventional_within); where that is KJ_UNKNOWN, the line keeps to the length, and to the rest
 * from where it becomes known. Fills out->line, n_line, line_complete, line_kind and leftover; the
 * line is not complete if a limit came first.
 */
void kj_conventional_line(KjConventional *c, const KjPosition *root, unsigned len, KjVerdict leaves,
                          KjResult *out);

/*
 * Under options.tolerance (R12.22): `root`, of conventional length `len` exactly, is as long as the
 * longest line that leaves nothing in hand, if variations that leave something may be longer than
 * that by up to `tolerance` plies; where several tolerances give such a line, the least counts.
 * Returns that length and its line, as kj_conventional_line does; or `len`, and no line, if best
 * play leaves nothing, if there is no such line that is shorter, or if a limit came first.
 */
unsigned kj_conventional_tolerated(KjConventional *c, const KjPosition *root, unsigned len,
                                   KjResult *out);
