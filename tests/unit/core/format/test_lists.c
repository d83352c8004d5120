/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What becomes of lists, tables and addresses (the table of docs/formats.md): each text and what is
 * read from it.
 */
#include <string.h>

#include "core/format/problem.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "tests/support/cmocka.h"

#define ONE "7k1/9/6B1R/9/9/9/9/9/9 b G 1"
#define PAWN "8k/9/8P/9/9/9/9/9/9 b G 1"
#define EVEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
#define ROWS "8k/9/8P/9/9/9/9/9/9"

typedef struct {
    const char *text;
    const char *wanted; // a line for each problem: see write_problem; errors as "LINE:COLUMN: ..."
} Case;

static const Case lists[] = {
    {ONE, "text:1|" ONE "||||"},
    {"# a comment\n\nx\t" ONE "\t1\tby hand\n", "x|" ONE "||1|by hand|x"},
    {"sfen " ONE " moves G*2b", "text:1|" ONE "|G*2b|||"},
    {"a\tposition sfen " ONE " moves G*2b\t1\n", "a|" ONE "|G*2b|1||a"},
    {"a\t" ONE "\t0\n", "a|" ONE "||0||a"},
    {"7\t" ONE "\n", "7|" ONE "||||"},
    // what cannot be named is an error, and the others go on
    {ONE "\nwhat is this\n" PAWN,
     "text:1|" ONE "||||\n2:1: 'what' is not a board\ntext:3|" PAWN "||||"},
    {"a\t" ONE "\tmany\nb\t" ONE, "1:32: 'many' is not a number of plies\nb|" ONE "||||b"},
    // how a game ended
    {"startpos moves 7g7f resign", "text:1|" EVEN "|7g7f 投了|||"},
    {"startpos moves 7g7f RESIGN \n", "text:1|" EVEN "|7g7f 投了|||"},
    {"startpos moves 7g7f win", "text:1|" EVEN "|7g7f 入玉勝ち|||"},
    {"startpos moves 7g7f draw", "text:1|" EVEN "|7g7f 引き分け|||"},
    {"startpos moves 7g7f rep_draw", "text:1|" EVEN "|7g7f 千日手|||"},
    {"startpos moves 7g7f timeout", "text:1|" EVEN "|7g7f 切れ負け|||"},
    {"startpos moves 7g7f 中断", "text:1|" EVEN "|7g7f 中断|||"},
    {"startpos moves 7g7f %TORYO", "text:1|" EVEN "|7g7f 投了|||"},
    {"startpos moves resign", "text:1|" EVEN "|投了|||"},
    {"startpos moves resign 7g7f", "1:23: unexpected '7g7f'"},
    {"startpos moves 7g7f nonsense", "1:21: 'nonsense' is not a square"},
    {"\xef\xbb\xbf" ONE, "text:1|" ONE "||||"},
    {"\xef\xbb\xbf\xef\xbb\xbf" ONE, "text:1|" ONE "||||"},
};

