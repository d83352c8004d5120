/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of a table, column by column so that it compresses well. */
#include "solver/checkpoint.h"

#include <string.h>

#include "solver/query.h"
#include "solver/search/search.h"

enum { MAGIC = 0x31676a6b };

/* How it begins. */
typedef struct {
    uint32_t magic, n;
    uint64_t key; // of the root, so that a checkpoint of another problem is noticed
    KjSpent spent;
} Header;

// The columns, in their order.
#define EACH_COLUMN(do_) \
    do_(key) do_(hand) do_(pn) do_(dn) do_(ub) do_(lb) do_(min_ply) do_(effort) do_(flags)

/* The entries that are worth most, in the order of the table. */
static GArray *best(const KjTable *table, unsigned most)
{
    g_autoptr(GArray) all = kj_table_entries(table);
    const KjEntry *e = (const KjEntry *)all->data;
    KjQuota quota = kj_quota_of(e, all->len, all->len > most ? all->len - most : 0);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(KjEntry));
    for (guint i = 0; i < all->len; i++) {
        if (kj_quota_keeps(&quota, &e[i]))
            g_array_append_vals(out, &e[i], 1);
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
    header.key = kj_search_key(s, root);
    s->salt = salt;
    s->part = part;
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)&header, sizeof header);
#define WRITE(column)                                                             \
    for (guint i = 0; i < entries->len; i++) {                                    \
        const KjEntry *e = &g_array_index(entries, KjEntry, i);                   \
        g_byte_array_append(bytes, (const guint8 *)&e->column, sizeof e->column); \
    }
    EACH_COLUMN(WRITE)
#undef WRITE
    return g_byte_array_free_to_bytes(bytes);
}

static void learn(KjTable *table, const KjTables *t, const KjEntry *e)
{
    if (e->ub != KJ_LEN_INF) {
        KjNodeValue value = kj_value_proved(e->hand, e->ub);
        kj_table_store_final(table, t, e->key, &value, e->min_ply, e->effort, e->flags);
    }
    if (e->lb) {
        KjNodeValue value = kj_value_disproved(e->hand, e->lb, KJ_DEP_NONE);
        kj_table_store_final(table, t, e->key, &value, e->min_ply, e->effort, e->flags);
    }
    if (e->pn && e->dn) {
        KjNodeValue value = kj_value_open(e->pn, e->dn);
        kj_table_store_open(table, t, e->key, e->hand, &value, e->min_ply, e->effort, e->flags);
    }
}

/* Bytes an entry takes in all columns. */
static size_t entry_bytes(void)
{
    size_t bytes = 0;
#define ADD(column) bytes += sizeof((KjEntry *)0)->column;
    EACH_COLUMN(ADD)
#undef ADD
    return bytes;
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
    if (header.magic != MAGIC || header.key != kj_search_key(s, root) ||
        (size - sizeof header) / entry_bytes() != header.n ||
        (size - sizeof header) % entry_bytes() != 0)
        return false;
    g_autofree KjEntry *entries = g_new0(KjEntry, header.n + 1);
#define READ(column)                                                     \
    for (guint i = 0; i < header.n; i++, at += sizeof entries[i].column) \
        memcpy(&entries[i].column, at, sizeof entries[i].column);
    EACH_COLUMN(READ)
#undef READ
    for (guint i = 0; i < header.n; i++)
        learn(&s->table, root->game->t, &entries[i]);
    *out_spent = header.spent;
    return true;
}

/* ---- whole tables, in blocks of entries, each column by column ---- */

/* How they begin. */
typedef struct {
    uint32_t magic, known; // the home, see KjHome
    uint32_t part, counting;
    uint64_t worths[KJ_ENTRY_WORTHS]; // how many entries there are of each, or nearly
} SavedTable;

enum { SAVED_MAGIC = 0x32676a6b };

static bool save_block(const KjEntry *e, uint32_t n, KjBytesOutFn out, void *data)
{
    g_autofree guint8 *bytes = g_malloc(sizeof n + n * entry_bytes());
    guint8 *at = bytes;
    memcpy(at, &n, sizeof n);
    at += sizeof n;
#define WRITE(column)                                        \
    for (uint32_t i = 0; i < n; i++, at += sizeof e->column) \
        memcpy(at, &e[i].column, sizeof e->column);
    EACH_COLUMN(WRITE)
#undef WRITE
    return out(data, bytes, (size_t)(at - bytes));
}

bool kj_solver_save(KjSolver *solver, KjBytesOutFn out, void *data)
{
    const KjSearch *s = kj_solver_search(solver);
    SavedTable saved = {SAVED_MAGIC, s->home.known, s->home.part, s->home.counting, {0}};
    g_autofree KjEntry *some = g_new(KjEntry, KJ_TABLE_WALK);
    uint32_t n;
    for (uint64_t at = 0; (n = kj_table_walk(&s->table, &at, some)) > 0;)
        for (uint32_t i = 0; i < n; i++)
            saved.worths[kj_entry_worth(&some[i])]++;
    bool ok = out(data, &saved, sizeof saved);
    for (uint64_t at = 0; ok && (n = kj_table_walk(&s->table, &at, some)) > 0;)
        ok = save_block(some, n, out, data);
    return ok && save_block(some, 0, out, data);
}

static bool load_block(KjEntry *e, uint32_t n, KjBytesInFn in, void *data)
{
    size_t size = n * entry_bytes();
    g_autofree guint8 *bytes = g_malloc(size + 1);
    const guint8 *at = bytes;
    if (!in(data, bytes, size))
        return false;
#define READ(column)                                         \
    for (uint32_t i = 0; i < n; i++, at += sizeof e->column) \
        memcpy(&e[i].column, at, sizeof e->column);
    EACH_COLUMN(READ)
#undef READ
    return true;
}

/* What a table that may be smaller leaves out. */
static KjQuota make_room(KjTable *table, const SavedTable *saved)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < KJ_ENTRY_WORTHS; i++)
        n += saved->worths[i];
    return kj_quota_by(saved->worths, n - kj_table_expect(table, n));
}

static bool load_blocks(KjSearch *s, const KjTables *t, KjQuota quota, KjBytesInFn in, void *data)
{
    g_autofree KjEntry *some = g_new0(KjEntry, KJ_TABLE_WALK);
    for (;;) {
        uint32_t n;
        if (!in(data, &n, sizeof n) || n > KJ_TABLE_WALK || !load_block(some, n, in, data))
            return false;
        if (n == 0)
            return true;
        for (uint32_t i = 0; i < n; i++) {
            if (some[i].key <= KJ_PART_MASK)
                return false;
            if (kj_quota_keeps(&quota, &some[i]))
                learn(&s->table, t, &some[i]);
        }
    }
}

bool kj_solver_load(KjSolver *solver, const KjPosition *root, KjSide attacker, KjBytesInFn in,
                    void *data)
{
    KjSearch *s = kj_solver_search(solver);
    SavedTable saved;
    kj_query_forget(solver);
    kj_query_open(solver, root->game, attacker);
    kj_query_about(solver, root);
    bool read = in(data, &saved, sizeof saved) && saved.magic == SAVED_MAGIC &&
                saved.counting <= KJ_COUNT_SUMS && saved.part <= KJ_PART_MASK;
    if (!read || !load_blocks(s, root->game->t, make_room(&s->table, &saved), in, data)) {
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
