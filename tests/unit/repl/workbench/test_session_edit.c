/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: undo that brings every byte back. */
#include <malloc.h>
#include <string.h>

#include "core/format/handicap.h"
#include "core/rules/movegen.h"
#include "core/text/json_text.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/packed_tree.h"
#include "repl/workbench/workbench.h"
#include "tests/support/cmocka.h"

static const KjGame *shogi(void)
{
    return kj_game_find("shogi");
}

/* A tree as a session has it. (transfer full) */
static char *tree_text(const KjMoveTree *tree)
{
    g_autoptr(KjPackedTree) pack = kj_packed_new(tree, NULL);
    g_autoptr(JsonNode) node = json_node_alloc();
    json_node_take_object(json_node_init_object(node, NULL), kj_packed_write(pack, NULL));
    return kj_json_text(node);
}

static KjMove random_move(const KjPosition *pos, GRand *rng)
{
    KjMoveList list;
    if (kj_position_check(pos, NULL, NULL) != KJ_POSITION_OK)
        return KJ_MOVE_NONE;
    kj_gen_legal(pos, &list);
    return list.n ? list.move[g_rand_int_range(rng, 0, (gint32)list.n)] : KJ_MOVE_NONE;
}

/* Makes one change of any kind. */
static void change_at_random(KjWorkbench *bench, GRand *rng)
{
    KjPosition pos, other;
    pos = kj_workbench_position(bench);
    const KjTables *t = pos.game->t;
    unsigned a = (unsigned)g_rand_int_range(rng, 0, t->squares);
    unsigned b = (unsigned)g_rand_int_range(rng, 0, t->squares);
    KjKind kind = (KjKind)g_rand_int_range(rng, 1, pos.game->row->n_pieces + 1);
    KjMove move = random_move(&pos, rng);
    switch (g_rand_int_range(rng, 0, 9)) {
    case 0: kj_edit_place(&pos, a, kj_piece((KjSide)g_rand_int_range(rng, 0, 2), kind)); break;
    case 1: kj_edit_remove(&pos, a); break;
    case 2: kj_edit_remove(&pos, b); break;
    case 3: kj_edit_promote(&pos, a); break;
    case 4: kj_edit_shift(&pos, g_rand_int_range(rng, -1, 2), g_rand_int_range(rng, -1, 2)); break;
    case 5:
        other = kj_position_mirror(&pos);
        pos = other;
        break;
    case 6:
        other = kj_position_flip(&pos);
        pos = other;
        break;
    default:
        if (move != KJ_MOVE_NONE) {
            KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(bench));
            kj_move_tree_play(tree, move);
            kj_workbench_change(bench, tree);
            return;
        }
    }
    kj_workbench_edit(bench, &pos);
}

TEST(random_changes_undone_leave_the_same_bytes)
{
    enum { CHANGES = 300 };
    for (size_t game = 0; game < kj_game_count(); game++) {
        g_autoptr(GRand) rng = g_rand_new_with_seed(7 + (guint32)game);
        g_autoptr(KjWorkbench) bench = kj_workbench_new();
        KjPosition empty;
        kj_position_clear(&empty, kj_game_at(game));
        kj_workbench_edit(bench, &empty);
        g_autoptr(GPtrArray) seen = g_ptr_array_new_with_free_func(g_free);
        unsigned first = kj_states_at(bench->states);
        g_ptr_array_add(seen, tree_text(kj_workbench_tree(bench)));
        for (unsigned i = 0; i < CHANGES; i++) {
            unsigned before = kj_states_at(bench->states);
            change_at_random(bench, rng);
            if (kj_states_at(bench->states) > before)
                g_ptr_array_add(seen, tree_text(kj_workbench_tree(bench)));
        }
        assert_true(seen->len > CHANGES / 4);
        for (unsigned i = seen->len; i-- > 0;) {
            g_autofree char *text = tree_text(kj_workbench_tree(bench));
            assert_string_equal(text, seen->pdata[i]);
            assert_int_equal(kj_workbench_undo(bench, i ? 1 : 0), i ? 1 : 0);
        }
        assert_int_equal(kj_states_at(bench->states), first);
        assert_int_equal(kj_workbench_redo(bench, G_MAXUINT), seen->len - 1);
        g_autofree char *last = tree_text(kj_workbench_tree(bench));
        assert_string_equal(last, seen->pdata[seen->len - 1]);
    }
}

