/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks libkanju, as installed, what its header promises; run by library.t. Prints "ok ..."
 * lines. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <kanju.h>

static int failures;

static void holds(int good, const char *what)
{
    printf("%s %s\n", good ? "ok" : "not ok", what);
    failures += !good;
}

static const char one[] = "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1";
static const char hard[] = "4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1";

static kanju_problems *parse(const char *text)
{
    return kanju_parse(text, strlen(text), NULL, NULL);
}

static void check_problems(void)
{
    char *error = NULL;
    holds(kanju_parse(one, strlen(one), "chess", &error) == NULL && error != NULL,
          "an unknown game is an error");
    kanju_free(error);
    holds(kanju_parse(one, strlen(one), "chess", NULL) == NULL, "errors need not be taken");
    kanju_problems *problems =
        parse("first\tlnsgk4/9/9/9/9/9/9/9/4K4 b - 1\t7\nx\nk^7/8/1K^6/8/8/8/8/8 +P/ O/o");
    holds(kanju_problems_count(problems) == 3, "a text has several problems");
    holds(strcmp(kanju_problem_id(problems, 0), "first") == 0 &&
              kanju_problem_plies(problems, 0) == 7 &&
              strcmp(kanju_problem_game(problems, 0), "shogi") == 0,
          "a problem has an id, a length and a game");
    holds(strcmp(kanju_problem_position(problems, 0), "lnsgk4/9/9/9/9/9/9/9/4K4 b - 1") == 0,
          "and a position");
    holds(kanju_problem_error(problems, 0) == NULL && kanju_problem_error(problems, 1) != NULL &&
              kanju_problem_position(problems, 1) == NULL,
          "one that cannot be read has an error");
    holds(strcmp(kanju_problem_game(problems, 2), "ogi") == 0, "games are told by their texts");
    holds(kanju_problem_error(problems, 9) != NULL && kanju_problem_id(problems, 9) == NULL,
          "an index too far is an error");
    kanju_solver *solver = kanju_solver_new();
    error = NULL;
    holds(kanju_solve(solver, problems, 1, &error) == NULL && error != NULL,
          "a problem with an error is not solved");
    kanju_free(error);
    kanju_solver_free(solver);
    kanju_problems_free(problems);
    kanju_problems_free(NULL);
}

/* Texts that hold no problem, or more than a text may. */
static void check_texts(void)
{
    char nul[sizeof one + 4];
    memcpy(nul, one, sizeof one);
    memcpy(nul + sizeof one, "x\ny", 4);
    kanju_problems *problems = kanju_parse(nul, sizeof one + 3, NULL, NULL);
    holds(problems && kanju_problem_error(problems, 0) &&
              strstr(kanju_problem_error(problems, 0), "0x00"),
          "a text with a NUL in it is an error, not the part before it");
    kanju_problems_free(problems);
    problems = parse("\n");
    holds(kanju_problem_error(problems, 0) != NULL, "a text without a problem is one");
    kanju_problems_free(problems);
    problems = kanju_parse(one, 0, NULL, NULL);
    holds(kanju_problem_error(problems, 0) != NULL, "so is one of no length");
    kanju_problems_free(problems);
    char *error = NULL;
    holds(kanju_parse(one, (size_t)-1, NULL, &error) == NULL && error,
          "a text longer than any is an error");
    kanju_free(error);
}

