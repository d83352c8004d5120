/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What becomes of what is in a text (the tables of docs/formats.md): readings.txt has texts with
 * boards and moves, lists.txt lists, tables and addresses, records.txt records in each format, read
 * and written.
 */
#include <string.h>

#include "core/format/jkf.h"
#include "core/format/position_text.h"
#include "core/format/problem.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "core/tree/move_place.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"
#include "tests/support/rules/question_file.h"

static GHashTable *texts;         // what is said of them by `let`, by name
static char *text;                // of the block
static GPtrArray *problems, *all; // what was read of it; all: files
static unsigned next;             // the problem or file that is asked about
static KjFormat format;
static bool english; // it is refused in English where all is in Japanese

/* A text with its escapes, and what ${NAME} stands for. (transfer full) */
static char *text_of(const char *escaped)
{
    g_autofree char *plain = g_strcompress(escaped);
    GString *out = g_string_new(plain);
    for (char *at; (at = strstr(out->str, "${"));) {
        g_autofree char *name = g_strndup(at + 2, strcspn(at + 2, "}"));
        const char *value = g_hash_table_lookup(texts, name);
        if (!value)
            fail_msg("no text is called %s", name);
        gssize place = at - out->str;
        g_string_erase(out, place, (gssize)strlen(name) + 3);
        g_string_insert(out, place, value);
    }
    return g_string_free(out, FALSE);
}

/* ---- problems ---- */

/* The line of moves, and how it ends. */
static void write_line(GString *out, const KjMoveTree *tree)
{
    for (const KjMoveNode *node = tree->root->child; node; node = node->child) {
        char move[KJ_USI_MOVE] = "";
        if (!node->end)
            kj_usi_move_write(&tree->start, node->move, move);
        g_string_append_printf(out, "%s%s", node->parent == tree->root ? "" : " ",
                               node->end ? kj_game_end_ja(node->end) : move);
    }
}

/* id|SFEN|moves and end|plies|note|title, where the last is the game if it is told by no board; or
 * LINE:COLUMN: why it cannot be read. (transfer full) */
static char *told(const KjProblem *problem)
{
    if (problem->error) {
        KjTextPlace place = kj_text_error_place(problem->error);
        return g_strdup_printf("%u:%u: %s", place.line ? place.line : problem->line, place.column,
                               problem->error->message);
    }
    const KjMoveTree *tree = problem->file->tree;
    g_autofree char *sfen = kj_sfen_write(&tree->start, 1);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "%s|%s|", problem->id, sfen);
    write_line(out, tree);
    const char *title = kj_move_tree_header(tree, "作品名");
    bool other = strcmp(tree->start.game->row->id, "gorogoro") == 0;
    g_string_append_c(out, '|');
    if (problem->plies >= 0)
        g_string_append_printf(out, "%d", problem->plies);
    g_string_append_printf(out, "|%s|%s", problem->note ? problem->note : "",
                           other   ? tree->start.game->row->id
                           : title ? title
                                   : "");
    return g_string_free(out, FALSE);
}

/* Whether the last problem of the text is refused with a word of English in it. */
static bool is_english(void)
{
    kj_lang_set(KJ_LANG_JA);
    g_autoptr(GPtrArray) read = kj_problems_from_text(text, -1, "text", NULL);
    const KjProblem *last = read->pdata[read->len - 1];
    g_autofree char *said = last->error ? kj_text_error_write(last->error) : g_strdup("");
    kj_lang_set(KJ_LANG_EN);
    unsigned letters = 0;
    for (const char *at = said; *at && letters < 3; at++)
        letters = g_ascii_islower(*at) ? letters + 1 : 0;
    return letters >= 3;
}

/* Puts the mark before every line. */
static void quote(const char *mark)
{
    GString *out = g_string_new(mark);
    for (const char *at = text; *at; at++) {
        g_string_append_c(out, *at);
        if (*at == '\n' && at[1])
            g_string_append(out, mark);
    }
    g_free(text);
    text = g_string_free(out, FALSE);
}

