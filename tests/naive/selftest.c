/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin must itself be right before it judges anything: known perft numbers and the
 * facts and examples of the rule sheet. Links neither core/ nor solver/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tests/naive/naive.h"

/* ---- helpers ---- */

static NvPos at(const char *game, const char *sfen)
{
    NvPos pos;
    assert_true(nv_parse(&pos, game, sfen));
    return pos;
}

static bool legal(const NvPos *pos, const char *usi)
{
    NvMove move;
    return nv_find_move(pos, usi, &move);
}

static NvPos play(NvPos pos, const char *usi)
{
    NvMove move = {0};
    if (!nv_find_move(&pos, usi, &move)) {
        fail_msg("%s is not legal", usi);
    }
    return nv_make(&pos, move);
}

static int legal_count(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    return nv_legal(pos, moves);
}

static int safe_count(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    return nv_safe(pos, moves);
}

/* Asserts that the safe checks are exactly those listed, in the order of generation. */
static void assert_checks(const NvPos *pos, const char *expected)
{
    NvMove moves[NV_MAX_MOVES];
    char text[512] = "";
    int count = nv_checks(pos, moves);
    for (int i = 0; i < count; i++) {
        char usi[NV_USI];
        nv_move_usi(pos, moves[i], usi);
        strncat(text, i ? " " : "", sizeof(text) - strlen(text) - 1);
        strncat(text, usi, sizeof(text) - strlen(text) - 1);
    }
    assert_string_equal(text, expected);
}

static void assert_perft(const char *game, const char *sfen, int depth, uint64_t expected)
{
    NvPos pos = at(game, sfen ? sfen : nv_game(nv_game_index(game))->start);
    assert_int_equal(nv_perft(&pos, depth), expected);
}

/* ---- perft ---- */

static void test_shogi_perft_is_known(void **state)
{
    (void)state;
    assert_perft("shogi", NULL, 3, 25470);
    assert_perft("shogi", NULL, 4, 719731);
}

static void test_maximal_position_has_593_moves(void **state)
{
    (void)state;
    const char *sfen = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    assert_perft("shogi", sfen, 1, 593);
    assert_perft("shogi", sfen, 2, 105677);
}

static void test_small_shogi_perft_is_known(void **state)
{
    (void)state;
    assert_perft("56shogi", NULL, 4, 36974); /* R2.2 */
    assert_perft("minishogi", NULL, 4, 35401);
    assert_perft("gorogoro", NULL, 4, 67517);
    assert_perft("gorogoroplus", NULL, 3, 44436);
}

static void test_dobutsu_perft_is_known(void **state)
{
    (void)state;
    assert_perft("dobutsu", NULL, 1, 4);
    assert_perft("dobutsu", NULL, 2, 17);
    assert_perft("dobutsu", NULL, 3, 123);
    assert_perft("dobutsu", NULL, 4, 976);
    assert_perft("dobutsu", NULL, 5, 8122);
}

/* R11.3 */
static void test_ogi_perft_is_known(void **state)
{
    (void)state;
    assert_perft("ogi", NULL, 3, 14850);
    assert_perft("ogi", "4k3/8/8/8/8/8/8/4K3 b BILN+PPRSlnp 1", 2, 43951);
    assert_perft("ogi", "3k4/1+P1+R4/8/3I4/8/2n5/4+b3/3K4 w Ss 1", 3, 313999);
}

/* ---- text ---- */

static void test_sfen_survives_reading_and_writing(void **state)
{
    (void)state;
    const char *texts[][2] = {
        {"shogi",
         "1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/4Pg1PN b BPrb4p 1"},
        {"ogi", "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIKSNL b - 1"},
        {"ogi", "4k3/8/8/8/8/8/8/4K3 w +IR2P2+Pp 1"},
        {"dobutsu", "gle/1c1/1C1/ELG b - 1"},
        {"56shogi", "2k2/5/5/5/5/2+R2 b B10p 1"},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        NvPos pos = at(texts[i][0], texts[i][1]);
        char text[NV_SFEN];
        nv_format(&pos, text, sizeof(text));
        assert_string_equal(text, texts[i][1]);
    }
}

