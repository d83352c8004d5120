/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What becomes of what is in a text (the table of docs/formats.md): every line that draws a board or
 * tells a hand, a move or a header is used, or is named in an error; nothing that is left over is
 * taken for a whole record.
 */
#include <string.h>

#include "core/format/problem.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "tests/support/cmocka.h"

#define ROW1 "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
#define ROW2 "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
#define ROW3 "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n"
#define EMPTY "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
#define REST EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY
#define FRAME "+---------------------------+\n"
#define FILES "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
#define ROWS ROW1 ROW2 ROW3 REST
#define BOARD FILES FRAME ROWS FRAME
#define MATE "4k4/9/4P4/9/9/9/9/9/9 b G 1"
#define BARE "4k4/9/4P4/9/9/9/9/9/9 b - 1"
#define EVEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
#define CSA_ROWS                                                     \
    "P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n" \
    "P3 *  *  *  * +FU *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n" \
    "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n" \
    "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n" \
    "P9 *  *  *  *  *  *  *  *  * \n"

typedef struct {
    const char *text;
    const char *wanted; // a line for each problem: its SFEN and moves, or "line N: column M: ..."
    const char *before; // put before every line of the text, or NULL
} Case;

static const Case diagrams[] = {
    {BOARD "先手の持駒：金\n", MATE, NULL},
    {BOARD "先手の持駒：金\n", MATE, "    "},
    {BOARD "先手の持駒：金\n", MATE, "　"},
    {BOARD "先手の持駒：金\n", MATE, "\t"},
    {BOARD "先手の持駒：金\n", MATE, "> "},
    {BOARD "先手の持駒：金\n", MATE, ">"},
    {BOARD "先手の持駒：金\n", MATE, ">> "},
    {BOARD "先手の持駒：金\n", MATE, "> > >  "},
    {BOARD "先手の持駒：金\n", MATE, "| "},
    {BOARD "先手の持駒：金\n", MATE, "> | "},
    {BOARD "先手の持駒：金\n後手番\n", "4k4/9/4P4/9/9/9/9/9/9 w G 1", "　> "},
    {ROWS "先手の持駒：金\n", MATE, NULL},
    {"９ ８ ７ ６ ５ ４ ３ ２ １\n" FRAME ROWS FRAME "持駒　金\n", MATE, NULL},
    {"本文です。\n\n" BOARD "先手の持駒：金\n\n以上です。\n", MATE, NULL},
    // hands under all names
    {BOARD "攻方の持駒：金\n玉方の持駒：飛二\n", "4k4/9/4P4/9/9/9/9/9/9 b G2r 1", NULL},
    {BOARD "攻め方持駒：金\n受"
           "方持ち駒:飛２枚\n",
     "4k4/9/4P4/9/9/9/9/9/9 b G2r 1", NULL},
    {BOARD "☗持駒　金\n☖持駒　飛、飛\n", "4k4/9/4P4/9/9/9/9/9/9 b G2r 1", NULL},
    {"上手 の 持駒：なし\n" BOARD "下手の持駒：金\n", MATE, NULL},
    {BOARD "持駒：金\n手番：後手\n", "4k4/9/4P4/9/9/9/9/9/9 w G 1", NULL},
    {ROWS "攻方の手持ち：金\n玉方の持駒：残り全部\n", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
     NULL},
    {"玉方の持駒：残り駒\n" ROWS "攻方の持駒：金\n", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
     NULL},
    {BOARD "攻方の持駒：金\n玉方の持駒：飛二角二金四銀四桂四香四歩十七\n",
     "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", NULL},
    {BOARD "右方の持駒：金\n", "line 13: column 1: a hand of nobody known, expected 先手 or 後手",
     NULL},
    {BOARD "先手の持駒：金\n攻方の持駒：銀\n",
     "line 14: column 1: a second hand of sente, expected one", NULL},
    {BOARD "先手の持駒：金ナシ\n",
     "line 13: column 8: 'ナ' is not a piece of shogi, expected one or なし", NULL},
    // what is cut, or twice
    {FILES FRAME ROW1 ROW2 "| ・ ・ ・ ・ 歩 ・\n",
     "line 5: column 1: a row that is cut, expected '|' before and behind its squares", NULL},
    {FILES FRAME ROW1 ROW2 "・ ・ ・ ・ 歩 ・ ・ ・ ・ 三\n",
     "line 5: column 1: a row that is cut, expected '|' before and behind its squares", NULL},
    {FILES FRAME ROW1 ROW2 "| ・ ・ ・ ・ 歩 ・|\n" REST FRAME,
     "line 5: column 14: row 3 has 6 squares, expected 9", NULL},
    {FILES FRAME ROW1 ROW2 FRAME "先手の持駒：金\n",
     "line 3: column 1: no game has a board of 9 files and 2 ranks", NULL},
    {"手合割：平手\n" FILES FRAME FRAME,
     "line 2: column 1: a diagram without rows, expected a board in it", NULL},
    {FILES "先手の持駒：金\n", "line 1: column 1: a diagram without rows, expected a board in it",
     NULL},
    {"後手の持駒：なし\n先手の持駒：なし\n",
     "line 1: column 1: a diagram without rows, expected a board in it", NULL},
    {"先手：甲\n後手番\n", "line 2: column 1: a diagram without rows, expected a board in it",
     NULL},
    {"手合割：平手\n先手の持駒：なし\n", EVEN, NULL},
    {BOARD BOARD, BARE "\n" BARE, NULL},
    {BOARD "先手の持駒：金\n" BOARD "先手の持駒：金\n", MATE "\n" MATE, NULL},
    {BOARD "先手の持駒：金\n1 ５二金打\n" ROW1,
     MATE " moves G*5b\nline 15: column 1: no game has a board of 9 files and 1 ranks", NULL},
    {BOARD "P1 *  *  *  *  *  *  *  *  * \n",
     "line 13: column 1: a line of CSA or USI in a record of KIF, expected one of them", NULL},
};

