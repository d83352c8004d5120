/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders of --output. */
#include "repl/output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/lang.h"

static bool fail(int code, GError **error)
{
    g_set_error_literal(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), g_strerror(code));
    return false;
}

static bool write_to(const char *path, const char *bytes, size_t length, GError **error)
{
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(bytes, 1, length, file) == length;
    int code = errno;
    if (file && fclose(file) != 0 && ok) {
        ok = false;
        code = errno;
    }
    return ok || fail(code, error);
}

bool kj_file_write(const char *path, const char *bytes, gssize length, GError **error)
{
    struct stat there;
    bool exists = stat(path, &there) == 0;
    size_t n = length < 0 ? strlen(bytes) : (size_t)length;
    if (exists && !S_ISREG(there.st_mode))
        return write_to(path, bytes, n, error);
    char *real = exists ? realpath(path, NULL) : NULL;
    GError *inner = NULL;
    // the mode is kept if it can be
    bool ok = g_file_set_contents_full(real ? real : path, bytes, (gssize)n,
                                       G_FILE_SET_CONTENTS_CONSISTENT,
                                       exists ? (int)(there.st_mode & 0777) : 0666, &inner);
    free(real);
    if (ok)
        return true;
    // GLib names a temporary file, which says nothing to anybody
    const char *why = g_strrstr(inner->message, ": ");
    g_set_error_literal(error, G_FILE_ERROR, inner->code, why ? why + 2 : inner->message);
    g_error_free(inner);
    return false;
}

bool kj_output_open(KjOutput *output, const char *target, const char *const *words, GError **error)
{
    output->target = target;
    output->read = kj_files_new();
    for (; *words; words++)
        kj_files_add(output->read, *words);
    output->to_folder =
        target && (g_str_has_suffix(target, "/") || g_file_test(target, G_FILE_TEST_IS_DIR));
    output->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (output->to_folder && g_mkdir_with_parents(target, 0777) != 0) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--output=%s: %s", target,
                     g_strerror(errno));
        return false;
    }
    return true;
}

void kj_output_clear(KjOutput *output)
{
    g_clear_pointer(&output->names, g_hash_table_unref);
    g_clear_pointer(&output->read, g_hash_table_unref);
}

char *kj_output_name(KjOutput *output, const KjInput *input, const char *extension)
{
    g_autofree char *place = g_strdup(input->place);
    char *colon = strrchr(place, ':');
    if (colon && colon[1 + strspn(colon + 1, "0123456789")] == '\0')
        *colon = '\0';
    g_autofree char *base = g_path_get_basename(place);
    char *dot = strrchr(base, '.');
    if (dot && dot != base)
        *dot = '\0';
    g_strdelimit(base, " /", '-');
    char *name = NULL;
    for (unsigned i = 1; !name || g_hash_table_contains(output->names, name); i++) {
        g_autofree char *number = i > 1 ? g_strdup_printf("-%u", i) : g_strdup("");
        g_autofree char *leaf = g_strdup_printf("%s%s.%s", base, number, extension);
        g_free(name);
        name = g_build_filename(output->target, leaf, NULL);
    }
    g_hash_table_add(output->names, g_strdup(name));
    return name;
}

bool kj_output_write(const KjOutput *output, const char *path, const char *bytes, gssize length,
                     GError **error)
{
    return kj_files_may_write(output->read, path, "--output", error) &&
           kj_file_write(path, bytes, length, error);
}
