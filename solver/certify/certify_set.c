/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a certificate's section: open addressing, all hands of a board in one run. */
#include "solver/certify/certify_set.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1 << 8 };

void kj_certify_set_init(KjCertifySet *set, bool proof, bool dominance)
{
    memset(set, 0, sizeof *set);
    set->proof = proof;
    set->dominance = dominance;
}

void kj_certify_set_clear(KjCertifySet *set)
{
    free(set->slot);
    set->slot = NULL;
    set->size = set->used = 0;
}

bool kj_certify_set_copy(KjCertifySet *copy, const KjCertifySet *set)
{
    *copy = *set;
    copy->slot = set->size ? malloc(set->size * sizeof *copy->slot) : NULL;
    if (copy->slot)
        memcpy(copy->slot, set->slot, set->size * sizeof *copy->slot);
    else
        copy->size = copy->used = 0;
    return copy->slot || !set->size;
}

static uint64_t home(const KjCertifySet *set, uint64_t key)
{
    return kj_mix(key) & (set->size - 1); // the lowest bits of keys are all alike
}

static void place(KjCertifySet *set, const KjCertifyRecord *record)
{
    uint64_t at = home(set, record->key);
    while (set->slot[at].key)
        at = (at + 1) & (set->size - 1);
    set->slot[at] = *record;
}

static bool grow(KjCertifySet *set)
{
    KjCertifySet bigger = *set;
    bigger.size = set->size ? set->size * 2 : FIRST_SIZE;
    bigger.slot = calloc(bigger.size, sizeof *bigger.slot);
    if (!bigger.slot)
        return false;
    for (uint64_t i = 0; i < set->size; i++) {
        if (set->slot[i].key)
            place(&bigger, &set->slot[i]);
    }
    free(set->slot);
    *set = bigger;
    return true;
}

bool kj_certify_set_add(KjCertifySet *set, uint64_t key, KjHand hand, unsigned plies)
{
    if (set->next == UINT32_MAX || (set->used * 2 >= set->size && !grow(set)))
        return false;
    KjCertifyRecord record = {key, hand, set->next++, (uint16_t)plies};
    place(set, &record);
    set->used++;
    return true;
}

static bool may_refer(const KjCertifySet *set, const KjTables *t, const KjCertifyRecord *record,
                      KjHand hand, unsigned plies)
{
    if (set->proof ? record->plies > plies : record->plies < plies)
        return false;
    if (hand == record->hand)
        return true;
    return set->dominance && (set->proof ? kj_hand_covers(t, hand, record->hand)
                                         : kj_hand_covers(t, record->hand, hand));
}

const KjCertifyRecord *kj_certify_set_find(const KjCertifySet *set, const KjTables *t, uint64_t key,
                                           KjHand hand, unsigned plies)
{
    if (!set->size)
        return NULL;
    for (uint64_t at = home(set, key); set->slot[at].key; at = (at + 1) & (set->size - 1)) {
        const KjCertifyRecord *record = &set->slot[at];
        if (record->key == key && may_refer(set, t, record, hand, plies))
            return record;
    }
    return NULL;
}
