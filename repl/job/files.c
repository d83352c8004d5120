/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of files, identified by what the system tells them apart by. */
#include "repl/job/files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/job/options.h"

/* The key of an ordinary file, NULL for anything else. (transfer full) */
static char *key_of(const char *name)
{
    KjOsFile file;
    bool standard = strcmp(name, "-") == 0;
    bool there = standard ? kj_os_look_open(STDIN_FILENO, &file) : kj_os_look(name, &file);
    if (!there || !file.regular)
        return NULL;
    return g_strdup_printf("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, (guint64)file.device,
                           (guint64)file.number);
}

KjFiles *kj_files_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void kj_files_add(KjFiles *files, const char *name)
{
    char *key = key_of(name);
    if (key)
        g_hash_table_add(files, key);
}

void kj_files_add_place(KjFiles *files, const char *place)
{
    const char *colon = place ? strrchr(place, ':') : NULL;
    bool line = colon && colon[1] && colon[1 + strspn(colon + 1, "0123456789")] == '\0';
    g_autofree char *name = line ? g_strndup(place, (gsize)(colon - place)) : g_strdup(place);
    if (name)
        kj_files_add(files, name);
}

bool kj_files_same(const char *a, const char *b)
{
    g_autofree char *one = key_of(a), *other = key_of(b);
    return strcmp(a, b) == 0 || (one && g_strcmp0(one, other) == 0);
}

/* Whether the file of a name is among them. */
static bool has(const KjFiles *files, const char *name)
{
    g_autofree char *key = strcmp(name, "-") == 0 ? NULL : key_of(name);
    return key && g_hash_table_contains((KjFiles *)(gsize)files, key);
}

bool kj_files_may_write(const KjFiles *read, const char *name, const char *what, GError **error)
{
    if (!has(read, name))
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "%s: '%s' is a file that is read, expected another one", what, name);
}

const char *kj_file_kept(const char *path, KjOver over)
{
    static const struct {
        const char *magic, *kind;
        KjOver own;
    } kinds[] = {
        {KJ_MAGIC_STORE, "it is a store of results", KJ_OVER_ANY},
        {KJ_MAGIC_CHECKPOINT, "it is a checkpoint", KJ_OVER_CHECKPOINT},
        {KJ_MAGIC_OLD_SESSION, "it is a session of the workbench", KJ_OVER_SESSION},
        {KJ_MAGIC_SESSION, "it is a session of the workbench", KJ_OVER_SESSION},
    };
    char bytes[32] = "";
    FILE *file = over != KJ_OVER_ANY && g_file_test(path, G_FILE_TEST_IS_REGULAR)
                     ? kj_os_fopen(path, "rb")
                     : NULL;
    if (file) {
        bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
        fclose(file);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (over != kinds[i].own && g_str_has_prefix(bytes, kinds[i].magic))
            return kinds[i].kind;
    return NULL;
}

bool kj_files_make_folder(const char *option, const char *path, GError **error)
{
    return g_mkdir_with_parents(path, 0777) == 0 ||
           kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--%s=%s: %s", option, path,
                        kj_os_text(errno));
}
