/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: the tree of moves, what survives a kill, collections, completion. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/notation/usi.h"
#include "repl/cli/complete.h"
#include "repl/collection/collection.h"
#include "repl/collection/tree_text.h"
#include "repl/program.h"
#include "repl/workbench/workbench.h"
#include "tests/support/cmocka.h"

static void play(KjMoveTree *tree, const char *moves)
{
    g_auto(GStrv) words = g_strsplit(moves, " ", -1);
    for (char **word = words; *word; word++) {
        KjMove move;
        KjPosition pos = kj_move_tree_position(tree);
        assert_true(kj_usi_move_read(&pos, *word, &move, NULL));
        kj_move_tree_play(tree, move);
    }
}

static void assert_line(const KjMoveTree *tree, const char *expected)
{
    g_autofree char *text = kj_tree_text_line(tree);
    const char *moves = strstr(text, "moves ");
    assert_string_equal(moves ? moves + strlen("moves ") : "", expected);
}

TEST(moves_go_back_and_forth)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    KjMoveTree *tree = kj_workbench_tree(bench);
    play(tree, "7g7f 3c3d 2g2f");
    assert_int_equal(tree->at->ply, 3);
    assert_true(kj_move_tree_goto(tree, 1));
    assert_line(tree, "7g7f");
    assert_true(kj_move_tree_goto(tree, 3));
    assert_line(tree, "7g7f 3c3d 2g2f");
    assert_false(kj_move_tree_goto(tree, 4));
    assert_false(kj_move_tree_forward(tree));
    assert_line(tree, "7g7f 3c3d 2g2f");
}

TEST(another_move_is_a_variation_and_cutting_keeps_the_rest)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    KjMoveTree *tree = kj_workbench_tree(bench);
    play(tree, "7g7f 3c3d");
    kj_move_tree_goto(tree, 1);
    play(tree, "8c8d 2g2f");
    kj_move_tree_goto(tree, 1);
    assert_int_equal(kj_move_node_children(tree->at), 2);
    kj_move_tree_visit(tree, kj_move_node_nth(tree->at, 0));
    assert_line(tree, "7g7f 3c3d");
    assert_true(kj_move_tree_cut(tree));
    assert_line(tree, "7g7f");
    assert_int_equal(tree->nodes->len, 4);
    assert_int_equal(kj_move_node_children(tree->at), 1);
    kj_move_tree_visit(tree, kj_move_node_nth(tree->at, 0));
    assert_true(kj_move_tree_forward(tree));
    assert_line(tree, "7g7f 8c8d 2g2f");
    kj_move_tree_goto(tree, 0);
    assert_false(kj_move_tree_cut(tree));
}

TEST(a_workbench_comes_back_from_its_text)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new(), back = kj_workbench_new();
    KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(bench));
    play(tree, "7g7f 3c3d");
    kj_move_tree_back(tree);
    play(tree, "8c8d");
    kj_workbench_change(bench, tree);
    kj_workbench_name(bench, "first");
    g_autofree char *text = kj_workbench_write(bench);
    assert_true(kj_workbench_read(back, text, NULL));
    g_autofree char *again = kj_workbench_write(back);
    assert_string_equal(again, text);
    assert_non_null(g_hash_table_lookup(back->beside.names, "first"));
    assert_int_equal(kj_workbench_undo(back, 1), 1);
    assert_null(g_hash_table_lookup(back->beside.names, "first"));
    assert_int_equal(kj_workbench_undo(back, 5), 1);
}

TEST(a_damaged_text_changes_nothing)
{
    static const char *const damaged[] = {
        "",
        "kanju workbench 2\n",
        "kanju workbench 1\n",
        "kanju workbench 1\nboard\n",
        "kanju workbench 1\nboard\ngame chess\n",
        "kanju workbench 1\nboard\ngame shogi\nstart 9/9 b - 1\n",
        "kanju workbench 1\nboard\ngame shogi\nstart 4k4/9/9/9/9/9/9/9/4K4 b - 1\nnode 7 5i5h\n",
        "kanju workbench 1\nboard\ngame shogi\nstart 4k4/9/9/9/9/9/9/9/4K4 b - 1\nnode 0 5i5f\n",
        "kanju workbench 1\nboard\ngame shogi\nstart 4k4/9/9/9/9/9/9/9/4K4 b - 1\ncurrent 1\n",
        "kanju workbench 1\ncollection\nx\n",
    };
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    g_autofree char *before = kj_workbench_write(bench);
    for (size_t i = 0; i < G_N_ELEMENTS(damaged); i++) {
        GError *error = NULL;
        assert_false(kj_workbench_read(bench, damaged[i], &error));
        assert_non_null(error);
        g_clear_error(&error);
        g_autofree char *after = kj_workbench_write(bench);
        assert_string_equal(after, before);
    }
}

