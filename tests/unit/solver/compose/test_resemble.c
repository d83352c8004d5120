/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes two works alike, and what not quite, as tables. */
#include "core/notation/usi.h"
#include "solver/compose/resemble.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

TEST(three_in_five_stand_alike)
{
    static const struct {
        unsigned shared, pieces;
        bool alike;
    } rows[] = {
        {0, 0, false}, {2, 2, false}, // too few to tell
        {3, 3, true},  {3, 5, true},  {3, 6, false}, {4, 6, true},   {4, 7, false},
        {5, 8, true},  {5, 9, false}, {6, 10, true}, {5, 10, false}, {12, 20, true},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        assert_int_equal(kj_shared_resemble(rows[i].shared, rows[i].pieces), rows[i].alike);
}

TEST(diagrams)
{
    static const struct {
        const char *a, *b;
        bool alike;
    } rows[] = {
        // of five pieces three, then two
        {"4k4/9/3GSN3/9/4L1P2/9/9/9/9 b - 1", "4k4/9/3GSN3/9/9/9/9/4P1L2/9 b - 1", true},
        {"4k4/9/3GSN3/9/4L1P2/9/9/9/9 b - 1", "4k4/9/3GS4/9/9/9/5N3/4P1L2/9 b - 1", false},
        // the fuller board counts
        {"4k4/9/3GSN3/9/9/9/9/9/9 b - 1", "4k4/9/3GSN3/9/4L1P2/9/9/9/9 b - 1", true},
        {"4k4/9/3GSN3/9/9/9/9/9/9 b - 1", "4k4/9/3GSN3/9/4LPP2/9/9/9/9 b - 1", false},
        // as seen from the king, and mirrored
        {"4k4/9/3GSN3/9/9/9/9/9/9 b - 1", "9/5k3/9/4GSN2/9/9/9/9/9 b - 1", true},
        {"4k4/9/3GSN3/9/9/9/9/9/9 b - 1", "9/5k3/9/4NSG2/9/9/9/9/9 b - 1", true},
        // on the board, with the king elsewhere
        {"4k4/9/3GSN3/9/9/9/9/9/9 b - 1", "8k/9/3GSN3/9/9/9/9/9/9 b - 1", true},
        // kings do not count
        {"4k4/9/3GS4/9/9/9/9/9/4K4 b - 1", "4k4/9/3GS4/9/9/9/9/9/4K4 b - 1", false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjPosition a = position_of(rows[i].a), b = position_of(rows[i].b);
        assert_int_equal(kj_diagrams_resemble(&a, &b, KJ_SENTE), rows[i].alike);
        assert_int_equal(kj_diagrams_resemble(&b, &a, KJ_SENTE), rows[i].alike);
    }
}

/* A work with so many of a row of drops as its line; what is dropped does not matter here. */
static KjMade work(const char *board, const char *line)
{
    g_autofree char *text = g_strdup_printf("%s b 9P9p 1", board);
    KjMade made = {.position = position_of(text)};
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    for (char **word = words; *word; word++)
        assert_true(kj_usi_move_read_bare(made.position.game, *word, &made.line[made.n_line++]));
    return made;
}

TEST(lines_and_mates)
{
    static const char gold[] = "4k4/4g4/9/9/9/9/9/9/9", silver[] = "4k4/4s4/9/9/9/9/9/9/9";
    static const char shifted[] = "9/5k3/5s3/9/9/9/9/9/9";
    static const char near[] = "4k4/9/4g4/9/9/9/9/9/9", far[] = "4k4/9/9/4g4/9/9/9/9/9";
    static const char seven[] = "P*5g P*4g P*3g P*2g P*1g P*1h P*2h";
    static const char five[] = "P*5g P*4g P*3g P*2g P*1g";
    static const struct {
        const char *a, *line, *b, *other;
        bool alike;
    } rows[] = {
        {gold, five, silver, five, true},
        {gold, five, silver, "P*5g P*4g P*3g P*2g P*9i", true}, // with one exception
        {gold, five, silver, "P*5g P*4g P*3g P*8i P*9i", false},
        {gold, seven, silver, "P*5g P*4g P*3g P*2g P*1g P*8i P*9i", false},
        {gold, five, silver, "P*5g P*6g P*7g P*8g P*9g", true},               // mirrored
        {gold, "P*5g P*4g P*3g P*2g", shifted, "P*4h P*3h P*2h P*1h", false}, // too short
        {gold, "P*5g P*4g P*3g P*4h P*5h", shifted, "P*4h P*3h P*2h P*3i P*4i", true},
        {gold, five, silver, "P*5g P*4g P*3g P*2g P*1g P*1h", false}, // of another length
        // mates that look the same within two squares of the king
        {gold, "P*5g", gold, "P*9i", true},
        {gold, "P*5g", silver, "P*9i", false},
        {near, "P*5g", "4k4/9/9/9/9/9/9/9/9", "P*9i", false},
        {far, "P*5g", "4k4/9/9/9/9/9/9/9/9", "P*9i", true},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjMade a = work(rows[i].a, rows[i].line), b = work(rows[i].b, rows[i].other);
        assert_int_equal(kj_works_resemble(&a, &b, KJ_SENTE), rows[i].alike);
        assert_int_equal(kj_works_resemble(&b, &a, KJ_SENTE), rows[i].alike);
    }
}