static void test_text_that_is_no_sfen_is_refused(void **state)
{
    (void)state;
    NvPos pos;
    assert_false(nv_parse(&pos, "chess", "k8/9/9/9/9/9/9/9/9 b - 1"));
    assert_false(nv_parse(&pos, "shogi", ""));
    assert_false(nv_parse(&pos, "shogi", "k8/9/9/9/9/9/9/9 b - 1"));
    assert_false(nv_parse(&pos, "shogi", "k9/9/9/9/9/9/9/9/9 b - 1"));
    assert_false(nv_parse(&pos, "shogi", "+k8/9/9/9/9/9/9/9/9 b - 1"));
    assert_false(nv_parse(&pos, "shogi", "k8/9/9/9/9/9/9/9/9 x - 1"));
    assert_false(nv_parse(&pos, "shogi", "k8/9/9/9/9/9/9/9/9 b K 1"));
    assert_false(nv_parse(&pos, "shogi", "k8/9/9/9/9/9/9/9/9 b +P 1"));
    assert_false(nv_parse(&pos, "56shogi", "n4/5/5/5/5/5 b - 1"));
}

/* ---- shogi ---- */

/* R1.4: promotion is optional, forced only where the piece could never move again. */
static void test_promotion_is_optional_until_the_piece_is_dead(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "4k4/PL7/2NP5/4B4/9/9/9/9/4K4 b - 1");
    assert_true(legal(&pos, "9b9a+") && !legal(&pos, "9b9a"));
    assert_true(legal(&pos, "8b8a+") && !legal(&pos, "8b8a"));
    assert_true(legal(&pos, "7c8a+") && !legal(&pos, "7c8a"));
    assert_true(legal(&pos, "6c6b+") && legal(&pos, "6c6b"));
    assert_true(legal(&pos, "5d4c+") && legal(&pos, "5d4c"));
    assert_true(legal(&pos, "5d6e") && !legal(&pos, "5d6e+"));
}

/* R1.9 */
static void test_nifu_and_dead_drops_are_refused(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "9/9/4k4/9/9/8P/7+P1/9/4K4 b NLP 1");
    assert_false(legal(&pos, "P*1e"));
    assert_true(legal(&pos, "P*2e"));
    assert_true(legal(&pos, "P*2b") && !legal(&pos, "P*2a"));
    assert_true(legal(&pos, "L*2b") && !legal(&pos, "L*2a"));
    assert_true(legal(&pos, "N*2c") && !legal(&pos, "N*2b"));
    pos = nv_rotated(&pos);
    assert_true(legal(&pos, "P*8h") && !legal(&pos, "P*8i"));
    assert_true(legal(&pos, "N*8g") && !legal(&pos, "N*8h"));
}

/* R1.9 */
static void test_pawn_drop_mate_is_refused(void **state)
{
    (void)state;
    NvPos gold = at("shogi", "k8/9/GR7/9/9/9/9/9/9 b P 1");
    assert_false(legal(&gold, "P*9b"));
    NvPos flight = at("shogi", "k8/9/G1R6/9/9/9/9/9/9 b P 1");
    assert_true(legal(&flight, "P*9b"));
    /* The bishop protects the pawn from afar, unless something stands between. */
    NvPos open = at("shogi", "k8/9/9/9/9/4B4/9/9/1R7 b P 1");
    assert_false(legal(&open, "P*9b"));
    NvPos shut = at("shogi", "k8/9/9/2N6/9/4B4/9/9/1R7 b P 1");
    assert_true(legal(&shut, "P*9b"));
    NvPos unprotected = at("shogi", "k8/9/1R7/9/9/9/9/9/9 b P 1");
    assert_true(legal(&unprotected, "P*9b"));
    NvPos by_gote = nv_rotated(&gold);
    assert_false(legal(&by_gote, "P*1h"));
}

/* R1.9, R1.13: no check, so a drop that leaves no move is legal. */
static void test_pawn_drop_stalemate_is_legal(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "k8/1R7/9/9/9/9/9/9/4K4 b P 1");
    pos.board[2][0] = (NvPiece){NV_G, 0, NV_SENTE};
    NvPos after = play(pos, "P*5e");
    assert_false(nv_in_check(&after));
    assert_int_equal(legal_count(&after), 0);
}

static void test_pawn_push_mate_is_legal(void **state)
{
    (void)state;
    NvPos pos = play(at("shogi", "k8/9/P8/9/9/9/9/9/LR7 b - 1"), "9c9b");
    assert_true(nv_in_check(&pos));
    assert_int_equal(legal_count(&pos), 0);
}

