/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How pieces move, promote and are dropped, and what a check asks for, by named examples from
 * hon-shogi. Clauses are those of docs/rules.md.
 */
#include <stdio.h>

#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/rules.h"

static const KjGame *shogi;

static int find_game(void **state)
{
    (void)state;
    shogi = kj_game_find("shogi");
    return shogi ? 0 : -1;
}

ALL_TESTS(find_game, NULL)

#define ILLEGAL(why, sfen, usi) assert_int_equal(rules_why_not(shogi, sfen, usi), why)
#define LEGAL(sfen, usi) assert_int_equal(rules_why_not(shogi, sfen, usi), KJ_MOVE_LEGAL)

/* ---- moves: docs/rules.md R1.1 ---- */

TEST(each_piece_moves_as_its_picture_says)
{
    // [R1.2]
    const struct {
        const char *letter, *to; // in the middle of an empty board, without promotion
    } pieces[] = {
        {"K", "5e4d 5e5d 5e6d 5e4e 5e6e 5e4f 5e5f 5e6f"},
        {"G", "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f"},
        {"S", "5e4d 5e5d 5e6d 5e4f 5e6f"},
        {"P", "5e5d"},
        {"+S", "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f"},
        {"+N", "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f"},
        {"+L", "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f"},
        {"+P", "5e4d 5e5d 5e6d 5e4e 5e6e 5e5f"},
        {"N", "5e4c 5e6c 5e4c+ 5e6c+"},
        {"L", "5e5d 5e5c 5e5b 5e5c+ 5e5b+ 5e5a+"},
        {"+R", "5e5d 5e5c 5e5b 5e5a 5e5f 5e5g 5e5h 5e5i 5e4e 5e3e 5e2e 5e1e 5e6e 5e7e 5e8e 5e9e "
               "5e4d 5e6d 5e4f 5e6f"},
        {"+B", "5e4d 5e3c 5e2b 5e1a 5e6d 5e7c 5e8b 5e9a 5e4f 5e3g 5e2h 5e1i 5e6f 5e7g 5e8h 5e9i "
               "5e5d 5e5f 5e4e 5e6e"},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char sfen[64];
        snprintf(sfen, sizeof sfen, "9/9/9/9/4%s4/9/9/9/9 b - 1", pieces[i].letter);
        if (!rules_legal_are(shogi, sfen, pieces[i].to))
            fail_msg("moves of %s", pieces[i].letter);
    }
}

TEST(sliders_stop_at_the_first_piece_and_may_take_it)
{
    // [R0.2]
    const char *sfen = "9/9/9/4P4/2p1R1P2/9/4p4/9/9 b - 1";
    ILLEGAL(KJ_MOVE_OWN_PIECE, sfen, "5e5d");
    ILLEGAL(KJ_MOVE_NOT_REACHABLE, sfen, "5e5c+");
    LEGAL(sfen, "5e7e");
    ILLEGAL(KJ_MOVE_NOT_REACHABLE, sfen, "5e8e");
    LEGAL(sfen, "5e4e");
    ILLEGAL(KJ_MOVE_OWN_PIECE, sfen, "5e3e");
    LEGAL(sfen, "5e5g");
    ILLEGAL(KJ_MOVE_NOT_REACHABLE, sfen, "5e5h");
}

TEST(knight_jumps_over_pieces)
{
    // [R0.2]
    LEGAL("9/9/9/3ppp3/4N4/9/9/9/9 b - 1", "5e4c");
    LEGAL("9/9/9/3PPP3/4N4/9/9/9/9 b - 1", "5e6c+");
}

/* ---- promotion: docs/rules.md R1.4 ---- */

TEST(promotion_is_optional_into_out_of_and_inside_the_zone)
{
    // [R1.4]
    const char *outside = "9/9/9/4S4/9/9/9/9/9 b - 1", *inside = "9/9/4S4/9/9/9/9/9/9 b - 1";
    LEGAL(outside, "5d5c");
    LEGAL(outside, "5d5c+");
    LEGAL(inside, "5c4d");
    LEGAL(inside, "5c4d+");
    LEGAL(inside, "5c5b");
    LEGAL(inside, "5c5b+");
    LEGAL(outside, "5d4e");
    ILLEGAL(KJ_MOVE_NO_PROMOTION, outside, "5d4e+");
    LEGAL("9/9/9/9/9/4s4/9/9/9 w - 1", "5f5g+");
    ILLEGAL(KJ_MOVE_NO_PROMOTION, "9/9/9/9/9/4s4/9/9/9 w - 1", "5f4e+");
}

