/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves in people's notations, written and read (docs/notation.md). */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/notation.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"

/* A position by its text, and the last move played in it. */
typedef struct {
    KjPosition pos;
    KjMove previous;
} Place;

static Place place(const char *text)
{
    Place p;
    g_auto(KjPositionText) read;
    GError *error = NULL;
    if (!kj_position_text_read(text, NULL, &read, &error))
        fail_msg("%s: %s", text, error->message);
    p.pos = kj_position_text_end(&read);
    p.previous = kj_position_text_last(&read);
    return p;
}

static KjMove move_of(const Place *p, const char *usi)
{
    KjMove move;
    assert_true(kj_usi_move_read(&p->pos, usi, &move, NULL));
    assert_int_equal(kj_move_legality(&p->pos, move), KJ_MOVE_LEGAL);
    return move;
}

static void assert_parsed(const Place *p, const char *text, const char *usi)
{
    KjMove read;
    GError *error = NULL;
    if (!kj_move_parse(&p->pos, text, p->previous, &read, &error))
        fail_msg("%s: %s", text, error->message);
    assert_int_equal(read, move_of(p, usi));
}

/* The move is written so, and so read. */
static void assert_written(const Place *p, const char *usi, KjNotation notation, const char *text)
{
    g_autofree char *written = kj_move_text(&p->pos, move_of(p, usi), p->previous, notation);
    assert_string_equal(written, text);
    assert_parsed(p, text, usi);
}

static void assert_ja(const char *position, const char *usi, const char *text)
{
    Place p = place(position);
    assert_written(&p, usi, KJ_NOTATION_JA, text);
}

static void assert_refused(const Place *p, const char *text, KjTextError code, const char *message)
{
    KjMove move;
    g_autoptr(GError) error = NULL;
    assert_false(kj_move_parse(&p->pos, text, p->previous, &move, &error));
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
    assert_true(g_error_matches(error, KJ_TEXT_ERROR, (int)code));
}

TEST(first_moves_of_a_game_in_every_notation)
{
    Place p = place("startpos");
    assert_written(&p, "7g7f", KJ_NOTATION_USI, "7g7f");
    assert_written(&p, "7g7f", KJ_NOTATION_JA, "▲７六歩");
    assert_written(&p, "7g7f", KJ_NOTATION_JA_SHOGI, "☗７六歩");
    assert_written(&p, "7g7f", KJ_NOTATION_WESTERN, "P-7f");
    assert_written(&p, "7g7f", KJ_NOTATION_DIGITS, "P76");
    p = place("startpos moves 7g7f");
    assert_written(&p, "3c3d", KJ_NOTATION_JA, "△３四歩");
    assert_written(&p, "3c3d", KJ_NOTATION_JA_SHOGI, "☖３四歩");
}

TEST(recapture_is_written_with_same)
{
    Place p = place("startpos moves 7g7f 3c3d 8h2b+");
    assert_written(&p, "3a2b", KJ_NOTATION_JA, "△同　銀");
    assert_parsed(&p, "△２二銀", "3a2b");
    assert_parsed(&p, "同銀", "3a2b");
    assert_parsed(&p, "22同銀", "3a2b");
    assert_parsed(&p, "△同　銀(31)", "3a2b");
    p = place("4k4/9/9/4pP3/5S3/9/9/9/9 w P moves 5d5e");
    assert_written(&p, "4e5d", KJ_NOTATION_JA, "▲５四銀");
    p = place("4k4/5p3/6S2/5P3/9/9/9/9/9 w - moves 4b4c");
    assert_written(&p, "4d4c+", KJ_NOTATION_JA, "▲同　歩成");
}

TEST(promotion_and_declined_promotion)
{
    Place p = place("startpos moves 7g7f 3c3d");
    assert_written(&p, "8h2b+", KJ_NOTATION_JA, "▲２二角成");
    assert_written(&p, "8h2b", KJ_NOTATION_JA, "▲２二角不成");
    assert_parsed(&p, "2二角", "8h2b");
    assert_parsed(&p, "22角生", "8h2b");
    assert_written(&p, "8h2b+", KJ_NOTATION_WESTERN, "Bx2b+");
    assert_written(&p, "8h2b", KJ_NOTATION_WESTERN, "Bx2b=");
    assert_written(&p, "8h2b+", KJ_NOTATION_DIGITS, "Bx22+");
    // Where it must promote, nothing else can be meant.
    p = place("9/8P/9/4k4/9/9/9/9/9 b - 1");
    assert_written(&p, "1b1a+", KJ_NOTATION_JA, "▲１一歩成");
    assert_parsed(&p, "１一歩", "1b1a+");
    assert_parsed(&p, "P-1a", "1b1a+");
}

