/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as data: rows that make sense, and values parsed out of words. */
#include <string.h>
#include <unistd.h>

#include "core/rules/game.h"
#include "repl/job/options.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"

enum { SEARCH = KJ_OPTIONS_COMMON | KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES };

/* Parses words apart by blanks; the caller frees both results. */
static bool parse(const char *line, KjValues **out_values, char ***out_rest, GError **error)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    *out_values = kj_values_new();
    *out_rest = NULL;
    return kj_options_parse(SEARCH, words, *out_values, out_rest, error);
}

TEST(every_row_is_fit_to_be_shown)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        assert_ptr_equal(kj_option_at(option->id), option);
        assert_true(*option->help && !g_str_has_suffix(option->help, "."));
        assert_int_equal(option->choices != NULL, option->kind == KJ_OPTION_CHOICE);
        assert_int_equal(option->unit != NULL, option->kind != KJ_OPTION_FLAG);
        uint64_t groups = option->groups & ~((uint64_t)KJ_OPTIONS_WRITTEN | KJ_OPTIONS_NEGATABLE);
        assert_true(groups);
        assert_ptr_equal(kj_option_find_in(groups, option->name), option);
        // a letter is one name, whatever the command
        for (const KjOption *other = NULL; (other = kj_option_next(other));)
            assert_true(!option->letter || option->letter != other->letter ||
                        strcmp(option->name, other->name) == 0);
        g_auto(GStrv) choices = g_strsplit(option->choices ? option->choices : "", "|", -1);
        g_auto(GStrv) endings = g_strsplit(option->endings ? option->endings : "", "|", -1);
        assert_true(!option->endings || option->groups & KJ_OPTIONS_WRITTEN ||
                    g_strv_length(choices) == g_strv_length(endings));
    }
}

TEST(the_profiles_are_the_choices_of_their_option)
{
    const KjOption *option = kj_option_at(KJ_OPT(PROFILE));
    for (unsigned i = 0; i < kj_profile_count(); i++) {
        g_autofree char *word = kj_option_choice_text(option, i);
        assert_string_equal(word, kj_profile_at(i)->name);
    }
    g_autofree char *beyond = kj_option_choice_text(option, (unsigned)kj_profile_count());
    assert_string_equal(beyond, "");
}

TEST(defaults_are_in_force_and_not_set)
{
    g_autoptr(KjValues) values = kj_values_new();
    assert_int_equal(values->value[KJ_OPT(MEMORY)].integer, 1024);
    assert_int_equal(values->value[KJ_OPT(THREADS)].integer, 0); // see kj_cores_plan
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        assert_false(values->value[option->id].set);
}

TEST(values_come_in_every_form)
{
    g_autoptr(KjValues) values = NULL;
    g_auto(GStrv) rest = NULL;
    assert_true(parse("a --time=2.5 -n 7 --no-progress - --rules try=on_unless_mated -- -b",
                      &values, &rest, NULL));
    assert_true(values->value[KJ_OPT(TIME)].real == 2.5);
    assert_int_equal(values->value[KJ_OPT(NODES)].integer, 7);
    assert_true(values->value[KJ_OPT(PROGRESS)].set && !values->value[KJ_OPT(PROGRESS)].flag);
    assert_int_equal(values->value[KJ_OPT(TRY)].choice, KJ_TRY_ON_UNLESS_MATED);
    g_autofree char *left = g_strjoinv(" ", rest);
    assert_string_equal(left, "a - -b");
}

TEST(lists_of_names_and_values_add_up)
{
    g_autoptr(KjValues) values = kj_values_new();
    g_auto(GStrv) rest = NULL;
    g_auto(GStrv) words = g_strsplit("--rules=try=on,stalemate=draw --rules repetition=exact "
                                     "--profile interpositions=wide,classic,order=note "
                                     "--profile late=none --draw coordinates=no,size=99",
                                     " ", -1);
    assert_true(
        kj_options_parse(SEARCH | KJ_OPTIONS_CHECK | KJ_OPTIONS_PICTURE | KJ_OPTIONS_DIAGRAM, words,
                         values, &rest, NULL));
    const KjValue *value = values->value;
    assert_int_equal(value[KJ_OPT(TRY)].choice, KJ_TRY_ON);
    assert_int_equal(value[KJ_OPT(STALEMATE)].choice, KJ_STALEMATE_DRAW);
    assert_true(value[KJ_OPT(REPETITION)].set);
    assert_true(value[KJ_OPT(INTERPOSITIONS)].set && value[KJ_OPT(PROFILE)].set);
    assert_string_equal(value[KJ_OPT(WEIGH)].text, "order=note,late=none");
    assert_true(value[KJ_OPT(COORDINATES)].set && !value[KJ_OPT(COORDINATES)].flag);
    assert_int_equal(value[KJ_OPT(SIZE)].integer, 99);
}

