/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of play, clause by clause as docs/rules.md numbers them: pieces, promotion, drops. */
#include "tests/support/rules/record_text.h"

static KjIllegal legality(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = position_from(game, sfen);
    KjMove move;
    GError *error = NULL;
    if (!kj_usi_move_read(&pos, usi, &move, &error))
        fail_msg("%s: %s", usi, error->message);
    return kj_move_legality(&pos, move);
}

static void assert_legal(const char *id, const char *sfen, const char *usi)
{
    KjIllegal reason = legality(kj_game_find(id), sfen, usi);
    if (reason != KJ_MOVE_LEGAL)
        fail_msg("%s in %s: %s", usi, sfen, kj_illegal_text(reason));
}

static void assert_illegal(const char *id, const char *sfen, const char *usi, KjIllegal expected)
{
    KjIllegal reason = legality(kj_game_find(id), sfen, usi);
    if (reason != expected)
        fail_msg("%s in %s: %s", usi, sfen, kj_illegal_text(reason));
}

/* The piece on `from` has moves to exactly the squares listed, each counted once. */
static void assert_goes(const char *id, const char *sfen, const char *from, const char *squares)
{
    const KjGame *game = kj_game_find(id);
    KjPosition pos = position_from(game, sfen);
    unsigned origin, square;
    assert_true(kj_square_read(game, from, &origin, NULL));
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    KjBb targets = 0;
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_move_from(list.move[i]) == origin)
            targets |= kj_bit(kj_move_to(list.move[i]));
    }
    int n = 0;
    for (const char *at = squares; *at; at += strspn(at, " "), n++) {
        assert_true(kj_square_read(game, at, &square, &at));
        if (!kj_bb_has(targets, square))
            fail_msg("%s: no move to square %u of '%s'", sfen, square, squares);
    }
    assert_int_equal(kj_bb_count(targets), n);
}

#define ALONE(piece) "9/9/9/9/4" piece "4/9/9/9/9 b - 1"

/* ---- All games ---- */

TEST(squares_count_from_the_right_and_in_ogi_from_the_left)
{
    // [R0.1]
    assert_goes("shogi", "8P/9/9/9/9/9/9/9/P7P b - 1", "1i", "1h");
    assert_goes("ogi", "8/8/8/8/8/8/8/P6P b - 1", "a1", "a2");
}

TEST(knights_jump_and_sliders_stop_at_the_first_piece)
{
    // [R0.2]
    assert_goes("shogi", "9/9/9/3PPP3/4N4/9/9/9/9 b - 1", "5e", "4c 6c");
    assert_goes("shogi", "9/4p4/9/9/3PRp3/4P4/9/9/9 b - 1", "5e", "5d 5c 5b 4e");
    assert_goes("shogi", "9/9/9/9/4p4/9/9/9/9 w - 1", "5e", "5f");
    assert_goes("shogi", "9/9/9/9/4n4/9/9/9/9 w - 1", "5e", "4g 6g");
}

TEST(own_pieces_are_in_the_way_and_enemy_pieces_are_taken)
{
    // [R0.3]
    const char *sfen = "9/9/9/3pP4/4G4/9/9/9/9 b - 1";
    assert_illegal("shogi", sfen, "5e5d", KJ_MOVE_OWN_PIECE);
    assert_illegal("shogi", sfen, "5e4f", KJ_MOVE_NOT_REACHABLE);
    KjPosition pos = position_from(kj_game_find("shogi"), sfen);
    KjUndo undo;
    kj_position_make(&pos, kj_make_move(4 * 9 + 4, 5 * 9 + 3), &undo);
    KjKind pawn = kj_game_kind(pos.game, 'P');
    assert_int_equal(kj_hand_count(pos.game->t, pos.hand[KJ_SENTE], pawn), 1);
}

TEST(drops_need_an_empty_square_and_a_piece_in_hand)
{
    // [R0.4]
    const char *sfen = "9/9/9/4p4/9/9/9/9/4K4 b G 1";
    assert_legal("shogi", sfen, "G*5e");
    assert_illegal("shogi", sfen, "G*5d", KJ_MOVE_OCCUPIED);
    assert_illegal("shogi", sfen, "S*5e", KJ_MOVE_NO_PIECE);
}

/* ---- Shogi ---- */

