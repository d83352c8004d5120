/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading, saving and autosaving a file of problems that is edited. */
#include "repl/collection/collection.h"

#include <string.h>

#include "core/format/format.h"
#include "core/format/problem.h"
#include "core/format/table.h"
#include "core/text/lang.h"
#include "core/tree/move_update.h"
#include "repl/cli/output.h"
#include "repl/collection/saved.h"
#include "repl/collection/store_list.h"
#include "repl/collection/tree_text.h"
#include "repl/job/file_draft.h"
#include "repl/job/options.h"

/* ---- lines ---- */

/* Lines of the text, LF after each, from one index to another. (transfer full) */
static char *join(const GPtrArray *lines, unsigned from, unsigned to)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = from; i < to; i++)
        g_string_append_printf(text, "%s\n", (char *)lines->pdata[i]);
    return g_string_free(text, FALSE);
}

/* ---- what is in them ---- */

static void find_list(KjCollection *collection)
{
    for (unsigned i = 0; i < collection->texts->len; i++) {
        const char *text = collection->texts->pdata[i];
        text += strspn(text, " \t\x1a");
        KjCollectionSpan span = {i, 1};
        if (*text && *text != '#')
            g_array_append_val(collection->problems, span);
    }
}

static GPtrArray *read_files(const KjCollection *collection, unsigned to, GError **error)
{
    g_autofree char *text = join(collection->texts, 0, to);
    return kj_format_read(text, collection->format, collection->game, error);
}

/* Where what could not be read begins: the record that has an error in a line, found by reading
 * again without that line and all after it. */
static unsigned begin_of_error(const KjCollection *collection, unsigned good, unsigned line)
{
    for (;;) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) files = read_files(collection, line - 1, &error);
        unsigned next = kj_text_error_place(error).line;
        if (!error && files->len > good)
            return ((KjGameFile *)files->pdata[good])->line - 1;
        if (!error || next >= line)
            return line - 1;
        line = next;
    }
}

static unsigned after_last(const KjCollection *collection)
{
    const GPtrArray *files = collection->files;
    unsigned line = files->len ? ((KjGameFile *)files->pdata[files->len - 1])->line : 0;
    for (; line < collection->texts->len; line++) {
        const char *text = collection->texts->pdata[line];
        if (text[strspn(text, " \t")])
            break;
    }
    return line;
}

/* What is wrong with the records, to stand behind the path: line and column as everywhere, where
 * lines are counted. (transfer full) */
static char *fault_text(const KjCollection *collection, const GError *error)
{
    KjTextPlace place = kj_text_error_place(error);
    if (collection->format == KJ_FORMAT_JKF)
        return g_strdup_printf(": %s", error->message);
    return place.column ? g_strdup_printf(":%u:%u: %s", place.line, place.column, error->message)
                        : g_strdup_printf(":%u: %s", place.line, error->message);
}

/* Where moves begin in a diagram that has a slip, the records and that diagram alone, so that it can
 * be mended; else NULL. (transfer full) */
static GPtrArray *read_diagram(const KjCollection *collection, const GError *error, unsigned line)
{
    bool slip = g_error_matches(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION) && line > 1;
    return slip ? read_files(collection, line - 1, NULL) : NULL;
}

static bool find_records(KjCollection *collection, GError **error)
{
    g_autoptr(GError) inner = NULL;
    collection->files = read_files(collection, collection->texts->len, &inner);
    unsigned line = kj_text_error_place(inner).line;
    GPtrArray *files = collection->files, *diagram = read_diagram(collection, inner, line);
    bool more = diagram && diagram->len > files->len;
    g_autofree char *fault = inner ? fault_text(collection, inner) : NULL;
    if (more) {
        g_ptr_array_unref(files);
        files = collection->files = g_steal_pointer(&diagram);
    }
    g_clear_pointer(&diagram, g_ptr_array_unref);
    if (inner && files->len == 0) {
        g_set_error(error, inner->domain, inner->code, "%s%s", collection->path, fault);
        return false;
    }
    if (inner) {
        collection->end = more ? line - 1
                          : collection->format == KJ_FORMAT_JKF
                              ? after_last(collection)
                              : begin_of_error(collection, files->len, line);
        collection->unread = g_steal_pointer(&fault);
    }
    for (unsigned i = 0; i < files->len; i++) {
        unsigned first = ((KjGameFile *)files->pdata[i])->line - 1;
        unsigned next =
            i + 1 < files->len ? ((KjGameFile *)files->pdata[i + 1])->line - 1 : collection->end;
        KjCollectionSpan span = {first, next - first};
        g_array_append_val(collection->problems, span);
    }
    return true;
}

