/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders of --output. */
#include "repl/output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/lang.h"

bool kj_output_open(KjOutput *output, const char *target, GError **error)
{
    output->target = target;
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
