/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions out of arguments: words joined, faults placed, hands completed; and the thread pool. */
#include <stdatomic.h>

#include <string.h>

#include "core/format/sfen.h"
#include "repl/job/input.h"
#include "repl/job/pool.h"
#include "repl/job/position_error.h"
#include "repl/job/unplaced_pieces.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

#define BOARD "7k1/9/6B1R/9/9/9/9/9/9"

TEST(words_of_a_position_are_joined)
{
    static const struct {
        const char *words, *joined; // apart by blanks; by |
    } cases[] = {
        {BOARD " b G", BOARD " b G"},
        {BOARD " b - 1 " BOARD " w", BOARD " b - 1|" BOARD " w"},
        {"sfen " BOARD " b G 1 -", "sfen " BOARD " b G 1|-"},
        {"position sfen " BOARD " b G moves 1c1a 2a3b",
         "position sfen " BOARD " b G moves 1c1a 2a3b"},
        {"startpos moves 7g7f 3c3d", "startpos moves 7g7f 3c3d"},
        {"3 startpos", "3|startpos"},
        {"8/8/8/8/8/8/8/k^6K^ / O/o x", "8/8/8/8/8/8/8/k^6K^ / O/o|x"},
        {"- a.sfen b", "-|a.sfen|b"},
        {"position", "position"},
        {BOARD, BOARD},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) words = g_strsplit(cases[i].words, " ", -1);
        g_auto(GStrv) joined = kj_input_join_words((const char *const *)words);
        g_autofree char *text = g_strjoinv("|", joined);
        assert_string_equal(text, cases[i].joined);
    }
}

TEST(quoted_words_stay_as_they_are)
{
    const char *const words[] = {BOARD " b G", "b", NULL};
    g_auto(GStrv) joined = kj_input_join_words(words);
    assert_int_equal(g_strv_length(joined), 2);
}