TEST(pieces_of_shogi_move_as_they_should)
{
    // [R1.2]
    const char *gold = "4d 5d 6d 4e 6e 5f";
    assert_goes("shogi", ALONE("K"), "5e", "4d 5d 6d 4e 6e 4f 5f 6f");
    assert_goes("shogi", ALONE("G"), "5e", gold);
    assert_goes("shogi", ALONE("S"), "5e", "4d 5d 6d 4f 6f");
    assert_goes("shogi", ALONE("N"), "5e", "4c 6c");
    assert_goes("shogi", ALONE("L"), "5e", "5d 5c 5b 5a");
    assert_goes("shogi", ALONE("P"), "5e", "5d");
    assert_goes("shogi", ALONE("+S"), "5e", gold);
    assert_goes("shogi", ALONE("+N"), "5e", gold);
    assert_goes("shogi", ALONE("+L"), "5e", gold);
    assert_goes("shogi", ALONE("+P"), "5e", gold);
}

TEST(rooks_and_bishops_slide_and_promoted_also_step)
{
    // [R1.2]
    const char *rook = "5a 5b 5c 5d 5f 5g 5h 5i 1e 2e 3e 4e 6e 7e 8e 9e";
    const char *bishop = "1a 2b 3c 4d 6f 7g 8h 9i 9a 8b 7c 6d 4f 3g 2h 1i";
    g_autofree char *dragon = g_strconcat(rook, " 4d 6d 4f 6f", NULL);
    g_autofree char *horse = g_strconcat(bishop, " 5d 4e 6e 5f", NULL);
    assert_goes("shogi", ALONE("R"), "5e", rook);
    assert_goes("shogi", ALONE("B"), "5e", bishop);
    assert_goes("shogi", ALONE("+R"), "5e", dragon);
    assert_goes("shogi", ALONE("+B"), "5e", horse);
}

TEST(nifu_counts_own_unpromoted_pawns_only)
{
    // [R1.3]
    const char *sfen = "9/9/9/4p4/4P2+P1/9/9/9/4K4 b P 1";
    assert_illegal("shogi", sfen, "P*5f", KJ_MOVE_NIFU);
    assert_legal("shogi", sfen, "P*2f");
    assert_legal("shogi", "9/9/9/4p4/9/9/9/9/4K4 b P 1", "P*5f");
    assert_illegal("56shogi", "5/2P2/5/5/5/K4 b P 1", "P*3d", KJ_MOVE_NIFU);
}

TEST(promotion_into_within_and_out_of_the_zone)
{
    // [R1.4]
    const char *sfen = "9/9/4S4/4P4/4P4/9/9/9/4K4 b - 1";
    assert_legal("shogi", sfen, "5c4d+");
    assert_legal("shogi", sfen, "5c4d");
    assert_legal("shogi", sfen, "5c4b+");
    assert_legal("shogi", "9/9/9/4P4/9/9/9/9/4K4 b - 1", "5d5c+");
    assert_illegal("shogi", "9/9/9/9/4P4/9/9/9/4K4 b - 1", "5e5d+", KJ_MOVE_NO_PROMOTION);
    assert_illegal("shogi", "9/9/4G4/9/9/9/9/9/4K4 b - 1", "5c5b+", KJ_MOVE_NO_PROMOTION);
    assert_illegal("shogi", "9/9/4+S4/9/9/9/9/9/4K4 b - 1", "5c5b+", KJ_MOVE_NO_PROMOTION);
}

TEST(pieces_that_could_not_move_again_must_promote)
{
    // [R1.5]
    const char *sfen = "9/P3L4/9/N1N6/9/9/9/9/4K4 b - 1";
    assert_illegal("shogi", sfen, "9b9a", KJ_MOVE_MUST_PROMOTE);
    assert_illegal("shogi", sfen, "5b5a", KJ_MOVE_MUST_PROMOTE);
    assert_illegal("shogi", sfen, "9d8b", KJ_MOVE_MUST_PROMOTE);
    assert_legal("shogi", sfen, "9b9a+");
    assert_legal("shogi", sfen, "7d6b+");
    assert_legal("shogi", "9/9/4L4/9/9/9/9/9/4K4 b - 1", "5c5b");
}

