/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: words for squares, pieces and hands, edits, and undo that brings every byte back. */
#include <malloc.h>
#include <string.h>

#include "core/format/handicap.h"
#include "core/format/position_text.h"
#include "core/rules/movegen.h"
#include "repl/collection/tree_text.h"
#include "repl/screen/board_editor.h"
#include "repl/workbench/bod.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/workbench.h"
#include "tests/support/cmocka.h"

static const KjGame *shogi(void)
{
    return kj_game_find("shogi");
}

static void assert_position(const KjPosition *pos, const char *expected)
{
    g_autofree char *text = kj_position_write(pos);
    assert_string_equal(text, expected);
}

static void assert_board(const KjWorkbench *bench, const char *expected)
{
    KjPosition pos = kj_workbench_position(bench);
    assert_position(&pos, expected);
}

TEST(a_square_has_many_names)
{
    static const char *const names[] = {"5e", "55", "５五", "5五", "５５"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        unsigned square;
        const char *end;
        assert_true(kj_edit_square(shogi(), names[i], &square, &end));
        assert_int_equal(square, 4 * 9 + 4);
        assert_int_equal(*end, '\0');
    }
    unsigned square;
    const char *end;
    assert_false(kj_edit_square(shogi(), "0e", &square, &end));
    assert_false(kj_edit_square(kj_game_find("56shogi"), "61", &square, &end));
}

TEST(a_piece_has_many_names)
{
    static const struct {
        const char *name, *same;
    } names[] = {{"飛", "R"},  {"v飛", "r"}, {"龍", "+R"}, {"竜", "+R"}, {"v成銀", "+s"},
                 {"全", "+S"}, {"▽玉", "k"}, {"王", "K"},  {"と", "+P"}, {"v圭", "+n"}};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        KjPiece kanji, letter;
        const char *end;
        assert_true(kj_edit_piece(shogi(), names[i].name, &kanji, &end));
        assert_int_equal(*end, '\0');
        assert_true(kj_edit_piece(shogi(), names[i].same, &letter, &end));
        assert_int_equal(kanji, letter);
    }
    KjPiece piece;
    const char *end;
    assert_false(kj_edit_piece(shogi(), "+G", &piece, &end));
    assert_false(kj_edit_piece(shogi(), "成金", &piece, &end));
    assert_false(kj_edit_piece(shogi(), "X", &piece, &end));
}

TEST(hands_are_set_added_to_and_taken_from)
{
    KjPosition pos;
    kj_position_clear(&pos, shogi());
    assert_true(kj_edit_hand(&pos, KJ_SENTE, "2P G", KJ_HAND_SET, NULL));
    assert_position(&pos, "9/9/9/9/9/9/9/9/9 b G2P 1");
    assert_true(kj_edit_hand(&pos, KJ_SENTE, "金 歩十二", KJ_HAND_ADD, NULL));
    assert_position(&pos, "9/9/9/9/9/9/9/9/9 b 2G14P 1");
    assert_true(kj_edit_hand(&pos, KJ_SENTE, "g4p", KJ_HAND_TAKE, NULL));
    assert_position(&pos, "9/9/9/9/9/9/9/9/9 b G10P 1");
    assert_false(kj_edit_hand(&pos, KJ_SENTE, "2G", KJ_HAND_TAKE, NULL));
    assert_false(kj_edit_hand(&pos, KJ_SENTE, "K", KJ_HAND_ADD, NULL));
    assert_false(kj_edit_hand(&pos, KJ_SENTE, "3", KJ_HAND_ADD, NULL));
    assert_position(&pos, "9/9/9/9/9/9/9/9/9 b G10P 1");
    assert_true(kj_edit_hand(&pos, KJ_SENTE, "-", KJ_HAND_SET, NULL));
    assert_position(&pos, "9/9/9/9/9/9/9/9/9 b - 1");
}

TEST(a_side_keeps_one_king)
{
    KjPosition pos;
    kj_position_clear(&pos, shogi());
    kj_edit_place(&pos, 0, kj_piece(KJ_GOTE, pos.game->t->king));
    kj_edit_place(&pos, 72, kj_piece(KJ_GOTE, pos.game->t->king));
    assert_position(&pos, "k8/9/9/9/9/9/9/9/9 b - 1");
}

