/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List files kept line by line. */
#include "repl/collection.h"

#include <string.h>

#include "core/lang.h"
#include "core/text.h"
#include "repl/options.h"

// What a saved session remembers of a collection.
enum { CHANGED = 1, FOREIGN = 2 };

static const char byte_order_mark[] = "\xef\xbb\xbf";

static const char *line_at(const KjCollection *collection, unsigned problem)
{
    return collection->lines->pdata[g_array_index(collection->problems, unsigned, problem)];
}

/* Where the text of a line begins: after a byte order mark. */
static const char *begin_of(const char *line)
{
    return g_str_has_prefix(line, byte_order_mark) ? line + strlen(byte_order_mark) : line;
}

static bool is_problem(const char *line)
{
    const char *text = begin_of(line);
    text += strspn(text, " \t");
    return *text && !strchr("#\r\n", *text);
}

static void add_line(KjCollection *collection, char *line)
{
    g_ptr_array_add(collection->lines, line);
    unsigned index = collection->lines->len - 1;
    if (is_problem(line))
        g_array_append_val(collection->problems, index);
}

/* The length of the first line of a text, its end included. */
static size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\r\n");
    if (text[length] == '\r' && text[length + 1] == '\n')
        return length + 2;
    return length + (text[length] != '\0');
}

static KjCollection *from_text(const char *path, const char *text)
{
    KjCollection *collection = g_new0(KjCollection, 1);
    collection->path = g_strdup(path);
    collection->lines = g_ptr_array_new_with_free_func(g_free);
    collection->problems = g_array_new(FALSE, FALSE, sizeof(unsigned));
    while (*text) {
        size_t length = line_length(text);
        add_line(collection, g_strndup(text, length));
        text += length;
    }
    return collection;
}

/* The collection, or NULL with an error if it has no problem. (both transfer full) */
static KjCollection *checked(KjCollection *collection, GError **error)
{
    if (collection->problems->len > 0)
        return collection;
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "%s: no problem in it",
                 collection->path);
    kj_collection_free(collection);
    return NULL;
}

KjCollection *kj_collection_open(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, error))
        return NULL;
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "%s: expected a list of positions in UTF-8", path);
        return NULL;
    }
    return checked(from_text(path, text), error);
}

KjCollection *kj_collection_foreign(const char *path, const char *list, GError **error)
{
    KjCollection *collection = checked(from_text(path, list), error);
    if (collection)
        collection->foreign = true;
    return collection;
}

void kj_collection_free(KjCollection *collection)
{
    if (!collection)
        return;
    g_free(collection->path);
    g_ptr_array_unref(collection->lines);
    g_array_unref(collection->problems);
    g_free(collection);
}

char *kj_collection_line(const KjCollection *collection, unsigned problem)
{
    const char *line = begin_of(line_at(collection, problem));
    return g_strndup(line, strcspn(line, "\r\n"));
}

/* The place of the position in a line: the second field where there are tabs, else all of it. */
static const char *position_in(const char *line, size_t *out_length)
{
    const char *begin = begin_of(line);
    const char *tab = memchr(begin, '\t', strcspn(begin, "\r\n"));
    const char *at = tab ? tab + 1 : begin;
    *out_length = strcspn(at, "\t\r\n");
    return at;
}

char *kj_collection_position(const KjCollection *collection, unsigned problem)
{
    size_t length;
    const char *at = position_in(line_at(collection, problem), &length);
    return g_strndup(at, length);
}

char *kj_collection_id(const KjCollection *collection, unsigned problem)
{
    const char *line = begin_of(line_at(collection, problem));
    size_t length = strcspn(line, "\t\r\n");
    return g_strndup(line, line[length] == '\t' ? length : 0);
}

void kj_collection_put(KjCollection *collection, const char *position)
{
    unsigned index = g_array_index(collection->problems, unsigned, collection->current);
    char *line = collection->lines->pdata[index];
    size_t length;
    const char *at = position_in(line, &length);
    char *changed = g_strdup_printf("%.*s%s%s", (int)(at - line), line, position, at + length);
    collection->changed |= strcmp(line, changed) != 0;
    collection->lines->pdata[index] = changed;
    g_free(line);
}

/* How the file ends its lines: as its first line does. */
static const char *line_end(const KjCollection *collection)
{
    const char *first = collection->lines->pdata[0];
    const char *end = first + strcspn(first, "\r\n");
    return *end ? end : "\n";
}

void kj_collection_add(KjCollection *collection, const char *id, const char *position)
{
    g_autofree char *end = g_strdup(line_end(collection));
    char *last = g_ptr_array_steal_index(collection->lines, collection->lines->len - 1);
    bool ended = strpbrk(last, "\r\n") != NULL;
    g_ptr_array_add(collection->lines, ended ? g_strdup(last) : g_strconcat(last, end, NULL));
    g_free(last);
    add_line(collection,
             *id ? g_strconcat(id, "\t", position, end, NULL) : g_strconcat(position, end, NULL));
    collection->current = collection->problems->len - 1;
    collection->changed = true;
}

int kj_collection_find(const KjCollection *collection, const char *text)
{
    g_autofree char *wanted = g_utf8_casefold(text, -1);
    for (unsigned i = 1; i <= collection->problems->len; i++) {
        unsigned problem = (collection->current + i) % collection->problems->len;
        g_autofree char *line = g_utf8_casefold(line_at(collection, problem), -1);
        if (strstr(line, wanted))
            return (int)problem;
    }
    return -1;
}

static char *all_lines(const KjCollection *collection)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < collection->lines->len; i++)
        g_string_append(text, collection->lines->pdata[i]);
    return g_string_free(text, FALSE);
}

bool kj_collection_save(KjCollection *collection, const char *path, GError **error)
{
    if (collection->foreign && (!path || strcmp(path, collection->path) == 0)) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "%s is no list file and stays as it is, expected the FILE of a new list",
                     collection->path);
        return false;
    }
    g_autofree char *text = all_lines(collection);
    if (!g_file_set_contents(path ? path : collection->path, text, -1, error))
        return false;
    if (path) {
        g_free(collection->path);
        collection->path = g_strdup(path);
    }
    collection->changed = collection->foreign = false;
    return true;
}

char *kj_collection_write(const KjCollection *collection)
{
    g_autofree char *text = all_lines(collection), *bytes = g_strescape(text, NULL);
    g_autofree char *path = g_strescape(collection->path, NULL);
    // each line begins with a word of its own, so that none can be taken for a section's title
    return g_strdup_printf(
        "path %s\nat %u %d\ntext %s\n", path, collection->current,
        (collection->changed ? CHANGED : 0) | (collection->foreign ? FOREIGN : 0), bytes);
}

KjCollection *kj_collection_read(const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    if (g_strv_length(lines) < 3 || !g_str_has_prefix(lines[0], "path ") ||
        !g_str_has_prefix(lines[1], "at ") || !g_str_has_prefix(lines[2], "text ")) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "collection: expected a path, a place and the text");
        return NULL;
    }
    g_autofree char *path = g_strcompress(lines[0] + strlen("path "));
    g_autofree char *bytes = g_strcompress(lines[2] + strlen("text "));
    KjCollection *collection = from_text(path, bytes);
    char *end;
    collection->current = (unsigned)g_ascii_strtoull(lines[1] + strlen("at "), &end, 10);
    guint64 flags = g_ascii_strtoull(end, NULL, 10);
    collection->changed = flags & CHANGED;
    collection->foreign = flags & FOREIGN;
    if (collection->current < collection->problems->len)
        return collection;
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "collection: no such problem");
    kj_collection_free(collection);
    return NULL;
}
