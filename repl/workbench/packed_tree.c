/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed trees. */
#include "repl/workbench/packed_tree.h"

#include <string.h>

#include "core/rules/movegen.h"
#include "core/tree/move_place.h"
#include "repl/collection/saved.h"

enum { PART = 256 }; // nodes that are shared or not together

/* A node; its number is its place. No padding is left undefined, so that parts compare as bytes. */
typedef struct {
    uint32_t parent; // 0 of the root
    KjMove move;
    uint16_t followed; // whether the parent goes on to it
} Node;

/* A tree packed. Parts and start are boxes with reference counts (g_rc_box). */
struct KjPackedTree {
    KjPosition *start;
    GPtrArray *parts; // Node[]; all but the last are of PART
    unsigned n, at;
    bool as_written;
    KjMoveTree *headers; // of the root, in a tree without moves; NULL: it has none
};

void kj_packed_free(KjPackedTree *pack)
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

static const Node *node_of(const KjPackedTree *pack, unsigned i)
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
static Node *part_pack(const KjMoveTree *tree, unsigned part, const KjPackedTree *like)
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

KjPackedTree *kj_packed_new(const KjMoveTree *tree, const KjPackedTree *like)
{
    KjPackedTree *pack = g_new0(KjPackedTree, 1);
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
static KjMoveTree *first_nodes(const KjPackedTree *pack, unsigned n)
{
    KjMoveTree *tree = kj_move_tree_new(pack->start);
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

const KjGame *kj_packed_game(const KjPackedTree *pack)
{
    return pack->start->game;
}

KjMoveTree *kj_packed_tree(const KjPackedTree *pack)
{
    KjMoveTree *tree = first_nodes(pack, pack->n);
    tree->as_written = pack->as_written;
    if (pack->headers)
        kj_move_tree_take_headers(tree, pack->headers);
    tree->at = tree->nodes->pdata[pack->at];
    return tree;
}

/* How many nodes from the first on are the same moves in two trees of the same start. */
static unsigned common_nodes(const KjPackedTree *a, const KjPackedTree *b)
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

/* ---- in saved sessions ---- */

enum { MOVE_BITS = 16 }; // of a node's number, below its parent's

static JsonArray *headers_write(const KjMoveTree *tree)
{
    JsonArray *list = json_array_new();
    const GPtrArray *notes = tree->root->notes;
    for (unsigned i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        JsonObject *header = json_object_new();
        kj_saved_set_text(header, "key", note->key);
        kj_saved_set_text(header, "text", note->text);
        json_array_add_object_element(list, header);
    }
    return list;
}

JsonObject *kj_packed_write(const KjPackedTree *pack, const KjPackedTree *before)
{
    JsonObject *object = json_object_new();
    JsonArray *moves = json_array_new();
    bool like = before && before->start == pack->start;
    unsigned first = like ? common_nodes(before, pack) : 1;
    if (like)
        json_object_set_int_member(object, "like", first);
    else
        kj_saved_set_position(object, pack->start);
    for (unsigned i = first; i < pack->n; i++) {
        const Node *node = node_of(pack, i);
        json_array_add_int_element(moves, (gint64)node->parent << MOVE_BITS | node->move);
    }
    json_object_set_array_member(object, "moves", moves);
    json_object_set_int_member(object, "here", pack->at);
    if (pack->headers)
        json_object_set_array_member(object, "headers", headers_write(pack->headers));
    json_object_set_boolean_member(object, "as_written", pack->as_written);
    return object;
}

/* Adds the nodes of a list, each behind its parent by a move that is legal. */
static bool read_moves(KjMoveTree *tree, JsonArray *list, GError **error)
{
    for (unsigned i = 0; list && i < json_array_get_length(list); i++) {
        guint64 number = (guint64)kj_node_number(kj_node_at(list, i), 0),
                parent = number >> MOVE_BITS;
        if (parent >= tree->nodes->len)
            return kj_saved_wrong(error, "moves");
        tree->at = tree->nodes->pdata[parent];
        KjPosition position = kj_move_tree_position(tree);
        // the rules in force when it was played may have been others: the most is allowed
        KjGame game = *position.game;
        game.rules.drop_stalemate_illegal = game.rules.lion_safe_only = game.rules.no_drops = false;
        game.rules.elephant_to_hand = true;
        position.game = &game;
        KjMoveList legal = {0};
        kj_gen_legal(&position, &legal);
        if (!kj_list_has(&legal, (KjMove)number))
            return kj_saved_wrong(error, "moves");
        kj_move_tree_play(tree, (KjMove)number);
    }
    return true;
}

static bool read_headers(KjMoveTree *tree, JsonArray *list, GError **error)
{
    for (unsigned i = 0; list && i < json_array_get_length(list); i++) {
        JsonObject *header = kj_node_object(kj_node_at(list, i));
        g_autofree char *key = kj_saved_text(header, "key"), *text = kj_saved_text(header, "text");
        if (!key || !text)
            return kj_saved_wrong(error, "headers");
        kj_move_node_note(tree->root, KJ_NOTE_HEADER, key, text);
    }
    return true;
}

KjPackedTree *kj_packed_read(JsonObject *object, const KjPackedTree *before, GError **error)
{
    gint64 like = kj_field_number(object, "like", 0), here = kj_field_number(object, "here", 0);
    g_autoptr(KjMoveTree) tree = NULL;
    KjPosition start;
    if (before && like >= 1 && like <= before->n)
        tree = first_nodes(before, (unsigned)like);
    else if (kj_saved_position(object, &start, error))
        tree = kj_move_tree_new(&start);
    if (!tree || !read_moves(tree, kj_field_list(object, "moves"), error) ||
        !read_headers(tree, kj_field_list(object, "headers"), error))
        return NULL;
    if (here < 0 || here >= tree->nodes->len) {
        kj_saved_wrong(error, "here");
        return NULL;
    }
    kj_move_tree_visit(tree, tree->nodes->pdata[here]);
    KJ_FLAG(as_written, tree->as_written);
    return kj_packed_new(tree, before);
}