TEST(no_drop_where_the_piece_could_not_move)
{
    // [R1.8]
    const char *sfen = "9/9/9/9/9/9/9/9/4K4 b NLP 1";
    assert_illegal("shogi", sfen, "P*5a", KJ_MOVE_DEAD_SQUARE);
    assert_illegal("shogi", sfen, "L*5a", KJ_MOVE_DEAD_SQUARE);
    assert_illegal("shogi", sfen, "N*5b", KJ_MOVE_DEAD_SQUARE);
    assert_legal("shogi", sfen, "P*5b");
    assert_legal("shogi", sfen, "N*5c");
    assert_illegal("gorogoro", "5/5/5/5/5/2K2 b P 1", "P*3a", KJ_MOVE_DEAD_SQUARE); // [R5.2]
}

TEST(drops_are_unpromoted_even_inside_the_zone)
{
    // [R1.7]
    KjPosition pos = position_from(kj_game_find("shogi"), "9/9/9/9/9/9/9/9/4K4 b S 1");
    KjMove drop = kj_make_drop(kj_game_kind(pos.game, 'S'), 4 * 9 + 1);
    assert_int_equal(kj_move_legality(&pos, drop), KJ_MOVE_LEGAL);
    assert_int_equal(kj_move_legality(&pos, drop | KJ_MOVE_PROMOTE), KJ_MOVE_NO_PROMOTION);
}

TEST(pawn_drop_may_not_mate)
{
    // [R1.9]
    const char *mate = "7lk/9/7S1/9/9/9/9/9/9 b LP 1";
    assert_illegal("shogi", mate, "P*1b", KJ_MOVE_DROP_MATE);
    assert_legal("shogi", mate, "L*1b");
    assert_legal("shogi", "8k/9/7S1/9/9/9/9/9/9 b P 1", "P*1b"); // the king goes to 2a
    assert_legal("shogi", "7lk/9/7SP/9/9/9/9/9/9 b - 1", "1c1b");
    assert_illegal("shogi", "9/9/9/9/9/9/1s7/9/KL7 w p 1", "P*9h", KJ_MOVE_DROP_MATE);
    assert_illegal("gorogoro", "3pk/5/3S1/5/5/5 b P 1", "P*1b", KJ_MOVE_DROP_MATE); // [R5.2]
}

TEST(pinned_pieces_do_not_save_from_a_pawn_drop)
{
    // [R1.9] the gold on 2a could take on 1b were it not pinned by the rook
    assert_legal("shogi", "7gk/9/7S1/9/9/9/9/9/9 b P 1", "P*1b");
    assert_illegal("shogi", "5R1gk/9/7S1/9/9/9/9/9/9 b P 1", "P*1b", KJ_MOVE_DROP_MATE);
}

TEST(dropped_pawn_may_close_the_line_that_would_mate)
{
    // [R1.9] behind the pawn the rook no longer sees 4b; a gold does
    assert_legal("shogi", "3lkl3/R8/9/9/9/9/9/9/9 b P 1", "P*5b");
    assert_illegal("shogi", "3lkl3/R8/6G2/9/9/9/9/9/9 b P 1", "P*5b", KJ_MOVE_DROP_MATE);
}

TEST(pawn_drop_that_stalemates_is_a_switch)
{
    // [R1.10]
    const char *sfen = "8k/6B2/7G1/9/9/9/9/9/K8 b P 1";
    KjGame game = *kj_game_find("shogi");
    assert_int_equal(legality(&game, sfen, "P*5e"), KJ_MOVE_LEGAL);
    game.rules.drop_stalemate_illegal = true;
    assert_int_equal(legality(&game, sfen, "P*5e"), KJ_MOVE_DROP_MATE);
    assert_int_equal(legality(&game, "8k/9/7G1/9/9/9/9/9/K8 b P 1", "P*5e"), KJ_MOVE_LEGAL);
}

TEST(no_move_leaves_the_king_to_be_captured)
{
    // [R1.11]
    const char *pinned = "4r4/9/5k3/9/4G4/9/9/9/4K4 b - 1";
    assert_illegal("shogi", pinned, "5e4e", KJ_MOVE_LEAVES_CHECK);
    assert_legal("shogi", pinned, "5e5d");
    assert_legal("shogi", "4r4/9/5k3/9/4G4/9/9/9/9 b - 1", "5e4e"); // no king, nothing to leave
    const char *by_pinned = "4r4/9/5k3/9/4G4/9/9/9/4K4 w - 1";
    assert_illegal("shogi", by_pinned, "4c4d", KJ_MOVE_LEAVES_CHECK);
    assert_legal("shogi", by_pinned, "4c3d");
}

