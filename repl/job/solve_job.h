/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The jobs of `solve`: a problem, who attacks, and the result; how options become limits.
 */
#pragma once

#include "core/notation/notation.h"
#include "repl/job/exit.h"
#include "repl/job/files.h"
#include "repl/job/input.h"
#include "repl/job/solver_cache.h"
#include "solver/certify/certify.h"
#include "solver/check/check.h"
#include "solver/refutation/refute.h"
#include "solver/solver.h"

/* One problem on its way through the solver. */
typedef struct {
    KjInput *input; // not owned; its position is the root
    unsigned index; // of the problems of the call
    bool mated;     // asked for before it is prepared: the moves may have left the mover none
    bool usable;    // false: input->error says why not
    KjSide attacker;
    unsigned missing; // pieces of the set in nobody's hand
    const char *note; // what the reader of the answer should know, or NULL; static
    KjResult result;
    bool first;                // the result is the first mate only, another one follows
    bool shown;                // the board was drawn with the first mate
    char *failure;             // why the solver could not begin, or NULL
    bool refused;              // because of a file that was given, which `failure` begins with
    const char *checkpoint;    // the file the search is kept in, or NULL; not owned
    uint64_t resumed_nodes;    // of the runs before that it goes on from
    char *certificate;         // the file it goes to, or NULL
    KjOver over;               // what that may be written over
    KjCertifyCount certified;  // what was written there
    char *certificate_failure; // why it was not, or NULL
    bool certificate_limited;  // because of a limit
    KjMoveTree *solution;      // the solution with its variations, if asked for, or NULL
    KjRefutation *refutation;  // why there is no mate, or NULL
} KjSolveJob;

/* What a certificate of a mate proves beside it: choices of --certificate-length, in their order. */
typedef enum {
    KJ_CERTIFY_MATE,
    KJ_CERTIFY_SHORTEST,     // no shorter one exists, every interposition counted
    KJ_CERTIFY_CONVENTIONAL, // nor by the rule of interpositions in force, by which it is counted
} KjMateClaim;

/* What the options of a call ask for. */
typedef struct {
    KjSolverOptions solver; // memory for one thread
    KjLimits limits;        // stop not set
    unsigned threads;
    bool deterministic; // each search has one thread
    bool hisshi;        // --goal
    bool diagrams;
    bool first;          // mates are reported when they are found and when they are shortest
    bool first_defect;   // of checks
    unsigned spares;     // of checks: as in KjCheckOptions
    KjMateClaim certify; // what certificates of mates prove
    bool certify_proved; // for KJ_CERTIFY_MATE: that of the shortest where it is proved
    bool refutation;     // whole trees of them, not only the nearest failure
    bool explain;        // a sentence on each move of a solution
    unsigned tree_plies, tree_moves; // as deep and as wide
    KjNotation notation;
    const char *profile; // its name; static
    KjProfile rules;     // the same with the switches of the call, what a work is judged by
} KjSolveRequest;

/* Whether nothing is asked for together with --any that is about other lengths. Errors:
 * KJ_USAGE_ERROR. */
bool kj_solve_any_fits(const KjValues *values, GError **error);

/* Whether none of the options `others` is set where the goal is 必至: they are about mates by checks.
 * Errors: KJ_USAGE_ERROR. */
bool kj_solve_goal_fits(const KjValues *values, const KjOptionId *others, unsigned n,
                        GError **error);

/* What --memory means, in MiB: as asked for, else at most half of the machine's. */
size_t kj_solve_memory_mib(const KjValues *values);

/* Who gives mate by --attacker in a problem that begins with `root`. */
KjSide kj_solve_attacker(const KjValues *values, const KjPosition *root);

/* Reads the options of a call for `n_problems` problems. */
void kj_solve_request(const KjValues *values, unsigned n_problems, KjSolveRequest *out);

/*
 * Decides who attacks, completes the defender's hand if the call asks for it, and looks whether the
 * problem can be searched; if not, input->error says why.
 */
void kj_solve_prepare(const KjValues *values, KjSolveJob *job);

/* Searches a problem, with the moves before it in the solver's view, within `limits`. */
void kj_solve_job_search(KjSolver *solver, const KjLimits *limits, KjSolveJob *job);

/* What a job asks the solver, to be remembered with its answer. Points into the job. */
KjQuestion kj_solve_question(const KjSolveRequest *request, const KjSolveJob *job);

/* Whether the side to move is mated as it stands: a mate without a move. */
bool kj_solve_is_over(const KjResult *result);

/* What the reader of a finished job should know, in the language of people or else in English;
 * NULL: nothing. (transfer full) */
char *kj_solve_note(const KjSolveJob *job, bool for_people);

/* As kj_solve_note, of the line alone: that it is not the main line of the length said. */
char *kj_solve_line_note(const KjResult *result, bool for_people);

/* Frees what a job owns; the input stays. */
void kj_solve_job_clear(KjSolveJob *job);

/* The exit status of an answer. */
KjExit kj_solve_exit(KjVerdict verdict);
