/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The mate oracle and the random positions of tests/naive must be right before they judge the
 * core and the solver: known mates, the conventions of the oracle's header, agreement of its
 * methods with one another, and positions that break no rule.
 */
#include <string.h>

#include "tests/naive/oracle.h"
#include "tests/support/cmocka.h"

static NvPos at(const char *game, const char *sfen)
{
    NvPos pos;
    assert_true(nv_parse(&pos, game, sfen));
    return pos;
}

static NvOracleResult result; /* too big for the stack to be pleasant */

/* Solves by graph and by recursion, which must agree, and returns the plies or -1. */
static int mate(const char *game, const char *sfen, int attacker, int max_plies)
{
    NvPos pos = at(game, sfen);
    NvOracleOptions options = {.attacker = attacker, .method = NV_BY_ALL, .max_positions = 3000};
    nv_oracle(&pos, &options, &result);
    assert_true(result.verdict == NV_MATE || result.verdict == NV_NO_MATE);
    int plies = result.plies;
    options.method = NV_BY_RECURSION;
    options.max_plies = max_plies;
    nv_oracle(&pos, &options, &result);
    assert_int_equal(result.plies, plies);
    return plies;
}

TEST(knows_shogi_mates)
{
    assert_int_equal(mate("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1", NV_SENTE, 3), 1);
    assert_int_equal(mate("shogi", "4k4/9/9/9/9/9/9/9/9 b G 1", NV_SENTE, 3), -1);
    assert_int_equal(mate("shogi", "8k/9/7GG/9/9/9/9/9/9 b - 1", NV_SENTE, 3), 1);
    /* A far rook: every interposition counts, and what the defender has decides the length. */
    assert_int_equal(mate("shogi", "k8/9/1G7/9/9/9/9/9/8R b - 1", NV_SENTE, 3), 1);
    assert_int_equal(mate("shogi", "k8/9/1G7/9/9/9/9/9/8R b s 1", NV_SENTE, 5), 5);
    assert_int_equal(mate("shogi", "k8/9/1G7/9/9/9/9/9/8R b p 1", NV_SENTE, 7), 7);
}

