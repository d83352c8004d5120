/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Useless pieces (docs/themes.md): found where planted, none in the original problems. */
#include <string.h>

#include "core/format/problem.h"
#include "core/notation/usi.h"
#include "solver/themes/useless.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solved.h"

enum { NODES = 300000 };

/* "remove 1h", "weaken hand G>P", "shift 5e>4e", separated by blanks; open ones with `?`. */
static char *describe(const KjGame *game, const GArray *found)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < found->len; i++) {
        const KjSpare *s = &g_array_index(found, KjSpare, i);
        char square[KJ_SQUARE_TEXT] = "hand", to[KJ_SQUARE_TEXT];
        if (s->square != KJ_NO_SQUARE)
            kj_square_write(game, s->square, square);
        g_string_append_printf(text, "%s%s %.4s", text->len ? ", " : "", kj_spare_how_text(s->how),
                               s->square == KJ_NO_SQUARE ? "hand" : square);
        if (s->how == KJ_SPARE_WEAKEN)
            g_string_append_printf(text, ">%s%c", s->instead & KJ_PROMOTED ? "+" : "",
                                   kj_game_piece(game, kj_piece_kind(s->instead))->letter);
        if (s->how == KJ_SPARE_SHIFT) {
            kj_square_write(game, s->to, to);
            g_string_append_printf(text, ">%s", to);
        }
        if (s->sound == KJ_OPEN)
            g_string_append_c(text, '?');
    }
    return g_string_free(text, FALSE);
}

static void assert_found(const char *game, const char *position, unsigned also,
                         const char *expected)
{
    g_auto(TestSolved) solved;
    g_autofree char *wrong = test_solved_read(&solved, game, position, NODES);
    if (wrong)
        fail_msg("%s: %s", position, wrong);
    g_autoptr(GArray) found = kj_useless_find(&solved.work, also, NULL, NULL);
    g_autofree char *text = describe(solved.work.root->game, found);
    if (strcmp(text, expected) != 0)
        fail_msg("%s: found '%s', expected '%s'", position, text, expected);
}

/*
 * The gold's drop on 5b, guarded by the pawn, is the only mate; what is added far off does nothing.
 */
