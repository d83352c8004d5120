/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed trees. */
#include "repl/workbench/packed_tree.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/tree/move_place.h"
#include "repl/collection/tree_text.h"

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

KjMoveTree *kj_packed_tree(const KjPackedTree *pack)
{
    KjMoveTree *tree = first_nodes(pack, pack->n);
    tree->as_written = pack->as_written;
    if (pack->headers)
        kj_move_tree_take_headers(tree, pack->headers);
    tree->at = tree->nodes->pdata[pack->at];
    return tree;
}

KjMoveTree *kj_packed_beginning(const KjPackedTree *pack, guint64 n)
{
    return n >= 1 && n <= pack->n ? first_nodes(pack, (unsigned)n) : NULL;
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

/* ---- as text ---- */

/* "node PARENT MOVE". Of a move in USI the position before it matters only where a captured piece
 * stays promoted. */
static void write_node(const KjPackedTree *pack, unsigned i, GString *out)
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

void kj_packed_write(const KjPackedTree *pack, const KjPackedTree *before, GString *out)
{
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
}