static bool fail(const KjCollection *collection, GError **error)
{
    kj_text_error_prefix(error, "%s: ", collection->path);
    return false;
}

static bool parse(KjCollection *collection, const char *bytes, size_t length, bool as_list,
                  GError **error)
{
    g_autofree char *utf8 = NULL;
    collection->utf16 = kj_utf16_told(bytes, length);
    if (collection->utf16 && !(utf8 = kj_utf16_read(bytes, length, &length, error)))
        return fail(collection, error);
    bytes = utf8 ? utf8 : bytes;
    g_autofree char *text = kj_text_decode(bytes, length, &collection->encoding, error);
    if (!text)
        return fail(collection, error);
    collection->lines = kj_text_lines(bytes, true);
    collection->texts = kj_text_lines(text, false);
    collection->end = collection->texts->len;
    collection->format = KJ_FORMAT_JKF;
    bool records = !as_list && kj_format_recognise(text, collection->path, &collection->format);
    if (records && !find_records(collection, error))
        return false;
    if (!records)
        find_list(collection);
    if (collection->problems->len > 0 && collection->lines->len == collection->texts->len)
        return true;
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "no problem in it");
    return fail(collection, error);
}

/* What tells bytes from others. (transfer full) */
static char *digest_of(const char *bytes, size_t length)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
}

KjCollection *kj_collection_parse(const char *path, const KjGame *game, const char *bytes,
                                  size_t length, bool as_list, GError **error)
{
    KjCollection *collection = g_new0(KjCollection, 1);
    g_ref_count_init(&collection->refs);
    collection->path = g_strdup(path);
    collection->game = game;
    collection->problems = g_array_new(FALSE, FALSE, sizeof(KjCollectionSpan));
    if (parse(collection, bytes, length, as_list, error)) {
        g_autofree char *text = kj_collection_text(collection);
        collection->now = digest_of(text, strlen(text));
        return collection;
    }
    kj_collection_unref(collection);
    return NULL;
}

KjCollection *kj_collection_new(const char *path, const KjMoveTree *tree, GError **error)
{
    KjFormat format;
    if (kj_format_recognise("", path, &format)) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "%s: expected the FILE of a list; 'convert' writes records", path);
        return NULL;
    }
    g_autofree char *text = kj_tree_text_line(tree), *line = g_strconcat(text, "\n", NULL);
    return kj_collection_parse(path, tree->start.game, line, strlen(line), true, error);
}

bool kj_collection_changed(const KjCollection *collection)
{
    return g_strcmp0(collection->now, collection->saved) != 0;
}

bool kj_collection_is_stale(const KjCollection *collection)
{
    g_autofree char *bytes = NULL, *now = NULL;
    gsize length;
    if (collection->foreign || !g_file_test(collection->path, G_FILE_TEST_IS_REGULAR) ||
        !kj_file_read(collection->path, &bytes, &length, NULL))
        return false;
    now = digest_of(bytes, length);
    return g_strcmp0(now, collection->digest) != 0;
}

static KjCollection *open_store(const char *path, unsigned *out_left_out, GError **error)
{
    g_autofree char *list = kj_store_list(path, out_left_out, error);
    KjCollection *collection =
        list ? kj_collection_parse(path, NULL, list, strlen(list), true, error) : NULL;
    if (collection)
        collection->foreign = true;
    return collection;
}

/* The problems of a table as records, since a list has no place for what its columns say. NULL: it is
 * no table, or `first`, the error of the first row that cannot be read, is that of all. (transfer full) */
