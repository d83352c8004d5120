/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of USI: what is told of them is what holds, so that GUIs may send every default back. */
#include <string.h>

#include "repl/cli/commands.h"
#include "repl/command/usi_options.h"
#include "repl/job/solve_job.h"
#include "tests/support/cmocka.h"

static KjUsiOwn own = {.multi_pv = 1};

static void set(KjValues *values, const char *words)
{
    g_autoptr(GError) error = NULL;
    if (!kj_usi_option_set(values, &own, words, &error))
        fail_msg("%s: %s", words, error->message);
}

/* "name N value V" out of "option name N type T default V ...". */
static char *default_of(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    assert_true(g_strv_length(words) >= 7);
    assert_string_equal(words[1], "name");
    assert_string_equal(words[5], "default");
    return g_strdup_printf("name %s value %s", words[2], words[6]);
}

/* Values with the settings, after a GUI has sent all defaults it was told at first, but for what is
 * set. */
static KjValues *echoed(const char *const *settings)
{
    KjValues *values = kj_values_new();
    g_auto(GStrv) lines = kj_usi_options(values, &own);
    for (char **line = lines; *line; line++) {
        g_autofree char *words = default_of(*line);
        set(values, words);
    }
    for (; *settings; settings++)
        set(values, *settings);
    return values;
}

static KjValues *plain(const char *const *settings)
{
    KjValues *values = kj_values_new();
    for (; *settings; settings++)
        set(values, *settings);
    return values;
}

static KjSolveRequest request_of(KjValues *values)
{
    KjCall call = {.values = values};
    KjSolveRequest request;
    kj_solve_request(call.values, 1, &request);
    return request;
}

static void assert_same_search(const KjSolveRequest *a, const KjSolveRequest *b)
{
    assert_int_equal(a->solver.attacker_moves, b->solver.attacker_moves);
    assert_int_equal(a->solver.loops, b->solver.loops);
    assert_int_equal(a->solver.interpositions, b->solver.interpositions);
    assert_int_equal(a->solver.tolerance, b->solver.tolerance);
    assert_int_equal(a->solver.memory_mib, b->solver.memory_mib);
    assert_true(a->solver.shortening_factor == b->solver.shortening_factor);
    assert_int_equal(a->solver.shortening_base, b->solver.shortening_base);
    assert_true(a->limits.seconds == b->limits.seconds);
    assert_int_equal(a->limits.nodes, b->limits.nodes);
    assert_int_equal(a->rules.excess, b->rules.excess);
    assert_int_equal(a->rules.interpositions, b->rules.interpositions);
    assert_string_equal(a->profile, b->profile);
}

static void assert_same_rules(const KjValues *a, const KjValues *b)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        KjRules of_a = kj_game_at(i)->rules, of_b = of_a;
        kj_rules_apply(a, &of_a);
        kj_rules_apply(b, &of_b);
        for (const KjOption *option = NULL; (option = kj_option_next(option));) {
            if (!(option->groups & KJ_OPTIONS_RULES))
                continue;
            g_autofree char *text_a = kj_rule_text(&of_a, option->id);
            g_autofree char *text_b = kj_rule_text(&of_b, option->id);
            assert_string_equal(text_a, text_b);
        }
    }
}

static void assert_echo_changes_nothing(const char *const *settings)
{
    g_autoptr(KjValues) a = plain(settings);
    g_autoptr(KjValues) b = echoed(settings);
    KjSolveRequest of_a = request_of(a), of_b = request_of(b);
    assert_same_search(&of_a, &of_b);
    assert_same_rules(a, b);
    assert_ptr_equal(a->value[KJ_OPT(VARIANT)].text, NULL);
    assert_ptr_equal(b->value[KJ_OPT(VARIANT)].text, NULL);
}

TEST(defaults_sent_back_change_nothing)
{
    static const char *const nothing[] = {NULL};
    static const char *const limited[] = {"name Time value 5", NULL};
    static const char *const counted[] = {"name Nodes value 1000", "name ChecksOnly value no",
                                          NULL};
    assert_echo_changes_nothing(nothing);
    assert_echo_changes_nothing(limited);
    assert_echo_changes_nothing(counted);
    for (size_t i = 0; i < kj_profile_count(); i++) {
        g_autofree char *profile = g_strdup_printf("name Profile value %s", kj_profile_at(i)->name);
        const char *const settings[] = {profile, NULL};
        assert_echo_changes_nothing(settings);
    }
}

TEST(values_in_force_read_back_as_themselves)
{
    static const char *const settings[] = {
        "name Time value 0.1",           "name Nodes value 123456789012",
        "name Shorten value 2.5",        "name Interpositions value wide",
        "name Repetition value exact",   "name Try value on",
        "name CompleteHands value true", "name USI_Hash value 7",
        "name Stalemate value draw",     NULL};
    g_autoptr(KjValues) values = plain(settings);
    g_auto(GStrv) lines = kj_usi_options(values, &own);
    g_autoptr(KjValues) again = kj_values_new();
    for (char **line = lines; *line; line++) {
        g_autofree char *words = default_of(*line);
        set(again, words);
    }
    KjSolveRequest a = request_of(values), b = request_of(again);
    assert_same_search(&a, &b);
    assert_same_rules(values, again);
    assert_true(again->value[KJ_OPT(COMPLETE_HANDS)].flag);
}

TEST(what_was_chosen_can_be_left_open_again)
{
    static const char *const settings[] = {"name Interpositions value count",
                                           "name Interpositions value profile",
                                           "name Repetition value exact",
                                           "name Repetition value game",
                                           "name VariationExcess value ignore",
                                           "name VariationExcess value profile",
                                           "name Shorten value 0",
                                           "name Shorten value auto",
                                           "name Try value off",
                                           "name Try value game",
                                           "name Language value ja",
                                           "name Language value auto",
                                           NULL};
    static const char *const nothing[] = {NULL};
    g_autoptr(KjValues) a = plain(settings);
    g_autoptr(KjValues) b = plain(nothing);
    KjSolveRequest of_a = request_of(a), of_b = request_of(b);
    assert_same_search(&of_a, &of_b);
    assert_same_rules(a, b);
    assert_false(a->value[KJ_OPT(LANG)].set);
}

/* A choice without a default in the table is decided elsewhere, and needs a word that says so. */
TEST(every_default_offered_is_a_value_that_is_taken)
{
    g_autoptr(KjValues) values = kj_values_new();
    g_auto(GStrv) lines = kj_usi_options(values, &own);
    for (char **line = lines; *line; line++) {
        g_autofree char *words = default_of(*line);
        g_autofree char *var = g_strdup_printf(" var %s ", strrchr(words, ' ') + 1);
        g_autofree char *padded = g_strconcat(*line, " ", NULL);
        if (strstr(*line, " type combo "))
            assert_non_null(strstr(padded, var));
        for (unsigned i = 0; i < KJ_OPTION_IDS; i++)
            values->value[i].set = false;
        set(values, words);
        for (const KjOption *option = NULL; (option = kj_option_next(option));) {
            bool same = option->id == KJ_OPT(THREADS); // all cores, chosen or not
            if (values->value[option->id].set && !option->default_text && !same)
                fail_msg("%s: the default is taken for a choice", words);
        }
    }
}
