/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interpositions told as one. */
#include "repl/job/interpositions.h"

#include <string.h>

#include "core/notation/piece_kanji.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/tree/move_place.h"
#include "repl/job/phrases.h"

bool kj_drops_on_one_square(KjMove a, KjMove b)
{
    return kj_move_is_drop(a) && kj_move_is_drop(b) && kj_move_to(a) == kj_move_to(b);
}

/* How many pieces may be dropped where a move drops one. */
static unsigned drops_there(const KjPosition *pos, KjMove move)
{
    KjMoveList all;
    kj_gen_safe(pos, &all);
    unsigned n = 0;
    for (unsigned i = 0; i < all.n; i++)
        n += kj_drops_on_one_square(all.move[i], move);
    return n;
}

/* The pieces of drops, "香桂" or "L N". (transfer full) */
static char *pieces_of(const KjGame *game, const KjMove *moves, unsigned n, bool ja)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++) {
        KjKind kind = kj_move_drop_kind(moves[i]);
        g_autofree char *kanji = kj_piece_kanji_name(game, kind);
        const char *before = kind & KJ_PROMOTED ? "+" : "";
        if (ja)
            g_string_append(text, kanji);
        else
            g_string_append_printf(text, "%s%s%c", i ? " " : "", before,
                                   kj_game_piece(game, kind)->letter);
    }
    return g_string_free(text, FALSE);
}

char *kj_interpositions_words(const KjPosition *before, const KjMove *moves, unsigned n,
                              KjMove previous, KjNotation notation)
{
    g_autofree char *text = kj_move_text(before, moves[0], previous, notation);
    if (n < 2 || !kj_checkers(before, (KjSide)before->side))
        return g_steal_pointer(&text);
    bool ja = notation == KJ_NOTATION_JA || notation == KJ_NOTATION_JA_SHOGI;
    g_autofree char *kanji = kj_piece_kanji_name(before->game, kj_move_drop_kind(moves[0]));
    const char *piece = ja ? g_strrstr(text, kanji) : strchr(text, '*');
    if (!piece)
        return g_steal_pointer(&text);
    g_autofree char *where = ja ? g_strndup(text, (gsize)(piece - text)) : g_strdup(piece);
    bool all = drops_there(before, moves[0]) == n;
    g_autofree char *pieces = all ? NULL : pieces_of(before->game, moves, n, ja);
    return g_strconcat(where, ja ? "合" : "",
                       all  ? ""
                       : ja ? "（"
                            : " (",
                       all ? "" : pieces,
                       all  ? ""
                       : ja ? "）"
                            : ")",
                       NULL);
}

/* ---- in trees ---- */

static bool are_notes_alike(const GPtrArray *a, const GPtrArray *b)
{
    unsigned n = a ? a->len : 0;
    if (n != (b ? b->len : 0))
        return false;
    for (unsigned i = 0; i < n; i++) {
        const KjNote *one = a->pdata[i], *other = b->pdata[i];
        if (one->kind != other->kind || strcmp(one->text, other->text) != 0)
            return false;
    }
    return true;
}

/* Whether the same moves follow two nodes, and the same is said of them. */
static bool are_met_alike(const KjMoveNode *a, const KjMoveNode *b)
{
    if (!are_notes_alike(a->notes, b->notes))
        return false;
    const KjMoveNode *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next)
        if (x->move != y->move || x->end != y->end || !are_met_alike(x, y))
            return false;
    return !x && !y;
}

static bool is_told_with(const KjMoveTree *tree, const KjMoveNode *node, const KjMoveNode *other)
{
    if (!kj_drops_on_one_square(node->move, other->move) || !are_met_alike(node, other))
        return false;
    KjPosition position = kj_move_node_position(tree, node->parent);
    return kj_checkers(&position, (KjSide)position.side) != 0;
}

bool kj_interposition_is_told(const KjMoveTree *tree, const KjMoveNode *node)
{
    if (!node->parent || node->parent->child == node)
        return false;
    for (const KjMoveNode *other = node->parent->child->next; other != node; other = other->next)
        if (is_told_with(tree, node, other))
            return true;
    return false;
}

char *kj_interposition_node_text(const KjMoveTree *tree, const KjMoveNode *node,
                                 KjNotation notation)
{
    KjPosition position = kj_move_node_position(tree, node->parent);
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_array_append_val(moves, node->move);
    bool main = node->parent->child == node;
    for (const KjMoveNode *other = main ? NULL : node->next; other; other = other->next)
        if (is_told_with(tree, node, other))
            g_array_append_val(moves, other->move);
    return kj_interpositions_words(&position, (const KjMove *)(void *)moves->data, moves->len,
                                   node->parent->move, notation);
}
