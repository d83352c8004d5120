/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs of `analyse`: a position, or a game ply by ply, and how they are printed. */
#pragma once

#include <stdatomic.h>

#include "repl/cli/commands.h"
#include "repl/job/solve_job.h"
#include "solver/analyse/analyse_position.h"
#include "solver/analyse/plies.h"

/* What the options of a call ask for. */
typedef struct {
    KjSolveRequest solve;
    uint64_t question_nodes, position_nodes; // 0: not said
    const char *kif;                         // --kif, or NULL
    bool at_set, from_set, to_set;
    unsigned at, from, to;
} KjAnalyseRequest;

/* One argument on its way. */
typedef struct {
    KjSolveJob solve;    // its input; its result is not used
    bool record;         // a game ply by ply; else one position
    atomic_llong begun;  // microseconds; 0: not yet
    atomic_bool overrun; // a limit of the whole was reached
    KjMove *line;        // all moves of the game; owned
    KjGameLine game;
    KjPlyReport *plies; // of a record, from `from` on; owned
    unsigned n_plies, n_done;
    bool cut;            // a limit of the whole, or Ctrl-C, came before its end
    KjPosition position; // of a position
    KjPast past;
    KjMove before;
    bool reported;
    KjPositionReport report;
    uint64_t nodes;
    double seconds;
} KjAnalyseJob;

/* Reads the options. Errors: KJ_USAGE_ERROR. */
bool kj_analyse_request(const KjValues *values, unsigned n_inputs, KjAnalyseRequest *out,
                        GError **error);

/* Prepares a job; what is wrong goes into the input's error. */
void kj_analyse_prepare(const KjAnalyseRequest *request, const KjCall *call, KjAnalyseJob *job);
void kj_analyse_job_clear(KjAnalyseJob *job);

/* Prints a finished job, as text or JSON. */
void kj_analyse_print(const KjSession *session, const KjCall *call, const KjAnalyseRequest *request,
                      const KjAnalyseJob *job);
void kj_analyse_print_fields(const KjAnalyseJob *job, KjPrinter *printer);
void kj_analyse_print_record(const KjSession *session, const KjCall *call,
                             const KjAnalyseRequest *request, const KjAnalyseJob *job);

/* "mate in 5", "mate in at most 7". (transfer full) */
char *kj_analyse_mate_text(unsigned plies, bool exact);

/* How a king stands that is under a threat of mate; NULL: not asked. (transfer full) */
char *kj_analyse_brink_text(const KjBrinkReport *brink);

/* A line from a position in the notation asked for, moves with blanks between. (transfer full) */
char *kj_analyse_line_text(const KjAnalyseRequest *request, const KjPosition *pos,
                           const KjResult *mate, KjMove before);

/* What was found of a ply, a sentence each, the most telling first; `colour` says how each is to be
 * drawn (an ANSI number, 0 none). Lines that were told of the ply before, which may be NULL, are
 * not told again. (element-type KjAnalyseRemark; transfer full) */
typedef struct {
    char *text; // owned
    unsigned colour;
} KjAnalyseRemark;
GArray *kj_analyse_remarks(const KjAnalyseRequest *request, const KjPlyReport *ply,
                           const KjPlyReport *previous);

/* The game with what was found as comments and mates as branches, as KIF. (transfer full) */
char *kj_analyse_kif(const KjAnalyseRequest *request, const KjAnalyseJob *job);
