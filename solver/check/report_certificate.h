/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The certificate of a whole report: what a check found, written down so that a program that trusts
 * nothing of Kanju can check it. The format is docs/report-certificate.md.
 */
#pragma once

#include "solver/certify/certify.h"
#include "solver/check/check.h"

/* Asked for by KjCheckOptions.certificate, and what became of it. */
typedef struct KjReportCertificate {
    // Gets the bytes before compression, all of them only when the whole is known to be complete.
    KjCertificateSink sink;
    uint64_t effort; // nodes that the writing may take; 0: 20 million, and 20 for each of the check
    bool written;
    KjWork verdict; // that is claimed, unknown where the report's was not all shown
    // Why not: what a report like this one cannot be certified for, or what the sink said,
    // in the language of messages. (owned)
    char *failure;
    bool cannot; // it is of a kind that has no certificate; else something failed
    uint64_t facts, bytes;
    unsigned claims, open; // moves beside the line; of these, not decided, or not shown in time
    unsigned pieces,
        open_pieces; // of which it is said whether the work needs them; of these, likewise
    bool no_pieces;  // there is a line, the attacker begins, and nothing is said of pieces
    uint64_t nodes;  // that the writing took
} KjReportCertificate;

/*
 * Writes the certificate of the length of `result`, a mate, by the rule of interpositions it was
 * found with; where all interpositions count, that of the shortest mate. As kj_certify in all else.
 * KJ_CERTIFY_ERROR_UNDECIDED also where such lengths have none: by some rules, and where longer
 * variations are excused (KjResult.tolerated).
 */
bool kj_certify_length(KjSolver *solver, const KjPosition *root, KjSide attacker,
                       const KjResult *result, const KjLimits *limits, KjCertificateSink sink,
                       KjCertifyCount *out_count, GError **error);
