/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules say of single moves: the questions of moves.txt, which says what they mean. */
#include <string.h>

#include <glib.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/question_file.h"
#include "tests/support/rules/switches.h"

#define FILE_NAME "tests/unit/core/rules/moves.txt"

static unsigned asked[KJ_MOVE_NO_PRIVILEGE + 1]; // how often each was the right answer

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
    bool mate = kj_is_mate(pos, move);
    KjPosition after = kj_position_after(pos, move);
    assert_true(is_check(pos, move));
    assert_true(!mate || kj_is_mate(pos, kj_mate_in_one(pos)));
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
    KjIllegal reason = reason_of(word);
    assert_in_range(reason, KJ_MOVE_LEGAL, KJ_MOVE_NO_PRIVILEGE);
    return has_reason(pos, move, reason);
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

/* Whether a position is impossible for that reason, and about that square and piece if they are told. */
static bool has_fault(const KjPosition *pos, const char *text)
{
    static const char *const words[] = {
        [KJ_POSITION_OK] = "none",
        [KJ_POSITION_NO_KING] = "no-king",
        [KJ_POSITION_TWO_KINGS] = "two-kings",
        [KJ_POSITION_NIFU] = "nifu",
        [KJ_POSITION_DEAD_PIECE] = "dead-piece",
        [KJ_POSITION_TOO_MANY] = "too-many",
        [KJ_POSITION_NOT_HELD] = "not-held",
        [KJ_POSITION_KING_CAPTURABLE] = "king-capturable",
    };
    g_auto(GStrv) items = g_strsplit(text, " ", -1);
    unsigned square = 99;
    KjKind kind = 99;
    KjPositionFault fault = kj_position_check(pos, &square, &kind);
    bool told = items[1] && items[2], fine = fault == KJ_POSITION_OK;
    unsigned where = told && *items[1] != '-' ? bridge_square(pos->game, items[1]) : KJ_NO_SQUARE;
    KjKind what = told ? kj_game_kind(pos->game, *items[2]) : KJ_NONE;
    return strcmp(words[fault], items[0]) == 0 && kj_position_check(pos, NULL, NULL) == fault &&
           (!(told || fine) || (square == where && kj_base_kind(kind) == what));
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
    if (strcmp(question, "fault") == 0)
        return has_fault(pos, text);
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

/* The position that the questions are about. */
static KjGame game;
static KjPosition position;

static void begin(const char *words, const char *sfen)
{
    assert_non_null(switched_game(words, &game));
    position = bridge_read(&game, sfen);
}

static bool ask(const char *question, const char *text)
{
    return is_right(&position, question, text);
}

TEST(each_question_of_the_file_is_answered_right)
{
    // [R8.4]
    question_file(FILE_NAME, begin, ask);
    for (unsigned i = 0; i < G_N_ELEMENTS(asked); i++)
        assert_true(asked[i] > 0);
}
