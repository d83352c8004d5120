/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of a small mate problem by brute force: the graph of all mates is built on the
 * generators of core, values are its least fixed point, and the moves beside a line are named by
 * the definitions of docs/check.md and docs/rules.md R12.19-R12.22, word for word. It shares
 * nothing with solver/ if the oracle does not. What the definitions leave open gets several names.
 * Every interposition counts here, or hardly any, or as a rule says, see ClassifyBy.
 */
#pragma once

#include <glib.h>

#include "core/rules/movegen.h"
#include "solver/solver.h"

/* What a move beside the line may be called; bits, in the order of classify_code. */
typedef enum {
    CLASSIFY_FAILS = 1 << 0,
    CLASSIFY_EARLY = 1 << 1,
    CLASSIFY_EQUAL = 1 << 2,
    CLASSIFY_LATE = 1 << 3,
    CLASSIFY_LAST = 1 << 4,
    CLASSIFY_CHOICE = 1 << 5,
    CLASSIFY_PROMOTION = 1 << 6,
    CLASSIFY_ORDER = 1 << 7,
    CLASSIFY_REJOIN = 1 << 8,
    CLASSIFY_DETOUR = 1 << 9,
    CLASSIFY_MIRROR = 1 << 10,
    CLASSIFY_SHORTER = 1 << 11, // from here on the defender's
    CLASSIFY_LEFTOVER = 1 << 12,
    CLASSIFY_SAME = 1 << 13,
    CLASSIFY_SAME_LAST = 1 << 14,
    CLASSIFY_LONGER = 1 << 15,
    CLASSIFY_NOT_MAIN = 1 << 16,
    CLASSIFY_ESCAPE = 1 << 17,
    CLASSIFY_FUTILE = 1 << 18,
} ClassifyCode;

enum { CLASSIFY_CODES = 19 };

/* "fails", "early", ...: the codes of docs/check.md. Static. */
const char *classify_code(unsigned bit);

typedef struct {
    unsigned ply; // moves made before it
    KjMove move;
    unsigned names; // ClassifyCode bits: one, or all that would be right
    int plies;      // mate in so many from its node, it included; -1 none
} ClassifyMove;

typedef struct Classify Classify;

/* Is there a mate from this position, whoever is to move: 1 yes, 0 no, -1 not known. */
typedef int (*ClassifyOracle)(void *data, const KjPosition *pos);

/* What is asked about positions; what does not mate need not be looked into. */
typedef struct {
    ClassifyOracle mates;
    void *data;
    unsigned limit; // positions of the graph
    // Leave out every interposition from hand that can be taken with check: more than is futile by
    // any definition of R12.19. What is the same with and without it holds under all of them.
    bool no_interpositions;
    // Or leave out those that are futile as this rule says; lengths of more than `depth` plies give
    // up.
    KjInterpositions rule;
    unsigned depth;
} ClassifyBy;

/*
 * The graph of all mates below a position, and below those of a line (which need not mate); NULL if
 * it gets too big or a question has no answer. No king may be capturable.
 */
Classify *classify_new(const KjPosition *root, KjSide attacker, const ClassifyBy *by,
                       const KjMove *line, unsigned n);
void classify_free(Classify *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Classify, classify_free)

/* Plies to mate from the root, -1 none; pieces left over then by best play of both (R12.20). */
int classify_plies(const Classify *c, bool *out_leftover);

/* A line of best play by R12.20, first moves first; owned by the caller, KjMove. Empty: no mate. */
GArray *classify_line(const Classify *c);

/*
 * Names every other move at every position of a line, which must be legal, checks throughout and
 * mates: an array of ClassifyMove. NULL if the line is none of that.
 */
GArray *classify_moves(const Classify *c, const KjMove *line, unsigned n);

/* The position it was made for. */
const KjPosition *classify_root(const Classify *c);
