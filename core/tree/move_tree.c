/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of moves: its nodes, what is noted beside them, its lines. */
#include "core/tree/move_tree.h"

#include <string.h>

#include "core/text/text_file.h"

static void note_free(gpointer data)
{
    KjNote *note = data;
    g_free(note->key);
    g_free(note);
}

static KjNote *note_new(KjNoteKind kind, const char *key, const char *text)
{
    size_t size = strlen(text) + 1;
    KjNote *note = g_malloc(G_STRUCT_OFFSET(KjNote, text) + size);
    note->key = g_strdup(key);
    note->kind = kind;
    memcpy(note->text, text, size);
    return note;
}

void kj_move_tree_free_node(const KjMoveTree *tree, KjMoveNode *node)
{
    bool in_block = tree->block && node >= tree->block && node < tree->block + tree->in_block;
    if (node->notes)
        g_ptr_array_unref(node->notes);
    if (!in_block)
        g_free(node);
}

KjMoveNode *kj_move_tree_add(KjMoveTree *tree, KjMoveNode *parent)
{
    KjMoveNode *node = g_new0(KjMoveNode, 1);
    node->spent = node->total = -1;
    node->index = tree->nodes->len;
    g_ptr_array_add(tree->nodes, node);
    if (!parent)
        return node;
    node->parent = parent;
    node->ply = parent->ply + 1;
    KjMoveNode **place = &parent->child;
    while (*place)
        place = &(*place)->next;
    *place = node;
    return node;
}

KjMoveTree *kj_move_tree_new(const KjPosition *start)
{
    KjMoveTree *tree = g_new0(KjMoveTree, 1);
    if (start)
        tree->start = *start;
    tree->nodes = g_ptr_array_new();
    tree->root = tree->at = kj_move_tree_add(tree, NULL);
    return tree;
}

/* What stands for a node of the original in its copy. */
static KjMoveNode *twin(const KjMoveTree *copy, const KjMoveNode *node)
{
    return node ? copy->nodes->pdata[node->index] : NULL;
}

KjMoveTree *kj_move_tree_copy(const KjMoveTree *tree)
{
    KjMoveTree *copy = g_memdup2(tree, sizeof *tree);
    copy->nodes = g_ptr_array_sized_new(tree->nodes->len);
    copy->in_block = tree->nodes->len;
    copy->block = g_new(KjMoveNode, copy->in_block);
    for (guint i = 0; i < tree->nodes->len; i++) {
        KjMoveNode *node = tree->nodes->pdata[i];
        if (node->notes && !node->shared)
            node->shared = true; // notes may be many, and change seldom
        copy->block[i] = *node;
        if (node->notes)
            g_ptr_array_ref(node->notes);
        g_ptr_array_add(copy->nodes, &copy->block[i]);
    }
    for (guint i = 0; i < copy->nodes->len; i++) {
        KjMoveNode *node = copy->nodes->pdata[i];
        node->parent = twin(copy, node->parent);
        node->child = twin(copy, node->child);
        node->next = twin(copy, node->next);
        node->followed = twin(copy, node->followed);
    }
    copy->root = twin(copy, tree->root);
    copy->at = twin(copy, tree->at);
    return copy;
}

void kj_move_tree_free(KjMoveTree *tree)
{
    if (!tree)
        return;
    for (guint i = 0; i < tree->nodes->len; i++)
        kj_move_tree_free_node(tree, tree->nodes->pdata[i]);
    g_ptr_array_unref(tree->nodes);
    g_free(tree->block);
    g_free(tree);
}

/* The notes of a node, for it alone and to be changed. */
static GPtrArray *own_notes(KjMoveNode *node)
{
    if (node->notes && !node->shared)
        return node->notes;
    GPtrArray *notes = g_ptr_array_new_with_free_func(note_free);
    for (guint i = 0; node->notes && i < node->notes->len; i++) {
        const KjNote *note = node->notes->pdata[i];
        g_ptr_array_add(notes, note_new(note->kind, note->key, note->text));
    }
    if (node->notes)
        g_ptr_array_unref(node->notes);
    node->notes = notes;
    node->shared = false;
    return notes;
}

static void add_note(KjMoveNode *node, KjNoteKind kind, const char *key, const char *text)
{
    g_ptr_array_add(own_notes(node), note_new(kind, key, text));
}

static bool is_header(const KjNote *note, const char *key)
{
    return note->kind == KJ_NOTE_HEADER && (!key || strcmp(note->key, key) == 0);
}

const char *kj_move_tree_header(const KjMoveTree *tree, const char *key)
{
    const GPtrArray *notes = tree->root->notes;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (is_header(note, key))
            return note->text;
    }
    return NULL;
}

/* The place behind the headers before the board, else behind the first lines. */
static guint behind_headers(const GPtrArray *notes)
{
    guint at = 0;
    for (guint i = 0; i < notes->len && ((KjNote *)notes->pdata[i])->kind != KJ_NOTE_BOARD; i++)
        if (is_header(notes->pdata[i], NULL) ||
            (at == i && ((KjNote *)notes->pdata[i])->kind == KJ_NOTE_SOFTWARE))
            at = i + 1;
    return at;
}

