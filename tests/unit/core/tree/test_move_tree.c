/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of moves: the place in it, copies, cutting, and edits put back into a record. */
#include <string.h>

#include "core/format/handicap.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/tree/move_cursor.h"
#include "core/tree/move_place.h"
#include "core/tree/move_update.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

static KjMoveTree *new_tree(void)
{
    KjPosition start;
    assert_true(kj_handicap_find(kj_game_at(0), "平手", &start));
    return kj_move_tree_new(&start);
}

/* Plays moves in USI at the place. */
static void play(KjMoveTree *tree, const char *moves)
{
    g_auto(GStrv) words = g_strsplit(moves, " ", -1);
    for (char **word = words; *word; word++) {
        KjMove move;
        KjPosition position = kj_move_tree_position(tree);
        assert_true(kj_usi_move_read(&position, *word, &move, NULL));
        kj_move_tree_play(tree, move);
    }
}

static void write_below(GString *out, const KjMoveTree *tree, const KjMoveNode *node)
{
    for (const KjMoveNode *child = node->child; child; child = child->next) {
        char usi[KJ_USI_MOVE] = "end";
        KjPosition position = kj_move_node_position(tree, node);
        if (!child->end)
            kj_usi_move_write(&position, child->move, usi);
        g_string_append_printf(out, "%s%s", child == node->child ? "" : "|", usi);
        if (child->child) {
            g_string_append_c(out, child->child->next ? '(' : ' ');
            write_below(out, tree, child);
            g_string_append(out, child->child->next ? ")" : "");
        }
    }
}

/* Asserts what moves a tree has: `a b` one after the other, `a(b|c)` alternatives. Every node is
 * where its index says, after its parent. */
static void assert_moves(const KjMoveTree *tree, const char *expected)
{
    GString *text = g_string_new(NULL);
    write_below(text, tree, tree->root);
    assert_string_equal(text->str, expected);
    g_string_free(text, TRUE);
    for (guint i = 0; i < tree->nodes->len; i++) {
        const KjMoveNode *node = tree->nodes->pdata[i];
        assert_int_equal(node->index, i);
        assert_true(!node->parent || node->parent->index < i);
        assert_true(!node->parent || node->ply == node->parent->ply + 1);
    }
}

TEST(moves_tried_are_branches_and_forward_follows_the_last)
{
    g_autoptr(KjMoveTree) tree = new_tree();
    play(tree, "7g7f 3c3d 2g2f");
    assert_true(kj_move_tree_goto(tree, 1));
    play(tree, "8c8d");
    assert_true(kj_move_tree_goto(tree, 1));
    assert_int_equal(kj_move_node_children(tree->at), 2);
    assert_ptr_equal(kj_move_node_followed(tree->at), kj_move_node_nth(tree->at, 1));
    assert_null(kj_move_node_nth(tree->at, 2));
    play(tree, "3c3d"); // is there already
    assert_moves(tree, "7g7f(3c3d 2g2f|8c8d)");
    assert_true(kj_move_tree_forward(tree));
    assert_false(kj_move_tree_forward(tree));
    assert_false(kj_move_tree_goto(tree, 4));
    assert_int_equal(tree->at->ply, 3);
    g_autoptr(GArray) line = kj_move_tree_line(tree, true);
    assert_int_equal(line->len, 3);
    assert_true(kj_move_tree_goto(tree, 0));
    assert_false(kj_move_tree_back(tree));
}

TEST(visiting_a_node_makes_its_line_the_one_followed)
{
    g_autoptr(KjMoveTree) tree = new_tree();
    play(tree, "7g7f 3c3d");
    KjMoveNode *first = tree->at;
    kj_move_tree_goto(tree, 0);
    play(tree, "2g2f 8c8d");
    kj_move_tree_visit(tree, first);
    kj_move_tree_goto(tree, 0);
    assert_true(kj_move_tree_goto(tree, 2));
    assert_ptr_equal(tree->at, first);
}

TEST(a_copy_is_equal_and_its_own)
{
    g_autoptr(KjMoveTree) tree = new_tree();
    play(tree, "7g7f 3c3d");
    kj_move_tree_goto(tree, 1);
    play(tree, "8c8d");
    kj_move_node_note(tree->at, KJ_NOTE_COMMENT, NULL, "here\nand there");
    kj_move_tree_back(tree);
    tree->as_written = true;
    g_autoptr(KjMoveTree) copy = kj_move_tree_copy(tree);
    assert_moves(copy, "7g7f(3c3d|8c8d)");
    assert_int_equal(copy->at->index, tree->at->index);
    assert_true(copy->as_written);
    assert_true(kj_move_tree_forward(copy));
    assert_int_equal(copy->at->notes->len, 2);
    assert_string_equal(((KjNote *)copy->at->notes->pdata[1])->text, "and there");
    kj_move_tree_cut(copy);
    play(copy, "4a3b");
    assert_moves(copy, "7g7f(3c3d|4a3b)");
    assert_moves(tree, "7g7f(3c3d|8c8d)");
    assert_true(kj_move_tree_forward(tree));
    assert_int_equal(tree->at->notes->len, 2);
}

