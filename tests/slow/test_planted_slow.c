/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Planted defects (tests/data/defects) without solver/check: the moves of every row are named anew
 * by brute force, and whatever is said not to mate is shown not to, by the reference solver or a
 * verified certificate.
 */
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/solver/planted.h"

enum { REFERENCE_LIMIT = 2000, NODES = 1000000, GRAPH_LIMIT = 12000 };

/* 1 as the row says, 0 not, -1 open. */
static int check_row(PlantedProof *proof, const Planted *row)
{
    ClassifyBy by = {.mates = planted_proved, .data = proof, .limit = GRAPH_LIMIT};
    if (planted_is_std2(row))
        planted_by_std2(&by);
    g_autofree char *found = planted_move_codes(&row->pos, row->line, row->n_line, &by);
    if (!found) {
        print_message("%s: open\n", row->id);
        return -1;
    }
    bool fault = row->codes[0] != '-' && !strchr(row->codes, '@');
    bool right = row->n_line == 0 ? strcmp(found, "no-mate") == 0
                 : fault          ? !strstr(found, "equal@") && !strstr(found, "late@")
                                  : strcmp(found, row->codes) == 0;
    if (!right)
        print_error("%s: %s, expected %s\n", row->id, found, row->codes);
    return right;
}

static void check_game(const char *game, unsigned at_least)
{
    g_autofree char *path = g_strdup_printf("tests/data/defects/%s.tsv", game);
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) rows = g_strsplit(text, "\n", -1);
    PlantedProof proof = planted_proof_new(REFERENCE_LIMIT, NODES);
    unsigned right = 0, wrong = 0, big = 0;
    for (unsigned i = 0; rows[i]; i++) {
        Planted row;
        if (rows[i][0] == '\0' || rows[i][0] == '#')
            continue;
        g_autofree char *error = planted_read(&row, kj_game_find(game), rows[i]);
        if (error)
            fail_msg("%s: %s", rows[i], error);
        int as_said = check_row(&proof, &row);
        right += as_said == 1;
        wrong += as_said == 0;
        big += as_said < 0;
        planted_clear(&row);
    }
    planted_proof_clear(&proof);
    print_message("%s: %u rows confirmed, %u open; %u refutations counted out, %u certified\n",
                  game, right, big, proof.by_reference, proof.by_certificate);
    assert_int_equal(wrong, 0);
    assert_in_range(right, at_least, 1000);
}

static void test_rows_of_shogi(void **state)
{
    (void)state;
    check_game("shogi", 240);
}

static void test_rows_of_56shogi(void **state)
{
    (void)state;
    check_game("56shogi", 240);
}

static void test_rows_of_ogi(void **state)
{
    (void)state;
    check_game("ogi", 210);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_shogi),
        cmocka_unit_test(test_rows_of_56shogi),
        cmocka_unit_test(test_rows_of_ogi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
