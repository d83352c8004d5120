/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files and folders (`--output`). */
#include "repl/cli/output.h"

#include <string.h>

#include "core/format/problem.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/file_draft.h"

bool kj_file_read(const char *path, char **out_text, size_t *out_length, GError **error)
{
    size_t length;
    *out_text = kj_problem_bytes(path, &length, error);
    if (out_length)
        *out_length = length;
    if (*out_text)
        return true;
    g_autofree char *name = g_filename_display_name(path);
    kj_text_error_prefix(error, "%s: ", name);
    return false;
}

bool kj_output_open(KjOutput *output, const KjValues *values, const char *target,
                    const char *const *words, GError **error)
{
    output->target = target;
    output->over = values->over;
    output->read = kj_files_new();
    for (; *words; words++)
        kj_files_add(output->read, *words);
    output->to_folder =
        target && (g_str_has_suffix(target, "/") || g_file_test(target, G_FILE_TEST_IS_DIR));
    output->names = g_ptr_array_new_with_free_func(g_free);
    return !output->to_folder || kj_files_make_folder("output", target, error);
}

void kj_output_clear(KjOutput *output)
{
    g_clear_pointer(&output->names, g_ptr_array_unref);
    g_clear_pointer(&output->read, g_hash_table_unref);
}

/* "list" of "folder/list.tsv:3". (transfer full) */
static char *base_of(const char *place)
{
    g_autofree char *path = g_strdup(place);
    char *colon = strrchr(path, ':');
    if (colon && colon[1 + strspn(colon + 1, "0123456789")] == '\0')
        *colon = '\0';
    g_autofree char *base = g_path_get_basename(path);
    char *dot = strrchr(base, '.');
    if (dot && dot != base)
        *dot = '\0';
    char *leaf = g_utf8_make_valid(base, -1);
    kj_text_to_leaf(leaf, '-');
    return leaf;
}

static int digits_of(unsigned number)
{
    int digits = 1;
    while (number /= 10)
        digits++;
    return digits;
}

void kj_output_plan(KjOutput *output, const char *const *places, unsigned n)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < n; i++) {
        char *base = base_of(places[i]);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, base));
        g_hash_table_replace(counts, base, GUINT_TO_POINTER(count + 1));
    }
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *base = base_of(places[i]);
        gpointer own, value;
        g_hash_table_lookup_extended(counts, base, &own, &value);
        guint count = GPOINTER_TO_UINT(value);
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, own)) + 1;
        g_hash_table_replace(numbers, own, GUINT_TO_POINTER(number));
        g_autofree char *plain =
            count > 1 ? g_strdup_printf("%s-%0*u", base, digits_of(count), number) : g_strdup(base);
        char *name = g_strdup(plain);
        for (unsigned k = 2; g_hash_table_contains(taken, name); k++) { // another file's
            g_free(name);
            name = g_strdup_printf("%s-%u", plain, k);
        }
        g_hash_table_add(taken, name);
        g_ptr_array_add(output->names, name);
    }
}

void kj_output_plan_inputs(KjOutput *output, const GPtrArray *inputs)
{
    g_autofree const char **places = g_new(const char *, inputs->len + 1);
    for (unsigned i = 0; i < inputs->len; i++)
        places[i] = ((const KjInput *)inputs->pdata[i])->place;
    for (unsigned i = 0; i < inputs->len; i++) // those of folders, too
        kj_files_add_place(output->read, places[i]);
    kj_output_plan(output, places, inputs->len);
}

char *kj_output_name(const KjOutput *output, unsigned index, const char *extension)
{
    g_autofree char *leaf =
        g_strdup_printf("%s.%s", (const char *)output->names->pdata[index], extension);
    return g_build_path("/", output->target, leaf, NULL);
}

void kj_output_warn_of_several(KjTerm *term, const char *option, unsigned n)
{
    if (n > 1)
        kj_term_message(term,
                        "warning: %u records in one file, which other programs refuse; expected "
                        "%s=FOLDER/ (one file each)",
                        n, option);
}

bool kj_output_write(const KjOutput *output, const char *path, const char *bytes, gssize length,
                     GError **error)
{
    return kj_files_may_write(output->read, path, "--output", error) &&
           kj_file_write(path, bytes, length, output->over, error);
}
