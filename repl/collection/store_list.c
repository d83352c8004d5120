/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of results opened as lists. */
#include "repl/collection/store_list.h"

#include <stdio.h>
#include <string.h>

#include "core/os/file.h"
#include "repl/job/files.h"
#include "repl/store/items.h"

/* A field of a list: nothing in it ends it. */
static void append_field(GString *out, const char *text)
{
    g_autofree char *clean = g_strdelimit(g_strdup(text), "\t\r\n", ' ');
    g_string_append(out, clean);
}

bool kj_store_list_is(const char *path)
{
    static const char magic[] = KJ_MAGIC_STORE;
    char bytes[sizeof magic - 1];
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? kj_os_fopen(path, "rb") : NULL;
    bool is = file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes &&
              memcmp(bytes, magic, sizeof bytes) == 0;
    if (file)
        fclose(file);
    return is;
}

char *kj_store_list(const char *path, unsigned *out_left_out, GError **error)
{
    *out_left_out = 0;
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
