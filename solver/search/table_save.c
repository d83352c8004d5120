/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as bytes: how many entries there are of each worth, then blocks of them, the last empty. */
#include "solver/search/table.h"

#include <string.h>

// The columns, in their order.
#define EACH_COLUMN(do_) \
    do_(key) do_(hand) do_(check) do_(ub) do_(lb) do_(min_ply) do_(effort) do_(flags)

size_t kj_entry_bytes(void)
{
    size_t bytes = 0;
#define ADD(column) bytes += sizeof((KjEntry *)0)->column;
    EACH_COLUMN(ADD)
#undef ADD
    return bytes;
}

void kj_entries_pack(const KjEntry *e, uint32_t n, uint8_t *out)
{
#define WRITE(column)                                         \
    for (uint32_t i = 0; i < n; i++, out += sizeof e->column) \
        memcpy(out, &e[i].column, sizeof e->column);
    EACH_COLUMN(WRITE)
#undef WRITE
}

void kj_entries_unpack(const uint8_t *bytes, uint32_t n, KjEntry *out)
{
#define READ(column)                                              \
    for (uint32_t i = 0; i < n; i++, bytes += sizeof out->column) \
        memcpy(&out[i].column, bytes, sizeof out->column);
    EACH_COLUMN(READ)
#undef READ
}

/* Tells a table the mate or the refutation of an entry. */
static void learn_fact(KjTable *table, const KjTables *t, const KjEntry *e)
{
    KjKey key = e->key | (KjKey)e->check << 64;
    if (e->ub != KJ_LEN_INF) {
        KjNodeValue value = kj_value_proved(e->hand, e->ub);
        kj_table_store_final(table, t, key, &value, e->min_ply, e->effort, e->flags);
    }
    if (e->lb) {
        KjNodeValue value = kj_value_disproved(e->hand, e->lb, KJ_DEP_NONE);
        kj_table_store_final(table, t, key, &value, e->min_ply, e->effort, e->flags);
    }
}

bool kj_table_learn(KjTable *table, const KjTables *t, const KjEntry *e)
{
    if (e->key <= KJ_PART_MASK)
        return false;
    if ((e->key & KJ_TURN_MASK) == KJ_TURN_FACTS) {
        learn_fact(table, t, e);
        return true;
    }
    if (e->pn && e->dn && e->pn <= KJ_PN_MAX && e->dn <= KJ_PN_MAX) {
        KjNodeValue value = kj_value_open(e->pn, e->dn);
        kj_table_store_open(table, t, e->key, e->hand, &value, e->min_ply, e->effort, e->flags);
    }
    return true;
}

/* How it begins. */
typedef struct {
    uint64_t magic;
    uint64_t worths[KJ_ENTRY_WORTHS]; // how many entries there are of each, or nearly
} Head;

enum { MAGIC = 0x33676a6b };

static bool save_block(const KjEntry *e, uint32_t n, KjBytesOutFn out, void *data)
{
    size_t size = sizeof n + n * kj_entry_bytes();
    g_autofree uint8_t *bytes = g_malloc(size);
    memcpy(bytes, &n, sizeof n);
    kj_entries_pack(e, n, bytes + sizeof n);
    return out(data, bytes, size);
}

bool kj_table_save(const KjTable *table, KjBytesOutFn out, void *data)
{
    Head head = {MAGIC, {0}};
    g_autofree KjEntry *some = g_new(KjEntry, KJ_TABLE_WALK);
    uint32_t n;
    for (uint64_t at = 0; (n = kj_table_walk(table, &at, some)) > 0;)
        for (uint32_t i = 0; i < n; i++)
            head.worths[kj_entry_worth(&some[i])]++;
    bool ok = out(data, &head, sizeof head);
    for (uint64_t at = 0; ok && (n = kj_table_walk(table, &at, some)) > 0;)
        ok = save_block(some, n, out, data);
    return ok && save_block(some, 0, out, data);
}

static bool load_block(KjEntry *e, uint32_t n, KjBytesInFn in, void *data)
{
    size_t size = n * kj_entry_bytes();
    g_autofree uint8_t *bytes = g_malloc(size + 1);
    if (!in(data, bytes, size))
        return false;
    kj_entries_unpack(bytes, n, e);
    return true;
}

/* What a table that may be smaller leaves out. */
static KjQuota leave_out(KjTable *table, const Head *head)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < KJ_ENTRY_WORTHS; i++)
        n += head->worths[i];
    return kj_quota_by(head->worths, n - kj_table_expect(table, n));
}

bool kj_table_load(KjTable *table, const KjTables *t, KjBytesInFn in, void *data)
{
    Head head;
    if (!in(data, &head, sizeof head) || head.magic != MAGIC)
        return false;
    KjQuota quota = leave_out(table, &head);
    g_autofree KjEntry *some = g_new0(KjEntry, KJ_TABLE_WALK);
    for (;;) {
        uint32_t n;
        if (!in(data, &n, sizeof n) || n > KJ_TABLE_WALK || !load_block(some, n, in, data))
            return false;
        if (n == 0)
            return true;
        for (uint32_t i = 0; i < n; i++) {
            if (kj_quota_keeps(&quota, &some[i]) && !kj_table_learn(table, t, &some[i]))
                return false;
        }
    }
}
