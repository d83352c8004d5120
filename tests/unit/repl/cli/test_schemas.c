/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of docs/schema are made from the tables of fields by which JSON is printed, and must be
 * what is made of them now. `test_schemas write` writes them.
 */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "core/format/format.h"
#include "core/text/text.h"
#include "repl/batch/batch_fields.def"
#include "repl/check/check_fields.def"
#include "repl/cli/field_words.h"
#include "repl/cli/solve_fields.def"
#include "repl/cli/verify_fields.def"
#include "repl/command/analyse_fields.def"
#include "repl/command/command_fields.def"
#include "repl/command/compose_fields.def"
#include "repl/command/made_list.h"
#include "repl/report/item_fields.def"
#include "repl/store/tables.h"
#include "repl/workbench/workbench_fields.def"
#include "solver/analyse/brink.h"
#include "solver/check/check.h"
#include "solver/refutation/refute.h"
#include "tests/support/cmocka.h"

/* A field: its name, and a type's with "_list" and "_or_null" behind it. Without a name: those up to
 * the next one without may be missing. */
typedef struct {
    const char *key, *type;
} Row;

#define KJ_WORD(key, words, place) {#key, #words},
#define KJ_COUNT(key, place) {#key, "count"},
#define KJ_COUNT_IF(key, known, place) {#key, "count_or_null"},
#define KJ_FLAG(key, place) {#key, "truth"},
#define KJ_TEXT(key, type, value) {#key, #type},
#define KJ_NUMBER(key, type, value) {#key, #type},
#define KJ_NUMBER_IF(key, type, known, value) {#key, #type},
#define KJ_TRUTH(key, value) {#key, "truth"},
#define KJ_MOVE(key, type, pos, move) {#key, #type},
#define KJ_SAID(statement)
#define KJ_SHOWN_TEXT(key, type, label, value) {#key, #type},
#define KJ_SHOWN_NUMBER(key, type, label, value) {#key, #type},
#define KJ_LINE(key, pos, moves, n, last) {#key, "move_list"},
#define KJ_LIST(key, type, ...) {#key, #type},
#define KJ_LIST_IF(key, type, asked, ...) {#key, #type},
#define KJ_STRINGS(key, type, value) {#key, #type},
#define KJ_PRINTED(key, type, statement) {#key, #type},
#define KJ_IF(condition) {NULL, "if"},
#define KJ_END {NULL, NULL},
#define KJ_WHEN(condition, row) {NULL, "if"}, row{NULL, NULL},
#define KJ_GIVEN(formats, name, type, value) {((formats)&JSONL) ? #name : "", #type},
enum { CSV, JSONL, PAGE = 0, ALL = JSONL };

/* A field that a loop prints; what is between those of two kinds of lines. */
#define FIELD(key, type) {#key, #type},
#define OR {NULL, "or"},

/* ---- objects ---- */

/* An object of schema_forms.def. */
typedef struct {
    const char *name;
    const Row *rows;
    size_t n_rows;
} Object;

#define OBJECT(name, rows) static const Row rows_of_##name[] = {rows};
#define FORM(name, number, rows, ...) static const Row rows_of_form_##name[] = {rows};
#include "tests/unit/repl/cli/schema_forms.def"

static const Object objects[] = {
#define OBJECT(name, rows) {#name, rows_of_##name, G_N_ELEMENTS(rows_of_##name)},
#include "tests/unit/repl/cli/schema_forms.def"
};

/* Lines of forms. */
static const struct {
    Object form;
    const char *unusable; // what a line is of a problem that cannot be worked on
    const char *may_miss; // in stores
    const char *also;     // forms that are the same, with | between them
} forms[] = {
#define UNUSABLE .unusable = "unusable"
#define FORM(name, number, rows, ...)                                                     \
    {.form = {#name "/" #number, rows_of_form_##name, G_N_ELEMENTS(rows_of_form_##name)}, \
     __VA_ARGS__},
#include "tests/unit/repl/cli/schema_forms.def"
};

/* Fields of other formats; and what a line of a report says itself, and not once more in what a check
 * says. */
static bool is_left_out(const Object *object, const char *key)
{
    static const char *const said[] = {"attacker", "verdict", "plies", "pure_plies", "line",
                                       "leftover", "nodes",   "ms",    NULL};
    bool report = strcmp(object->name, "stored_report") == 0;
    return key && (!*key || (report && g_strv_contains(said, key)));
}

/* The rows of an object. (transfer full) */
static GArray *rows_of(const Object *object)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(Row));
    for (size_t i = 0; i < object->n_rows; i++)
        if (!is_left_out(object, object->rows[i].key))
            g_array_append_val(rows, object->rows[i]);
    return rows;
}

