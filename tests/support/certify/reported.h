/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A work on its whole way: checked, its report certified and the certificate verified, in memory. */
#pragma once

#include "repl/verify/verify.h"
#include "solver/check/check.h"
#include "solver/check/report_certificate.h"

typedef struct {
    KjReport report;
    KjReportCertificate certificate;
    GByteArray *bytes; // of it, before compression
    GArray *claims;    // of KvMoveClaim, as the verifier told them
    KvResult verdict;
} Reported;

/* A solver whose reports can have a certificate. (transfer full) */
KjSolver *reported_solver(void);

/* What the verifier says of bytes; `claims` (may be NULL) gets what it is told of moves. */
KvResult reported_verify(const GByteArray *bytes, GArray *claims);

/*
 * Checks a work, sente or gote attacking, and verifies the certificate of the report: every move
 * must be called there what the report calls it, or be open. NULL, or what went wrong, to be freed.
 * Clear `out` in any case. A report that cannot have one is no fault.
 */
char *reported_run(KjSolver *solver, const KjPosition *root, const KjProfile *profile,
                   const KjLimits *limits, Reported *out);

/* Whether a move is called in the claims what it is in a report, or is open there. */
bool reported_agrees(const GArray *claims, const KjCheckNode *node, const KjAlternative *alt);

/* Whether the claims about pieces are what a report says, or open on either side. */
bool reported_agrees_on_pieces(const GArray *claims, const KjReport *report, const KjGame *game);

void reported_clear(Reported *r);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reported, reported_clear)

typedef struct {
    bool brute_force;             // the moves are named by brute force too, where that is possible
    unsigned named;               // so many
    unsigned pieces, open_pieces; // useless, or not decided
    unsigned bounded;             // open moves with a bound
    unsigned works, without, moves, open, by_verdict[KJ_WORK_UNKNOWN + 1];
    uint64_t facts, bytes, check_nodes, write_nodes;
} ReportedTotal;

/* Random problems of a game (switched_game), under each profile in turn, until so many have been
 * certified. Prints the first that fails. */
bool reported_random(const char *game, uint64_t seed, unsigned wanted, uint64_t nodes,
                     ReportedTotal *total);

/* Every `step`-th work of a list (work_list.h), likewise. */
bool reported_list(const char *path, unsigned step, uint64_t nodes, ReportedTotal *total);

void reported_print(const char *what, const ReportedTotal *total);
