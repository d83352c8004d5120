/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading exports: the lines into a table of this process, and from there into the store. */
#include "repl/store/export.h"

#include <string.h>

#include "core/format/problem.h"
#include "core/os/file.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/store/answer_pack.h"

#define MAGIC "{\"schema\":\"" KJ_EXPORT_SCHEMA "\""

// The empty string is for tools that do not find the header.
static const char fill[] = ""
#include "repl/store/export.sql.h"
    ;
// As in a damaged store, what is no result is there, and readers say so.
static const char set_up[] =
    "PRAGMA ignore_check_constraints=ON;"
    "CREATE TEMP TABLE said(line TEXT, answer TEXT, file TEXT AS(json_extract(line,'$.file')),"
    "game TEXT AS(json_extract(line,'$.game')),position TEXT AS(json_extract(line,'$.position')),"
    "claim TEXT AS(coalesce(json_extract(line,'$.claim'),'')))";
static const char clear[] = "DROP TABLE said;PRAGMA ignore_check_constraints=OFF";

bool kj_export_is(const char *path)
{
    char bytes[sizeof MAGIC] = "";
    FILE *file = kj_os_fopen(path, "rb");
    bool is = file && fread(bytes, 1, sizeof MAGIC - 1, file) == sizeof MAGIC - 1 &&
              strcmp(bytes, MAGIC) == 0;
    if (file)
        fclose(file);
    return is;
}

/* Puts a line, without its answer, and that unpacked. False if it is no object. */
static bool put_line(KjStore *store, sqlite3_stmt *put, const char *line, GError **error)
{
    g_autoptr(JsonNode) node = kj_json_try(line);
    JsonObject *object = kj_node_object(node);
    if (!object)
        return false;
    JsonObject *packed = kj_field_object(object, "answer");
    g_autoptr(JsonObject) answer = packed ? kj_answer_unpack(packed) : NULL;
    g_autoptr(JsonNode) unpacked = answer ? json_node_init_object(json_node_alloc(), answer) : NULL;
    g_autofree char *said = unpacked ? kj_json_text(unpacked) : NULL;
    if (packed)
        json_object_remove_member(object, "answer");
    g_autofree char *rest = kj_json_text(node);
    kj_bind_text(put, 1, rest);
    kj_bind_text(put, 2, said);
    return kj_store_do(store, put, error);
}

static bool put_lines(KjStore *store, const char *path, char *text, size_t size, GError **error)
{
    g_autoptr(sqlite3_stmt) put =
        kj_store_prepare(store, "INSERT INTO said(line,answer) VALUES(?,?)", error);
    unsigned number = 1;
    for (char *line = text, *next; put && line < text + size; line = next, number++) {
        char *end = memchr(line, '\n', (size_t)(text + size - line));
        next = end ? end + 1 : text + size;
        if (end)
            *end = '\0';
        GError *failure = NULL;
        if (put_line(store, put, line, &failure))
            continue;
        if (failure)
            g_propagate_error(error, failure);
        else
            kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                         "%s:%u: not a line of an export, expected a JSON object", path, number);
        return false;
    }
    return put != NULL;
}

/* The rows of the lines; what has no place in the tables is told as the export's fault. */
static bool fill_tables(KjStore *store, const char *path, GError **error)
{
    if (sqlite3_exec(store->db, fill, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    if (sqlite3_errcode(store->db) != SQLITE_CONSTRAINT)
        return kj_store_fail(store, error);
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                        "%s: something is missing in a line of the export (%s)", path,
                        sqlite3_errmsg(store->db));
}

bool kj_export_read(KjStore *store, const char *path, GError **error)
{
    size_t length;
    g_autofree char *text = kj_problem_bytes(path, &length, error);
    if (!text) {
        kj_text_error_prefix(error, "%s: ", path);
        return false;
    }
    return kj_store_run(store, set_up, error) && kj_store_begin(store, error) &&
           put_lines(store, path, text, length, error) && fill_tables(store, path, error) &&
           kj_store_commit(store, error) && kj_store_run(store, clear, error);
}