/* ---- The other games ---- */

TEST(boards_sets_and_starts_are_those_of_the_rules)
{
    // [R1.1] [R2.1] [R2.2] [R3.1] [R4.1] [R5.1] [R6.1] [R14.1]
    static const struct {
        const char *id, *set, *start;
        unsigned files, ranks;
    } games[] = {
        {"shogi", "R2B2G4S4N4L4P18K2", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
         9, 9},
        {"56shogi", "R2B2G4S4P10K2", "sgkgs/1r1b1/ppppp/PPPPP/1B1R1/SGKGS", 5, 6},
        {"ogi", "I2R2B2S4N4L4P16K2", "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIKSNL", 8, 8},
        {"minishogi", "R2B2G2S2P2K2", "rbsgk/4p/5/P4/KGSBR", 5, 5},
        {"gorogoro", "G4S4P6K2", "sgkgs/5/1ppp1/1PPP1/5/SGKGS", 5, 6},
        {"dobutsu", "G2E2C2L2", "gle/1c1/1C1/ELG", 3, 4},
        {"suizo", "R2B2E2G4S4N4L4P18K2",
         "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL", 9, 9},
    };
    assert_int_equal(kj_game_count(), G_N_ELEMENTS(games));
    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        const KjGameRow *row = kj_game_find(games[i].id)->row;
        assert_int_equal(row->files, games[i].files);
        assert_int_equal(row->ranks, games[i].ranks);
        GString *set = g_string_new(NULL);
        for (unsigned k = 0; k < row->n_pieces; k++)
            g_string_append_printf(set, "%c%u", row->pieces[k].letter, row->pieces[k].set);
        assert_string_equal(set->str, games[i].set);
        g_string_free(set, TRUE);
        assert_true(g_str_has_prefix(row->start, games[i].start));
    }
    assert_non_null(strstr(kj_game_find("56shogi")->row->start_note, "inferred"));
}

TEST(promotion_zones_of_the_smaller_games)
{
    // [R2.3] [R4.2] [R5.2]
    assert_legal("56shogi", "5/5/2S2/5/5/2K2 b - 1", "3c3b+");
    assert_illegal("56shogi", "5/5/5/2S2/5/2K2 b - 1", "3d3c+", KJ_MOVE_NO_PROMOTION);
    assert_illegal("56shogi", "5/2P2/5/5/5/K4 b - 1", "3b3a", KJ_MOVE_MUST_PROMOTE);
    assert_legal("gorogoro", "5/5/2S2/5/5/2K2 b - 1", "3c3b+");
    assert_illegal("gorogoro", "5/5/5/2S2/5/2K2 b - 1", "3d3c+", KJ_MOVE_NO_PROMOTION);
    assert_legal("minishogi", "5/2S2/5/5/2K2 b - 1", "3b3a+");
    assert_illegal("minishogi", "5/5/2S2/5/2K2 b - 1", "3c3b+", KJ_MOVE_NO_PROMOTION);
}

TEST(drops_of_56shogi_are_those_of_shogi)
{
    // [R2.5]
    assert_illegal("56shogi", "5/2P2/5/5/5/K4 b P 1", "P*3d", KJ_MOVE_NIFU);
    assert_illegal("56shogi", "5/5/5/5/5/K4 b P 1", "P*3a", KJ_MOVE_DEAD_SQUARE);
    assert_illegal("56shogi", "3pk/5/3S1/5/5/5 b P 1", "P*1b", KJ_MOVE_DROP_MATE);
}

TEST(princess_and_knight_of_ogi)
{
    // [R3.2]
    const char *princess = "c5 b6 a7 e5 f6 g7 h8 c3 b2 a1 e3 f2 g1 c6 e6 b5 f5 b3 f3 c2 e2";
    g_autofree char *promoted = g_strconcat(princess, " d5 c4 e4 d3", NULL);
    assert_goes("ogi", "8/8/8/8/3I4/8/8/8 b - 1", "d4", princess);
    assert_goes("ogi", "8/8/8/8/3+I4/8/8/8 b - 1", "d4", promoted);
    assert_goes("ogi", "8/8/8/8/3N4/8/8/8 b - 1", "d4", "c6 e6");
    assert_goes("ogi", "8/8/8/8/3n4/8/8/8 w - 1", "d4", "c2 e2");
}