static const Case starts[] = {
    {"作品名：題\n作者：甲\n手数：11\n",
     "line 1: column 1: a work (作品名) without a diagram, expected its position", NULL},
    {"作者：甲\n手数：11\n",
     "line 1: column 1: a work (作者) without a diagram, expected its position", NULL},
    {"作　者：甲\n", "line 1: column 1: a work (作者) without a diagram, expected its position",
     NULL},
    {"手合割：平手\n手数：11\n",
     "line 1: column 1: a work (手数) without a diagram, expected its position", NULL},
    {"完全性：完全\n▲２三歩成\n",
     "line 1: column 1: a work (完全性) without a diagram, expected its position", NULL},
    {"手合割：平手\n手数：3\n1 投了\n",
     "line 1: column 1: a work (手数) without a diagram, expected its position", NULL},
    {"作品名：題\n▲７六歩\n", EVEN " moves 7g7f", NULL},
    {"手合割：詰将棋\n先手の持駒：金\n",
     "line 1: column 1: no handicap of shogi is called '詰将棋', expected a diagram with it", NULL},
    {"手合割：平手\n作品名：題\n1 ７六歩(77)\n", EVEN " moves 7g7f", NULL},
    {"棋戦：順位戦\n手数：2\n▲７六歩△３四歩\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：角落ち\n先手：甲\n", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
     NULL},
    {"'*作品名：題\n+\n",
     "line 1: column 1: a work (作品名) without a diagram, expected its position", NULL},
    {"{\"header\":{\"作品名\":\"題\"},\"moves\":[{}]}",
     "a work (作品名) without a diagram, expected its position", NULL},
};

static const Case moves[] = {
    {"手合割：平手\n   1７六歩(77)\n   2３四歩(33)\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n1７六歩(77)\n2３四歩(33)\n", EVEN " moves 7g7f 3c3d", "> "},
    {"手合割：平手\n１　７六歩(77)\n２　３四歩(33)\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n１７六歩(77)\n２３四歩(33)\n３２二角成(88)\n４同　銀(31)\n",
     EVEN " moves 7g7f 3c3d 8h2b+ 3a2b", NULL},
    {"手合割：平手\n176歩(77)\n234歩(33)\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n1. ７六歩(77)\n2）３四歩(33)\n3手目：投了\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n①７六歩(77) ②３四歩(33)\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n(1)７六歩（2）３四歩\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n1 ７六歩(77) ( 0:01) 2 ３四歩(33) 好手\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n1 ７六歩(77) △３四歩\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n七六歩\n", "line 2: column 1: '七六歩' is not a legal move of sente", NULL},
    {"手合割：平手\n先手 ７六歩\n", "line 2: column 1: '先手' is not a legal move of sente", NULL},
    {"手合割：平手\n7g7f 3c3d\n",
     "line 2: column 1: a line of CSA or USI in a record of KIF, expected one of them", NULL},
    {"手合割：平手\n1 ７六歩(77)\n変化 １手\n1 ２六歩(27)\n", EVEN " moves 7g7f", NULL},
    {"手合割：平手\n７六歩(77)\n３四歩(33)\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n７六歩 ３四歩　２二角成 同　銀\n投了\n", EVEN " moves 7g7f 3c3d 8h2b+ 3a2b",
     NULL},
    {"手合割：平手\n☗７六歩☖３四歩\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n+７六歩 -３四歩\n", EVEN " moves 7g7f 3c3d", NULL},
    {"手合割：平手\n-７六歩\n", "line 2: column 1: △ is gote's mark, expected a move of sente",
     NULL},
    {"手合割：平手\n1 吾輩\n",
     "line 2: column 3: '吾輩' is not a move, expected a target square such as ５三 or an end such "
     "as 投了",
     NULL},
    {"手合割：平手\n７五歩 ３四歩\n",
     "line 2: column 2: '五歩', expected a legal move such as ▲７八飛, "
     "▲７八金, ▲７六歩, ▲７八銀",
     NULL},
    {"手合割：平手\n７六歩が好手です。\n", EVEN, NULL},
};

