/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which hands an attacker is given to see what he needs, and whose pieces they are. */
#include <string.h>

#include "core/format/position_text.h"
#include "repl/job/text.h"
#include "solver/analyse/king.h"
#include "tests/support/cmocka.h"

static KjPosition read_position(const char *text)
{
    KjPositionText read;
    assert_true(kj_position_text_read(text, NULL, &read, NULL));
    KjPosition pos = read.start;
    kj_position_text_clear(&read);
    return pos;
}

static void test_hands_that_are_tried(void **state)
{
    (void)state;
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
        KjPosition pos = read_position(rows[i].position);
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

static void test_whose_pieces_are_given(void **state)
{
    (void)state;
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
        KjPosition given;
        g_snprintf(text, sizeof text, "1l1/3/3/1L1 b %s 1", rows[i].hands);
        KjPosition pos = read_position(text);
        g_snprintf(text, sizeof text, "1l1/3/3/1L1 b %s 1", rows[i].more);
        KjHand more = read_position(text).hand[KJ_SENTE];
        g_snprintf(text, sizeof text, "1l1/3/3/1L1 b %s 1", rows[i].after);
        KjPosition after = read_position(text);
        kj_give_hand(&pos, KJ_SENTE, more, &given);
        assert_true(kj_position_equal(&given, &after));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands_that_are_tried),
        cmocka_unit_test(test_whose_pieces_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