/* NULL wherever a pointer is taken. */
static void check_null(void)
{
    char *error = NULL;
    holds(!kanju_parse(NULL, 5, NULL, &error) && error, "no text is an error");
    kanju_free(error);
    error = NULL;
    holds(!kanju_parse_file(NULL, NULL, &error) && error, "so is no file");
    kanju_free(error);
    holds(kanju_problems_count(NULL) == 0 && kanju_problem_error(NULL, 0) &&
              !kanju_problem_id(NULL, 0) && !kanju_problem_game(NULL, 0) &&
              !kanju_problem_position(NULL, 0) && kanju_problem_plies(NULL, 0) == -1,
          "no problems hold none");
    kanju_problems *problems = parse(one);
    kanju_solver *solver = kanju_solver_new();
    error = NULL;
    holds(!kanju_solve(NULL, problems, 0, &error) && error, "no solver solves nothing");
    kanju_free(error);
    holds(!kanju_solve(solver, NULL, 0, NULL), "nor are no problems solved");
    holds(kanju_solver_set(NULL, "time", "1", NULL) == -1 &&
              kanju_solver_set(solver, NULL, "1", NULL) == -1 &&
              kanju_solver_set(solver, "time", NULL, NULL) == -1 &&
              kanju_solver_set(solver, "complete-hands", NULL, NULL) == -1,
          "nothing can be set without a solver, name and value");
    kanju_solver_on_progress(NULL, NULL, NULL);
    kanju_solver_stop(NULL);
    holds(kanju_result_verdict(NULL) == KANJU_UNKNOWN && !*kanju_result_cause(NULL) &&
              !kanju_result_plies(NULL) && !kanju_result_pure_plies(NULL) &&
              !kanju_result_plies_proved(NULL) && !kanju_result_pure_proved(NULL) &&
              !kanju_result_moves(NULL) && !kanju_result_move(NULL, 0),
          "no result is no verdict");
    holds(!kanju_result_line_complete(NULL) && !*kanju_result_line_kind(NULL) &&
              !kanju_result_note(NULL) && !kanju_result_leftover(NULL) &&
              !kanju_result_nodes(NULL) && kanju_result_seconds(NULL) == 0 &&
              !kanju_result_certificate_error(NULL),
          "and has no line");
    error = NULL;
    holds(kanju_verify_file(NULL, &error) == KANJU_UNREADABLE && error,
          "no file is no certificate");
    kanju_free(error);
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

static void check_solving(const char *certificate)
{
    char *error = NULL;
    kanju_problems *problems = parse(one);
    kanju_solver *solver = kanju_solver_new();
    holds(kanju_solver_set(solver, "certificate", certificate, NULL) == 0, "options can be set");
    holds(kanju_solver_set(solver, "complete-hands", "yes", NULL) == 0, "flags can be set");
    holds(kanju_solver_set(solver, "complete-hands", "perhaps", &error) != 0 && error,
          "a wrong value is refused");
    kanju_free(error);
    holds(kanju_solver_set(solver, "threads", "2", NULL) != 0 &&
              kanju_solver_set(solver, "nonsense", "2", NULL) != 0 &&
              kanju_solver_set(solver, "memory", "0", NULL) != 0,
          "so are options there are not, and numbers out of range");
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    holds(result && kanju_result_verdict(result) == KANJU_MATE &&
              kanju_result_pure_plies(result) == 1 && kanju_result_plies_proved(result) &&
              kanju_result_line_complete(result),
          "a mate is found");
    holds(kanju_result_moves(result) == 1 && strcmp(kanju_result_move(result, 0), "G*2b") == 0 &&
              kanju_result_move(result, 1) == NULL,
          "it has a line");
    holds(strcmp(kanju_result_leftover(result), "-") == 0 && kanju_result_nodes(result) > 0 &&
              *kanju_result_cause(result) == '\0',
          "nothing is left in hand");
    holds(kanju_result_certificate_error(result) == NULL, "the certificate was written");
    kanju_result_free(result);
    char *text = NULL;
    holds(kanju_verify_file(certificate, &text) == KANJU_VALID && strstr(text, "mate in 1"),
          "and is valid");
    kanju_free(text);
    holds(kanju_verify_file("/", NULL) == KANJU_UNREADABLE, "a folder is no certificate");
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

static int stop_at_once(const kanju_progress *progress, void *data)
{
    ++*(int *)data;
    return progress->nodes > 0;
}

/* Stops the searches of a solver until it is told to end. */
static atomic_bool ended;
static void *stop_again_and_again(void *solver)
{
    while (!ended)
        kanju_solver_stop(solver);
    return NULL;
}

static void check_limits(void)
{
    kanju_problems *problems = parse(hard);
    kanju_solver *solver = kanju_solver_new();
    kanju_solver_set(solver, "nodes", "1000", NULL);
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    holds(kanju_result_verdict(result) == KANJU_UNKNOWN &&
              strcmp(kanju_result_cause(result), "nodes") == 0 &&
              kanju_result_leftover(result) == NULL,
          "a limit makes it unknown");
    kanju_result_free(result);
    kanju_solver_set(solver, "nodes", "0", NULL);
    int told = 0;
    kanju_solver_on_progress(solver, stop_at_once, &told);
    result = kanju_solve(solver, problems, 0, NULL);
    holds(told > 0 && strcmp(kanju_result_cause(result), "stopped") == 0,
          "a progress function can stop a search");
    kanju_result_free(result);
    kanju_solver_on_progress(solver, NULL, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, stop_again_and_again, solver);
    result = kanju_solve(solver, problems, 0, NULL);
    ended = 1;
    pthread_join(thread, NULL);
    holds(strcmp(kanju_result_cause(result), "stopped") == 0, "so can another thread");
    kanju_result_free(result);
    kanju_solver_free(solver);
    kanju_solver_free(NULL);
    kanju_result_free(NULL);
    kanju_problems_free(problems);
}

/* Ten problems on a thread, with a solver of its own. */
static void *solve_ten(void *out)
{
    kanju_problems *problems = parse(one);
    kanju_solver *solver = kanju_solver_new();
    for (int i = 0; i < 10; i++) {
        kanju_result *result = kanju_solve(solver, problems, 0, NULL);
        *(int *)out += result && kanju_result_verdict(result) == KANJU_MATE;
        kanju_result_free(result);
    }
    kanju_solver_free(solver);
    kanju_problems_free(problems);
    return NULL;
}

static void check_threads(void)
{
    pthread_t thread[2];
    int solved[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, solve_ten, &solved[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    holds(solved[0] == 10 && solved[1] == 10, "two threads solve side by side");
}

/* Mate at once by the law of repetition, for the moves before it forbid the king to go back. */
static void check_past(void)
{
    kanju_problems *problems = parse("8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o "
                                     "moves h3c8 a7a8 c8c7 a8a7");
    kanju_solver *solver = kanju_solver_new();
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    holds(result && kanju_result_verdict(result) == KANJU_MATE && kanju_result_moves(result) == 1 &&
              strcmp(kanju_result_move(result, 0), "c7c8") == 0,
          "the moves before a position count");
    kanju_result_free(result);
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

int main(int argc, char **argv)
{
    holds(argc == 2 && kanju_version()[0] != '\0', "the library has a version");
    check_problems();
    check_texts();
    check_null();
    check_solving(argv[1]);
    check_past();
    check_limits();
    check_threads();
    return failures > 0;
}