static const Case csa[] = {
    {CSA_ROWS "P+00KI\n+\n", MATE, NULL},
    {CSA_ROWS "P+00KI\n+\n", MATE, "    "},
    {CSA_ROWS "P+00KI\n+\n", MATE, "> "},
    {"P1 * * * * -OU * * * *\nP2 * * * * * * * * *\nP3 * * * * +FU * * * *\nP4*********\n"
     "P5\t*\t*\t*\t*\t*\t*\t*\t*\t*\nP6 * * * * * * * * *\nP7　*　*　*　*　*　*　*　*　*\n"
     "P8 * * * * * * * * *\nP9 * * * * * * * * *\nP+00KI\n+\n",
     MATE, NULL},
    {"P-51OU\nP+53FU 00KI\n+\n", MATE, NULL},
    {"P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *\n+\n",
     "line 1: column 1: no game has a board of this size, expected 9 rows of 9", NULL},
    {CSA_ROWS "P9 *  *  *  *  *  *  *  *  * \n+\n",
     "line 1: column 1: no game has a board of this size, expected 9 rows of 9", NULL},
    {"PI\n+\n+7776FU\nP1 *  *  *  *  *  *  *  *  * \n",
     "line 4: column 1: a line of the board after moves, expected / before another record", NULL},
    {"PI\n+\n+7776FU\n+\n", "line 4: column 1: sente to move, expected gote", NULL},
    {"PI\n+\n１ ７六歩(77)\n",
     "line 3: column 1: a board or move in another form, expected one such as +7776FU", NULL},
    {"PI\n+\n7776FU\n",
     "line 3: column 1: a board or move in another form, expected one such as +7776FU", NULL},
    {"PI\n+\n7g7f\n",
     "line 3: column 1: a board or move in another form, expected one such as +7776FU", NULL},
    {CSA_ROWS "p+00KI\n+\n",
     "line 10: column 1: a board or move in another form, expected one such as +7776FU", NULL},
    {"PI\n+\n+7776FU T12\n-3334FU\n", EVEN " moves 7g7f 3c3d", NULL},
    {"PI\n+\n+7776FU,T5 -3334FU　T6.25,%TORYO T1\n", EVEN " moves 7g7f 3c3d", NULL},
    {"PI\n+\n+7776FU,T5-3334FU\n",
     "line 3: column 11: '-3334FU' after the move, expected a blank or the end", NULL},
    {"PI\n+\n+7776FU,3334FU\n",
     "line 3: column 9: a board or move in another form, expected one such as +7776FU", NULL},
    {"PI\n+\n+7776FU T5 △３四歩\n",
     "line 3: column 12: a board or move in another form, expected one such as +7776FU", NULL},
    {"PI\n+\n%TORYO -3334FU\n", "line 3: column 8: a move of gote, expected one of sente", NULL},
    {"PI\n+\n+7776FUx\n", "line 3: column 8: 'x' after the move, expected a blank or the end",
     NULL},
    {"P+XX\n+\n", "line 1: column 3: expected a square of two digits and a piece", NULL},
    {"> PI\n> +\n> +7775FU\n",
     "line 3: column 4: move 1 is impossible: the piece does not move there", NULL},
};

/* The text with something before every line. (transfer full) */
static char *with_before(const Case *c)
{
    GString *out = g_string_new(c->before);
    for (const char *at = c->text; *at; at++) {
        g_string_append_c(out, *at);
        if (*at == '\n' && at[1])
            g_string_append(out, c->before ? c->before : "");
    }
    return g_string_free(out, FALSE);
}

