/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules say of single moves: the questions of moves.txt, which says what they mean. */
#include <stdio.h>
#include <string.h>

#include <glib.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/switches.h"

#define FILE_NAME "tests/unit/core/rules/moves.txt"

static const char *const reasons[] = {
    [KJ_MOVE_LEGAL] = "legal",
    [KJ_MOVE_NO_PIECE] = "no-piece",
    [KJ_MOVE_NOT_REACHABLE] = "not-reachable",
    [KJ_MOVE_OWN_PIECE] = "own-piece",
    [KJ_MOVE_OCCUPIED] = "occupied",
    [KJ_MOVE_NO_PROMOTION] = "no-promotion",
    [KJ_MOVE_MUST_PROMOTE] = "must-promote",
    [KJ_MOVE_DEAD_SQUARE] = "dead-square",
    [KJ_MOVE_NIFU] = "nifu",
    [KJ_MOVE_DROP_MATE] = "drop-mate",
    [KJ_MOVE_LEAVES_CHECK] = "leaves-check",
    [KJ_MOVE_NO_PRIVILEGE] = "no-privilege",
};

static unsigned asked[G_N_ELEMENTS(reasons)]; // how often each was the right answer

typedef void (*Generator)(const KjPosition *pos, KjMoveList *out);

static bool is_among(const KjPosition *pos, Generator generate, KjMove move)
{
    KjMoveList list;
    generate(pos, &list);
    return kj_list_has(&list, move);
}

/* Whether a move is among the legal ones, and whether core agrees with itself about it. */
static bool is_legal(const KjPosition *pos, KjMove move)
{
    bool legal = is_among(pos, kj_gen_legal, move);
    assert_int_equal(kj_move_legality(pos, move) == KJ_MOVE_LEGAL, legal);
    return legal;
}

static bool is_unsafe(const KjPosition *pos, KjMove move)
{
    return is_legal(pos, move) && !is_among(pos, kj_gen_safe, move);
}

static bool is_check(const KjPosition *pos, KjMove move)
{
    bool check = is_among(pos, kj_gen_checks, move);
    assert_true(!check || !is_legal(pos, move) || kj_gives_check(pos, move));
    return check;
}

/* Whether a check mates, asked in three ways. */
static bool is_mate(const KjPosition *pos, KjMove move)
{
    const KjMoveList only = {1, {move}};
    bool mate = kj_is_mate(pos, move);
    KjPosition after = kj_position_after(pos, move);
    assert_true(is_check(pos, move));
    assert_int_equal(kj_mate_in_one(pos, &only) == move, mate);
    assert_int_equal(kj_has_safe_move(&after), !mate);
    return mate;
}

/* The reason is this one; a pawn drop that mates is no check for the solver either. */
static bool has_reason(const KjPosition *pos, KjMove move, KjIllegal reason)
{
    asked[reason]++;
    return is_legal(pos, move) == (reason == KJ_MOVE_LEGAL) &&
           kj_move_legality(pos, move) == reason &&
           (reason != KJ_MOVE_DROP_MATE || kj_in_check(pos, (KjSide)pos->side) ||
            !is_check(pos, move));
}

static const struct {
    const char *word;
    bool (*holds)(const KjPosition *pos, KjMove move);
    bool right;
} of_moves[] = {
    {"illegal", is_legal, false},  {"unsafe", is_unsafe, true},  {"check", is_check, true},
    {"no-check", is_check, false}, {"mate", is_mate, true},      {"no-mate", is_mate, false},
    {"try", kj_is_try, true},      {"no-try", kj_is_try, false},
};

static bool answer_of_move(const KjPosition *pos, const char *word, const char *usi)
{
    KjMove move = bridge_usi(pos->game, usi);
    for (unsigned i = 0; i < G_N_ELEMENTS(of_moves); i++) {
        if (strcmp(of_moves[i].word, word) == 0)
            return of_moves[i].holds(pos, move) == of_moves[i].right;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(reasons); i++) {
        if (g_strcmp0(reasons[i], word) == 0)
            return has_reason(pos, move, (KjIllegal)i);
    }
    fail_msg("no such question: %s", word);
    return false;
}