TEST(promoted_generals_are_named_by_their_front)
{
    const char *text = "4k4/9/2+S1+L1+N1+P/9/9/9/9/4+R3+B/9 b - 1";
    assert_ja(text, "7c8b", "▲８二成銀");
    assert_ja(text, "5c6b", "▲６二成香");
    assert_ja(text, "3c3b", "▲３二成桂");
    assert_ja(text, "1c1b", "▲１二と");
    assert_ja(text, "5h5g", "▲５七龍");
    assert_ja(text, "1h1g", "▲１七馬");
    Place p = place(text);
    assert_parsed(&p, "８二全", "7c8b");
    assert_parsed(&p, "▲３二圭", "3c3b");
    assert_parsed(&p, "５七竜", "5h5g");
    assert_parsed(&p, "57成飛", "5h5g");
}

TEST(drop_is_marked_only_if_a_piece_could_go_there)
{
    assert_ja("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5h", "▲５八金");
    assert_ja("4k4/9/9/9/9/9/9/9/5G3 b G 1", "G*5h", "▲５八金打");
    assert_ja("4k4/9/9/9/9/9/9/9/5G3 b G 1", "4i5h", "▲５八金");
    assert_ja("4k4/9/9/9/9/9/9/9/6G2 b G 1", "G*5h", "▲５八金");
    Place p = place("4k4/9/9/9/9/9/9/9/9 b G 1");
    assert_parsed(&p, "58金打", "G*5h");
    assert_written(&p, "G*5h", KJ_NOTATION_WESTERN, "G*5h");
    assert_written(&p, "G*5h", KJ_NOTATION_DIGITS, "G*58");
}

TEST(two_golds_are_told_by_motion_or_side)
{
    assert_ja("4k4/9/9/9/9/9/9/9/3G1G3 b - 1", "6i5h", "▲５八金左");
    assert_ja("4k4/9/9/9/9/9/9/9/3G1G3 b - 1", "4i5h", "▲５八金右");
    assert_ja("4k4/9/9/9/9/9/9/9/4GG3 b - 1", "5i5h", "▲５八金直");
    assert_ja("4k4/9/9/9/9/9/9/9/4GG3 b - 1", "4i5h", "▲５八金右");
    assert_ja("4k4/9/9/9/9/9/9/5G3/4G4 b - 1", "4h5h", "▲５八金寄");
    assert_ja("4k4/9/9/9/9/9/9/5G3/4G4 b - 1", "5i5h", "▲５八金上");
    assert_ja("4k4/9/9/9/9/9/4G4/9/5G3 b - 1", "5g5h", "▲５八金引");
    assert_ja("4k4/9/9/9/9/9/9/3G1G3/9 b - 1", "6h5h", "▲５八金左");
}

TEST(gote_sees_right_and_left_the_other_way_round)
{
    assert_ja("3g1g3/9/9/9/9/9/9/9/4K4 w - 1", "6a5b", "△５二金右");
    assert_ja("3g1g3/9/9/9/9/9/9/9/4K4 w - 1", "4a5b", "△５二金左");
    assert_ja("4gg3/9/9/9/9/9/9/9/4K4 w - 1", "5a5b", "△５二金直");
    assert_ja("5g3/9/4g4/9/9/9/9/9/4K4 w - 1", "5c5b", "△５二金引");
}

TEST(silvers_and_knights)
{
    assert_ja("4k4/9/9/9/3S5/9/3S5/9/9 b - 1", "6g5f", "▲５六銀上");
    assert_ja("4k4/9/9/9/3S5/9/3S5/9/9 b - 1", "6e5f", "▲５六銀引");
    assert_ja("4k4/9/9/9/9/9/3N1N3/9/9 b - 1", "6g5e", "▲５五桂左");
    assert_ja("4k4/9/9/9/9/9/3N1N3/9/9 b - 1", "4g5e", "▲５五桂右");
}

