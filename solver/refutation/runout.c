/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plain recursion, one more attack allowed each time it is asked: what was found out with fewer is
 * kept for each position of the attacker, with the attack that showed it.
 */
#include "solver/refutation/runout.h"

#include "solver/search/table_probe.h"

enum {
    MEMORY_SHARE = 16, // what is known takes this part of the memory,
    ENTRY_BYTES = 80,  // so much for an entry, the hash table and the heap included
    NEVER = UINT8_MAX,
};

/* What is known of a position of the attacker. */
typedef struct {
    uint64_t key;
    uint8_t least; // he has as many attacks at least; NEVER: he mates
    uint8_t most;  // and as many at most; NEVER: not known
    KjMove attack; // one that shows `least`
} Entry;

struct KjRunOut {
    KjSearch *s;
    GHashTable *past;
    GHashTable *known; // of Entry, which begin with their keys
    size_t room;       // for so many
};

KjRunOut *kj_run_out_new(KjSearch *s, GHashTable *past)
{
    KjRunOut *r = g_new0(KjRunOut, 1);
    *r = (KjRunOut){.s = s,
                    .past = past,
                    .known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                    .room = (s->options.memory_mib << 20) / MEMORY_SHARE / ENTRY_BYTES};
    return r;
}

void kj_run_out_free(KjRunOut *r)
{
    if (!r)
        return;
    g_hash_table_unref(r->known);
    g_free(r);
}

/* The entry of a position, a new one if there is none; `spare` when memory ends. */
static Entry *entry_of(KjRunOut *r, const KjPosition *pos, Entry *spare)
{
    uint64_t key = kj_position_state_key(pos);
    Entry *known = g_hash_table_lookup(r->known, &key);
    if (known)
        return known;
    *spare = (Entry){.key = key, .most = NEVER};
    if (kj_probe_known(r->s, pos, KJ_LEN_INF).pn == 0)
        spare->least = NEVER;
    if (g_hash_table_size(r->known) >= r->room)
        return spare;
    known = g_memdup2(spare, sizeof *spare);
    g_hash_table_add(r->known, known);
    return known;
}

/* The attacker is to move: is he left without an attack after `n` more at most? */
static bool runs_out(KjRunOut *r, KjPosition *pos, unsigned n)
{
    Entry spare, *entry = entry_of(r, pos, &spare);
    if (entry->most <= n || entry->least > n)
        return entry->most <= n;
    KjMoveList list;
    kj_search_count(r->s);
    kj_search_attacks(r->s, pos, &list);
    if (list.n == 0)
        entry->most = 0;
    if (list.n == 0 || n == 0 || r->s->stopped) {
        entry->least = MAX(entry->least, list.n > 0);
        return list.n == 0;
    }
    for (unsigned i = 0; i < list.n; i++) { // what lasted longest before may last longest now
        if (list.move[i] == entry->attack) {
            list.move[i] = list.move[0];
            list.move[0] = entry->attack;
        }
    }
    for (unsigned i = 0; i < list.n; i++) {
        KjUndo undo;
        kj_position_make(pos, list.move[i], &undo);
        bool ended = kj_run_out_after(r, pos, n - 1, NULL);
        kj_position_unmake(pos, list.move[i], &undo);
        if (r->s->stopped)
            return false;
        if (!ended) {
            entry->least = (uint8_t)(n + 1);
            entry->attack = list.move[i];
            return false;
        }
    }
    entry->most = (uint8_t)n;
    return true;
}

static bool in_past(const KjRunOut *r, const KjPosition *pos)
{
    if (!r->past)
        return false;
    uint64_t key = kj_position_state_key(pos);
    return g_hash_table_contains(r->past, &key);
}

bool kj_run_out_after(KjRunOut *r, KjPosition *pos, unsigned n, KjMove *out_reply)
{
    KjMoveList list;
    kj_gen_safe(pos, &list);
    if (out_reply)
        *out_reply = KJ_MOVE_NONE;
    if (list.n == 0)
        return !kj_probe_mated(r->s, pos);
    bool ended = false;
    for (unsigned i = 0; i < list.n && !ended && !r->s->stopped; i++) {
        KjUndo undo;
        ended = kj_try_ends(pos, list.move[i]);
        if (!ended) {
            kj_position_make(pos, list.move[i], &undo);
            ended = !in_past(r, pos) && runs_out(r, pos, n);
            kj_position_unmake(pos, list.move[i], &undo);
        }
        if (ended && out_reply)
            *out_reply = list.move[i];
    }
    return ended;
}