/* docs/rules.md R7: each class of impossible position has its own words. */
TEST(what_is_odd_about_a_start_is_no_fault)
{
    // [R7.2] [R7.3]
    static const struct {
        const char *sfen, *text;
        unsigned column;
    } cases[] = {
        {"7k1/9/4p4/9/4p4/9/9/9/9 b G 1", "gote's 歩 on 5e", 14},
        {"P6k1/9/9/9/9/9/9/9/9 b G 1", "sente's 歩 on 9a", 1},
        {"7k1/9/9/9/9/9/9/9/9 b G 1", NULL, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        KjPosition pos = position_of(cases[i].sfen);
        unsigned square;
        assert_null(kj_position_error_text(&pos, &square));
        g_autofree char *text = kj_position_oddity_text(&pos, &square);
        assert_int_equal(text != NULL, cases[i].text != NULL);
        if (text)
            assert_non_null(strstr(text, cases[i].text));
        if (text)
            assert_int_equal(kj_position_error_column(pos.game, cases[i].sfen, square),
                             cases[i].column);
    }
}

TEST(the_column_of_a_fault_counts_from_the_line)
{
    const KjGame *game = kj_game_find("shogi");
    assert_int_equal(kj_position_error_column(game, "図巧\tP6k1/9/9/9/9/9/9/9/9 b -", 8 * 9), 4);
    assert_int_equal(kj_position_error_column(game, "no board", 0), 0);
}

/* [R8.3] */
TEST(moves_that_end_the_game_have_nothing_after_them)
{
    static const struct {
        const char *game, *text, *after, *goes_on;
    } cases[] = {
        {"ogi", "8/k7/1R6/8/8/8/8/7K w - 1 moves a7b7 b6b7", NULL,
         "move 2 ends the game (king-captured), expected a position in which it goes on"},
        {"dobutsu", "3/l2/1C1/2L w - 1 moves 3b2b 2c2b", NULL, "move 2 ends the game (king-c"},
        {"56shogi", "5/2K2/5/5/5/4k b - 1 moves 3b3a", NULL, "move 1 ends the game (try)"},
        {"56shogi", "5/2K2/5/5/5/4k b - 1 moves 3b3a 1f1e", "move 2 comes after the end (try)",
         "move 2 comes after the end (try), expected none"},
        {"shogi", "7k1/9/6B1R/9/9/9/9/9/9 b G 1 moves G*2b", NULL, "move 1 ends the game (checkm"},
        {"shogi", "7k1/9/6B1R/9/9/9/9/9/9 b G 1 moves G*1b", NULL, NULL},
        {"shogi", "startpos moves 7g7f 3c3d", NULL, NULL},
        {"ogi", "8/k7/1R6/8/8/8/8/7K w - 1 moves a7b7", NULL, NULL}, // it can be taken, no more
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(KjPositionText) text;
        if (!kj_position_text_read(cases[i].text, kj_game_find(cases[i].game), &text, NULL))
            fail_msg("%s", cases[i].text);
        g_autofree char *after = kj_position_over_text(&text, KJ_MAY_END);
        g_autofree char *over = kj_position_over_text(&text, KJ_GOES_ON);
        assert_true(!after == !cases[i].after && !over == !cases[i].goes_on);
        g_autofree char *mated = kj_position_over_text(&text, KJ_MAY_MATE);
        assert_true(!mated == (!over || strstr(over, "checkmate")));
        assert_true(!after || strstr(after, cases[i].after));
        assert_true(!over || strstr(over, cases[i].goes_on));
    }
}

/* With its switch off a try is a move as any other. */
TEST(the_switches_say_what_ends_the_game)
{
    g_auto(KjPositionText) text;
    KjGame game = *kj_game_find("56shogi");
    game.rules.try_rule = KJ_TRY_OFF;
    assert_true(kj_position_text_read("5/2K2/5/5/5/4k b - 1 moves 3b3a 1f1e", &game, &text, NULL));
    assert_null(kj_position_over_text(&text, KJ_GOES_ON));
}

/* docs/rules.md R12.13: the defender gets the rest of the set, unpromoted. */
TEST(the_rest_of_the_set_goes_to_the_defender)
{
    KjPosition pos = position_of(BOARD " b G 1");
    assert_int_equal(kj_unplaced_count(&pos), 35);
    kj_unplaced_give(&pos, KJ_GOTE);
    assert_int_equal(kj_unplaced_count(&pos), 0);
    g_autofree char *text = kj_sfen_write(&pos, 1);
    assert_string_equal(text, BOARD " b Grb3g4s4n4l18p 1");
}

TEST(promoted_pieces_in_a_hand_count_as_pieces_of_the_set)
{
    KjPosition pos = position_of("7k/8/8/8/8/8/8/K7 b 2+R2B2I4S4N4L16P 1");
    assert_int_equal(kj_unplaced_count(&pos), 0);
}

/* ---- pool ---- */

typedef struct {
    unsigned done[100], n_delivered, limit;
    bool in_order;
} Jobs;

static void work(void *data, unsigned job, const atomic_bool *cancel)
{
    (void)cancel;
    Jobs *jobs = data;
    jobs->done[job] = job + 1;
}

static bool deliver(void *data, unsigned job)
{
    Jobs *jobs = data;
    jobs->in_order &= job == jobs->n_delivered && jobs->done[job] == job + 1;
    return ++jobs->n_delivered < jobs->limit;
}

TEST(jobs_are_delivered_in_order)
{
    Jobs jobs = {.in_order = true, .limit = 1000};
    atomic_bool stop = false;
    KjPoolTask task = {.work = work, .deliver = deliver, .data = &jobs};
    assert_true(kj_pool_run(100, 4, &stop, &task, NULL));
    assert_int_equal(jobs.n_delivered, 100);
    assert_true(jobs.in_order);
}

TEST(no_job_is_delivered_after_a_refusal)
{
    Jobs jobs = {.in_order = true, .limit = 3};
    atomic_bool stop = false;
    KjPoolTask task = {.work = work, .deliver = deliver, .data = &jobs};
    assert_true(kj_pool_run(100, 2, &stop, &task, NULL));
    assert_int_equal(jobs.n_delivered, 3);
}

static void wait_for_cancel(void *data, unsigned job, const atomic_bool *cancel)
{
    while (!atomic_load(cancel))
        g_usleep(1000);
    work(data, job, cancel);
}

TEST(a_stop_ends_running_jobs_and_begins_no_more)
{
    Jobs jobs = {.in_order = true, .limit = 1000};
    atomic_bool stop = true;
    KjPoolTask task = {.work = wait_for_cancel, .deliver = deliver, .data = &jobs};
    assert_true(kj_pool_run(100, 2, &stop, &task, NULL));
    assert_true(jobs.n_delivered <= 2);
    assert_true(jobs.in_order);
}
