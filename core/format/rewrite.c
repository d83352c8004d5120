/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records changed in their text. */
#include "core/format/rewrite.h"

#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/format.h"
#include "core/format/kif-priv.h"
#include "core/format/record_reader-priv.h"
#include "core/format/rewrite-priv.h"
#include "core/notation/notation_parts.h"
#include "core/text/lang.h"

/* What the text has of a node: its line and the notes after it, and 変化 with blank lines before
 * it. */
typedef struct {
    GPtrArray *before, *own; // char*, owned
} Lines;

typedef struct {
    KjGameFile *file;
    const KjGame *game; // asked for, or NULL
    bool csa, keep;
    GHashTable *nodes;  // KjMoveNode* -> Lines*
    GHashTable *inside; // the nodes in the tree
    bool changed;       // moves have come or gone
    GString *out;
} Rewriting;

static void lines_free(gpointer data)
{
    Lines *lines = data;
    g_ptr_array_unref(lines->before);
    g_ptr_array_unref(lines->own);
    g_free(lines);
}

static Lines *lines_of(Rewriting *r, KjMoveNode *node)
{
    Lines *lines = g_hash_table_lookup(r->nodes, node);
    if (lines)
        return lines;
    lines = g_new(Lines, 1);
    lines->before = g_ptr_array_new_with_free_func(g_free);
    lines->own = g_ptr_array_new_with_free_func(g_free);
    g_hash_table_insert(r->nodes, node, lines);
    return lines;
}

static void enter_all(Rewriting *r, KjMoveNode *root)
{
    g_autoptr(GPtrArray) stack = g_ptr_array_new();
    g_ptr_array_add(stack, root);
    while (stack->len) {
        KjMoveNode *node = g_ptr_array_remove_index(stack, stack->len - 1);
        g_hash_table_add(r->inside, node);
        r->changed |= node->parent && !node->line;
        for (KjMoveNode *child = node->child; child; child = child->next)
            g_ptr_array_add(stack, child);
    }
}

/* Whether no line has two moves, so that each node has lines of its own. */
static bool is_by_line(const KjGameFile *file)
{
    unsigned last = 0;
    for (guint i = 0; i < file->tree->nodes->len; i++) {
        const KjMoveNode *node = file->tree->nodes->pdata[i];
        if (node->line && node->line == last)
            return false;
        last = node->line ? node->line : last;
    }
    return file->format != KJ_FORMAT_KI2;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t\f\x1a　")] == '\0';
}

static bool is_branch(const char *line)
{
    return kj_kif_line(line).is == KJ_KIF_BRANCH;
}

/* Gives each line to its node. Nodes are in the order of their lines. What ends the record, blank
 * lines and the separator of CSA, is taken off and returned. (transfer full) */
static GPtrArray *share_out(Rewriting *r, GPtrArray *lines)
{
    GPtrArray *tail = g_ptr_array_new_with_free_func(g_free);
    while (lines->len && (is_blank(lines->pdata[lines->len - 1]) ||
                          strcmp(lines->pdata[lines->len - 1], "/") == 0))
        g_ptr_array_insert(tail, 0, g_ptr_array_steal_index(lines, lines->len - 1));
    const GPtrArray *nodes = r->file->tree->nodes;
    KjMoveNode *at = r->file->tree->root;
    guint next = 0;
    GPtrArray *waiting = g_ptr_array_new(); // lines before a branch
    for (guint i = 0; i < lines->len; i++) {
        char *line = lines->pdata[i];
        while (next < nodes->len && ((KjMoveNode *)nodes->pdata[next])->line <= i) {
            KjMoveNode *node = nodes->pdata[next++];
            at = node->line ? node : at;
        }
        bool begins = next < nodes->len && ((KjMoveNode *)nodes->pdata[next])->line == i + 1;
        if (begins) {
            at = nodes->pdata[next++];
            for (guint k = 0; k < waiting->len; k++)
                g_ptr_array_add(lines_of(r, at)->before, waiting->pdata[k]);
            g_ptr_array_set_size(waiting, 0);
        }
        bool branch = !r->csa && is_branch(line);
        bool leads =
            branch || (is_blank(line) && i + 1 < lines->len && is_branch(lines->pdata[i + 1]));
        g_ptr_array_add(leads && !begins ? waiting : lines_of(r, at)->own, line);
    }
    for (guint k = 0; k < waiting->len; k++) // a branch without moves
        g_ptr_array_add(lines_of(r, at)->own, waiting->pdata[k]);
    g_ptr_array_unref(waiting);
    g_ptr_array_set_free_func(lines, NULL);
    g_ptr_array_set_size(lines, 0);
    return tail;
}

