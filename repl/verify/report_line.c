/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which positions the main line has, with the attacker to move, found by their boards. */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"

enum { SLOTS = 1 << 12 };

/* The positions of the line with boards of one hash: the first of each slot, and those after it;
 * one more than their plies, 0: no more. */
struct KvLineIndex {
    uint32_t first[SLOTS];
    uint32_t next[];
};

static unsigned slot_of(const KvPosition *p)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < sizeof p->cell; i++)
        hash = (hash ^ p->cell[i]) * 16777619u;
    return (hash ^ hash >> 16) % SLOTS;
}

bool kv_is_of_line(const KvReport *c, const KvPosition *p)
{
    const KvLineIndex *index = c->line_index;
    for (uint32_t i = index ? index->first[slot_of(p)] : 0; i; i = index->next[i - 1]) {
        if (kv_may_refer(&c->rules, p, &c->line[i - 1], true, false))
            return true;
    }
    return false;
}

bool kv_index_line(KvReport *c)
{
    size_t bytes = sizeof *c->line_index + c->n_line * sizeof(uint32_t);
    c->line_index = bytes <= c->memory ? calloc(1, bytes) : NULL;
    if (!c->line_index)
        return kv_refuse(c, KV_UNREADABLE, "more memory is needed than is allowed");
    c->memory -= bytes;
    for (unsigned i = 0; i < c->n_line; i++) {
        const KvPosition *p = &c->line[i];
        // one that comes back, or that is poorer, need not be there twice
        if (p->side != c->rules.attacker || kv_is_of_line(c, p))
            continue;
        uint32_t *first = &c->line_index->first[slot_of(p)];
        c->line_index->next[i] = *first;
        *first = i + 1;
    }
    return true;
}