static void test_pawn_drop_mate_knows_pins(void **state)
{
    (void)state;
    NvPos free_silver = at("shogi", "ks7/9/G8/9/9/9/9/9/1R7 b P 1");
    assert_true(legal(&free_silver, "P*9b"));
    NvPos pinned_silver = at("shogi", "ksR6/9/G8/9/9/9/9/9/1R7 b P 1");
    assert_false(legal(&pinned_silver, "P*9b"));
    /* The rook on 9c is pinned by the lance, but captures along the pin. */
    NvPos along = at("shogi", "k8/9/rGN6/9/9/9/9/9/L8 b P 1");
    assert_true(legal(&along, "P*9b"));
    NvPos answered = play(along, "P*9b");
    assert_int_equal(legal_count(&answered), 1);
    assert_true(legal(&answered, "9c9b"));
}

static void test_dropped_pawn_cuts_the_control_of_a_flight(void **state)
{
    (void)state;
    NvPos cut = at("shogi", "4k4/9/4G1N2/6B2/9/9/9/9/9 b P 1");
    assert_true(legal(&cut, "P*5b"));
    NvPos covered = at("shogi", "4k4/9/2N1G1N2/6B2/9/9/9/9/9 b P 1");
    assert_false(legal(&covered, "P*5b"));
}

/* A square behind the king on the checking line is controlled once the king has gone there. */
static void test_king_cannot_retreat_along_the_checking_line(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "9/9/9/9/4k4/9/2B6/9/9 w - 1");
    assert_true(nv_in_check(&pos));
    assert_false(legal(&pos, "5e4d"));
    assert_true(legal(&pos, "5e5d"));
}

static void test_double_check_is_answered_by_the_king_alone(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "4k4/5g3/9/9/4N4/9/9/9/4R4 b - 1");
    NvPos single = at("shogi", "4k4/5g3/5N3/9/9/9/9/9/9 w r 1");
    assert_true(nv_in_check(&single));
    assert_true(legal(&single, "4b4c"));
    NvPos after =
        nv_make(&pos, (NvMove){.from = 4 * NV_SIDE + 4, .to = 2 * NV_SIDE + 5, .kind = NV_N});
    assert_true(nv_in_check(&after));
    NvMove replies[NV_MAX_MOVES];
    int count = nv_legal(&after, replies);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        assert_int_equal(replies[i].kind, NV_K);
    }
}

static void test_pinned_piece_discovers_check_only_along_its_pin(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "4r4/9/9/9/R3S3k/9/9/9/4K4 b - 1");
    assert_checks(&pos, "5e5d");
}

static void test_attacker_in_check_must_parry_with_check(void **state)
{
    (void)state;
    NvPos pos = at("shogi", "k3r4/9/9/9/9/9/9/9/4K4 b B 1");
    assert_true(nv_in_check(&pos));
    assert_checks(&pos, "B*5e");
}

/* R1.17: the problem's cycle, its counter-check with a single reply, and the mate in 69. */
static void test_last_judgement_plays_as_published(void **state)
{
    (void)state;
    static const char *const cycle[20] = {"6g5f", "4e4d",  "4b3c", "4d5c", "5a4b", "5c5b", "5f7d",
                                          "B*6c", "7d6c+", "5b6c", "B*8e", "6c6b", "4b5a", "6b5c",
                                          "3c4b", "5c4d",  "P*4e", "4d4e", "8e6g", "P*5f"};
    static const char *const end[] = {"4e4d", "2d3c", "4d3e", "1i2g", "3e2f",
                                      "G*1f", "2f2g", "6g4i", "4h4i", "G*2h"};
    NvPos pos = at("shogi", "1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/"
                            "4Pg1PN b BPrb4p 1");
    NvPos first = {0};
    for (int ply = 1; ply <= 69; ply++) {
        const char *usi = ply == 1 ? "B*5f" : ply < 60 ? cycle[(ply - 1) % 20] : end[ply - 60];
        pos = play(pos, usi);
        first = ply == 1 ? pos : first;
        if (ply % 20 == 1) {
            assert_int_equal(memcmp(&pos, &first, sizeof(pos)) == 0, ply < 60);
        }
        if (ply % 2 == 1) {
            assert_true(nv_in_check(&pos));
        } else if (ply % 20 == 0 && ply < 60) {
            assert_true(nv_in_check(&pos)); /* the counter-check P*5f */
            assert_int_equal(legal_count(&pos), 1);
            assert_true(legal(&pos, "6g5f"));
        }
    }
    assert_int_equal(legal_count(&pos), 0);
    assert_int_equal(pos.hand[NV_SENTE][0][NV_P], 0);
}

