/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Perft: numbers of leaves known from other programs or counted apart from this one, and a walk
 * over the table of games. Sources: docs/rules.md R1, R2.2, R4.3, R11.3; other programs. In
 * tests/slow the counts of the naive rules are deeper.
 */
#include <stdio.h>
#include <string.h>

#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/switches.h"
#include "tests/support/sampling.h"

enum {
    MAX_DEPTH = 6,
    NAIVE_DEPTH = SIZES(4, 2, 2),             // from the start, and at most from a random position
    NAIVE_LEAVES = SIZES(100000, 5000, 1000), // from a random position; one ply whatever it takes
    NAIVE_POSITIONS = SIZES(70, 7, 3),        // with each of three rules
};

typedef struct {
    const char *game, *sfen; // sfen NULL: the start position
    uint64_t leaves[MAX_DEPTH];
} Perft;

// Measured with another program, which names its position with the most moves.
static const Perft shogi[] = {
    {"shogi", NULL, {30, 900, 25470, 719731, 19861490}},
    {"shogi", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", {593, 105677, 53393368}},
};
// 56shogi (docs/rules.md R2.2), counted by a generator written for it.
static const Perft shogi56[] = {{"56shogi", NULL, {14, 193, 2668, 36974}}};
// docs/rules.md R11.3: captures of the king count, safety of the king is no law.
static const Perft ogi[] = {
    {"ogi", NULL, {25, 625, 14850, 358253}},
    {"ogi", "4k3/8/8/8/8/8/8/4K3 b BILN+PPRSlnp 1", {417, 43951}},
    {"ogi", "3k4/1+P1+R4/8/3I4/8/2n5/4+b3/3K4 w Ss 1", {78, 8017, 313999}},
};
// Measured with another program.
static const Perft relatives[] = {
    {"minishogi", NULL, {14, 181, 2512, 35401, 533203}},
    {"gorogoro", NULL, {16, 250, 4166, 67517, 1186299}},
    {"dobutsu", NULL, {4, 17, 123, 976, 8122}},
    {"suizo", NULL, {26, 676, 17368, 445372}}, // and by the naive rules, in tests/slow
};

static void check_counts(const Perft *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const KjGame *game = kj_game_find(rows[i].game);
        KjPosition pos = bridge_read(game, rows[i].sfen ? rows[i].sfen : game->row->start);
        KjPosition before = pos;
        for (unsigned depth = 1; depth <= MAX_DEPTH && rows[i].leaves[depth - 1]; depth++) {
            uint64_t leaves = kj_perft(&pos, depth);
            if (leaves != rows[i].leaves[depth - 1])
                print_message("%s depth %u\n", rows[i].game, depth);
            assert_int_equal(leaves, rows[i].leaves[depth - 1]);
            assert_memory_equal(&pos, &before, sizeof pos);
        }
    }
}

#define CHECK_COUNTS(rows) check_counts(rows, sizeof(rows) / sizeof(rows)[0])

TEST(shogi_counts_to_depth_5_and_with_593_moves)
{
    // [R11.1]
    CHECK_COUNTS(shogi);
}

TEST(56shogi_counts)
{
    CHECK_COUNTS(shogi56);
}

TEST(ogi_counts_with_promoted_pieces_in_hand_and_king_captures)
{
    // [R11.1] [R11.3]
    CHECK_COUNTS(ogi);
}

TEST(minishogi_gorogoro_and_dobutsu_counts)
{
    CHECK_COUNTS(relatives);
}

/* The deepest tree that is not too large has as many leaves by the naive rules; returns its depth. */
static unsigned count_naively(const KjGame *game, NvPos *naive)
{
    bridge_switches(naive, &game->rules);
    KjPosition pos;
    bridge_position(&pos, game, naive);
    unsigned depth = 1;
    uint64_t leaves = kj_perft(&pos, 1), next;
    while (depth < NAIVE_DEPTH && (next = kj_perft(&pos, depth + 1)) <= NAIVE_LEAVES) {
        leaves = next;
        depth++;
    }
    assert_int_equal(nv_perft(naive, (int)depth), leaves);
    return depth;
}

