/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named start positions: which there are, and that pieces may start promoted (R10.4); what each is:
 * positions.txt. */
#include "tests/support/rules/record_text.h"

#include "core/format/handicap.h"

static const KjGame *shogi(void)
{
    return kj_game_find("shogi");
}

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

TEST(ogi_has_the_even_game_alone)
{
    assert_int_equal(kj_handicap_count(kj_game_find("ogi")), 1);
}

TEST(pieces_may_start_promoted)
{
    // [R10.4]
    KjPosition pos = position_from(kj_game_find("ogi"),
                                   "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1+B4+R1/LNSIKSNL b - 1");
    assert_int_equal(kj_position_check(&pos, NULL, NULL), KJ_POSITION_OK);
}