/* ---- types ---- */

#define WORDS_OF(name, first)                   \
    static const char *words_##name(unsigned i) \
    {                                           \
        return WORD_AT_OF(i, KJ_WORDS_##name);  \
    }
#define WORD_AT_OF(...) WORD_AT(__VA_ARGS__)
#define WORD_AT(i, type, n, text) (i) < (n) ? text((type)(i)) : NULL
KJ_ALL_WORDS(WORDS_OF)

static const char *words_profile(unsigned i)
{
    return i < kj_profile_count() ? kj_profile_at(i)->name : NULL;
}

/* Words that stand in a table. */
static const char *words_task(unsigned i)
{
    static const char *const words[] = {"solve", "check", "hisshi"};
    return i < G_N_ELEMENTS(words) ? words[i] : NULL;
}

static const char *words_stored_verdict(unsigned i)
{
    const char *const *const kinds[] = {kj_verdicts_solve, kj_verdicts_check, kj_verdicts_hisshi};
    for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++)
        for (const char *const *word = kinds[k]; *word; word++)
            if (i-- == 0)
                return *word;
    return NULL;
}

#define SQUARE "([1-9][a-i]|[a-h][1-8])"

/* What is no object: words of an enum, a pattern, or words that are written here, apart by '|'. */
static const struct {
    const char *name;
    const char *(*words)(unsigned i);
    unsigned first; // what is never said is left out
    const char *pattern, *written, *description;
    const char *any_of; // schemas
} types[] = {
#define TYPE_OF(kind, least) {.name = #kind, .words = words_##kind, .first = (unsigned)(least)},
    KJ_ALL_WORDS(TYPE_OF){.name = "profile", .words = words_profile},
    {.name = "goal", .written = "mate|hisshi"},
    {.name = "role", .written = "attacker|defender"},
    {.name = "version_verdict", .written = "sound|blemished|unsound|unknown|no-mate|impossible"},
    {.name = "hisshi_verdict", .written = "hisshi|mate|none|unknown"},
    {.name = "verify_status", .written = "valid|refused|unknown|unreadable"},
    {.name = "verify_attacker_moves", .written = "checks|zugzwang|all|threats"},
    {.name = "verify_try", .written = "off|on|unless-mated"},
    {.name = "verify_stalemate", .written = "loss|draw"},
    {.name = "verify_drop_stalemate", .written = "legal|illegal"},
    {.name = "verify_repetition", .written = "fails|literal|pair|second|third|fourth"},
    {.name = "verify_need", .written = "useless|needed|unknown"},
    {.name = "verify_verdict", .written = "mate|nomate|hisshi|sound|blemished|unsound|unknown"},
    {.name = "declaration", .written = "none|loses|draws|wins"},
    {.name = "moves_kind", .written = "legal|checks|evasions"},
    {.name = "compared_difference", .written = "same|undecided|length|verdict|line|failure"},
    {.name = "follow_verdict", .written = "proved|open|broken"},
    {.name = "task", .words = words_task},
    {.name = "stored_verdict", .words = words_stored_verdict},
    {.name = "failure_kind", .written = "death|silence|refused|contradiction|certificate"},
    {.name = "verified_outcome", .written = "agrees|open"},
    {.name = "answer", .written = "yes|no|unknown"},
    {.name = "king_case", .written = "attack|pass|check|none"},
    {.name = "ply_finding",
     .written = "mated|mates|missed|deadly|lost|answers|threatens|wins|open|hisshi|forced"},
    {.name = "analyse_kind", .written = "position|record"},
    {.name = "keep", .written = "line|length|end|any"},
    {.name = "bisect_result", .written = "broken|undecided|sound|never-sound"},
    {.name = "code", .pattern = "^[a-z][a-z0-9-]*$"},
    {.name = "move",
     .pattern = "^(" SQUARE "{2}[+]?(/[+][A-Z])?|[+]?[A-Z][*]" SQUARE ")$",
     .description = "as in USI: 7g7f, 8h2b+, P*5e; a piece that the king keeps promoted: e4e5/+R"},
    {.name = "square", .pattern = "^" SQUARE "$", .description = "5e, in Ogi e5"},
    {.name = "place", .pattern = "^(" SQUARE "|hand)$"},
    {.name = "piece",
     .pattern = "^[+]?[A-Za-z]$",
     .description = "as in SFEN, +R; the defender's in lower case where it matters"},
};

/* ---- files ---- */

static void add_text(JsonBuilder *b, const char *key, const char *text)
{
    json_builder_set_member_name(b, key);
    json_builder_add_string_value(b, text);
}

