/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks libkanju, as installed, what its header promises; run by library.t. Prints "ok ..."
 * lines. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <kanju.h>

static int failures;
static FILE *lines_of_json; // all that was given, for the schemas

static void holds(int good, const char *what)
{
    printf("%s %s\n", good ? "ok" : "not ok", what);
    failures += !good;
}

/* Takes a JSON text when it was looked at. */
static void seen(char *json)
{
    if (json && lines_of_json)
        fprintf(lines_of_json, "%s\n", json);
    kanju_free(json);
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

static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* What was found of a problem outlives the problem, the solver, and whatever comes to lie in their
 * place. */
static void check_lifetimes(void)
{
    static const char list[] =
        "first\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\t1\tfirst note\n"
        "second\tk1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1\t5\tsecond note\n";
    enum { ROUNDS = 20 };
    kanju_result *results[ROUNDS];
    kanju_report *reports[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        kanju_problems *problems = parse(list);
        kanju_solver *solver = kanju_solver_new();
        kanju_solver_set(solver, "useless", "no", NULL);
        results[i] = kanju_solve(solver, problems, 0, NULL);
        reports[i] = kanju_check(solver, problems, 1, NULL);
        kanju_solver_free(solver);
        kanju_problems_free(problems);
        problems = parse("other\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\t1\tother note\n"
                         "more\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\t1\tmore note\n");
        char *solved = kanju_result_json(results[i]), *checked = kanju_report_json(reports[i]);
        int good = solved && strstr(solved, "\"id\":\"first\"") && checked &&
                   strstr(checked, "\"id\":\"second\"");
        if (!good || i == 0)
            holds(good, "results print the problem they are of when that was freed");
        kanju_free(solved);
        kanju_free(checked);
        kanju_problems_free(problems);
    }
    for (int i = 0; i < ROUNDS; i++) {
        kanju_result_free(results[i]);
        kanju_report_free(reports[i]);
    }
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
    const char *const wrong[][3] = {{"time", "abc", "time=abc: expected a number from "},
                                    {"memory", "0", "memory=0: expected MiB from "},
                                    {"profile", "x", "profile=x: expected modern, "},
                                    {"refutation", "x", "refutation=x: expected yes or no"},
                                    {"html", "x", "unknown option 'html'"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        holds(kanju_solver_set(solver, wrong[i][0], wrong[i][1], &error) == -1 &&
                  begins(error, wrong[i][2]),
              "what is wrong with an option is said in the words of the library");
        kanju_free(error);
    }
    holds(kanju_solver_set(solver, "rules", "try=off,stalemate=draw", NULL) == 0 &&
              kanju_solver_set(solver, "try", "on", NULL) == 0 &&
              kanju_solver_set(solver, "rules", "size=1", NULL) == -1,
          "rules are set in one list or by their names");
    const char *const late[][3] = {{"weigh", "x", "profile: 'x': expected a key, a code"},
                                   {"each-nodes", "x", "each-nodes=x: expected up to "},
                                   {"line", "9i9h", "line, move 1: "}};
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        kanju_solver *other = kanju_solver_new();
        kanju_solver_set(other, late[i][0], late[i][1], NULL);
        holds(!kanju_check(other, problems, 0, &error) && begins(error, late[i][2]),
              "also where it shows later");
        kanju_free(error);
        kanju_solver_free(other);
    }
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
              !kanju_result_certificate_error(NULL) && !kanju_report_certificate_error(NULL),
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
    holds(kanju_solver_set(solver, "progress", "yes", NULL) != 0 &&
              kanju_solver_set(solver, "threads", "0", NULL) != 0 &&
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

/* Futile interpositions: a mate in one by the profile, in more if they count; the line is that of
 * the profile. */
static void check_lengths(void)
{
    kanju_problems *problems = parse("8k/7pp/8N/9/9/9/9/9/R8 b r2b4g4s3n4l16p 1");
    kanju_solver *solver = kanju_solver_new();
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    holds(kanju_result_plies(result) == 1 && kanju_result_plies_proved(result) &&
              kanju_result_moves(result) == 1,
          "the length by the profile is that of the line");
    holds(kanju_result_pure_plies(result) > 1 && kanju_result_pure_proved(result),
          "and the bare length another one");
    kanju_result_free(result);
    kanju_solver_set(solver, "profile", "bare", NULL);
    result = kanju_solve(solver, problems, 0, NULL);
    holds(kanju_result_plies(result) == kanju_result_pure_plies(result) &&
              kanju_result_moves(result) == kanju_result_plies(result) &&
              kanju_result_plies(result) > 1,
          "a profile can have it count");
    kanju_result_free(result);
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

static const char three[] = "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1";
static const char replies[] = "sfen 7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1 moves 1c1a+";
static const char cooked[] = "k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1";

/* The places of a tree below a node, and how many of them end in mate. */
static size_t count(const kanju_node *node, size_t *mates)
{
    size_t n = 1;
    *mates += kanju_node_end(node) && strcmp(kanju_node_end(node), "mate") == 0;
    for (size_t i = 0; i < kanju_node_children(node); i++)
        n += count(kanju_node_child(node, i), mates);
    return n;
}

static void check_trees(void)
{
    char *error = NULL;
    kanju_problems *problems = parse(replies);
    kanju_solver *solver = kanju_solver_new();
    holds(strcmp(kanju_problem_position(problems, 0), one) == 0,
          "checks behind a position are the author's line");
    kanju_solver_set(solver, "moves", "played", NULL);
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    holds(!kanju_result_tree(result) && !kanju_result_record(result, "kif", &error) && error,
          "a tree that was not asked for is not there");
    kanju_free(error);
    kanju_result_free(result);
    kanju_solver_keep(solver, KANJU_KEEP_TREE, 1);
    result = kanju_solve(solver, problems, 0, NULL);
    const kanju_node *root = kanju_result_tree(result), *first = kanju_node_child(root, 0);
    size_t mates = 0, n = count(root, &mates);
    holds(kanju_node_ply(root) == 0 && !kanju_node_move(root) && !kanju_node_parent(root) &&
              strcmp(kanju_node_move(first), kanju_result_move(result, 0)) == 0 &&
              kanju_node_ply(first) == 1 && kanju_node_parent(first) == root,
          "a tree begins with the main line");
    holds(mates > 1 && n > kanju_result_moves(result) + mates, "and has every reply with its mate");
    error = NULL;
    char *kif = kanju_result_record(result, "kif", &error);
    holds(kif && strstr(kif, "変化："), "as a record it has branches");
    kanju_free(kif);
    holds(!kanju_result_record(result, "tex", &error) && error, "an unknown format is an error");
    kanju_free(error);
    kanju_result_free(result);
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

static void check_json(void)
{
    kanju_problems *problems = parse(three);
    kanju_solver *solver = kanju_solver_new();
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    char *json = kanju_result_json(result);
    holds(json && strncmp(json, "{\"schema\":\"kanju.solve/2\"", 25) == 0 &&
              strstr(json, "\"line\":[\"R*1b\",\"1a2a\",\"S*3b\"]") && !strchr(json, '\n'),
          "an answer can be had as JSON");
    seen(json);
    kanju_result_free(result);
    json = kanju_verify_json("/");
    holds(json && strstr(json, "\"status\":\"unreadable\""),
          "so can what is said of a certificate");
    seen(json);
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

static void check_works(void)
{
    char *error = NULL;
    kanju_problems *problems = parse(cooked);
    kanju_solver *solver = kanju_solver_new();
    kanju_solver_set(solver, "useless", "no", NULL);
    kanju_report *report = kanju_check(solver, problems, 0, NULL);
    holds(kanju_report_verdict(report) == KANJU_UNSOUND &&
              kanju_report_mate(report) == KANJU_MATE && kanju_report_plies(report) == 5 &&
              kanju_report_moves(report) == 5 &&
              strcmp(kanju_report_move(report, 0), "7c8a+") == 0 && kanju_report_open(report) == 0,
          "a work is checked");
    holds(kanju_report_findings(report) == 2 &&
              strcmp(kanju_finding_code(report, 0), "leftover") == 0 &&
              kanju_finding_ply(report, 0) == 0 && !kanju_finding_move(report, 0) &&
              strcmp(kanju_finding_code(report, 1), "equal") == 0 &&
              strcmp(kanju_finding_severity(report, 1), "defect") == 0 &&
              kanju_finding_ply(report, 1) == 1 &&
              strcmp(kanju_finding_move(report, 1), "7d8b+") == 0 &&
              begins(kanju_finding_text(report, 0), "pieces left over: 1 in hand") &&
              begins(kanju_finding_text(report, 1), "ply 1, cook of equal length: "),
          "with its findings");
    holds(!kanju_finding_code(report, 2) && !kanju_finding_text(report, 2), "and no others");
    char *json = kanju_report_json(report), *kif = kanju_report_record(report, "kif", &error);
    holds(json && strstr(json, "kanju.check/2") && kif && strstr(kif, "変化：1手"),
          "as JSON and as a record");
    seen(json);
    kanju_free(kif);
    holds(kanju_node_children(kanju_report_tree(report)) == 2, "and as a tree");
    kanju_report_free(report);
    holds(kanju_solver_set(solver, "line", "7d8b+ 9i9h", NULL) == 0 &&
              !kanju_check(solver, problems, 0, &error) && strstr(error, "move 2"),
          "a line that cannot be played is an error");
    kanju_free(error);
    holds(!kanju_check(NULL, problems, 0, NULL) && !kanju_check(solver, NULL, 0, NULL) &&
              kanju_report_verdict(NULL) == KANJU_WORK_UNKNOWN && !kanju_report_json(NULL) &&
              !kanju_report_findings(NULL) && !kanju_report_tree(NULL) &&
              !kanju_node_children(NULL),
          "nothing is checked without a work");
    kanju_solver_free(solver);
    kanju_problems_free(problems);
}

static void check_positions(void)
{
    char *error = NULL, *usi = NULL;
    kanju_position *start = kanju_position_new("startpos", NULL, NULL);
    kanju_position *position = kanju_position_copy(start);
    holds(kanju_position_side(start) == 0 && !kanju_position_in_check(start) &&
              strcmp(kanju_position_game(start), "shogi") == 0,
          "a position has a side to move");
    holds(kanju_position_play(position, "▲７六歩", &usi, &error) == 0 && strcmp(usi, "7g7f") == 0 &&
              kanju_position_side(position) == 1,
          "moves of any notation are played");
    kanju_free(usi);
    holds(kanju_position_play(position, "9i9h", NULL, &error) == -1 && error &&
              kanju_position_side(position) == 1,
          "an illegal one is not");
    kanju_free(error);
    char *moves = kanju_position_moves(start, KANJU_LEGAL);
    holds(moves && strstr(moves, "7g7f ") && strlen(moves) == 30 * 5 - 1, "moves are listed");
    kanju_free(moves);
    moves = kanju_position_moves(start, KANJU_EVASIONS);
    holds(moves && !*moves, "evasions only in check");
    kanju_free(moves);
    char *text = kanju_position_move_text(start, "7g7f", "western", NULL);
    holds(text && strcmp(text, "P-7f") == 0, "and written in a notation");
    kanju_free(text);
    holds(!kanju_position_move_text(start, "7g7f", "klingon", NULL) &&
              !kanju_position_new("nonsense", NULL, NULL) &&
              !kanju_position_new(NULL, NULL, NULL) && !kanju_position_text(NULL) &&
              !kanju_position_moves(NULL, KANJU_LEGAL),
          "what is wrong is an error");
    kanju_position_free(position);
    kanju_position_free(start);
    kanju_position_free(NULL);
    kanju_problems *problems = parse(three);
    text = kanju_problem_record(problems, 0, "csa", NULL);
    holds(text && strstr(text, "P1"), "a problem is written in another format");
    kanju_free(text);
    kanju_problems_free(problems);
}

/* A search goes on from where another one was stopped. */
static void check_checkpoints(void)
{
    size_t length = 0;
    kanju_problems *problems = parse(hard);
    kanju_solver *solver = kanju_solver_new();
    kanju_solver_set(solver, "nodes", "20000", NULL);
    kanju_solver_keep(solver, KANJU_KEEP_CHECKPOINT, 1);
    kanju_result *result = kanju_solve(solver, problems, 0, NULL);
    const void *bytes = kanju_result_checkpoint(result, &length);
    holds(bytes && length > 0, "what is unknown has a checkpoint");
    kanju_solver_set(solver, "nodes", "30000", NULL);
    holds(kanju_solver_resume(solver, bytes, length) == 0 &&
              kanju_solver_resume(solver, NULL, 0) == -1,
          "which is given");
    kanju_result *other = kanju_solve(solver, problems, 0, NULL);
    holds(kanju_result_nodes(other) > 20000 && kanju_result_nodes(other) <= 31000,
          "and what was spent before counts");
    kanju_result_free(other);
    holds(kanju_solver_resume(solver, "nonsense", 8) == 0, "other bytes are taken");
    other = kanju_solve(solver, problems, 0, NULL);
    holds(other && kanju_result_verdict(other) == KANJU_UNKNOWN, "and passed over");
    kanju_result_free(other);
    kanju_result_free(result);
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

/* How many threads the program has. */
static int threads_now(void)
{
    char line[128];
    int n = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Threads: %d", &n) == 1)
            break;
    if (status)
        fclose(status);
    return n;
}

/* The most threads seen while a search tells of its progress; it stops after a while. */
static int count_threads(const kanju_progress *progress, void *data)
{
    int now = threads_now();
    *(int *)data = now > *(int *)data ? now : *(int *)data;
    return progress->nodes > 200000;
}

/* A search by several threads of the library, and a check. */
static void check_cores(void)
{
    kanju_problems *problems = parse(hard), *works = parse(cooked);
    kanju_solver *solver = kanju_solver_new();
    int most[2] = {0, 0};
    kanju_solver_set(solver, "memory", "32", NULL);
    for (int i = 0; i < 2; i++) {
        kanju_solver_on_progress(solver, count_threads, &most[i]);
        kanju_result_free(kanju_solve(solver, problems, 0, NULL));
        holds(kanju_solver_set(solver, "threads", "4", NULL) == 0, "threads can be set");
    }
    holds(most[0] > 0 && most[1] == most[0] + 3,
          "a solver has one thread, or as many as asked for");
    holds(threads_now() < most[0], "which end with the search");
    kanju_solver_on_progress(solver, NULL, NULL);
    kanju_solver_set(solver, "useless", "no", NULL);
    kanju_report *report = kanju_check(solver, works, 0, NULL);
    holds(kanju_report_verdict(report) == KANJU_UNSOUND && kanju_report_findings(report) == 2,
          "a check with threads finds the same");
    kanju_report_free(report);
    kanju_result *result = kanju_solve(solver, works, 0, NULL);
    holds(kanju_result_verdict(result) == KANJU_MATE && kanju_result_plies(result) == 5,
          "and so does a solver");
    kanju_result_free(result);
    kanju_solver_free(solver);
    kanju_problems_free(works);
    kanju_problems_free(problems);
}

/* Mate at once by the law of repetition, for the moves before it forbid the king to go back. */
static void check_past(void)
{
    kanju_problems *problems = parse("8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o "
                                     "moves h3c8 a7a8 c8c7 a8a7");
    kanju_solver *solver = kanju_solver_new();
    kanju_solver_set(solver, "moves", "played", NULL);
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
    holds(argc == 3 && kanju_version()[0] != '\0', "the library has a version");
    lines_of_json = fopen(argv[2], "a");
    check_problems();
    check_texts();
    check_null();
    check_solving(argv[1]);
    check_lengths();
    check_trees();
    check_json();
    check_lifetimes();
    check_works();
    check_positions();
    check_checkpoints();
    check_past();
    check_limits();
    check_threads();
    check_cores();
    holds(lines_of_json && fclose(lines_of_json) == 0, "its JSON is kept");
    return failures > 0;
}