/* Whether the next problem is so; of an error the beginning is enough before "...". */
static bool is_read(const char *wanted)
{
    if (!problems)
        problems = kj_problems_from_text(text, -1, "text", NULL);
    if (next >= problems->len)
        return false;
    g_autofree char *got = told(problems->pdata[next++]);
    g_autofree char *start = g_strdup(wanted);
    bool open = g_str_has_suffix(wanted, "...");
    start[strlen(start) - (open ? 3 : 0)] = '\0';
    bool same = open ? g_str_has_prefix(got, start) : strcmp(got, wanted) == 0;
    if (!same)
        print_error("it is read as %s\n", got);
    return same;
}

/* Whether the problem read last is from there. */
static bool is_from(const char *wanted)
{
    const KjProblem *last = problems->pdata[next - 1];
    g_autofree char *from =
        g_strdup_printf("%s, %s, line %u, %s", last->id, last->source, last->line,
                        last->file ? kj_format_name(last->file->format) : "none");
    if (strcmp(from, wanted) != 0)
        print_error("it is from %s\n", from);
    return strcmp(from, wanted) == 0;
}

/* ---- records ---- */

static KjGameFile *file(void)
{
    if (!all)
        all = game_files_read(text, format, NULL);
    assert_true(next < all->len);
    return all->pdata[next];
}

/* A move or end, its times in milliseconds behind @, why it is illegal behind !, and its notes. */
static void write_node(GString *out, const KjMoveTree *tree, const KjMoveNode *node)
{
    char move[KJ_USI_MOVE] = "";
    if (!node->end)
        kj_usi_move_write(&tree->start, node->move, move);
    g_string_append_printf(out, " %s", node->end ? kj_game_end_ja(node->end) : move);
    if (node->spent >= 0)
        g_string_append_printf(out, "@%d", (int)node->spent);
    if (node->total >= 0)
        g_string_append_printf(out, "/%d", (int)node->total);
    if (node->illegal)
        g_string_append_printf(out, "!(%s)", kj_illegal_text(node->illegal));
    for (guint i = 0; node->notes && i < node->notes->len; i++)
        g_string_append_printf(out, "{%s}", ((const KjNote *)node->notes->pdata[i])->text);
}

/* The main line, other moves in brackets behind the one they stand for. */
static void write_children(GString *out, const KjMoveTree *tree, const KjMoveNode *parent)
{
    const KjMoveNode *main = parent->child;
    if (!main)
        return;
    write_node(out, tree, main);
    for (const KjMoveNode *other = main->next; other; other = other->next) {
        g_string_append(out, " (");
        write_node(out, tree, other);
        write_children(out, tree, other);
        g_string_append(out, " )");
    }
    write_children(out, tree, main);
}

static bool same_tree(const char *wanted)
{
    g_autoptr(GString) out = g_string_new(NULL);
    write_children(out, file()->tree, file()->tree->root);
    g_strchug(out->str);
    if (strcmp(out->str, wanted) != 0)
        print_error("the tree is %s\n", out->str);
    return strcmp(out->str, wanted) == 0;
}

static KjFormat format_of(const char *name)
{
    KjFormat one = 0;
    while (g_ascii_strcasecmp(kj_format_name(one), name) != 0)
        one++;
    return one;
}

static bool is_written(const char *name, const char *wanted)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    KjFormat to = format_of(name);
    if (!kj_format_write(out, file(), to, &error))
        g_string_printf(out, "! %s", error->message);
    bool same = g_str_has_prefix(wanted, "...") ? strstr(out->str, wanted + 3) != NULL
                                                : strcmp(out->str, wanted) == 0;
    if (!same)
        print_error("it is written as\n%s\n", out->str);
    return same;
}

/* What follows is about what is written and read again. */
static void read_again(KjFormat as)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    assert_true(kj_format_write(out, file(), as, &error));
    format = as;
    g_free(text);
    text = g_strdup(out->str);
    g_clear_pointer(&all, g_ptr_array_unref);
}