TEST(four_silvers_need_two_words_at_most)
{
    const char *text = "4k4/9/9/9/3S5/9/3SSS3/9/9 b - 1";
    assert_ja(text, "6g5f", "▲５六銀左上");
    assert_ja(text, "5g5f", "▲５六銀直");
    assert_ja(text, "4g5f", "▲５六銀右");
    assert_ja(text, "6e5f", "▲５六銀引");
}

TEST(six_tokins_around_a_square)
{
    const char *text = "k8/9/9/4+P4/9/9/9/9/9 b - 1";
    assert_ja(text, "5d5e", "▲５五と");
    text = "k8/9/9/4+P4/3+P1+P3/3+P+P+P3/9/9/9 b - 1";
    assert_ja(text, "5d5e", "▲５五と引");
    assert_ja(text, "6e5e", "▲５五と左寄");
    assert_ja(text, "4e5e", "▲５五と右寄");
    assert_ja(text, "6f5e", "▲５五と左上");
    assert_ja(text, "5f5e", "▲５五と直");
    assert_ja(text, "4f5e", "▲５五と右上");
}

TEST(dragons_and_horses_are_compared_with_each_other)
{
    assert_ja("+R8/9/9/1+R7/9/9/9/9/k8 b - 1", "9a8b", "▲８二龍引");
    assert_ja("+R8/9/9/1+R7/9/9/9/9/k8 b - 1", "8d8b", "▲８二龍上");
    assert_ja("9/4+R4/7+R1/9/9/9/9/9/k8 b - 1", "2c4c", "▲４三龍寄");
    assert_ja("9/4+R4/7+R1/9/9/9/9/9/k8 b - 1", "5b4c", "▲４三龍引");
    assert_ja("k8/9/9/9/4+R3+R/9/9/9/9 b - 1", "5e3e", "▲３五龍左");
    assert_ja("k8/9/9/9/4+R3+R/9/9/9/9 b - 1", "1e3e", "▲３五龍右");
    // No 直 for them: the one straight below is the right one here.
    assert_ja("k8/9/9/9/9/9/9/9/+R+R7 b - 1", "9i8h", "▲８八龍左");
    assert_ja("k8/9/9/9/9/9/9/9/+R+R7 b - 1", "8i8h", "▲８八龍右");
    assert_ja("+B+B7/9/9/9/9/9/9/9/k8 b - 1", "9a8b", "▲８二馬左");
    assert_ja("+B+B7/9/9/9/9/9/9/9/k8 b - 1", "8a8b", "▲８二馬右");
    assert_ja("k8/9/9/9/9/9/9/7+B1/8+B b - 1", "2h1h", "▲１八馬寄");
}

TEST(pinned_rival_still_counts_for_words_but_is_not_needed_to_read)
{
    const char *text = "k3r4/9/9/9/9/9/9/4G1G2/4K4 b - 1";
    assert_ja(text, "3h4g", "▲４七金右");
    Place p = place(text);
    assert_parsed(&p, "▲４七金", "3h4g"); // the gold on 5h may not leave the file
}

TEST(other_words_than_the_written_ones_are_read_if_true)
{
    Place p = place("+R8/9/9/1+R7/9/9/9/9/k8 b - 1");
    assert_parsed(&p, "８二龍左", "9a8b");
    assert_parsed(&p, "82竜行", "8d8b");
    assert_parsed(&p, "▲8二龍右上", "8d8b");
    p = place("4k4/9/9/9/9/9/9/9/3G1G3 b - 1");
    assert_parsed(&p, "５八金左上", "6i5h");
    assert_parsed(&p, "５八金(69)", "6i5h");
    assert_parsed(&p, "５八金（４９）", "4i5h");
}

TEST(smaller_boards_have_their_own_squares)
{
    assert_ja("4k/5/5/5/5/K3R b - 1", "1f3f", "▲３六飛");
    assert_ja("k4/5/5/4R/K4 b - 1", "1d1a+", "▲１一飛成");
    Place p = place("4k/5/5/5/5/K3R b - 1");
    assert_written(&p, "1f3f", KJ_NOTATION_WESTERN, "R-3f");
    assert_written(&p, "1f3f", KJ_NOTATION_DIGITS, "R36");
}

