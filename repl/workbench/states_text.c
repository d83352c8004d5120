/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States as text, in saved sessions. */
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/collection/tree_text.h"
#include "repl/workbench/intended_text.h"
#include "repl/workbench/states-priv.h"

static gint by_number(gconstpointer a, gconstpointer b)
{
    return GPOINTER_TO_UINT(a) < GPOINTER_TO_UINT(b) ? -1 : 1;
}

/* The keys of a table of KjKept: names, or numbers of problems. (transfer container) */
static GList *keys_of(GHashTable *table, bool names)
{
    return g_list_sort(g_hash_table_get_keys(table), names ? (GCompareFunc)strcmp : by_number);
}

/* Writes what a table holds that was not written yet, and numbers it. */
static void write_kept(GHashTable *table, bool names, GHashTable *numbers, GString *out)
{
    g_autoptr(GList) keys = keys_of(table, names);
    for (GList *key = keys; key; key = key->next) {
        KjKept *kept = g_hash_table_lookup(table, key->data);
        if (g_hash_table_contains(numbers, kept))
            continue;
        g_hash_table_insert(numbers, kept, GUINT_TO_POINTER(g_hash_table_size(numbers)));
        g_autofree char *tree = kj_tree_text_write(kept->tree);
        g_string_append_printf(out, "kept\n%s", tree);
        kj_intended_text_write(kept->intended, out);
    }
}

/* "names", and a line for each: "called NUMBER NAME". Or "unput", "edit NUMBER PROBLEM". */
static void write_table(GHashTable *table, bool names, GHashTable *numbers, GString *out)
{
    g_autoptr(GList) keys = keys_of(table, names);
    g_string_append(out, names ? "names\n" : "unput\n");
    for (GList *key = keys; key; key = key->next) {
        unsigned kept =
            GPOINTER_TO_UINT(g_hash_table_lookup(numbers, g_hash_table_lookup(table, key->data)));
        if (names)
            g_string_append_printf(out, "called %u %s\n", kept, (const char *)key->data);
        else
            g_string_append_printf(out, "edit %u %u\n", kept, GPOINTER_TO_UINT(key->data));
    }
}

/* What stands beside the board, where it is not as in the state before. */
static void write_beside(const KjState *state, const KjState *before, GHashTable *numbers,
                         GString *out)
{
    const KjBeside *now = &state->beside, *was = before ? &before->beside : NULL;
    if (was ? now->names != was->names : g_hash_table_size(now->names))
        write_table(now->names, true, numbers, out);
    if (was ? now->unput != was->unput : g_hash_table_size(now->unput))
        write_table(now->unput, false, numbers, out);
    if (now->edited)
        g_string_append(out, "edited\n");
    if (now->found)
        g_string_append(out, "found\n");
    if (now->collection)
        g_string_append_printf(out, "place %u\n", state->place);
    else
        g_string_append(out, "closed\n");
    if (before && state->splice) {
        g_autofree char *from = g_strescape(state->splice->was, NULL),
                        *to = g_strescape(state->splice->is, NULL);
        g_string_append_printf(out, "splice %" G_GSIZE_FORMAT "\t%s\t%s\n", state->splice->at, from,
                               to);
    }
    g_autofree char *command = state->command ? g_strescape(state->command, NULL) : NULL;
    if (command)
        g_string_append_printf(out, "by %s\n", command);
}

static void write_state(const KjState *state, const KjState *before, GHashTable *numbers,
                        GString *out)
{
    kj_packed_write(state->pack, before ? before->pack : NULL, out);
    kj_intended_text_write(state->intended, out);
    write_beside(state, before, numbers, out);
}

/* Whether the text of a state has a meaning beside the present collection. */
static bool is_of_present(const KjStates *states, unsigned i)
{
    const KjCollection *its = kj_state_at(states, i)->beside.collection;
    return !its || its == kj_state_present(states)->beside.collection;
}

void kj_states_write(KjStates *states, unsigned most, GString *out)
{
    kj_states_pack(states);
    unsigned first = states->at, end = states->at + 1;
    while (first > 0 && states->at - first < most && is_of_present(states, first - 1))
        first--;
    while (end < states->list->len && is_of_present(states, end))
        end++;
    g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
    for (unsigned i = first; i < end; i++) {
        write_kept(kj_state_at(states, i)->beside.names, true, numbers, out);
        write_kept(kj_state_at(states, i)->beside.unput, false, numbers, out);
    }
    for (unsigned i = first; i < end; i++) {
        g_string_append_printf(out, "%s\n", i == states->at ? "board" : "state");
        write_state(kj_state_at(states, i), i > first ? kj_state_at(states, i - 1) : NULL, numbers,
                    out);
    }
}