TEST(gold_king_and_promoted_pieces_do_not_promote)
{
    // [R1.4]
    ILLEGAL(KJ_MOVE_NO_PROMOTION, "9/9/9/4G4/9/9/9/9/9 b - 1", "5d5c+");
    ILLEGAL(KJ_MOVE_NO_PROMOTION, "9/9/9/4K4/9/9/9/9/9 b - 1", "5d5c+");
    ILLEGAL(KJ_MOVE_NO_PROMOTION, "9/9/9/4+R4/9/9/9/9/9 b - 1", "5d5c+");
}

// Both colours.
TEST(piece_that_could_never_move_again_must_promote)
{
    // [R1.5]
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/P8/9/9/9/9/9/9/9 b - 1", "9b9a");
    LEGAL("9/P8/9/9/9/9/9/9/9 b - 1", "9b9a+");
    LEGAL("9/9/P8/9/9/9/9/9/9 b - 1", "9c9b");
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/9/L8/9/9/9/9/9/9 b - 1", "9c9a");
    LEGAL("9/9/L8/9/9/9/9/9/9 b - 1", "9c9b");
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/9/N8/9/9/9/9/9/9 b - 1", "9c8a");
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/9/9/N8/9/9/9/9/9 b - 1", "9d8b");
    LEGAL("9/9/9/N8/9/9/9/9/9 b - 1", "9d8b+");
    LEGAL("9/9/9/9/N8/9/9/9/9 b - 1", "9e8c");
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/9/9/9/9/9/9/p8/9 w - 1", "9h9i");
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/9/9/9/9/9/l8/9/9 w - 1", "9g9i");
    ILLEGAL(KJ_MOVE_MUST_PROMOTE, "9/9/9/9/9/n8/9/9/9 w - 1", "9f8h");
    LEGAL("9/9/9/9/n8/9/9/9/9 w - 1", "9e8g");
}

// Not promoting may be the only way around a pawn-drop mate.
TEST(rook_bishop_and_pawn_may_stay_unpromoted_in_checks)
{
    assert_true(rules_check(shogi, "4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a"));
    assert_true(rules_check(shogi, "4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a+"));
    assert_true(rules_checks_are(shogi, "4k4/9/9/9/4B4/9/9/9/9 b - 1", "5e3c 5e3c+ 5e7c 5e7c+"));
    assert_true(rules_checks_are(shogi, "4k4/9/4P4/9/9/9/9/9/9 b - 1", "5c5b 5c5b+"));
}

/* ---- drops: docs/rules.md R1.3, R1.7-R1.9 ---- */

TEST(pawn_drop_on_a_file_with_an_own_pawn_is_nifu)
{
    // [R1.3]
    const char *sfen = "4k4/9/9/9/9/4P4/9/9/4K4 b P 1";
    ILLEGAL(KJ_MOVE_NIFU, sfen, "P*5c");
    ILLEGAL(KJ_MOVE_NIFU, sfen, "P*5h");
    LEGAL(sfen, "P*4c");
    ILLEGAL(KJ_MOVE_NIFU, "4k4/9/9/9/9/4p4/9/9/4K4 w p 1", "P*5c");
}

TEST(nifu_counts_own_unpromoted_pawns_only)
{
    // [R1.3]
    LEGAL("4k4/9/9/9/9/4+P4/9/9/4K4 b P 1", "P*5h");
    LEGAL("4k4/9/9/9/9/4p4/9/9/4K4 b P 1", "P*5h");
    LEGAL("4k4/9/9/9/9/4L4/9/9/4K4 b P 1", "P*5h");
    LEGAL("4k4/9/9/9/9/4P4/9/9/4K4 b L 1", "L*5h");
}

