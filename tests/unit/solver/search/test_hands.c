/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proof hands and disproof hands by example. Hands are written as in SFEN, upper case; what a rule
 * is for is argued in docs/solver.md.
 */
#include "solver/search/hands.h"

#include <ctype.h>

#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"

static const KjGame *shogi(void)
{
    return kj_game_find("shogi");
}

static const KjGame *ogi(void)
{
    return kj_game_find("ogi");
}

/* A hand from text like "2G+RP". */
static KjHand hand_of(const KjGame *game, const char *text)
{
    KjHand hand = 0;
    unsigned count = 1;
    KjKind promoted = 0;
    for (; *text; text++) {
        if (isdigit((unsigned char)*text)) {
            count = (unsigned)(*text - '0');
        } else if (*text == '+') {
            promoted = KJ_PROMOTED;
        } else {
            hand += count * game->t->hand_one[kj_game_kind(game, *text) | promoted];
            count = 1;
            promoted = 0;
        }
    }
    return hand;
}

static void assert_hand(const KjGame *game, KjHand hand, const char *expected)
{
    assert_true(hand == hand_of(game, expected));
}

TEST(max_and_min_go_kind_by_kind)
{
    const KjTables *t = shogi()->t;
    KjHand a = hand_of(shogi(), "2GSP"), b = hand_of(shogi(), "G3SL");
    assert_hand(shogi(), kj_hand_max(t, a, b), "2G3SLP");
    assert_hand(shogi(), kj_hand_min(t, a, b), "GS");
    assert_true(kj_hand_max(t, a, 0) == a);
    assert_true(kj_hand_min(t, a, 0) == 0);
}

/* ---- proofs ---- */

TEST(a_drop_needs_the_piece_dropped)
{
    KjPosition pos = bridge_read(shogi(), "8k/9/8P/9/9/9/9/9/9 b 2GS 1");
    KjMove drop = bridge_usi(shogi(), "G*1b");
    assert_hand(shogi(), kj_proof_hand_before(&pos, drop, 0), "G");
    assert_hand(shogi(), kj_proof_hand_before(&pos, drop, hand_of(shogi(), "GS")), "2GS");
}

TEST(a_capture_brings_the_piece_needed_later)
{
    KjPosition pos = bridge_read(shogi(), "7gk/7R1/9/9/9/9/9/9/9 b - 1");
    KjMove capture = bridge_usi(shogi(), "2b2a+");
    assert_hand(shogi(), kj_proof_hand_before(&pos, capture, hand_of(shogi(), "GS")), "S");
    assert_hand(shogi(), kj_proof_hand_before(&pos, capture, hand_of(shogi(), "2G")), "G");
    assert_hand(shogi(), kj_proof_hand_before(&pos, capture, 0), "");
}

TEST(a_promoted_capture_counts_as_it_is_held)
{
    // Ōgi's King's Privilege (docs/rules.md R3.5): kept promoted or not.
    KjPosition pos = bridge_read(ogi(), "k7/8/8/8/8/8/3+r4/3K4 b - 1");
    assert_hand(ogi(), kj_proof_hand_before(&pos, bridge_usi(ogi(), "d1d2"), hand_of(ogi(), "R")),
                "");
    KjHand both = hand_of(ogi(), "R+R");
    assert_hand(ogi(), kj_proof_hand_before(&pos, bridge_usi(ogi(), "d1d2/+R"), both), "R");
    assert_hand(ogi(), kj_proof_hand_before(&pos, bridge_usi(ogi(), "d1d2"), both), "+R");
}

static KjBb squares_of(const KjGame *game, const char *a, const char *b)
{
    return kj_bit(bridge_square(game, a)) | kj_bit(bridge_square(game, b));
}

TEST(a_monopoly_on_what_could_be_interposed_is_needed)
{
    // A rook on 1d checks; the defender has silvers only, and two squares between.
    KjPosition pos = bridge_read(shogi(), "8k/9/9/8R/9/9/9/9/9 w 3GNs 1");
    KjBb between = squares_of(shogi(), "1b", "1c");
    KjHand gold = hand_of(shogi(), "G");
    assert_hand(shogi(), kj_proof_hand_monopoly(&pos, KJ_SENTE, between, gold), "3GN");
    // What the defender holds himself is no monopoly, and with no square there is nothing to do.
    pos = bridge_read(shogi(), "8k/9/9/8R/9/9/9/9/9 w 3GNg 1");
    assert_hand(shogi(), kj_proof_hand_monopoly(&pos, KJ_SENTE, between, gold), "GN");
    assert_hand(shogi(), kj_proof_hand_monopoly(&pos, KJ_SENTE, 0, gold), "G");
}

