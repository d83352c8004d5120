/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of moves written and read back. */
#include "repl/collection/tree_text.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"

/* The moves of a line from the `from`th on in USI, blanks between; "" if there are none. (transfer
 * full) */
static char *usi_of(const KjMoveTree *tree, bool whole, unsigned from)
{
    g_autoptr(GArray) moves = kj_move_tree_line(tree, whole);
    g_auto(GStrv) texts = kj_line_text(&tree->start, (const KjMove *)(void *)moves->data,
                                       moves->len, KJ_MOVE_NONE, KJ_NOTATION_USI);
    return g_strjoinv(" ", texts + MIN(from, moves->len));
}

char *kj_tree_text_line(const KjMoveTree *tree)
{
    g_autofree char *start = kj_position_write(&tree->start), *moves = usi_of(tree, false, 0);
    return g_strconcat(start, *moves ? " moves " : "", moves, NULL);
}

char *kj_tree_text_ahead(const KjMoveTree *tree, bool from_start)
{
    return usi_of(tree, true, from_start ? 0 : tree->at->ply);
}

void kj_tree_text_headers(const KjMoveTree *tree, GString *out)
{
    const GPtrArray *notes = tree->root->notes;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_HEADER)
            g_string_append_printf(out, "header %s\t%s\n", note->key, note->text);
    }
}

char *kj_tree_text_write(const KjMoveTree *tree)
{
    g_autofree char *start = kj_position_write(&tree->start);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "game %s\nstart %s\n", tree->start.game->row->id, start);
    for (unsigned i = 1; i < tree->nodes->len; i++) {
        const KjMoveNode *node = tree->nodes->pdata[i];
        KjPosition position = kj_move_node_position(tree, node->parent);
        char usi[KJ_USI_MOVE];
        kj_usi_move_write(&position, node->move, usi);
        g_string_append_printf(text, "node %u %s\n", node->parent->index, usi);
    }
    g_string_append_printf(text, "current %u\n", tree->at->index);
    kj_tree_text_headers(tree, text);
    return g_string_free(text, FALSE);
}

/* ---- reading back ---- */

static bool damaged(GError **error, unsigned line, const char *what)
{
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "line %u: %s", line, what);
}

/* Reads "PARENT MOVE" and adds the node. */
static bool read_node(KjMoveTree *tree, const char *text, unsigned line, GError **error)
{
    char *end;
    guint64 parent = g_ascii_strtoull(text, &end, 10);
    if (end == text || *end != ' ' || parent >= tree->nodes->len)
        return damaged(error, line, "expected the number of an earlier node and a move");
    tree->at = tree->nodes->pdata[parent];
    KjPosition position = kj_move_tree_position(tree);
    // the rules in force when it was played may have been others: the most is allowed
    KjGame game = *position.game;
    game.rules.drop_stalemate_illegal = game.rules.lion_safe_only = game.rules.no_drops = false;
    game.rules.elephant_to_hand = true;
    position.game = &game;
    KjMove move;
    if (!kj_usi_move_read(&position, end + 1, &move, error))
        return false;
    if (kj_move_legality(&position, move) != KJ_MOVE_LEGAL)
        return damaged(error, line, "illegal move, expected a legal one");
    kj_move_tree_play(tree, move);
    return true;
}

static bool read_line(KjMoveTree **tree, const KjGame **game, const char *text, unsigned line,
                      GError **error)
{
    if (g_str_has_prefix(text, "game ")) {
        *game = kj_game_find(text + strlen("game "));
        return *game || damaged(error, line, "unknown game, expected the id of one");
    }
    if (g_str_has_prefix(text, "start ") && !*tree) {
        KjPositionText position;
        if (!kj_position_text_read(text + strlen("start "), *game, &position, error))
            return false;
        *tree = kj_move_tree_new(&position.start);
        kj_position_text_clear(&position);
        return true;
    }
    if (!*tree)
        return damaged(error, line, "expected the start position first");
    if (g_str_has_prefix(text, "node "))
        return read_node(*tree, text + strlen("node "), line, error);
    if (g_str_has_prefix(text, "current ")) {
        guint64 current = g_ascii_strtoull(text + strlen("current "), NULL, 10);
        if (current >= (*tree)->nodes->len)
            return damaged(error, line, "expected the number of a node");
        kj_move_tree_visit(*tree, (*tree)->nodes->pdata[current]);
        return true;
    }
    if (g_str_has_prefix(text, "header ")) {
        g_auto(GStrv) words = g_strsplit(text + strlen("header "), "\t", 2);
        if (!words[0] || !words[1])
            return damaged(error, line, "expected a header and its text");
        kj_move_node_note((*tree)->root, KJ_NOTE_HEADER, words[0], words[1]);
        return true;
    }
    return damaged(error, line, "expected game, start, node, current or header");
}

KjMoveTree *kj_tree_text_read(const char *text, GError **error)
{
    return kj_tree_text_read_on(NULL, text, error);
}

KjMoveTree *kj_tree_text_read_on(KjMoveTree *tree, const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const KjGame *game = NULL;
    for (unsigned i = 0; lines[i]; i++) {
        if (*lines[i] && !read_line(&tree, &game, lines[i], i + 1, error)) {
            kj_move_tree_free(tree);
            return NULL;
        }
    }
    if (!tree)
        damaged(error, 1, "no position, expected game and start");
    return tree;
}
