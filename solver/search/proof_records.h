/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records: what decided the positions of a work, to be gone through again on a neighbouring one.
 *
 * A record is an attacker's position with the move that mates, or with a reply to each of his
 * checks, and leads to further records: the graph that a certificate is a picture of. After an edit
 * each record has a counterpart on the new board, the one that the same moves lead to. A walk goes
 * through them: an attack must be a check there, every reply that there is must lead to a record
 * that holds, and in a refutation every check must have a reply that does (docs/solver.md §11).
 * What holds is true of the new board by itself, whatever the old one was; what does not is left to
 * the search. Records of the old work are read off the table when they are first needed, and those
 * of the new one are made on the way, so that the next edit finds them. Internal to solver/.
 */
#pragma once

#include "solver/search/value.h"

struct KjSearch;
typedef struct KjProofRecords KjProofRecords;

/* kj_proof_records_ask, for the search, which knows nothing else of records. */
typedef KjNodeValue (*KjAskRecordsFn)(struct KjSearch *s, const KjPosition *pos, unsigned len);

/* Questions about the work `here` begin; `there`, if not NULL, is another one that the table knows.
 * Does nothing under rules by which hands do not compare, or if the attacker has quiet moves. */
void kj_proof_records_begin(struct KjSearch *s, const KjPosition *here, const KjPosition *there);

/* A question took so many nodes, records included. */
void kj_proof_records_spent(struct KjSearch *s, uint64_t nodes);

/* The work has turned out unlike the other one: less may be spent in vain from now on. */
void kj_proof_records_doubt(struct KjSearch *s);

/* They end. */
void kj_proof_records_end(struct KjSearch *s);

/* Forgets all records. */
void kj_proof_records_free(KjProofRecords *records);

/*
 * Is there a mate within `len` plies from `pos`, the attacker or the defender to move, by the
 * records of the other work? A final value is a fact, and in the table; else it is open. Each
 * record gone through counts as a node, and what is searched on the way, within the limits of `s`.
 */
KjNodeValue kj_proof_records_ask(struct KjSearch *s, const KjPosition *pos, unsigned len);