TEST(suizo_counts_as_by_the_naive_rules)
{
    // [R14.3] [R14.4] [R14.6] [R14.7]
    KjGame game = *kj_game_find("suizo");
    NvPos start;
    assert_true(nv_parse(&start, "suizo", game.row->start));
    assert_int_equal(nv_perft(&start, NAIVE_DEPTH), relatives[3].leaves[NAIVE_DEPTH - 1]);
    NvRng rng = {1707};
    for (unsigned which = 0; which < 3; which++) {
        game.rules = switches_at(&game, which);
        unsigned by_depth[NAIVE_DEPTH + 1] = {0};
        for (unsigned i = 0; i < NAIVE_POSITIONS; i++) {
            NvPos naive;
            assert_true(nv_random_position(&naive, "suizo", &rng, i % 2 ? NV_TSUME : NV_WALK));
            if (game.rules.no_drops)
                memset(naive.hand, 0, sizeof naive.hand);
            by_depth[count_naively(&game, &naive)]++;
        }
        print_message("%s: positions by depth", switches_text(which));
        for (unsigned depth = 1; depth <= NAIVE_DEPTH; depth++)
            print_message(" %u", by_depth[depth]);
        print_message("\n");
    }
}

TEST(depth_0_is_one_leaf)
{
    // [R11.1]
    KjPosition pos = bridge_read(kj_game_find("shogi"), kj_game_find("shogi")->row->start);
    assert_int_equal(kj_perft(&pos, 0), 1);
    assert_int_equal(kj_perft_tsume(&pos, KJ_SENTE, 0), 1);
}

// R5: gorogoro with a lance and a knight in hand, which is only another row of data.
TEST(gorogoro_plus_as_a_row_of_its_own_counts)
{
    const KjGame *shogi_game = kj_game_find("shogi"), *gorogoro = kj_game_find("gorogoro");
    KjPieceRow pieces[6];
    const char letters[] = "GSNLPK";
    for (int i = 0; i < 6; i++)
        pieces[i] = *kj_game_piece(shogi_game, kj_game_kind(shogi_game, letters[i]));
    KjGameRow row = *gorogoro->row;
    row.id = "gorogoroplus";
    row.pieces = pieces;
    row.n_pieces = 6;
    static KjTables tables;
    kj_tables_build(&tables, &row);
    KjGame game = {.row = &row, .t = &tables, .rules = row.rules};
    KjPosition pos = bridge_read(&game, "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1");
    const uint64_t leaves[] = {39, 1438, 44436, 1330443}; // by another program
    for (unsigned depth = 1; depth <= 4; depth++)
        assert_int_equal(kj_perft(&pos, depth), leaves[depth - 1]);
}

// docs/rules.md R2.4: a try ends the game, so nothing follows the king's step onto 3a.
TEST(try_is_a_leaf_with_nothing_after_it)
{
    // [R11.2]
    KjGame game = *kj_game_find("56shogi");
    KjPosition pos = bridge_read(&game, "5/2K2/5/5/5/k4 b - 1");
    assert_int_equal(kj_perft(&pos, 1), 8);
    uint64_t with_try = kj_perft(&pos, 2);
    game.rules.try_rule = KJ_TRY_OFF;
    assert_int_equal(kj_perft(&pos, 2), with_try + 3); // gote's king has three moves
}

TEST(capture_of_the_king_is_a_leaf_with_nothing_after_it)
{
    // [R11.2]
    const KjGame *game = kj_game_find("ogi");
    KjPosition pos = bridge_read(game, "k7/K7/8/8/8/8/8/8 b - 1");
    assert_int_equal(kj_perft(&pos, 1), 5);
    // Of the five moves one takes the king; after the others gote has three moves.
    assert_int_equal(kj_perft(&pos, 2), 4 * 3);
}

/* ---- the table of games ---- */