// Both colours.
TEST(pieces_are_not_dropped_where_they_could_never_move)
{
    // [R1.8]
    const char *sente = "4k4/9/9/9/9/9/9/9/4K4 b NLP 1", *gote = "4k4/9/9/9/9/9/9/9/4K4 w nlp 1";
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, sente, "P*1a");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, sente, "L*1a");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, sente, "N*1a");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, sente, "N*1b");
    LEGAL(sente, "P*1b");
    LEGAL(sente, "L*1b");
    LEGAL(sente, "N*1c");
    LEGAL(sente, "P*1i");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, gote, "P*1i");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, gote, "L*1i");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, gote, "N*1i");
    ILLEGAL(KJ_MOVE_DEAD_SQUARE, gote, "N*1h");
    LEGAL(gote, "P*1h");
    LEGAL(gote, "N*1g");
}

TEST(drops_need_an_empty_square_and_never_promote)
{
    // [R0.4] [R1.7]
    const char *sfen = "4k4/9/9/9/9/9/9/9/4K4 b S 1";
    ILLEGAL(KJ_MOVE_OCCUPIED, sfen, "S*5a");
    ILLEGAL(KJ_MOVE_OCCUPIED, sfen, "S*5i");
    ILLEGAL(KJ_MOVE_NO_PIECE, sfen, "+S*5e");
    ILLEGAL(KJ_MOVE_NO_PIECE, sfen, "G*5e");
    KjPosition pos = bridge_read(shogi, sfen);
    KjMove drop = bridge_usi(shogi, "S*5b");
    assert_int_equal(kj_move_legality(&pos, drop), KJ_MOVE_LEGAL);
    assert_int_equal(kj_move_legality(&pos, drop | KJ_MOVE_PROMOTE), KJ_MOVE_NO_PROMOTION);
}

/* ---- the own king: docs/rules.md R1.11 ---- */

TEST(king_may_not_step_into_check)
{
    // [R1.11]
    const char *sfen = "9/9/9/9/4K4/9/3r5/9/k8 b - 1";
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, sfen, "5e6e");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, sfen, "5e6d");
    LEGAL(sfen, "5e4d");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, "9/9/3k5/9/4K4/9/9/9/9 b - 1", "5e5d");
}

TEST(king_may_not_retreat_along_the_line_of_the_checking_slider)
{
    const char *sfen = "9/4k4/9/9/4R4/9/9/9/4K4 w - 1";
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, sfen, "5b5a");
    LEGAL(sfen, "5b4a");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, "9/2k6/9/4B4/9/9/9/9/9 w - 1", "7b8a");
    LEGAL("9/2k6/9/4B4/9/9/9/9/9 w - 1", "7b7a");
}

TEST(king_may_take_an_unguarded_checker_only)
{
    assert_true(rules_legal(shogi, "4k4/4G4/9/9/9/9/9/9/9 w - 1", "5a5b"));
    assert_false(rules_legal(shogi, "4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "5a5b"));
    assert_false(rules_legal(shogi, "4k4/4G4/9/9/9/9/9/9/4L4 w - 1", "5a5b"));
}

TEST(pinned_piece_moves_along_its_pin_only)
{
    // [R1.11]
    const char *file = "4k4/9/9/4r4/9/9/4G4/9/4K4 b - 1";
    LEGAL(file, "5g5f");
    LEGAL(file, "5g5h");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, file, "5g4f");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, file, "5g4g");
    const char *diagonal = "k8/9/9/8b/9/6R2/9/4K4/9 b - 1";
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, diagonal, "3f3a+");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, diagonal, "3f9f");
    LEGAL("k8/9/9/8b/9/6B2/9/4K4/9 b - 1", "3f1d"); // takes the piece that pins it
    LEGAL("k8/9/9/8b/9/6B2/9/4K4/9 b - 1", "3f4g");
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, "k8/9/9/8b/9/6B2/9/4K4/9 b - 1", "3f2g");
}

TEST(two_pieces_on_a_line_are_not_pinned)
{
    LEGAL("4k4/9/9/4r4/9/4P4/4G4/9/4K4 b - 1", "5g4f");
    LEGAL("4k4/9/9/4r4/9/4p4/4G4/9/4K4 b - 1", "5g4g");
}