void kj_move_tree_set_board(KjMoveTree *tree, const char *text)
{
    GPtrArray *notes = own_notes(tree->root);
    bool set = false;
    for (guint i = notes->len; i-- > 0;) {
        KjNote *note = notes->pdata[i];
        if (note->kind != KJ_NOTE_BOARD)
            continue;
        g_ptr_array_remove_index(notes, i);
        if (text && !set)
            g_ptr_array_insert(notes, (gint)i, note_new(KJ_NOTE_BOARD, NULL, text));
        set = true;
    }
    if (text && !set)
        g_ptr_array_insert(notes, (gint)behind_headers(notes), note_new(KJ_NOTE_BOARD, NULL, text));
}

void kj_move_tree_set_header(KjMoveTree *tree, const char *key, const char *text)
{
    GPtrArray *notes = own_notes(tree->root);
    g_autofree char *line = g_strdelimit(g_strdup(text ? text : ""), "\r\n", ' ');
    bool set = !text;
    for (guint i = 0; i < notes->len;) {
        KjNote *note = notes->pdata[i];
        if (!is_header(note, key)) {
            i++;
        } else if (set) {
            g_ptr_array_remove_index(notes, i);
        } else {
            note_free(note);
            notes->pdata[i++] = note_new(KJ_NOTE_HEADER, key, line);
            set = true;
        }
    }
    if (!set)
        g_ptr_array_insert(notes, (gint)behind_headers(notes), note_new(KJ_NOTE_HEADER, key, line));
}

void kj_move_tree_take_headers(KjMoveTree *tree, const KjMoveTree *from)
{
    static const char *const left[] = {"手合割", "手数", "完全性"};
    const GPtrArray *theirs = from->root->notes;
    GPtrArray *notes = tree->root->notes || theirs ? own_notes(tree->root) : NULL;
    for (guint i = 0; notes && i < notes->len;) {
        if (is_header(notes->pdata[i], NULL))
            g_ptr_array_remove_index(notes, i);
        else
            i++;
    }
    for (guint i = 0; theirs && i < theirs->len; i++) {
        const KjNote *note = theirs->pdata[i];
        bool wanted = is_header(note, NULL);
        for (size_t k = 0; k < G_N_ELEMENTS(left) && wanted; k++)
            wanted = strcmp(note->key, left[k]) != 0;
        if (wanted)
            g_ptr_array_add(notes, note_new(KJ_NOTE_HEADER, note->key, note->text));
    }
}

void kj_move_node_note(KjMoveNode *node, KjNoteKind kind, const char *key, const char *text)
{
    if (kind == KJ_NOTE_BOARD || !strpbrk(text, "\r\n")) {
        add_note(node, kind, key, text);
        return;
    }
    g_autofree char *copy = g_strdup(text);
    char *rest = copy;
    for (char *line; (line = kj_text_next_line(&rest));)
        add_note(node, kind, key, line);
}

void kj_move_tree_stamp(KjMoveTree *tree, unsigned line)
{
    for (guint i = tree->nodes->len; i-- > 0;) {
        KjMoveNode *node = tree->nodes->pdata[i];
        if (node->line || !node->parent)
            return;
        node->line = line;
    }
}

void kj_move_node_unlink(KjMoveNode *node)
{
    KjMoveNode **at = &node->parent->child;
    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    if (node->parent->followed == node)
        node->parent->followed = NULL;
    node->next = node->parent = NULL;
}

KjMoveNode *kj_move_node_child_by(const KjMoveNode *node, KjMove move)
{
    for (KjMoveNode *child = node->child; child; child = child->next)
        if (child->move == move && !child->end)
            return child;
    return NULL;
}

/* ---- the main line ---- */

unsigned kj_move_tree_plies(const KjMoveTree *tree)
{
    unsigned n = 0;
    for (const KjMoveNode *node = tree->root->child; node && !node->end; node = node->child)
        n++;
    return n;
}

KjMove *kj_move_tree_main_line(const KjMoveTree *tree, unsigned *out_n)
{
    unsigned n = kj_move_tree_plies(tree);
    KjMove *moves = g_new(KjMove, n + 1);
    const KjMoveNode *node = tree->root;
    for (unsigned i = 0; i < n; i++) {
        node = node->child;
        moves[i] = node->move;
    }
    moves[n] = KJ_MOVE_NONE;
    *out_n = n;
    return moves;
}

unsigned kj_move_tree_branches(const KjMoveTree *tree)
{
    unsigned n = 0;
    for (guint i = 0; i < tree->nodes->len; i++)
        n += ((const KjMoveNode *)tree->nodes->pdata[i])->next != NULL;
    return n;
}

/* Puts the branches of a line on the stack, so that the last ones come off first. */
static void push_branches(GPtrArray *stack, KjMoveNode *head)
{
    for (KjMoveNode *node = head->child; node; node = node->child) {
        guint place = stack->len;
        for (KjMoveNode *other = node->next; other; other = other->next)
            g_ptr_array_insert(stack, (gint)place, other);
    }
}

GPtrArray *kj_move_tree_lines(const KjMoveTree *tree)
{
    GPtrArray *lines = g_ptr_array_new();
    g_autoptr(GPtrArray) stack = g_ptr_array_new();
    push_branches(stack, tree->root);
    if (tree->root->child) {
        g_ptr_array_add(lines, tree->root->child);
    }
    // the root's own children come off last, as a line of which they are the branches
    while (stack->len) {
        KjMoveNode *head = g_ptr_array_remove_index(stack, stack->len - 1);
        g_ptr_array_add(lines, head);
        push_branches(stack, head);
    }
    return lines;
}
