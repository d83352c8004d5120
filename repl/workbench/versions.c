/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of versions. */
#include "repl/workbench/versions.h"

#include <string.h>

#include "repl/collection/saved.h"
#include "repl/workbench/version_outcome.h"

struct KjVersions {
    GPtrArray *list; // KjVersion*, by number
    unsigned last;
};

static void version_free(gpointer data)
{
    KjVersion *version = data;
    if (version->line)
        g_array_unref(version->line);
    kj_version_outcome_free(version->outcome);
    g_free(version);
}

KjVersions *kj_versions_new(void)
{
    KjVersions *versions = g_new0(KjVersions, 1);
    versions->list = g_ptr_array_new_with_free_func(version_free);
    return versions;
}

void kj_versions_free(KjVersions *versions)
{
    if (!versions)
        return;
    g_ptr_array_unref(versions->list);
    g_free(versions);
}

unsigned kj_versions_last(const KjVersions *versions)
{
    return versions->last;
}

KjVersion *kj_versions_get(const KjVersions *versions, unsigned number)
{
    for (unsigned i = versions->list->len; i-- > 0;) {
        KjVersion *version = versions->list->pdata[i];
        if (version->number == number)
            return version;
    }
    return NULL;
}

KjVersion *kj_versions_find(const KjVersions *versions, const KjPosition *position)
{
    for (unsigned i = versions->list->len; i-- > 0;) {
        KjVersion *version = versions->list->pdata[i];
        if (version->position.game->row == position->game->row &&
            kj_position_equal(&version->position, position))
            return version;
    }
    return NULL;
}

bool kj_version_is_open(const KjVersion *version)
{
    if (!version->outcome)
        return true;
    const KjJudgement *j = &version->outcome->judged;
    return j->fate != KJ_FATE_IMPOSSIBLE && j->mate != KJ_NOMATE && j->verdict == KJ_WORK_UNKNOWN;
}

static bool same_line(const GArray *a, const GArray *b)
{
    if (!a || !b || a->len != b->len)
        return a == b;
    return a->len == 0 || memcmp(a->data, b->data, a->len * sizeof(KjMove)) == 0;
}

static void set_line(KjVersion *version, GArray *line)
{
    if (!line || same_line(version->line, line))
        return;
    if (version->line)
        g_array_unref(version->line);
    version->line = g_array_copy(line);
    kj_version_outcome_free(version->outcome); // it was judged by another line
    version->outcome = NULL;
}

static KjVersion *add(KjVersions *versions, unsigned number, const KjPosition *position,
                      unsigned parent)
{
    KjVersion *version = g_new0(KjVersion, 1);
    *version = (KjVersion){.number = number, .parent = parent, .position = *position};
    version->position.game = kj_game_find(position->game->row->id);
    versions->last = MAX(versions->last, number);
    g_ptr_array_add(versions->list, version);
    return version;
}

unsigned kj_versions_note(KjVersions *versions, const KjPosition *position, GArray *line,
                          unsigned parent)
{
    KjVersion *version = kj_versions_find(versions, position);
    if (!version)
        version = add(versions, versions->last + 1, position, parent);
    set_line(version, line);
    return version->number;
}

void kj_versions_forget_passing(KjVersions *versions, unsigned keep)
{
    for (unsigned i = versions->list->len; i-- > 0;) {
        const KjVersion *version = versions->list->pdata[i];
        bool used = !version->passing || version->number == keep;
        for (unsigned k = i + 1; k < versions->list->len && !used; k++)
            used = ((const KjVersion *)versions->list->pdata[k])->parent == version->number;
        if (used)
            continue;
        if (version->number == versions->last)
            versions->last--;
        g_ptr_array_remove_index(versions->list, i);
    }
}

GArray *kj_versions_path(const KjVersions *versions, unsigned number)
{
    GArray *path = g_array_new(FALSE, FALSE, sizeof(unsigned));
    const KjVersion *version = kj_versions_get(versions, number);
    for (; version; version = version->parent ? kj_versions_get(versions, version->parent) : NULL)
        g_array_prepend_val(path, version->number);
    return path;
}

GArray *kj_versions_of_work(const KjVersions *versions, unsigned number)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(unsigned));
    // a version stands behind the one it was made of
    g_autoptr(GArray) path = kj_versions_path(versions, number);
    g_autoptr(GHashTable) family = g_hash_table_new(NULL, NULL);
    if (path->len)
        g_hash_table_add(family, GUINT_TO_POINTER(g_array_index(path, unsigned, 0)));
    for (unsigned i = 0; i < versions->list->len; i++) {
        const KjVersion *version = versions->list->pdata[i];
        if (!g_hash_table_contains(family, GUINT_TO_POINTER(version->number)) &&
            !g_hash_table_contains(family, GUINT_TO_POINTER(version->parent)))
            continue;
        g_hash_table_add(family, GUINT_TO_POINTER(version->number));
        g_array_append_val(numbers, version->number);
    }
    return numbers;
}

/* ---- in saved sessions ---- */

JsonArray *kj_versions_write(const KjVersions *versions)
{
    JsonArray *list = json_array_new();
    for (unsigned i = 0; i < versions->list->len; i++) {
        const KjVersion *version = versions->list->pdata[i];
        JsonObject *object = json_object_new();
        json_object_set_int_member(object, "number", version->number);
        json_object_set_int_member(object, "parent", version->parent);
        kj_saved_set_position(object, &version->position);
        kj_saved_set_line(object, version->line);
        if (version->outcome)
            json_object_set_member(object, "judged", kj_version_outcome_write(version->outcome));
        json_array_add_object_element(list, object);
    }
    return list;
}

bool kj_versions_read(KjVersions *versions, JsonObject *object, GError **error)
{
    enum { MOST = 1000000 }; // as commands take them
    gint64 number = kj_field_number(object, "number", 0);
    gint64 parent = kj_field_number(object, "parent", 0);
    KjPosition position;
    if (number <= versions->last || number > MOST || parent < 0 || parent >= number)
        return kj_saved_wrong(error, "number");
    if (!kj_saved_position(object, &position, error))
        return false;
    KjVersion *version = add(versions, (unsigned)number, &position, (unsigned)parent);
    // a verdict of another version of the program may be lost, but nothing else for it
    version->outcome = kj_version_outcome_read(kj_field_object(object, "judged"));
    return kj_saved_line(object, position.game->t, &version->line, error);
}
