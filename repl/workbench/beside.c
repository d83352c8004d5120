/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside the board. */
#include "repl/workbench/beside.h"

#include "core/text/lang.h"

/* ---- what was on the board ---- */

KjKept *kj_kept_new(KjMoveTree *tree, GArray *intended)
{
    KjKept *kept = g_rc_box_new(KjKept);
    *kept = (KjKept){tree, intended};
    return kept;
}

KjKept *kj_kept_record(KjMoveTree *tree, const KjMoveTree *record)
{
    unsigned n;
    g_autofree KjMove *moves = kj_move_tree_main_line(record, &n);
    GArray *line = n ? g_array_sized_new(FALSE, FALSE, sizeof *moves, n) : NULL;
    if (line)
        g_array_append_vals(line, moves, n);
    return kj_kept_new(tree, line);
}

static void clear_kept(gpointer data)
{
    KjKept *kept = data;
    kj_move_tree_free(kept->tree);
    g_clear_pointer(&kept->intended, g_array_unref);
}

void kj_kept_unref(KjKept *kept)
{
    if (kept)
        g_rc_box_release_full(kept, clear_kept);
}

/* ---- all of it ---- */

GHashTable *kj_beside_new_names(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)kj_kept_unref);
}

GHashTable *kj_beside_new_unput(void)
{
    return g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)kj_kept_unref);
}

void kj_beside_init(KjBeside *beside)
{
    *beside = (KjBeside){.names = kj_beside_new_names(), .unput = kj_beside_new_unput()};
}

void kj_beside_clear(KjBeside *beside)
{
    g_clear_pointer(&beside->collection, kj_collection_unref);
    g_clear_pointer(&beside->names, g_hash_table_unref);
    g_clear_pointer(&beside->unput, g_hash_table_unref);
}

void kj_beside_copy(KjBeside *out, const KjBeside *beside)
{
    *out = *beside;
    kj_collection_ref(out->collection);
    g_hash_table_ref(out->names);
    g_hash_table_ref(out->unput);
}

void kj_beside_open(KjBeside *beside, KjCollection *collection)
{
    kj_collection_unref(beside->collection);
    g_hash_table_unref(beside->unput);
    beside->collection = collection;
    beside->unput = kj_beside_new_unput();
    beside->edited = false;
}

/* ---- names ---- */

void kj_beside_name(KjBeside *beside, const char *name, KjKept *kept)
{
    GHashTable *names = kj_beside_new_names();
    GHashTableIter at;
    gpointer key, value;
    g_hash_table_iter_init(&at, beside->names);
    while (g_hash_table_iter_next(&at, &key, &value))
        g_hash_table_insert(names, g_strdup(key), g_rc_box_acquire(value));
    if (kept)
        g_hash_table_replace(names, g_strdup(name), kept);
    else
        g_hash_table_remove(names, name);
    g_hash_table_unref(beside->names);
    beside->names = names;
}

/* ---- edits that were not put ---- */

const KjKept *kj_beside_unput(const KjBeside *beside, unsigned problem)
{
    return g_hash_table_lookup(beside->unput, GUINT_TO_POINTER(problem));
}

/* Makes the table anew: what was the edit of `from` is that of `to`, those between move by one. */
static void renumber(KjBeside *beside, unsigned from, unsigned to)
{
    GHashTable *unput = kj_beside_new_unput();
    GHashTableIter at;
    gpointer key, value;
    g_hash_table_iter_init(&at, beside->unput);
    while (g_hash_table_iter_next(&at, &key, &value)) {
        unsigned problem = GPOINTER_TO_UINT(key);
        if (problem == from)
            problem = to;
        else if (from < problem && problem <= to)
            problem--;
        else if (to <= problem && problem < from)
            problem++;
        g_hash_table_insert(unput, GUINT_TO_POINTER(problem), g_rc_box_acquire(value));
    }
    g_hash_table_unref(beside->unput);
    beside->unput = unput;
}

void kj_beside_keep(KjBeside *beside, unsigned problem, KjKept *kept)
{
    renumber(beside, problem, problem); // a table of our own
    if (kept)
        g_hash_table_insert(beside->unput, GUINT_TO_POINTER(problem), kept);
    else
        g_hash_table_remove(beside->unput, GUINT_TO_POINTER(problem));
}

void kj_beside_discarded(KjBeside *beside, unsigned problem)
{
    kj_beside_keep(beside, problem, NULL);
    renumber(beside, problem, G_MAXUINT);
}

void kj_beside_reordered(KjBeside *beside, unsigned from, unsigned to)
{
    renumber(beside, from, to);
}

char *kj_beside_unput_text(const KjBeside *beside)
{
    const KjCollection *collection = beside->collection;
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; collection && i < collection->problems->len; i++)
        if (kj_beside_unput(beside, i) || (beside->edited && i == collection->current))
            g_string_append_printf(text, "%s%u", text->len ? kj_tr(", ") : "", i + 1);
    return g_string_free(text, text->len == 0);
}
