/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates: a verdict written down so that a program that trusts nothing of the solver can
 * check it. The format is docs/certificate.md.
 */
#pragma once

#include "solver/solver.h"

#define KJ_CERTIFY_ERROR (kj_certify_error_quark())
GQuark kj_certify_error_quark(void);
typedef enum {
    KJ_CERTIFY_ERROR_UNDECIDED, // the verdict is unknown, or no shortest length was proved
    KJ_CERTIFY_ERROR_LIMIT,     // time, nodes, the stop flag, or a line too long to follow
    KJ_CERTIFY_ERROR_MEMORY,    // no memory for the set of records, or more of them than a
                                // reference can reach
    KJ_CERTIFY_ERROR_UNFOUNDED, // a move that the verdict needs does not exist: the verdict is
                                // wrong
} KjCertifyError;

/* Where the bytes of a certificate go. `write` returns false with an error to end it all. */
typedef struct {
    bool (*write)(void *data, const void *bytes, size_t n, GError **error);
    void *data;
} KjCertificateSink;

/* A `write` that adds to a GByteArray. */
bool kj_certificate_hold(void *array, const void *bytes, size_t n, GError **error);

/* The switch that follows the game in the header of a certificate, with a blank before it; "": none
 * that changes anything. */
const char *kj_certificate_switch(const KjGame *game);

typedef struct {
    bool shortest; // of a mate: certify also that there is no shorter one
    KjCertificateSink sink;
} KjCertifyOptions;

/* What was written. */
typedef struct {
    uint64_t records, references; // of all sections
    uint64_t bytes;               // header included, before compression
    unsigned depth;               // most records open at a time
    unsigned plies;               // of the claim; 0: of `nomate`
    bool alone;     // by a law that counts, but of the position without its past, what comes back
                    // failing
    uint64_t nodes; // searched again
    double seconds;
} KjCertifyCount;

/*
 * Writes the certificate of `result`, which is what kj_solver_solve has just answered about `root`
 * and `attacker` with this solver: its table makes this quick, and what it has dropped is searched
 * again. `limits` are those of the writing alone. `out_count` may be NULL. Errors: KJ_CERTIFY_ERROR
 * and those of the sink. What the sink got before an error is no certificate.
 */
bool kj_certify(KjSolver *solver, const KjPosition *root, KjSide attacker, const KjResult *result,
                const KjLimits *limits, const KjCertifyOptions *options, KjCertifyCount *out_count,
                GError **error);
