/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem on its whole way: solved, certified, and the certificate verified, all in memory. */
#pragma once

#include "repl/verify/verify.h"
#include "solver/certify/certify.h"

typedef struct {
    KjSolver *solver; // with options of the caller's choice; not owned
    KjSide attacker;
    KjLimits limits; // of the search and again of the writing
    bool shortest;   // claimed where the length is proved
} CertifiedPlan;

typedef struct {
    KjResult result;
    GByteArray *bytes; // before compression
    KjCertifyCount count;
    KvResult verdict; // of the verifier
    bool limited;     // a limit ended the writing: what certified_write returned is no fault
} Certified;

/* What the verifier says of bytes. */
KvResult certified_verify(const GByteArray *bytes);

/*
 * Certifies out->result, an answer the plan's solver has just given, and has it verified: the claim
 * must be what the result says. NULL, or what went wrong, to be freed. Clear `out` in any case.
 */
char *certified_write(const CertifiedPlan *plan, const KjPosition *pos, Certified *out);

/* As certified_write, after solving. A verdict that stays unknown is no error: out->bytes is then
 * NULL. */
char *certified_run(const CertifiedPlan *plan, const KjPosition *pos, Certified *out);

void certified_clear(Certified *c);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Certified, certified_clear)

/* Random problems of one game, certified with the shortest length where it is proved. */
typedef struct {
    const char *game;
    KjAttackerMoves attacker_moves;
    const KjRules *rules; // switches (docs/rules.md R13), or NULL: as the game has them
    uint64_t seed;
    unsigned wanted; // problems to decide
    uint64_t nodes;  // limit of each search; problems that need more do not count
} CertifiedRandom;

typedef struct {
    unsigned mates, no_mates, defender_first,
        looked_up; // looked_up: some position was searched again
    uint64_t records, references, bytes;
} CertifiedTotal;

/* Whether all are verified; else prints the first problem that is not. */
bool certified_random(const CertifiedRandom *what, CertifiedTotal *total);

/* Prints the totals on one line. */
void certified_print(const CertifiedRandom *what, const CertifiedTotal *total);