TEST(cutting_deletes_all_below_and_numbers_anew)
{
    g_autoptr(KjMoveTree) tree = new_tree();
    play(tree, "7g7f 3c3d 2g2f");
    kj_move_tree_goto(tree, 1);
    play(tree, "8c8d 2g2f");
    kj_move_tree_goto(tree, 1);
    kj_move_tree_visit(tree, kj_move_node_nth(tree->at, 0));
    assert_true(kj_move_tree_cut(tree));
    assert_int_equal(tree->nodes->len, 4);
    assert_moves(tree, "7g7f 8c8d 2g2f");
    assert_int_equal(tree->at->ply, 1);
    assert_true(kj_move_tree_goto(tree, 3));
    kj_move_tree_goto(tree, 0);
    assert_false(kj_move_tree_cut(tree));
}

/* ---- records ---- */

/* 7g7f(3c3d 2g2f end|8c8d) with a comment at 3c3d, read from lines 1 to 5. */
static KjMoveTree *new_record(void)
{
    static const char *const moves[] = {"7g7f", "3c3d", "2g2f"};
    KjMoveTree *tree = new_tree();
    g_auto(KjMoveCursor) cursor;
    KjMove move;
    kj_move_cursor_init(&cursor, tree);
    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++) {
        assert_true(kj_usi_move_read(&cursor.position, moves[i], &move, NULL));
        assert_true(kj_move_cursor_play(&cursor, move, NULL));
        kj_move_tree_stamp(tree, i + 1);
        if (i == 1)
            kj_move_node_note(cursor.at, KJ_NOTE_COMMENT, NULL, "quiet");
    }
    assert_true(kj_move_cursor_end(&cursor, KJ_END_RESIGNED, NULL));
    kj_move_tree_stamp(tree, 4);
    kj_move_cursor_back(&cursor, 1);
    assert_true(kj_usi_move_read(&cursor.position, "8c8d", &move, NULL));
    assert_true(kj_move_cursor_play(&cursor, move, NULL));
    kj_move_tree_stamp(tree, 5);
    return tree;
}

TEST(a_tree_to_edit_has_the_moves_and_no_ends)
{
    g_autoptr(KjMoveTree) record = new_record();
    assert_moves(record, "7g7f(3c3d 2g2f end|8c8d)");
    g_autoptr(KjMoveTree) tree = kj_move_tree_to_edit(record);
    assert_moves(tree, "7g7f(3c3d 2g2f|8c8d)");
    assert_ptr_equal(tree->at, tree->root);
    assert_true(kj_move_tree_goto(tree, 3)); // along what comes first
    assert_null(tree->at->parent->notes);
}

TEST(moves_that_lose_by_a_rule_stay_in_the_record_alone)
{
    KjPosition start = position_of("4k4/9/9/9/9/9/4P4/9/4K4 b P 1");
    g_autoptr(KjMoveTree) record = kj_move_tree_new(&start);
    KjMove legal;
    assert_true(kj_usi_move_read(&start, "P*4e", &legal, NULL));
    enum { FILE_5_RANK_E = 40 };
    KjMove second_pawn = kj_make_drop(kj_move_drop_kind(legal), FILE_5_RANK_E);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, record);
    assert_true(kj_move_cursor_play(&cursor, second_pawn, NULL));
    assert_int_equal(cursor.at->illegal, KJ_MOVE_NIFU);
    kj_move_cursor_clear(&cursor);
    g_autoptr(KjMoveTree) tree = kj_move_tree_to_edit(record);
    assert_null(tree->root->child);
    kj_move_tree_play(tree, legal);
    assert_int_equal(kj_move_tree_update(record, tree).cut, 0);
    assert_int_equal(kj_move_node_children(record->root), 2);
}

TEST(what_both_have_keeps_its_notes_and_its_line)
{
    g_autoptr(KjMoveTree) record = new_record();
    g_autoptr(KjMoveTree) tree = kj_move_tree_to_edit(record);
    kj_move_tree_goto(tree, 2);
    play(tree, "6g6f");
    kj_move_tree_goto(tree, 1);
    kj_move_tree_visit(tree, kj_move_node_nth(tree->at, 1));
    kj_move_tree_cut(tree);
    KjMoveTreeChange change = kj_move_tree_update(record, tree);
    assert_int_equal(change.cut, 1);
    assert_int_equal(change.lost, 0);
    const KjMoveNode *reply = record->root->child->child;
    assert_null(reply->next);
    assert_int_equal(reply->line, 2);
    assert_string_equal(((KjNote *)reply->notes->pdata[0])->text, "quiet");
    assert_int_equal(reply->child->line, 3);
    assert_int_equal(reply->child->child->end, KJ_END_RESIGNED); // its line does not go on
    assert_int_equal(reply->child->next->line, 0);               // new
}