#define START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

TEST(a_collection_keeps_what_was_not_changed)
{
    static const char text[] =
        "\xef\xbb\xbf# title\r\n\r\na\t8k/9 b -\t3\tnote\tmore\r\n? ??\r\nplain";
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("kanju-XXXXXX", &path, NULL);
    assert_true(fd >= 0);
    assert_true(g_close(fd, NULL));
    assert_true(g_file_set_contents(path, text, -1, NULL));
    KjCollection *collection = kj_collection_open(path, NULL, NULL, NULL);
    assert_non_null(collection);
    assert_int_equal(collection->problems->len, 3);
    g_autofree char *position = kj_collection_position(collection, 0, NULL);
    assert_string_equal(position, "8k/9 b -");
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    const KjMoveTree *tree = kj_workbench_tree(bench);
    KjCollectionLoss loss;
    assert_true(kj_collection_put(collection, tree, -1, &loss, NULL));
    assert_int_equal(kj_collection_find(collection, "PLAIN"), 2);
    assert_true(kj_collection_add(collection, "c", tree, -1, &loss, NULL));
    assert_true(kj_collection_save(collection, NULL, NULL));
    g_autofree char *saved = NULL;
    assert_true(g_file_get_contents(path, &saved, NULL, NULL));
    assert_string_equal(saved, "\xef\xbb\xbf# title\r\n\r\na\t" START
                               "\t3\tnote\tmore\r\n? ??\r\nplain\r\n"
                               "c\t" START "\r\n");
    kj_collection_unref(collection);
    g_unlink(path);
}

static void assert_completed(const KjWorkbench *bench, const char *before, const char *word,
                             const char *expected)
{
    bool files;
    KjCompletionBoard board;
    if (bench) {
        board.names = bench->beside.names;
        board.position = kj_workbench_position(bench);
    }
    g_auto(GStrv) words = kj_complete(bench ? &board : NULL, before, word, &files);
    g_autofree char *joined = g_strjoinv(" ", words);
    assert_string_equal(joined, expected);
}

TEST(completion_knows_what_an_argument_is)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    kj_workbench_name(bench, "mine");
    assert_completed(bench, "", "pos", "position");
    assert_completed(bench, "show; ", "pos", "position");
    assert_completed(bench, "play ", "7", "7g7f 7i6h 7i7h");
    assert_completed(bench, "play 7g7f ", "2g", "2g2f");
    assert_completed(bench, "remove ", "5", "5a 5c 5g 5i");
    assert_completed(bench, "name ", "m", "mine");
    assert_completed(bench, "solve ", "%", "%mine");
    assert_completed(bench, "solve ", "--no",
                     "--no-diagram --no-pager --no-progress --nodes= --notation=");
    assert_completed(bench, "solve ", "--draw=style=",
                     "--draw=style=ascii --draw=style=kanji --draw=style=magazine");
    // the value of an option, and what comes after it
    assert_completed(bench, "solve --profile ", "",
                     "app bare classic interpositions= modern strict variation-excess=");
    assert_completed(NULL, "show -f ", "", "html pdf png svg text");
    assert_completed(NULL, "show --variant ", "d", "dobutsu");
    assert_completed(bench, "solve ", "--draw=style=ascii,f",
                     "--draw=style=ascii,faces= --draw=style=ascii,font=");
    assert_completed(bench, "solve --rules ", "try=", "try=off try=on try=on-unless-mated");
    assert_completed(bench, "solve ", "--profile=classic,v", "--profile=classic,variation-excess=");
    assert_completed(bench, "play --draw style=kanji ", "7", "7g7f 7i6h 7i7h");
    assert_completed(bench, "solve --time ", "", "");
    assert_completed(bench, "watch ", "o", "off on");
    assert_completed(bench, "set diagram ", "", "default off on");
    assert_completed(bench, "candidate ", "", "all next none previous");
    assert_completed(bench, "history ", "a", "all");
    assert_completed(bench, "hand w ", "r", "rest");
    assert_completed(bench, "name mine ", "r", "recall");
    assert_completed(bench, "turn ", "g", "gote");
    assert_completed(bench, "new ", "kyo", "kyo-ochi");
    assert_completed(bench, "nonsense ", "x", "");
    // the command line has no board
    assert_completed(NULL, "", "so", "solve");
    assert_completed(NULL, "", "pl", "");
}

int main(void)
{
    kj_commands_use(kj_program.commands);
    return tests_run();
}
