/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is fixed of each game. Single moves: moves.txt, whole games: games.txt. */
#include "tests/support/rules/record_text.h"

#include "core/format/handicap.h"

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

/* ---- Impasse ---- */

TEST(pieces_left_off_count_for_the_giver)
{
    // [R9.8]
    KjPosition pos;
    const KjGame *game = kj_game_find("shogi");
    assert_true(kj_handicap_find(game, "六枚落ち", &pos)); // 14 points
    assert_int_equal(kj_impasse_removed(&pos, KJ_GOTE), 14);
    assert_int_equal(kj_impasse_removed(&pos, KJ_SENTE), 0);
    assert_true(kj_handicap_find(game, "fu-sanbyo", &pos));
    assert_int_equal(kj_impasse_removed(&pos, KJ_GOTE), 24);
}

TEST(counts_are_agreed_on)
{
    // [R9.2] [R9.3] nothing is decided when no side has its points
    static const struct {
        KjDeclaration rule;
        unsigned sente, gote;
        KjAgreement agreement;
    } cases[] = {
        {KJ_DECLARE_24, 24, 30, KJ_AGREEMENT_DRAW},
        {KJ_DECLARE_24, 27, 27, KJ_AGREEMENT_DRAW},
        {KJ_DECLARE_24, 23, 31, KJ_AGREEMENT_GOTE_WINS},
        {KJ_DECLARE_24, 31, 23, KJ_AGREEMENT_SENTE_WINS},
        {KJ_DECLARE_24, 10, 5, KJ_AGREEMENT_OPEN},
        {KJ_DECLARE_27, 28, 26, KJ_AGREEMENT_SENTE_WINS},
        {KJ_DECLARE_27, 26, 28, KJ_AGREEMENT_GOTE_WINS},
        {KJ_DECLARE_27, 27, 27, KJ_AGREEMENT_GOTE_WINS},
        {KJ_DECLARE_27, 26, 26, KJ_AGREEMENT_OPEN},
        {KJ_DECLARE_NONE, 30, 5, KJ_AGREEMENT_OPEN},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_int_equal(kj_impasse_agreement(cases[i].rule, cases[i].sente, cases[i].gote),
                         cases[i].agreement);
}

TEST(record_declaration_takes_pieces_left_off_by_side)
{
    g_autoptr(KjRecord) record =
        record_of("shogi", "K1+R+R5/+B+B7/+P+P+P+P+P+P3/9/9/9/9/9/8k b P 1");
    const unsigned removed[2] = {1, 0}, other[2] = {0, 9};
    assert_int_equal(kj_record_declaration(record, KJ_SENTE, removed).points, 28);
    assert_int_equal(kj_record_declaration(record, KJ_SENTE, other).points, 27);
}
