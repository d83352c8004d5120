/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proof transfer: move order from a similar work. Where the table knows a work that differs from
 * the present one in a few squares, a position here has a counterpart there: the same moves played,
 * the changed pieces as they stood. What is known of the counterpart says which move to try first,
 * and which to leave for later. It is never taken for an answer: all moves are generated here and
 * all that counts is searched here, so a wrong guess costs time only. Internal to solver/.
 */
#pragma once

#include "solver/search/value.h"

struct KjNode;
struct KjSearch;

enum {
    KJ_TRANSFER_WORKS = 8,   // so many works are remembered
    KJ_TRANSFER_SQUARES = 6, // and looked at if they differ in no more squares
    KJ_TRANSFER_FAR = 300,   // the number of a move that did not do there; see proof_transfer.c
    KJ_TRANSFER_MOST = 2 * KJ_TRANSFER_FAR, // a guess is followed until its number is larger
    KJ_TRANSFER_SLICE = 4000,               // nodes for the question as it was answered there
};

/* A work the table has been asked about. */
typedef struct {
    KjPosition root; // its game is not looked at
    uint64_t nodes;  // its check took
    uint64_t forbidden;
} KjTransferWork;

typedef struct {
    bool on;
    unsigned n_squares;
    uint8_t square[KJ_TRANSFER_SQUARES]; // where the two differ
    KjPiece piece[KJ_TRANSFER_SQUARES];  // what stands there in the present one
    KjKey delta;                         // of the keys
    KjHand here, there;                  // the attacker's hands
    // What is forbidden is part of the keys: the sums of the present work and of the other one; see
    // kj_query_forbid.
    uint64_t forbidden_here, forbidden_there;
    KjTransferWork work[KJ_TRANSFER_WORKS];
    unsigned n_works;
} KjTransfer;

/* Forgets all works; no guesses from now on. */
void kj_transfer_forget(KjTransfer *hint);

/* Questions about a work begin: looks for the one to take guesses from, that which differs least,
 * of these the one that took most nodes. */
void kj_transfer_begin(struct KjSearch *s, const KjPosition *root);

/* They end, after so many nodes: the work is remembered, and there are no guesses any more. */
void kj_transfer_end(struct KjSearch *s, const KjPosition *root, uint64_t nodes);

/*
 * Gives the open children of a node first numbers, after the table has been asked about them: by
 * the counterparts, else as usual. Where a child decided the node there, that is node->hinted, and
 * those it makes superfluous wait for it (KjChild.after).
 */
void kj_transfer_guide(struct KjSearch *s, struct KjNode *node, unsigned ply, unsigned len);

/* The hinted child is still open: those that wait for it are looked at. */
void kj_transfer_release(struct KjSearch *s, struct KjNode *node, unsigned len);

/* What is known of the counterpart of a position, open with (1, 1) if nothing is. */
KjNodeValue kj_transfer_known(const struct KjSearch *s, const KjPosition *pos, unsigned len);
