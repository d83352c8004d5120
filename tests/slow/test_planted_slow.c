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

typedef struct {
    PlantedProof proof;
    unsigned right, wrong, open;
} Tour;

static void check_row(Planted *row, void *data)
{
    Tour *tour = data;
    ClassifyBy by = {.mates = planted_proved, .data = &tour->proof, .limit = GRAPH_LIMIT};
    if (planted_is_std2(row))
        planted_by_std2(&by);
    g_autofree char *found = planted_move_codes(&row->pos, row->line, row->n_line, &by);
    if (!found) {
        print_message("%s: open\n", row->id);
        tour->open++;
        return;
    }
    bool fault = row->codes[0] != '-' && !strchr(row->codes, '@');
    bool right = row->n_line == 0 ? strcmp(found, "no-mate") == 0
                 : fault          ? !strstr(found, "equal@") && !strstr(found, "late@")
                                  : strcmp(found, row->codes) == 0;
    if (!right)
        print_error("%s: %s, expected %s\n", row->id, found, row->codes);
    tour->right += right;
    tour->wrong += !right;
}

static void check_game(const char *game, unsigned at_least)
{
    Tour tour = {.proof = planted_proof_new(REFERENCE_LIMIT, NODES)};
    planted_each(game, 1, check_row, &tour);
    print_message("%s: %u rows confirmed, %u open; %u refutations counted out, %u certified\n",
                  game, tour.right, tour.open, tour.proof.by_reference, tour.proof.by_certificate);
    planted_proof_clear(&tour.proof);
    assert_int_equal(tour.wrong, 0);
    assert_in_range(tour.right, at_least, 1000);
}

TEST(rows_of_shogi)
{
    check_game("shogi", 240);
}

TEST(rows_of_56shogi)
{
    check_game("56shogi", 240);
}

TEST(rows_of_ogi)
{
    check_game("ogi", 210);
}