/* ---- writing ---- */

static void put_lines(GString *out, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(out, "%s\n", (char *)lines->pdata[i]);
}

/* A line as a comment; what says nothing as moves stays. */
static void put_comment(const Rewriting *r, const char *line)
{
    bool harmless = r->csa ? *line == '\'' : strchr("*&#", *line) != NULL; // the end of it too
    if (*line)
        g_string_append_printf(r->out, "%s%s\n", harmless ? "" : r->csa ? "'*" : "*", line);
}

/* The lines of moves that are no more, behind what is left of their line. */
static void put_lost(Rewriting *r, const KjMoveNode *left)
{
    const GPtrArray *nodes = r->file->tree->nodes;
    bool behind = false;
    for (guint i = 0; i < nodes->len && r->keep; i++) {
        const KjMoveNode *node = nodes->pdata[i];
        bool lost = !g_hash_table_contains(r->inside, node);
        if (!lost)
            behind = node == left;
        const Lines *lines = lost && behind ? g_hash_table_lookup(r->nodes, node) : NULL;
        for (guint k = 0; lines && k < lines->before->len; k++)
            put_comment(r, lines->before->pdata[k]);
        for (guint k = 0; lines && k < lines->own->len; k++)
            put_comment(r, lines->own->pdata[k]);
    }
}

/* The line of a move, with + before a branch that has come, without it where none is left. */
static void put_move_line(const Rewriting *r, const KjMoveNode *node, const char *line)
{
    size_t length = strlen(line), bare = length;
    while (bare && strchr(" \t", line[bare - 1]))
        bare--;
    bool marked = bare && line[bare - 1] == '+';
    if (!r->csa && marked && !node->next)
        g_string_append_printf(r->out, "%.*s\n", (int)bare - 1, line);
    else if (!r->csa && !marked && node->next && !node->next->line)
        g_string_append_printf(r->out, "%s+\n", line);
    else
        g_string_append_printf(r->out, "%s\n", line);
}

static void put_node(Rewriting *r, const KjMoveNode *node, const KjPosition *before, KjMove last)
{
    const Lines *lines = node->line ? g_hash_table_lookup(r->nodes, node) : NULL;
    if (!lines && r->csa)
        kj_csa_node_write(r->out, before, node);
    else if (!lines)
        kj_kif_node_write(r->out, before, node, last);
    for (guint i = 0; lines && i < lines->own->len; i++) {
        if (i == 0)
            put_move_line(r, node, lines->own->pdata[i]);
        else
            g_string_append_printf(r->out, "%s\n", (char *)lines->own->pdata[i]);
    }
    put_lost(r, node);
}

static void put_tree(Rewriting *r)
{
    g_auto(KjMoveCursor) cursor;
    g_autoptr(GPtrArray) heads = kj_move_tree_lines(r->file->tree);
    kj_move_cursor_init(&cursor, r->file->tree);
    for (guint i = 0; i < (r->csa ? MIN(heads->len, 1) : heads->len); i++) {
        KjMoveNode *head = heads->pdata[i];
        const Lines *lines = head->line ? g_hash_table_lookup(r->nodes, head) : NULL;
        kj_move_cursor_back(&cursor, head->ply - 1);
        if (i && lines && lines->before->len)
            put_lines(r->out, lines->before);
        else if (i)
            g_string_append_printf(r->out, "\n変化：%u手\n", head->ply);
        for (KjMoveNode *node = head; node; node = node->child) {
            put_node(r, node, &cursor.position, kj_move_cursor_last(&cursor));
            kj_move_cursor_enter(&cursor, node);
        }
    }
}

/* Moves where there were none want their ruler. */
static void put_ruler(Rewriting *r, const GPtrArray *root)
{
    for (guint i = 0; i < root->len; i++)
        if (kj_kif_line(root->pdata[i]).is == KJ_KIF_RULER)
            return;
    if (!r->csa && r->file->tree->root->child)
        g_string_append(r->out, kj_kif_ruler);
}

/* ---- all of it ---- */

/* The start that the text tells. */
static bool read_start(const Rewriting *r, const char *text, KjPosition *out, GError **error)
{
    g_autofree char *copy = g_strdup(text);
    g_autoptr(GPtrArray) files =
        r->csa ? kj_csa_read(copy, r->game, error) : kj_kif_read(copy, r->game, error);
    if (files->len != 1 && error && !*error)
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "expected one record in the text");
    if (files->len)
        *out = ((KjGameFile *)files->pdata[0])->tree->start;
    return files->len == 1;
}