TEST(lance_pins_forwards_only)
{
    ILLEGAL(KJ_MOVE_LEAVES_CHECK, "4k4/9/9/4l4/9/9/4G4/9/4K4 b - 1", "5g4g");
    LEGAL("4k4/9/9/9/9/9/4K4/4G4/4l4 b - 1", "5h4h");
}

TEST(pinned_piece_does_not_answer_another_check)
{
    // The silver is pinned on the file and could otherwise take the checking gold.
    assert_false(rules_legal(shogi, "4r4/9/9/9/9/9/4S4/3gK4/9 b - 1", "5g6h"));
    assert_true(rules_legal(shogi, "3r5/9/9/9/9/9/4S4/3gK4/9 b - 1", "5g6h"));
    // A step in between instead of a capture.
    assert_false(rules_legal(shogi, "4r4/9/9/9/9/9/4S4/r3K4/9 b - 1", "5g6h"));
    assert_true(rules_legal(shogi, "3r5/9/9/9/9/9/4S4/r3K4/9 b - 1", "5g6h"));
}

/* ---- checks and evasions ---- */

TEST(double_check_is_answered_by_the_king_alone)
{
    const char *sfen = "3gkg3/9/6B2/9/4R4/9/9/9/9 w rg 1";
    assert_true(rules_legal_are(shogi, sfen, "5a6b"));
    // With one checker gone there are captures, steps and drops in between.
    const char *single = "3gkg3/9/9/9/4R4/9/9/9/9 w rg 1";
    assert_true(rules_legal(shogi, single, "G*5b"));
    assert_true(rules_legal(shogi, single, "R*5d"));
    assert_true(rules_legal(shogi, single, "4a5b"));
}

TEST(double_check_mates_although_each_checker_alone_could_be_answered)
{
    const char *sfen = "3lkl3/3g1g3/9/9/4N4/9/9/9/4L4 b - 1";
    assert_true(rules_mate(shogi, sfen, "5e4c"));
    assert_false(rules_mate(shogi, sfen, "5e4c+")); // only the lance checks
}

// Also for a move that discovers check: the piece that moves pins the one that would interpose.
TEST(move_that_discovers_check_may_pin_the_defence)
{
    const char *sfen = "3lkl3/5g3/2G6/9/4B4/9/9/9/4L4 b - 1";
    assert_true(rules_mate(shogi, sfen, "5e3c"));
    assert_true(rules_mate(shogi, sfen, "5e3c+"));
    assert_false(rules_mate(shogi, sfen, "5e8h"));
}

TEST(adjacent_check_and_knight_check_leave_nothing_to_interpose)
{
    assert_true(rules_legal_are(shogi, "3nkn3/3ggg3/3N5/9/9/9/9/9/9 w 2r 1", "6b6c 5b6c"));
    assert_true(rules_legal_are(shogi, "3lkl3/3pGp3/4P4/9/9/9/9/9/9 w 2r 1", ""));
}

