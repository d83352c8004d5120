/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin must itself be right before it judges anything: the facts of selftest.txt, and a
 * published problem. Links neither core/ nor solver/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/naive/naive.h"

#define FACTS "tests/naive/selftest.txt"

/* ---- helpers ---- */

static NvPos at(const char *game, const char *sfen)
{
    NvPos pos;
    assert_true(nv_parse(&pos, game, sfen));
    return pos;
}

static bool legal(const NvPos *pos, const char *usi)
{
    NvMove move;
    return nv_find_move(pos, usi, &move);
}

static void play(NvPos *pos, const char *usi)
{
    NvMove move = {0};
    if (!nv_find_move(pos, usi, &move)) {
        fail_msg("%s is not legal", usi);
    }
    *pos = nv_make(pos, move);
}

static int legal_count(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    return nv_legal(pos, moves);
}

/* ---- facts ---- */

static NvPos block, now; /* the position of the block, and the one that is asked about */

static void begin(char *words, const char *sfen)
{
    char *word = strchr(words, ' ');
    if (word) {
        *word++ = '\0';
    }
    if (strcmp(words, "bad") == 0) {
        assert_false(nv_parse(&now, word, sfen));
        return;
    }
    block = at(words, strcmp(sfen, "start") ? sfen : nv_game(nv_game_index(words))->start);
    if (word) {
        assert_non_null(strstr("try=none try=centre refuse-lion", word));
        block.refuse_lion = *word == 'r';
        block.try_rule = strcmp(word, "try=none") == 0     ? NV_TRY_NONE
                         : strcmp(word, "try=centre") == 0 ? NV_TRY_CENTRE
                                                           : block.try_rule;
    }
    now = block;
}

/* Whether the safe checks are exactly those listed, in the order of generation. */
static bool are_checks(const char *expected)
{
    NvMove moves[NV_MAX_MOVES];
    char text[512] = "";
    int count = nv_checks(&now, moves);
    for (int i = 0; i < count; i++) {
        char usi[NV_USI];
        nv_move_usi(&now, moves[i], usi);
        strncat(text, i ? " " : "", sizeof(text) - strlen(text) - 1);
        strncat(text, usi, sizeof(text) - strlen(text) - 1);
    }
    return strcmp(count ? text : "-", expected) == 0;
}

static bool only_kings_move(void)
{
    NvMove moves[NV_MAX_MOVES];
    int count = nv_legal(&now, moves);
    bool kings = count > 0;
    for (int i = 0; i < count; i++) {
        kings = kings && moves[i].kind == NV_K;
    }
    return kings;
}

/* What is asked of each word of a list; `nth` is its number from 1. */
static bool is_true_of(const char *question, char *word, int nth)
{
    if (strcmp(question, "perft") == 0) {
        return *word == '-' || nv_perft(&now, nth) == strtoull(word, NULL, 10);
    }
    if (strcmp(question, "play") == 0) {
        play(&now, word);
        return true;
    }
    if (strcmp(question, "legal") != 0) {
        assert_string_equal(question, "illegal");
    }
    return legal(&now, word) == (*question == 'l');
}

static bool ask(const char *question, char *text)
{
    static const char *const winners[] = {"no", "sente", "gote"};
    NvMove moves[NV_MAX_MOVES];
    char sfen[NV_SFEN];
    bool yes = strcmp(text, "yes") == 0;
    if (strcmp(question, "checks") == 0) {
        return are_checks(text);
    } else if (strcmp(question, "number") == 0) {
        return legal_count(&now) == strtol(text, NULL, 10);
    } else if (strcmp(question, "safe") == 0) {
        return nv_safe(&now, moves) == strtol(text, NULL, 10);
    } else if (strcmp(question, "check") == 0) {
        return nv_in_check(&now) == yes;
    } else if (strcmp(question, "takes-king") == 0) {
        return nv_can_capture_king(&now) == yes;
    } else if (strcmp(question, "kings") == 0) {
        return only_kings_move() == yes;
    } else if (strcmp(question, "over") == 0) {
        return strcmp(winners[now.over], text) == 0;
    } else if (strcmp(question, "sfen") == 0) {
        nv_format(&now, sfen, sizeof(sfen));
        return strcmp(sfen, text) == 0;
    } else if (strcmp(question, "turned") == 0 || strcmp(question, "back") == 0) {
        now = *question == 't' ? nv_rotated(&block) : block;
        return true;
    }
    bool right = true;
    int nth = 0;
    for (char *word = text, *next; *word; word = next) {
        next = word + strcspn(word, " ");
        next += *next ? (*next = '\0', 1) : 0;
        right = is_true_of(question, word, ++nth) && right;
    }
    return right && nth > 0;
}

static void test_each_fact_of_the_file_holds(void **state)
{
    (void)state;
    char line[512];
    int asked = 0, wrong = 0;
    FILE *file = fopen(FACTS, "r");
    assert_non_null(file);
    for (int n = 1; fgets(line, sizeof(line), file); n++) {
        line[strcspn(line, "\n")] = '\0';
        char *colon = strchr(line, ':');
        if (*line == '#' || !colon) {
            continue;
        }
        char *text = colon + 1 + strspn(colon + 1, " ");
        *colon = '\0';
        if (*line != ' ') {
            begin(line, text);
        } else if (!ask(line + strspn(line, " "), text)) {
            print_error("%s:%d:%s\n", FACTS, n, line);
            wrong++;
        }
        asked++;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(asked >= 170);
}

/* ---- a published problem ---- */

/* R1.17: the problem's cycle, its counter-check with a single reply, and the mate in 69. */
static void test_last_judgement_plays_as_published(void **state)
{
    (void)state;
    static const char *const cycle[20] = {"6g5f", "4e4d",  "4b3c", "4d5c", "5a4b", "5c5b", "5f7d",
                                          "B*6c", "7d6c+", "5b6c", "B*8e", "6c6b", "4b5a", "6b5c",
                                          "3c4b", "5c4d",  "P*4e", "4d4e", "8e6g", "P*5f"};
    static const char *const end[] = {"4e4d", "2d3c", "4d3e", "1i2g", "3e2f",
                                      "G*1f", "2f2g", "6g4i", "4h4i", "G*2h"};
    NvPos pos = at("shogi", "1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/"
                            "4Pg1PN b BPrb4p 1");
    NvPos first = {0};
    for (int ply = 1; ply <= 69; ply++) {
        const char *usi = ply == 1 ? "B*5f" : ply < 60 ? cycle[(ply - 1) % 20] : end[ply - 60];
        play(&pos, usi);
        first = ply == 1 ? pos : first;
        if (ply % 20 == 1) {
            assert_int_equal(memcmp(&pos, &first, sizeof(pos)) == 0, ply < 60);
        }
        if (ply % 2 == 1) {
            assert_true(nv_in_check(&pos));
        } else if (ply % 20 == 0 && ply < 60) {
            assert_true(nv_in_check(&pos)); /* the counter-check P*5f */
            assert_int_equal(legal_count(&pos), 1);
            assert_true(legal(&pos, "6g5f"));
        }
    }
    assert_int_equal(legal_count(&pos), 0);
    assert_int_equal(pos.hand[NV_SENTE][0][NV_P], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_fact_of_the_file_holds),
        cmocka_unit_test(test_last_judgement_plays_as_published),
    };
    return cmocka_run_group_tests_name("naive", tests, NULL, NULL);
}