/* ---- reading back ---- */

struct KjStatesReader {
    GPtrArray *list; // KjState*
    unsigned at;
    GPtrArray *kept; // KjKept*, by number
    KjBeside beside; // of the state read last
};

enum { AT_THE_COLLECTIONS = G_MAXUINT, CLOSED = G_MAXUINT - 1 }; // places of states being read

KjStatesReader *kj_states_reader_new(void)
{
    KjStatesReader *reader = g_new0(KjStatesReader, 1);
    reader->list = g_ptr_array_new_with_free_func(kj_state_free);
    reader->kept = g_ptr_array_new_with_free_func((GDestroyNotify)kj_kept_unref);
    kj_beside_init(&reader->beside);
    return reader;
}

void kj_states_reader_free(KjStatesReader *reader)
{
    if (!reader)
        return;
    g_ptr_array_unref(reader->list);
    g_ptr_array_unref(reader->kept);
    kj_beside_clear(&reader->beside);
    g_free(reader);
}

static bool damaged(GError **error, const char *what)
{
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "%s", what);
}

/* "like N": the tree of the first N nodes of the state before. */
static bool read_like(const KjStatesReader *reader, const char *text, KjMoveTree **out,
                      GError **error)
{
    guint n = reader->list->len;
    const KjState *before = n ? reader->list->pdata[n - 1] : NULL;
    KjMoveTree *tree = !*out && before
                           ? kj_packed_beginning(before->pack, g_ascii_strtoull(text, NULL, 10))
                           : NULL;
    if (!tree)
        return damaged(error, "like: expected a number of moves of the state before");
    *out = tree;
    return true;
}

/* "called NUMBER NAME", "edit NUMBER PROBLEM" */
static bool read_use(KjStatesReader *reader, const char *text, bool name, GError **error)
{
    char *key;
    guint64 number = g_ascii_strtoull(text, &key, 10);
    if (number >= reader->kept->len || *key != ' ' || !key[1])
        return damaged(error, "expected the number of what was kept, and for what");
    KjKept *kept = g_rc_box_acquire(reader->kept->pdata[number]);
    if (name)
        g_hash_table_replace(reader->beside.names, g_strdup(key + 1), kept);
    else
        g_hash_table_replace(reader->beside.unput,
                             GUINT_TO_POINTER(g_ascii_strtoull(key, NULL, 10)), kept);
    return true;
}

/* "splice AT\tFROM\tTO" */
static bool read_splice(const char *text, KjState *state, GError **error)
{
    g_auto(GStrv) fields = g_strsplit(text, "\t", 3);
    if (g_strv_length(fields) != 3 || state->splice)
        return damaged(error, "splice: expected a place, what was there and what is");
    state->splice = g_new(KjSplice, 1);
    *state->splice = (KjSplice){g_ascii_strtoull(fields[0], NULL, 10), g_strcompress(fields[1]),
                                g_strcompress(fields[2])};
    return true;
}

/* What a line says, if it begins with a key. */
static const char *said(const char *line, const char *key)
{
    return g_str_has_prefix(line, key) ? line + strlen(key) : NULL;
}

/* Reads a line of what stands beside the board; `*out`: it was one. */
static bool read_beside(KjStatesReader *reader, const char *line, KjState *state, bool *out,
                        GError **error)
{
    const char *rest;
    KjBeside *beside = &reader->beside, none;
    *out = true;
    if (strcmp(line, "names") == 0 || strcmp(line, "unput") == 0) {
        kj_beside_init(&none);
        GHashTable **table = *line == 'n' ? &beside->names : &beside->unput,
                   **empty = *line == 'n' ? &none.names : &none.unput, *before = *table;
        *table = *empty;
        *empty = before;
        kj_beside_clear(&none);
        return true;
    }
    if ((rest = said(line, "called ")))
        return read_use(reader, rest, true, error);
    if ((rest = said(line, "edit ")))
        return read_use(reader, rest, false, error);
    if ((rest = said(line, "splice ")))
        return read_splice(rest, state, error);
    if (strcmp(line, "edited") == 0) {
        state->beside.edited = true;
    } else if (strcmp(line, "found") == 0) {
        state->beside.found = true;
    } else if (strcmp(line, "closed") == 0) {
        state->place = CLOSED;
    } else if ((rest = said(line, "place "))) {
        state->place = (unsigned)MIN(g_ascii_strtoull(rest, NULL, 10), CLOSED - 1);
    } else if ((rest = said(line, "by "))) {
        g_free(state->command);
        state->command = g_strcompress(rest);
    } else {
        *out = false;
    }
    return true;
}

