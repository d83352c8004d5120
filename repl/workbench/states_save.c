/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States in saved sessions. */
#include <string.h>

#include "repl/collection/saved.h"
#include "repl/workbench/states-priv.h"

/* ---- written ---- */

/* What states have under names and the like, once each: its number, and the list by number. */
typedef struct {
    GHashTable *numbers;
    JsonArray *list;
} Boxes;

static unsigned number_of(Boxes *boxes, KjKept *kept)
{
    gpointer number = NULL;
    if (g_hash_table_lookup_extended(boxes->numbers, kept, NULL, &number))
        return GPOINTER_TO_UINT(number);
    g_hash_table_insert(boxes->numbers, kept, GUINT_TO_POINTER(json_array_get_length(boxes->list)));
    g_autoptr(KjPackedTree) pack = kj_packed_new(kept->tree, NULL);
    JsonObject *object = kj_packed_write(pack, NULL);
    kj_saved_set_line(object, kept->intended);
    json_array_add_object_element(boxes->list, object);
    return json_array_get_length(boxes->list) - 1;
}

static gint by_number(gconstpointer a, gconstpointer b)
{
    return GPOINTER_TO_UINT(a) < GPOINTER_TO_UINT(b) ? -1 : 1;
}

/* A table of KjKept by names or by numbers of problems, in that order. */
static JsonObject *write_table(GHashTable *table, bool names, Boxes *boxes)
{
    JsonObject *out = json_object_new();
    g_autoptr(GList) keys =
        g_list_sort(g_hash_table_get_keys(table), names ? (GCompareFunc)strcmp : by_number);
    for (GList *key = keys; key; key = key->next) {
        g_autofree char *text =
            names ? kj_saved_escape(key->data) : g_strdup_printf("%u", GPOINTER_TO_UINT(key->data));
        json_object_set_int_member(out, text,
                                   number_of(boxes, g_hash_table_lookup(table, key->data)));
    }
    return out;
}

/* A state by what is not as in the one before. */
static JsonObject *write_state(const KjState *state, const KjState *before, Boxes *boxes)
{
    JsonObject *out = kj_packed_write(state->pack, before ? before->pack : NULL);
    const KjBeside *now = &state->beside, *was = before ? &before->beside : NULL;
    kj_saved_set_line(out, state->intended);
    if (!was || now->names != was->names)
        json_object_set_object_member(out, "names", write_table(now->names, true, boxes));
    if (!was || now->unput != was->unput)
        json_object_set_object_member(out, "unput", write_table(now->unput, false, boxes));
    json_object_set_boolean_member(out, "edited", now->edited);
    json_object_set_boolean_member(out, "found", now->found);
    if (now->collection)
        json_object_set_int_member(out, "place", state->place);
    if (before && state->splice) {
        json_object_set_int_member(out, "at", (gint64)state->splice->at);
        kj_saved_set_text(out, "was", state->splice->was);
        kj_saved_set_text(out, "is", state->splice->is);
    }
    kj_saved_set_text(out, "command", state->command);
    return out;
}

/* Whether a state has a meaning beside the present collection. */
static bool is_of_present(const KjStates *states, unsigned i)
{
    const KjCollection *its = kj_state_at(states, i)->beside.collection;
    return !its || its == kj_state_present(states)->beside.collection;
}

void kj_states_write(KjStates *states, unsigned most, JsonObject *out)
{
    kj_states_pack(states);
    unsigned first = states->at, end = states->at + 1;
    while (first > 0 && states->at - first < most && is_of_present(states, first - 1))
        first--;
    while (end < states->list->len && is_of_present(states, end))
        end++;
    g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
    Boxes boxes = {numbers, json_array_new()};
    JsonArray *list = json_array_new();
    for (unsigned i = first; i < end; i++) {
        const KjState *before = i > first ? kj_state_at(states, i - 1) : NULL;
        json_array_add_object_element(list, write_state(kj_state_at(states, i), before, &boxes));
    }
    json_object_set_array_member(out, "kept", boxes.list);
    json_object_set_array_member(out, "states", list);
    json_object_set_int_member(out, "present", states->at - first);
}

/* ---- read back ---- */

static KjKept *read_kept(JsonObject *object, GError **error)
{
    g_autoptr(KjPackedTree) pack = kj_packed_read(object, NULL, error);
    GArray *line;
    if (!pack || !kj_saved_line(object, kj_packed_game(pack)->t, &line, error))
        return NULL;
    return kj_kept_new(kj_packed_tree(pack), line);
}