static const Case tables[] = {
    {"id\tsfen\tplies\n1\t" ONE "\t1\n", "1|" ONE "||1||"},
    {"sfen\n" ONE "\n", "text:2|" ONE "||||"},
    {"Author\tNO\tSFEN\n山田\t5\t" ONE "\n", "5|" ONE "||||"},
    {"id,sfen,answer\n1," ONE ",G*2b\n", "1|" ONE "|G*2b|||"},
    {"番号;局面;手数;手順;備考\n1;" ONE ";1手;G*2b;易\n", "1|" ONE "|G*2b|1|易|"},
    {"\xef\xbb\xbfid,sfen\r\n1," ONE "\r\n", "1|" ONE "||||"},
    {"id,sfen,moves\n1," ONE ",1\n", "1|" ONE "||1||"},
    {"id,sfen,moves\n1," ONE ",resign\n", "1|" ONE "|投了|||"},
    {"# c\n\nid,sfen\n\n# c\n1," ONE "\n", "1|" ONE "||||"},
    {"id,sfen,title,note\n1," ONE ",\"a \"\"b\"\", c\",\"two\nlines\"\n2," PAWN ",,\n",
     "1|" ONE "|||two lines|a \"b\", c\n2|" PAWN "||||"},
    {"id,sfen,moves\n1," ONE ",\"1c1a+,2a3b\"\n", "1|" ONE "|1c1a+ 2a3b|||"},
    {"id,sfen,seen,by\n1," ONE ",yes,me\n", "1|" ONE "||||"}, // others are ignored
    // what is missing or wrong is said with the name of its column
    {"id,sfen\n1,\n2," ONE "\n", "2:0: no position, expected one as 'sfen'\n2|" ONE "||||"},
    {"id,sfen\n1\n", "2:0: no position"},
    {"id,sfen,moves\n1," ONE ",9a9b\n", "2:32: moves: "},
    {"id,sfen\n1,9/9 b -\n", "2:3: sfen: a board of 9 files"},
    {"id,sfen,plies\n1," ONE ",long\n", "2:32: plies: 'long' is not"},
    {"id,sfen,note\n1," ONE ",\"open\n", "2:0: a quotation mark"},
    // without a heading
    {"1," ONE ",1,G*2b,easy\n,\"" ONE "\",,\n", "1|" ONE "|G*2b|1|easy|\ntext:2|" ONE "||||"},
    {ONE ",1\n", "text:1|" ONE "||1||"},
    {"1," ONE ",1,2\n", "1:0: fields that cannot be told apart"},
    {"1," ONE "\n2," ONE ",1,2\n", "1|" ONE "||||\n2:0: fields that cannot be told apart"},
    // JSON
    {"{\"id\":1,\"sfen\":\"" ONE "\",\"answer\":\"G*2b\"}\n", "1|" ONE "|G*2b|||"},
    {"{\"sfen\":\"" ONE "\"}\n\n{\"id\":\"b\",\"position\":\"sfen " PAWN
     "\",\"line\":[\"G*1b\"]}\n",
     "text:1|" ONE "||||\nb|" PAWN "|G*1b|||b"},
    {"[\n{\"id\":\"a\",\n\"sfen\":\"" ONE
     "\",\"plies\":1,\"note\":\"n\",\"x\":{}},\n{\"id\":2}\n,3]",
     "a|" ONE "||1|n|a\n4:0: no position\n5:0: no object"},
    {"{\n \"sfen\": \"" ONE "\",\n \"title\": \"T\"\n}\n", "T|" ONE "||||T"},
    {"{\"sfen\":\"" ONE "\"}\n{\"sfen\":}\n{\"sfen\":\"" PAWN "\"}\n",
     "text:1|" ONE "||||\n2:9: not JSON\ntext:3|" PAWN "||||"},
    {"[{\"sfen\":\"" ONE "\"", "1:39: not JSON"},
};

static const Case addresses[] = {
    {"https://lishogi.org/analysis/" ROWS "_b_G_1", "text:1|" PAWN "||||"},
    {"https://lishogi.org/editor/standard/" ROWS "_b_G_1", "text:1|" PAWN "||||"},
    {"https://lishogi.org/analysis/standard/" ROWS "%20b%20G%201?color=gote#3",
     "text:1|" PAWN "||||"},
    {"lishogi.org/analysis/" ROWS "_b_G", "text:1|" PAWN "||||"},
    {"https://lishogi.org/editor/minishogi/4k/5/4P/5/5_b_G_1", "text:1|4k/5/4P/5/5 b G 1||||"},
    {"https://lishogi.org/editor/chushogi/12/12_b_-_1", "1:0: a link of the game 'chushogi'"},
    {"https://x.example/?a=1&SFEN=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
     "text:1|" PAWN "||||"},
    {"https://x.example/v?initpos=" ROWS "+b+G+1&moves=G*1b", "text:1|" PAWN "|G*1b|||"},
    {"https://x.example/v?position=8k/9/8%2BP/9/9/9/9/9/9+b+G+1",
     "text:1|8k/9/8+P/9/9/9/9/9/9 b G 1||||"},
    {"https://x.example/v?position=8k/9/8+P/9/9/9/9/9/9_b_G_1",
     "text:1|8k/9/8+P/9/9/9/9/9/9 b G 1||||"},
    {"https://x.example/k/#sfen=" ROWS "_b_G_1&moves=G*1b&do=solve&lang=ja",
     "text:1|" PAWN "|G*1b|||"},
    {"https://x.example/k/#sfen=5/5/5/5/5/4k_b_G_1&game=gorogoro",
     "text:1|5/5/5/5/5/4k b G 1||||gorogoro"},
    {"https://x.example/#position=startpos_moves_7g7f", "text:1|" EVEN "|7g7f|||"},
    {ROWS "_b_G_1", "text:1|" PAWN "||||"},
    {"sfen_" ROWS "_b_G_1", "text:1|" PAWN "||||"},
    {"8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201", "text:1|" PAWN "||||"},
    {"id\tx\na\thttps://lishogi.org/analysis/" ROWS "_b_G_1\n",
     "1:4: 'x' is not a board\na|" PAWN "||||a"},
    // a link without a position, or with a broken one
    {"https://lishogi.org/Ab3dEf9h", "1:0: a link without a position"},
    {"https://lishogi.org/analysis/standard", "1:0: a link without a position"},
    {"https://example.org/?sfen=", "1:0: a link without a position"},
    {"https://example.org/?sfen=a%0A%1B/b_b", "1:0: a?\?/b b: a board of"},
    {"https://example.org/?sfen=9/9_b_-", "1:0: 9/9 b -: a board of 9 files and 2 ranks"},
};

