/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of moves in certificates (docs/certificate.md): what nearly all replies are, steps of the
 * king and captures of what gives check, is told from the king and takes one byte.
 */
#include <stdio.h>
#include <string.h>

#include "repl/verify/rules-priv.h"

/* Where the names of each sort begin; within one, a plus adds one. */
enum { STEPS = 1, CAPTURES = STEPS + 2 * KV_WAYS, OTHERS = CAPTURES + 2 * KV_DIRECTIONS };

bool kv_find_ray(const KvRules *r, const KvPosition *p, KvRay *out)
{
    unsigned checks = 0;
    *out = (KvRay){.royal = kv_only_royal(r, p, p->side)};
    for (unsigned d = 0; d < r->game->directions && out->royal != KV_NONE; d++) {
        unsigned n, at = kv_mover(r, p, !p->side, out->royal, d, &n);
        if (at == KV_NONE)
            continue;
        checks++;
        *out = (KvRay){out->royal, d, at, n};
    }
    return checks == 1;
}

/* What a name that is told from the royal piece says. False if it can be no move there. */
static bool read_near(const KvRules *r, const KvPosition *p, unsigned royal, uint32_t name,
                      KvPattern *out)
{
    KvRay ray;
    unsigned n;
    out->from = royal;
    out->reaches = true;
    if (name < CAPTURES) {
        out->to = royal == KV_NONE ? KV_NONE : r->next[royal][(name - STEPS) / 2];
        return out->to != KV_NONE;
    }
    if (!kv_find_ray(r, p, &ray))
        return false;
    out->to = ray.checker;
    out->from = kv_mover(r, p, p->side, ray.checker, (name - CAPTURES) / 2, &n);
    return out->from != KV_NONE && out->from != royal;
}

/* What a name says in a position. False if it can be no move there. */
static bool read_name(const KvRules *r, const KvPosition *p, uint32_t name, KvPattern *out)
{
    KvRay ray;
    unsigned royal = kv_only_royal(r, p, p->side), kinds = (unsigned)strlen(r->game->letters);
    *out = (KvPattern){.plus = (name - 1) % 2};
    if (name < OTHERS)
        return name && read_near(r, p, royal, name, out);
    unsigned move = (name - OTHERS) / 2, from = move / r->n_cells;
    out->kind = from;
    out->from = from < kinds ? KV_NONE : from - kinds;
    out->to = move % r->n_cells;
    if (from < kinds || from >= kinds + r->n_cells)
        return from < kinds;
    // what has a shorter name has no other
    return out->from != royal &&
           (p->cell[out->to] == KV_EMPTY || !kv_find_ray(r, p, &ray) || ray.checker != out->to);
}

void kv_name_none(KvWanted wanted, uint32_t name, char out[KV_NAMES_NONE])
{
    static const char *const words[] = {
        [KV_ATTACKS] = "attack", [KV_REPLIES] = "reply", [KV_MOVES] = "move"};
    snprintf(out, KV_NAMES_NONE, "%lu names no %s", (unsigned long)name, words[wanted]);
}

bool kv_take(KvRules *r, const KvPosition *p, KvWanted wanted, uint32_t name, KvMove *out)
{
    KvPattern m;
    return read_name(r, p, name, &m) && kv_judge(r, p, wanted, &m, out);
}