/* What a problem was read as. (transfer full) */
static char *told(const KjProblem *problem)
{
    if (problem->error)
        return kj_text_error_write(problem->error);
    g_autofree char *sfen = kj_sfen_write(&problem->position.start, 1);
    GString *out = g_string_new(sfen);
    unsigned n = 0;
    g_autofree KjMove *line =
        problem->file ? kj_move_tree_main_line(problem->file->tree, &n) : NULL;
    for (unsigned i = 0; i < n; i++) {
        char move[KJ_USI_MOVE];
        kj_usi_move_write(&problem->position.start, line[i], move);
        g_string_append_printf(out, "%s %s", i ? "" : " moves", move);
    }
    return g_string_free(out, FALSE);
}

static void assert_read(const Case *c)
{
    g_autofree char *text = with_before(c);
    g_autoptr(GPtrArray) problems = kj_problems_from_text(text, -1, "text", NULL);
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < problems->len; i++) {
        g_autofree char *one = told(problems->pdata[i]);
        g_string_append_printf(all, "%s%s", i ? "\n" : "", one);
    }
    if (strcmp(all->str, c->wanted) != 0)
        fail_msg("%s\nis read as\n%s\nexpected\n%s", text, all->str, c->wanted);
}

#define ASSERT_ALL(cases)                            \
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) \
    assert_read(&(cases)[i])

TEST(every_line_of_a_diagram_is_used_or_named)
{
    ASSERT_ALL(diagrams);
}

TEST(a_work_without_a_diagram_is_no_even_game)
{
    ASSERT_ALL(starts);
}

TEST(every_move_is_used_or_named)
{
    ASSERT_ALL(moves);
}

TEST(every_line_of_csa_is_used_or_named)
{
    ASSERT_ALL(csa);
}

/* Whether a text has a word of English in it. */
static bool has_english(const char *text)
{
    unsigned letters = 0;
    for (; *text && letters < 3; text++)
        letters = g_ascii_islower(*text) ? letters + 1 : 0;
    return letters >= 3;
}

static void assert_japanese(const Case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        g_autofree char *text = with_before(&cases[i]);
        g_autoptr(GPtrArray) problems = kj_problems_from_text(text, -1, "text", NULL);
        const KjProblem *last = problems->pdata[problems->len - 1];
        g_autofree char *said = last->error ? kj_text_error_write(last->error) : NULL;
        if (said && has_english(said))
            fail_msg("%s\nis refused in English: %s", text, said);
    }
}

TEST(errors_of_reading_are_in_japanese)
{
    static const Case more[] = {
        {"手合割：謎\n", NULL, NULL},
        {"手合割：平手\n1 ９九龍(11)\n", NULL, NULL},
        {"手合割：平手\n1 ９九猫(11)\n", NULL, NULL},
        {"手合割：平手\n1 ７五歩(77)\n", NULL, NULL},
        {"手合割：平手\n変化：3手\n", NULL, NULL},
        {"手合割：平手\n1 投了\n2 ７六歩(77)\n", NULL, NULL},
        {"手合割：平手\n▲５八金\n", NULL, NULL},
        {ROW1 ROW2 ROW3 REST "先手の持駒：金九\n", NULL, NULL},
        {ROW1 ROW2 "| ・ ・ ・ ・ 猫 ・ ・ ・ ・|三\n" REST, NULL, NULL},
        {ROW1 ROW2 "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|三\n" REST "先手の持駒：歩十八\n1 ５二歩打\n",
         NULL, NULL},
        {ROW1 ROW2 "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|三\n" REST "先手の持駒：歩十八\n▲５二歩\n", NULL,
         NULL},
        {"PI\n+\n+7776XX\n", NULL, NULL},
        {"PI\n+\n-3334FU\n", NULL, NULL},
        {"PI99FU\n+\n", NULL, NULL},
        {"P+99XX\n+\n", NULL, NULL},
    };
    kj_lang_set(KJ_LANG_JA);
    assert_japanese(diagrams, G_N_ELEMENTS(diagrams));
    assert_japanese(starts, G_N_ELEMENTS(starts));
    assert_japanese(moves, G_N_ELEMENTS(moves));
    assert_japanese(csa, G_N_ELEMENTS(csa));
    assert_japanese(more, G_N_ELEMENTS(more));
    kj_lang_set(KJ_LANG_EN);
}