static bool goes(const KjPosition *pos, const char *from, const char *const *cells)
{
    KjMoveList list;
    KjBb targets = 0, wanted = 0;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_move_from(list.move[i]) == bridge_square(pos->game, from))
            targets |= kj_bit(kj_move_to(list.move[i]));
    }
    for (; *cells; cells++)
        wanted |= kj_bit(bridge_square(pos->game, *cells));
    return targets == wanted;
}

/* Whether what a move takes comes to the hand as that piece, and nothing else does. */
static bool takes(const KjPosition *pos, const char *piece, const char *usi)
{
    const KjTables *t = pos->game->t;
    KjMove move = bridge_usi(pos->game, usi);
    KjPosition after = kj_position_after(pos, move);
    KjHand expected = pos->hand[pos->side];
    KjKind flag = *piece == '+' ? KJ_PROMOTED : 0;
    if (*piece != '-')
        expected += t->hand_one[kj_game_kind(pos->game, piece[flag != 0]) | flag];
    return is_legal(pos, move) && after.hand[pos->side] == expected;
}

static bool is_answered_by(const KjPosition *pos, const char *usi, const char *replies)
{
    KjMove move = bridge_usi(pos->game, usi);
    KjPosition after = kj_position_after(pos, move);
    KjMoveList list;
    kj_gen_legal(&after, &list);
    return is_legal(pos, move) && is_check(pos, move) && bridge_is(pos->game, &list, replies);
}

/* The answer to a line `WORD [ARGUMENT]: ITEM...`. */
static bool is_right(const KjPosition *pos, const char *question, const char *text)
{
    static const struct {
        const char *word;
        Generator generate;
    } lists[] = {{"moves", kj_gen_legal}, {"safe", kj_gen_safe}, {"checks", kj_gen_checks}};
    KjMoveList list;
    for (unsigned i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (strcmp(lists[i].word, question) == 0) {
            lists[i].generate(pos, &list);
            assert_true(i != 1 || kj_has_safe_move(pos) == (list.n > 0));
            return bridge_is(pos->game, &list, text);
        }
    }
    kj_gen_legal(pos, &list);
    if (strcmp(question, "number") == 0)
        return list.n == g_ascii_strtoull(text, NULL, 10);
    if (g_str_has_prefix(question, "after "))
        return is_answered_by(pos, question + strlen("after "), text);
    if (g_str_has_prefix(question, "takes "))
        return takes(pos, question + strlen("takes "), text);
    g_auto(GStrv) items = g_strsplit(text, " ", -1);
    assert_true(*text != '\0');
    if (g_str_has_prefix(question, "goes "))
        return goes(pos, question + strlen("goes "), (const char *const *)items);
    bool right = true;
    for (unsigned i = 0; items[i]; i++)
        right = answer_of_move(pos, question, items[i]) && right;
    return right;
}

TEST(each_question_of_the_file_is_answered_right)
{
    // [R8.4]
    char line[256], title[256] = "";
    KjGame game;
    KjPosition pos;
    unsigned wrong = 0;
    FILE *file = fopen(FILE_NAME, "r");
    assert_non_null(file);
    for (unsigned n = 1; fgets(line, sizeof line, file); n++) {
        char *comment = strstr(line + 1, "# ");
        if (comment)
            *comment = '\0';
        g_strchomp(line);
        char *colon = strchr(line, ':');
        if (line[0] == '#') {
            g_strlcpy(title, line, sizeof title);
        } else if (colon) {
            *colon = '\0';
            const char *text = g_strstrip(colon + 1);
            if (line[0] != ' ') {
                assert_non_null(switched_game(line, &game));
                pos = bridge_read(&game, text);
            } else if (!is_right(&pos, g_strstrip(line), text)) {
                print_error("%s:%u: %s %s: %s\n", FILE_NAME, n, title, line, text);
                wrong++;
            }
        }
    }
    assert_true(feof(file));
    fclose(file);
    assert_int_equal(wrong, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(reasons); i++)
        assert_true(asked[i] > 0);
}
