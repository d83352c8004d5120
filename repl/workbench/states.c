/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of the workbench for undo: packed, with parts that are shared. */
#include "repl/workbench/states.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/collection/tree_text.h"
#include "repl/workbench/intended_text.h"

enum { PART = 256 }; // nodes that are shared or not together

/* A node; its number is its place. No padding is left undefined, so that parts compare as bytes. */
typedef struct {
    uint32_t parent; // 0 of the root
    KjMove move;
    uint16_t followed; // whether the parent goes on to it
} Node;

/* A tree packed. Parts and start are boxes with reference counts (g_rc_box). */
typedef struct {
    KjPosition *start;
    GPtrArray *parts; // Node[]; all but the last are of PART
    unsigned n, at;
    bool as_written;
    KjMoveTree *headers; // of the root, in a tree without moves; NULL: it has none
} Pack;

typedef struct {
    Pack *pack;       // NULL: the tree was never off the board; of that on the board: how it was
    GArray *intended; // KjMove; or NULL
} State;

struct KjStates {
    GPtrArray *list; // State*
    unsigned at;
    KjMoveTree *tree;
};

/* ---- packing ---- */

static void pack_free(Pack *pack)
{
    if (!pack)
        return;
    g_rc_box_release(pack->start);
    g_ptr_array_unref(pack->parts);
    kj_move_tree_free(pack->headers);
    g_free(pack);
}

static unsigned part_length(unsigned n, unsigned part)
{
    return MIN(PART, n - part * PART);
}

static const Node *node_of(const Pack *pack, unsigned i)
{
    const Node *part = pack->parts->pdata[i / PART];
    return &part[i % PART];
}

static Node node_pack(const KjMoveNode *node)
{
    const KjMoveNode *parent = node->parent;
    return (Node){.parent = parent ? parent->index : 0,
                  .move = node->move,
                  .followed = parent && parent->followed == node};
}

/* A part of the tree, that of `like` where it is the same. (transfer full) */
static Node *part_pack(const KjMoveTree *tree, unsigned part, const Pack *like)
{
    unsigned length = part_length(tree->nodes->len, part);
    Node *nodes = g_rc_box_alloc0(length * sizeof *nodes);
    for (unsigned i = 0; i < length; i++)
        nodes[i] = node_pack(tree->nodes->pdata[part * PART + i]);
    bool same = like && part < like->parts->len && part_length(like->n, part) == length &&
                memcmp(nodes, like->parts->pdata[part], length * sizeof *nodes) == 0;
    if (!same)
        return nodes;
    g_rc_box_release(nodes);
    return g_rc_box_acquire(like->parts->pdata[part]);
}

/* (transfer full) */
static Pack *pack_tree(const KjMoveTree *tree, const Pack *like)
{
    Pack *pack = g_new0(Pack, 1);
    bool same = like && memcmp(like->start, &tree->start, sizeof tree->start) == 0;
    pack->start = same ? g_rc_box_acquire(like->start) : g_rc_box_new(KjPosition);
    if (!same)
        memcpy(pack->start, &tree->start, sizeof tree->start);
    pack->n = tree->nodes->len;
    pack->at = tree->at->index;
    pack->as_written = tree->as_written;
    if (tree->root->notes) {
        pack->headers = kj_move_tree_new(NULL);
        kj_move_tree_take_headers(pack->headers, tree);
    }
    pack->parts = g_ptr_array_new_full((pack->n + PART - 1) / PART, g_rc_box_release);
    for (unsigned part = 0; part * PART < pack->n; part++)
        g_ptr_array_add(pack->parts, part_pack(tree, part, like));
    return pack;
}

/* The tree of the first `n` nodes, standing at the root. (transfer full) */
static KjMoveTree *unpack(const Pack *pack, unsigned n)
{
    KjMoveTree *tree = kj_move_tree_new(pack->start);
    tree->as_written = pack->as_written;
    if (pack->headers)
        kj_move_tree_take_headers(tree, pack->headers);
    for (unsigned i = 1; i < n; i++) {
        const Node *packed = node_of(pack, i);
        KjMoveNode *parent = tree->nodes->pdata[packed->parent];
        KjMoveNode *node = kj_move_tree_add(tree, parent);
        node->move = packed->move;
        if (packed->followed)
            parent->followed = node;
    }
    return tree;
}

