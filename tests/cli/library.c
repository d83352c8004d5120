/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks libkanju, as installed, what kanju.h promises; run by library.t. Prints "ok ..." lines. */
#include <kanju.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ONE "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1"
#define HARD "4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1"

static int failures;

static void holds(int good, const char *name)
{
    failures += !good;
    printf("%s library: %s\n", good ? "ok" : "not ok", name);
}

static int has(const char *answer, const char *part)
{
    if (answer && strstr(answer, part))
        return 1;
    printf("# %s\n", answer ? answer : "NULL");
    return 0;
}

static void ask_nothing(void)
{
    kanju *handle = kanju_new();
    holds(kanju_call(NULL, "{}") == NULL, "no handle has no answer");
    kanju_free(NULL);
    kanju_stop(NULL);
    kanju_on_progress(NULL, NULL, NULL);
    static const char *const wrong[] = {NULL, "", "[]", "{", "{\"command\":1}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        holds(has(kanju_call(handle, wrong[i]), "\"error\":\"expected an object with a"),
              "what is no request is told");
    holds(has(kanju_call(handle, "{\"command\":\"solve\",\"args\":1}"), "expected a list"),
          "arguments are a list");
    holds(has(kanju_call(handle, "{\"command\":\"quit\"}"), "unknown command 'quit'"),
          "the workbench is not there");
    kanju_free(handle);
}

static void ask_much(void)
{
    kanju *handle = kanju_new();
    const char *answer = kanju_call(handle, "{\"command\":\"solve\",\"input\":\"" ONE "\"}");
    holds(has(answer, "{\"records\":[{\"schema\":\"kanju.solve/2\"") &&
              has(answer, "\"line\":[\"G*2b\"]") && has(answer, "\"status\":0"),
          "a problem is solved");
    answer = kanju_call(handle, "{\"command\":\"solve\",\"json\":false,\"input\":\"" ONE "\"}");
    holds(has(answer, "\"text\":\"") && has(answer, "mate in 1 ply") &&
              has(answer, "\"records\":[]"),
          "or told for people");
    answer = kanju_call(handle, "{\"command\":\"solve\",\"nodes\":\"many\",\"input\":\"\"}");
    holds(has(answer, "\"status\":2") && has(answer, "\"error\":\"--nodes=many: expected"),
          "a wrong option is told");
    answer = kanju_call(handle, "{\"command\":\"solve\",\"lang\":\"ja\",\"input\":\"x\"}");
    holds(has(answer, "\"status\":3") && !strstr(answer, "is not a board"), "in Japanese, too");
    answer = kanju_call(handle, "{\"command\":\"check\",\"complete_hands\":true,\"any\":false,"
                                "\"time\":9.5,\"args\":[\"7k1/9/6B1R/9/9/9/9/9/9 b G\"]}");
    holds(has(answer, "kanju.check/2") && has(answer, "\"verdict\":\"blemished\""),
          "options have the names of the command line, with _ too");
    answer = kanju_call(handle, "{\"command\":\"moves\",\"args\":[\"startpos moves ▲７六歩\"]}");
    holds(has(answer, "9/2P6/PP1PPPPPP") && has(answer, "\"count\":30"),
          "a line is played in any notation");
    kanju_stop(handle);
    answer = kanju_call(handle, "{\"command\":\"solve\",\"input\":\"" HARD "\"}");
    holds(has(answer, "\"status\":130"), "what was stopped before does not begin");
    answer = kanju_call(handle, "{\"command\":\"status\"}");
    holds(has(answer, "\"status\":0"), "and the next call does");
    kanju_free(handle);
}

static int stop_at_once(const char *line, void *data)
{
    strncpy(data, line, 63);
    return 1;
}

static void *stop_soon(void *data)
{
    kanju_stop(data);
    return NULL;
}

static int stop_by_thread(const char *line, void *data)
{
    pthread_t thread;
    (void)line;
    if (pthread_create(&thread, NULL, stop_soon, data) == 0)
        pthread_join(thread, NULL);
    return 0;
}

static void stop_calls(void)
{
    static const char hard[] =
        "{\"command\":\"solve\",\"memory\":32,\"threads\":1,\"input\":\"" HARD "\"}";
    char line[64] = "";
    kanju *handle = kanju_new();
    kanju_on_progress(handle, stop_at_once, line);
    const char *answer = kanju_call(handle, hard);
    holds(has(answer, "\"cause\":\"stopped\"") && has(line, " nodes"),
          "progress is told, and stops a search");
    kanju_on_progress(handle, stop_by_thread, handle);
    holds(has(kanju_call(handle, hard), "\"cause\":\"stopped\""), "so does another thread");
    kanju_free(handle);
}

static void *solve_often(void *data)
{
    kanju *handle = kanju_new();
    int *good = data;
    *good = 1;
    for (unsigned i = 0; i < 20; i++)
        *good &=
            has(kanju_call(handle, "{\"command\":\"solve\",\"memory\":8,\"input\":\"" ONE "\"}"),
                "\"nodes\":4,");
    kanju_free(handle);
    return NULL;
}

static void side_by_side(void)
{
    pthread_t threads[4];
    int good[4] = {0};
    for (unsigned i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, solve_often, &good[i]);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    holds(good[0] && good[1] && good[2] && good[3], "handles are used side by side");
}

int main(void)
{
    holds(strlen(kanju_version()) > 0, "it has a version");
    ask_nothing();
    ask_much();
    stop_calls();
    side_by_side();
    return failures != 0;
}