/* The lines of the start, with the start as it is now. */
static bool put_root(Rewriting *r, const char *text, GPtrArray *root, GError **error)
{
    KjPosition before;
    if (!read_start(r, text, &before, error))
        return false;
    const KjPosition *after = &r->file->tree->start;
    bool same = before.game->row == after->game->row && kj_position_equal(&before, after);
    if (r->csa && !kj_csa_holds(after->game, error))
        return false;
    if (r->csa && !same)
        kj_rewrite_start_csa(root, after);
    else if (!r->csa)
        kj_rewrite_start_kif(root, &before, after);
    put_lines(r->out, root);
    return true;
}

/* Lines of several moves: all moves are written anew if there is any change. */
static void put_moves_anew(Rewriting *r, const GPtrArray *lines, guint first)
{
    bool lost = false;
    for (guint i = 0; i < r->file->tree->nodes->len; i++)
        lost |= !g_hash_table_contains(r->inside, r->file->tree->nodes->pdata[i]);
    if (r->changed || lost)
        kj_kif_moves_write(r->out, r->file, r->file->format);
    for (guint i = first; i < lines->len; i++) {
        if (!r->changed && !lost)
            g_string_append_printf(r->out, "%s\n", (char *)lines->pdata[i]);
        else if (r->keep && lost && kj_kif_line(lines->pdata[i]).is == KJ_KIF_MOVES)
            put_comment(r, lines->pdata[i]);
    }
}

static bool rewrite(Rewriting *r, const char *text, GError **error)
{
    g_autoptr(GPtrArray) lines = kj_text_lines(text, false);
    KjGameFile *file = r->file;
    enter_all(r, file->tree->root);
    r->changed |= g_hash_table_size(r->inside) != file->tree->nodes->len;
    if (!is_by_line(file)) {
        guint first = lines->len;
        for (guint i = 0; i < file->tree->nodes->len; i++) {
            unsigned line = ((KjMoveNode *)file->tree->nodes->pdata[i])->line;
            first = line ? MIN(first, line - 1) : first;
        }
        if (r->csa) // seldom seen: several statements a line
            return kj_csa_write(r->out, file, error);
        g_autoptr(GPtrArray) root = g_ptr_array_new_with_free_func(g_free);
        for (guint i = 0; i < first; i++)
            g_ptr_array_add(root, g_strdup(lines->pdata[i]));
        if (!put_root(r, text, root, error))
            return false;
        put_moves_anew(r, lines, first);
        return true;
    }
    g_autoptr(GPtrArray) all = kj_text_lines(text, false);
    g_autoptr(GPtrArray) tail = share_out(r, lines);
    Lines *root = lines_of(r, file->tree->root);
    guint begins = root->own->len;
    if (!put_root(r, text, root->own, error))
        return false;
    if (r->changed) {
        put_ruler(r, root->own);
        put_lost(r, file->tree->root);
        put_tree(r);
        put_lines(r->out, tail);
    } else {
        for (guint i = begins; i < all->len; i++)
            g_string_append_printf(r->out, "%s\n", (char *)all->pdata[i]);
    }
    return true;
}

/* The text without quotation and indentation, line by line. (transfer full) */
static char *bare_text(const char *text, bool csa)
{
    g_autoptr(GPtrArray) lines = kj_text_lines(text, false);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        g_autofree char *bare =
            csa ? g_strdup(kj_match_blanks(kj_record_unquoted(line))) : kj_kif_line_text(line);
        g_string_append_printf(out, "%s\n", bare);
    }
    return g_string_free(out, FALSE);
}

char *kj_game_rewrite(const char *text, const KjGame *game, KjGameFile *file, bool keep,
                      GError **error)
{
    Rewriting r = {.file = file, .game = game, .csa = file->format == KJ_FORMAT_CSA, .keep = keep};
    r.nodes = g_hash_table_new_full(NULL, NULL, NULL, lines_free);
    r.inside = g_hash_table_new(NULL, NULL);
    r.out = g_string_new(NULL);
    g_autofree char *bare = bare_text(text, r.csa);
    bool ok = rewrite(&r, bare, error);
    g_hash_table_unref(r.nodes);
    g_hash_table_unref(r.inside);
    return g_string_free(r.out, !ok);
}
