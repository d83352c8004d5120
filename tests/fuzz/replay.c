/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds stored inputs to a fuzz target without libFuzzer, so that the corpus is a test under any
 * compiler. Arguments are files and folders (not searched deeper). Output is TAP: an input passes
 * if the target returns from it; a crash ends the program before its plan is printed.
 */
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int compare_names(gconstpointer left, gconstpointer right)
{
    return g_strcmp0(*(char *const *)left, *(char *const *)right);
}

/* Adds the path itself or, of a folder, the paths of its files. False: nothing is there. */
static bool add_inputs(GPtrArray *paths, const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    if (folder == NULL) {
        g_ptr_array_add(paths, g_strdup(path));
        return g_file_test(path, G_FILE_TEST_IS_REGULAR);
    }
    for (const char *name = g_dir_read_name(folder); name != NULL; name = g_dir_read_name(folder)) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        if (g_file_test(file, G_FILE_TEST_IS_REGULAR)) {
            g_ptr_array_add(paths, g_steal_pointer(&file));
        }
    }
    return true;
}

static bool replay(const char *path)
{
    char *data = NULL;
    size_t size = 0;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &data, &size, &error)) {
        printf("# %s\n", error->message);
        return false;
    }
    /* An exact copy, without GLib's final zero byte, lets a sanitizer see any read past the end. */
    g_autofree uint8_t *input = g_malloc(MAX(size, 1));
    memcpy(input, data, size);
    g_free(data);
    LLVMFuzzerTestOneInput(input, size);
    return true;
}

int main(int argc, char **argv)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (int i = 1; i < argc; i++) {
        if (!add_inputs(paths, argv[i])) {
            fprintf(stderr, "replay: no such file or folder: %s\n", argv[i]);
            return EXIT_FAILURE;
        }
    }
    g_ptr_array_sort(paths, compare_names);

    bool all_read = true;
    for (guint i = 0; i < paths->len; i++) {
        const char *path = g_ptr_array_index(paths, i);
        bool ok = replay(path);
        printf("%s %u - %s\n", ok ? "ok" : "not ok", i + 1, path);
        fflush(stdout);
        all_read = all_read && ok;
    }
    printf("1..%u\n", paths->len);
    return all_read ? EXIT_SUCCESS : EXIT_FAILURE;
}