TEST(ogi_squares_are_letters_and_digits)
{
    Place p = place("4k3/8/8/8/8/8/8/R3K3 b +Ps 1");
    assert_written(&p, "a1a6+", KJ_NOTATION_JA, "▲a6飛成");
    assert_parsed(&p, "ａ６飛成", "a1a6+");
    assert_parsed(&p, "▲a六飛成", "a1a6+");
    assert_written(&p, "a1a6+", KJ_NOTATION_WESTERN, "R-a6+");
    assert_written(&p, "a1a6+", KJ_NOTATION_DIGITS, "Ra6+");
    assert_written(&p, "+P*e5", KJ_NOTATION_JA, "▲e5と");
    assert_written(&p, "+P*e5", KJ_NOTATION_WESTERN, "+P*e5");
    assert_written(&p, "+P*e5", KJ_NOTATION_DIGITS_DHT, "T*e5");
    p = place("4k3/8/8/8/8/8/8/4K3 w s 1");
}

TEST(kings_privilege_in_every_notation)
{
    // docs/rules.md R3.5
    Place p = place("4k^3/8/8/8/8/8/4+p3/4K^3 / O/o");
    assert_written(&p, "e1e2", KJ_NOTATION_JA, "▲e2玉");
    assert_written(&p, "e1e2/+P", KJ_NOTATION_JA, "▲e2玉（特権）");
    assert_parsed(&p, "e2王(特権)", "e1e2/+P");
    assert_written(&p, "e1e2", KJ_NOTATION_WESTERN, "Kxe2");
    assert_written(&p, "e1e2/+P", KJ_NOTATION_WESTERN, "Kxe2/+P");
    p = place("4k^3/4+P3/8/8/8/8/8/4K^3 / o/O");
    p = place("4k^3/8/8/8/8/8/4p3/4K^3 / O/o");
}

TEST(princesses_no_word_can_tell_get_their_origin)
{
    // one jumps to e8, one slides there, both from file d and upwards
    const char *text = "8/3I4/3I4/8/8/8/8/K6k b - 1";
    Place p = place(text);
    assert_written(&p, "d7e8", KJ_NOTATION_JA, "▲e8姫不成(d7)");
    assert_written(&p, "d6e8+", KJ_NOTATION_JA, "▲e8姫成(d6)");
}

TEST(western_origin_is_written_only_if_ambiguous)
{
    Place p = place("4k4/9/2p6/2S1S4/9/9/9/9/9 b - 1");
    assert_written(&p, "7d7c+", KJ_NOTATION_WESTERN, "Sx7c+");
    p = place("4k4/9/3p5/2S1S4/9/9/9/9/9 b - 1");
    assert_written(&p, "7d6c+", KJ_NOTATION_WESTERN, "S7dx6c+");
    assert_written(&p, "7d6c+", KJ_NOTATION_DIGITS, "S74x63+");
    p = place("4k4/9/9/2S1S4/9/9/9/9/9 b - 1");
    assert_written(&p, "5d6c", KJ_NOTATION_WESTERN, "S5d-6c=");
    assert_written(&p, "5d6c", KJ_NOTATION_DIGITS, "S54-63=");
    assert_parsed(&p, "S5d6c=", "5d6c");
}

TEST(letters_of_their_own_for_promoted_pieces)
{
    Place p = place("4k4/9/2+S1+L1+N1+P/9/9/9/9/4+R3+B/9 b - 1");
    assert_written(&p, "5h5g", KJ_NOTATION_WESTERN, "+R-5g");
    assert_written(&p, "5h5g", KJ_NOTATION_DIGITS, "+R57");
    assert_written(&p, "5h5g", KJ_NOTATION_DIGITS_DHT, "D57");
    assert_written(&p, "1h1g", KJ_NOTATION_DIGITS_DHT, "H17");
    assert_written(&p, "1c1b", KJ_NOTATION_DIGITS_DHT, "T12");
    assert_written(&p, "7c8b", KJ_NOTATION_DIGITS_DHT, "+S82");
}

TEST(ambiguous_texts_list_what_they_could_mean)
{
    Place p = place("4k4/9/9/9/9/9/9/9/3G1G3 b - 1");
    assert_refused(&p, "▲５八金", KJ_TEXT_ERROR_MOVE,
                   "column 2: ambiguous, expected one of ▲５八金右, ▲５八金左");
    assert_refused(&p, "G-5h", KJ_TEXT_ERROR_MOVE,
                   "column 1: ambiguous, expected one of 4i5h, 6i5h");
}