TEST(what_cannot_be_dropped_there_is_no_monopoly)
{
    // Gote's knight has no drop on the last two ranks, his pawn none beside another on the file.
    KjPosition pos = bridge_read(shogi(), "8R/8p/9/9/9/9/9/9/8k w 2PNL 1");
    KjBb low = squares_of(shogi(), "1g", "1h");
    assert_hand(shogi(), kj_proof_hand_monopoly(&pos, KJ_SENTE, low, 0), "NL");
    KjBb lowest = squares_of(shogi(), "1h", "1h");
    assert_hand(shogi(), kj_proof_hand_monopoly(&pos, KJ_SENTE, lowest, 0), "L");
    pos = bridge_read(shogi(), "8R/7p1/9/9/9/9/9/9/8k w 2PNL 1");
    assert_hand(shogi(), kj_proof_hand_monopoly(&pos, KJ_SENTE, lowest, 0), "2PL");
}

TEST(a_monopoly_counts_promoted_pieces_in_hand)
{
    // With less of either the defender would hold a rook. Ōgi's pawns are never dropped (R3.6).
    KjPosition pos = bridge_read(ogi(), "k7/8/8/8/R7/8/8/4K3 w R+R2P 1");
    KjBb between = squares_of(ogi(), "a6", "a7");
    KjHand hand = kj_proof_hand_monopoly(&pos, KJ_SENTE, between, 0);
    assert_hand(ogi(), hand, "R+R");
}

TEST(a_mate_by_an_adjacent_drop_needs_that_piece_only)
{
    KjPosition pos = bridge_read(shogi(), "8k/9/8P/9/9/9/9/9/9 b 2GRS 1");
    assert_hand(shogi(), kj_proof_hand_mate(&pos, bridge_usi(shogi(), "G*1b")), "G");
}

TEST(a_mate_from_afar_needs_the_monopoly)
{
    KjPosition pos = bridge_read(shogi(), "8k/7pp/9/9/9/9/9/9/9 b R2G 1");
    assert_true(kj_is_mate(&pos, bridge_usi(shogi(), "R*5a")));
    KjHand hand = kj_proof_hand_mate(&pos, bridge_usi(shogi(), "R*5a"));
    assert_hand(shogi(), hand, "R2G"); // with one gold less the defender would interpose it
}

TEST(the_proof_hand_of_a_mate_still_mates)
{
    static const char *const sfen[] = {
        "8k/9/8P/9/9/9/9/9/9 b 2GRSr2b2g3s4n4l17p 1",
        "8k/7pp/9/9/9/9/9/9/9 b 2R2B4G4S4N4L16P 1",
        "9/9/7pl/7pk/7p1/9/7N1/9/9 b 2R2B4G4S3L15P3n 1",
    };
    unsigned mates = 0;
    for (size_t i = 0; i < sizeof sfen / sizeof sfen[0]; i++) {
        KjPosition pos = bridge_read(shogi(), sfen[i]);
        KjMoveList checks;
        kj_gen_checks(&pos, &checks);
        for (unsigned k = 0; k < checks.n; k++) {
            if (!kj_is_mate(&pos, checks.move[k]))
                continue;
            KjPosition poor = pos;
            KjHand hand = kj_proof_hand_mate(&pos, checks.move[k]);
            assert_true(kj_hand_covers(pos.game->t, pos.hand[KJ_SENTE], hand));
            poor.hand[KJ_GOTE] += poor.hand[KJ_SENTE] - hand;
            poor.hand[KJ_SENTE] = hand;
            assert_true(kj_is_mate(&poor, checks.move[k]));
            mates++;
        }
    }
    assert_true(mates >= 10);
}

/* ---- disproofs ---- */

