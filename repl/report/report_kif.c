/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as KIF: every problem with headers, solution, and what is wrong with it as comments. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "core/format/format.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"
#include "repl/report/report.h"

static void add_header(KjMoveTree *tree, const char *key, const char *text)
{
    if (text && *text)
        kj_move_node_note(tree->root, KJ_NOTE_HEADER, key, text);
}

/* The headers that were read and have no column of their own. */
static void add_headers(KjMoveTree *tree, const char *json)
{
    g_autoptr(JsonNode) node = kj_json_try(json);
    if (!node || !JSON_NODE_HOLDS_OBJECT(node))
        return;
    JsonObjectIter iter;
    const char *key;
    JsonNode *value;
    json_object_iter_init(&iter, json_node_get_object(node));
    while (json_object_iter_next(&iter, &key, &value))
        add_header(tree, key, json_node_get_string(value));
}

/* Comments of a place: the findings of this ply of the main line, 0 the whole. */
static void add_comments(KjMoveNode *node, const GPtrArray *findings, unsigned ply)
{
    for (unsigned i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        if (kj_item_main_ply(finding) == ply)
            kj_move_node_note(node, KJ_NOTE_COMMENT, NULL, finding->text);
    }
}

static void add_verdict(KjMoveTree *tree, const KjItem *item)
{
    g_autofree char *place = kj_item_place(item), *short_place = kj_text_without_folders(place);
    g_autoptr(GString) text = g_string_new("kanju: ");
    if (!item->name)
        g_string_append_printf(text, "%s: ", short_place);
    kj_item_verdict_add(item, text);
    if (item->verdict && item->plies < 0 && item->cause)
        g_string_append_printf(text, kj_tr(" (%s)"), kj_tr(item->cause));
    kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, text->str);
}

/* What was found beside a move of the main line, each with the moves that follow it, as
 * branches. */
static void add_branches(KjMoveCursor *cursor, const GPtrArray *findings, unsigned ply)
{
    for (unsigned i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        kj_move_cursor_back(cursor, ply - 1);
        if (kj_item_main_ply(finding) != ply || !finding->move ||
            !kj_move_cursor_play(cursor, finding->move, NULL))
            continue;
        for (unsigned k = 0; k < finding->n_line; k++)
            if (!kj_move_cursor_play(cursor, finding->line[k], NULL))
                break;
    }
}

static void add_line(KjMoveTree *tree, const KjItem *item, const KjItemView *view,
                     const GPtrArray *findings)
{
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, tree);
    add_comments(tree->root, findings, 0);
    bool ok = true;
    for (unsigned i = 0; i < view->n_line && ok; i++) {
        ok = kj_move_cursor_play(&cursor, view->line[i], NULL);
        if (ok)
            add_comments(cursor.at, findings, i + 1);
    }
    if (ok && item->line_kind)
        kj_move_cursor_end(&cursor, KJ_END_MATE, NULL);
    for (unsigned ply = view->n_line; ply > 0 && ok; ply--) { // the last first, as KIF has them
        kj_move_cursor_back(&cursor, ply - 1);
        add_branches(&cursor, findings, ply);
    }
}

static void write_item(KjStoreReport *report, const KjItem *item, GString *out)
{
    KjItemView view;
    if (!kj_item_view(item, &view))
        return;
    g_autoptr(GPtrArray) findings =
        kj_item_findings(item, &view, report->notation, !report->stable);
    KjMoveTree *tree = kj_move_tree_new(&view.position);
    g_autoptr(KjGameFile) file = kj_game_file_of(tree);
    int plies = item->recorded > 0 ? item->recorded : item->plies;
    g_autofree char *text = plies > 0 ? g_strdup_printf("%d手", plies) : NULL;
    g_autofree char *name = item->name ? kj_text_without_folders(item->name) : NULL;
    add_header(tree, "作品番号", name);
    add_header(tree, "作品名", item->title);
    add_header(tree, "作者", item->composer);
    add_header(tree, "発表年月", item->date);
    add_headers(tree, item->headers);
    add_header(tree, "手数", text);
    add_header(tree, "備考", item->note);
    add_verdict(tree, item);
    add_line(tree, item, &view, findings);
    kj_format_write(out, file, KJ_FORMAT_KIF, NULL);
    g_string_append_c(out, '\n');
    kj_item_view_clear(&view);
}

bool kj_store_report_kif(KjStoreReport *report, GError **error)
{
    return kj_store_report_each(report, write_item, error);
}