/* How many nodes from the first on are the same moves in two trees of the same start. */
static unsigned common_nodes(const Pack *a, const Pack *b)
{
    unsigned n = MIN(a->n, b->n), i = 0;
    while (i < n) {
        if (a->parts->pdata[i / PART] == b->parts->pdata[i / PART]) {
            i = (i / PART + 1) * PART;
            continue;
        }
        const Node *x = node_of(a, i), *y = node_of(b, i);
        if (x->parent != y->parent || x->move != y->move)
            break;
        i++;
    }
    return MIN(i, n);
}

/* ---- states ---- */

static void state_free(gpointer data)
{
    State *state = data;
    pack_free(state->pack);
    if (state->intended)
        g_array_unref(state->intended);
    g_free(state);
}

static State *state_at(const KjStates *states, unsigned i)
{
    return states->list->pdata[i];
}

KjStates *kj_states_new(KjMoveTree *tree)
{
    KjStates *states = g_new0(KjStates, 1);
    states->list = g_ptr_array_new_with_free_func(state_free);
    g_ptr_array_add(states->list, g_new0(State, 1));
    states->tree = tree;
    return states;
}

void kj_states_free(KjStates *states)
{
    if (!states)
        return;
    g_ptr_array_unref(states->list);
    kj_move_tree_free(states->tree);
    g_free(states);
}

unsigned kj_states_count(const KjStates *states)
{
    return states->list->len;
}

unsigned kj_states_at(const KjStates *states)
{
    return states->at;
}

KjMoveTree *kj_states_tree(const KjStates *states)
{
    return states->tree;
}

const GArray *kj_states_intended(const KjStates *states)
{
    return state_at(states, states->at)->intended;
}

void kj_states_intend(KjStates *states, GArray *line)
{
    State *state = state_at(states, states->at);
    if (state->intended)
        g_array_unref(state->intended);
    state->intended = line;
}

/* Packs what is on the board as it stands now. */
static void pack_present(KjStates *states)
{
    State *state = state_at(states, states->at);
    const Pack *like = state->pack;
    if (!like && states->at)
        like = state_at(states, states->at - 1)->pack;
    Pack *pack = pack_tree(states->tree, like);
    pack_free(state->pack);
    state->pack = pack;
}

void kj_states_push(KjStates *states, KjMoveTree *tree, GArray *intended)
{
    pack_present(states);
    kj_move_tree_free(states->tree);
    g_ptr_array_set_size(states->list, (gint)states->at + 1);
    State *state = g_new0(State, 1);
    state->intended = intended;
    g_ptr_array_add(states->list, state);
    states->at++;
    states->tree = tree;
}

void kj_states_go(KjStates *states, unsigned at)
{
    if (at == states->at)
        return;
    pack_present(states);
    kj_move_tree_free(states->tree);
    const Pack *pack = state_at(states, at)->pack;
    states->tree = unpack(pack, pack->n);
    states->tree->at = states->tree->nodes->pdata[pack->at];
    states->at = at;
}

/* ---- as text ---- */

/* "node PARENT MOVE". Of a move in USI the position before it matters only where a captured piece
 * stays promoted. */
static void write_node(const Pack *pack, unsigned i, GString *out)
{
    const Node *node = node_of(pack, i);
    KjPosition before = *pack->start;
    if (kj_move_keeps(node->move)) {
        g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(KjMove));
        for (unsigned at = node->parent; at; at = node_of(pack, at)->parent)
            g_array_append_val(path, node_of(pack, at)->move);
        for (unsigned k = path->len; k-- > 0;) {
            KjUndo undo;
            kj_position_make(&before, g_array_index(path, KjMove, k), &undo);
        }
    }
    char usi[KJ_USI_MOVE];
    kj_usi_move_write(&before, node->move, usi);
    g_string_append_printf(out, "node %u %s\n", node->parent, usi);
}

