/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as KIF: every problem with headers, solution, and what is wrong with it as comments. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "core/format.h"
#include "repl/batch/report.h"
#include "repl/text.h"

static void add_header(KjGameFile *file, const char *key, const char *text)
{
    if (text && *text)
        kj_game_note(file->root, KJ_NOTE_HEADER, key, text);
}

/* The headers that were read and have no column of their own. */
static void add_headers(KjGameFile *file, const char *json)
{
    g_autoptr(JsonNode) node = json ? json_from_string(json, NULL) : NULL;
    if (!node || !JSON_NODE_HOLDS_OBJECT(node))
        return;
    JsonObjectIter iter;
    const char *key;
    JsonNode *value;
    json_object_iter_init(&iter, json_node_get_object(node));
    while (json_object_iter_next(&iter, &key, &value))
        add_header(file, key, json_node_get_string(value));
}

/* Comments of a place: the codes of this ply of the main line, 0 the start. */
static void add_codes(KjGameNode *node, const char *codes, unsigned ply)
{
    g_autofree char *rows = g_strdup(codes ? codes : "");
    char *rest = rows;
    for (KjItemCode code; kj_item_next_code(&rest, &code);) {
        if (code.ply != ply)
            continue;
        g_autofree char *text =
            g_strdup_printf("%s%s%s", code.code, *code.detail ? " " : "", code.detail);
        kj_game_note(node, KJ_NOTE_COMMENT, NULL, text);
    }
}

static void add_verdict(KjGameFile *file, const KjItem *item)
{
    g_autofree char *text = NULL;
    bool mate = g_strcmp0(item->verdict, "mate") == 0;
    if (item->plies >= 0)
        text = g_strdup_printf("kanju: %s in %d%s", mate ? "mate" : item->verdict, item->plies,
                               item->proved ? "" : " at most, not proved shortest");
    else if (item->verdict)
        text = g_strdup_printf("kanju: %s%s%s", item->verdict, item->cause ? ", " : "",
                               item->cause ? item->cause : "");
    else
        text = g_strdup("kanju: not done yet");
    kj_game_note(file->root, KJ_NOTE_COMMENT, NULL, text);
}

static void add_line(KjGameFile *file, const KjItem *item, const KjItemView *view)
{
    KjGameCursor cursor;
    kj_game_cursor_init(&cursor, file);
    add_codes(file->root, view->codes, 0);
    bool ok = true;
    for (unsigned i = 0; i < view->n_line && ok; i++) {
        ok = kj_game_play(&cursor, view->line[i], NULL);
        if (ok)
            add_codes(cursor.at, view->codes, i + 1);
    }
    if (ok && item->complete)
        kj_game_end(&cursor, KJ_END_MATE, NULL);
    kj_game_cursor_clear(&cursor);
}

static void write_item(KjStoreReport *report, const KjItem *item, GString *out)
{
    (void)report;
    KjItemView view;
    if (!kj_item_view(item, &view))
        return;
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_SFEN);
    file->start = view.position;
    file->has_start = true;
    int plies = item->recorded > 0 ? item->recorded : item->plies;
    g_autofree char *text = plies > 0 ? g_strdup_printf("%d手", plies) : NULL;
    g_autofree char *place = kj_item_place(item);
    g_autofree char *name = kj_text_without_folders(item->name ? item->name : place);
    add_header(file, "作品番号", name);
    add_header(file, "作品名", item->title);
    add_header(file, "作者", item->composer);
    add_headers(file, item->headers);
    add_header(file, "手数", text);
    add_header(file, "備考", item->note);
    add_verdict(file, item);
    add_line(file, item, &view);
    kj_format_write(out, file, KJ_FORMAT_KIF, NULL);
    g_string_append_c(out, '\n');
    kj_item_view_clear(&view);
}

bool kj_store_report_kif(KjStoreReport *report, GError **error)
{
    return kj_store_report_each(report, write_item, error);
}