TEST(a_line_that_goes_on_has_no_end_any_more)
{
    g_autoptr(KjMoveTree) record = new_record();
    g_autoptr(KjMoveTree) tree = kj_move_tree_to_edit(record);
    kj_move_tree_goto(tree, 3);
    play(tree, "8c8d");
    kj_move_tree_update(record, tree);
    const KjMoveNode *last = record->root->child->child->child;
    assert_int_equal(last->child->end, KJ_END_NONE);
    assert_null(last->child->next);
}

TEST(of_another_start_moves_stay_as_far_as_they_can_be_played)
{
    g_autoptr(KjMoveTree) record = new_record();
    KjPosition start = record->start;
    KjMove away;
    assert_true(kj_usi_move_read(&start, "2g2f", &away, NULL));
    kj_position_remove(&start, kj_move_from(away)); // no pawn on 2g
    g_autoptr(KjMoveTree) edited = kj_move_tree_new(&start);
    KjMoveTreeChange change = kj_move_tree_update(record, edited);
    assert_int_equal(change.cut, 0);
    assert_int_equal(change.lost, 1);
    assert_null(record->root->child->child->child);
    assert_non_null(record->root->child->child->next);
    // once more: nothing else is lost
    change = kj_move_tree_update(record, edited);
    assert_int_equal(change.lost + change.cut, 0);
}

/* ---- at random ---- */

/* Goes somewhere and plays a legal move there. */
static void play_somewhere(KjMoveTree *tree, GRand *rand)
{
    KjMoveList moves;
    kj_move_tree_visit(tree, tree->nodes->pdata[g_rand_int_range(rand, 0, (gint)tree->nodes->len)]);
    KjPosition position = kj_move_tree_position(tree);
    kj_gen_legal(&position, &moves);
    if (moves.n)
        kj_move_tree_play(tree, moves.move[g_rand_int_range(rand, 0, (gint)moves.n)]);
}

static bool has_all(const KjMoveNode *node, const KjMoveNode *of)
{
    for (const KjMoveNode *child = of->child; child; child = child->next) {
        const KjMoveNode *same = kj_move_node_child_by(node, child->move);
        if (!same || !has_all(same, child))
            return false;
    }
    return true;
}

TEST(any_edits_come_back_from_the_record)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(17);
    for (unsigned round = 0; round < 40; round++) {
        g_autoptr(KjMoveTree) record = new_record();
        g_autoptr(KjMoveTree) tree = kj_move_tree_to_edit(record);
        for (unsigned edit = 0; edit < 30; edit++) {
            play_somewhere(tree, rand);
            if (edit % 5 == 4 && tree->at->ply > 1)
                kj_move_tree_cut(tree);
            if (edit % 7 == 6)
                kj_move_tree_update(record, tree);
        }
        kj_move_tree_update(record, tree);
        g_autoptr(KjMoveTree) back = kj_move_tree_to_edit(record);
        assert_true(has_all(back->root, tree->root));
        assert_true(has_all(tree->root, back->root));
        assert_int_equal(back->nodes->len, tree->nodes->len);
    }
}

static unsigned n_notes(const KjMoveNode *node)
{
    return node->notes ? node->notes->len : 0;
}

TEST(notes_of_copies_change_for_one_tree_alone)
{
    g_autoptr(KjMoveTree) tree = new_tree();
    kj_move_node_note(tree->root, KJ_NOTE_BOARD, NULL, "drawn");
    kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, "first");
    g_autoptr(KjMoveTree) one = kj_move_tree_copy(tree);
    g_autoptr(KjMoveTree) other = kj_move_tree_copy(one);
    kj_move_node_note(one->root, KJ_NOTE_HEADER, "作者", "one");
    kj_move_tree_set_board(other, "otherwise");
    kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, "second\nthird");
    assert_int_equal(n_notes(tree->root), 4);
    assert_int_equal(n_notes(one->root), 3);
    assert_int_equal(n_notes(other->root), 2);
    assert_string_equal(((KjNote *)tree->root->notes->pdata[0])->text, "drawn");
    assert_string_equal(((KjNote *)one->root->notes->pdata[0])->text, "drawn");
    assert_string_equal(((KjNote *)one->root->notes->pdata[2])->key, "作者");
    assert_string_equal(((KjNote *)other->root->notes->pdata[0])->text, "otherwise");
    assert_string_equal(((KjNote *)other->root->notes->pdata[1])->text, "first");
}
