/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start of a record, changed in its text. */
#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/kif-priv.h"
#include "core/format/rewrite-priv.h"

/* ---- KIF ---- */

/* The lines of a diagram as we write it. (transfer full) */
static GPtrArray *diagram_of(const KjPosition *position)
{
    g_autoptr(GString) text = g_string_new(NULL);
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    kj_kif_board_write(text, position);
    char *rest = text->str;
    for (char *line; (line = kj_text_next_line(&rest));)
        g_ptr_array_add(lines, g_strdup(line));
    return lines;
}

static void replace(GPtrArray *lines, guint index, char *line)
{
    g_free(lines->pdata[index]);
    lines->pdata[index] = line;
}

/* The index of the last line that tells a side's hand or its turn, -1 none. */
static int side_line(const GPtrArray *lines, KjKifClass is, KjSide side, KjKifLine *out)
{
    for (int i = (int)lines->len - 1; i >= 0; i--) {
        *out = kj_kif_line(lines->pdata[i]);
        if (out->is == is && out->side == side)
            return i;
    }
    return -1;
}

/* Sets the rows of a diagram, square by square; false if they are not of this form. */
static bool set_rows(GPtrArray *lines, const GPtrArray *diagram, const KjGame *game)
{
    guint from = 0;
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        if (!kj_kif_bar(line))
            continue;
        while (from < diagram->len && *(const char *)diagram->pdata[from] != '|')
            from++;
        char *row =
            from < diagram->len ? kj_kif_row_merge(line, diagram->pdata[from++], game) : NULL;
        if (!row)
            return false;
        replace(lines, i, row);
    }
    return true;
}

/* The index after the last line of the diagram, or before the first. */
static guint diagram_edge(const GPtrArray *lines, bool end)
{
    guint edge = lines->len;
    for (guint i = 0; i < lines->len; i++) {
        if (!kj_kif_board_is(kj_kif_line(lines->pdata[i]).is))
            continue;
        if (!end)
            return i;
        edge = i + 1;
    }
    return edge;
}

static void set_hand(GPtrArray *lines, const GPtrArray *diagram, KjSide side)
{
    KjKifLine told, wanted;
    int from = side_line(diagram, KJ_KIF_HAND, side, &wanted);
    int at = side_line(lines, KJ_KIF_HAND, side, &told);
    if (at < 0) {
        g_ptr_array_insert(lines, (gint)diagram_edge(lines, side == KJ_SENTE),
                           g_strdup(diagram->pdata[from]));
        return;
    }
    char *line = lines->pdata[at];
    replace(lines, (guint)at,
            g_strdup_printf("%.*s%s", (int)(told.value - line), line, wanted.value));
}

static void set_turn(GPtrArray *lines, KjSide side)
{
    KjKifLine line;
    for (int i; (i = side_line(lines, KJ_KIF_TURN, kj_other(side), &line)) >= 0;)
        g_ptr_array_remove_index(lines, (guint)i);
    // sente's turn goes without saying
    if (side == KJ_GOTE)
        g_ptr_array_insert(lines, (gint)diagram_edge(lines, true), g_strdup("後手番"));
}

/* The index of the line 手合割, or -1; its value begins at `out_value`. */
static int handicap_line(const GPtrArray *lines, const char **out_value)
{
    static const char *const keys[] = {"手合割：", "手合割:"};
    for (guint i = 0; i < lines->len; i++)
        for (unsigned k = 0; k < G_N_ELEMENTS(keys); k++)
            if (g_str_has_prefix(lines->pdata[i], keys[k])) {
                *out_value = (const char *)lines->pdata[i] + strlen(keys[k]);
                return (int)i;
            }
    return -1;
}

/* Takes the diagram out and returns where it was, else where it may go. */
static guint remove_diagram(GPtrArray *lines, int after)
{
    guint place = diagram_edge(lines, false);
    for (guint i = lines->len; i-- > 0;)
        if (kj_kif_board_is(kj_kif_line(lines->pdata[i]).is))
            g_ptr_array_remove_index(lines, i);
    if (place < lines->len)
        return place;
    if (after >= 0)
        return (guint)after + 1;
    // not behind the ruler of the moves
    for (place = 0; place < lines->len; place++)
        if (g_str_has_prefix(lines->pdata[place], "手数--"))
            break;
    return place;
}

/* The start told by a name, or by a diagram where there was none or one of another size. */
static void set_start_anew(GPtrArray *lines, const KjPosition *after)
{
    const char *value;
    int at = handicap_line(lines, &value);
    bool draw;
    const char *name = kj_kif_handicap_name(after, &draw);
    if (at >= 0) {
        char *line = lines->pdata[at];
        replace(lines, (guint)at, g_strdup_printf("%.*s%s", (int)(value - line), line, name));
    }
    guint place = remove_diagram(lines, at);
    if (at < 0 && !draw) // what has no name is told by its diagram
        g_ptr_array_insert(lines, (gint)place++, g_strdup_printf("手合割：%s", name));
    if (!draw)
        return;
    g_autoptr(GPtrArray) diagram = diagram_of(after);
    for (guint i = 0; i < diagram->len; i++)
        g_ptr_array_insert(lines, (gint)(place + i), g_strdup(diagram->pdata[i]));
}

static bool has_rows(const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        if (kj_kif_bar(lines->pdata[i]))
            return true;
    return false;
}

void kj_rewrite_start_kif(GPtrArray *lines, const KjPosition *before, const KjPosition *after)
{
    if (before->game->row == after->game->row && kj_position_equal(before, after))
        return;
    g_autoptr(GPtrArray) diagram = diagram_of(after);
    if (before->game->row != after->game->row || !has_rows(lines) ||
        !set_rows(lines, diagram, after->game)) {
        set_start_anew(lines, after);
        return;
    }
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++)
        if (before->hand[side] != after->hand[side])
            set_hand(lines, diagram, (KjSide)side);
    if (before->side != after->side)
        set_turn(lines, (KjSide)after->side);
}

/* ---- CSA ---- */

void kj_rewrite_start_csa(GPtrArray *lines, const KjPosition *after)
{
    guint place = lines->len;
    for (guint i = lines->len; i-- > 0;) {
        const char *line = lines->pdata[i];
        if (kj_csa_is_board(line) || strcmp(line, "+") == 0 || strcmp(line, "-") == 0) {
            g_ptr_array_remove_index(lines, i);
            place = i;
        }
    }
    g_autoptr(GString) text = g_string_new(NULL);
    kj_csa_board_write(text, after);
    char *rest = text->str;
    for (char *line; (line = kj_text_next_line(&rest));)
        g_ptr_array_insert(lines, (gint)place++, g_strdup(line));
}