/* Puts a table of numbers in `kept` in the place of one; where there is none that stays. */
static bool read_table(JsonObject *state, const char *key, const GPtrArray *kept, bool names,
                       GHashTable **table, GError **error)
{
    JsonObjectIter iter;
    const char *name;
    JsonNode *unused;
    JsonObject *in = kj_field_object(state, key);
    if (!in)
        return true;
    g_hash_table_unref(*table);
    *table = names ? kj_beside_new_names() : kj_beside_new_unput();
    json_object_iter_init(&iter, in);
    while (json_object_iter_next(&iter, &name, &unused)) {
        gint64 number = kj_field_number(in, name, -1);
        if (number < 0 || number >= kept->len || !*name)
            return kj_saved_wrong(error, key);
        g_hash_table_replace(*table,
                             names ? g_strcompress(name)
                                   : GUINT_TO_POINTER(g_ascii_strtoull(name, NULL, 10)),
                             g_rc_box_acquire(kept->pdata[number]));
    }
    return true;
}

/* What stands beside the board of a state, whose own is that of the state before. */
static bool read_beside(JsonObject *object, KjState *state, const GPtrArray *kept,
                        KjCollection *collection, GError **error)
{
    KjBeside *beside = &state->beside;
    gint64 place = kj_field_number(object, "place", -1);
    char *was = kj_saved_text(object, "was"), *is = kj_saved_text(object, "is");
    g_clear_pointer(&beside->collection, kj_collection_unref);
    if (place >= 0 && collection) {
        beside->collection = kj_collection_ref(collection);
        state->place = (unsigned)MIN(place, G_MAXUINT);
    }
    state->splice = g_new(KjSplice, 1);
    *state->splice = (KjSplice){(gsize)kj_field_number(object, "at", 0), was, is};
    if (!was || !is)
        g_clear_pointer(&state->splice, kj_splice_free);
    beside->edited = beside->found = false;
    KJ_FLAG(edited, beside->edited);
    KJ_FLAG(found, beside->found);
    state->command = kj_saved_text(object, "command");
    return read_table(object, "names", kept, true, &beside->names, error) &&
           read_table(object, "unput", kept, false, &beside->unput, error);
}

/* Adds a state to the list. */
static bool read_state(JsonObject *object, GPtrArray *list, const GPtrArray *kept,
                       KjCollection *collection, GError **error)
{
    const KjState *before = list->len ? list->pdata[list->len - 1] : NULL;
    KjState *state = g_new0(KjState, 1);
    if (before)
        kj_beside_copy(&state->beside, &before->beside);
    else
        kj_beside_init(&state->beside);
    g_ptr_array_add(list, state);
    state->pack = kj_packed_read(object, before ? before->pack : NULL, error);
    return state->pack &&
           kj_saved_line(object, kj_packed_game(state->pack)->t, &state->intended, error) &&
           read_beside(object, state, kept, collection, error);
}

KjStates *kj_states_read(JsonObject *root, KjCollection *collection, KjBeside *beside,
                         GError **error)
{
    JsonArray *boxes = kj_field_list(root, "kept"), *list = kj_field_list(root, "states");
    g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func((GDestroyNotify)kj_kept_unref);
    g_autoptr(KjStates) states = g_new0(KjStates, 1);
    states->list = g_ptr_array_new_with_free_func(kj_state_free);
    for (unsigned i = 0; boxes && i < json_array_get_length(boxes); i++) {
        g_ptr_array_add(kept, read_kept(kj_node_object(kj_node_at(boxes, i)), error));
        if (!kept->pdata[i])
            return NULL;
    }
    for (unsigned i = 0; list && i < json_array_get_length(list); i++)
        if (!read_state(kj_node_object(kj_node_at(list, i)), states->list, kept, collection, error))
            return NULL;
    gint64 present = kj_field_number(root, "present", -1);
    if (present < 0 || present >= states->list->len) {
        kj_saved_wrong(error, "present");
        return NULL;
    }
    states->at = (unsigned)present;
    KjState *state = kj_state_present(states);
    if (state->beside.collection)
        state->place = collection->current;
    states->tree = kj_packed_tree(state->pack);
    kj_states_take_text(states, state->beside.collection);
    kj_beside_clear(beside);
    kj_beside_copy(beside, &state->beside);
    return g_steal_pointer(&states);
}
