/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is fixed of each game, and rules that go beyond a single move (those: moves.txt). */
#include "tests/support/rules/record_text.h"

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

/* ---- 醉象 ---- */

TEST(game_goes_on_while_a_royal_piece_is_left)
{
    // [R14.3]
    g_autoptr(KjRecord) record = record_of("suizo", "4k4/4G4/9/9/9/9/9/9/+e3R4 w - 1");
    play(record, "9i9h 5b5a");
    assert_false(kj_record_status(record).over);
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