TEST(names_are_spelled_whole)
{
    g_autoptr(KjValues) values = NULL;
    g_auto(GStrv) rest = NULL;
    assert_true(parse("--time 3 --nodes=7 --no-progress -- --tim", &values, &rest, NULL));
    assert_true(values->value[KJ_OPT(TIME)].real == 3);
    assert_int_equal(values->value[KJ_OPT(NODES)].integer, 7);
    assert_true(values->value[KJ_OPT(PROGRESS)].set && !values->value[KJ_OPT(PROGRESS)].flag);
    assert_string_equal(rest[0], "--tim"); // after --
    char output[] = "--output", value[] = "--tim", *words[] = {output, value, NULL};
    g_autoptr(KjValues) written = kj_values_new();
    g_auto(GStrv) none = NULL;
    assert_true(kj_options_parse(KJ_OPTIONS_CONVERT, words, written, &none, NULL));
    assert_string_equal(written->value[KJ_OPT(OUTPUT)].text, "--tim");
    assert_null(none[0]);
}

TEST(a_second_call_keeps_nothing_of_the_first)
{
    g_autoptr(KjValues) first = NULL, second = NULL;
    g_auto(GStrv) rest_of_first = NULL, rest_of_second = NULL;
    assert_true(parse("--time 9 x", &first, &rest_of_first, NULL));
    assert_true(parse("y", &second, &rest_of_second, NULL));
    assert_true(second->value[KJ_OPT(TIME)].real == 0);
    assert_int_equal(g_strv_length(rest_of_second), 1);
}

TEST(memory_may_be_a_part_of_the_machines)
{
    g_autoptr(KjValues) half = NULL, little = NULL;
    g_auto(GStrv) rest = NULL, other_rest = NULL;
    int64_t all = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGE_SIZE) >> 20;
    assert_true(parse("--memory 50% x", &half, &rest, NULL));
    assert_in_range(half->value[KJ_OPT(MEMORY)].integer, all / 2 - 1, all / 2 + 1);
    assert_true(parse("--memory 0.000001%", &little, &other_rest, NULL));
    assert_int_equal(little->value[KJ_OPT(MEMORY)].integer, 1);
}

TEST(limits_take_units)
{
    static const struct {
        const char *line;
        double seconds;
        int64_t nodes;
        int64_t memory;
    } rows[] = {
        {"--time=90 --nodes=50000 --memory=512", 90, 50000, 512},
        {"--time=5m --nodes=20k --memory=512M", 300, 20000, 512},
        {"--time=0.5h --nodes=1.5M", 1800, 1500000, 1024},
        {"--time=2s --nodes=7n --memory=2G", 2, 7, 2048},
        {"--time=1e3 --nodes=1e5 --memory=1.5G", 1000, 100000, 1536},
        {"--time=0 --nodes=2Gn", 0, 2000000000, 1024},
        {"--nodes=9000000000000000000", 0, 9000000000000000000, 1024},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(KjValues) values = NULL;
        g_auto(GStrv) rest = NULL;
        assert_true(parse(rows[i].line, &values, &rest, &error));
        assert_true(values->value[KJ_OPT(TIME)].real == rows[i].seconds);
        assert_true(values->value[KJ_OPT(NODES)].integer == rows[i].nodes);
        assert_true(values->value[KJ_OPT(MEMORY)].integer == rows[i].memory);
    }
}

TEST(rules_are_compared_by_their_switches)
{
    KjRules one, other;
    memset(&one, 0x55, sizeof one); // gaps between the switches too
    memset(&other, 0xaa, sizeof other);
    const KjRules *rules = &kj_game_at(0)->rules;
#define COPY(field) one.field = other.field = rules->field
    COPY(try_rule), COPY(stalemate), COPY(mutual_perpetual), COPY(declaration), COPY(same_move);
    COPY(perpetual_is_drop_mate), COPY(drop_stalemate_illegal), COPY(lion_safe_only);
    COPY(elephant_to_hand), COPY(no_drops);
    assert_true(kj_rules_equal(&one, &other));
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!(option->groups & KJ_OPTIONS_RULES))
            continue;
        g_autoptr(KjValues) values = kj_values_new();
        g_autofree char *was = kj_rule_text(rules, option->id);
        g_auto(GStrv) choices = g_strsplit(option->choices, "|", -1);
        kj_value_set(values, option, choices[strcmp(choices[0], was) == 0], NULL);
        KjRules changed = *rules;
        kj_rules_apply(values, &changed);
        assert_false(kj_rules_equal(&changed, rules));
    }
}

TEST(rule_switches_reach_the_rules)
{
    g_autoptr(KjValues) values = NULL;
    g_auto(GStrv) rest = NULL;
    KjRules rules = kj_game_at(0)->rules, before = rules;
    assert_true(
        parse("--rules declaration=24 --rules king-en-prise=refused", &values, &rest, NULL));
    kj_rules_apply(values, &rules);
    assert_int_equal(rules.declaration, KJ_DECLARE_24);
    assert_true(rules.lion_safe_only);
    assert_int_equal(rules.try_rule, before.try_rule);
}

TEST(every_rule_switch_reads_back_as_written)
{
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!(option->groups & KJ_OPTIONS_RULES))
            continue;
        g_auto(GStrv) choices = g_strsplit(option->choices, "|", -1);
        for (char **choice = choices; *choice; choice++) {
            g_autoptr(KjValues) values = kj_values_new();
            KjRules rules = kj_game_at(0)->rules;
            assert_true(kj_value_set(values, option, *choice, NULL));
            kj_rules_apply(values, &rules);
            g_autofree char *text = kj_rule_text(&rules, option->id);
            assert_string_equal(text, *choice);
        }
    }
}