static bool is_so(const char *what, const char *wanted)
{
    const KjMoveTree *tree = file()->tree;
    g_autofree char *sfen = kj_sfen_write(&tree->start, 1);
    if (g_str_has_prefix(what, "header "))
        return strcmp(kj_game_file_header(file(), what + strlen("header ")), wanted) == 0;
    if (strcmp(what, "start") == 0)
        return strcmp(sfen, wanted) == 0;
    if (strcmp(what, "game") == 0)
        return strcmp(tree->start.game->row->id, wanted) == 0;
    if (strcmp(what, "branches") == 0)
        return kj_move_tree_branches(tree) == number_of(wanted);
    if (strcmp(what, "line") == 0)
        return file()->line == number_of(wanted);
    return strcmp(what, "tree") == 0 && same_tree(wanted);
}

/* A record of a position and moves, as from nowhere. */
static void make_file(void)
{
    g_auto(KjPositionText) read;
    assert_true(kj_position_text_read(text, NULL, &read, NULL));
    KjMoveTree *tree = kj_move_tree_new(&read.start);
    for (unsigned i = 0; i < read.n_moves; i++)
        kj_move_tree_play(tree, read.moves[i]);
    all = g_ptr_array_new_with_free_func((GDestroyNotify)kj_game_file_free);
    g_ptr_array_add(all, kj_game_file_of(tree));
}

/* ---- the table ---- */

static void begin(const char *words, const char *escaped)
{
    if (problems && next != problems->len)
        fail_msg("%u problems are read, not %u: %s", problems->len, next, text);
    g_clear_pointer(&problems, g_ptr_array_unref);
    g_clear_pointer(&all, g_ptr_array_unref);
    g_free(text);
    text = text_of(escaped);
    next = 0;
    english = strcmp(words, "text") == 0 && is_english();
    if (g_str_has_prefix(words, "let ")) {
        g_hash_table_insert(texts, g_strdup(words + strlen("let ")), g_strdup(text));
    } else if (strcmp(words, "sfen") == 0) {
        make_file();
    } else if (strcmp(words, "text") != 0 && strcmp(words, "list") != 0) {
        format = format_of(words);
    }
}

static bool ask(const char *words, const char *escaped)
{
    g_autofree char *wanted = text_of(escaped);
    if (strcmp(words, "quoted") == 0)
        quote(wanted);
    else if (strcmp(words, "file") == 0)
        next = number_of(wanted) - 1;
    else if (strcmp(words, "again") == 0)
        read_again(format_of(wanted));
    else if (strcmp(words, "read") == 0)
        return is_read(wanted) && !english;
    else if (strcmp(words, "from") == 0)
        return is_from(wanted);
    else if (strcmp(words, "japanese") == 0)
        return !english;
    else if (strcmp(words, "files") == 0)
        return file() && all->len == number_of(wanted);
    else if (g_str_has_prefix(words, "refused "))
        game_file_assert_refused(text, format, number_of(words + strlen("refused ")), wanted);
    else if (strcmp(words, "same") == 0)
        return file()->format == format_of(wanted) && is_written(wanted, text);
    else if (g_str_has_prefix(words, "written "))
        return is_written(words + strlen("written "), wanted);
    else
        return is_so(words, wanted);
    return true;
}

static void run(const char *name, unsigned least)
{
    g_autofree char *path = g_build_filename("tests/unit/core/format", name, NULL);
    texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    assert_true(question_file(path, begin, ask) >= least);
    begin("let END", "");
    g_hash_table_unref(texts);
}

TEST(every_line_of_a_text_is_used_or_named)
{
    run("readings.txt", 126);
}

TEST(each_line_of_a_list_is_a_problem_or_an_error)
{
    run("lists.txt", 115);
}

TEST(records_are_read_and_written)
{
    run("records.txt", 109);
}

TEST(nesting_has_an_end)
{
    g_autofree char *deep = g_strnfill(100000, '[');
    g_autofree char *json = g_strconcat("{\"a\":", deep, NULL);
    game_file_assert_refused(json, KJ_FORMAT_JKF, 0,
                             "not JKF: nested too deep, expected at most 4000 levels");
}