/* The lines that are not of the tree alone: taken out, into `state` and `tree`. */
static bool read_lines(KjStatesReader *reader, char **lines, KjMoveTree **tree, KjState *state,
                       GString *rest, GError **error)
{
    bool as_written = false, beside;
    const char *intended = NULL, *like;
    for (unsigned i = 0; lines[i]; i++) {
        if (!read_beside(reader, lines[i], state, &beside, error))
            return false;
        if (beside)
            continue;
        if ((like = said(lines[i], "like "))) {
            if (!read_like(reader, like, tree, error))
                return false;
        } else if (strcmp(lines[i], "as-written") == 0) {
            as_written = true;
        } else if (g_str_has_prefix(lines[i], "intended")) {
            intended = lines[i];
        } else {
            g_string_append_printf(rest, "%s\n", lines[i]);
        }
    }
    *tree = kj_tree_text_read_on(g_steal_pointer(tree), rest->str, error);
    if (!*tree)
        return false;
    (*tree)->as_written = as_written;
    return !intended ||
           kj_intended_text_read(intended, (*tree)->start.game->t, &state->intended, error);
}

/* Reads a section as a state and the tree of it. NULL with KJ_TEXT_ERROR. (transfer full) */
static KjState *read_state(KjStatesReader *reader, const char *text, KjMoveTree **out_tree,
                           GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) rest = g_string_new(NULL);
    KjState *state = g_new0(KjState, 1);
    state->place = AT_THE_COLLECTIONS;
    if (read_lines(reader, lines, out_tree, state, rest, error))
        return state;
    g_clear_pointer(out_tree, kj_move_tree_free);
    kj_state_free(state);
    return NULL;
}

bool kj_states_reader_keep(KjStatesReader *reader, const char *name, const char *text,
                           GError **error)
{
    KjMoveTree *tree = NULL;
    if (name && !*name)
        return damaged(error, "expected a name");
    KjState *state = read_state(reader, text, &tree, error);
    if (!state)
        return false;
    KjKept *kept = kj_kept_new(tree, g_steal_pointer(&state->intended));
    kj_state_free(state);
    if (name)
        g_hash_table_replace(reader->beside.names, g_strdup(name), kept);
    else
        g_ptr_array_add(reader->kept, kept);
    return true;
}

bool kj_states_reader_add(KjStatesReader *reader, const char *text, bool on_board, GError **error)
{
    g_autoptr(KjMoveTree) tree = NULL;
    KjState *state = read_state(reader, text, &tree, error);
    if (!state)
        return false;
    bool edited = state->beside.edited, found = state->beside.found;
    kj_beside_copy(&state->beside, &reader->beside);
    state->beside.edited = edited;
    state->beside.found = found;
    const KjState *before = reader->list->len ? reader->list->pdata[reader->list->len - 1] : NULL;
    state->pack = kj_packed_new(tree, before ? before->pack : NULL);
    g_ptr_array_add(reader->list, state);
    if (on_board)
        reader->at = reader->list->len - 1;
    return true;
}

KjStates *kj_states_reader_take(KjStatesReader *reader, KjCollection *collection, KjBeside *beside)
{
    if (!reader->list->len)
        return NULL;
    KjStates *states = g_new0(KjStates, 1);
    states->list = g_steal_pointer(&reader->list);
    reader->list = g_ptr_array_new_with_free_func(kj_state_free);
    states->at = reader->at;
    for (unsigned i = 0; collection && i < states->list->len; i++) {
        KjState *state = kj_state_at(states, i);
        if (state->place == CLOSED)
            continue;
        state->beside.collection = kj_collection_ref(collection);
        if (state->place == AT_THE_COLLECTIONS || i == states->at)
            state->place = collection->current;
    }
    states->tree = kj_packed_tree(kj_state_present(states)->pack);
    kj_states_take_text(states, kj_state_present(states)->beside.collection);
    kj_beside_clear(beside);
    kj_beside_copy(beside, &kj_state_present(states)->beside);
    return states;
}
