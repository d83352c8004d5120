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

#define MAGIC "{\"schema\":\"kanju.store/" // of any version
#define HEAD "{\"schema\":\"" KJ_EXPORT_SCHEMA "\""

// The empty string is for tools that do not find the header.
static const char fill[] = ""
#include "repl/store/export.sql.h"
    ;
// As in a damaged store, what is no result is there, and readers say so.
static const char set_up[] =
    "PRAGMA ignore_check_constraints=ON;"
    "CREATE TEMP TABLE said(line TEXT,answer TEXT,file TEXT AS(json_extract(line,'$.file')),"
    "number INT AS(json_extract(line,'$.number')),task INT AS(json_extract(line,'$.task')),"
    "game TEXT AS(json_extract(line,'$.game')),position TEXT AS(json_extract(line,'$.position')),"
    "claim TEXT AS(coalesce(json_extract(line,'$.claim'),'')))";
// The first line that has no place in the tables, or NULL. Of items and of results each is there once.
static const char misfit[] =
    "SELECT min(rowid) FROM (SELECT *,rowid,row_number() OVER (PARTITION BY file,number,"
    "CASE WHEN file IS NULL THEN json_array(task,game,position,claim) END ORDER BY rowid) nth "
    "FROM said) WHERE nth>1 OR CASE "
    "WHEN rowid=1 THEN EXISTS(SELECT 1 FROM json_each(line,'$.tasks') WHERE "
    "json_extract(value,'$.kind') IS NULL OR json_extract(value,'$.version') IS NULL OR "
    "json_extract(value,'$.rules') IS NULL) "
    "WHEN file IS NOT NULL THEN number IS NULL "
    "ELSE answer IS NULL OR game IS NULL OR position IS NULL OR coalesce(task,-1) NOT BETWEEN 0 "
    "AND (SELECT json_array_length(line,'$.tasks')-1 FROM said WHERE rowid=1) "
    "OR (SELECT count(*) FROM json_each(line) WHERE atom IS NOT NULL AND "
    "key IN('settled','seconds_limit','nodes_limit','memory_mib'))<4 END";
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

/* The lines before the last one, if that says truly how many they are: so no part of an export is taken
 * for all of it. `text` is cut there. */
static bool find_end(const char *path, char *text, size_t *size, GError **error)
{
    unsigned lines = 0;
    char *last = text, *end = text + *size;
    for (char *line = text, *next; line < end; line = next, lines++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        next = stop ? stop + 1 : end;
        last = line;
    }
    g_autofree char *said = g_strdup_printf(KJ_EXPORT_END "\n", lines - 1);
    if ((size_t)(end - last) != strlen(said) || memcmp(last, said, strlen(said)) != 0)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "%s:%u: not the end of an export, expected a last line with the number "
                            "of lines before it",
                            path, lines);
    *last = '\0';
    *size = (size_t)(last - text);
    return true;
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

/* Whether each line has its place in the tables. */
static bool lines_fit(KjStore *store, const char *path, GError **error)
{
    g_autoptr(sqlite3_stmt) row = kj_store_prepare(store, misfit, error);
    if (!row || kj_store_step(store, row, error) <= 0)
        return false;
    unsigned number = (unsigned)sqlite3_column_int(row, 0);
    return !number ||
           kj_set_error(
               error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
               "%s:%u: not a line of an export, expected an item with file and number, or a "
               "result with task, game, position and limits, each once",
               path, number);
}

static bool is_this_version(const char *path, const char *text, GError **error)
{
    return g_str_has_prefix(text, HEAD) ||
           kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                        "%s:%u: an export of another version, expected %s", path, 1,
                        KJ_EXPORT_SCHEMA);
}

bool kj_export_read(KjStore *store, const char *path, GError **error)
{
    size_t length;
    g_autofree char *text = kj_problem_bytes(path, &length, error);
    if (!text) {
        kj_text_error_prefix(error, "%s: ", path);
        return false;
    }
    return is_this_version(path, text, error) && find_end(path, text, &length, error) &&
           kj_store_run(store, set_up, error) && kj_store_begin(store, error) &&
           put_lines(store, path, text, length, error) && lines_fit(store, path, error) &&
           kj_store_run(store, fill, error) && kj_store_commit(store, error) &&
           kj_store_run(store, clear, error);
}