static char *records_of_table(const char *path, const KjGame *game, const char *bytes, gsize length,
                              unsigned *out_left_out, GError **first)
{
    g_autofree char *text = kj_text_decode(bytes, length, NULL, NULL);
    if (!text || !kj_table_is(text))
        return NULL;
    g_autoptr(GPtrArray) problems = kj_problems_from_text(bytes, (gssize)length, path, game);
    g_autoptr(GString) out = g_string_new(NULL);
    for (unsigned i = 0; i < problems->len; i++) {
        KjProblem *problem = problems->pdata[i];
        if (!problem->error && kj_format_write(out, problem->file, KJ_FORMAT_KIF, NULL)) {
            g_string_append_c(out, '\n');
        } else if (++*out_left_out == 1 && problem->error) {
            *first = g_steal_pointer(&problem->error);
            kj_text_error_tell_place(first, problem->source);
        }
    }
    return out->len ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

KjCollection *kj_collection_open(const char *path, const KjGame *game, unsigned *out_left_out,
                                 GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    unsigned left_out = 0;
    bool store = kj_store_list_is(path);
    if (!store && !kj_file_read(path, &bytes, &length, error))
        return NULL;
    g_autoptr(GError) wrong = NULL;
    g_autofree char *table =
        store ? NULL : records_of_table(path, game, bytes, length, &left_out, &wrong);
    if (wrong && !table) {
        g_propagate_error(error, g_steal_pointer(&wrong));
        return NULL;
    }
    KjCollection *collection =
        store   ? open_store(path, &left_out, error)
        : table ? kj_collection_parse(path, game, table, strlen(table), false, error)
                : kj_collection_parse(path, game, bytes, length, false, error);
    if (table && collection) {
        collection->foreign = true;
        collection->lost = wrong ? g_strdup(wrong->message) : NULL;
    }
    if (out_left_out)
        *out_left_out = left_out;
    if (collection)
        collection->saved = g_strdup(collection->now);
    if (collection && !collection->foreign)
        collection->digest = digest_of(bytes, length);
    return collection;
}

KjCollection *kj_collection_ref(KjCollection *collection)
{
    if (collection)
        g_ref_count_inc(&collection->refs);
    return collection;
}

void kj_collection_unref(KjCollection *collection)
{
    if (!collection || !g_ref_count_dec(&collection->refs))
        return;
    g_free(collection->path);
    g_free(collection->unread);
    g_free(collection->lost);
    g_free(collection->now);
    g_free(collection->saved);
    g_free(collection->digest);
    g_clear_pointer(&collection->lines, g_ptr_array_unref);
    g_clear_pointer(&collection->texts, g_ptr_array_unref);
    g_clear_pointer(&collection->files, g_ptr_array_unref);
    g_array_unref(collection->problems);
    g_free(collection);
}

/* ---- going through it ---- */

static KjCollectionSpan span_at(const KjCollection *collection, unsigned problem)
{
    return g_array_index(collection->problems, KjCollectionSpan, problem);
}

unsigned kj_collection_line(const KjCollection *collection, unsigned problem)
{
    return span_at(collection, problem).first + 1;
}

/* The fields of a problem in a list: the second is the position where there are tabs, else the
 * first. */
static char **fields_of(const KjCollection *collection, unsigned problem)
{
    return g_strsplit(collection->texts->pdata[span_at(collection, problem).first], "\t", -1);
}

char *kj_collection_position(const KjCollection *collection, unsigned problem, unsigned *out_before)
{
    g_auto(GStrv) fields = fields_of(collection, problem);
    if (out_before)
        *out_before = fields[1] ? (unsigned)g_utf8_strlen(fields[0], -1) + 1 : 0;
    return g_strdup(fields[1] ? fields[1] : fields[0]);
}

KjMoveTree *kj_collection_tree(const KjCollection *collection, unsigned problem)
{
    return collection->files
               ? kj_move_tree_to_edit(((KjGameFile *)collection->files->pdata[problem])->tree)
               : NULL;
}

char *kj_collection_id(const KjCollection *collection, unsigned problem)
{
    if (collection->files) {
        const KjGameFile *file = collection->files->pdata[problem];
        const char *number = kj_game_file_header(file, "作品番号"),
                   *name = kj_game_file_header(file, "作品名");
        return g_strstrip(g_strdup_printf("%s %s", number ? number : "", name ? name : ""));
    }
    g_auto(GStrv) fields = fields_of(collection, problem);
    return g_strdup(fields[1] ? fields[0] : "");
}

void kj_collection_about(const KjCollection *collection, unsigned problem, KjMoveTree *tree)
{
    g_auto(GStrv) fields = fields_of(collection, problem);
    unsigned n = g_strv_length(fields);
    const char *name = n > 1 ? g_strstrip(fields[0]) : "", *note = n > 3 ? fields[3] : "";
    bool number = name[strspn(name, "0123456789")] == '\0';
    if (*name)
        kj_move_tree_set_header(tree, number ? "作品番号" : kj_about_key(KJ_ABOUT_TITLE), name);
    if (*note)
        kj_move_tree_set_header(tree, kj_about_key(KJ_ABOUT_NOTE), note);
}

bool kj_collection_has(const KjCollection *collection, unsigned problem, const char *text)
{
    KjCollectionSpan span = span_at(collection, problem);
    g_autofree char *lines = join(collection->texts, span.first, span.first + span.count);
    g_autofree char *folded = g_utf8_casefold(lines, -1), *wanted = g_utf8_casefold(text, -1);
    return strstr(folded, wanted) != NULL;
}

int kj_collection_find(const KjCollection *collection, const char *text)
{
    for (unsigned i = 1; i <= collection->problems->len; i++) {
        unsigned problem = (collection->current + i) % collection->problems->len;
        if (kj_collection_has(collection, problem, text))
            return (int)problem;
    }
    return -1;
}

/* ---- saving ---- */

char *kj_collection_text(const KjCollection *collection)
{
    GString *bytes = g_string_new(NULL);
    for (unsigned i = 0; i < collection->lines->len; i++)
        g_string_append(bytes, collection->lines->pdata[i]);
    return g_string_free(bytes, FALSE);
}

/* Whether a name is not that of another kind of file than the collection is, as which it would be
 * read again. */
static bool name_fits(const KjCollection *collection, const char *path, GError **error)
{
    KjFormat named;
    if (!kj_format_recognise("", path, &named) ||
        (collection->files && named == collection->format))
        return true;
    if (collection->files)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "%s: expected a name for %s, which 'save' keeps; 'convert' writes others",
                     path, kj_format_name(collection->format));
    else
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                     "%s: expected the FILE of a list; 'convert' writes records", path);
    return false;
}

