/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes as goals: what random diagrams begin with, what is near to a theme, and what a search that
 * wishes for one founds. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/compose/breed.h"
#include "solver/compose/goal.h"
#include "solver/compose/scatter.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solved.h"

#define DATA "tests/data/themes.tsv"

enum { DIAGRAMS = 300, COLUMNS = 5, NODES = 20000, MEMORY_MIB = 16 };

static uint64_t bit(const char *code)
{
    const KjTheme *theme = kj_theme_find(code);
    assert_non_null(theme);
    return (uint64_t)1 << (theme - kj_theme_at(0));
}

static KjPosition read(const char *text)
{
    KjPositionText read;
    assert_true(kj_position_text_read(text, NULL, &read, NULL));
    KjPosition pos = kj_position_text_end(&read);
    kj_position_text_clear(&read);
    pos.game = kj_game_find(pos.game->row->id);
    return pos;
}

/* Whatever shows a theme has its shape; the shape of what asks nobody is the theme. */
TEST(what_shows_a_theme_has_its_shape)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(DATA, &text, NULL, NULL));
    g_auto(GStrv) rows = g_strsplit(text, "\n", -1);
    unsigned n = 0;
    for (unsigned i = 0; rows[i]; i++) {
        g_auto(GStrv) column = g_strsplit(rows[i], "\t", -1);
        TestSolved solved;
        if (*rows[i] == '#' || g_strv_length(column) != COLUMNS || !strstr(column[3], " moves "))
            continue;
        g_autofree char *wrong = test_solved_read(&solved, column[1], column[3], NODES);
        assert_null(wrong);
        bool shown = strcmp(column[2], "no") != 0;
        bool shaped = kj_themes_shape(&solved.work, bit(column[0])) != 0;
        if (shaped != shown && (shown || !kj_theme_find(column[0])->asks))
            fail_msg("%s %s", column[0], column[3]);
        n++;
        test_solved_clear(&solved);
    }
    assert_true(n > 50);
}

/* Whether sente has a check that is given by another piece alone than the one that moves. */
static bool uncovers(const KjPosition *pos)
{
    KjMoveList moves;
    kj_gen_legal(pos, &moves);
    for (unsigned i = 0; i < moves.n; i++) {
        KjPosition next = kj_position_after(pos, moves.move[i]);
        KjBb checkers = kj_checkers(&next, KJ_GOTE);
        if (checkers && !kj_bb_has(checkers, kj_move_to(moves.move[i])))
            return true;
    }
    return false;
}

TEST(diagrams_for_discovered_checks_have_one)
{
    const KjGame *game = kj_game_find("shogi");
    unsigned n[2] = {0};
    for (unsigned wished = 0; wished < 2; wished++) {
        KjRandom random = {1};
        for (unsigned i = 0; i < DIAGRAMS; i++) {
            KjPosition pos;
            uint64_t themes = wished ? bit("discovered-check") : 0;
            n[wished] += kj_scatter(game, themes, &random, &pos) && uncovers(&pos);
        }
    }
    assert_true(n[1] > 3 * n[0]);
}

/* The seed family of a theme: so often of DIAGRAMS the piece is there that makes it possible. */
TEST(diagrams_begin_with_what_a_theme_needs)
{
    const KjGame *game = kj_game_find("shogi");
    static const struct {
        const char *theme;
        char letter;
        bool in_hand;
    } rows[] = {
        {"unpromoted-pawn", 'P', true}, {"knight-mate", 'N', true}, {"dragon-at-one", 'R', false}};
    for (size_t r = 0; r < G_N_ELEMENTS(rows); r++) {
        KjKind kind = kj_game_kind(game, rows[r].letter);
        unsigned n = 0, with = 0, without = 0;
        KjRandom random = {1};
        for (unsigned i = 0; i < DIAGRAMS; i++) {
            KjPosition pos;
            if (!kj_scatter(game, i % 2 ? bit(rows[r].theme) : 0, &random, &pos))
                continue;
            KjPieceCounts counts;
            kj_position_count(&pos, &counts);
            unsigned count = rows[r].in_hand ? counts.hand[KJ_SENTE][kind] : counts.board[kind];
            *(i % 2 ? &with : &without) += count > 0;
            n++;
            assert_int_equal(kj_piece_count(&counts, kind), kj_game_piece(game, kind)->set);
        }
        assert_true(n > DIAGRAMS / 4);
        assert_true(with > without + n / 10); // random ones may have it too
    }
}

/* A pawn whose promotion would make the drop before the king a pawn-drop mate. */
TEST(nearness_is_graded)
{
    static const struct {
        const char *theme, *position;
        double near;
    } rows[] = {
        {"unpromoted-pawn", "k8/2P6/1S7/9/9/9/9/9/9 b NP2r2b4g3s3n4l16p 1", 0.25}, // no way back
        {"unpromoted-pawn", "k8/2+P6/1S7/9/9/9/9/9/9 b NP2r2b4g3s3n4l16p 1", 0},
        {"unpromoted-lance", "k8/2P6/1S7/9/9/9/9/9/9 b NP2r2b4g3s3n4l16p 1", 0},
        {"long-drop", "k8/2P6/1S7/9/9/9/9/9/9 b NP2r2b4g3s3n4l16p 1", 0},
    };
    for (size_t r = 0; r < G_N_ELEMENTS(rows); r++) {
        KjPosition pos = read(rows[r].position);
        assert_float_equal(kj_goal_ready(bit(rows[r].theme), &pos), rows[r].near, 1e-6);
    }
}

/* Families begin with works that show what is of the mate. */
TEST(founders_show_what_is_of_the_mate)
{
    KjBreedOptions options = {
        .game = kj_game_find("shogi"),
        .made = {.profile = kj_profile_at(0), .attacker = KJ_SENTE, .trims = true, .nodes = NODES},

        .most_plies = 9,
        .most_pieces = 10,
        .themes = bit("knight-mate")};
    KjSolverOptions solver_options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&solver_options, NULL);
    unsigned n = 0;
    for (unsigned i = 0; i < 20 && !n; i++) {
        KjBreedTask task = {.how = KJ_BREED_FOUND, .seed = i};
        kj_breed(solver, &options, &task);
        for (unsigned k = 0; k < task.children->len; k++, n++)
            assert_true(kj_made_shows(&g_array_index(task.children, KjMade, k), "knight-mate"));
        kj_breed_task_clear(&task);
    }
    assert_true(n > 0);
}