TEST(a_piece_far_off_is_useless)
{
    assert_found("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 0, "");
    assert_found("shogi", "4k4/9/4P4/9/9/9/9/8p/9 b G2r2b3g4s4n4l16p 1", 0, "remove 1h");
    assert_found("shogi", "4k4/9/4P4/9/9/9/9/9/B8 b G2r1b3g4s4n4l17p 1", 0, "remove 9i");
}

/*
 * Without the defender's promoted bishop the last ply has a mate that takes longer: that is one too
 * many or it is not, as the work is judged; so is another mate at once without the pawn on 6c.
 */
TEST(what_else_may_mate_at_the_last_ply_is_said)
{
    static const struct {
        bool only_last, late;
        const char *found;
    } cases[] = {{false, false, "remove hand"},
                 {false, true, "remove 2b, remove hand"},
                 {true, false, "remove hand"},
                 {true, true, "remove 2b, remove hand"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(TestSolved) solved;
        g_autofree char *wrong =
            test_solved_read(&solved, "56shogi", "1kB2/3+b1/5/5/5/5 b GS2r3g3s10p 1", NODES);
        assert_null(wrong);
        solved.work.only_last = cases[i].only_last;
        solved.work.late_at_last = cases[i].late;
        g_autoptr(GArray) found = kj_useless_find(&solved.work, 0, NULL, NULL);
        g_autofree char *text = describe(solved.work.root->game, found);
        assert_string_equal(text, cases[i].found);
    }
}

TEST(a_spare_piece_in_hand_is_useless)
{
    assert_found("shogi", "4k4/9/4P4/9/9/9/9/9/9 b GN2r2b3g4s3n4l17p 1", 0, "remove hand");
}

TEST(pieces_that_would_do_weaker_or_elsewhere)
{
    assert_found("shogi", "4k4/9/4S4/9/9/9/9/9/9 b G2r2b3g3s4n4l18p 1", KJ_SPARE_TRY_WEAKER,
                 "weaken 5c>P");
    assert_found("shogi", "4k4/9/4S4/9/9/9/9/9/9 b G2r2b3g3s4n4l18p 1", KJ_SPARE_TRY_SHIFTED,
                 "shift 5c>4c, shift 5c>6c");
    assert_found("shogi", "4k4/9/4P4/9/9/9/9/8p/9 b G2r2b3g4s4n4l16p 1", KJ_SPARE_TRY_SHIFTED,
                 "remove 1h, shift 1h>1g, shift 1h>2g, shift 1h>2h");
}

static KjVerdict never_knows(void *data, const KjPosition *pos, unsigned len)
{
    (void)data, (void)pos, (void)len;
    return KJ_UNKNOWN;
}

TEST(without_answers_a_piece_is_neither_needed_nor_useless)
{
    g_auto(TestSolved) solved;
    unsigned tried;
    assert_null(
        test_solved_read(&solved, "shogi", "4k4/9/4P4/9/9/9/9/8p/9 b G2r2b3g4s4n4l16p 1", NODES));
    solved.work.mates = never_knows;
    g_autoptr(GArray) found = kj_useless_find(&solved.work, 0, &tried, NULL);
    g_autofree char *text = describe(solved.work.root->game, found);
    assert_string_equal(text, "remove 1h?");
    assert_int_equal(tried, 3);
}

/* Nor where it is not known whether the line still ends in mate: here interpositions are left, and
 * whether they are futile is what nobody knows. */
TEST(an_end_that_is_open_needs_no_piece)
{
    g_auto(TestSolved) solved;
    assert_null(test_solved_read(&solved, "shogi",
                                 "8k/9/6NG1/9/9/9/9/p8/R8 b r2b3g4s3n4l17p 1 moves 9i1i", NODES));
    solved.work.mates = never_knows;
    g_autoptr(GArray) found = kj_useless_find(&solved.work, 0, NULL, NULL);
    g_autofree char *text = describe(solved.work.root->game, found);
    assert_string_equal(text, "remove 9h?");
}

/* What is open after the first question is settled by the second, either way. */
TEST(open_pieces_are_asked_about_again)
{
    static const struct {
        const char *position, *first, *again;
    } cases[] = {
        {"4k4/9/4P4/9/9/9/9/8p/9 b G2r2b3g4s4n4l16p 1", "remove 1h?", "remove 1h"},
        {"9/9/9/9/k8/9/N8/9/9 b R2Gr2b2g4s3n4l18p 1", "remove 9g?, remove hand?",
         "remove hand"}, // without the knight there is no mate
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(TestSolved) solved;
        g_autofree char *wrong = test_solved_read(&solved, "shogi", cases[i].position, NODES);
        if (wrong)
            fail_msg("%s: %s", cases[i].position, wrong);
        KjMateFn knows = solved.work.mates;
        solved.work.mates = never_knows;
        g_autoptr(GArray) found = kj_useless_find(&solved.work, 0, NULL, NULL);
        g_autofree char *first = describe(solved.work.root->game, found);
        solved.work.mates = knows;
        kj_useless_again(&solved.work, found, NULL);
        g_autofree char *again = describe(solved.work.root->game, found);
        assert_string_equal(first, cases[i].first);
        assert_string_equal(again, cases[i].again);
    }
}

/* Answers of one who does not know the moves beside the line as the work is. */
typedef struct {
    KjMateFn knows; // lengths
    void *data;
    unsigned square;   // of the piece that is taken away
    KjVerdict without; // what he says of a move when it is
    unsigned asked;    // so often he did
} Partly;

static KjVerdict knows_the_change(void *data, const KjPosition *pos, unsigned len)
{
    Partly *partly = data;
    if (len != KJ_SOLVED_ANY)
        return partly->knows(partly->data, pos, len);
    if (pos->board[partly->square])
        return KJ_UNKNOWN;
    partly->asked++;
    return partly->without;
}

/* Moves that are open without the change are no reason why a piece is needed. If all fail with the
 * change it is useless; the first that may mate ends the questions. */
TEST(moves_that_are_open_in_the_work)
{
    static const struct {
        KjVerdict without;
        const char *expected;
        unsigned asked;
    } cases[] = {
        {KJ_NOMATE, "remove 1h", 6}, // four drops of the gold, two moves of the pawn
        {KJ_MATE, "remove 1h?", 1},
        {KJ_UNKNOWN, "remove 1h?", 1},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(TestSolved) solved;
        assert_null(test_solved_read(&solved, "shogi",
                                     "4k4/9/4P4/9/9/9/9/8p/9 b G2r2b3g4s4n4l16p 1", NODES));
        Partly partly = {solved.work.mates, solved.work.data, 0, cases[i].without, 0};
        assert_true(kj_square_read(solved.work.root->game, "1h", &partly.square, NULL));
        solved.work.mates = knows_the_change;
        solved.work.data = &partly;
        g_autoptr(GArray) found = kj_useless_find(&solved.work, 0, NULL, NULL);
        g_autofree char *text = describe(solved.work.root->game, found);
        assert_string_equal(text, cases[i].expected);
        assert_int_equal(partly.asked, cases[i].asked);
    }
}

TEST(a_changed_position_keeps_the_set)
{
    g_auto(KjPositionText) text;
    KjPosition changed;
    assert_true(
        kj_position_text_read("4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", NULL, &text, NULL));
    KjSpare spare = {.how = KJ_SPARE_REMOVE, .to = KJ_NO_SQUARE};
    assert_true(kj_square_read(text.start.game, "5c", &spare.square, NULL));
    spare.piece = text.start.board[spare.square];
    assert_true(kj_spare_apply(&text.start, KJ_SENTE, &spare, &changed));
    g_autofree char *after = kj_position_write(&changed);
    assert_string_equal(after, "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
}

static void assert_originals_need_every_piece(const char *game, unsigned step)
{
    g_autofree char *path = g_strdup_printf("puzzles/%s/original.tsv", game);
    g_autoptr(GPtrArray) problems = kj_problems_from_file(path, kj_game_find(game), NULL);
    assert_non_null(problems);
    for (unsigned i = 0; i < problems->len; i += step) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        g_autofree char *text = kj_position_write(&problem->position.start);
        assert_found(game, text, 0, "");
    }
}

TEST(original_problems_need_every_piece)
{
    assert_originals_need_every_piece("shogi", 2);
    assert_originals_need_every_piece("56shogi", 2);
    assert_originals_need_every_piece("ogi", 2);
}
