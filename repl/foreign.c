/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records and stores as lists. */
#include "repl/foreign.h"

#include <string.h>

#include "core/format.h"
#include "core/text_file.h"
#include "repl/batch/items.h"
#include "repl/input.h"
#include "repl/shell_commands.h"

/* A field of a list: nothing in it ends it. */
static void append_field(GString *out, const char *text)
{
    g_autofree char *clean = g_strdelimit(g_strdup(text), "\t\r\n", ' ');
    g_string_append(out, clean);
}

/* ---- stores ---- */

static bool is_store(const char *bytes, gsize length)
{
    static const char magic[] = "SQLite format 3";
    return length > sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

static char *list_of_store(const char *path, unsigned *out_left_out, GError **error)
{
    g_autoptr(KjStore) store = kj_store_open(path, KJ_STORE_READ, error);
    KjTask task = {0};
    KjItems items;
    if (!store || !kj_task_find(store, NULL, &task, error))
        return NULL;
    bool begun = kj_items_begin(&items, store, task.id, NULL, error);
    kj_task_clear(&task);
    if (!begun)
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    int more;
    while ((more = kj_items_next(&items, error)) == 1) {
        KjItemView view;
        if (!kj_item_view(&items.item, &view)) {
            ++*out_left_out;
            continue;
        }
        const KjItem *item = &items.item;
        append_field(out, item->name ? item->name : item->title ? item->title : item->file);
        g_string_append_printf(out, "\t%s\n", view.text);
        kj_item_view_clear(&view);
    }
    kj_items_end(&items);
    return more < 0 ? NULL : g_string_free(g_steal_pointer(&out), FALSE);
}

/* ---- records ---- */

static bool is_record(const char *path, const char *bytes, gsize length)
{
    KjTextEncoding encoding;
    g_autofree char *text = kj_text_decode(bytes, length, &encoding, NULL);
    KjFormat format;
    return !text || !g_utf8_validate(bytes, (gssize)length, NULL) ||
           kj_format_recognise(text, path, &format);
}

static char *list_of_records(const KjCall *call, const char *path, unsigned *out_left_out,
                             GError **error)
{
    const char *args[] = {path, NULL};
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call, args, error);
    if (!inputs)
        return NULL;
    GString *out = g_string_new(NULL);
    for (unsigned i = 0; i < inputs->len; i++) {
        const KjInput *input = inputs->pdata[i];
        if (!input->has_position) {
            ++*out_left_out;
            continue;
        }
        const char *title = input->file ? kj_game_header(input->file, "作品名") : NULL;
        append_field(out, title ? title : input->id);
        g_autoptr(KjStudy) study = kj_bench_study_of(input);
        while (kj_study_forward(study))
            continue;
        g_autofree char *text = kj_study_line_text(study);
        g_string_append_printf(out, "\t%s\n", text);
    }
    return g_string_free(out, FALSE);
}

bool kj_foreign_list(const KjCall *call, const char *path, char **out_list, unsigned *out_left_out,
                     GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    *out_list = NULL;
    *out_left_out = 0;
    if (!g_file_get_contents(path, &bytes, &length, error))
        return false;
    if (is_store(bytes, length))
        *out_list = list_of_store(path, out_left_out, error);
    else if (is_record(path, bytes, length))
        *out_list = list_of_records(call, path, out_left_out, error);
    else
        return true;
    return *out_list != NULL;
}