TEST(a_shift_off_the_board_changes_nothing)
{
    KjPosition pos;
    kj_position_clear(&pos, shogi());
    kj_edit_place(&pos, 0, kj_piece(KJ_GOTE, pos.game->t->king));
    assert_false(kj_edit_shift(&pos, -1, 0));
    assert_position(&pos, "8k/9/9/9/9/9/9/9/9 b - 1");
    assert_true(kj_edit_shift(&pos, 1, 2));
    assert_position(&pos, "9/9/7k1/9/9/9/9/9/9 b - 1");
}

TEST(a_drawn_board_is_read)
{
    static const char *const lines[] = {"後手の持駒：飛　歩二",
                                        "| ・v王 ・ ・ ・|一",
                                        "| ・ ・ ・ ・ ・|二",
                                        "| ・ ・v成銀 ・ ・|三",
                                        "| ・ ・ ・ ・ ・|四",
                                        "| ・ ・ と ・ 角|五",
                                        "先手の持駒：金二",
                                        "後手番",
                                        NULL};
    const char *shorter[G_N_ELEMENTS(lines)] = {0};
    for (unsigned i = 0; i < 4; i++)
        shorter[i] = lines[i];
    KjPosition pos;
    GError *error = NULL;
    assert_int_equal(kj_bod_read(shorter, &pos, &error), KJ_BOD_MORE);
    assert_int_equal(kj_bod_read(lines, &pos, &error), KJ_BOD_WHOLE);
    assert_position(&pos, "1k3/5/2+s2/5/2+P1B w 2Gr2p 1");
    // a cell too few, and a piece there is not
    const char *wrong[G_N_ELEMENTS(lines)];
    memcpy(wrong, lines, sizeof lines);
    wrong[3] = "| ・ ・v全 ・|三";
    assert_int_equal(kj_bod_read(wrong, &pos, &error), KJ_BOD_NO);
    g_clear_error(&error);
    wrong[3] = "| ・ ・v鯉 ・ ・|三";
    assert_int_equal(kj_bod_read(wrong, &pos, &error), KJ_BOD_NO);
    assert_non_null(strstr(error->message, "board line 4, column 6"));
    g_clear_error(&error);
}

TEST(keys_of_the_cursor_set_up_a_problem)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    KjPosition empty;
    kj_position_clear(&empty, shogi());
    kj_workbench_change(bench, kj_move_tree_new(&empty)); // a set that is not whole
    KjBoardEditor cursor;
    kj_board_editor_begin(&cursor, bench, false);
    for (const char *key = "21k33B+13R+hGGp-Gh"; *key; key++)
        assert_true(kj_board_editor_key(&cursor, *key));
    assert_board(bench, "7k1/9/6+B1+R/9/9/9/9/9/9 b Gp 1");
    assert_true(kj_board_editor_key(&cursor, KJ_KEY_LEFT));
    assert_true(kj_board_editor_key(&cursor, KJ_KEY_DOWN));
    assert_true(kj_board_editor_key(&cursor, 'n'));
    assert_board(bench, "7k1/9/6+B1+R/7n1/9/9/9/9/9 b Gp 1");
    assert_true(kj_board_editor_key(&cursor, '~'));
    assert_true(kj_board_editor_key(&cursor, 't'));
    assert_board(bench, "7k1/9/6+B1+R/7N1/9/9/9/9/9 w Gp 1");
    assert_true(kj_board_editor_key(&cursor, ' '));
    assert_board(bench, "7k1/9/6+B1+R/9/9/9/9/9/9 w Gp 1");
    for (unsigned i = 0; i < 4; i++)
        assert_true(kj_board_editor_key(&cursor, 'u'));
    assert_board(bench, "7k1/9/6+B1+R/9/9/9/9/9/9 b Gp 1");
    assert_false(kj_board_editor_key(&cursor, 'q'));
    // taken back and done again
    for (const char *key = "95g96GuuUU"; *key; key++)
        assert_true(kj_board_editor_key(&cursor, *key));
    assert_board(bench, "7k1/9/6+B1+R/9/g8/G8/9/9/9 b Gp 1");
    g_autofree char *picture = kj_board_editor_picture(&cursor);
    assert_non_null(strstr(picture, "\nR飛 B角 G金 S銀 N桂 L香 P歩 K王\n"));
}