/* id|SFEN|moves and end|plies|note|title, where the last is the game if it is told by no board */
static void write_problem(GString *out, const KjProblem *problem)
{
    if (problem->error) {
        KjTextPlace place = kj_text_error_place(problem->error);
        unsigned line = place.line ? place.line : problem->line;
        g_string_append_printf(out, "%u:%u: %s", line, place.column, problem->error->message);
        return;
    }
    const KjMoveTree *tree = problem->file->tree;
    g_autofree char *sfen = kj_sfen_write(&tree->start, 1);
    g_string_append_printf(out, "%s|%s|", problem->id, sfen);
    for (const KjMoveNode *node = tree->root->child; node; node = node->child) {
        char move[KJ_USI_MOVE];
        if (node->end)
            g_strlcpy(move, "", sizeof move);
        else
            kj_usi_move_write(&tree->start, node->move, move);
        g_string_append_printf(out, "%s%s", node->parent == tree->root ? "" : " ",
                               node->end ? kj_game_end_ja(node->end) : move);
    }
    const char *title = kj_move_tree_header(tree, "作品名");
    bool other = strcmp(tree->start.game->row->id, "gorogoro") == 0;
    g_string_append_c(out, '|');
    if (problem->plies >= 0)
        g_string_append_printf(out, "%d", problem->plies);
    g_string_append_printf(out, "|%s|%s", problem->note ? problem->note : "",
                           other   ? tree->start.game->row->id
                           : title ? title
                                   : "");
}

/* Whether lines begin as wanted: errors need not be told whole. */
static void assert_lines(const char *text, const char *got, const char *wanted)
{
    g_auto(GStrv) a = g_strsplit(got, "\n", -1), b = g_strsplit(wanted, "\n", -1);
    bool same = g_strv_length(a) == g_strv_length(b);
    for (unsigned i = 0; same && a[i]; i++)
        same = g_ascii_isdigit(*b[i]) && !strchr(b[i], '|') ? g_str_has_prefix(a[i], b[i])
                                                            : strcmp(a[i], b[i]) == 0;
    if (!same)
        fail_msg("of '%s'\nread:   %s\nwanted: %s", text, got, wanted);
}

static void assert_read(const Case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        g_autoptr(GPtrArray) problems = kj_problems_from_text(cases[i].text, -1, "text", NULL);
        g_autoptr(GString) got = g_string_new(NULL);
        for (guint k = 0; k < problems->len; k++) {
            g_string_append(got, k ? "\n" : "");
            write_problem(got, problems->pdata[k]);
        }
        assert_lines(cases[i].text, got->str, cases[i].wanted);
    }
}

TEST(each_line_of_a_list_is_a_problem_or_an_error)
{
    assert_read(lists, G_N_ELEMENTS(lists));
}

TEST(tables_are_read_by_the_names_of_their_columns)
{
    assert_read(tables, G_N_ELEMENTS(tables));
}

TEST(positions_are_found_in_addresses)
{
    assert_read(addresses, G_N_ELEMENTS(addresses));
}
