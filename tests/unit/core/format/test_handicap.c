/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named start positions: hon-shogi's handicaps (R10.2), and that pieces may start promoted (R10.4). */
#include "tests/support/rules/record_text.h"

#include "core/format/handicap.h"

static const KjGame *shogi(void)
{
    return kj_game_find("shogi");
}

static void assert_start(const char *name, const char *sfen)
{
    KjPosition pos;
    if (!kj_handicap_find(shogi(), name, &pos))
        fail_msg("no start position %s", name);
    g_autofree char *text = kj_sfen_write(&pos, 1);
    assert_string_equal(text, sfen);
}

#define REST "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"

TEST(even_game_is_the_start_of_every_game)
{
    // [R10.1]
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        KjPosition start = position_from(game, game->row->start), found;
        assert_true(kj_handicap_find(game, "平手", &found));
        assert_true(kj_position_equal(&start, &found));
        assert_true(kj_handicap_find(game, "hirate", &found));
    }
}

TEST(left_lance_is_the_givers_left)
{
    // [R10.2]
    assert_start("香落ち", "lnsgkgsn1/1r5b1" REST);
    assert_start("右香落ち", "1nsgkgsnl/1r5b1" REST);
}

TEST(big_pieces_left_off)
{
    // [R10.2]
    assert_start("角落ち", "lnsgkgsnl/1r7" REST);
    assert_start("飛車落ち", "lnsgkgsnl/7b1" REST);
    assert_start("飛香落ち", "lnsgkgsn1/7b1" REST);
    assert_start("二枚落ち", "lnsgkgsnl/9" REST);
}

TEST(handicaps_by_number_of_pieces)
{
    // [R10.2]
    assert_start("三枚落ち", "lnsgkgsn1/9" REST);
    assert_start("四枚落ち", "1nsgkgsn1/9" REST);
    assert_start("六枚落ち", "2sgkgs2/9" REST);
    assert_start("八枚落ち", "3gkg3/9" REST);
    assert_start("十枚落ち", "4k4/9" REST);
}

TEST(five_and_seven_pieces_have_two_forms)
{
    // [R10.2]
    assert_start("右五枚落ち", "2sgkgsn1/9" REST);
    assert_start("左五枚落ち", "1nsgkgs2/9" REST);
    assert_start("左七枚落ち", "2sgkg3/9" REST);
    assert_start("右七枚落ち", "3gkgs2/9" REST);
}

TEST(three_pawns_are_in_hand)
{
    // [R10.2]
    assert_start("歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1");
    assert_start("裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
}

TEST(numbers_in_names_are_the_numbers_of_pieces_missing)
{
    static const struct {
        const char *name;
        int missing;
    } cases[] = {{"香落ち", 1},   {"飛香落ち", 2},   {"二枚落ち", 2},   {"三枚落ち", 3},
                 {"四枚落ち", 4}, {"五枚落ち", 5},   {"左五枚落ち", 5}, {"六枚落ち", 6},
                 {"七枚落ち", 7}, {"右七枚落ち", 7}, {"八枚落ち", 8},   {"十枚落ち", 10},
                 {"裸玉", 19}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        KjPosition pos;
        assert_true(kj_handicap_find(shogi(), cases[i].name, &pos));
        assert_int_equal(20 - kj_bb_count(pos.by_side[KJ_GOTE]), cases[i].missing);
    }
}

TEST(every_listed_start_is_found_by_its_names_and_possible)
{
    // [R10.3]
    for (size_t g = 0; g < kj_game_count(); g++) {
        const KjGame *game = kj_game_at(g);
        for (size_t i = 0; i < kj_handicap_count(game); i++) {
            const KjHandicap *handicap = kj_handicap_at(game, i);
            KjPosition by_id, by_name;
            assert_true(kj_handicap_find(game, handicap->id, &by_id));
            assert_true(kj_handicap_find(game, handicap->name_ja, &by_name));
            assert_true(kj_position_equal(&by_id, &by_name));
            assert_int_equal(kj_position_check(&by_id, NULL, NULL), KJ_POSITION_OK);
            assert_int_equal(by_id.side, handicap->sfen ? KJ_GOTE : KJ_SENTE);
        }
    }
}

TEST(no_two_names_are_the_same)
{
    size_t n = kj_handicap_count(shogi());
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < n; i++) {
        const KjHandicap *handicap = kj_handicap_at(shogi(), i);
        g_autofree char *all =
            g_strjoin(",", handicap->id, handicap->name_ja, handicap->alias, NULL);
        char **names = g_strsplit(all, ",", -1);
        for (char **name = names; *name; name++) {
            if (**name)
                assert_true(g_hash_table_add(seen, g_strdup(*name)));
        }
        g_strfreev(names);
    }
}

TEST(names_and_aliases_in_letters_ignore_case)
{
    assert_start("Kyo-Ochi", "lnsgkgsn1/1r5b1" REST);
    assert_start("2-MAI-OCHI", "lnsgkgsnl/9" REST);
    assert_start("角行落ち", "lnsgkgsnl/1r7" REST);
}

TEST(unknown_names_and_other_games_handicaps_are_not_found)
{
    KjPosition pos;
    assert_false(kj_handicap_find(shogi(), "十一枚落ち", &pos));
    assert_false(kj_handicap_find(shogi(), "", &pos));
    assert_false(kj_handicap_find(shogi(), "kyo-ochi,", &pos));
    assert_false(kj_handicap_find(shogi(), "even,startpos", &pos));
    assert_false(kj_handicap_find(kj_game_find("ogi"), "香落ち", &pos));
    assert_int_equal(kj_handicap_count(kj_game_find("ogi")), 1);
}

TEST(pieces_may_start_promoted)
{
    // [R10.4]
    KjPosition pos = position_from(kj_game_find("ogi"),
                                   "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1+B4+R1/LNSIKSNL b - 1");
    assert_int_equal(kj_position_check(&pos, NULL, NULL), KJ_POSITION_OK);
}
