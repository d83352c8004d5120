/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind `go`: what they ask and how long a search may take, as a table. */
#include "repl/command/usi_go.h"
#include "tests/support/cmocka.h"

TEST(seconds)
{
    static const struct {
        const char *words;
        double sente, gote; // seconds, 0: without limit
    } rows[] = {
        {"", 0, 0},
        {"infinite", 0, 0},
        {"movetime 1500", 1.5, 1.5},
        {"movetime 1500 byoyomi 3000", 1.5, 1.5},
        {"byoyomi 3000", 3, 3},
        // a twentieth of what is left, or byoyomi if that is more
        {"btime 60000 wtime 120000", 3, 6},
        {"btime 60000 wtime 120000 byoyomi 5000", 5, 6},
        {"btime 0 wtime 20000 byoyomi 10000", 10, 10},
        // and what the move brings
        {"btime 60000 wtime 60000 binc 2000 winc 4000", 5, 7},
        {"btime 0 wtime 0 binc 2000 winc 4000", 2, 4},
        {"btime 60000 wtime 120000 infinite", 0, 0},
        {"ponder btime 60000 wtime 120000", 0, 0},
        {"ponder movetime 1500", 0, 0},
        // a mate has its own time
        {"mate 5000", 5, 5},
        {"mate 0", 0.001, 0.001},
        {"mate infinite", 0, 0},
        {"mate", 0, 0},
        {"mate btime 60000", 0, 0},
        {"mate 5000 movetime 1500", 5, 5},
        {"mate movetime 1500", 1.5, 1.5},
        {"mate 5000 infinite", 0, 0},
        {"matedebug 7g7f 3c3d", 0, 0},
        {"matedebug 7g7f movetime 1500", 1.5, 1.5},
        // what is no number, or none that can be, says nothing
        {"movetime soon", 0, 0},
        {"movetime -5", 0, 0},
        {"movetime 1e15", 0, 0},
        {"movetime", 0, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjUsiWords words;
        kj_usi_words_read(rows[i].words, &words);
        assert_float_equal(kj_usi_words_seconds(&words, KJ_SENTE), rows[i].sente, 1e-6);
        assert_float_equal(kj_usi_words_seconds(&words, KJ_GOTE), rows[i].gote, 1e-6);
        kj_usi_words_clear(&words);
    }
}

TEST(limits_become_stricter)
{
    static const struct {
        const char *words;
        double seconds; // before; 0: none
        uint64_t nodes;
        double then_seconds; // and after the words
        uint64_t then_nodes;
    } rows[] = {
        {"", 0, 0, 0, 0},
        {"", 10, 1000, 10, 1000},
        {"movetime 2000", 0, 0, 2, 0},
        {"movetime 2000", 10, 0, 2, 0},
        {"movetime 20000", 10, 0, 10, 0},
        {"infinite", 10, 1000, 10, 1000},
        {"nodes 500", 0, 0, 0, 500},
        {"nodes 500", 0, 1000, 0, 500},
        {"nodes 5000", 0, 1000, 0, 1000},
        {"nodes 0", 0, 1000, 0, 1000},
        {"nodes 500 movetime 2000", 10, 1000, 2, 500},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjUsiWords words;
        KjLimits limits = {rows[i].seconds, rows[i].nodes, NULL};
        kj_usi_words_read(rows[i].words, &words);
        kj_usi_words_limit(&words, KJ_SENTE, &limits);
        assert_float_equal(limits.seconds, rows[i].then_seconds, 1e-6);
        assert_int_equal(limits.nodes, rows[i].then_nodes);
        kj_usi_words_clear(&words);
    }
}
