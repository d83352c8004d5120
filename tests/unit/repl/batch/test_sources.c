/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collections as files: which are taken out of folders. */
#include <stdatomic.h>

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "repl/batch/sources.h"
#include "tests/support/cmocka.h"

/* What was given, one after the other: names, and "!" with the message after those in error. */
typedef struct {
    GString *text;
    atomic_bool stop;
} Taken;

static bool take(void *data, const KjSource *source)
{
    Taken *taken = data;
    const char *leaf = strrchr(source->name, '/');
    if (!source->bytes && !source->error)
        return true;
    g_string_append_printf(taken->text, "%s%s%s;", leaf ? leaf + 1 : source->name,
                           source->error ? "!" : "", source->error ? source->error : "");
    return true;
}

static void make_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    g_strlcpy(address.sun_path, path, sizeof address.sun_path);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    close(fd);
}

TEST(of_folders_ordinary_files_are_taken)
{
    g_autofree char *folder = g_dir_make_tmp(NULL, NULL);
    char *const names[] = {"a.kif", "b.kif", "c.kif", "d.kif", "e.kif", "f.kif", "g.md"};
    char *path[G_N_ELEMENTS(names)];
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        path[i] = g_build_filename(folder, names[i], NULL);
    g_file_set_contents(path[0], "x", 1, NULL);
    assert_int_equal(mkfifo(path[1], 0600), 0);
    make_socket(path[2]);
    assert_int_equal(symlink("/dev/zero", path[3]), 0);
    assert_int_equal(symlink("nowhere", path[4]), 0);
    assert_int_equal(symlink("a.kif", path[5]), 0);
    g_file_set_contents(path[6], "x", 1, NULL);
    Taken taken = {.text = g_string_new(NULL)};
    KjSources sources = {.take = take, .data = &taken, .stop = &taken.stop};
    assert_true(kj_sources_each(&sources, (const char *const[]){folder, NULL}));
    assert_string_equal(taken.text->str, "a.kif;e.kif!No such file or directory;f.kif;");
    g_string_free(taken.text, TRUE);
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_unlink(path[i]);
        g_free(path[i]);
    }
    g_rmdir(folder);
}