/* ---- 56shogi ---- */

/* R2.4 */
static void test_try_ends_the_game_where_it_is_the_rule(void **state)
{
    (void)state;
    NvPos pos = at("56shogi", "5/5/5/5/2k2/5 w - 1");
    NvPos tried = play(pos, "3e3f");
    assert_int_equal(tried.over, 1 + NV_GOTE);
    assert_int_equal(legal_count(&tried), 0);
    pos.try_rule = NV_TRY_NONE;
    assert_int_equal(play(pos, "3e3f").over, 0);
    assert_int_equal(play(pos, "3e2f").over, 0);
    NvPos attacked = at("56shogi", "5/5/5/5/2k2/R4 w - 1");
    assert_false(legal(&attacked, "3e3f"));
    NvPos shogi = at("shogi", "9/4K4/9/9/9/9/9/9/k8 b - 1");
    assert_int_equal(play(shogi, "5b5a").over, 0);
    shogi.try_rule = NV_TRY_CENTRE;
    assert_int_equal(play(shogi, "5b5a").over, 1 + NV_SENTE);
}

/* ---- dobutsu, R6 ---- */

static void test_chick_promotes_only_by_moving_to_the_last_rank(void **state)
{
    (void)state;
    NvPos pos = at("dobutsu", "2l/C2/3/1L1 b C 1");
    assert_true(legal(&pos, "3b3a+") && !legal(&pos, "3b3a"));
    assert_true(legal(&pos, "C*3a") && legal(&pos, "C*3c"));
    NvPos dropped = play(pos, "C*3a");
    assert_int_equal(dropped.board[0][0].promoted, 0);
    NvPos hen = at("dobutsu", "2l/+c2/L2/3 b - 1");
    assert_int_equal(play(hen, "3c3b").hand[NV_SENTE][0][NV_P], 1);
}

static void test_lion_may_be_left_and_captured(void **state)
{
    (void)state;
    NvPos pos = at("dobutsu", "1l1/3/L2/3 b - 1");
    assert_true(legal(&pos, "3c2b"));
    NvPos beside = play(pos, "3c2b");
    assert_true(nv_can_capture_king(&beside));
    NvPos taken = play(beside, "2a2b");
    assert_int_equal(taken.over, 1 + NV_GOTE);
    assert_int_equal(legal_count(&taken), 0);
    pos.refuse_lion = 1;
    assert_false(legal(&pos, "3c2b"));
}

static void test_lion_tries_only_where_it_cannot_be_captured(void **state)
{
    (void)state;
    NvPos pos = at("dobutsu", "2l/L2/3/3 b - 1");
    assert_int_equal(play(pos, "3b3a").over, 1 + NV_SENTE);
    assert_int_equal(play(pos, "3b2a").over, 0);
}

/* ---- Ōgi ---- */

static void test_ogi_promotion_and_drops_follow_the_sheet(void **state)
{
    (void)state;
    NvPos pos = at("ogi", "4k3/P1N5/1L6/8/2I5/8/8/4K3 b NLP+P+N 1");
    assert_true(legal(&pos, "a7a8+") && !legal(&pos, "a7a8"));
    assert_true(legal(&pos, "b6b7+") && legal(&pos, "b6b7"));
    assert_true(legal(&pos, "b6b8+") && !legal(&pos, "b6b8"));
    assert_true(legal(&pos, "c4d6+") && legal(&pos, "c4d6"));
    assert_true(legal(&pos, "c4d2") && !legal(&pos, "c4d2+"));
    assert_true(legal(&pos, "N*h6") && !legal(&pos, "N*h7"));
    assert_true(legal(&pos, "L*h7") && !legal(&pos, "L*h8"));
    assert_true(legal(&pos, "+N*h8") && legal(&pos, "+P*h8"));
    assert_false(legal(&pos, "P*h4")); /* R3.5: an unpromoted pawn stays in hand */
}