static void add_strings(JsonBuilder *b, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text ? text : "", "|", -1);
    for (char **word = words; *word; word++)
        json_builder_add_string_value(b, *word);
}

static void begin_list(JsonBuilder *b, const char *key)
{
    json_builder_set_member_name(b, key);
    json_builder_begin_array(b);
}

static void begin(JsonBuilder *b, const char *key)
{
    json_builder_set_member_name(b, key);
    json_builder_begin_object(b);
}

/* The schema of a type of so many letters. */
static void add_type(JsonBuilder *b, const char *name, size_t length)
{
    static const struct {
        const char *name, *type;
        int minimum;
    } plain[] = {{"text", "string", -1},   {"truth", "boolean", -1},   {"number", "number", -1},
                 {"object", "object", -1}, {"integer", "integer", -1}, {"count", "integer", 0},
                 {"ordinal", "integer", 1}};
    g_autofree char *type = g_strndup(name, length);
    json_builder_begin_object(b);
    bool or_null = g_str_has_suffix(type, "_or_null");
    if (or_null || g_str_has_suffix(type, "_or_count")) {
        begin_list(b, "anyOf");
        add_type(b, name, length - strlen(or_null ? "_or_null" : "_or_count"));
        if (or_null) {
            json_builder_begin_object(b);
            add_text(b, "type", "null");
            json_builder_end_object(b);
        } else {
            add_type(b, "count", strlen("count"));
        }
        json_builder_end_array(b);
    } else if (g_str_has_suffix(type, "_list")) {
        add_text(b, "type", "array");
        json_builder_set_member_name(b, "items");
        add_type(b, name, length - strlen("_list"));
    } else {
        size_t i = 0;
        while (i < G_N_ELEMENTS(plain) && strcmp(plain[i].name, type) != 0)
            i++;
        g_autofree char *place = g_strconcat("common.json#/$defs/", type, NULL);
        if (i == G_N_ELEMENTS(plain)) {
            add_text(b, "$ref", place);
        } else {
            add_text(b, "type", plain[i].type);
            if (plain[i].minimum >= 0) {
                json_builder_set_member_name(b, "minimum");
                json_builder_add_int_value(b, plain[i].minimum);
            }
        }
    }
    json_builder_end_object(b);
}

static void add_properties(JsonBuilder *b, const GArray *rows)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        if (row->key && g_hash_table_add(seen, (void *)(gsize)row->key)) {
            json_builder_set_member_name(b, row->key);
            add_type(b, row->type, strlen(row->type));
        }
    }
}

/* Whether each kind of lines has a field without a condition. */
static bool is_required(const GArray *rows, const char *key)
{
    bool optional = false, there = false;
    for (unsigned i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        bool other = !row->key && g_strcmp0(row->type, "or") == 0;
        if (other && !there)
            return false;
        there = !other && (there || (!optional && g_strcmp0(row->key, key) == 0));
        if (!row->key)
            optional = g_strcmp0(row->type, "if") == 0;
    }
    return there;
}

static void add_required(JsonBuilder *b, const GArray *rows, const char *but)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < rows->len; i++) {
        const char *key = g_array_index(rows, Row, i).key;
        if (key && g_strcmp0(key, but) != 0 && g_hash_table_add(seen, (void *)(gsize)key) &&
            is_required(rows, key))
            json_builder_add_string_value(b, key);
    }
}

/* An object, the line of a form if that has a name. */
static void add_object(JsonBuilder *b, const char *schema, const char *also, const char *but,
                       const Object *object)
{
    g_autoptr(GArray) rows = rows_of(object);
    add_text(b, "type", "object");
    begin(b, "properties");
    if (schema) {
        begin(b, "schema");
        if (also) {
            begin_list(b, "enum");
            json_builder_add_string_value(b, schema);
            add_strings(b, also);
            json_builder_end_array(b);
        } else {
            add_text(b, "const", schema);
        }
        json_builder_end_object(b);
    }
    add_properties(b, rows);
    json_builder_end_object(b);
    begin_list(b, "required");
    if (schema)
        json_builder_add_string_value(b, "schema");
    add_required(b, rows, but);
    json_builder_end_array(b);
}

enum { COLUMNS = 100 };

static void add_json(GString *out, JsonNode *node, unsigned indent, unsigned before);

static void add_part(GString *out, const char *key, JsonNode *node, unsigned indent, bool last)
{
    g_string_append_printf(out, "%*s", (int)indent, "");
    if (key)
        g_string_append_printf(out, "\"%s\": ", key);
    add_json(out, node, indent, key ? (unsigned)strlen(key) + 4 : 0);
    g_string_append(out, last ? "\n" : ",\n");
}