static void assert_illegal(const char *position, const char *text, const char *move,
                           KjIllegal reason)
{
    Place p = place(position);
    g_autofree char *message =
        g_strdup_printf("column 1: '%s' is illegal: %s", move, kj_illegal_text(reason));
    assert_refused(&p, text, KJ_TEXT_ERROR_MOVE, message);
}

TEST(illegal_moves_are_refused_with_the_reason)
{
    const char *pinned = "k3r4/9/9/9/9/6P2/9/4G4/4K4 b P 1";
    assert_illegal(pinned, "４七金", "４七金", KJ_MOVE_LEAVES_CHECK);
    assert_illegal(pinned, "G-4g", "G-4g", KJ_MOVE_LEAVES_CHECK);
    assert_illegal(pinned, "5h4g", "5h4g", KJ_MOVE_LEAVES_CHECK);
    assert_illegal(pinned, "３七歩打", "３七歩打", KJ_MOVE_NIFU);
    assert_illegal(pinned, "５八玉", "５八玉", KJ_MOVE_OWN_PIECE);
    assert_illegal("startpos moves 7g7f", "9a9c+", "9a9c+", KJ_MOVE_OWN_PIECE);
    assert_illegal("9/8P/9/4k4/9/9/9/9/9 b - 1", "1b1a", "1b1a", KJ_MOVE_MUST_PROMOTE);
}

TEST(moves_of_the_other_side_are_refused)
{
    Place p = place("startpos");
    assert_refused(&p, "9a9b", KJ_TEXT_ERROR_MOVE, "column 1: no piece of sente on 9a");
    assert_refused(&p, "△３四歩", KJ_TEXT_ERROR_MOVE,
                   "column 1: △ is gote's mark, expected a move of sente");
}

TEST(unknown_texts_name_where_they_go_wrong)
{
    Place p = place("startpos");
    assert_refused(&p, "  ", KJ_TEXT_ERROR_SYNTAX, "column 3: no move, expected one of sente");
    assert_refused(&p, "hello", KJ_TEXT_ERROR_MOVE,
                   "column 1: 'hello' is not a legal move of sente");
    assert_refused(&p, "▲７六銀", KJ_TEXT_ERROR_MOVE,
                   "column 4: '銀', expected a legal move such as ▲７六歩");
    assert_refused(&p, "P-7", KJ_TEXT_ERROR_MOVE,
                   "column 4: end of text, expected a legal move such as 7g7f");
    assert_refused(&p, "P-", KJ_TEXT_ERROR_MOVE,
                   "column 3: end of text, expected a legal move such as 1g1f, 2g2f, 3g3f, 4g4f, "
                   "5g5f, 6g6f, 7g7f, 8g8f and 1 more");
    assert_refused(&p, "7g7f x", KJ_TEXT_ERROR_SYNTAX,
                   "column 6: unexpected 'x', expected the end of the text");
}

/* Every legal move in every notation comes back, over a random game. */
static void check_random_game(const KjGame *game, unsigned seed)
{
    KjPositionText start;
    assert_true(kj_position_text_read("startpos", game, &start, NULL));
    KjPosition pos = start.start;
    KjMove previous = KJ_MOVE_NONE;
    for (int ply = 0; ply < 120; ply++) {
        KjMoveList list;
        KjUndo undo;
        kj_gen_legal(&pos, &list);
        if (list.n == 0)
            return;
        for (unsigned i = ply % 7; i < list.n; i += 7) {
            for (unsigned n = 0; n < KJ_NOTATION_COUNT; n++) {
                KjMove read;
                GError *error = NULL;
                g_autofree char *text = kj_move_text(&pos, list.move[i], previous, (KjNotation)n);
                if (!kj_move_parse(&pos, text, previous, &read, &error))
                    fail_msg("%s: %s", text, error->message);
                assert_int_equal(read, list.move[i]);
            }
        }
        seed = seed * 1103515245u + 12345u;
        previous = list.move[(seed >> 16) % list.n];
        kj_position_make(&pos, previous, &undo);
    }
}

TEST(legal_moves_of_random_games_come_back_in_every_notation)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        for (unsigned seed = 1; seed <= 2; seed++)
            check_random_game(kj_game_at(i), seed);
    }
}
