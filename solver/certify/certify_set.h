/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records of a certificate's section by position, to refer to them again. Internal to solver/.
 */
#pragma once

#include "core/rules/position.h"

/* 24 bytes. */
typedef struct {
    uint64_t key; // board and promoted pieces in the defender's hand, lower half; 0: empty
    KjHand hand;  // the attacker's
    uint32_t number;
    uint16_t plies; // proof: its rank; bound: its b; refutation: KJ_LEN_INF
} KjCertifyRecord;

typedef struct {
    KjCertifyRecord *slot;
    uint64_t size, used; // size: a power of two
    uint32_t next;       // number of the next record
    bool proof;          // which way hands compare
    bool dominance;      // whether they may differ at all
} KjCertifySet;

/* An empty set. */
void kj_certify_set_init(KjCertifySet *set, bool proof, bool dominance);
void kj_certify_set_clear(KjCertifySet *set);

/* Makes `copy` what `set` is. False, `copy` then being empty, when there is no memory. */
bool kj_certify_set_copy(KjCertifySet *copy, const KjCertifySet *set);

/*
 * Adds a record, numbered one more than the one before. False when there is no memory or no number.
 */
bool kj_certify_set_add(KjCertifySet *set, uint64_t key, KjHand hand, unsigned plies);

/*
 * A record a position with this key and hand may refer to, or NULL. Proof: of rank `plies` or less;
 * otherwise for a bound of `plies` or more.
 */
const KjCertifyRecord *kj_certify_set_find(const KjCertifySet *set, const KjTables *t, uint64_t key,
                                           KjHand hand, unsigned plies);