TEST(promotion_in_ogi_is_free_but_for_dead_pieces)
{
    // [R3.3]
    assert_legal("ogi", "8/8/8/S7/8/8/8/4K3 b - 1", "a5a6+");
    assert_legal("ogi", "8/8/8/S7/8/8/8/4K3 b - 1", "a5a6");
    assert_legal("ogi", "8/8/S7/8/8/8/8/4K3 b - 1", "a6b5+");
    assert_illegal("ogi", "8/8/8/8/S7/8/8/4K3 b - 1", "a4a5+", KJ_MOVE_NO_PROMOTION);
    assert_illegal("ogi", "8/P7/8/8/8/8/8/4K3 b - 1", "a7a8", KJ_MOVE_MUST_PROMOTE);
    assert_illegal("ogi", "8/8/8/N7/8/8/8/4K3 b - 1", "a5b7", KJ_MOVE_MUST_PROMOTE);
}

TEST(only_the_king_of_ogi_keeps_a_promotion)
{
    // [R3.4] [R3.5]
    const char *sfen = "k7/8/8/8/8/8/4+p3/4KR2 b - 1";
    assert_legal("ogi", sfen, "e1e2");
    assert_legal("ogi", sfen, "e1e2/+P");
    const KjGame *game = kj_game_find("ogi");
    KjPosition pos = position_from(game, "k7/8/8/8/8/8/4+p3/3K1R2 b - 1");
    KjMove take;
    assert_true(kj_usi_move_read(&pos, "d1e2/+P", &take, NULL));
    assert_int_equal(kj_move_legality(&pos, take), KJ_MOVE_LEGAL);
    pos = position_from(game, "k7/8/8/8/8/8/4R3/4+p2K b - 1");
    assert_true(kj_usi_move_read(&pos, "e2e1", &take, NULL));
    assert_int_equal(kj_move_legality(&pos, take | KJ_MOVE_KEEP), KJ_MOVE_NO_PRIVILEGE);
    KjUndo undo;
    kj_position_make(&pos, take, &undo);
    KjKind pawn = kj_game_kind(game, 'P');
    assert_int_equal(kj_hand_count(game->t, pos.hand[KJ_SENTE], pawn), 1);
    assert_int_equal(kj_hand_count(game->t, pos.hand[KJ_SENTE], pawn | KJ_PROMOTED), 0);
}

TEST(drops_of_ogi)
{
    // [R3.6]
    const char *sfen = "8/8/8/8/8/8/4P3/4K3 b SNLP+N+L+P 1";
    assert_illegal("ogi", sfen, "L*d8", KJ_MOVE_DEAD_SQUARE);
    assert_illegal("ogi", sfen, "N*d7", KJ_MOVE_DEAD_SQUARE);
    assert_illegal("ogi", sfen, "P*d4", KJ_MOVE_DEAD_SQUARE);
    assert_legal("ogi", sfen, "L*d7");
    assert_legal("ogi", sfen, "N*d6");
    assert_legal("ogi", sfen, "S*d8");
    assert_legal("ogi", sfen, "+N*d8");
    assert_legal("ogi", sfen, "+L*d8");
    assert_legal("ogi", sfen, "+P*e8");                        // a pawn of its own on the file
    assert_legal("ogi", "k7/8/1K6/8/8/8/8/8 b +P 1", "+P*a7"); // mate
}

TEST(pieces_of_animal_shogi)
{
    // [R6.2]
    assert_goes("dobutsu", "3/1L1/3/3 b - 1", "2b", "1a 2a 3a 1b 3b 1c 2c 3c");
    assert_goes("dobutsu", "3/1G1/3/3 b - 1", "2b", "2a 1b 3b 2c");
    assert_goes("dobutsu", "3/1E1/3/3 b - 1", "2b", "1a 3a 1c 3c");
    assert_goes("dobutsu", "3/3/1C1/3 b - 1", "2c", "2b");
    assert_goes("dobutsu", "3/1+C1/3/3 b - 1", "2b", "1a 2a 3a 1b 3b 2c");
}