TEST(a_change_forgets_what_was_undone)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    g_autoptr(GRand) rng = g_rand_new_with_seed(1);
    for (unsigned i = 0; i < 20; i++)
        change_at_random(bench, rng);
    kj_workbench_undo(bench, 5);
    KjPosition empty;
    kj_position_clear(&empty, shogi());
    kj_workbench_edit(bench, &empty);
    assert_int_equal(kj_workbench_redo(bench, 1), 0);
}

/* A tree of about so many nodes: every legal move of every position, in the order they come. */
static KjMoveTree *large_tree(unsigned n)
{
    KjPosition start;
    const KjGame *game = shogi();
    assert_true(kj_handicap_find(game, kj_handicap_at(game, 0)->id, &start));
    KjMoveTree *tree = kj_move_tree_new(&start);
    for (unsigned i = 0; tree->nodes->len < n; i++) {
        KjMoveNode *node = tree->nodes->pdata[i];
        KjPosition pos = kj_move_node_position(tree, node);
        KjMoveList moves = {0};
        kj_gen_legal(&pos, &moves);
        for (unsigned k = 0; k < moves.n; k++) {
            tree->at = node;
            kj_move_tree_play(tree, moves.move[k]);
        }
    }
    tree->at = tree->root;
    return tree;
}

static size_t text_length(const KjWorkbench *bench)
{
    g_autofree char *text = kj_workbench_write(bench);
    return strlen(text);
}

TEST(states_of_a_large_tree_share_what_is_the_same)
{
    enum { NODES = 4000, PLAYED = 90 };
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    kj_workbench_change(bench, large_tree(NODES));
    size_t one = text_length(bench), memory = mallinfo2().uordblks;
    g_autoptr(GRand) rng = g_rand_new_with_seed(3);
    g_autoptr(GPtrArray) seen = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < PLAYED; i++) {
        KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(bench));
        kj_move_tree_visit(tree, tree->nodes->pdata[g_rand_int_range(rng, NODES / 2, NODES - 99)]);
        KjMoveList moves = {0};
        KjPosition pos = kj_move_tree_position(tree);
        kj_gen_legal(&pos, &moves);
        if (i % 9 == 8)
            kj_move_tree_cut(tree);
        else
            kj_move_tree_play(tree, moves.move[g_rand_int_range(rng, 0, (gint)moves.n)]);
        kj_workbench_change(bench, tree);
        g_autofree char *text = tree_text(tree);
        g_ptr_array_add(seen, g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1));
    }
    // a tree of KjMoveNode takes some 100 bytes a node, one packed 8
    assert_true(mallinfo2().uordblks - memory < (size_t)PLAYED * NODES * 8 / 3);
    assert_true(text_length(bench) < one * 12); // cut ten times, and the numbers change
    for (unsigned i = seen->len; i-- > 0;) {
        g_autofree char *text = tree_text(kj_workbench_tree(bench));
        g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
        assert_string_equal(sum, seen->pdata[i]);
        assert_int_equal(kj_workbench_undo(bench, 1), 1);
    }
}

/* States before and after the one on the board come back from the text, with the lines intended. */
TEST(all_states_come_back_from_the_text)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    GRand *rng = g_rand_new_with_seed(11);
    for (unsigned i = 0; i < 40; i++)
        change_at_random(bench, rng);
    g_rand_free(rng);
    kj_workbench_undo(bench, 7);
    KjMove intended[] = {kj_make_move(3, 4), kj_make_drop(7, 5)};
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_array_append_vals(line, intended, 2);
    kj_workbench_intend(bench, line);
    g_autofree char *text = kj_workbench_write(bench);
    g_autoptr(KjWorkbench) other = kj_workbench_new();
    assert_true(kj_workbench_read(other, text, NULL));
    g_autofree char *again = kj_workbench_write(other);
    assert_string_equal(again, text);
    const GArray *read = kj_states_intended(other->states);
    assert_non_null(read);
    assert_int_equal(read->len, 2);
    assert_memory_equal(read->data, intended, sizeof intended);
    assert_int_equal(kj_states_at(other->states), kj_states_at(bench->states));
    for (unsigned n = 1; n; n = kj_workbench_undo(bench, 1)) {
        g_autofree char *a = tree_text(kj_workbench_tree(bench));
        g_autofree char *b = tree_text(kj_workbench_tree(other));
        assert_string_equal(a, b);
        kj_workbench_undo(other, 1);
    }
}