TEST(games_are_found_by_id_alias_and_size)
{
    assert_int_equal(kj_game_count(), 7);
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        assert_ptr_equal(kj_game_at(i), game);
        assert_ptr_equal(kj_game_find(game->row->id), game);
        assert_int_equal(game->t->squares, game->row->files * game->row->ranks);
    }
    assert_ptr_equal(kj_game_find("hon-shogi"), kj_game_find("shogi"));
    assert_ptr_equal(kj_game_find("standard"), kj_game_find("shogi"));
    assert_ptr_equal(kj_game_find("56"), kj_game_find("56shogi"));
    assert_null(kj_game_find("chess"));
    assert_null(kj_game_find(""));
    assert_null(kj_game_find("Shogi"));
    assert_ptr_equal(kj_game_by_size(9, 9), kj_game_find("shogi"));
    assert_ptr_equal(kj_game_by_size(5, 6), kj_game_find("56shogi"));
    assert_null(kj_game_by_size(6, 5));
}

TEST(start_positions_are_possible_and_use_the_whole_set)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        KjPosition pos = bridge_read(game, game->row->start);
        assert_int_equal(kj_position_check(&pos, NULL, NULL), KJ_POSITION_OK);
        unsigned count[KJ_MAX_BASE] = {0};
        for (unsigned square = 0; square < game->t->squares; square++)
            count[kj_base_kind(kj_piece_kind(pos.board[square]))]++;
        for (KjKind kind = 1; kind <= game->row->n_pieces; kind++)
            assert_int_equal(count[kind], kj_game_piece(game, kind)->set);
        assert_true(pos.has_king[KJ_SENTE] && pos.has_king[KJ_GOTE]);
        assert_int_equal(pos.side, KJ_SENTE);
    }
}

TEST(start_positions_look_the_same_from_both_sides)
{
    // [R0.5]
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        KjPosition pos = bridge_read(game, game->row->start), other;
        if (strcmp(game->row->id, "ogi") == 0) {
            // Kings face each other along a file (docs/rules.md R3.1): turned and mirrored.
            other = kj_position_mirror(&pos);
            other = kj_position_flip(&other);
        } else {
            other = kj_position_flip(&pos);
        }
        assert_int_equal(other.side, KJ_GOTE);
        kj_position_set_side(&other, KJ_SENTE);
        // Bishop and rook stand left and right of the mirror in Ōgi, so only their squares agree.
        assert_true(other.by_side[KJ_SENTE] == pos.by_side[KJ_SENTE]);
        if (strcmp(game->row->id, "ogi") != 0)
            assert_true(kj_position_equal(&other, &pos));
    }
}

TEST(every_piece_can_move_from_somewhere_and_is_named_once)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        const KjTables *t = game->t;
        unsigned royals = 0;
        for (KjKind kind = 1; kind <= game->row->n_pieces; kind++) {
            const KjPieceRow *piece = kj_game_piece(game, kind);
            assert_int_equal(kj_game_kind(game, piece->letter), kind);
            assert_int_equal(t->promotes[kind], piece->moves_promoted != NULL);
            assert_int_equal(piece->kanji_promoted != NULL, piece->moves_promoted != NULL);
            royals += piece->royal;
            for (int side = 0; side < 2; side++) {
                assert_true(t->alive[side][kind] != 0);
                if (piece->moves_promoted) // gold and better moves never run out of squares
                    assert_true(t->alive[side][kind | KJ_PROMOTED] == t->all);
            }
        }
        assert_int_equal(royals, 1);
    }
}

TEST(both_sides_attack_alike_point_reflected)
{
    // [R0.2]
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjTables *t = kj_game_at(i)->t;
        unsigned last = t->squares - 1u;
        for (KjKind kind = 1; kind < KJ_MAX_KINDS; kind++) {
            for (unsigned square = 0; square <= last; square++) {
                KjBb sente = kj_kind_attack(t, KJ_SENTE, kind, square, 0);
                KjBb gote = kj_kind_attack(t, KJ_GOTE, kind, last - square, 0);
                assert_int_equal(kj_bb_count(sente), kj_bb_count(gote));
                while (sente)
                    assert_true(kj_bb_has(gote, last - kj_bb_pop(&sente)));
            }
        }
    }
}