TEST(chick_always_promotes_on_the_last_rank_and_reverts)
{
    // [R6.3]
    const KjGame *game = kj_game_find("dobutsu");
    KjPosition pos = position_from(game, "3/1C1/3/3 b - 1");
    KjMove step = kj_make_move(1 * 4 + 1, 1 * 4 + 0);
    assert_int_equal(kj_move_legality(&pos, step), KJ_MOVE_MUST_PROMOTE);
    assert_int_equal(kj_move_legality(&pos, step | KJ_MOVE_PROMOTE), KJ_MOVE_LEGAL);
    KjUndo undo;
    pos = position_from(game, "1g1/1+C1/3/3 w - 1");
    kj_position_make(&pos, step ^ (1 << 7) ^ 1, &undo); // the giraffe 2a takes on 2b
    assert_int_equal(kj_hand_count(game->t, pos.hand[KJ_GOTE], kj_game_kind(game, 'C')), 1);
}

TEST(chicks_drop_anywhere)
{
    // [R6.4]
    assert_legal("dobutsu", "3/1C1/3/1L1 b C 1", "C*3a");
    assert_legal("dobutsu", "3/1C1/3/1L1 b C 1", "C*2c");
    assert_legal("dobutsu", "gle/2E/3/G1L b C 1", "C*2b"); // which mates
}

TEST(lions_may_not_step_into_capture_when_refused)
{
    // [R6.8]
    KjGame game = *kj_game_find("dobutsu");
    const char *sfen = "1l1/3/1L1/3 b - 1";
    assert_int_equal(legality(&game, sfen, "2c2b"), KJ_MOVE_LEGAL);
    game.rules.lion_safe_only = true;
    assert_int_equal(legality(&game, sfen, "2c2b"), KJ_MOVE_LEAVES_CHECK);
    assert_int_equal(legality(&game, sfen, "2c1d"), KJ_MOVE_LEGAL);
    assert_int_equal(legality(&game, "1lg/1L1/3/3 b - 1", "2b2a"), KJ_MOVE_LEGAL);
}

/* ---- 醉象 ---- */

TEST(elephants_and_princes)
{
    // [R14.2]
    assert_goes("suizo", ALONE("E"), "5e", "4d 5d 6d 4e 6e 4f 6f");
    assert_goes("suizo", ALONE("+E"), "5e", "4d 5d 6d 4e 6e 4f 5f 6f");
    assert_legal("suizo", "9/9/9/4E4/9/9/9/9/9 b - 1", "5d5c+");
    assert_legal("suizo", "9/9/9/4E4/9/9/9/9/9 b - 1", "5d5c");
    assert_illegal("suizo", "9/9/9/9/4E4/9/9/9/9 b - 1", "5e5d+", KJ_MOVE_NO_PROMOTION);
}

TEST(only_the_last_royal_piece_must_be_safe)
{
    // [R14.3] [R14.4]
    const char *pinned = "4r4/9/9/4E4/9/9/9/9/4K4 b - 1";
    assert_legal("suizo", pinned, "5d6c+"); // a second one: the king may be taken
    assert_illegal("suizo", pinned, "5d6c", KJ_MOVE_LEAVES_CHECK);
    assert_legal("suizo", "4r4/9/9/9/9/E8/9/9/4K4 b - 1", "5i6i");
    assert_illegal("suizo", "4r4/9/9/9/9/E8/9/9/4K4 b - 1", "9f9e", KJ_MOVE_LEAVES_CHECK);
    assert_legal("suizo", "4r4/9/9/9/9/+E8/9/9/4K4 b - 1", "9f9e");
    assert_illegal("suizo", "9/7k1/6E2/9/9/9/9/9/9 b - 1", "3c2c+", KJ_MOVE_LEAVES_CHECK);
    g_autoptr(KjRecord) record = record_of("suizo", "4k4/4G4/9/9/9/9/9/9/+e3R4 w - 1");
    play(record, "9i9h 5b5a");
    assert_false(kj_record_status(record).over); // the prince is left
}

TEST(pawns_may_be_dropped_on_one_of_two_royal_pieces)
{
    // [R14.5]
    const char *mate = "3nkn3/9/3+P1+P3/9/9/9/9/9/9 b P 1",
               *free = "3nkn3/9/3+P1+P3/9/9/9/9/+e8/9 b P 1";
    const char *way_out = "3nkn3/9/3+P1+P3/9/9/9/e8/9/9 b P 1";
    assert_illegal("suizo", mate, "P*5b", KJ_MOVE_DROP_MATE);
    assert_legal("suizo", free, "P*5b");
    assert_legal("suizo", way_out, "P*5b"); // 9g is in his zone
}