TEST(solves_with_gote_and_with_the_defender_to_move)
{
    assert_int_equal(mate("shogi", "9/9/9/9/9/9/4p4/9/4K4 w g 1", NV_GOTE, 3), 1);
    assert_int_equal(mate("shogi", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1", NV_SENTE, 2), 0);
    /* Stalemate is no mate in shogi (R1.13), a loss in Ōgi (R12.5). */
    assert_int_equal(mate("shogi", "k8/1R7/1K7/9/9/9/9/9/9 w - 1", NV_SENTE, 2), -1);
    assert_int_equal(mate("ogi", "k7/1R6/1K6/8/8/8/8/8 w - 1", NV_SENTE, 2), 0);
}

/* R12.9, R12.8 */
TEST(knows_ogi_mates)
{
    assert_int_equal(mate("ogi", "4r2k/8/6N1/8/8/8/8/4K3 b - 1", NV_SENTE, 3), 0);
    assert_int_equal(mate("ogi", "4r2k/8/6N1/8/8/8/8/4K3 w - 1", NV_SENTE, 3), -1);
    assert_int_equal(mate("ogi", "k7/8/1K6/8/8/8/8/7R b - 1", NV_SENTE, 3), 1);
    assert_int_equal(result.first_count, 2);
    assert_string_equal(result.first[0].usi, "h1h8");
    assert_string_equal(result.first[1].usi, "h1h8+");
}

/* R12.17: Ōgi's own repetition rule would win the first in 5 plies. */
TEST(lets_a_loop_fail_the_attacker)
{
    assert_int_equal(mate("ogi", "k1l5/3l4/8/1+R6/8/8/8/4K3 b - 1", NV_SENTE, 7), -1);
    assert_int_equal(mate("ogi", "1kl5/3l4/+R7/8/8/8/8/4K3 b - 1", NV_SENTE, 7), -1);
}

/* The princess drives the king round the edge to her own king: g8f6+ ... f3e3 mate. */
TEST(finds_a_long_mate)
{
    NvPos pos = at("ogi", "4k1I1/8/8/8/8/8/3K4/8 b - 1");
    NvOracleOptions options = {.attacker = NV_SENTE, .method = NV_BY_GRAPH};
    nv_oracle(&pos, &options, &result);
    assert_int_equal(result.verdict, NV_MATE);
    assert_int_equal(result.plies, 25);
}

/* R2.4: where the king's step onto 3f wins, there is no mate. */
TEST(counts_a_legal_try_as_refutation)
{
    NvPos pos = at("56shogi", "K3G/5/3G+R/3r1/2Sk1/4g b p 1");
    NvOracleOptions options = {.attacker = NV_SENTE, .method = NV_BY_RECURSION, .max_plies = 3};
    nv_oracle(&pos, &options, &result);
    assert_int_equal(result.verdict, NV_NO_MATE);
    pos.try_rule = NV_TRY_NONE;
    nv_oracle(&pos, &options, &result);
    assert_int_equal(result.plies, 3);
}

TEST(values_the_attackers_own_try_as_told)
{
    static const struct {
        const char *sfen;
        int plies[3]; /* ignored, with check, wins */
    } cases[] = {
        {"5/2K2/5/5/5/k4 b - 1", {-1, -1, 1}},
        {"5/k1K1R/5/5/5/5 b - 1", {-1, 1, 1}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int value = NV_ATTACKER_TRY_IGNORED; value <= NV_ATTACKER_TRY_WINS; value++) {
            NvPos pos = at("56shogi", cases[i].sfen);
            NvOracleOptions options = {.attacker = NV_SENTE,
                                       .method = NV_BY_RECURSION,
                                       .max_plies = 3,
                                       .attacker_try = (NvAttackerTry)value};
            nv_oracle(&pos, &options, &result);
            assert_int_equal(result.plies, cases[i].plies[value]);
        }
    }
}

TEST(refuses_a_position_with_the_king_to_be_captured)
{
    NvPos pos = at("shogi", "4k4/9/9/9/9/9/9/9/4R4 b - 1");
    NvOracleOptions options = {.attacker = NV_SENTE};
    nv_oracle(&pos, &options, &result);
    assert_int_equal(result.verdict, NV_ILLEGAL);
}

TEST(gives_up_at_its_limit)
{
    NvPos pos = at("shogi", "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S 1");
    NvOracleOptions options = {.attacker = NV_SENTE, .method = NV_BY_GRAPH, .max_positions = 100};
    nv_oracle(&pos, &options, &result);
    assert_int_equal(result.verdict, NV_TOO_BIG);
    assert_int_equal(result.plies, -1);
}

static const char *const GAMES[] = {"shogi", "56shogi", "ogi", "minishogi", "gorogoro", "dobutsu"};
enum { GAME_COUNT = sizeof(GAMES) / sizeof(GAMES[0]) };

/* Asserts nothing more than the set, no nifu and no dead pieces (R7.2, R7.3). */
static void assert_possible(const NvPos *pos)
{
    const NvGame *game = nv_game(pos->game);
    int count[NV_KINDS] = {0};
    for (int r = 0; r < game->ranks; r++) {
        for (int c = 0; c < game->files; c++) {
            NvPiece piece = pos->board[r][c];
            count[piece.kind]++;
            if (piece.kind != NV_NONE && !piece.promoted && !game->dead_drops) {
                assert_false(nv_dead(pos, piece.side, piece.kind, r, c));
            }
            for (int below = r + 1; game->pawn_law && below < game->ranks; below++) {
                NvPiece other = pos->board[below][c];
                assert_false(piece.kind == NV_P && memcmp(&piece, &other, sizeof(piece)) == 0 &&
                             !piece.promoted);
            }
        }
    }
    for (int kind = NV_NONE + 1; kind < NV_KINDS; kind++) {
        for (int side = NV_SENTE; side <= NV_GOTE; side++) {
            count[kind] += pos->hand[side][0][kind] + pos->hand[side][1][kind];
        }
        assert_in_range(count[kind], 0, game->set[kind]);
    }
}

static int count_moves(int (*generate)(const NvPos *, NvMove *), const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    return generate(pos, moves);
}

TEST(random_positions_are_possible_and_symmetric)
{
    NvRng rng = {2024};
    for (int i = 0; i < 60 * GAME_COUNT; i++) {
        NvPos pos, again;
        assert_true(nv_random_position(&pos, GAMES[i % GAME_COUNT], &rng, (NvStyle)(i / 6 % 4)));
        assert_possible(&pos);
        assert_true(!nv_game(pos.game)->check_law || !nv_can_capture_king(&pos));
        char text[NV_SFEN];
        nv_format(&pos, text, sizeof(text));
        assert_true(nv_parse(&again, GAMES[i % GAME_COUNT], text));
        assert_memory_equal(&again, &pos, sizeof(pos));
        NvPos rotated = nv_rotated(&pos), mirrored = nv_mirrored(&pos);
        int count = count_moves(nv_legal, &pos), safe = count_moves(nv_safe, &pos);
        assert_int_equal(count_moves(nv_legal, &rotated), count);
        assert_int_equal(count_moves(nv_legal, &mirrored), count);
        assert_int_equal(count_moves(nv_safe, &rotated), safe);
        assert_int_equal(count_moves(nv_safe, &mirrored), safe);
    }
}

/* The ways of solving share only the rules, so they vouch for one another. */
TEST(methods_agree_on_random_positions)
{
    NvRng rng = {7};
    int mates = 0;
    for (int i = 0; i < 20 * GAME_COUNT; i++) {
        NvPos pos;
        nv_random_position(&pos, GAMES[i % GAME_COUNT], &rng, NV_BARE);
        NvOracleOptions options = {
            .attacker = NV_SENTE, .method = NV_BY_GRAPH, .max_positions = 1500};
        nv_oracle(&pos, &options, &result);
        if (result.verdict == NV_TOO_BIG) {
            continue;
        }
        NvVerdict verdict = result.verdict;
        int plies = result.plies;
        options.method = NV_BY_ALL;
        options.max_positions = 0;
        nv_oracle(&pos, &options, &result);
        assert_int_equal(result.verdict, verdict);
        assert_int_equal(result.plies, plies);
        options.method = NV_BY_RECURSION;
        options.max_plies = 5;
        nv_oracle(&pos, &options, &result);
        assert_int_equal(result.plies, plies <= 5 ? plies : -1);
        mates += verdict == NV_MATE;
    }
    assert_in_range(mates, 5, 100);
}
