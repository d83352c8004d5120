/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collections as files: which are taken out of folders, and where archives end. */
#include <stdatomic.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "repl/batch/sources.h"
#include "tests/support/cmocka.h"

enum { ROOM = 1 << 22, SIZE = 50000 };

/* What was given, one after the other: names, and "!" with the message after those in error. */
typedef struct {
    GString *text;
    atomic_bool stop;
    unsigned stop_after; // files; 0 never
    unsigned n;
} Taken;

static bool take(void *data, const KjSource *source)
{
    Taken *taken = data;
    const char *leaf = strrchr(source->name, '/');
    if (!source->bytes && !source->error)
        return true;
    g_string_append_printf(taken->text, "%s%s%s;", leaf ? leaf + 1 : source->name,
                           source->error ? "!" : "", source->error ? source->error : "");
    taken->stop = ++taken->n == taken->stop_after;
    return true;
}

/*
 * A tar, compressed, of `n` members of SIZE bytes called PREFIX0.txt and so on, and what is inside.
 */
static size_t pack(char *room, const char *prefix, unsigned n, const char *inside, size_t length)
{
    size_t used = 0;
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    g_autofree char *zeros = g_strnfill(SIZE, '#');
    archive_write_add_filter_gzip(archive);
    archive_write_set_format_ustar(archive);
    archive_write_open_memory(archive, room, ROOM, &used);
    for (unsigned i = 0; i < n + (inside != NULL); i++) {
        bool member = i < n;
        g_autofree char *name =
            member ? g_strdup_printf("%s%u.txt", prefix, i) : g_strdup("inside.tgz");
        size_t size = member ? SIZE : length;
        archive_entry_clear(entry);
        archive_entry_set_pathname(entry, name);
        archive_entry_set_size(entry, (la_int64_t)size);
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_write_header(archive, entry);
        archive_write_data(archive, member ? zeros : inside, size);
    }
    archive_entry_free(entry);
    archive_write_close(archive);
    archive_write_free(archive);
    return used;
}

static bool unpack(Taken *taken, const char *bytes, size_t length, guint64 most)
{
    KjSources sources = {.take = take, .data = taken, .stop = &taken->stop, .most = most};
    taken->text = g_string_new(NULL);
    return kj_source_give(&sources, "x.tgz", bytes, length, 0);
}

#define ASSERT_TAKEN(taken, wanted)                     \
    do {                                                \
        assert_string_equal((taken).text->str, wanted); \
        g_string_free((taken).text, TRUE);              \
    } while (0)

TEST(an_archive_unpacks_to_so_much_and_no_more)
{
    g_autofree char *room = g_malloc(ROOM), *outer = g_malloc(ROOM);
    size_t length = pack(room, "a", 4, NULL, 0);
    Taken all = {0}, some = {0}, nested = {0}, passed = {0};
    assert_true(unpack(&all, room, length, 4 * SIZE));
    ASSERT_TAKEN(all, "a0.txt;a1.txt;a2.txt;a3.txt;");
    assert_true(unpack(&some, room, length, 2 * SIZE + 1));
    ASSERT_TAKEN(some, "a0.txt;a1.txt;"
                       "x.tgz!unpacks to too much, expected at most 0 MiB in all;");
    size_t whole = pack(outer, "b", 1, room, length);
    assert_true(unpack(&nested, outer, whole, 3 * SIZE));
    ASSERT_TAKEN(nested, "b0.txt;a0.txt;"
                         "a1.txt!unpacks to too much, expected at most 0 MiB in all;");
    length = pack(room, "._", 70, NULL, 0); // of no interest, but they cost time
    assert_true(unpack(&passed, room, length, SIZE));
    ASSERT_TAKEN(passed, "x.tgz!unpacks to too much, expected at most 0 MiB in all;");
}

TEST(an_archive_can_be_stopped_inside)
{
    g_autofree char *room = g_malloc(ROOM);
    size_t length = pack(room, "a", 4, NULL, 0);
    Taken one = {.stop_after = 1}, none = {.stop = true};
    assert_false(unpack(&one, room, length, 4 * SIZE));
    ASSERT_TAKEN(one, "a0.txt;");
    assert_false(unpack(&none, room, length, 4 * SIZE));
    ASSERT_TAKEN(none, "");
}

TEST(a_damaged_archive_is_called_so)
{
    static const char lzh[] = "\x20\x31-lh5-\x10\x00\x00\x00 and then nothing that is right";
    Taken taken = {0};
    assert_true(unpack(&taken, lzh, sizeof lzh - 1, SIZE));
    ASSERT_TAKEN(taken, "x.tgz!a damaged archive;");
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
    KjSources sources = {.take = take, .data = &taken, .stop = &taken.stop, .most = SIZE};
    assert_true(kj_sources_each(&sources, (const char *const[]){folder, NULL}));
    ASSERT_TAKEN(taken, "a.kif;e.kif!No such file or directory;f.kif;");
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_unlink(path[i]);
        g_free(path[i]);
    }
    g_rmdir(folder);
}
