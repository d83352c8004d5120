/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planted defects (tests/data/defects): what their rows say, by brute force, and reading them. */
#pragma once

#include "solver/solver.h"
#include "tests/support/brute_force/classify.h"
#include "tests/support/brute_force/reference.h"

enum { PLANTED_MAX_LINE = 64 };

/* A row of a file. */
typedef struct {
    char **column; // owned
    const char *id, *codes, *why;
    KjPosition pos;
    KjMove line[PLANTED_MAX_LINE];
    unsigned n_line;
} Planted;

/* Reads a row (id, position, plies, line, codes, why). NULL, or what is wrong with it, to be freed.
 * Clear `out` in any case. */
char *planted_read(Planted *out, const KjGame *game, const char *row);
void planted_clear(Planted *planted);

/* Calls `visit` with the rows of a game (tests/data/defects), those of every so many-th line. Ends the
 * program if one cannot be read. */
void planted_each(const char *game, unsigned every, void (*visit)(Planted *row, void *data),
                  void *data);

/* A line in USI, blanks between, `-` for none; to be freed. */
char *planted_line_text(const KjPosition *pos, const KjMove *line, unsigned n);

/*
 * What is to be said of a line: "code@ply:move" in the order of plies and of the list of checks or
 * replies, blanks between, `-` for nothing, shorter and failing moves and variations that leave a
 * piece over aside; to be freed. NULL if the line is none, or the definitions leave a name open.
 * `names` gets all codes, `leftover` whether the line ends with pieces to drop.
 */
char *planted_codes(const Classify *c, const KjMove *line, unsigned n, unsigned *names,
                    bool *leftover);

/* Whether the line is the solution and alone: nothing to be said but last moves and last
 * replies. */
bool planted_sound(const KjPosition *pos, const KjMove *line, unsigned n, const ClassifyBy *by);

/*
 * All that is to be said of a row's position and line: the codes above; "leftover" alone if pieces
 * are left; "useless" or "set" behind a sound line; "no-mate" or "drop-mate" without one. NULL if
 * something is open; to be freed.
 */
char *planted_all_codes(const KjPosition *pos, const KjMove *line, unsigned n,
                        const ClassifyBy *by);

/* Of these only what concerns moves: codes, or "no-mate" without a line. NULL if something is open,
 * or depends on whether interpositions count, or where `by` has a rule for these, on which. */
char *planted_move_codes(const KjPosition *pos, const KjMove *line, unsigned n,
                         const ClassifyBy *by);

/* Whether a row's lengths are those of the convention std2: "-std2-" in its id; and setting
 * that. */
bool planted_is_std2(const Planted *planted);
void planted_by_std2(ClassifyBy *by);

/* Whether some piece can be given to the defender so that the line stays sound; undecided counts as
 * so. */
bool planted_useless(const KjPosition *pos, const KjMove *line, unsigned n, const ClassifyBy *by);

/* Whether a position without a mate would have one if every pawn drop could mate; -1 undecided. */
int planted_drop_mate(const KjPosition *pos, const ClassifyBy *by);

/*
 * An oracle whose every "no mate" is shown: by the reference solver, or where that has no room by a
 * refutation of the solver's that the verifier of certificates accepts, with rules of its own
 * (repl/verify). A "mate" needs no showing: the graph of mates is made of them, and shows it or
 * not. A loop fails the attacker.
 */
typedef struct {
    Reference *reference; // for sente, checks only
    KjSolver *solver;     // with a loop that fails
    uint64_t nodes;       // for a question to it
    unsigned by_reference, by_certificate;
} PlantedProof;

/* `max_positions` for the reference solver. Ends the program without memory. */
PlantedProof planted_proof_new(unsigned max_positions, uint64_t nodes);
void planted_proof_clear(PlantedProof *proof);
int planted_proved(void *proof, const KjPosition *pos);