/* The bytes of a file that is UTF-16, or NULL. (transfer full) */
static char *utf16_of(const KjCollection *collection, const char *text, gsize *out_length)
{
    GString *bytes = collection->utf16 ? kj_utf16_write(text, collection->utf16) : NULL;
    if (!bytes)
        return NULL;
    *out_length = bytes->len;
    return g_string_free(bytes, FALSE);
}

bool kj_collection_save(KjCollection *collection, const char *path, GError **error)
{
    if (collection->foreign && (!path || strcmp(path, collection->path) == 0))
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
            "%s is no list or record and stays as it is, expected the name of a new FILE",
            collection->path);
    if (path && !name_fits(collection, path, error))
        return false;
    g_autofree char *text = kj_collection_text(collection);
    gsize length = strlen(text);
    g_autofree char *utf16 = utf16_of(collection, text, &length);
    const char *bytes = utf16 ? utf16 : text;
    if (!kj_file_write(path ? path : collection->path, bytes, (gssize)length, KJ_OVER_ANY, error)) {
        kj_text_error_prefix(error, "%s: ", path ? path : collection->path);
        return false;
    }
    if (path) {
        g_free(collection->path);
        collection->path = g_strdup(path);
    }
    g_free(collection->digest);
    collection->digest = digest_of(bytes, length);
    g_free(collection->saved);
    collection->saved = g_strdup(collection->now);
    collection->foreign = false;
    return true;
}

/* ---- in saved sessions ---- */

static const KjSavedText digests[] = {{"digest", offsetof(KjCollection, digest)},
                                      {"saved", offsetof(KjCollection, saved)}};

JsonObject *kj_collection_write(const KjCollection *collection)
{
    JsonObject *object = json_object_new();
    g_autofree char *text = kj_collection_text(collection);
    kj_saved_set_text(object, "path", collection->path);
    kj_saved_set_text(object, "game", collection->game ? collection->game->row->id : NULL);
    kj_saved_set_texts(object, collection, digests, G_N_ELEMENTS(digests));
    json_object_set_boolean_member(object, "list", !collection->files);
    json_object_set_boolean_member(object, "foreign", collection->foreign);
    json_object_set_int_member(object, "utf16", collection->utf16);
    json_object_set_int_member(object, "current", collection->current);
    kj_saved_set_text(object, "text", text);
    return object;
}

KjCollection *kj_collection_read(JsonObject *object, GError **error)
{
    g_autofree char *path = kj_saved_text(object, "path"), *text = kj_saved_text(object, "text");
    const char *game = kj_field_text(object, "game");
    bool list = false;
    KJ_FLAG(list, list);
    if (!path || !text) {
        kj_saved_wrong(error, "collection");
        return NULL;
    }
    g_autoptr(KjCollection) collection = kj_collection_parse(path, game ? kj_game_find(game) : NULL,
                                                             text, strlen(text), list, error);
    if (!collection)
        return NULL;
    KJ_FLAG(foreign, collection->foreign);
    KJ_COUNT(utf16, collection->utf16);
    KJ_COUNT(current, collection->current);
    kj_saved_texts(object, collection, digests, G_N_ELEMENTS(digests));
    if (collection->current < collection->problems->len && collection->utf16 <= KJ_UTF16_BIG)
        return g_steal_pointer(&collection);
    kj_saved_wrong(error, "current");
    return NULL;
}