TEST(the_limit_is_all_the_defender_could_lose)
{
    KjPosition pos = bridge_read(shogi(), "8k/9/9/9/9/9/9/9/9 b 2GSg3p 1");
    assert_hand(shogi(), kj_hand_limit(&pos, KJ_SENTE), "3GS3P");
    // Promoted pieces in the defender's hand belong to the key: they are his in every case.
    pos = bridge_read(ogi(), "k7/8/8/8/8/8/8/4K3 b Rr+r+b 1");
    assert_hand(ogi(), kj_hand_limit(&pos, KJ_SENTE), "2R");
}

TEST(a_refuting_drop_must_stay_the_defenders)
{
    KjPosition pos = bridge_read(shogi(), "8k/9/9/8R/9/9/9/9/9 w 2GS2gp 1");
    KjHand all = hand_of(shogi(), "4G4S9P");
    KjMove drop = bridge_usi(shogi(), "G*1b"), step = bridge_usi(shogi(), "1a2a");
    assert_hand(shogi(), kj_disproof_hand_reply(&pos, KJ_SENTE, drop, all), "3GSP");
    assert_hand(shogi(), kj_disproof_hand_reply(&pos, KJ_SENTE, step, all), "4GSP");
    KjHand known = hand_of(shogi(), "2GS");
    assert_hand(shogi(), kj_disproof_hand_reply(&pos, KJ_SENTE, drop, known), "2GS");
}

TEST(a_refuting_drop_of_a_promoted_piece_takes_nothing)
{
    KjPosition pos = bridge_read(ogi(), "k7/8/8/8/R7/8/8/4K3 w Br+b 1");
    KjHand all = hand_of(ogi(), "2R2B");
    KjMove drop = bridge_usi(ogi(), "+B*a7");
    assert_hand(ogi(), kj_disproof_hand_reply(&pos, KJ_SENTE, drop, all), "RB");
}

TEST(a_failed_move_lowers_the_hand_by_what_it_moves)
{
    KjPosition pos = bridge_read(shogi(), "7gk/7R1/9/9/9/9/9/9/9 b GS 1");
    KjHand most = hand_of(shogi(), "4G4S9P");
    // After the capture one gold more than here, after the drop one less.
    KjMove capture = bridge_usi(shogi(), "2b2a"), drop = bridge_usi(shogi(), "G*1b");
    KjHand after = hand_of(shogi(), "3G2S");
    assert_hand(shogi(), kj_disproof_hand_move(&pos, capture, after, most), "2G2S");
    assert_hand(shogi(), kj_disproof_hand_move(&pos, drop, after, most), "4G2S");
    KjMove quiet = bridge_usi(shogi(), "2b1b");
    assert_hand(shogi(), kj_disproof_hand_move(&pos, quiet, after, most), "3G2S");
    KjHand low = hand_of(shogi(), "GS");
    assert_hand(shogi(), kj_disproof_hand_move(&pos, drop, after, low), "GS");
}

TEST(kinds_that_could_check_are_not_allowed_more_of)
{
    // King on 1a: gold, silver, rook, bishop, lance and pawn could check; a knight on 2c or a pawn
    // on a file with a pawn could not.
    KjPosition pos = bridge_read(shogi(), "8k/9/7P1/9/8P/9/9/9/9 b - 1");
    KjHand most = hand_of(shogi(), "2R2B4G4S4N4L9P");
    assert_hand(shogi(), kj_disproof_hand_missing(&pos, most, false), "4N9P");
    assert_hand(shogi(), kj_disproof_hand_missing(&pos, most, true), "");
    pos = bridge_read(shogi(), "8k/9/9/9/9/9/9/9/9 b - 1");
    assert_hand(shogi(), kj_disproof_hand_missing(&pos, most, false), "");
}

TEST(kinds_in_hand_stay_as_they_are)
{
    KjPosition pos = bridge_read(shogi(), "8k/9/9/9/9/9/9/9/9 b G 1");
    KjHand most = hand_of(shogi(), "4G4S");
    assert_hand(shogi(), kj_disproof_hand_missing(&pos, most, false), "4G");
}

TEST(a_forbidden_pawn_drop_allows_no_pawns)
{
    // The drop on 1b would mate and is forbidden; that is no reason to keep pawns in the hand.
    KjPosition pos = bridge_read(shogi(), "7lk/7l1/8G/9/9/9/9/9/9 b - 1");
    KjHand most = hand_of(shogi(), "9P");
    assert_hand(shogi(), kj_disproof_hand_missing(&pos, most, false), "");
}