/* One state, `before` the one before it, or NULL. */
static void write_state(const State *state, const Pack *before, GString *out)
{
    const Pack *pack = state->pack;
    unsigned first = 1;
    if (before && before->start == pack->start) {
        first = common_nodes(before, pack);
        g_string_append_printf(out, "like %u\n", first);
    } else {
        g_autofree char *start = kj_position_write(pack->start);
        g_string_append_printf(out, "game %s\nstart %s\n", pack->start->game->row->id, start);
    }
    for (unsigned i = first; i < pack->n; i++)
        write_node(pack, i, out);
    g_string_append_printf(out, "current %u\n", pack->at);
    if (pack->headers)
        kj_tree_text_headers(pack->headers, out);
    if (pack->as_written)
        g_string_append(out, "as-written\n");
    kj_intended_text_write(state->intended, out);
}

void kj_states_write(KjStates *states, unsigned first, GString *out)
{
    pack_present(states);
    const Pack *before = NULL;
    for (unsigned i = first; i < states->list->len; i++) {
        const State *state = state_at(states, i);
        g_string_append_printf(out, "%s\n", i == states->at ? "board" : "state");
        write_state(state, before, out);
        before = state->pack;
    }
}

/* ---- reading back ---- */

struct KjStatesReader {
    GPtrArray *list; // State*
    unsigned at;
};

KjStatesReader *kj_states_reader_new(void)
{
    KjStatesReader *reader = g_new0(KjStatesReader, 1);
    reader->list = g_ptr_array_new_with_free_func(state_free);
    return reader;
}

void kj_states_reader_free(KjStatesReader *reader)
{
    if (!reader)
        return;
    g_ptr_array_unref(reader->list);
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
    guint64 n = g_ascii_strtoull(text, NULL, 10);
    const State *before = reader->list->len ? reader->list->pdata[reader->list->len - 1] : NULL;
    if (*out || !before || n < 1 || n > before->pack->n)
        return damaged(error, "like: expected a number of moves of the state before");
    *out = unpack(before->pack, (unsigned)n);
    (*out)->as_written = false;
    if (before->pack->headers) { // its own are told again
        g_autoptr(KjMoveTree) none = kj_move_tree_new(NULL);
        kj_move_tree_take_headers(*out, none);
    }
    return true;
}

/* The lines that are not of the tree alone: taken out, into `state` and `tree`. */
static bool read_lines(const KjStatesReader *reader, char **lines, KjMoveTree **tree, State *state,
                       GString *rest, GError **error)
{
    bool as_written = false;
    const char *intended = NULL;
    for (unsigned i = 0; lines[i]; i++) {
        if (g_str_has_prefix(lines[i], "like ")) {
            if (!read_like(reader, lines[i] + strlen("like "), tree, error))
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

bool kj_states_reader_add(KjStatesReader *reader, const char *text, bool on_board, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) rest = g_string_new(NULL);
    g_autoptr(KjMoveTree) tree = NULL;
    State *state = g_new0(State, 1);
    if (!read_lines(reader, lines, &tree, state, rest, error)) {
        state_free(state);
        return false;
    }
    const State *before = reader->list->len ? reader->list->pdata[reader->list->len - 1] : NULL;
    state->pack = pack_tree(tree, before ? before->pack : NULL);
    g_ptr_array_add(reader->list, state);
    if (on_board)
        reader->at = reader->list->len - 1;
    return true;
}

KjStates *kj_states_reader_take(KjStatesReader *reader)
{
    if (!reader->list->len)
        return NULL;
    KjStates *states = g_new0(KjStates, 1);
    states->list = g_steal_pointer(&reader->list);
    reader->list = g_ptr_array_new_with_free_func(state_free);
    states->at = reader->at;
    const Pack *pack = state_at(states, states->at)->pack;
    states->tree = unpack(pack, pack->n);
    states->tree->at = states->tree->nodes->pdata[pack->at];
    return states;
}
