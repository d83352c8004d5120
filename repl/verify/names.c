/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of moves in certificates (docs/certificate.md): what nearly all replies are, steps of the
 * king and captures of what gives check, is told from the king and takes one byte.
 */
#include <string.h>

#include "repl/verify/rules-priv.h"

/* Where the names of each sort begin; within one, a plus adds one. */
enum { STEPS = 1, CAPTURES = STEPS + 2 * KV_WAYS, OTHERS = CAPTURES + 2 * KV_DIRECTIONS };

/* The only piece that checks the only royal piece of the side to move, KV_NONE: there is none such. */
static unsigned only_checker(const KvRules *r, const KvPosition *p, unsigned royal)
{
    unsigned n, found = KV_NONE;
    for (unsigned d = 0; d < KV_DIRECTIONS && royal != KV_NONE; d++) {
        unsigned from = kv_look(r, p, royal, d, &n);
        unsigned piece = from == KV_NONE ? KV_EMPTY : p->cell[from];
        unsigned motion = r->slide[piece] | (n == 1 ? r->step[piece] : 0);
        if (!kv_is_of(piece, !p->side) || !(motion >> (d ^ 1) & 1))
            continue;
        if (found != KV_NONE)
            return KV_NONE;
        found = from;
    }
    return found;
}

/* The direction in which `to` is the first piece, or the next cell, from `from`; KV_DIRECTIONS:
 * none. */
static unsigned direction_of(const KvRules *r, const KvPosition *p, unsigned from, unsigned to)
{
    unsigned d = 0, n;
    while (d < KV_DIRECTIONS && kv_look(r, p, from, d, &n) != to && r->next[from][d] != to)
        d++;
    return d;
}

bool kv_goes_to(const KvRules *r, const KvPosition *p, unsigned from, unsigned to)
{
    unsigned piece = p->cell[from];
    for (unsigned ways = r->step[piece] | r->slide[piece]; ways; ways &= ways - 1) {
        unsigned d = (unsigned)__builtin_ctz(ways), at = r->next[from][d];
        while ((r->slide[piece] >> d & 1) && at != KV_NONE && at != to && p->cell[at] == KV_EMPTY)
            at = r->next[at][d];
        if (at == to)
            return true;
    }
    return false;
}

KvPattern kv_pattern_of(const KvMove *move)
{
    bool drop = move->from == KV_NONE, promoted = (move->is & KV_PROMOTED) != 0;
    bool plus = drop ? promoted : move->is != move->was || kv_keeps(move);
    return (KvPattern){move->from, move->to, move->is % KV_PROMOTED, plus};
}

static unsigned kinds_of(const KvRules *r)
{
    return (unsigned)strlen(r->game->letters);
}

uint32_t kv_name_of(const KvRules *r, const KvPosition *p, const KvMove *move)
{
    KvPattern m = kv_pattern_of(move);
    unsigned royal = kv_only_royal(r, p, p->side), from = m.from;
    if (from == KV_NONE) {
        from = m.kind;
    } else if (from == royal) {
        return STEPS + 2 * direction_of(r, p, royal, m.to) + m.plus;
    } else {
        from += kinds_of(r);
        if (p->cell[m.to] != KV_EMPTY && only_checker(r, p, royal) == m.to)
            return CAPTURES + 2 * direction_of(r, p, m.to, m.from) + m.plus;
    }
    return OTHERS + 2 * (from * r->n_cells + m.to) + m.plus;
}

/* What a name that is told from the royal piece says. False if it can be no move there. */
static bool read_near(const KvRules *r, const KvPosition *p, unsigned royal, uint32_t name,
                      KvPattern *out)
{
    unsigned n, step = (name - STEPS) / 2;
    out->from = royal;
    if (royal == KV_NONE)
        return false;
    if (name < CAPTURES) {
        out->to = r->next[royal][step];
        return out->to != KV_NONE;
    }
    out->to = only_checker(r, p, royal);
    if (out->to != KV_NONE)
        out->from = kv_look(r, p, out->to, (name - CAPTURES) / 2, &n);
    return out->to != KV_NONE && out->from != KV_NONE && out->from != royal;
}

/* What a name says in a position. False if it can be no move there. */
static bool read_name(const KvRules *r, const KvPosition *p, uint32_t name, KvPattern *out)
{
    unsigned royal = kv_only_royal(r, p, p->side), kinds = kinds_of(r);
    *out = (KvPattern){.plus = (name - 1) % 2};
    if (name < OTHERS)
        return name && read_near(r, p, royal, name, out);
    unsigned move = (name - OTHERS) / 2, from = move / r->n_cells;
    out->kind = from;
    out->from = from < kinds ? KV_NONE : from - kinds;
    out->to = move % r->n_cells;
    return from < kinds || (from < kinds + r->n_cells && out->from != royal);
}

void kv_name_text(const KvRules *r, const KvPosition *p, uint32_t name, char out[9])
{
    KvPattern m;
    memset(out, 0, 9);
    if (!read_name(r, p, name, &m))
        return;
    unsigned piece = (m.from == KV_NONE ? m.kind : 0) + KV_PROMOTED * m.plus;
    KvMove move = {.from = (uint8_t)m.from, .to = (uint8_t)m.to, .is = (uint8_t)piece};
    move.text = kv_text_of(r, &move, false);
    kv_move_text(&move, out);
}

bool kv_take(KvRules *r, const KvPosition *p, KvWanted wanted, uint32_t name, KvMove *out)
{
    KvPattern m;
    return read_name(r, p, name, &m) && kv_judge(r, p, wanted, &m, out) &&
           (name < OTHERS || kv_name_of(r, p, out) == name);
}

bool kv_take_alike(KvRules *r, const KvPosition *p, KvWanted wanted, const KvMove *like,
                   KvMove *out)
{
    KvPattern m = kv_pattern_of(like);
    return kv_judge(r, p, wanted, &m, out);
}
