/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: trees of moves. */
#include <string.h>

#include "core/format/format.h"
#include "core/notation/usi.h"
#include "repl/lib/problems.h"

struct kanju_node {
    const kanju_node *parent; // NULL: the root
    GPtrArray *children;      // of kanju_node, owned by the root; NULL none
    GPtrArray *all;           // of the root: every node of the tree
    char move[KJ_USI_MOVE];   // "" at the root
    unsigned ply;
    char *comment;
    const char *end; // static
};

static void free_node(void *data)
{
    kanju_node *node = data;
    if (node->children)
        g_ptr_array_unref(node->children);
    g_free(node->comment);
    g_free(node);
}

void kj_lib_node_free(kanju_node *root)
{
    if (root)
        g_ptr_array_unref(root->all);
}

/* The comments of a place, a line each, or NULL. (transfer full) */
static char *comment_of(const KjMoveNode *from)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    for (unsigned i = 0; from->notes && i < from->notes->len; i++) {
        KjNote *note = from->notes->pdata[i];
        if (note->kind == KJ_NOTE_COMMENT)
            g_ptr_array_add(lines, note->text);
    }
    if (!lines->len)
        return NULL;
    g_ptr_array_add(lines, NULL);
    return g_strjoinv("\n", (char **)lines->pdata);
}

static kanju_node *new_node(GPtrArray *all, const KjMoveNode *from)
{
    kanju_node *node = g_new0(kanju_node, 1);
    g_ptr_array_add(all, node);
    node->comment = comment_of(from);
    return node;
}

static kanju_node *add_child(kanju_node *parent, GPtrArray *all, const KjMoveNode *from,
                             const KjPosition *before)
{
    kanju_node *child = new_node(all, from);
    child->parent = parent;
    child->ply = parent->ply + 1;
    kj_usi_move_write(before, from->move, child->move);
    if (!parent->children)
        parent->children = g_ptr_array_new();
    g_ptr_array_add(parent->children, child);
    return child;
}

/* An end stands where the moves before it lead. */
static void add_end(kanju_node *node, const KjMoveNode *end)
{
    g_autofree char *words = comment_of(end), *before = node->comment;
    node->end = kj_game_end_en(end->end);
    node->comment =
        words && before ? g_strconcat(before, "\n", words, NULL) : g_strdup(words ? words : before);
}

/* Adds what follows a place: its branches one after the other, then on along its main line, so
 * that the stack is as deep as branches have branches. */
static void add_below(kanju_node *node, GPtrArray *all, const KjMoveNode *from,
                      const KjPosition *at)
{
    KjPosition pos = *at;
    while (from->child) {
        kanju_node *main_child = NULL;
        const KjMoveNode *main_from = NULL;
        for (const KjMoveNode *child = from->child; child; child = child->next) {
            if (child->move == KJ_MOVE_NONE) {
                add_end(node, child);
                continue;
            }
            kanju_node *added = add_child(node, all, child, &pos);
            if (!main_child) {
                main_child = added;
                main_from = child;
                continue;
            }
            KjPosition next = kj_position_after(&pos, child->move);
            add_below(added, all, child, &next);
        }
        if (!main_child)
            return;
        pos = kj_position_after(&pos, main_from->move);
        node = main_child;
        from = main_from;
    }
}

kanju_node *kj_lib_tree(const KjMoveTree *tree)
{
    if (!tree)
        return NULL;
    GPtrArray *all = g_ptr_array_new_with_free_func(free_node);
    kanju_node *root = new_node(all, tree->root);
    root->all = all;
    add_below(root, all, tree->root, &tree->start);
    return root;
}

KjFormat kj_lib_format(const char *name)
{
    for (unsigned i = 0; i < KJ_FORMAT_COUNT; i++)
        if (g_strcmp0(name, kj_format_name((KjFormat)i)) == 0)
            return (KjFormat)i;
    return KJ_FORMAT_COUNT;
}

char *kj_lib_record(const KjMoveTree *tree, const char *format, char **error)
{
    KjFormat found = kj_lib_format(format);
    if (!tree || found == KJ_FORMAT_COUNT) {
        g_autofree char *message =
            tree ? g_strdup_printf("unknown format '%s'", format ? format : "")
                 : g_strdup("there is no tree of moves");
        kj_lib_say(error, message);
        return NULL;
    }
    g_autoptr(KjGameFile) file = kj_game_file_of(kj_move_tree_copy(tree));
    g_autoptr(GError) why = NULL;
    GString *text = g_string_new(NULL);
    if (kj_format_write(text, file, found, &why))
        return g_string_free(text, FALSE);
    g_string_free(text, TRUE);
    g_autofree char *message = kj_text_error_write(why);
    kj_lib_say(error, message);
    return NULL;
}

/* ---- nodes ---- */

unsigned kanju_node_ply(const kanju_node *node)
{
    return node ? node->ply : 0;
}

const char *kanju_node_move(const kanju_node *node)
{
    return node && *node->move ? node->move : NULL;
}

const char *kanju_node_comment(const kanju_node *node)
{
    return node ? node->comment : NULL;
}

const char *kanju_node_end(const kanju_node *node)
{
    return node ? node->end : NULL;
}

size_t kanju_node_children(const kanju_node *node)
{
    return node && node->children ? node->children->len : 0;
}

const kanju_node *kanju_node_child(const kanju_node *node, size_t index)
{
    return index < kanju_node_children(node) ? node->children->pdata[index] : NULL;
}

const kanju_node *kanju_node_parent(const kanju_node *node)
{
    return node ? node->parent : NULL;
}
