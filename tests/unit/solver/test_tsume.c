/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conventions of mate problems: the questions of tsume.txt, which says what they mean. */
#include "solver/solver.h"
#include "tests/support/rules/question_file.h"
#include "tests/support/rules/record_text.h"
#include "tests/support/rules/switches.h"

enum {
    MEMORY_MIB = 16,
    NODES = 5000000
}; // no answer comes near, so that a fault of the search ends

/* What the questions are about. */
static KjGame game;
static KjPosition start;
static KjRecord *record;

static void begin(const char *words, const char *sfen)
{
    assert_non_null(switched_game(words, &game));
    start = position_from(&game, sfen);
    kj_record_free(record);
    record = kj_record_new(&start);
}

/* The answer in words. (transfer full) */
static char *answer_of(const KjPosition *root, KjSide attacker, const KjResult *result)
{
    bool mate = result->verdict == KJ_MATE, takes = mate && result->n_line > result->pure_plies;
    if (result->verdict == KJ_UNKNOWN)
        return g_strdup_printf("unknown %s", kj_cause_text(result->cause));
    assert_true(!mate || (result->plies_proved && result->line_complete));
    if (takes)
        assert_int_equal(kj_move_to(result->line[0]), root->king[kj_other(attacker)]);
    GString *text = g_string_new(kj_verdict_text(result->verdict));
    if (mate)
        g_string_append_printf(text, " %u", result->pure_plies);
    if (result->n_line != result->pure_plies)
        g_string_append_printf(text, ", line %u", result->n_line);
    return g_string_free(text, FALSE);
}

/* Solves with options by their words. Likewise. */
static char *solve(char **words)
{
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    KjLimits limits = {.nodes = NODES};
    KjSide attacker = KJ_SENTE;
    for (; *words; words++) {
        if (strcmp(*words, "moves=zugzwang") == 0)
            options.attacker_moves = KJ_CHECKS_OR_ZUGZWANG;
        else if (strcmp(*words, "moves=all") == 0)
            options.attacker_moves = KJ_ALL_MOVES;
        else if (strcmp(*words, "loops=fail") == 0)
            options.loops = KJ_LOOPS_FAIL;
        else if (strcmp(*words, "attacker=gote") == 0)
            attacker = KJ_GOTE;
        else if (g_str_has_prefix(*words, "nodes="))
            limits.nodes = number_of(*words + strlen("nodes="));
        else
            fail_msg("no such option: %s", *words);
    }
    const KjPosition *root = kj_record_position(record);
    const unsigned n = kj_record_plies(record);
    g_autofree KjMove *moves = g_new(KjMove, n + 1);
    for (unsigned i = 0; i < n; i++)
        moves[i] = kj_record_move(record, i);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    g_auto(KjResult) result;
    kj_solver_set_past(solver, &start, moves, n);
    kj_solver_solve(solver, root, attacker, &limits, &result);
    return answer_of(root, attacker, &result);
}

static bool ask(const char *question, const char *text)
{
    g_auto(GStrv) words = g_strsplit(question, " ", -1);
    g_autofree char *answer = NULL;
    if (strcmp(words[0], "past") == 0) {
        play(record, text);
        return true;
    }
    if (strcmp(words[0], "attacker") == 0)
        answer = g_strdup(kj_default_attacker(kj_record_position(record)) ? "gote" : "sente");
    else if (strcmp(words[0], "solve") == 0)
        answer = solve(words + 1);
    else
        fail_msg("no such question: %s", question);
    if (strcmp(answer, text) != 0)
        print_error("is: %s\n", answer);
    return strcmp(answer, text) == 0;
}

TEST(each_question_of_the_file_is_answered_right)
{
    assert_true(question_file("tests/unit/solver/tsume.txt", begin, ask) > 50);
    kj_record_free(record);
}