/* Writes a value, on the line that has so many columns already if there is room. */
static void add_json(GString *out, JsonNode *node, unsigned indent, unsigned before)
{
    enum { STEP = 2 };
    g_autofree char *line = json_to_string(node, false);
    if (indent + before + strlen(line) < COLUMNS || JSON_NODE_HOLDS_VALUE(node)) {
        g_string_append(out, line);
    } else if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *list = json_node_get_array(node);
        unsigned n = json_array_get_length(list);
        g_string_append(out, "[\n");
        for (unsigned i = 0; i < n; i++)
            add_part(out, NULL, json_array_get_element(list, i), indent + STEP, i + 1 == n);
        g_string_append_printf(out, "%*s]", (int)indent, "");
    } else {
        JsonObject *object = json_node_get_object(node);
        g_autoptr(GList) keys = json_object_get_members(object);
        g_string_append(out, "{\n");
        for (GList *key = keys; key; key = key->next)
            add_part(out, key->data, json_object_get_member(object, key->data), indent + STEP,
                     !key->next);
        g_string_append_printf(out, "%*s}", (int)indent, "");
    }
}

/* What was built, as a file. (transfer full) */
static char *text_of(JsonBuilder *b)
{
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    GString *text = g_string_new(NULL);
    add_json(text, root, 0, 0);
    return g_string_free(g_string_append_c(text, '\n'), FALSE);
}

static JsonBuilder *begin_file(const char *title)
{
    JsonBuilder *b = json_builder_new();
    json_builder_begin_object(b);
    add_text(b, "$schema", "https://json-schema.org/draft/2020-12/schema");
    add_text(b, "title", title);
    return b;
}

/* (transfer full) */
static char *form_text(size_t form)
{
    g_autofree char *schema = g_strconcat("kanju.", forms[form].form.name, NULL);
    g_autoptr(JsonBuilder) b = begin_file(schema);
    add_text(b, "description", "One line of --json, described in docs/output-schema.md.");
    if (forms[form].unusable) {
        begin(b, "if");
        begin_list(b, "required");
        json_builder_add_string_value(b, "error");
        json_builder_end_array(b);
        json_builder_end_object(b);
        begin(b, "then");
        g_autofree char *place = g_strconcat("common.json#/$defs/", forms[form].unusable, NULL);
        add_text(b, "$ref", place);
        json_builder_end_object(b);
        begin(b, "else");
    }
    add_object(b, schema, forms[form].also, forms[form].may_miss, &forms[form].form);
    if (forms[form].unusable)
        json_builder_end_object(b);
    json_builder_end_object(b);
    return text_of(b);
}

static void add_words(JsonBuilder *b, size_t type)
{
    begin_list(b, "enum");
    add_strings(b, types[type].written);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned k = types[type].first; types[type].words && types[type].words(k); k++)
        if (g_hash_table_add(seen, (void *)(gsize)types[type].words(k)))
            json_builder_add_string_value(b, types[type].words(k));
    json_builder_end_array(b);
}

/* What several forms share. (transfer full) */
static char *common_text(void)
{
    g_autoptr(JsonBuilder) b = begin_file("Parts of several forms");
    begin(b, "$defs");
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        begin(b, types[i].name);
        if (types[i].description)
            add_text(b, "description", types[i].description);
        if (types[i].pattern) {
            add_text(b, "type", "string");
            add_text(b, "pattern", types[i].pattern);
        } else if (types[i].any_of) {
            json_builder_set_member_name(b, "anyOf");
            json_builder_add_value(b, json_from_string(types[i].any_of, NULL));
        } else {
            add_words(b, i);
        }
        json_builder_end_object(b);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(objects); i++) {
        begin(b, objects[i].name);
        add_object(b, NULL, NULL, NULL, &objects[i]);
        json_builder_end_object(b);
    }
    json_builder_end_object(b);
    json_builder_end_object(b);
    return text_of(b);
}

static bool writing;

static void look_at(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename("docs/schema", name, NULL), *there = NULL;
    if (writing)
        assert_true(g_file_set_contents(path, text, -1, NULL));
    assert_true(g_file_get_contents(path, &there, NULL, NULL));
    if (strcmp(there, text) != 0)
        fail_msg("%s is stale: expected what 'test_schemas write' writes", path);
}

TEST(schemas_are_of_the_tables)
{
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autofree char *text = form_text(i);
        g_autofree char *file = g_strconcat(forms[i].form.name, ".json", NULL);
        g_strdelimit(file, "/", '-');
        look_at(file, text);
    }
    g_autofree char *common = common_text();
    look_at("common.json", common);
}

int main(int argc, char **argv)
{
    writing = argc > 1 && strcmp(argv[1], "write") == 0;
    return tests_run();
}
