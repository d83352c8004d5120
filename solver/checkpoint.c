/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of a table: the facts that are worth most, or all that it has. */
#include "solver/checkpoint.h"

#include <string.h>

#include "solver/query.h"
#include "solver/solve.h"

enum { MAGIC = 0x34676a6b };

/* How it begins. */
typedef struct {
    uint32_t magic, n;
    uint64_t key; // of the root, so that a checkpoint of another problem is noticed
    KjSpent spent;
} Header;

/* The facts that are worth most, in the order of the table. The numbers of what is open stand for
 * positions below that are not kept, and lead a search astray that begins with them. */
static GArray *best(const KjTable *table, unsigned most)
{
    g_autoptr(GArray) facts = kj_table_facts(table);
    const KjEntry *e = (const KjEntry *)facts->data;
    KjQuota quota = kj_quota_of(e, facts->len, facts->len > most ? facts->len - most : 0);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(KjEntry));
    for (guint i = 0; i < facts->len; i++) {
        if (!kj_quota_keeps(&quota, &e[i]))
            continue;
        KjEntry fact = e[i];
        fact.min_ply = 0; // it holds at every ply, and packs better without
        g_array_append_val(out, fact);
    }
    return out;
}

GBytes *kj_solver_checkpoint(KjSolver *solver, const KjPosition *root, const KjSpent *spent,
                             unsigned most)
{
    KjSearch *s = kj_solver_search(solver);
    g_autoptr(GArray) entries = best(&s->table, most);
    Header header;
    memset(&header, 0, sizeof header); // no chance bytes between the fields
    header.magic = MAGIC;
    header.n = entries->len;
    header.spent = *spent;
    uint64_t salt = s->salt;
    unsigned part = s->part;
    kj_search_begin(s, root->game, s->attacker);
    header.key = (uint64_t)kj_search_key(s, root);
    s->salt = salt;
    s->part = part;
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)&header, sizeof header);
    g_byte_array_set_size(bytes, (guint)(sizeof header + header.n * kj_entry_bytes()));
    kj_entries_pack((const KjEntry *)(void *)entries->data, header.n, bytes->data + sizeof header);
    return g_byte_array_free_to_bytes(bytes);
}

bool kj_solver_restore(KjSolver *solver, const KjPosition *root, KjSide attacker,
                       GBytes *checkpoint, KjSpent *out_spent)
{
    KjSearch *s = kj_solver_search(solver);
    kj_query_forget(solver);
    kj_query_open(solver, root->game, attacker);
    kj_query_about(solver, root);
    gsize size;
    const guint8 *at = g_bytes_get_data(checkpoint, &size);
    Header header;
    if (size < sizeof header)
        return false;
    memcpy(&header, at, sizeof header);
    at += sizeof header;
    if (header.magic != MAGIC || header.key != (uint64_t)kj_search_key(s, root) ||
        (size - sizeof header) / kj_entry_bytes() != header.n ||
        (size - sizeof header) % kj_entry_bytes() != 0)
        return false;
    g_autofree KjEntry *entries = g_new0(KjEntry, header.n + 1);
    kj_entries_unpack(at, header.n, entries);
    for (guint i = 0; i < header.n; i++)
        if (!kj_table_learn(&s->table, root->game->t, &entries[i])) {
            kj_query_forget(solver);
            return false;
        }
    *out_spent = header.spent;
    return true;
}

/* ---- whole tables ---- */

/* What stands before the table: the home, see KjHome. */
typedef struct {
    uint32_t known, part, counting;
} SavedHome;

bool kj_solver_save(KjSolver *solver, KjBytesOutFn out, void *data)
{
    const KjSearch *s = kj_solver_search(solver);
    SavedHome saved = {s->home.known, s->home.part, s->home.counting};
    return out(data, &saved, sizeof saved) && kj_table_save(&s->table, out, data);
}

bool kj_solver_load(KjSolver *solver, const KjPosition *root, KjSide attacker, KjBytesInFn in,
                    void *data)
{
    KjSearch *s = kj_solver_search(solver);
    SavedHome saved;
    kj_query_forget(solver);
    kj_query_open(solver, root->game, attacker);
    kj_query_about(solver, root);
    bool read = in(data, &saved, sizeof saved) && saved.counting <= KJ_COUNT_SUMS &&
                saved.part <= KJ_PART_MASK;
    if (!read || !kj_table_load(&s->table, root->game->t, in, data)) {
        kj_query_forget(solver);
        return false;
    }
    s->home = (KjHome){saved.known, saved.part, (KjCounting)saved.counting};
    s->resumed = true;
    if (saved.known) {
        s->part = saved.part;
        s->counting = s->home.counting;
    }
    return true;
}