TEST(princes_can_try)
{
    // [R14.9]
    KjGame game = *kj_game_find("suizo");
    game.rules.try_rule = KJ_TRY_ON;
    g_autoptr(KjRecord) record = record_from(&game, "9/4+E4/9/9/9/9/9/9/k7K b - 1");
    play(record, "5b5a");
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
}

TEST(taken_elephants_go_where_the_switches_say)
{
    // [R14.6] [R14.7]
    static const char *const taken[] = {"e8/9/9/9/9/9/9/9/R7K w - 1", "+e8/9/9/9/9/9/9/9/R7K w - 1",
                                        "p8/9/9/9/9/9/9/9/R7K w - 1"};
    static const unsigned held[][3] = {{0, 0, 1}, {1, 0, 1}, {0, 0, 0}};
    for (unsigned rule = 0; rule < 3; rule++) {
        KjGame game = *kj_game_find("suizo");
        game.rules.elephant_to_hand = rule == 1;
        game.rules.no_drops = rule == 2;
        for (unsigned i = 0; i < 3; i++) {
            KjPosition pos = position_from(&game, taken[i]);
            kj_position_set_side(&pos, KJ_SENTE);
            pos = kj_position_after(&pos, kj_make_move(80, 72));
            assert_int_equal(kj_hand_total(game.t, pos.hand[KJ_SENTE]), held[rule][i]);
        }
    }
}

/* ---- Records ---- */

TEST(capture_comes_before_try_and_try_before_mate)
{
    // [R8.2]
    KjRecord *record = record_of("dobutsu", "1l1/1L1/3/3 b - 1");
    play(record, "2b2a");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_SENTE);
    kj_record_free(record);
    // The king that tries on 3a uncovers the rook, which mates.
    const char *both = "4p/R1K1k/4g/3G1/5/5 b - 1";
    record = record_of("56shogi", both);
    play(record, "3b3a");
    assert_true(kj_record_status(record).check);
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
    kj_record_free(record);
    KjGame game = *kj_game_find("56shogi");
    game.rules.try_rule = KJ_TRY_OFF;
    record = record_from(&game, both);
    play(record, "3b3a");
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_SENTE);
    kj_record_free(record);
}

/* ---- Perft and switches ---- */

TEST(perft_counts_promotion_and_privilege_as_two_moves)
{
    // [R11.1] [R11.3]
    KjPosition pos = position_from(kj_game_find("ogi"), "k7/8/8/8/8/8/4+p3/4K3 b - 1");
    assert_int_equal(kj_perft(&pos, 1), 6);
    pos = position_from(kj_game_find("shogi"), "9/9/9/4P4/9/9/9/9/9 b - 1");
    assert_int_equal(kj_perft(&pos, 1), 2);
}

TEST(perft_does_not_look_at_repetition)
{
    // [R11.4] gote's only move would repeat, which ends the game but not the count
    g_autoptr(KjRecord) record = record_of("ogi", "7K/8/8/8/8/8/nnn5/k1l5 b - 1");
    play(record, "h8g8 a1b1 g8g7 b1a1 g7g8");
    assert_won(record, KJ_STATUS_IMMOBILE, KJ_SENTE);
    KjPosition pos = *kj_record_position(record);
    assert_int_equal(kj_perft(&pos, 1), 1);
}

TEST(switches_have_the_defaults_of_the_table)
{
    // [R13.1]
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        const char *id = game->row->id;
        bool tries = strcmp(id, "56shogi") == 0 || strcmp(id, "dobutsu") == 0;
        bool is_shogi = strcmp(id, "shogi") == 0;
        assert_int_equal(game->rules.try_rule, tries ? KJ_TRY_ON : KJ_TRY_OFF);
        assert_int_equal(game->rules.declaration, is_shogi ? KJ_DECLARE_27 : KJ_DECLARE_NONE);
        assert_int_equal(game->rules.stalemate, KJ_STALEMATE_LOSS);
        assert_int_equal(game->rules.mutual_perpetual, KJ_MUTUAL_DRAW);
        assert_int_equal(game->rules.same_move, KJ_SAME_LITERAL);
        assert_false(game->rules.drop_stalemate_illegal);
        assert_false(game->rules.lion_safe_only);
        assert_false(game->rules.elephant_to_hand || game->rules.no_drops);
    }
}