TEST(a_promoted_piece_goes_into_a_hand)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    KjPosition empty;
    kj_position_clear(&empty, kj_game_find("ogi"));
    kj_workbench_change(bench, kj_move_tree_new(&empty));
    KjBoardEditor cursor;
    kj_board_editor_begin(&cursor, bench, false);
    for (const char *key = "h+PPP-+P+P-P"; *key; key++)
        assert_true(kj_board_editor_key(&cursor, *key));
    KjPosition pos = kj_workbench_position(bench);
    KjKind pawn = kj_game_kind(pos.game, 'P');
    assert_int_equal(kj_hand_count(pos.game->t, pos.hand[KJ_SENTE], pawn | KJ_PROMOTED), 1);
    assert_int_equal(kj_hand_count(pos.game->t, pos.hand[KJ_SENTE], pawn), 1);
    assert_int_equal(kj_workbench_undo(bench, 10), 7); // the first state among them
}

/* Types keys, with < > ^ v for the arrows. */
static void type_keys(KjBoardEditor *cursor, const char *keys)
{
    for (; *keys; keys++)
        kj_board_editor_key(cursor, *keys == '<'   ? KJ_KEY_LEFT
                                    : *keys == '>' ? KJ_KEY_RIGHT
                                    : *keys == '^' ? KJ_KEY_UP
                                    : *keys == 'v' ? KJ_KEY_DOWN
                                                   : *keys);
}

TEST(zuko_1_takes_59_keys)
{
    static const char keys[] = "B81p>GvP+<s<Gvp>P94n74l>svk96n>Lvp+vS36r+16b67p>R+79NhSPhfq";
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    KjPosition king;
    kj_position_clear(&king, shogi());
    kj_edit_place(&king, 4 * 9, kj_piece(KJ_GOTE, king.game->t->king));
    kj_workbench_change(bench, kj_move_tree_new(&king));
    KjBoardEditor cursor;
    kj_board_editor_begin(&cursor, bench, false);
    type_keys(&cursor, keys);
    assert_board(bench, "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1");
    assert_int_equal(strlen(keys), 59);
}

TEST(the_picture_fits_into_80_by_24)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    KjBoardEditor cursor;
    kj_board_editor_begin(&cursor, bench, false);
    g_autofree char *picture = kj_board_editor_picture(&cursor);
    g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
    assert_true(g_strv_length(lines) <= 23);
    assert_non_null(strstr(picture, "\033[7m"));
}

/* ---- undo ---- */

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
        g_ptr_array_add(seen, kj_tree_text_write(kj_workbench_tree(bench)));
        for (unsigned i = 0; i < CHANGES; i++) {
            unsigned before = kj_states_at(bench->states);
            change_at_random(bench, rng);
            if (kj_states_at(bench->states) > before)
                g_ptr_array_add(seen, kj_tree_text_write(kj_workbench_tree(bench)));
        }
        assert_true(seen->len > CHANGES / 4);
        for (unsigned i = seen->len; i-- > 0;) {
            g_autofree char *text = kj_tree_text_write(kj_workbench_tree(bench));
            assert_string_equal(text, seen->pdata[i]);
            assert_int_equal(kj_workbench_undo(bench, i ? 1 : 0), i ? 1 : 0);
        }
        assert_int_equal(kj_states_at(bench->states), first);
        assert_int_equal(kj_workbench_redo(bench, G_MAXUINT), seen->len - 1);
        g_autofree char *last = kj_tree_text_write(kj_workbench_tree(bench));
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
        g_autofree char *text = kj_tree_text_write(tree);
        g_ptr_array_add(seen, g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1));
    }
    // a tree of KjMoveNode takes some 100 bytes a node, one packed 8
    assert_true(mallinfo2().uordblks - memory < (size_t)PLAYED * NODES * 8 / 3);
    assert_true(text_length(bench) < one * 12); // cut ten times, and the numbers change
    for (unsigned i = seen->len; i-- > 0;) {
        g_autofree char *text = kj_tree_text_write(kj_workbench_tree(bench));
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
        g_autofree char *a = kj_tree_text_write(kj_workbench_tree(bench));
        g_autofree char *b = kj_tree_text_write(kj_workbench_tree(other));
        assert_string_equal(a, b);
        kj_workbench_undo(other, 1);
    }
}
