/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which hands an attacker is given to see what he needs, and whose pieces they are; what an analyst
 * may spend on questions. */
#include <string.h>

#include "repl/job/phrases.h"
#include "solver/analyse/king.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solver_check.h"
#include "tests/support/works.h"

TEST(hands_that_are_tried)
{
    static const struct {
        const char *position, *hands;
    } rows[] = {
        // the whole set is there: one more of each kind, not two
        {"gle/1c1/1C1/ELG b - 1", "G E C GE GC EC"},
        {"gle/1c1/3/ELG b C 1", "G E C GE GC EC"},
        // a chick is missing, or the defender's: two of them can be given
        {"gle/1c1/3/ELG b c 1", "G E C GE GC EC 2C"},
        {"gle/3/1C1/ELG b - 1", "G E C GE GC EC 2C"},
        {"1l1/3/3/1L1 b - 1", "G E C 2G GE GC 2E EC 2C"},
        // a promoted chick is one of the set
        {"gle/1+c1/1C1/ELG b - 1", "G E C GE GC EC"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjPosition pos = position_of(rows[i].position);
        g_autoptr(GArray) hands = kj_hands_to_give(&pos, KJ_SENTE);
        g_autoptr(GString) all = g_string_new(NULL);
        for (unsigned k = 0; k < hands->len; k++) {
            g_autofree char *text =
                kj_hand_text(pos.game, g_array_index(hands, KjHand, k), KJ_SENTE);
            g_string_append_printf(all, "%s%s", k ? " " : "", text);
        }
        assert_string_equal(all->str, rows[i].hands);
    }
}

TEST(whose_pieces_are_given)
{
    static const struct {
        const char *hands, *more, *after;
    } rows[] = {
        {"-", "2C", "2C"},    {"c", "C", "C"}, // the defender's
        {"c", "2C", "2C"},                     // his one, and one beyond
        {"2c", "2C", "2C"},                    // both of his
        {"c", "G", "Gc"},                      // not his chick
        {"Cc", "C", "2C"},                     // beside what is in hand
        {"gec", "GE", "GEc"},                  // of each kind
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        char text[64];
        g_snprintf(text, sizeof text, "1l1/3/3/1L1 b %s 1", rows[i].hands);
        KjPosition pos = position_of(text);
        g_snprintf(text, sizeof text, "1l1/3/3/1L1 b %s 1", rows[i].more);
        KjHand more = position_of(text).hand[KJ_SENTE];
        g_snprintf(text, sizeof text, "1l1/3/3/1L1 b %s 1", rows[i].after);
        KjPosition after = position_of(text);
        KjPosition given = kj_give_hand(&pos, KJ_SENTE, more);
        assert_true(kj_position_equal(&given, &after));
    }
}

/* Each question has a limit, and all of them together. */
TEST(questions_share_their_limits)
{
    static const struct {
        KjAnalyseLimits limits;
        bool less;         // a question of which there are many may take a tenth
        uint64_t nodes[4]; // that the first questions take
    } rows[] = {
        {{.question_nodes = 100, .nodes = 250}, false, {100, 100, 50, 0}},
        {{.question_nodes = 100}, false, {100, 100, 100, 100}},
        {{.nodes = 250}, false, {250, 0, 0, 0}},
        {{.question_nodes = 100, .nodes = 1000}, true, {10, 10, 10, 10}},
        {{.question_nodes = 5, .nodes = 1000}, true, {1, 1, 1, 1}},
    };
    // zuko-100, a mate that takes 400,000 nodes
    KjPosition pos = position_of(
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1");
    KjSolverOptions options = solver_check_options(8);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(KjAnalyst) a = kj_analyst_new(&options, NULL);
        uint64_t sum = 0;
        kj_analyst_begin(a, &rows[i].limits);
        for (size_t k = 0; k < G_N_ELEMENTS(rows[i].nodes); k++) {
            KjAnswer answer;
            if (rows[i].less)
                kj_analyst_ask_less(a, &pos, KJ_SENTE, &answer);
            else
                kj_analyst_ask(a, &pos, KJ_SENTE, NULL, &answer);
            sum += rows[i].nodes[k];
            assert_int_equal(answer.verdict, KJ_UNKNOWN);
            assert_int_equal(answer.cause, KJ_CAUSE_NODES);
            assert_int_equal(answer.nodes, rows[i].nodes[k]);
            assert_int_equal(kj_analyst_nodes(a), sum);
        }
    }
}
