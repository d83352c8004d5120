/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What weighs how much under which profile, and what verdict that makes. */
#include <string.h>

#include "solver/check/check.h"
#include "tests/support/cmocka.h"

static const KjProfile *profile(const char *name)
{
    for (size_t i = 0; i < kj_profile_count(); i++)
        if (strcmp(kj_profile_at(i)->name, name) == 0)
            return kj_profile_at(i);
    fail_msg("no profile %s", name);
    return NULL;
}

/* ---- the page ---- */

static const char *word(KjSeverity severity)
{
    static const char *const words[] = {"–", "note", "blemish", "defect"};
    return words[severity];
}

static void assert_on_page(const char *page, const GString *row)
{
    if (!strstr(page, row->str))
        fail_msg("docs/check.md has no row%s", row->str);
}

TEST(the_manual_page_has_the_weights)
{
    static const struct {
        const char *name;
        KjClass class;
    } rows[] = {
        {"`order`", KJ_CLASS_ORDER},
        {"`detour`", KJ_CLASS_DETOUR},
        {"`mirror`", KJ_CLASS_MIRROR},
        {"`same`", KJ_CLASS_SAME},
        {"`same-last`", KJ_CLASS_SAME_LAST},
        {"`choice`, `promotion`", KJ_CLASS_CHOICE},
        {"`choice`, `promotion`", KJ_CLASS_PROMOTION},
    };
    static const char several[] = "`early` `equal` `late` `rejoin` `escape` `not-main`";
    static const KjClass always[] = {KJ_CLASS_EARLY,  KJ_CLASS_EQUAL,  KJ_CLASS_LATE,
                                     KJ_CLASS_REJOIN, KJ_CLASS_ESCAPE, KJ_CLASS_NOT_MAIN};
    static const struct {
        const char *name;
        KjFault fault;
    } faults[] = {{"`useless`", KJ_FAULT_USELESS}, {"`leftover` of the whole", KJ_FAULT_LEFTOVER}};
    g_autofree char *page = NULL;
    assert_true(g_file_get_contents("docs/check.md", &page, NULL, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(rows) + G_N_ELEMENTS(always); i++) {
        bool single = i < G_N_ELEMENTS(rows);
        KjClass class = single ? rows[i].class : always[i - G_N_ELEMENTS(rows)];
        g_autoptr(GString) row = g_string_new(NULL);
        g_string_append_printf(row, "\n| %s |", single ? rows[i].name : several);
        for (size_t p = 0; p < kj_profile_count(); p++)
            g_string_append_printf(row, " %s |", word(kj_profile_at(p)->move[class]));
        assert_on_page(page, row);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autoptr(GString) row = g_string_new(NULL);
        g_string_append_printf(row, "\n| %s |", faults[i].name);
        for (size_t p = 0; p < kj_profile_count(); p++)
            g_string_append_printf(row, " %s |", word(kj_profile_at(p)->fault[faults[i].fault]));
        assert_on_page(page, row);
    }
}

/* ---- single moves ---- */

/* A report of a sound work of some plies with one move beside the line, at a node from which the
 * line takes `left` plies and the move `takes`. */
static KjWork judge(const KjProfile *profile, KjClass class, unsigned plies, unsigned left,
                    unsigned takes, unsigned out[2])
{
    KjAlternative alt = {.class = class, .verdict = KJ_MATE, .plies = takes};
    KjCheckNode node = {.ply = plies - left,
                        .plies = left,
                        .attacks = (plies - left) % 2 == 0,
                        .move = 1,
                        .alternatives = g_array_new(FALSE, FALSE, sizeof alt)};
    g_array_append_val(node.alternatives, alt);
    KjReport report = {.profile = profile,
                       .mate = KJ_MATE,
                       .plies = plies,
                       .n_line = plies,
                       .nodes = g_array_new(FALSE, FALSE, sizeof node),
                       .findings = g_array_new(FALSE, FALSE, sizeof(KjFinding))};
    g_array_append_val(report.nodes, node);
    KjWork work = kj_report_judge(&report, profile, out);
    g_array_unref(node.alternatives);
    g_array_unref(report.nodes);
    g_array_unref(report.findings);
    return work;
}

TEST(single_moves)
{
    enum { S = KJ_WORK_SOUND, B = KJ_WORK_BLEMISHED, U = KJ_WORK_UNSOUND, O = KJ_WORK_UNKNOWN };
    static const char *const names[] = {"modern", "app", "classic", "strict", "bare"};
    static const struct {
        KjClass class;
        unsigned plies, left, takes;
        int work[G_N_ELEMENTS(names)]; // KjWork
    } rows[] = {
        {KJ_CLASS_FAILS, 5, 5, 0, {S, S, S, S, S}},
        {KJ_CLASS_UNKNOWN, 5, 5, 0, {O, O, O, O, O}},
        {KJ_CLASS_EARLY, 5, 5, 3, {U, U, U, U, U}},
        {KJ_CLASS_EQUAL, 5, 5, 5, {U, U, U, U, U}},
        {KJ_CLASS_ORDER, 5, 5, 5, {U, U, B, U, U}},
        {KJ_CLASS_CHOICE, 5, 3, 3, {B, S, S, U, U}},
        {KJ_CLASS_PROMOTION, 5, 3, 3, {B, S, S, U, U}},
        {KJ_CLASS_DETOUR, 5, 3, 5, {B, S, S, U, U}},
        {KJ_CLASS_MIRROR, 5, 5, 5, {S, S, S, B, U}},
        // a mate in one, and the last ply of a longer work
        {KJ_CLASS_LAST, 1, 1, 1, {S, U, S, U, U}},
        {KJ_CLASS_LAST, 5, 1, 1, {S, S, S, U, U}},
        // a longer mate at the last ply, and before
        {KJ_CLASS_LATE, 5, 1, 3, {S, S, S, U, U}},
        {KJ_CLASS_LATE, 1, 1, 3, {S, S, S, U, U}},
        {KJ_CLASS_LATE, 5, 3, 5, {U, U, U, U, U}},
        // longer variations by so many plies
        {KJ_CLASS_LONGER, 5, 4, 6, {U, B, B, U, S}},
        {KJ_CLASS_LONGER, 5, 4, 8, {U, U, B, U, S}},
        {KJ_CLASS_LONGER, 5, 4, 10, {U, U, U, U, S}},
        {KJ_CLASS_SHORTER, 5, 4, 2, {S, S, S, S, S}},
        {KJ_CLASS_LEFTOVER, 5, 4, 4, {S, S, S, S, S}},
        {KJ_CLASS_SAME, 5, 4, 4, {B, B, S, U, S}},
        {KJ_CLASS_SAME_LAST, 5, 2, 2, {S, S, S, B, S}},
        {KJ_CLASS_NOT_MAIN, 5, 4, 6, {U, U, U, U, U}},
        {KJ_CLASS_ESCAPE, 5, 4, 0, {U, U, U, U, U}},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (size_t p = 0; p < G_N_ELEMENTS(names); p++) {
            unsigned n[2];
            KjWork work = judge(profile(names[p]), rows[i].class, rows[i].plies, rows[i].left,
                                rows[i].takes, n);
            if ((int)work != rows[i].work[p])
                fail_msg("%s under %s, row %zu: %s", kj_class_code(rows[i].class), names[p], i,
                         kj_work_text(work));
            assert_int_equal(n[0], work == KJ_WORK_UNSOUND);
            assert_int_equal(n[1], work == KJ_WORK_BLEMISHED);
        }
    }
}

/* A piece of which it is open whether it is needed keeps open what it may be. */
TEST(open_pieces)
{
    static const struct {
        const char *profile;
        KjWork open; // with such a piece
    } rows[] = {{"modern", KJ_WORK_SOUND},
                {"app", KJ_WORK_UNKNOWN},
                {"classic", KJ_WORK_SOUND},
                {"strict", KJ_WORK_UNKNOWN},
                {"bare", KJ_WORK_SOUND}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (KjTri tri = KJ_NO; tri <= KJ_OPEN; tri++) {
            KjSpare spare = {.sound = tri};
            KjReport report = {.mate = KJ_MATE,
                               .n_line = 1,
                               .nodes = g_array_new(FALSE, FALSE, sizeof(KjCheckNode)),
                               .findings = g_array_new(FALSE, FALSE, sizeof(KjFinding)),
                               .spares = g_array_new(FALSE, FALSE, sizeof spare)};
            g_array_append_val(report.spares, spare);
            assert_int_equal(kj_report_judge(&report, profile(rows[i].profile), NULL),
                             tri == KJ_OPEN ? rows[i].open : KJ_WORK_SOUND);
            g_array_unref(report.nodes);
            g_array_unref(report.findings);
            g_array_unref(report.spares);
        }
    }
}

/* ---- what larger limits would say ---- */

TEST(settled_reports)
{
    static const KjLimits limits = {10, 1000, NULL};
    static const struct {
        KjWork verdict;
        KjTri spare; // whether a piece is useless
        uint64_t searched;
        double seconds;
        bool settled;
    } rows[] = {
        {KJ_WORK_SOUND, KJ_YES, 1000, 10, true},   {KJ_WORK_UNSOUND, KJ_NO, 1000, 10, true},
        {KJ_WORK_BLEMISHED, KJ_NO, 10, 1, true},   {KJ_WORK_UNKNOWN, KJ_NO, 10, 1, false},
        {KJ_WORK_UNKNOWN, KJ_NO, 1000, 10, false}, {KJ_WORK_SOUND, KJ_OPEN, 10, 1, true},
        {KJ_WORK_SOUND, KJ_OPEN, 1000, 1, false},  {KJ_WORK_SOUND, KJ_OPEN, 10, 10, false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjSpare spare = {.sound = rows[i].spare};
        KjReport report = {.verdict = rows[i].verdict,
                           .searched = rows[i].searched,
                           .seconds = rows[i].seconds,
                           .spares = g_array_new(FALSE, FALSE, sizeof spare)};
        g_array_append_val(report.spares, spare);
        assert_int_equal(kj_report_settled(&report, &limits), rows[i].settled);
        if (rows[i].verdict != KJ_WORK_UNKNOWN) // no limit was reached
            assert_true(kj_report_settled(&report, &(KjLimits){0}));
        g_array_unref(report.spares);
    }
}
