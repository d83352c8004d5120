/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collecting the lines of a pasted record. */
#include "repl/collection/paste.h"

#include <string.h>

#include "core/format/problem.h"
#include "core/tree/move_update.h"

/* How many digits a text begins with. */
static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* "12 ７六歩(77)": no command begins with a number. */
static bool is_kif_move(const char *line)
{
    size_t n = digits(line);
    size_t blanks = strspn(line + n, " \t");
    return n > 0 && n <= 4 && blanks > 0 && (guchar)line[n + blanks] >= 0x80;
}

/* "手合割：平手": a colon of full width after a word that is not ASCII. */
static bool is_kif_header(const char *line)
{
    return (guchar)*line >= 0x80 && strstr(line, "：");
}

static bool is_csa(const char *line)
{
    if ((line[0] == '+' || line[0] == '-') && digits(line + 1) == 4)
        return strlen(line) >= 7 && g_ascii_isupper(line[5]) && g_ascii_isupper(line[6]);
    if (line[0] == 'V')
        return g_ascii_isdigit(line[1]) && (!line[2] || line[2] == '.');
    if (line[0] == 'P' && g_ascii_isdigit(line[1]))
        return line[2] && strchr("+- ", line[2]);
    return strcmp(line, "PI") == 0 || g_str_has_prefix(line, "P+00") ||
           g_str_has_prefix(line, "P-00");
}

bool kj_paste_is_line(const char *line, bool within)
{
    static const char *const inner[] = {"まで", "▲", "△", "▽", "☗", "☖", "P+", "P-", "N+", "N-"};
    if (is_kif_move(line) || is_kif_header(line) || is_csa(line) ||
        g_str_has_prefix(line, "手数--") || g_str_has_prefix(line, "# ----"))
        return true;
    if (!within)
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(inner); i++)
        if (g_str_has_prefix(line, inner[i]))
            return true;
    if (*line == 'T' && digits(line + 1))
        return true;
    // blank lines stand before branches
    return !*line || strcmp(line, "+") == 0 || strcmp(line, "-") == 0 || strchr("*#&%$'", *line);
}

/* Goes to the end of the main line. */
static void go_to_end(KjMoveTree *tree, const KjMoveNode *root)
{
    for (const KjMoveNode *node = root->child;
         node && node->move != KJ_MOVE_NONE && node->illegal == KJ_MOVE_LEGAL; node = node->child)
        kj_move_tree_play(tree, node->move);
}

KjMoveTree *kj_paste_read(const char *const *lines, GError **error)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    for (const char *const *line = lines; *line; line++)
        g_string_append_printf(joined, "%s\n", *line);
    g_autoptr(GPtrArray) problems = kj_problems_from_text(joined->str, -1, "paste", NULL);
    KjProblem *problem = problems->pdata[0];
    if (problem->error) {
        g_propagate_error(error, g_steal_pointer(&problem->error));
        return NULL;
    }
    KjMoveTree *tree = kj_move_tree_new(&problem->position.start);
    if (problem->file)
        kj_move_tree_take_headers(tree, problem->file->tree);
    if (!problem->file ||
        kj_position_check_start(&problem->position.start, NULL, NULL) != KJ_POSITION_OK)
        return tree;
    kj_move_tree_graft(tree, problem->file->tree->root);
    go_to_end(tree, problem->file->tree->root);
    return tree;
}