/* R3.5 */
static void test_only_a_king_keeps_the_piece_promoted(void **state)
{
    (void)state;
    NvPos pos = at("ogi", "4k3/8/8/8/8/8/4+p3/R3K3 b - 1");
    char text[NV_SFEN];
    NvPos kept = play(pos, "e1e2/+P");
    nv_format(&kept, text, sizeof(text));
    assert_string_equal(text, "4k3/8/8/8/8/8/4K3/R7 w +P 1");
    NvPos demoted = play(pos, "e1e2");
    nv_format(&demoted, text, sizeof(text));
    assert_string_equal(text, "4k3/8/8/8/8/8/4K3/R7 w P 1");
    NvPos rook = at("ogi", "4k3/8/8/8/8/8/4+p3/4R3 b - 1");
    assert_true(legal(&rook, "e1e2") && !legal(&rook, "e1e2/+P"));
    NvPos plain = at("ogi", "4k3/8/8/8/8/4s3/8/8 w - 1");
    assert_false(legal(&plain, "e3e2/+S"));
}

/* R12.9 */
static void test_ogi_king_capture_comes_first(void **state)
{
    (void)state;
    NvPos pos = at("ogi", "4r2k/8/6N1/8/8/8/8/4K3 b - 1");
    assert_true(nv_can_capture_king(&pos));
    assert_true(nv_in_check(&pos));
    assert_int_equal(safe_count(&pos), 5); /* g6h8+ and four king moves off the file */
    NvPos taken = play(pos, "g6h8+");
    assert_int_equal(taken.over, 1 + NV_SENTE);
    assert_int_equal(legal_count(&taken), 0);
}

/* R12.8, R12.5, R3.12 */
static void test_ogi_mate_stalemate_and_immobility(void **state)
{
    (void)state;
    NvPos pos = at("ogi", "k7/8/1K6/8/8/8/8/7R b - 1");
    assert_checks(&pos, "h1h8 h1h8+ h1a1");
    NvPos stalemate = at("ogi", "k7/1R6/1K6/8/8/8/8/8 w - 1");
    assert_false(nv_in_check(&stalemate));
    assert_int_equal(legal_count(&stalemate), 3);
    assert_int_equal(safe_count(&stalemate), 0);
    NvPos stuck = at("ogi", "K7/8/8/8/8/8/pppppppp/krbsssrb w - 1");
    assert_int_equal(legal_count(&stuck), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi_perft_is_known),
        cmocka_unit_test(test_maximal_position_has_593_moves),
        cmocka_unit_test(test_small_shogi_perft_is_known),
        cmocka_unit_test(test_dobutsu_perft_is_known),
        cmocka_unit_test(test_ogi_perft_is_known),
        cmocka_unit_test(test_sfen_survives_reading_and_writing),
        cmocka_unit_test(test_text_that_is_no_sfen_is_refused),
        cmocka_unit_test(test_promotion_is_optional_until_the_piece_is_dead),
        cmocka_unit_test(test_nifu_and_dead_drops_are_refused),
        cmocka_unit_test(test_pawn_drop_mate_is_refused),
        cmocka_unit_test(test_pawn_drop_stalemate_is_legal),
        cmocka_unit_test(test_pawn_push_mate_is_legal),
        cmocka_unit_test(test_pawn_drop_mate_knows_pins),
        cmocka_unit_test(test_dropped_pawn_cuts_the_control_of_a_flight),
        cmocka_unit_test(test_king_cannot_retreat_along_the_checking_line),
        cmocka_unit_test(test_double_check_is_answered_by_the_king_alone),
        cmocka_unit_test(test_pinned_piece_discovers_check_only_along_its_pin),
        cmocka_unit_test(test_attacker_in_check_must_parry_with_check),
        cmocka_unit_test(test_last_judgement_plays_as_published),
        cmocka_unit_test(test_try_ends_the_game_where_it_is_the_rule),
        cmocka_unit_test(test_chick_promotes_only_by_moving_to_the_last_rank),
        cmocka_unit_test(test_lion_may_be_left_and_captured),
        cmocka_unit_test(test_lion_tries_only_where_it_cannot_be_captured),
        cmocka_unit_test(test_ogi_promotion_and_drops_follow_the_sheet),
        cmocka_unit_test(test_only_a_king_keeps_the_piece_promoted),
        cmocka_unit_test(test_ogi_king_capture_comes_first),
        cmocka_unit_test(test_ogi_mate_stalemate_and_immobility),
    };
    return cmocka_run_group_tests_name("naive", tests, NULL, NULL);
}
