/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of the workbench for undo. */
#include <string.h>

#include "repl/workbench/states-priv.h"

/* ---- the text of a collection ---- */

void kj_splice_free(KjSplice *splice)
{
    if (!splice)
        return;
    g_free(splice->was);
    g_free(splice->is);
    g_free(splice);
}

/* What differs between two texts. (transfer full) */
static KjSplice *splice_of(const char *before, const char *after)
{
    gsize a = strlen(before), b = strlen(after), at = 0, tail = 0;
    while (at < MIN(a, b) && before[at] == after[at])
        at++;
    while (tail < MIN(a, b) - at && before[a - 1 - tail] == after[b - 1 - tail])
        tail++;
    KjSplice *splice = g_new(KjSplice, 1);
    *splice =
        (KjSplice){at, g_strndup(before + at, a - tail - at), g_strndup(after + at, b - tail - at)};
    return splice;
}

/* A text with one part in place of another; NULL: that is not there. (transfer full) */
static char *replaced(const char *text, gsize at, const char *from, const char *to)
{
    gsize n = strlen(from);
    if (strlen(text) < at || strncmp(text + at, from, n) != 0)
        return NULL;
    GString *out = g_string_new_len(text, (gssize)at);
    g_string_append(out, to);
    g_string_append(out, text + at + n);
    return g_string_free(out, FALSE);
}

void kj_states_take_text(KjStates *states, const KjCollection *collection)
{
    g_free(states->text);
    g_clear_pointer(&states->lines, g_ptr_array_unref);
    states->text = collection ? kj_collection_text(collection) : NULL;
    states->lines = collection ? g_ptr_array_ref(collection->lines) : NULL;
}

/* ---- states ---- */

void kj_state_free(void *data)
{
    KjState *state = data;
    kj_packed_free(state->pack);
    if (state->intended)
        g_array_unref(state->intended);
    if (state->beside.names)
        kj_beside_clear(&state->beside);
    kj_splice_free(state->splice);
    g_free(state->command);
    g_free(state);
}

KjState *kj_state_at(const KjStates *states, unsigned i)
{
    return states->list->pdata[i];
}

KjState *kj_state_present(const KjStates *states)
{
    return kj_state_at(states, states->at);
}

static KjState *state_new(GArray *intended, const KjBeside *beside, const char *command)
{
    KjState *state = g_new0(KjState, 1);
    state->intended = intended;
    kj_beside_copy(&state->beside, beside);
    state->place = beside->collection ? beside->collection->current : 0;
    state->command = g_strdup(command);
    return state;
}

KjStates *kj_states_new(KjMoveTree *tree, const KjBeside *beside)
{
    KjStates *states = g_new0(KjStates, 1);
    states->list = g_ptr_array_new_with_free_func(kj_state_free);
    g_ptr_array_add(states->list, state_new(NULL, beside, NULL));
    states->tree = tree;
    return states;
}

void kj_states_free(KjStates *states)
{
    if (!states)
        return;
    g_ptr_array_unref(states->list);
    kj_move_tree_free(states->tree);
    kj_states_take_text(states, NULL);
    g_free(states);
}

unsigned kj_states_at(const KjStates *states)
{
    return states->at;
}

KjMoveTree *kj_states_tree(const KjStates *states)
{
    return states->tree;
}

GArray *kj_states_intended(const KjStates *states)
{
    return kj_state_present(states)->intended;
}

void kj_states_pack(KjStates *states)
{
    KjState *state = kj_state_present(states);
    const KjPackedTree *like = state->pack;
    if (!like && states->at)
        like = kj_state_at(states, states->at - 1)->pack;
    KjPackedTree *pack = kj_packed_new(states->tree, like);
    kj_packed_free(state->pack);
    state->pack = pack;
}

void kj_states_push(KjStates *states, KjMoveTree *tree, GArray *intended, const KjBeside *beside,
                    const char *command)
{
    kj_states_pack(states);
    KjState *before = kj_state_present(states), *state = state_new(intended, beside, command);
    const KjCollection *collection = beside->collection;
    bool same = collection && collection == before->beside.collection;
    if (same && collection->lines != states->lines) {
        g_autofree char *now = kj_collection_text(collection);
        state->splice = splice_of(states->text, now);
    }
    if (!same || state->splice)
        kj_states_take_text(states, collection);
    g_ptr_array_set_size(states->list, (gint)states->at + 1);
    g_ptr_array_add(states->list, state);
    states->at++;
    if (!tree)
        return;
    kj_move_tree_free(states->tree);
    states->tree = tree;
}

/* Gives a collection the text that it has in another state, this way over what the splice of that
 * state or (`back`) of the present one changes. False: it cannot have it. */
static bool turn_text(KjStates *states, const KjState *to, bool back)
{
    const KjSplice *splice = back ? kj_state_present(states)->splice : to->splice;
    KjCollection *collection =
        back ? kj_state_present(states)->beside.collection : to->beside.collection;
    if (splice && collection) {
        g_autofree char *text = replaced(states->text, splice->at, back ? splice->is : splice->was,
                                         back ? splice->was : splice->is);
        if (!text || !kj_collection_set_text(collection, text, NULL))
            return false;
        kj_states_take_text(states, collection);
    }
    collection = to->beside.collection;
    if (collection != kj_state_present(states)->beside.collection)
        kj_states_take_text(states, collection);
    if (collection)
        collection->current = MIN(to->place, collection->problems->len - 1);
    return true;
}

bool kj_states_step(KjStates *states, bool back, KjBeside *beside)
{
    if (back ? states->at == 0 : states->at + 1 == states->list->len)
        return false;
    unsigned at = back ? states->at - 1 : states->at + 1;
    KjState *to = kj_state_at(states, at);
    kj_states_pack(states);
    if (!turn_text(states, to, back))
        return false;
    kj_beside_clear(beside);
    kj_beside_copy(beside, &to->beside);
    kj_move_tree_free(states->tree);
    states->tree = kj_packed_tree(to->pack);
    states->at = at;
    return true;
}

const char *kj_states_command(const KjStates *states, bool back)
{
    unsigned i = back ? states->at : states->at + 1;
    if (i == 0 || i >= states->list->len)
        return NULL;
    const KjState *a = kj_state_at(states, i - 1), *b = kj_state_at(states, i);
    bool aside = a->beside.collection != b->beside.collection || a->place != b->place ||
                 b->splice || a->beside.names != b->beside.names ||
                 a->beside.unput != b->beside.unput || (a->beside.edited && !b->beside.edited);
    return aside ? b->command : NULL;
}