TEST(interposing_drops_come_last_and_from_the_king_outwards)
{
    KjPosition pos = bridge_read(shogi, "4k4/3P1P3/9/9/4R4/9/9/9/9 w gp 1");
    KjMoveList list;
    unsigned first_drop;
    kj_gen_evasions(&pos, &list, &first_drop);
    const char *const drops[] = {"P*5b", "G*5b", "P*5c", "G*5c", "P*5d", "G*5d"};
    assert_int_equal(list.n - first_drop, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(list.move[first_drop + i], bridge_usi(shogi, drops[i]));
}

TEST(check_may_be_discovered_by_any_piece_leaving_the_line)
{
    const char *sfen = "9/1k7/9/9/4S4/9/9/7B1/9 b - 1";
    assert_true(rules_checks_are(shogi, sfen, "5e5d 5e4d 5e6f"));
    assert_true(rules_legal(shogi, sfen, "5e6d")); // still on the line
}

// With two kings on the board (双玉) the attacker's may step off a line.
TEST(king_discovers_check_but_never_gives_it_along_the_line)
{
    const char *sfen = "9/1k7/9/9/4K4/9/9/7B1/9 b - 1";
    assert_true(rules_checks_are(shogi, sfen, "5e5d 5e4d 5e4e 5e6e 5e5f 5e6f"));
    const char *watched = "9/1k7/9/9/4K4/9/9/5r1B1/9 b - 1"; // the rook guards file 4
    assert_true(rules_checks_are(shogi, watched, "5e5d 5e6e 5e5f 5e6f"));
}

TEST(pinned_piece_discovers_check_only_along_its_pin)
{
    assert_true(rules_checks_are(shogi, "4r4/1k7/9/9/4G4/9/9/7B1/4K4 b - 1", "5e5d 5e5f"));
}

TEST(attacker_in_check_must_check_by_answering_it)
{
    // [R12.11]
    const char *sfen = "1k7/9/1P7/9/4K4/9/9/4r4/9 b G 1";
    assert_true(rules_checks_are(shogi, sfen, ""));
    assert_false(rules_legal(shogi, sfen, "G*8b"));
    assert_true(rules_mate(shogi, "1k7/9/1P7/9/4K4/9/9/9/9 b G 1", "G*8b"));
}

TEST(interposition_may_check_in_return)
{
    assert_true(rules_checks_are(shogi, "9/9/1k7/9/4K4/9/9/4r4/9 b BG 1", "B*5f"));
    const char *sfen = "8k/9/9/9/9/9/9/9/4K3R w b 1";
    assert_true(rules_legal(shogi, sfen, "B*1e"));
    KjPosition pos = bridge_read(shogi, sfen);
    KjUndo undo;
    kj_position_make(&pos, bridge_usi(shogi, "B*1e"), &undo);
    assert_true(kj_in_check(&pos, KJ_SENTE));
    KjMoveList list;
    kj_gen_checks(&pos, &list);
    assert_true(bridge_is(shogi, &list, "1i1e"));
}

TEST(promotion_that_opens_a_new_line_checks_from_afar)
{
    // A horse checks sideways by a step, which the bishop does not.
    assert_true(rules_check(shogi, "9/4k4/9/9/9/8B/9/9/9 b - 1", "1f4c+"));
    assert_false(rules_check(shogi, "4k4/9/9/2B6/9/9/9/9/9 b - 1", "7d6c+"));
    assert_true(rules_check(shogi, "9/9/4k4/9/9/9/8R/9/9 b - 1", "1g1c"));
    assert_true(rules_check(shogi, "9/9/4k4/5R3/9/9/9/9/9 b - 1", "4d4b+"));
}

// What the defender has none of cannot be interposed.
TEST(far_check_mates_only_a_defender_without_anything_to_interpose)
{
    assert_true(rules_mate(shogi, "7lk/9/6G2/R8/9/9/9/9/9 b - 1", "9d1d"));
    assert_false(rules_mate(shogi, "7lk/9/6G2/R8/9/9/9/9/9 b p 1", "9d1d"));
    assert_false(rules_mate(shogi, "7lk/9/6G2/R8/9/9/9/9/9 b n 1", "9d1d"));
}

TEST(nifu_keeps_the_defender_from_interposing_until_its_pawn_is_taken)
{
    assert_true(rules_mate(shogi, "7lk/9/6G2/R8/9/8p/9/9/9 b p 1", "9d1d"));
    assert_false(rules_mate(shogi, "7lk/9/6G2/R7p/9/9/9/9/9 b p 1", "9d1d"));
    assert_true(rules_mate(shogi, "7lk/9/6G2/R7p/9/9/9/9/9 b - 1", "9d1d"));
}

TEST(attacker_without_a_king_moves_freely_and_is_never_in_check)
{
    // [R1.11]
    KjPosition pos = bridge_read(shogi, "4k4/9/9/4r4/9/9/4G4/9/9 b - 1");
    assert_false(kj_in_check(&pos, KJ_SENTE));
    assert_int_equal(kj_checkers(&pos, KJ_SENTE), 0);
    LEGAL("4k4/9/9/4r4/9/9/4G4/9/9 b - 1", "5g4g");
}
